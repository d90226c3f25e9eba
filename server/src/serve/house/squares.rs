//! Which square a bot likes: corners, and not what gives them away.

use std::cmp::Reverse;

use outflank_client::Table;

/// How good a square is, by its distance from the nearest edges: [smaller][larger], 0 = edge.
const WORTH: [[i32; 4]; 4] = [
    [120, -20, 20, 10],
    [-20, -50, -6, -5],
    [20, -6, 10, 3],
    [10, -5, 3, 2],
];

/// The legal squares, the best first; where the fewest discs win, the worst of Othello is the best.
pub fn best_first(table: &Table) -> Vec<&String> {
    let last = usize::try_from(table.board_size).unwrap_or(8).clamp(4, 8) - 1;
    let sign = match table.goal.as_deref() {
        Some("fewest") => -1,
        _ => 1,
    };
    let mut squares: Vec<&String> = table.legal_squares.iter().collect();
    squares.sort_by_key(|square| Reverse(sign * worth(square, last)));
    squares
}

/// What a square is worth on a board whose last column and row have this number, from 0.
fn worth(square: &str, last: usize) -> i32 {
    let mut bytes = square.bytes();
    let from_edge = |byte: Option<u8>, first: u8| {
        let place = usize::from(byte.unwrap_or(first).wrapping_sub(first)).min(last);
        place.min(last - place)
    };
    let column = from_edge(bytes.next(), b'a');
    let row = from_edge(bytes.next(), b'1');
    WORTH[column.min(row)][column.max(row)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_worth_more_than_what_gives_it_away() {
        for (better, worse) in [
            ("a1", "c1"),
            ("c1", "b2"),
            ("d3", "b2"),
            ("h8", "g8"),
            ("d1", "d2"),
        ] {
            assert!(worth(better, 7) > worth(worse, 7), "{better} {worse}");
        }
        for (corner, last) in [("f6", 5), ("a6", 5), ("d4", 3)] {
            assert_eq!(worth(corner, last), WORTH[0][0], "{corner}");
        }
    }
}
