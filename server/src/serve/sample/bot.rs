//! A house bot: it likes corners, shuns what gives them away, takes its time, and errs now and then.

use std::time::Duration;

use async_trait::async_trait;
use outflank_client::{Choice, Strategy, Table};

use crate::serve::house::{placed, whim::whim};

/// How good a square is, by its distance from the nearest edges: [smaller][larger], 0 = edge.
const WORTH: [[i32; 4]; 4] = [
    [120, -20, 20, 10],
    [-20, -50, -6, -5],
    [20, -6, 10, 3],
    [10, -5, 3, 2],
];
/// Shortest and longest thought at pace 1, in ms.
const SHORTEST_MS: u64 = 900;
const LONGEST_MS: u64 = 3_600;

/// One bot at one table.
#[derive(Debug)]
pub struct Bot {
    /// Decides what it does without any random source.
    temper: String,
    /// 0 never errs; the weaker the entrant, the more.
    weakness: usize,
    pace: u32,
}

impl Bot {
    /// The bot of the entrant at this place of the list.
    pub fn new(game_id: &str, place: usize, pace: u32) -> Self {
        Self {
            temper: format!("{game_id}/{place}"),
            weakness: place,
            pace: pace.max(1),
        }
    }

    /// A number that the position decides, below the bound.
    fn whim(&self, table: &Table, what: &str, bound: u64) -> u64 {
        whim(&[&self.temper, &table.ply.to_string(), what], bound)
    }
}

#[async_trait]
impl Strategy for Bot {
    async fn choose(&mut self, table: &Table) -> Choice {
        let thought_ms = SHORTEST_MS + self.whim(table, "time", LONGEST_MS - SHORTEST_MS);
        tokio::time::sleep(Duration::from_millis(thought_ms) / self.pace).await;
        let mut squares = table.legal_squares.clone();
        let last = usize::try_from(table.board_size).unwrap_or(8).clamp(4, 8) - 1;
        squares.sort_by_key(|square| std::cmp::Reverse(worth(square, last)));
        let errs = self.whim(table, "error", 40) < self.weakness as u64;
        let taken = if errs {
            1.min(squares.len().saturating_sub(1))
        } else {
            0
        };
        squares
            .get(taken)
            .map_or(Choice::Resign, |square| placed(table, square.clone()))
    }
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
