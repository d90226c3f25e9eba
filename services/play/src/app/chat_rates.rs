//! How fast each account writes: by what stands, and by what it tried here, which counts before a filter is asked. So
//! what a filter refuses counts, and so does what is still under way.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use outflank_access::{Kind, Problem, problem};

use super::{Play, records::KeptMessage};

/// Messages of one account at one table within [`RATE_MS`].
const MOST_AT_ONCE: usize = 5;
/// Messages of one account at all tables within it.
const MOST_EVERYWHERE: usize = 30;
/// The span that the rate counts in, in ms.
const RATE_MS: i64 = 10_000;
/// Writers that have to be known before those that are quiet are forgotten.
const FEWEST: usize = 1_024;

/// Where and when an account tried to write, ms of cluster time.
type Tried = VecDeque<(String, i64)>;

#[derive(Debug, Default)]
struct Writers {
    known: BTreeMap<String, Tried>,
    forget_at: usize,
}

/// What accounts tried to write a moment ago, in this process.
#[derive(Debug, Default)]
pub(super) struct ChatRates(Mutex<Writers>);

impl ChatRates {
    fn lock(&self) -> MutexGuard<'_, Writers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts what an account tries to write at a game. What is one too many does not count.
    ///
    /// # Errors
    /// `writing_too_fast`.
    pub fn take(&self, (game_id, account): (&str, &str), now_ms: i64) -> Result<(), Problem> {
        let since_ms = now_ms.saturating_sub(RATE_MS);
        let mut writers = self.lock();
        if writers.known.len() >= writers.forget_at.max(FEWEST) {
            let writes = |tried: &Tried| tried.iter().any(|(_, at_ms)| *at_ms > since_ms);
            writers.known.retain(|_, tried| writes(tried));
            writers.forget_at = writers.known.len().saturating_mul(2);
        }
        let tried = writers.known.entry(account.to_owned()).or_default();
        tried.retain(|(_, at_ms)| *at_ms > since_ms);
        let here = tried.iter().filter(|(game, _)| game == game_id).count();
        if here >= MOST_AT_ONCE {
            return Err(too_fast(MOST_AT_ONCE));
        }
        if tried.len() >= MOST_EVERYWHERE {
            return Err(too_fast(MOST_EVERYWHERE));
        }
        tried.push_back((game_id.to_owned(), now_ms));
        Ok(())
    }
}

impl Play {
    /// Whether so few messages of its writer stand at its table that this one may stand, too; one that does already may.
    ///
    /// # Errors
    /// `writing_too_fast`, or the records cannot be read.
    pub(super) async fn check_written(&self, message: &KeptMessage) -> Result<(), Problem> {
        let (game_id, account) = (&message.game_id, &message.account);
        let since_ms = self.now_ms().saturating_sub(RATE_MS);
        let written = self
            .records
            .written_since(game_id, account, since_ms)
            .await?;
        if written >= MOST_AT_ONCE && self.records.kept_message(message).await?.is_none() {
            return Err(too_fast(MOST_AT_ONCE));
        }
        Ok(())
    }
}

fn too_fast(most: usize) -> Problem {
    problem!(
        Kind::TooMany,
        "writing_too_fast",
        "At most {most} messages in {within_s} seconds: wait a moment.",
        most,
        within_s = RATE_MS / 1_000,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_tried_at_a_table_and_at_all_tables_within_the_span() {
        let rates = ChatRates::default();
        let tries = |game: &str, now_ms| rates.take((game, "anna"), now_ms).is_ok();
        for _ in 0..MOST_AT_ONCE {
            assert!(tries("g", 0));
        }
        assert!(!tries("g", 1) && tries("h", 1));
        assert!(rates.take(("g", "bert"), 1).is_ok());
        assert!(!tries("g", RATE_MS - 1) && tries("g", RATE_MS));
        let at_ms = 10 * RATE_MS;
        for number in 0..MOST_EVERYWHERE {
            assert!(tries(&number.to_string(), at_ms));
        }
        assert!(!tries("g", at_ms) && tries("g", at_ms + RATE_MS));
    }

    #[test]
    fn quiet_writers_are_forgotten() {
        let rates = ChatRates::default();
        for number in 0..10_000 {
            let account = format!("a{number}");
            assert!(rates.take(("g", &account), number * 100).is_ok());
        }
        assert!(rates.lock().known.len() <= FEWEST);
    }
}
