//! Points, BQ, discs, lots and ranks: worked examples, properties, and a real event's list.

use crate::tournament::support::*;
use outflank_tournament::*;

fn egp() -> StandingsRules {
    StandingsRules::brightwell(6, 40)
}

/// (player, half-points, BQ in half-units, discs) in order of places.
fn lines(table: &ResultTable, rules: &StandingsRules) -> Vec<(usize, i64, i64, i64)> {
    standings(table, rules, &[])
        .unwrap()
        .iter()
        .map(|line| (line.player, line.half_points.0, line.bq_halves, line.discs))
        .collect()
}

fn table(players: usize, rounds: Vec<(Vec<TableGame>, Vec<usize>)>) -> ResultTable {
    ResultTable {
        players: (0..players).map(player).collect(),
        rounds: rounds
            .into_iter()
            .map(|(games, byes)| TableRound {
                games,
                byes,
                ..TableRound::default()
            })
            .collect(),
    }
}

/// EGP VI.3: own discs + C x opponents' points; for the bye 32 + C x own points.
#[test]
fn brightwell_with_byes() {
    let table = table(
        3,
        vec![
            (vec![game(0, 1, 40)], vec![2]),
            (vec![game(1, 2, 32)], vec![0]),
            (vec![game(2, 0, 50)], vec![1]),
        ],
    );
    // Points: 0 has 1 + 1 + 0 = 2; 1 has 0 + .5 + 1 = 1.5; 2 has 1 + .5 + 1 = 2.5.
    // BQ 0: (40 + 6*1.5) + (32 + 6*2) + (14 + 6*2.5) = 49 + 44 + 29 = 122.
    // BQ 1: (24 + 6*2) + (32 + 6*2.5) + (32 + 6*1.5) = 36 + 47 + 41 = 124.
    // BQ 2: (32 + 6*2.5) + (32 + 6*1.5) + (50 + 6*2) = 47 + 41 + 62 = 150.
    // Discs: 0: 40 + 40 + 14; 1: 24 + 32 + 40; 2: 40 + 32 + 50.
    assert_eq!(
        lines(&table, &egp()),
        [(2, 5, 300, 122), (0, 4, 244, 94), (1, 3, 248, 96)]
    );
}

/// EGP VI.3 a and c: games against a player who withdrew count 32 + C x own points, their discs only in
/// the disc-count; unplayed rounds too, the withdrawn player's own included.
#[test]
fn brightwell_with_a_withdrawal() {
    let mut table = table(
        4,
        vec![
            (vec![game(0, 1, 64), game(2, 3, 20)], vec![]),
            (vec![game(0, 2, 33)], vec![3]),
        ],
    );
    table.players[1].withdrew = true;
    // Points: 0: 2, 1: 0, 2: 0, 3: 2.
    // BQ 0: (32 + 12) + (33 + 0) = 77; 1: (0 + 12) + (32 + 0) = 44;
    // BQ 2: (20 + 12) + (31 + 12) = 75; 3: (44 + 0) + (32 + 12) = 88.
    assert_eq!(
        lines(&table, &egp()),
        [
            (3, 4, 176, 84),
            (0, 4, 154, 97),
            (2, 0, 150, 51),
            (1, 0, 88, 0)
        ]
    );
    table.players[1].withdrew = false;
    assert_eq!(lines(&table, &egp())[0], (0, 4, 194, 97));
}

/// An absent player's game is an unplayed round for the BQ on both sides; 1-0 and 64 discs stand.
#[test]
fn brightwell_with_an_absence() {
    let mut absent = game(0, 1, 64);
    absent.result = Some(GameResult {
        black_discs: 64,
        white_discs: 0,
        winner: Some(Colour::Black),
        kind: ResultKind::Played,
        black_absent: false,
        white_absent: true,
    });
    let mut neither = game(2, 3, 0);
    neither.result = Some(GameResult {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        kind: ResultKind::Played,
        black_absent: true,
        white_absent: true,
    });
    let table = table(4, vec![(vec![absent, neither], vec![])]);
    assert_eq!(
        lines(&table, &egp()),
        [(0, 2, 76, 64), (1, 0, 64, 0), (2, 0, 64, 0), (3, 0, 64, 0)]
    );
}

/// A draw and an odd constant give half-units.
#[test]
fn odd_constants_stay_exact() {
    let table = table(2, vec![(vec![game(0, 1, 32)], vec![])]);
    assert_eq!(
        lines(&table, &StandingsRules::brightwell(5, 40)),
        [(0, 1, 69, 32), (1, 1, 69, 32)]
    );
    assert_eq!(HalfPoints(69).to_string(), "34.5");
    assert_eq!(HalfPoints(-1).to_string(), "-0.5");
    assert_eq!(HalfPoints(68).to_string(), "34");
}

