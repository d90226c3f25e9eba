//! What the entries of the stream of moderation say. Ids stand in it; what people wrote are records.

use serde::{Deserialize, Serialize};

/// What is reported of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportKind {
    /// Abusive chat.
    AbusiveChat,
    /// A program plays, and does not say so.
    UndeclaredProgram,
    /// Games are lost on purpose.
    LostOnPurpose,
    /// Games are left, or stalled until the clock runs out.
    LeftOrStalled,
    /// Something else.
    Other,
}

impl ReportKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::AbusiveChat,
        Self::UndeclaredProgram,
        Self::LostOnPurpose,
        Self::LeftOrStalled,
        Self::Other,
    ];

    /// Its name in the journal and in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AbusiveChat => "abusive_chat",
            Self::UndeclaredProgram => "undeclared_program",
            Self::LostOnPurpose => "lost_on_purpose",
            Self::LeftOrStalled => "left_or_stalled",
            Self::Other => "other",
        }
    }

    /// The one with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// How a report is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// There is nothing in it, or nothing to be done.
    Dismissed,
    /// It is so.
    Upheld,
}

impl Answer {
    /// Its name in the journal and in records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dismissed => "dismissed",
            Self::Upheld => "upheld",
        }
    }

    /// The one with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let both = [Self::Dismissed, Self::Upheld];
        both.into_iter().find(|answer| answer.as_str() == name)
    }
}

/// A report of somebody at a casual game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Who played it: accounts.
    pub players: [String; 2],
    /// Who reports.
    pub by: String,
    /// Who is reported.
    pub about: String,
    /// What of.
    pub kind: ReportKind,
    /// Who reports has no password.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_guest: bool,
}

/// An act of somebody who may: whoever did it, and the id of its record, where the reason stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// Its id.
    pub id: String,
    /// The moderator, or the administrator.
    pub by: String,
    /// The report that it follows from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModerationEvent {
    /// Somebody was reported.
    Reported(Report),
    /// A report was answered.
    Answered {
        /// Which.
        report: String,
        /// How.
        answer: Answer,
        /// By whom.
        deed: Deed,
    },
    /// Somebody may not write at casual tables.
    Muted {
        /// Who.
        account: String,
        /// Until when, ms of cluster time; until it is taken back without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
        /// By whom.
        deed: Deed,
    },
    /// He may again.
    Unmuted {
        /// Who.
        account: String,
        /// By whom.
        deed: Deed,
    },
    /// Somebody may play no casual games.
    Barred {
        /// Who.
        account: String,
        /// Until when, ms of cluster time; until it is taken back without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
        /// By whom.
        deed: Deed,
    },
    /// He may again.
    Readmitted {
        /// Who.
        account: String,
        /// By whom.
        deed: Deed,
    },
    /// A message at a casual table was taken away.
    MessageRemoved {
        /// The game.
        game: String,
        /// The message.
        number: u64,
        /// Who wrote it.
        account: String,
        /// By whom.
        deed: Deed,
    },
    /// Somebody is a moderator.
    ModeratorNamed {
        /// Who.
        account: String,
        /// By whom.
        deed: Deed,
    },
    /// Somebody is none any more.
    ModeratorDismissed {
        /// Who.
        account: String,
        /// By whom.
        deed: Deed,
    },
    /// A contest that somebody else founded was ended; its own stream has what follows.
    ContestEnded {
        /// The contest.
        contest: String,
        /// Who founded it.
        founder: String,
        /// By whom.
        deed: Deed,
    },
    /// Somebody was removed from a contest that somebody else founded; its own stream has what follows.
    ContestEntrantRemoved {
        /// The contest.
        contest: String,
        /// Who.
        account: String,
        /// By whom.
        deed: Deed,
    },
}

/// What other services are told of an entry that concerns them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModerationFact {
    /// Of this form: 1.
    pub version: u32,
    /// What happened.
    pub event: ModerationEvent,
}
