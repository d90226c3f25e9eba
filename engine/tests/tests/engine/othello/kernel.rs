//! Board, moves, scores and tree counts.

use outflank_othello::{
    Board, BoardSize, Color, Goal, PerColor, PerftCount, Position, Square, Squares, Symmetry,
    final_score, guaranteed_score, perft, perft_split,
};
use proptest::prelude::*;

/// Depth, positions at that depth, positions with earlier ends: the classic counts.
const PERFT: [(u32, u64, u64); 12] = [
    (0, 1, 1),
    (1, 4, 4),
    (2, 12, 12),
    (3, 56, 56),
    (4, 244, 244),
    (5, 1_396, 1_396),
    (6, 8_200, 8_200),
    (7, 55_092, 55_092),
    (8, 390_216, 390_216),
    (9, 3_005_288, 3_005_288),
    (10, 24_571_056, 24_571_284),
    (11, 212_258_216, 212_258_800),
];

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &[&str]) -> Squares {
    names.iter().map(|name| square(name)).collect()
}

/// A position from eight rows, `*` black, `O` white.
fn board(rows: [&str; 8], to_move: Color) -> Position {
    let set = |disc: char| {
        let cells = rows.iter().flat_map(|row| row.chars());
        Square::all()
            .zip(cells)
            .filter(|(_, cell)| *cell == disc)
            .map(|(square, _)| square)
            .collect()
    };
    assert!(rows.iter().all(|row| row.chars().count() == 8));
    Position::new(set('*'), set('O'), to_move).unwrap()
}

#[test]
fn perft_follows_the_classic_table() {
    for (depth, leaves, with_ended) in PERFT {
        assert_eq!(
            perft(&Position::START, depth),
            PerftCount { leaves, with_ended },
            "depth {depth}"
        );
    }
}

#[test]
fn a_split_count_is_the_whole_count() {
    for plies in [0, 1, 3, 9, 40] {
        let (settled, parts) = perft_split(&Board::OTHELLO, &Position::START, 9, plies);
        let below: PerftCount = parts
            .iter()
            .map(|(position, depth)| perft(position, *depth))
            .sum();
        assert_eq!(
            settled + below,
            perft(&Position::START, 9),
            "split after {plies}"
        );
    }
}