/// Scores are kept as bare numbers; what rules and rulings count in half-points is never negative.
#[test]
fn half_points_are_kept_as_numbers() {
    let round = |half_points: i64| {
        let stored = serde_json::json!({"round": 1, "half_points": half_points});
        let read: AbsentRound = serde_json::from_value(stored.clone()).ok()?;
        assert_eq!(serde_json::to_value(read).unwrap(), stored);
        Some(read.half_points)
    };
    assert_eq!(round(2), Some(HalfPoints::WIN));
    assert_eq!(round(-1), None);
    assert_eq!(serde_json::to_string(&HalfPoints(-3)).unwrap(), "-3");
}

/// A score that is too high for any number stays the highest.
#[test]
fn half_points_never_overflow() {
    let (most, least) = (HalfPoints(i64::MAX), HalfPoints(i64::MIN));
    assert_eq!(most + HalfPoints(1), most);
    assert_eq!(least - HalfPoints(1), least);
    assert_eq!(
        [most, most, HalfPoints(-1)].into_iter().sum::<HalfPoints>(),
        HalfPoints(i64::MAX - 1)
    );
    assert_eq!(least.apart(most), most);
    assert_eq!(least.apart(HalfPoints::ZERO), most);
}

#[test]
fn open_games_count_for_nothing_yet() {
    let mut table = table(2, vec![(vec![game(0, 1, 40)], vec![])]);
    table.rounds[0].games[0].result = None;
    assert_eq!(lines(&table, &egp()), [(0, 0, 0, 0), (1, 0, 0, 0)]);
    assert_eq!(
        crosstable(&table).unwrap()[1],
        [CrosstableCell::Open {
            opponent: 0,
            colour: Colour::White
        }]
    );
}

/// EGP II.3: lots resolve what is left; without a place in the finals equal points are equal ranks.
#[test]
fn lots_and_ranks() {
    let table = table(
        6,
        vec![(vec![game(0, 1, 32), game(2, 3, 32), game(4, 5, 32)], vec![])],
    );
    let before = standings(&table, &egp(), &[]).unwrap();
    assert!(
        before
            .iter()
            .all(|line| line.tied && line.rank == 1 && line.lot.is_none())
    );
    assert_eq!(
        before.iter().map(|line| line.place).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6]
    );

    let lots = [5, 3, 1, 0, 2, 4];
    let after = standings(&table, &egp(), &lots).unwrap();
    assert_eq!(
        after.iter().map(|line| line.player).collect::<Vec<_>>(),
        lots
    );
    assert!(after.iter().all(|line| !line.tied));

    let mut with_finals = egp();
    with_finals.qualifiers = 4;
    let ranks = |table: &ResultTable| -> Vec<u32> {
        standings(table, &with_finals, &lots)
            .unwrap()
            .iter()
            .map(|line| line.rank)
            .collect()
    };
    assert_eq!(ranks(&table), [1, 2, 3, 4, 5, 5]);
    let undrawn = standings(&table, &with_finals, &[]).unwrap();
    assert!(
        undrawn.iter().all(|line| line.rank == 1),
        "only lots put one of them above another"
    );
    let mut withdrawn = table;
    withdrawn.players[3].withdrew = true;
    // The game 2-3 now counts 32 + 6 x 1/2 for player 2, the same; 3 keeps the second place in the list.
    assert_eq!(ranks(&withdrawn), [1, 2, 3, 4, 5, 2]);
}

#[test]
fn the_crosstable_shows_every_kind_of_round() {
    let table = table(
        4,
        vec![
            (vec![game(0, 1, 40)], vec![2]),
            (vec![game(2, 0, 12)], vec![]),
        ],
    );
    let cells = crosstable(&table).unwrap();
    assert_eq!(
        cells[0],
        [
            CrosstableCell::Game {
                opponent: 1,
                colour: Colour::Black,
                discs: 40,
                opponent_discs: 24,
                half_points: HalfPoints(2),
                absent: false,
                result_kind: ResultKind::Played,
            },
            CrosstableCell::Game {
                opponent: 2,
                colour: Colour::White,
                discs: 52,
                opponent_discs: 12,
                half_points: HalfPoints(2),
                absent: false,
                result_kind: ResultKind::Played,
            },
        ]
    );
    assert_eq!(cells[2][0], CrosstableCell::Bye);
    assert_eq!(cells[3], [CrosstableCell::Unplayed; 2]);
}

