//! A house bot of a casual game: it likes corners, errs now and then, and thinks as long as people may wait.

use std::time::Duration;

use async_trait::async_trait;
use outflank_client::{Choice, Color, Strategy, Table};

use super::{placed, squares::best_first, whim::whim};

/// It thinks between so long and so long, in ms.
const SHORTEST_MS: u64 = 500;
const LONGEST_MS: u64 = 3_000;
/// But no longer than such a part of what is left on its clock.
const PART: u64 = 40;
/// One move in so many is the second best that it knows.
const ERRS_ONCE_IN: u64 = 6;

/// The bot of one game.
#[derive(Debug)]
pub struct CasualBot {
    game_id: String,
}

impl CasualBot {
    /// Of a seat of this game.
    pub fn new(game_id: &str) -> Self {
        Self {
            game_id: game_id.to_owned(),
        }
    }

    fn whim(&self, table: &Table, what: &str, bound: u64) -> u64 {
        whim(&[&self.game_id, &table.ply.to_string(), what], bound)
    }

    fn thought(&self, table: &Table) -> Duration {
        let left_ms = match table.to_move {
            Some(Color::White) => table.clocks.white_ms,
            _ => table.clocks.black_ms,
        };
        let most_ms = u64::try_from(left_ms).unwrap_or_default() / PART;
        let wanted_ms = SHORTEST_MS + self.whim(table, "time", LONGEST_MS - SHORTEST_MS + 1);
        Duration::from_millis(wanted_ms.min(most_ms))
    }

    fn square(&self, table: &Table) -> Option<String> {
        let squares = best_first(table);
        let errs = self.whim(table, "error", ERRS_ONCE_IN) == 0;
        let taken = squares.get(usize::from(errs)).or(squares.first());
        taken.map(|square| (*square).clone())
    }
}

#[async_trait]
impl Strategy for CasualBot {
    async fn choose(&mut self, table: &Table) -> Choice {
        tokio::time::sleep(self.thought(table)).await;
        self.square(table)
            .map_or(Choice::Resign, |square| placed(table, square))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use serde_json::json;

    use super::*;

    fn table(legal: &[&str], goal: &str, left_ms: i64) -> Table {
        let table = json!({
            "game_id": "game", "tournament_id": "", "round": 1, "table": 1,
            "black_entrant_id": "anna", "white_entrant_id": "bot", "seq": 9, "phase": "live", "board": "",
            "to_move": "white", "ply": 8, "legal_squares": legal, "must_pass": false, "board_size": 8,
            "goal": goal, "flippable_squares": [], "must_flip": false, "plies": [], "result": null,
            "clocks": { "black_ms": 1, "white_ms": left_ms, "running": "white", "as_of_ms": 0 },
        });
        serde_json::from_value(table).unwrap()
    }

    /// What the bots of a hundred games play there.
    fn played(table: &Table) -> Vec<String> {
        let games = (0..100).map(|game| CasualBot::new(&game.to_string()));
        games.map(|bot| bot.square(table).unwrap()).collect()
    }

    #[test]
    fn it_plays_a_legal_square_mostly_the_best_that_it_knows() {
        let legal = ["d3", "b2", "a1", "c1"];
        for (goal, best, next) in [("most", "a1", "c1"), ("fewest", "b2", "d3")] {
            let table = table(&legal, goal, 60_000);
            let played = played(&table);
            let of = |square: &str| played.iter().filter(|one| *one == square).count();
            assert!(of(best) > 60 && of(next) > 0, "{played:?}");
            assert_eq!(of(best) + of(next), 100, "{played:?}");
        }
        assert_eq!(played(&table(&["f5"], "most", 60_000)), ["f5"; 100]);
        assert_eq!(CasualBot::new("game").square(&table(&[], "most", 1)), None);
    }

    #[test]
    fn it_thinks_a_while_and_never_long_on_what_its_clock_has_left() {
        for game in 0..100 {
            let bot = CasualBot::new(&game.to_string());
            let thought = |left_ms| bot.thought(&table(&["f5"], "most", left_ms)).as_millis();
            assert!((500..=3_000).contains(&thought(300_000)));
            assert!(thought(8_000) <= 200);
            assert_eq!(thought(-1), 0);
        }
    }
}
