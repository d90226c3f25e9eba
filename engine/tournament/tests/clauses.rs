//! Single clauses of the rules, each by the figures of one small table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use outflank_tournament::*;
use support::*;

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

fn cost(
    table: &ResultTable,
    levels: &[PairingLevel],
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Cost {
    let present: Vec<usize> = (0..table.players.len()).collect();
    let seed = seed(1);
    let request = SwissRequest::new(table, &present, levels, &seed);
    pairing_cost(&request, pairs, bye).unwrap()
}

/// WOC II.6.2 a, EGP II.4.1 a: pairs that met, and a second bye.
#[test]
fn repeats_are_pairs_that_met_and_a_second_bye() {
    let table = table(
        5,
        vec![
            (vec![game(0, 1, 40), game(2, 3, 40)], vec![4]),
            (vec![game(1, 0, 40), game(4, 2, 40)], vec![3]),
        ],
    );
    let repeats =
        |pairs: &[(usize, usize)], bye| cost(&table, &LEVELS, pairs, bye)[&PairingLevel::Repeats];
    assert_eq!(repeats(&[(0, 2), (1, 3)], Some(4)), 1, "a second bye");
    assert_eq!(repeats(&[(0, 1), (2, 3)], Some(4)), 3);
    assert_eq!(repeats(&[(0, 3), (1, 4)], Some(2)), 0);
    let third = |pairs: &[(usize, usize)], bye| {
        let cost = cost(&table, &MODIFIED_LEVELS, pairs, bye);
        (
            cost[&PairingLevel::ThirdMeetings],
            cost[&PairingLevel::Repeats],
        )
    };
    assert_eq!(third(&[(0, 1), (2, 3)], Some(4)), (2, 2));
    assert_eq!(third(&[(2, 3), (0, 4)], Some(1)), (0, 1));
}

/// WOC II.6.2 b, EGP II.4.1 b: half-points apart and their squares; the bye is one half-point below the
/// lowest present.
#[test]
fn differences_are_in_half_points_and_the_bye_is_below_the_lowest() {
    // Half-points after the round: 0 and 2 have 2; 1 and 3 have 0; 4 has the bye's 2.
    let table = table(5, vec![(vec![game(0, 1, 40), game(2, 3, 40)], vec![4])]);
    let differences = |pairs: &[(usize, usize)], bye| {
        let cost = cost(&table, &LEVELS, pairs, bye);
        (
            cost[&PairingLevel::Difference],
            cost[&PairingLevel::DifferenceSquares],
        )
    };
    // 0-2: 0; 4-1: 2; the bye against 3: 0 - (-1) = 1.
    assert_eq!(differences(&[(0, 2), (4, 1)], Some(3)), (3, 5));
    // 0-1: 2; 2-3: 2; the bye against 4: 2 - (-1) = 3.
    assert_eq!(differences(&[(0, 1), (2, 3)], Some(4)), (7, 17));
}

/// WOC II.6.2 g: a pair of one country costs, whatever the case of the code; without one it does not.
#[test]
fn country_counts_pairs_of_one_country() {
    let mut table = table(4, vec![(vec![game(0, 2, 40), game(1, 3, 40)], vec![])]);
    for (player, country) in table.players.iter_mut().zip(["XAA", "xaa", "XBB"]) {
        player.country = Some(country.to_owned());
    }
    let country = |pairs: &[(usize, usize)]| {
        cost(&table, &MODIFIED_LEVELS, pairs, None)[&PairingLevel::Country]
    };
    assert_eq!(country(&[(0, 1), (2, 3)]), 1);
    assert_eq!(country(&[(0, 3), (1, 2)]), 0);
}

/// WOC II.6.2 d: squares of blacks less whites after the round; the bye changes nothing.
#[test]
fn colour_is_the_squares_of_blacks_less_whites() {
    let table = table(
        3,
        vec![
            (vec![game(0, 1, 40)], vec![2]),
            (vec![game(0, 2, 40)], vec![1]),
        ],
    );
    let colour =
        |pairs: &[(usize, usize)], bye| cost(&table, &LEVELS, pairs, bye)[&PairingLevel::Colour];
    // 1 and 2 each had white once, 0 black twice.
    assert_eq!(colour(&[(1, 2)], Some(0)), 4 + 4);
    assert_eq!(colour(&[(0, 1)], Some(2)), 9 + 4 + 1);
    assert_eq!(colour(&[(1, 0)], Some(2)), 1 + 1);
}

/// Neither player present: 0-0, and an unplayed round for both, whose BQ is 32 + C x own points.
#[test]
fn neither_present_is_nothing_for_both() {
    let mut nobody = game(0, 1, 32);
    nobody.result = Some(GameResult {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        black_absent: true,
        white_absent: true,
    });
    let table = table(
        4,
        vec![
            (vec![nobody, game(2, 3, 40)], vec![]),
            (vec![game(0, 2, 40), game(1, 3, 32)], vec![]),
        ],
    );
    let list = standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap();
    let of = |player: usize| {
        let line = list.iter().find(|line| line.player == player).unwrap();
        (line.half_points, line.bq_halves, line.discs)
    };
    // 0: 32 + 6 x 1 for the absence, 40 + 6 x 1 against 2.
    assert_eq!(of(0), (2, 2 * (38 + 46), 40));
    // 1: 32 + 6 x .5 for the absence, 32 + 6 x .5 against 3.
    assert_eq!(of(1), (1, 2 * (35 + 35), 32));
}
