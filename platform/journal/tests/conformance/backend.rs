//! What a backend is, and what the cases have in common.

use std::sync::Arc;

use outflank_journal::{Append, DeadlineChange, Journal, NewEntry, NewFact, StreamId};

/// An empty store that can be opened, closed and opened again.
pub trait Backend: Sized {
    async fn start() -> Self;
    async fn open(&self) -> Arc<dyn Journal>;
}

pub fn game(id: &str) -> StreamId {
    StreamId::new("game", id)
}

/// An entry whose body and time can be told from any other's.
pub fn entry(id: &str, expected_seq: u64, command: &str) -> NewEntry {
    NewEntry {
        stream: game(id),
        expected_seq,
        at_ms: 1_700_000_000_000 + i64::try_from(expected_seq).unwrap(),
        actor: "p1".into(),
        command_id: command.into(),
        schema_version: 1,
        body: format!(r#"[{{"{id}":"{command}"}}]"#).into_bytes(),
        facts: Vec::new(),
        deadline: DeadlineChange::Keep,
        records: Vec::new(),
    }
}

pub fn fact(kind: &str, body: &str) -> NewFact {
    NewFact {
        kind: kind.into(),
        body: body.as_bytes().to_vec(),
    }
}

/// Appends an entry that has to be taken.
pub async fn must_append(journal: &dyn Journal, entry: NewEntry) -> u64 {
    let (expected, at) = (entry.expected_seq, entry.at_ms);
    match journal.append(entry).await.unwrap() {
        Append::Appended { seq, at_ms } => {
            assert_eq!((seq, at_ms), (expected + 1, at));
            seq
        }
        other => panic!("not appended: {other:?}"),
    }
}
