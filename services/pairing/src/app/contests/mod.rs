//! Arenas and ladders. Each has a stream of its own, `contest/<id>`: its founding with its rule set, who enters and leaves,
//! challenges, and the games that are over. Its games are booked as every casual game is, by the seeks of who has entered.

mod acts;
mod heads;
mod order;
mod seeking;
mod shown;

pub(crate) use acts::NewContest;
pub(in crate::app) use heads::Heads;
pub(in crate::app) use shown::ContestsNow;
pub(crate) use shown::{ContestHead, ShownEntrant, ShownState};

use std::sync::Arc;

use outflank_access::{Kind, Problem, identifier};
use outflank_casual::{Contest, ContestEvent};

use super::{
    App,
    streams::{Folded, Stood},
};

/// What an entrant takes, with his part of the order and of challenges, in bytes.
const ENTRANT_BYTES: u64 = 256;

/// How a contest stands, shared by whoever looks.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownContest(pub Arc<Contest>);

impl KnownContest {
    /// As it stands at that time.
    pub fn at(self, now_ms: i64) -> Arc<Contest> {
        if self.0.is_settled(now_ms) {
            return self.0;
        }
        Arc::new(Arc::unwrap_or_clone(self.0).settled(now_ms))
    }
}

impl Folded for KnownContest {
    type Event = ContestEvent;
    const KIND: &'static str = "contest";

    fn evolved(mut self, at_ms: i64, event: &ContestEvent) -> Self {
        Arc::make_mut(&mut self.0).evolve(at_ms, event);
        self
    }

    // A ladder that is played for years is told by many entries, and stands in few bytes.
    fn held_bytes(&self, _: u64) -> u64 {
        let lines = u64::try_from(self.0.lines()).unwrap_or(u64::MAX);
        ENTRANT_BYTES.saturating_mul(lines)
    }

    fn contended() -> Problem {
        contended()
    }
}

pub(in crate::app) fn contended() -> Problem {
    Problem::new(
        Kind::Conflict,
        "contest_contended",
        "Others acted in this contest at the same moment again and again; send the same command once more.",
    )
}

impl App {
    /// A contest as it stands now.
    ///
    /// # Errors
    /// `unknown_contest`.
    pub(crate) async fn contest(&self, id: &str) -> Result<Stood<KnownContest>, Problem> {
        if !identifier::is_id(id) {
            return Err(unknown_contest());
        }
        let stood: Stood<KnownContest> = self.stood(id).await?;
        if stood.state.0.founding().is_none() {
            return Err(unknown_contest());
        }
        Ok(stood)
    }
}

fn unknown_contest() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_contest",
        "There is no such arena or ladder here.",
    )
}
