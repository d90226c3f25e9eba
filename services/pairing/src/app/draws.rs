//! Repeating the draws of every tournament of a journal database.

use outflank_journal::{Entry, JournalError, JournalLocation, StreamId};
use outflank_tournament::{DrawCheck, EntryHeader, Event, repeat_draws};

use super::tournament::{EntryBody, STREAM_KIND};

/// What repeating the draws of one tournament gave.
#[derive(Debug, Clone)]
pub struct TournamentDraws {
    /// The tournament's stream.
    pub stream: StreamId,
    /// One check of each draw and of each round that rests on draws; or the sentence why an entry of
    /// the stream cannot be read.
    pub checks: Result<Vec<DrawCheck>, String>,
}

/// Repeats every draw of every tournament of a journal database, which is only read.
///
/// # Errors
/// [`JournalError::NotAJournal`] if it is something else, [`JournalError::Storage`] if it
/// cannot be read.
pub async fn check_draws(place: &JournalLocation) -> Result<Vec<TournamentDraws>, JournalError> {
    let mut found = Vec::new();
    let read = place.read(STREAM_KIND, |stream, entries| {
        found.push(TournamentDraws {
            checks: check_tournament(&entries),
            stream,
        });
    });
    read.await?;
    Ok(found)
}

/// Repeats every draw of one tournament, and reckons its rankings again.
///
/// # Errors
/// The sentence why an entry of the stream cannot be read.
pub fn check_tournament(entries: &[Entry]) -> Result<Vec<DrawCheck>, String> {
    events(entries).map(|events| repeat_draws(&events))
}

fn events(entries: &[Entry]) -> Result<Vec<(EntryHeader, Event)>, String> {
    let mut events = Vec::new();
    for entry in entries {
        let header = EntryHeader {
            seq: entry.seq,
            at_ms: entry.at_ms,
        };
        let read = EntryBody::parse(entry)?;
        events.extend(read.into_iter().map(|event| (header, event)));
    }
    Ok(events)
}
