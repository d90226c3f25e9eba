//! The streams that are kept: entries, their chains, and what they fold to.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_othello as othello;
use outflank_tournament::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Where the first entry of a stream follows on.
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// One release's streams and what was recorded of them.
pub struct Kept {
    pub streams: PathBuf,
    pub expected: Value,
}

pub fn releases() -> Vec<Kept> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let folders = fs::read_dir(all)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    let read = |folder: PathBuf| Kept {
        expected: json_of(&fs::read_to_string(folder.join("expected.json")).unwrap()),
        streams: folder.join("streams"),
    };
    let kept: Vec<Kept> = folders.into_iter().map(read).collect();
    assert!(!kept.is_empty(), "no streams are kept");
    kept
}

pub fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

impl Kept {
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.expected["events"].as_object().unwrap().keys()
    }

    /// The lines of an event's streams, one entry each.
    pub fn lines(&self, name: &str) -> Vec<String> {
        let file = self.streams.join(format!("{name}.jsonl"));
        let lines = fs::read_to_string(file).unwrap();
        lines.lines().map(str::to_owned).collect()
    }

    /// The entries by stream, the tournament's first.
    pub fn entries(&self, name: &str) -> Vec<Vec<Value>> {
        let lines = self.lines(name);
        let entries: Vec<Value> = lines.iter().map(|line| json_of(line)).collect();
        check_chains(&entries).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let mut streams: Vec<Vec<Value>> = Vec::new();
        for entry in entries {
            match streams.last_mut() {
                Some(stream) if stream[0]["stream"] == entry["stream"] => stream.push(entry),
                _ => streams.push(vec![entry]),
            }
        }
        streams
    }

    pub fn tournament(&self, name: &str) -> TournamentState {
        fold(&self.entries(name)[0]).unwrap()
    }
}

/// What an entry's hash is over: written here a second time, beside the journal's own.
fn hash_of(entry: &Value) -> String {
    let mut chain = Sha256::new();
    let bytes = |chain: &mut Sha256, bytes: &[u8]| {
        chain.update(u64::try_from(bytes.len()).unwrap().to_be_bytes());
        chain.update(bytes);
    };
    bytes(&mut chain, b"outflank-entry-1");
    bytes(
        &mut chain,
        &Seed::from_hex(text(&entry["previous_hash"])).unwrap().0,
    );
    bytes(&mut chain, text(&entry["stream"][0]).as_bytes());
    bytes(&mut chain, text(&entry["stream"][1]).as_bytes());
    chain.update(entry["seq"].as_u64().unwrap().to_be_bytes());
    chain.update(entry["at_ms"].as_i64().unwrap().to_be_bytes());
    bytes(&mut chain, text(&entry["actor"]).as_bytes());
    bytes(&mut chain, text(&entry["command_id"]).as_bytes());
    chain.update(entry["schema_version"].as_u64().unwrap().to_be_bytes());
    bytes(&mut chain, text(&entry["body"]).as_bytes());
    let facts = entry["facts"].as_array().unwrap();
    chain.update(u64::try_from(facts.len()).unwrap().to_be_bytes());
    for fact in facts {
        bytes(&mut chain, text(&fact["kind"]).as_bytes());
        bytes(&mut chain, text(&fact["body"]).as_bytes());
    }
    Seed(chain.finalize().into()).to_hex()
}

/// Every entry has the hash of what it holds and names the one before it.
pub fn check_chains(entries: &[Value]) -> Result<(), String> {
    let mut before: Option<&Value> = None;
    for entry in entries {
        let follows = before.filter(|before| before["stream"] == entry["stream"]);
        let previous = follows.map_or(NO_HASH, |before| text(&before["hash"]));
        let seq = follows.map_or(0, |before| before["seq"].as_u64().unwrap());
        let at = format!("entry {} of {}", entry["seq"], entry["stream"]);
        if entry["seq"] != seq + 1 || text(&entry["previous_hash"]) != previous {
            return Err(format!("{at} does not follow the one before it"));
        }
        if text(&entry["hash"]) != hash_of(entry) {
            return Err(format!("{at} was altered"));
        }
        before = Some(entry);
    }
    Ok(())
}

/// The events of a tournament's entry.
pub fn events(entry: &Value) -> Result<Vec<(EntryHeader, Event)>, serde_json::Error> {
    let header = EntryHeader {
        seq: entry["seq"].as_u64().unwrap(),
        at_ms: entry["at_ms"].as_i64().unwrap(),
    };
    let body: Value = serde_json::from_str(text(&entry["body"]))?;
    let events: Vec<Event> = serde_json::from_value(body["events"].clone())?;
    Ok(events.into_iter().map(|event| (header, event)).collect())
}

pub fn fold(entries: &[Value]) -> Result<TournamentState, serde_json::Error> {
    let mut state = TournamentState::default();
    for entry in entries {
        for (header, event) in events(entry)? {
            state = evolve(state, &header, &event);
        }
    }
    Ok(state)
}

/// A game's stream.
pub fn fold_game(entries: &[Value]) -> Result<othello::TableState, serde_json::Error> {
    let mut state = othello::TableState::default();
    for entry in entries {
        let at_ms = entry["at_ms"].as_i64().unwrap();
        let events: Vec<othello::Event> = serde_json::from_str(text(&entry["body"]))?;
        state = othello::fold(state, at_ms, &events);
    }
    Ok(state)
}
