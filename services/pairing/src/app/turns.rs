//! Whoever changes a tournament, or a contest, waits for their turn: in this process one comes after another, in the order
//! in which they asked. Processes race each other in the journal.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use outflank_access::Problem;
use tokio::{sync::OwnedMutexGuard, time::timeout};

use super::problems;

/// Longest wait for a turn: what is left of a call's deadline is for the change itself.
const LONGEST_WAIT: Duration = Duration::from_secs(15);

type Line = tokio::sync::Mutex<()>;

/// Lines by what is waited for: those in which somebody stands.
#[derive(Default)]
pub(super) struct Lines(Mutex<BTreeMap<String, Weak<Line>>>);

impl Lines {
    /// The line of those who wait for that.
    pub(super) fn of(&self, what: &str) -> Arc<Line> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(what).and_then(Weak::upgrade) {
            return line;
        }
        lines.retain(|_, line| line.strong_count() > 0);
        let line = Arc::default();
        lines.insert(what.to_owned(), Arc::downgrade(&line));
        line
    }
}

/// The lines of those who change a tournament, or something else.
pub(super) struct Turns {
    /// What whoever waited too long is refused with.
    contended: fn() -> Problem,
    lines: Lines,
}

/// Nobody else in this process changes the tournament while this is kept.
pub(super) struct Turn {
    _first: OwnedMutexGuard<()>,
}

impl Default for Turns {
    fn default() -> Self {
        Self::of(problems::contended)
    }
}

impl Turns {
    /// Nobody waits; who does for too long is refused with that.
    pub(super) fn of(contended: fn() -> Problem) -> Self {
        Self {
            contended,
            lines: Lines::default(),
        }
    }

    /// Waits for a turn at a tournament; who does not wait any longer leaves the line.
    ///
    /// # Errors
    /// `tournament_contended`, or what these are made with: it took too long.
    pub(super) async fn take(&self, tournament_id: &str) -> Result<Turn, Problem> {
        let line = self.lines.of(tournament_id);
        match timeout(LONGEST_WAIT, line.lock_owned()).await {
            Ok(first) => Ok(Turn { _first: first }),
            Err(_) => Err((self.contended)()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{LONGEST_WAIT, Turns};

    #[tokio::test(start_paused = true)]
    async fn a_turn_is_waited_for_so_long_and_no_longer() {
        let turns = Turns::default();
        let before = tokio::time::Instant::now();
        let first = turns.take("open").await.unwrap();
        let other = turns.take("closed").await;
        assert!(other.is_ok(), "another tournament has a line of its own");
        let refused = turns.take("open").await.err().unwrap();
        assert_eq!(refused.code, "tournament_contended");
        assert_eq!(before.elapsed(), LONGEST_WAIT);
        let (next, ()) = tokio::join!(turns.take("open"), async { drop(first) });
        assert!(next.is_ok());
        assert_eq!(before.elapsed(), LONGEST_WAIT, "it did not wait again");
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_line() {
        let turns = Turns::default();
        let first = turns.take("open").await.unwrap();
        let gone = tokio::time::timeout(std::time::Duration::ZERO, turns.take("open")).await;
        assert!(gone.is_err());
        drop(first);
        turns.take("open").await.unwrap();
    }

    #[tokio::test]
    async fn lines_where_nobody_stands_are_forgotten() {
        let turns = Turns::default();
        let first = turns.take("open").await.unwrap();
        for number in 0..1_000 {
            turns.take(&format!("event-{number}")).await.unwrap();
        }
        assert_eq!(turns.lines.0.lock().unwrap().len(), 2);
        let again = tokio::time::timeout(std::time::Duration::ZERO, turns.take("open")).await;
        assert!(again.is_err(), "a line where somebody stands is not");
        drop(first);
    }
}