/// In a full round robin the BQ ranks as the disc-count does (EGP VI.1).
#[test]
fn brightwell_is_the_disc_count_in_a_full_round_robin() {
    for run in 0..200 {
        let mut numbers = Numbers::new("round robin", run);
        let players = 2 * (1 + numbers.below(6));
        let rounds = (1..players)
            .map(|round| {
                let games = round_robin_round(RoundRobinTable::Circle, players, round)
                    .pairs
                    .iter()
                    .map(|&(b, w)| game(b as usize, w as usize, 30 + numbers.below(5)))
                    .collect();
                (games, vec![])
            })
            .collect();
        let table = table(players as usize, rounds);
        let mut by_discs = egp();
        by_discs.ranking.tie_breaks = vec![TieBreak::Points, TieBreak::DiscCount, TieBreak::Lots];
        let order = |rules: &StandingsRules| -> Vec<usize> {
            standings(&table, rules, &[])
                .unwrap()
                .iter()
                .map(|line| line.player)
                .collect()
        };
        assert_eq!(order(&egp()), order(&by_discs), "run {run}");
    }
}

#[test]
fn the_order_of_the_players_has_no_say() {
    for run in 0..200 {
        let mut numbers = Numbers::new("standings", run);
        let table = random_table(&mut numbers, 9, 5);
        let mut reversed = table.clone();
        reversed.players.reverse();
        for round in &mut reversed.rounds {
            for game in &mut round.games {
                game.black = 8 - game.black;
                game.white = 8 - game.white;
            }
            for player in &mut round.byes {
                *player = 8 - *player;
            }
        }
        let mirrored: Vec<_> = lines(&reversed, &egp())
            .into_iter()
            .map(|(player, points, bq, discs)| (8 - player, points, bq, discs))
            .collect();
        assert_eq!(lines(&table, &egp()), mirrored, "run {run}");
    }
}

/// A list written by PAPP with C = 6: same points, same disc-counts, same order.
#[test]
fn a_real_events_list() {
    let text = corpus("elo/EGP_NORWAY.ELO");
    let mut expected: Vec<(String, i64, i64)> = Vec::new();
    let mut table = ResultTable::default();
    for line in text.lines() {
        if line.starts_with("%%Added results") {
            break;
        }
        if let Some(player) = line.strip_prefix("%_%") {
            let fields: Vec<&str> = player.split(',').map(str::trim).collect();
            let points: f64 = fields[4].parse().unwrap();
            #[allow(clippy::cast_possible_truncation)] // a number of half-points, exactly
            let half_points = (points * 2.0) as i64;
            expected.push((
                fields[0].to_owned(),
                half_points,
                fields[5].parse().unwrap(),
            ));
            table.players.push(TablePlayer {
                id: fields[0].to_owned(),
                country: None,
                withdrew: false,
                ..TablePlayer::default()
            });
        } else if line.starts_with("%Round") {
            table.rounds.push(TableRound::default());
        } else if let Some(round) = table.rounds.last_mut() {
            let numbers: Vec<&str> = line
                .split(|c: char| !c.is_ascii_digit())
                .filter(|part| !part.is_empty())
                .collect();
            if let [black, black_discs, _, white] = numbers[..] {
                let index = |id: &str| table.players.iter().position(|p| p.id == id).unwrap();
                round.games.push(game(
                    index(black),
                    index(white),
                    black_discs.parse().unwrap(),
                ));
            }
        }
    }
    for round in &mut table.rounds {
        let played: Vec<usize> = round
            .games
            .iter()
            .flat_map(|game| [game.black, game.white])
            .collect();
        round.byes = (0..17).filter(|player| !played.contains(player)).collect();
        assert_eq!(round.byes.len(), 1);
    }
    let found: Vec<(String, i64, i64)> = standings(&table, &egp(), &[])
        .unwrap()
        .iter()
        .map(|line| {
            (
                table.players[line.player].id.clone(),
                line.half_points.0,
                line.discs,
            )
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn very_large_and_contradictory_tables() {
    let players = 10_000;
    let games = (0..players / 2)
        .map(|pair| game(2 * pair, 2 * pair + 1, 40))
        .collect();
    let large = table(players, vec![(games, vec![])]);
    assert_eq!(standings(&large, &egp(), &[]).unwrap().len(), players);
    assert_eq!(
        standings(&ResultTable::default(), &egp(), &[3]).unwrap(),
        []
    );
    for bad in [
        table(2, vec![(vec![game(0, 0, 40)], vec![])]),
        table(2, vec![(vec![game(0, 2, 40)], vec![])]),
        table(2, vec![(vec![game(0, 1, 40)], vec![1])]),
        table(2, vec![(vec![], vec![5])]),
    ] {
        assert!(standings(&bad, &egp(), &[]).is_err());
        assert!(crosstable(&bad).is_err());
    }
}
