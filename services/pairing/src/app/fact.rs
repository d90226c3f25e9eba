//! What this service tells the others.

use outflank_access::Problem;
use outflank_journal::NewFact;
use outflank_tournament::{EntryHeader, Event, FactBody};

use super::tournament::EntryBody;

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
            let header = EntryHeader { seq, at_ms };
            let body = FactBody::new(tournament_id, header, (index, of), event.clone());
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
