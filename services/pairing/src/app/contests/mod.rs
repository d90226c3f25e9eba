//! Arenas and ladders. Each has a stream of its own, `contest/<id>`: its founding with its rule set, who enters and leaves,
//! challenges, and the games that are over. Its games are booked as every casual game is, by the seeks of who has entered.

mod acts;
mod heads;
mod known;
mod now;
mod order;
mod own;
mod seeking;
mod shown;

pub(crate) use acts::NewContest;
pub(in crate::app) use heads::Heads;
pub(crate) use known::KnownContest;
pub(in crate::app) use now::ContestsNow;
pub(crate) use own::OwnContest;
pub(crate) use shown::{ContestHead, ShownChallenge, ShownEntrant, ShownState};

use outflank_access::{Kind, Problem, identifier};

use super::{App, streams::Stood};

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
        if stood.state.contest().founding().is_none() {
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
