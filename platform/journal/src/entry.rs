//! Streams and their entries.

use std::fmt;

use crate::{DeadlineChange, Hash, JournalError, NewFact, RecordWrite};

/// Longest accepted stream kind, stream id, actor, command id and fact kind, in bytes.
const LONGEST_NAME: usize = 200;

/// Name of one stream: a tournament, a game, an account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId {
    /// What the stream is about, e.g. `game`.
    pub kind: String,
    /// Which one of its kind.
    pub id: String,
}

impl StreamId {
    /// Names a stream. The name is checked when something is appended: both parts consist of
    /// ASCII letters, digits, `-`, `_`, `.` and `:`, at most 200 of them.
    pub fn new(kind: impl Into<String>, id: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            id: id.into(),
        }
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.id)
    }
}

/// What one accepted command asks to be written, all of it or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The stream it continues.
    pub stream: StreamId,
    /// `seq` of the last entry the decision took into account; 0 for a new stream. The new
    /// entry gets the next one.
    pub expected_seq: u64,
    /// Cluster time of the decision, in ms since 1970. Order is `seq`, never this.
    pub at_ms: i64,
    /// Who caused it: a person's id or `service:<role>`.
    pub actor: String,
    /// The command's id, unique per stream and actor.
    pub command_id: String,
    /// Version of the body's schema.
    pub schema_version: u32,
    /// The events, as versioned JSON; stored and hashed byte for byte.
    pub body: Vec<u8>,
    /// What other services shall learn of it, in order.
    pub facts: Vec<NewFact>,
    /// What the table of open streams and next deadlines shall hold for this stream from now on.
    pub deadline: DeadlineChange,
    /// What is written of the service's records in the same transaction, in order. Such an entry has a commit of its own.
    pub records: Vec<RecordWrite>,
}

/// One entry as it stands in the journal, for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Its place in the stream, from 1 without gaps.
    pub seq: u64,
    /// Cluster time of the decision, in ms since 1970.
    pub at_ms: i64,
    /// Who caused it.
    pub actor: String,
    /// The command's id, unique per stream and actor.
    pub command_id: String,
    /// Version of the body's schema.
    pub schema_version: u32,
    /// The events, as versioned JSON.
    pub body: Vec<u8>,
    /// Hash of the entry before it; all zeros for the first.
    pub previous_hash: Hash,
    /// Hash of this entry, see [`entry_hash`](crate::entry_hash).
    pub hash: Hash,
}

/// What became of an append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Append {
    /// The entry is durable.
    Appended {
        /// Its place in the stream.
        seq: u64,
        /// Its time, in ms since 1970.
        at_ms: i64,
    },
    /// This actor's command was accepted before: its first answer stands, nothing was written.
    Repeated {
        /// The entry the command made then.
        entry: Box<Entry>,
    },
    /// Somebody else was first, or the stream is shorter than expected: nothing was written.
    Conflict {
        /// `seq` of the last entry that stands; 0 if the stream is empty.
        actual_seq: u64,
    },
    /// A [required](RecordWrite::required) statement on records changed nothing: nothing was written.
    Unmet,
}

impl NewEntry {
    /// Whether the journal can take this entry at all.
    ///
    /// # Errors
    /// [`JournalError::InvalidEntry`] names the field and what would be right.
    pub(crate) fn check(&self) -> Result<(), JournalError> {
        check_plain("stream kind", &self.stream.kind)?;
        check_plain("stream id", &self.stream.id)?;
        check_length("actor", &self.actor)?;
        check_length("command id", &self.command_id)?;
        for fact in &self.facts {
            check_length("fact kind", &fact.kind)?;
        }
        if i64::try_from(self.expected_seq).is_ok_and(|seq| seq < i64::MAX) {
            Ok(())
        } else {
            Err(invalid("the expected seq", "must be below 2^63 - 1"))
        }
    }
}

fn check_plain(field: &str, value: &str) -> Result<(), JournalError> {
    check_length(field, value)?;
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.:".contains(&c);
    if value.bytes().all(plain) {
        Ok(())
    } else {
        let message = format!("the {field} {value:?}");
        Err(invalid(
            &message,
            "may hold ASCII letters, digits and - _ . : only",
        ))
    }
}

fn check_length(field: &str, value: &str) -> Result<(), JournalError> {
    let what = format!("the {field}");
    if !(1..=LONGEST_NAME).contains(&value.len()) {
        let right = format!("must have 1 to {LONGEST_NAME} bytes, not {}", value.len());
        return Err(invalid(&what, &right));
    }
    // Not every database can hold it.
    if value.contains('\0') {
        return Err(invalid(&what, "must not hold the character NUL"));
    }
    Ok(())
}

fn invalid(what: &str, right: &str) -> JournalError {
    JournalError::InvalidEntry {
        message: format!("{what} {right}"),
    }
}
