//! Every rating file that PAPP wrote in the archive, ranked again: its points, its discs, its order.

use super::corpus;
use std::collections::{BTreeMap, BTreeSet};

use outflank_formats::elo::{self, FirstColour, Game, Outcome, RatingFile, SectionKind};
use outflank_tournament::{
    BrightwellConstant, Colour, GameResult, RankingRules, ResultKind, ResultTable, Standing,
    StandingsRules, TableGame, TablePlayer, TableRound, TieBreak, standings,
};

/// PAPP's discs of a bye where its configuration says nothing.
const DEFAULT_BYE_DISCS: u32 = 40;

/// What a file says of a player.
struct Written {
    half_points: i64,
    discs: i64,
    /// Rounds in which the player has no game.
    missed: Vec<usize>,
    /// Half-points and discs of his games.
    played: (i64, i64),
}

impl Written {
    fn missing_half_points(&self) -> i64 {
        self.half_points - self.played.0
    }

    fn missing_discs(&self) -> i64 {
        self.discs - self.played.1
    }
}

/// An event whose totals follow from its games and byes.
struct Event {
    /// Players in the order of the file, which is PAPP's ranking.
    players: Vec<Written>,
    table: ResultTable,
    bye_discs: u32,
}

/// The rounds in order, or why there are none.
fn rounds(file: &RatingFile) -> Result<Vec<Vec<Game>>, &'static str> {
    let mut rounds: BTreeMap<u32, Vec<Game>> = BTreeMap::new();
    for section in &file.sections {
        match section.kind {
            SectionKind::Round(number) => rounds.entry(number).or_default().extend(&section.games),
            SectionKind::Unlabelled if !section.games.is_empty() => {
                return Err("games without a round");
            }
            _ => {}
        }
    }
    while rounds
        .last_key_value()
        .is_some_and(|(_, games)| games.is_empty())
    {
        rounds.pop_last();
    }
    let numbers: Vec<u32> = rounds.keys().copied().collect();
    if numbers.is_empty() {
        return Err("no rounds");
    }
    if !numbers
        .iter()
        .copied()
        .eq(1..=u32::try_from(numbers.len()).unwrap())
    {
        return Err("a round is missing");
    }
    Ok(rounds.into_values().collect())
}

/// The event of a file that holds together, or what in it does not.
fn event(bytes: &[u8]) -> Result<Event, &'static str> {
    let parsed = elo::read(bytes);
    let file = &parsed.value;
    if !parsed.problems.is_empty() {
        return Err("unreadable lines");
    }
    if file.players.is_empty() {
        return Err("no player lines");
    }
    let rounds = rounds(file)?;
    let mut index = BTreeMap::new();
    for (place, player) in file.players.iter().enumerate() {
        let id = player.id.ok_or("a player without a number")?;
        if index.insert(id, place).is_some() {
            return Err("a player listed twice");
        }
    }
    let mut table = ResultTable {
        players: index_order(&index)
            .into_iter()
            .map(|id| TablePlayer {
                id: format!("{id:010}"),
                ..TablePlayer::default()
            })
            .collect(),
        rounds: Vec::new(),
    };
    for games in &rounds {
        table.rounds.push(round(games, &index)?);
    }
    let players = written(file, &table)?;
    let bye_discs = place_byes(&players, &mut table)?;
    Ok(Event {
        players,
        table,
        bye_discs,
    })
}

fn index_order(index: &BTreeMap<u32, usize>) -> Vec<u32> {
    let mut ids: Vec<(usize, u32)> = index.iter().map(|(&id, &place)| (place, id)).collect();
    ids.sort_unstable();
    ids.into_iter().map(|(_, id)| id).collect()
}

