//! An event as other services are told it.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::stream::{EntryHeader, Event};

/// The shape that is written and read.
const VERSION: u32 = 1;

/// The body of a fact: one event of a tournament with the header that its fold needs. One of another version cannot be
/// read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactBody {
    /// Version of this shape, 1.
    #[serde(deserialize_with = "known_version")]
    version: u32,
    /// The tournament.
    pub tournament_id: String,
    /// Seq of the entry in the tournament's stream.
    pub seq: u64,
    /// Time of the entry, in ms since 1970.
    pub at_ms: i64,
    /// The event's place in its entry, from 0.
    pub index: u32,
    /// How many events the entry has.
    pub of: u32,
    /// The event.
    pub event: Event,
}

impl FactBody {
    /// An event of an entry, and its place among the entry's events.
    #[must_use]
    pub fn new(
        tournament_id: &str,
        header: EntryHeader,
        (index, of): (u32, u32),
        event: Event,
    ) -> Self {
        Self {
            version: VERSION,
            tournament_id: tournament_id.to_owned(),
            seq: header.seq,
            at_ms: header.at_ms,
            index,
            of,
            event,
        }
    }
}

fn known_version<'de, D: Deserializer<'de>>(version: D) -> Result<u32, D::Error> {
    match u32::deserialize(version)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(format_args!(
            "its version is {other}, and this program reads {VERSION}"
        ))),
    }
}
