//! An event as other services are told it.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::ids::AccountId;
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
    /// Whose act the entry is; absent where it is the service's own, and in facts of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AccountId>,
    /// The event.
    pub event: Event,
}

impl FactBody {
    /// An event of an entry, its place among the entry's events, and whose act the entry is.
    #[must_use]
    pub fn new(
        tournament_id: &str,
        header: EntryHeader,
        (index, of): (u32, u32),
        by: Option<AccountId>,
        event: Event,
    ) -> Self {
        Self {
            version: VERSION,
            tournament_id: tournament_id.to_owned(),
            seq: header.seq,
            at_ms: header.at_ms,
            index,
            of,
            by,
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
