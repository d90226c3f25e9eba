//! File names, each given to one tournament.
//!
//! A name is a stream and whoever wants it appends to it, so that the place in the stream tells the
//! letter: nothing has to be searched, and two that come at once get two letters.

use outflank_access::{Problem, Role};
use outflank_formats::elo::{FileName, NAME_LIMIT};
use outflank_journal::{Append, DeadlineChange, Journal, NewEntry, StreamId};
use serde_json::json;

use crate::{entry::SCHEMA_VERSION, stored::stored};

const KIND: &str = "export_name";
/// How many a day and name the letters tell apart: none, then a to z.
const LETTERED: u64 = 27;

/// The tournament's own form of a file name; asked again it is the same one.
pub(crate) async fn give(
    journal: &dyn Journal,
    wanted: &FileName,
    tournament_id: &str,
    at_ms: i64,
) -> Result<FileName, Problem> {
    let mut name = wanted.clone();
    loop {
        match place(journal, &name, tournament_id, at_ms).await? {
            1 => return Ok(name),
            place @ 2..=LETTERED => {
                name.letter = u8::try_from(place.saturating_sub(2))
                    .ok()
                    .map(|letter| char::from(b'a'.saturating_add(letter)));
                return Ok(name);
            }
            place => name.name = numbered(&name.name, place),
        }
    }
}

/// Beyond the letters names are told apart by a number.
fn numbered(name: &str, place: u64) -> String {
    let number = format!("_{place}");
    let room = NAME_LIMIT.saturating_sub(number.len());
    name.chars().take(room).chain(number.chars()).collect()
}

/// The tournament's place among those who wanted the name, from 1.
async fn place(
    journal: &dyn Journal,
    name: &FileName,
    tournament_id: &str,
    at_ms: i64,
) -> Result<u64, Problem> {
    // Some systems do not tell capitals in file names from small letters.
    let text = name.to_string().to_ascii_lowercase();
    let stream = StreamId::new(KIND, text);
    let body = json!([{"event": "given", "tournament_id": tournament_id}]);
    let mut expected_seq = 0;
    loop {
        let entry = NewEntry {
            stream: stream.clone(),
            expected_seq,
            at_ms,
            actor: Role::Ratings.actor(),
            command_id: tournament_id.to_owned(),
            schema_version: SCHEMA_VERSION,
            body: body.to_string().into_bytes(),
            facts: Vec::new(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        };
        match journal.append(entry).await.map_err(stored)? {
            Append::Appended { seq, .. } => return Ok(seq),
            Append::Repeated { entry } => return Ok(entry.seq),
            Append::Conflict { actual_seq } => expected_seq = actual_seq,
            Append::Unmet => {}
        }
    }
}