fn round(games: &[Game], index: &BTreeMap<u32, usize>) -> Result<TableRound, &'static str> {
    let mut playing = BTreeSet::new();
    let mut round = TableRound::default();
    for game in games {
        if !playing.insert(game.first) || !playing.insert(game.second) {
            return Err("a second game in a round");
        }
        let seat = |id: u32| index.get(&id).copied().ok_or("a player without a line");
        let game = if game.colour == FirstColour::White {
            game.swapped()
        } else {
            *game
        };
        let (black_discs, white_discs) = game.discs.ok_or("a game without a score")?;
        round.games.push(TableGame {
            black: seat(game.first)?,
            white: seat(game.second)?,
            result: Some(GameResult {
                black_discs: black_discs.into(),
                white_discs: white_discs.into(),
                winner: match game.outcome {
                    Outcome::FirstWon => Some(Colour::Black),
                    Outcome::Drawn => None,
                    Outcome::SecondWon => Some(Colour::White),
                },
                kind: ResultKind::Played,
                black_absent: false,
                white_absent: false,
            }),
            flag_fell: None,
        });
    }
    Ok(round)
}

fn written(file: &RatingFile, table: &ResultTable) -> Result<Vec<Written>, &'static str> {
    let mut players = Vec::new();
    for (player, line) in file.players.iter().enumerate() {
        let half_discs = line.half_discs.ok_or("a line without totals")?;
        let mut written = Written {
            half_points: line.half_points.ok_or("a line without totals")?.into(),
            discs: i64::from(half_discs / 2),
            missed: Vec::new(),
            played: (0, 0),
        };
        for (number, round) in table.rounds.iter().enumerate() {
            let found = round.games.iter().find_map(|game| {
                let colour = [(game.black, Colour::Black), (game.white, Colour::White)]
                    .into_iter()
                    .find(|(seat, _)| *seat == player)?
                    .1;
                Some((game.result?, colour))
            });
            match found {
                Some((result, colour)) => {
                    written.played.0 += match result.winner {
                        None => 1,
                        Some(winner) => 2 * i64::from(winner == colour),
                    };
                    written.played.1 += i64::from(result.discs(colour));
                }
                None => written.missed.push(number),
            }
        }
        players.push(written);
    }
    Ok(players)
}

/// Gives each bye that the totals ask for to a round its taker missed, one a round; the discs of a bye.
fn place_byes(players: &[Written], table: &mut ResultTable) -> Result<u32, &'static str> {
    let mut bye_discs = None;
    let mut wanted = Vec::new();
    for player in players {
        let (points, discs) = (player.missing_half_points(), player.missing_discs());
        match points {
            0 if discs == 0 => {}
            0 => return Err("discs that no game and no bye gives"),
            _ if points < 0 || points % 2 != 0 => {
                return Err("points that are not those of the games");
            }
            _ if discs < 0 || discs % (points / 2) != 0 => return Err("byes of unequal discs"),
            _ if bye_discs.is_some_and(|known| known != discs / (points / 2)) => {
                return Err("byes of unequal discs");
            }
            _ => bye_discs = Some(discs / (points / 2)),
        }
        wanted.push(points / 2);
    }
    let mut order: Vec<usize> = (0..table.rounds.len()).collect();
    let missing = |round: &usize| {
        let missed = players
            .iter()
            .filter(|player| player.missed.contains(round));
        missed.count()
    };
    order.sort_by_key(missing);
    for number in order {
        let missed = |player: &usize| players[*player].missed.contains(&number);
        let most = (0..players.len())
            .filter(missed)
            .filter(|&player| wanted[player] > 0)
            .max_by_key(|&player| wanted[player]);
        if let Some(player) = most {
            wanted[player] -= 1;
            table.rounds[number].byes.push(player);
        }
    }
    if wanted.iter().any(|&left| left > 0) {
        return Err("more byes than rounds without a game");
    }
    let discs = bye_discs.unwrap_or_else(|| DEFAULT_BYE_DISCS.into());
    u32::try_from(discs).map_err(|_| "byes of unequal discs")
}

