//! Contradictory tables through everything that ranks.

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme, extreme_u32, spoiled};
use crate::tournament::bad_input::watch;
use crate::tournament::support::{Numbers, random_table};

/// A table in which anything may be wrong: repeated ids, players against themselves, indexes of nobody,
/// impossible results, numbers at the end of their range.
pub fn odd_table(numbers: &mut Numbers) -> ResultTable {
    const SIZES: [usize; 9] = [0, 1, 2, 3, 4, 5, 7, 10, 13];
    let players = SIZES[numbers.index(SIZES.len())];
    let rounds = numbers.index(7);
    let mut table = random_table(numbers, players, rounds);
    for index in 0..players {
        let player = &mut table.players[index];
        player.rating =
            (numbers.below(3) > 0).then(|| i32::try_from(extreme(numbers)).unwrap_or(i32::MIN));
        player.withdrew = numbers.below(6) == 0;
        if numbers.below(5) == 0 {
            player.starting_half_points = HalfPoints(extreme(numbers));
        }
        if numbers.below(5) == 0 {
            player.adjustment_half_points = HalfPoints(extreme(numbers));
        }
        if numbers.below(8) == 0 {
            player.fall = Fall {
                positions: extreme_u32(numbers),
                disqualified: numbers.below(2) == 0,
            };
        }
        if numbers.below(60) == 0 {
            table.players[index].id = table.players[0].id.clone();
        }
    }
    for round in &mut table.rounds {
        if numbers.below(25) == 0 {
            round.byes.push(numbers.index(players + 2));
        }
        if numbers.below(8) == 0 {
            let player = numbers.index(players + 1);
            round.granted.push((player, extreme_u32(numbers).into()));
        }
        for game in &mut round.games {
            match numbers.below(40) {
                0 => game.white = game.black,
                1 => game.black = usize::MAX,
                2..=8 => game.result = None,
                9..=12 => game.result = Some(odd_result(numbers)),
                13 => game.flag_fell = Some(Colour::White),
                _ => {}
            }
        }
    }
    table
}

pub fn odd_result(numbers: &mut Numbers) -> GameResult {
    GameResult {
        black_discs: extreme_u32(numbers),
        white_discs: extreme_u32(numbers),
        winner: [None, Some(Colour::Black), Some(Colour::White)][numbers.index(3)],
        kind: ResultKind::Played,
        black_absent: numbers.below(2) == 0,
        white_absent: numbers.below(2) == 0,
    }
}

fn odd_rules(numbers: &mut Numbers) -> StandingsRules {
    let presets = [
        RankingRules::brightwell(),
        RankingRules::mso_swiss(),
        RankingRules::mso_round_robin(),
        RankingRules::aga(),
    ];
    let ranking = presets[numbers.index(presets.len())].clone();
    let ranking = spoiled(&ranking, numbers).unwrap_or(ranking);
    let constant = match numbers.below(3) {
        0 => BrightwellConstant::PappDefault,
        1 => BrightwellConstant::SquaresOverRounds,
        _ => BrightwellConstant::Fixed {
            constant: extreme_u32(numbers),
        },
    };
    let mut rules = StandingsRules::new(ranking, constant, extreme_u32(numbers));
    if numbers.below(3) == 0 {
        rules.squares = extreme_u32(numbers);
        rules.bye_half_points = extreme_u32(numbers).into();
        rules.bye_discs = extreme_u32(numbers);
        rules.qualifiers = extreme_u32(numbers);
    }
    rules
}

fn case(run: u32) {
    let mut numbers = Numbers::new("odd tables", run);
    let table = odd_table(&mut numbers);
    let rules = odd_rules(&mut numbers);
    let players = table.players.len();
    let lots: Vec<usize> = (0..numbers.index(players + 3))
        .map(|_| numbers.index(players + 2))
        .collect();
    let _ = crosstable(&table);
    let Ok(list) = standings(&table, &rules, &lots) else {
        return;
    };
    let mut ranked: Vec<usize> = list.iter().map(|line| line.player).collect();
    ranked.sort_unstable();
    assert_eq!(ranked, (0..players).collect::<Vec<_>>());
    for (place, line) in (1..).zip(&list) {
        assert_eq!(line.place, place);
        assert!((1..=place).contains(&line.rank), "{line:?}");
        let _ = HalfPoints(line.bq_halves).to_string();
        assert!(place == 1 || line.decided.is_some());
    }
}

#[test]
fn odd_tables_are_ranked_or_refused() {
    watch::cases("odd tables", 4_000, case);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_tables() {
    watch::budget("odd tables", case);
}
