//! A house bot: it likes corners, shuns what gives them away, takes its time, and errs now and then.

use std::time::Duration;

use async_trait::async_trait;
use outflank_client::{Choice, Strategy, Table};

use crate::serve::house::{placed, squares::best_first, whim::whim};

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
        let squares = best_first(table);
        let errs = self.whim(table, "error", 40) < self.weakness as u64;
        let taken = if errs {
            1.min(squares.len().saturating_sub(1))
        } else {
            0
        };
        squares
            .get(taken)
            .map_or(Choice::Resign, |square| placed(table, (*square).clone()))
    }
}
