//! What spectators hear: of each entry, when the first and the last of them had it, and whether all were told the same
//! bytes.

use std::{
    hash::{DefaultHasher, Hasher as _},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use super::{
    machine::shared_micros,
    news::{find, number_after},
};

/// An entry on its way to everybody.
#[derive(Debug)]
pub(super) struct Arrival {
    pub count: AtomicU64,
    pub first_micros: AtomicU64,
    pub last_micros: AtomicU64,
    digest: AtomicU64,
    pub different: AtomicU64,
    pub bytes: AtomicU64,
    /// The commit's own; none where it was read instead.
    pub text: Mutex<Option<Vec<u8>>>,
}

impl Default for Arrival {
    fn default() -> Self {
        Self {
            count: AtomicU64::new(0),
            first_micros: AtomicU64::new(u64::MAX),
            last_micros: AtomicU64::new(0),
            digest: AtomicU64::new(0),
            different: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            text: Mutex::default(),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Heard {
    pub commits: AtomicU64,
    pub tables: AtomicU64,
    pub resyncs: AtomicU64,
    pub refused: AtomicU64,
    pub arrivals: Vec<Arrival>,
}

impl Heard {
    fn commit(&self, text: &[u8], seq: u64, at: Instant) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        let Some(arrival) = usize::try_from(seq)
            .ok()
            .and_then(|seq| self.arrivals.get(seq))
        else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        hasher.write(text);
        let digest = hasher.finish() | 1;
        let first =
            arrival
                .digest
                .compare_exchange(0, digest, Ordering::Relaxed, Ordering::Relaxed);
        match first {
            Ok(_) => *arrival.text.lock().unwrap() = Some(text.to_vec()),
            Err(other) if other != digest => {
                arrival.different.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => {}
        }
        arrival.note(at, text.len());
    }

    /// A commit that the bus brings late is read from play, and told in a table with those before it.
    fn read_instead(&self, (after, upto): (u64, u64), at: Instant, bytes: usize) {
        for (seq, arrival) in (0..).zip(&self.arrivals) {
            if after < seq && seq <= upto {
                arrival.note(at, bytes);
            }
        }
    }
}

impl Arrival {
    fn note(&self, at: Instant, bytes: usize) {
        let micros = shared_micros(at);
        self.first_micros.fetch_min(micros, Ordering::Relaxed);
        self.last_micros.fetch_max(micros, Ordering::Relaxed);
        let bytes = u64::try_from(bytes).unwrap_or(0);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Release);
    }
}

/// What a spectator has to do something about.
#[derive(Debug)]
pub(super) enum Told {
    Standings,
    /// What is to be sent.
    Resync(String),
}

/// What a spectator listens with.
#[derive(Debug)]
pub(super) struct Ear {
    heard: Arc<Heard>,
    last_seq: u64,
}

impl Ear {
    pub fn of(heard: &Arc<Heard>) -> Self {
        Self {
            heard: Arc::clone(heard),
            last_seq: 0,
        }
    }

    pub fn hear(&mut self, text: &[u8], at: Instant) -> Option<Told> {
        let heard = &self.heard;
        if text.starts_with(br#"{"type":"commit""#) {
            let seq = number_after(text, br#""seq":"#).and_then(|seq| u64::try_from(seq).ok());
            if let Some(seq) = seq.filter(|seq| *seq > self.last_seq) {
                self.last_seq = seq;
                heard.commit(text, seq, at);
            }
        } else if text.starts_with(br#"{"type":"table""#) {
            heard.tables.fetch_add(1, Ordering::Relaxed);
            if let Some(seq) = table_seq(text) {
                heard.read_instead((self.last_seq, seq), at, text.len());
                self.last_seq = seq;
            }
        } else if text.starts_with(br#"{"type":"standings""#) {
            return Some(Told::Standings);
        } else if text.starts_with(br#"{"type":"resync""#) {
            heard.resyncs.fetch_add(1, Ordering::Relaxed);
            return game_in(text).map(|game| Told::Resync(watch(game, self.last_seq)));
        } else if text.starts_with(br#"{"type":"refused""#) {
            heard.refused.fetch_add(1, Ordering::Relaxed);
        }
        None
    }
}

/// Asks for a game from there on.
pub(super) fn watch(game: &str, after_seq: u64) -> String {
    format!(r#"{{"type":"watch","game":"{game}","after_seq":{after_seq}}}"#)
}

/// The last commit that a table shows.
fn table_seq(text: &[u8]) -> Option<u64> {
    let table = find(text, br#""table":{"#)?;
    let seq = number_after(&text[table..], br#""seq":"#)?;
    u64::try_from(seq).ok()
}

fn game_in(text: &[u8]) -> Option<&str> {
    const NAME: &[u8] = br#""game":""#;
    let rest = &text[find(text, NAME)? + NAME.len()..];
    let length = rest.iter().position(|byte| *byte == b'"')?;
    std::str::from_utf8(&rest[..length]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_commit_that_was_read_has_arrived_as_one_that_the_bus_brought() {
        let heard = Arc::new(Heard {
            arrivals: (0..10).map(|_| Arrival::default()).collect(),
            ..Heard::default()
        });
        let table = |seq: u64| {
            let table = json!({"entries": [{"seq": 2}], "table": {"table": 1, "seq": seq}});
            format!(r#"{{"type":"table",{}"#, &table.to_string()[1..])
        };
        let commit = |seq: u64| format!(r#"{{"type":"commit","seq":{seq},"events":[]}}"#);
        let mut ear = Ear::of(&heard);
        for text in [
            table(3),
            commit(4),
            commit(4),
            table(6),
            commit(5),
            commit(7),
        ] {
            ear.hear(text.as_bytes(), Instant::now());
        }
        let count = |arrival: &Arrival| arrival.count.load(Ordering::Relaxed);
        let counts: Vec<u64> = heard.arrivals.iter().map(count).collect();
        assert_eq!(counts, [0, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
        let resync = ear.hear(br#"{"type":"resync","game":"G"}"#, Instant::now());
        let Some(Told::Resync(watch)) = resync else {
            panic!("{resync:?}");
        };
        assert_eq!(watch, r#"{"type":"watch","game":"G","after_seq":7}"#);
    }
}
