//! What moderators do.

use super::Answer;

/// What somebody who may wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Answer the report that is given with it.
    Answer(Answer),
    /// Keep somebody from writing at casual tables.
    Mute {
        /// Who.
        account: String,
        /// Until when, ms of cluster time; until it is taken back without.
        until_ms: Option<i64>,
    },
    /// Let him write again.
    Unmute {
        /// Who.
        account: String,
    },
    /// Keep somebody from casual play.
    Bar {
        /// Who.
        account: String,
        /// Until when, ms of cluster time; until it is taken back without.
        until_ms: Option<i64>,
    },
    /// Let him play again.
    Readmit {
        /// Who.
        account: String,
    },
    /// Take a message away.
    RemoveMessage {
        /// The game.
        game: String,
        /// Who played it.
        players: [String; 2],
        /// The message.
        number: u64,
        /// Who wrote it.
        account: String,
    },
    /// End a contest that somebody else founded, or take its title once it is over.
    EndContest {
        /// The contest.
        contest: String,
        /// Who founded it.
        founder: String,
    },
    /// Remove somebody from a contest that somebody else founded.
    RemoveContestEntrant {
        /// The contest.
        contest: String,
        /// Who.
        account: String,
        /// The programs that are removed with him.
        programs: Vec<String>,
    },
}

impl Act {
    /// Whom it judges; `None` where the report or the game says whom it concerns.
    #[must_use]
    pub fn whom(&self) -> Option<&str> {
        match self {
            Self::Mute { account, .. }
            | Self::Unmute { account }
            | Self::Bar { account, .. }
            | Self::Readmit { account }
            | Self::EndContest {
                founder: account, ..
            }
            | Self::RemoveContestEntrant { account, .. } => Some(account),
            Self::Answer(_) | Self::RemoveMessage { .. } => None,
        }
    }

    /// The same, and whom else it judges.
    pub(super) fn judged(&self) -> impl Iterator<Item = &str> {
        let others = match self {
            Self::RemoveContestEntrant { programs, .. } => programs.as_slice(),
            _ => &[],
        };
        self.whom()
            .into_iter()
            .chain(others.iter().map(String::as_str))
    }
}
