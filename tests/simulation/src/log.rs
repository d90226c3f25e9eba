//! What everybody outside the services saw and did: the check compares the journal with it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use outflank_access::identifier;

use crate::{
    asked::Asked,
    coverage::{Coverage, Doing, Fault},
};

/// The id that pairing writes a command under: of its method and its content too.
pub fn written_by_pairing(rpc: &str, command_id: &str, content: &[u8]) -> String {
    let rpc = format!("/outflank.pairing.v1.PairingService/{rpc}");
    identifier::derived_id(&[&rpc, command_id, &identifier::hex(content)])
}

/// How a command fared, as its sender knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was acknowledged.
    Acknowledged {
        /// The entry that it made.
        seq: u64,
    },
    /// It was refused.
    Refused {
        /// Why.
        code: String,
    },
}

/// A command reached the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// When, by the gateway's clock.
    pub at_ms: i64,
    /// When the position had been handed to that seat, by the same clock.
    pub delivered_ms: Option<i64>,
    /// How long, before that, the player had not read, ms.
    pub unread_ms: i64,
    /// What pings said of the player's line, ms.
    pub lag_ms: i64,
}

/// A command and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issued {
    /// The place among all commands of its sender.
    pub place: u64,
    /// The id that its sender gave it.
    pub command_id: String,
    /// The id that stands in the journal, where a service makes another one of it.
    pub written_as: Option<String>,
    /// The stream it is for: kind and id.
    pub stream: (&'static str, String),
    /// What it asks for.
    pub asked: Asked,
    /// Its arrivals at the gateway.
    pub arrivals: Vec<Arrival>,
    /// Its outcome, if its sender ever learned it.
    pub outcome: Option<Outcome>,
}

/// News of a table as it went over the bus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The game.
    pub game: String,
    /// The entry.
    pub seq: u64,
    /// Its events, for everybody.
    pub events_json: Vec<u8>,
}

/// Everything that was seen and done outside.
#[derive(Debug, Default)]
pub struct Log {
    /// By account and command id.
    issued: Mutex<BTreeMap<(String, String), Issued>>,
    news: Mutex<Vec<News>>,
    complaints: Mutex<Vec<String>>,
    outages: Mutex<Vec<(i64, i64)>>,
    called_off: Mutex<BTreeSet<u32>>,
    /// What the run covered.
    pub coverage: Coverage,
    faults: AtomicU64,
    crashes: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Log {
    /// A command is about to be sent for the first time.
    pub fn issue(
        &self,
        account: &str,
        command_id: &str,
        stream: (&'static str, &str),
        asked: Asked,
    ) {
        self.coverage.given(command_id, asked.kind());
        let mut issued = lock(&self.issued);
        let place = issued.len() as u64;
        issued.insert(
            (account.to_owned(), command_id.to_owned()),
            Issued {
                place,
                command_id: command_id.to_owned(),
                written_as: None,
                stream: (stream.0, stream.1.to_owned()),
                asked,
                arrivals: Vec::new(),
                outcome: None,
            },
        );
    }

    /// A command reached the gateway.
    pub fn arrived(&self, account: &str, command_id: &str, arrival: Arrival) {
        let mut issued = lock(&self.issued);
        if let Some(issued) = issued.get_mut(&(account.to_owned(), command_id.to_owned())) {
            issued.arrivals.push(arrival);
        }
    }

    /// Its sender knows how a command fared.
    pub fn settle(&self, account: &str, command_id: &str, outcome: Outcome) {
        let mut issued = lock(&self.issued);
        if let Some(issued) = issued.get_mut(&(account.to_owned(), command_id.to_owned())) {
            issued.outcome = Some(outcome);
        }
    }

    /// The game of a command is known only now.
    pub fn names(&self, account: &str, command_id: &str, stream_id: &str) {
        let mut issued = lock(&self.issued);
        if let Some(issued) = issued.get_mut(&(account.to_owned(), command_id.to_owned())) {
            stream_id.clone_into(&mut issued.stream.1);
        }
    }

    /// A service writes a command under another id.
    pub fn write_as(&self, account: &str, command_id: &str, written_as: String) {
        self.coverage.written_as(command_id, &written_as);
        let mut issued = lock(&self.issued);
        if let Some(issued) = issued.get_mut(&(account.to_owned(), command_id.to_owned())) {
            issued.written_as = Some(written_as);
        }
    }

    /// News came over the bus.
    pub fn heard(&self, news: News) {
        lock(&self.news).push(news);
    }

    /// Somebody was told what cannot be.
    pub fn complain(&self, complaint: String) {
        lock(&self.complaints).push(complaint);
    }

    /// A round counts as if it had never been published.
    pub fn call_off(&self, round: u32) {
        lock(&self.called_off).insert(round);
    }

    /// Whether it does.
    #[must_use]
    pub fn is_called_off(&self, round: u32) -> bool {
        lock(&self.called_off).contains(&round)
    }

    /// No process of play ran from one instant to the other, ms.
    pub fn outage(&self, from_ms: i64, to_ms: i64) {
        lock(&self.outages).push((from_ms, to_ms));
    }

    /// How long no process of play ran between two instants, ms.
    #[must_use]
    pub fn outage_ms(&self, from_ms: i64, to_ms: i64) -> i64 {
        let outages = lock(&self.outages);
        let within = outages
            .iter()
            .map(|(from, to)| (*to).min(to_ms) - (*from).max(from_ms));
        within.filter(|ms| *ms > 0).sum()
    }

    /// A fault happened.
    pub fn struck<'a>(&self, fault: Fault, during: impl IntoIterator<Item = &'a Doing>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.coverage.struck(fault, during);
    }

    /// A process died.
    pub fn count_crash(&self) {
        self.crashes.fetch_add(1, Ordering::Relaxed);
    }

    /// Faults so far, crashes among them.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.faults.load(Ordering::Relaxed) + self.crashes()
    }

    /// Crashes so far.
    #[must_use]
    pub fn crashes(&self) -> u64 {
        self.crashes.load(Ordering::Relaxed)
    }

    /// Every command so far, by account and the id that stands in the journal.
    #[must_use]
    pub fn issued(&self) -> BTreeMap<(String, String), Issued> {
        let issued = lock(&self.issued).clone().into_iter();
        let written = issued.map(|((account, command_id), issued)| {
            let written_as = issued.written_as.clone().unwrap_or(command_id);
            ((account, written_as), issued)
        });
        written.collect()
    }

    /// All news so far.
    #[must_use]
    pub fn news(&self) -> Vec<News> {
        lock(&self.news).clone()
    }

    /// All complaints so far.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        lock(&self.complaints).clone()
    }
}
