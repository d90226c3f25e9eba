//! A house bot of a rehearsal: it plays at random, a hundred times faster than people.

use std::time::Duration;

use async_trait::async_trait;
use outflank_client::{Choice, Strategy, Table};

use super::{placed, whim::whim};

/// A hundredth of the 10 to 60 s that people think, in ms.
const SHORTEST_MS: u64 = 100;
const LONGEST_MS: u64 = 600;

/// The bot of one seat at one table.
#[derive(Debug)]
pub struct RandomBot {
    game_id: String,
}

impl RandomBot {
    /// Of a seat of this game.
    pub fn new(game_id: &str) -> Self {
        Self {
            game_id: game_id.to_owned(),
        }
    }

    fn whim(&self, table: &Table, what: &str, bound: u64) -> u64 {
        // A position that comes again after a director's act is played otherwise.
        let acts = table.rulings.len().to_string();
        whim(&[&self.game_id, &table.ply.to_string(), &acts, what], bound)
    }
}

#[async_trait]
impl Strategy for RandomBot {
    async fn choose(&mut self, table: &Table) -> Choice {
        let thought_ms = SHORTEST_MS + self.whim(table, "time", LONGEST_MS - SHORTEST_MS + 1);
        tokio::time::sleep(Duration::from_millis(thought_ms)).await;
        let squares = &table.legal_squares;
        let place = self.whim(table, "square", squares.len() as u64);
        usize::try_from(place)
            .ok()
            .and_then(|place| squares.get(place))
            .map_or(Choice::Resign, |square| placed(table, square.clone()))
    }
}
