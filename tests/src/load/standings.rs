//! Everybody reads the standings when the last result is in.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio::{sync::watch, task::JoinSet};

use super::{
    latencies::Latencies,
    machine::shared_micros,
    news::{find, number_after},
    report::{Kinds, add},
    requests::Requests,
};
use crate::waiting::PATIENCE;

/// Whoever hears the same news reads within so long of each other, as the pages do.
const WITHIN: Duration = Duration::from_millis(250);
/// Whoever read a list that was not final reads again at the next news, or after so long.
const AGAIN: Duration = Duration::from_millis(500);

/// The list that everybody waits for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Final {
    /// Of which tournament.
    pub tournament: String,
    /// After which round.
    pub round: u32,
}

impl Final {
    /// Whether a list is this one: of that round, and no board of it is open.
    #[must_use]
    pub fn is(&self, list: &[u8]) -> bool {
        number_after(list, br#""round":"#) == Some(i64::from(self.round))
            && find(list, br#""open_boards":0"#).is_some()
    }
}

/// What came of everybody's reading.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Rush {
    /// How many have the final list.
    pub have_it: u64,
    /// How many do not, though they were patient.
    pub without: u64,
    /// When the last had it, in microseconds of the machine's clock.
    pub last_micros: u64,
    /// What was read, in bytes.
    pub bytes: u64,
    /// How long each reading took.
    pub latencies: Vec<[u64; 2]>,
    /// What went wrong.
    pub errors: Kinds,
}

impl Rush {
    /// These too.
    pub fn add(&mut self, other: Self) {
        let mut latencies = self.latencies();
        latencies.add(&other.latencies());
        self.latencies = latencies.pairs();
        self.have_it += other.have_it;
        self.without += other.without;
        self.last_micros = self.last_micros.max(other.last_micros);
        self.bytes += other.bytes;
        add(&mut self.errors, other.errors);
    }

    /// How long each reading took.
    #[must_use]
    pub fn latencies(&self) -> Latencies {
        Latencies::of_pairs(&self.latencies)
    }
}

/// What came of one's reading.
#[derive(Debug, Default)]
pub struct Read {
    latencies: Vec<Duration>,
    had_it: Option<Instant>,
    bytes: usize,
    errors: Kinds,
}

/// Waits for news of the list and reads it, until it is the final one.
pub async fn reader(
    mut requests: Requests,
    wanted: Final,
    mut news: watch::Receiver<u64>,
    number: usize,
) -> Read {
    let path = format!("/tournaments/{}/standings", wanted.tournament);
    // Each has a moment of its own, and the same in every run.
    let share = u32::try_from(number * 7_919 % 1_000).unwrap_or(0);
    let moment = WITHIN * share / 1_000;
    let (mut read, begun) = (Read::default(), Instant::now());
    while begun.elapsed() < PATIENCE {
        // The other end of the news is gone with the socket: then time alone says when to look.
        let _ = tokio::time::timeout(AGAIN, news.changed()).await;
        tokio::time::sleep(moment).await;
        let asked = Instant::now();
        match requests.get(&path).await {
            Ok(answer) if answer.status == 200 => {
                read.latencies.push(asked.elapsed());
                read.bytes += answer.body.len();
                if wanted.is(&answer.body) {
                    read.had_it = Some(Instant::now());
                    break;
                }
            }
            Ok(answer) => *read.errors.entry(answer.status.to_string()).or_default() += 1,
            Err(error) => *read.errors.entry(error.to_string()).or_default() += 1,
        }
    }
    read
}

/// All of them at once.
///
/// # Panics
/// When one of them does.
pub async fn rush(
    readers: impl Iterator<Item = impl Future<Output = Read> + Send + 'static>,
) -> Rush {
    let mut reading: JoinSet<Read> = readers.collect();
    let (mut rush, mut latencies) = (Rush::default(), Latencies::default());
    while let Some(read) = reading.join_next().await {
        let read = read.unwrap();
        for latency in read.latencies {
            latencies.record(latency);
        }
        match read.had_it {
            Some(at) => {
                rush.have_it += 1;
                rush.last_micros = rush.last_micros.max(shared_micros(at));
            }
            None => rush.without += 1,
        }
        rush.bytes += u64::try_from(read.bytes).unwrap_or(0);
        add(&mut rush.errors, read.errors);
    }
    rush.latencies = latencies.pairs();
    rush
}