#[test]
fn an_ended_game_counts_once_and_a_pass_is_a_ply() {
    let ended = PerftCount {
        leaves: 0,
        with_ended: 1,
    };
    let full = Position::new(Squares(u64::MAX), Squares::EMPTY, Color::Black).unwrap();
    assert_eq!(perft(&full, 3), ended);
    // White cannot move; black can: b1 is bracketed by a1 and c1.
    let rows = [
        "*O......", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let white_passes = board(rows, Color::White);
    assert!(white_passes.must_pass());
    assert_eq!(
        perft(&white_passes, 1),
        PerftCount {
            leaves: 1,
            with_ended: 1
        }
    );
    assert_eq!(
        perft(&white_passes, 2),
        PerftCount {
            leaves: 1,
            with_ended: 1
        }
    );
    assert_eq!(perft(&white_passes, 3), ended);
    let (settled, parts) = perft_split(&Board::OTHELLO, &white_passes, 3, 3);
    assert_eq!((settled, parts.len()), (ended, 0));
}

/// G1.
#[test]
fn the_start_has_black_on_d5_and_e4_and_black_moves() {
    let start = Position::START;
    assert_eq!(start.discs(Color::Black), squares(&["d5", "e4"]));
    assert_eq!(start.discs(Color::White), squares(&["d4", "e5"]));
    assert_eq!(start.to_move(), Color::Black);
    assert_eq!(start.legal_moves(), squares(&["d3", "c4", "f5", "e6"]));
    let after = start.play(square("f5")).unwrap();
    assert_eq!(start.flips(square("f5")), squares(&["e5"]));
    assert_eq!(after.legal_moves(), squares(&["d6", "f4", "f6"]));
    assert_eq!(start.play(square("f4")), None);
    assert_eq!(start.play(square("d4")), None);
}

#[test]
fn squares_are_letter_then_row_from_the_top() {
    let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    assert_eq!(
        (
            names[0].as_str(),
            names[7].as_str(),
            names[8].as_str(),
            names[63].as_str()
        ),
        ("a1", "h1", "a2", "h8")
    );
    for (index, name) in names.iter().enumerate() {
        assert_eq!(usize::from(square(name).index()), index);
        assert_eq!(square(&name.to_uppercase()), square(name));
    }
    for wrong in ["", "a", "a0", "a9", "i1", "a11", "1a", "é1", "`1"] {
        assert!(wrong.parse::<Square>().is_err(), "{wrong}");
    }
}

/// G2.
#[test]
fn a_pass_is_only_for_who_has_no_move() {
    assert_eq!(Position::START.pass(), None);
    let rows = [
        "*O......", "........", "........", "........", "........", "........", "........",
        "........",
    ];
    let forced = board(rows, Color::White);
    assert_eq!(forced.pass(), Some(board(rows, Color::Black)));
    assert!(!forced.is_over());
    let over = forced.pass().unwrap().play(square("c1")).unwrap();
    assert!(over.is_over());
    assert_eq!((over.pass(), over.must_pass()), (None, false));
}

/// G3: black rows, white rows (of 8 discs), the final score, the score when the win is fixed for
/// black, and for white.
#[test]
fn the_score_gives_empties_to_the_winner() {
    let table = [
        ((4, 4), (32, 32), (33, 31), (31, 33)),
        ((3, 3), (32, 32), (33, 31), (31, 33)),
        ((5, 3), (40, 24), (40, 24), (31, 33)),
        ((4, 2), (48, 16), (48, 16), (31, 33)),
        ((1, 0), (64, 0), (64, 0), (31, 33)),
        ((0, 8), (0, 64), (33, 31), (0, 64)),
        ((2, 3), (16, 48), (33, 31), (16, 48)),
    ];
    for ((black, white), score, for_black, for_white) in table {
        let rows = |from: u32, count: u32| {
            Squares((from..from + count).fold(0, |set, row| set | 0xff << (8 * row)))
        };
        let position = Position::new(rows(0, black), rows(black, white), Color::Black).unwrap();
        let pair = |(black, white): (u8, u8)| PerColor::new(black, white);
        assert_eq!(final_score(&position), pair(score), "{black}:{white}");
        assert_eq!(
            guaranteed_score(&position, Color::Black, (Goal::Most, BoardSize::Eight)),
            pair(for_black),
            "{black}:{white}"
        );
        assert_eq!(
            guaranteed_score(&position, Color::White, (Goal::Most, BoardSize::Eight)),
            pair(for_white),
            "{black}:{white}"
        );
    }
}

/// The flips of a move found one disc at a time: the rule as the text has it.
fn slow_flips(position: &Position, square: Square) -> Squares {
    let (own, other) = (
        position.discs(position.to_move()),
        position.discs(position.to_move().opponent()),
    );
    let step = |from: u8, by: i8| u8::try_from(i16::from(from) + i16::from(by)).unwrap_or(8);
    let mut flipped = Vec::new();
    for (dx, dy) in [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ] {
        let mut run = Vec::new();
        let (mut column, mut row) = (step(square.column(), dx), step(square.row(), dy));
        while let Some(next) = Square::at(column, row) {
            if other.contains(next) {
                run.push(next);
            } else {
                if own.contains(next) {
                    flipped.extend(run);
                }
                break;
            }
            (column, row) = (step(column, dx), step(row, dy));
        }
    }
    if position.empties().contains(square) {
        flipped.into_iter().collect()
    } else {
        Squares::EMPTY
    }
}

proptest! {
    #![proptest_config(crate::property::cases(2_000))]

    #[test]
    fn shifts_agree_with_the_rule_on_any_board(black: u64, white: u64, black_moves: bool) {
        let to_move = if black_moves { Color::Black } else { Color::White };
        let position = Position::new(Squares(black & !white), Squares(white), to_move).unwrap();
        let mut legal = Vec::new();
        for square in Square::all() {
            let flips = slow_flips(&position, square);
            prop_assert_eq!(position.flips(square), flips);
            prop_assert_eq!(position.play(square).is_some(), !flips.is_empty());
            if let Some(after) = position.play(square) {
                legal.push(square);
                prop_assert_eq!(after.empties().count() + 1, position.empties().count());
                prop_assert_eq!(after.discs(to_move).count(), position.discs(to_move).count() + flips.count() + 1);
            }
        }
        prop_assert_eq!(position.legal_moves(), legal.into_iter().collect::<Squares>());
    }

    #[test]
    fn symmetries_keep_the_game(choices in proptest::collection::vec(any::<u8>(), 0..60)) {
        for symmetry in Symmetry::ALL {
            let (mut game, mut turned) = (Position::START, Position::START);
            for choice in &choices {
                let moves: Vec<Square> = game.legal_moves().iter().collect();
                let Some(square) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
                game = game.play(*square).unwrap();
                turned = turned.play(symmetry.apply(*square)).unwrap();
            }
            let image: Squares = game.discs(Color::Black).iter().map(|square| symmetry.apply(square)).collect();
            prop_assert_eq!(turned.discs(Color::Black), image);
        }
    }
}
