//! How fast each seat may command, over all faces together.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use outflank_access::{Kind, Problem, problem};
use tokio::time::Instant;

use crate::{limits::Limits, socket::pace::Bucket};

/// Seats that have to be known before those that may do all again are forgotten.
const FEWEST: usize = 1_024;

#[derive(Default)]
struct Seats {
    /// By account and game.
    buckets: BTreeMap<(String, String), Bucket>,
    forget_at: usize,
}

/// How fast each account may command at each table.
pub struct CommandRates {
    per_second: u32,
    burst: u32,
    seats: Mutex<Seats>,
}

impl CommandRates {
    /// Nobody has commanded.
    pub fn new(limits: &Limits) -> Self {
        Self {
            per_second: limits.commands_per_second,
            burst: limits.command_burst,
            seats: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a command; false when it is one too many.
    pub fn take(&self, account_id: &str, game_id: &str) -> bool {
        if self.per_second == u32::MAX {
            return true;
        }
        let now = Instant::now();
        let mut seats = self.lock();
        if seats.buckets.len() >= seats.forget_at.max(FEWEST) {
            seats.buckets.retain(|_, bucket| !bucket.is_full(now));
            seats.forget_at = seats.buckets.len().saturating_mul(2);
        }
        let seat = (account_id.to_owned(), game_id.to_owned());
        let new = || Bucket::new(self.per_second, self.burst, now);
        seats.buckets.entry(seat).or_insert_with(new).take(now)
    }

    /// The same for a command that is no frame.
    ///
    /// # Errors
    /// When it is one too many.
    pub fn admit(&self, account_id: &str, game_id: &str) -> Result<(), Problem> {
        if self.take(account_id, game_id) {
            return Ok(());
        }
        Err(problem!(
            Kind::TooMany,
            "too_many_requests",
            "Commands come faster than they may: nothing changed; send it again in {retry_after_s} s.",
            retry_after_s = 1,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_seat_has_a_rate_and_quiet_ones_are_forgotten() {
        let rates = CommandRates::new(&Limits {
            commands_per_second: 1,
            command_burst: 2,
            ..Limits::default()
        });
        let taken: Vec<bool> = (0..3).map(|_| rates.take("anna", "g")).collect();
        assert_eq!(taken, [true, true, false]);
        assert!(rates.take("anna", "h") && rates.take("bert", "g"));
        for number in 0..10 * FEWEST {
            assert!(rates.take("anna", &number.to_string()));
            tokio::time::advance(std::time::Duration::from_millis(10)).await;
        }
        assert!(rates.lock().buckets.len() <= FEWEST);
    }
}
