//! What the entries of a contest's stream say.

use outflank_othello::{Color, PerColor};
use serde::{Deserialize, Serialize};

use super::ContestRules;
use crate::bookings::is_nobody;

/// A contest is founded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Founding {
    /// The account that founds it.
    pub founder: String,
    /// What it is called.
    pub title: String,
    /// What holds in it.
    pub rules: ContestRules,
    /// When it begins, ms of cluster time.
    pub starts_at_ms: i64,
}

impl Founding {
    /// When players are paired no more, ms of cluster time; `None` for a ladder.
    #[must_use]
    pub fn ends_at_ms(&self) -> Option<i64> {
        let arena = self.rules.arena()?;
        Some(self.starts_at_ms.saturating_add(arena.length_ms))
    }
}

/// A game of a contest that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestGame {
    /// The game.
    pub game: String,
    /// Whose accounts played it.
    pub players: PerColor<String>,
    /// Discs of each side.
    pub discs: PerColor<u8>,
    /// Who won; `None` for a draw. One that a side never began is that side's loss as any other.
    pub winner: Option<Color>,
    /// Both had moved.
    pub begun: bool,
    /// Sides of which moves came by an API key.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub by_key: PerColor<bool>,
    /// When the challenge was made that it played, on a ladder, ms of cluster time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenged_at_ms: Option<i64>,
}

/// What happened in a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ContestEvent {
    /// It is founded.
    Founded(Founding),
    /// Somebody enters, or comes back.
    Joined {
        /// Who.
        account: String,
        /// Of a program's account: the account of the person who operates it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        operator: Option<String>,
        /// By an API key: a program plays, whosever account it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_key: bool,
    },
    /// Somebody leaves.
    Left {
        /// Who.
        account: String,
    },
    /// Somebody is removed for good, with the programs that he operates there.
    Removed {
        /// Who.
        account: String,
        /// By whom.
        by: String,
    },
    /// Somebody challenges one above on a ladder.
    Challenged {
        /// Who.
        challenger: String,
        /// Whom.
        challenged: String,
    },
    /// One of the two of a challenge waits for the game, for the first time on another day.
    Came {
        /// Who.
        account: String,
    },
    /// The two of a challenge are about to be booked for its game: from now on that may be under way.
    Met {
        /// Who made the challenge.
        challenger: String,
    },
    /// The challenger takes a challenge back.
    Withdrawn {
        /// Who.
        challenger: String,
    },
    /// The challenged gives his place without a game.
    Yielded {
        /// Who.
        challenged: String,
    },
    /// A game is over.
    Played(ContestGame),
    /// It is ended before its time. Of what is over already a moderator takes the title so, and nothing else.
    Ended {
        /// By whom.
        by: String,
    },
}
