//! What a service tells the others.

use std::fmt;

use crate::StreamId;

/// A fact to be written with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFact {
    /// What kind of fact, e.g. `round_published`.
    pub kind: String,
    /// Versioned JSON.
    pub body: Vec<u8>,
}

/// Something that happened in one service and concerns others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its place in the feed, from 1 without gaps.
    pub number: u64,
    /// `<stream kind>/<stream id>/<seq>/<index in the entry>`: never changes, so a consumer
    /// derives its command ids from it.
    pub id: String,
    /// The stream of the entry that caused it.
    pub stream: StreamId,
    /// `seq` of the entry that caused it.
    pub seq: u64,
    /// Cluster time of that entry, in ms since 1970.
    pub at_ms: i64,
    /// What kind of fact.
    pub kind: String,
    /// Versioned JSON.
    pub body: Vec<u8>,
}

/// A place in a feed of facts. Valid only for the store that gave it.
///
/// The default is the beginning of any feed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    /// Identity of the store.
    pub epoch: String,
    /// Number of the last fact read; 0 at the beginning.
    pub number: u64,
}

impl Cursor {
    /// The beginning of any store's feed.
    #[must_use]
    pub fn beginning() -> Self {
        Self::default()
    }

    /// Whether the cursor names no store yet.
    #[must_use]
    pub fn is_beginning(&self) -> bool {
        self.epoch.is_empty() && self.number == 0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.epoch, self.number)
    }
}

/// A page of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactPage {
    /// The facts after the cursor asked for, in order of their numbers.
    pub facts: Vec<Fact>,
    /// Where to read on.
    pub cursor: Cursor,
}
