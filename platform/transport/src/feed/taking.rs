//! What becomes of a fact that a consumer is given.

use outflank_access::Problem;
use outflank_proto::feed::v1::Fact;
use serde::Deserialize;

/// Why a consumer did not take a fact in. What follows is the [`Follower`](super::Follower)'s affair, and the same in
/// every service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// It was read, and the consumer's own rules refuse it, now and for ever: it is told, and the facts behind it go on.
    #[error("{0}")]
    Refused(String),
    /// This program cannot read it, another version may: nothing behind it is taken in until it can be read.
    #[error("{0}")]
    Unreadable(String),
    /// Something failed that may go well the next time.
    #[error(transparent)]
    Failed(#[from] Problem),
}

impl NotTaken {
    /// A fact of a kind that this program does not know.
    #[must_use]
    pub fn unknown_kind(kind: &str) -> Self {
        Self::Unreadable(format!("this version knows no facts of kind {kind:?}"))
    }

    /// What one of the consumer's rules said of it.
    #[must_use]
    pub fn refused_by(problem: &Problem) -> Self {
        Self::Refused(format!("{} ({})", problem.detail, problem.code))
    }
}

/// Reads the body of a fact.
///
/// # Errors
/// [`NotTaken::Unreadable`].
pub fn read<'f, T: Deserialize<'f>>(fact: &'f Fact) -> Result<T, NotTaken> {
    serde_json::from_slice(&fact.body).map_err(|error| NotTaken::Unreadable(error.to_string()))
}

/// The kind of pairing's facts about casual games that are booked; they are about no tournament.
pub const BOOKED: &str = "booked";
/// The kind of pairing's facts about order in casual play; they are about no tournament either.
pub const MODERATED: &str = "moderated";

/// Whether a fact of pairing's is about casual play, and no tournament's.
#[must_use]
pub fn is_casual(fact: &Fact) -> bool {
    [BOOKED, MODERATED].contains(&fact.kind.as_str())
}

/// The tournament that a fact says it is about, wherever its body can be read so far.
pub(super) fn tournament(fact: &Fact) -> Option<String> {
    #[derive(Deserialize)]
    struct About {
        tournament_id: String,
    }
    let about: About = serde_json::from_slice(&fact.body).ok()?;
    Some(about.tournament_id).filter(|id| !id.is_empty())
}
