//! What this service tells the others.

use outflank_access::Problem;
use outflank_journal::NewFact;
use outflank_tournament::Event;
use serde::{Deserialize, Serialize};

use super::tournament::{EntryBody, SCHEMA_VERSION};

/// The body of a fact: one event of a tournament with the header that its fold needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactBody {
    /// Version of this shape, 1.
    pub version: u32,
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

/// The facts of an entry, one an event, in its order.
pub(crate) fn facts(
    tournament_id: &str,
    seq: u64,
    at_ms: i64,
    events: &[Event],
) -> Result<Vec<NewFact>, Problem> {
    let of = u32::try_from(events.len()).map_err(Problem::internal)?;
    (0_u32..)
        .zip(events)
        .map(|(index, event)| {
            let body = FactBody {
                version: SCHEMA_VERSION,
                tournament_id: tournament_id.to_owned(),
                seq,
                at_ms,
                index,
                of,
                event: event.clone(),
            };
            let body = serde_json::to_value(&body).map_err(Problem::internal)?;
            let kind = body["event"]["type"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            Ok(NewFact {
                kind,
                body: serde_json::to_vec(&body).map_err(Problem::internal)?,
            })
        })
        .collect()
}

/// The body of the entry itself.
pub(crate) fn entry_body(events: &[Event]) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(&EntryBody {
        events: events.to_vec(),
    })
    .map_err(Problem::internal)
}