fn ranked(event: &Event, constant: BrightwellConstant) -> Vec<Standing> {
    let rounds = u32::try_from(event.table.rounds.len()).unwrap();
    let ranking = RankingRules {
        tie_breaks: vec![
            TieBreak::Points,
            TieBreak::BrightwellQuotient,
            TieBreak::DiscCount,
        ],
        ..RankingRules::brightwell()
    };
    let rules = StandingsRules {
        bye_discs: event.bye_discs,
        discs_at_constant_zero: true,
        ..StandingsRules::new(ranking, constant, rounds)
    };
    standings(&event.table, &rules, &[]).unwrap()
}

/// The file's order never contradicts the list: nobody stands above one who is better by the criteria.
fn in_order(event: &Event, list: &[Standing]) -> bool {
    let mut keys = vec![(0, 0, 0); event.players.len()];
    for line in list {
        keys[line.player] = (line.half_points.0, line.bq_halves, line.discs);
    }
    keys.windows(2).all(|pair| pair[0] >= pair[1])
}

/// The rules that give the file's order: PAPP's constant first, then whom PAPP takes for withdrawn (it
/// asks who is present when the file is written), then other constants.
fn followed_order(event: &Event) -> &'static str {
    let mut gone = Event {
        players: Vec::new(),
        table: event.table.clone(),
        bye_discs: event.bye_discs,
    };
    if let Some(last) = event.table.rounds.last() {
        for (seat, player) in gone.table.players.iter_mut().enumerate() {
            let plays = |game: &TableGame| game.black == seat || game.white == seat;
            player.withdrew = !last.games.iter().any(plays) && !last.byes.contains(&seat);
        }
    }
    let papp = BrightwellConstant::PappDefault;
    let six = BrightwellConstant::Fixed { constant: 6 };
    let squares = BrightwellConstant::SquaresOverRounds;
    let tries = [
        ("PAPP's constant", event, papp),
        (
            "PAPP's constant, absent in the last round = withdrawn",
            &gone,
            papp,
        ),
        ("C = 6", event, six),
        ("C = 6, absent in the last round = withdrawn", &gone, six),
        (
            "C = 0, the disc-count",
            event,
            BrightwellConstant::Fixed { constant: 0 },
        ),
        ("C = squares / rounds", event, squares),
    ];
    tries
        .into_iter()
        .find(|(_, tried, constant)| in_order(event, &ranked(tried, *constant)))
        .map_or("another", |(named, ..)| named)
}

#[test]
fn the_totals_and_the_order_of_every_file_by_papp_come_out() {
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    let mut orders: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut files, mut consistent, mut players, mut byes) = (0, 0, 0, 0);
    for (name, bytes) in corpus::elo_archive() {
        let creator = elo::read(&bytes).value.creator.unwrap_or_default();
        if !creator.to_lowercase().starts_with("papp") {
            continue;
        }
        files += 1;
        let event = match event(&bytes) {
            Ok(event) => event,
            Err(reason) => {
                *left_out.entry(reason).or_default() += 1;
                println!("{name}: {reason}");
                continue;
            }
        };
        consistent += 1;
        let list = ranked(&event, BrightwellConstant::PappDefault);
        for line in &list {
            let written = &event.players[line.player];
            let totals = (written.half_points, written.discs);
            assert_eq!((line.half_points.0, line.discs), totals, "{name}");
        }
        assert!(
            list.windows(2).all(|pair| (pair[0].rank == pair[1].rank)
                == (pair[0].half_points == pair[1].half_points))
        );
        players += list.len();
        byes += event
            .table
            .rounds
            .iter()
            .map(|round| round.byes.len())
            .sum::<usize>();
        *orders.entry(followed_order(&event)).or_default() += 1;
    }
    println!("{files} files, {consistent} consistent: {players} players, {byes} byes");
    println!("left out: {left_out:?}\norders: {orders:?}");
    assert_eq!(consistent + left_out.values().sum::<usize>(), files);
    assert_eq!((files, consistent, players, byes), (620, 546, 6_557, 1_541));
    let explained = consistent - orders.get("another").copied().unwrap_or(0);
    assert_eq!((orders["PAPP's constant"], explained), (462, 537));
}
