//! Counters in Prometheus' text form.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// What a process counts beside its gateway, in Prometheus' text form.
pub type OtherCounters = Arc<dyn Fn() -> String + Send + Sync>;

/// Upper bounds of the latency buckets, in ms.
const BUCKETS_MS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

/// A counter that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
struct Histogram {
    buckets: [u64; BUCKETS_MS.len()],
    count: u64,
    sum_us: u64,
}

impl Histogram {
    fn observe(&mut self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        for (bucket, bound) in self.buckets.iter_mut().zip(BUCKETS_MS) {
            if us <= bound.saturating_mul(1000) {
                *bucket = bucket.saturating_add(1);
            }
        }
        self.count = self.count.saturating_add(1);
        self.sum_us = self.sum_us.saturating_add(us);
    }

    fn write(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (count, bound) in self.buckets.iter().zip(BUCKETS_MS) {
            let seconds = format!("{}.{:03}", bound / 1000, bound % 1000);
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {count}");
        }
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {}", self.count);
        let (whole, rest) = (self.sum_us / 1_000_000, self.sum_us % 1_000_000);
        let _ = writeln!(text, "{name}_sum {whole}.{rest:06}");
        let _ = writeln!(text, "{name}_count {}", self.count);
    }
}

type Labelled<K> = Mutex<BTreeMap<K, u64>>;

/// What the gateway counts.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: Labelled<(String, String, u16)>,
    refusals: Labelled<(&'static str, String)>,
    commands: Labelled<(&'static str, &'static str)>,
    request_seconds: Mutex<Histogram>,
    command_seconds: Mutex<Histogram>,
    /// Sockets opened.
    pub sockets_opened: Counter,
    /// Sockets closed.
    pub sockets_closed: Counter,
    /// Frames received on sockets.
    pub frames_in: Counter,
    /// Frames written to sockets.
    pub frames_out: Counter,
    /// Times that a slow socket was told to watch again.
    pub resyncs: Counter,
    /// Times that a room found commits missing on the bus and read them from play.
    pub gaps: Counter,
    /// Reads of rooms from play while the bus was down.
    pub bus_down_polls: Counter,
    /// Beats that play did not answer.
    pub beats_lost: Counter,
    /// Readers for whom something waited and who took nothing for too long.
    pub readers_given_up: Counter,
    /// Connections that were ended because too much waited for all together.
    pub readers_let_go: Counter,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn add<K: Ord>(counts: &Labelled<K>, key: K) {
    let mut counts = lock(counts);
    let count = counts.entry(key).or_insert(0);
    *count = count.saturating_add(1);
}

/// A label's value as the text form wants it.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

impl Metrics {
    /// An HTTP request was answered.
    pub fn request(&self, method: &str, route: &str, status: u16, took: Duration) {
        add(
            &self.requests,
            (method.to_owned(), route.to_owned(), status),
        );
        lock(&self.request_seconds).observe(took);
    }

    /// Something was refused, over `rest` or `socket`.
    pub fn refusal(&self, face: &'static str, code: &str) {
        add(&self.refusals, (face, code.to_owned()));
    }

    /// A player's command was answered.
    pub fn command(&self, kind: &'static str, outcome: &'static str, took: Duration) {
        add(&self.commands, (kind, outcome));
        lock(&self.command_seconds).observe(took);
    }

    /// Everything in Prometheus' text form, with the numbers that the caller knows.
    pub fn text(&self, gauges: &[(&str, usize)]) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "# TYPE outflank_http_requests_total counter");
        for ((method, route, status), count) in lock(&self.requests).iter() {
            let (method, route) = (label(method), label(route));
            let _ = writeln!(
                text,
                "outflank_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        lock(&self.request_seconds).write(&mut text, "outflank_http_request_seconds");
        let _ = writeln!(text, "# TYPE outflank_refusals_total counter");
        for ((face, code), count) in lock(&self.refusals).iter() {
            let code = label(code);
            let _ = writeln!(
                text,
                "outflank_refusals_total{{face=\"{face}\",code=\"{code}\"}} {count}"
            );
        }
        let _ = writeln!(text, "# TYPE outflank_commands_total counter");
        for ((kind, outcome), count) in lock(&self.commands).iter() {
            let _ = writeln!(
                text,
                "outflank_commands_total{{kind=\"{kind}\",outcome=\"{outcome}\"}} {count}"
            );
        }
        lock(&self.command_seconds).write(&mut text, "outflank_command_seconds");
        for (name, counter) in [
            ("sockets_opened", &self.sockets_opened),
            ("sockets_closed", &self.sockets_closed),
            ("socket_frames_received", &self.frames_in),
            ("socket_frames_sent", &self.frames_out),
            ("resyncs", &self.resyncs),
            ("bus_gaps", &self.gaps),
            ("bus_down_polls", &self.bus_down_polls),
            ("beats_lost", &self.beats_lost),
            ("readers_given_up", &self.readers_given_up),
            ("readers_let_go", &self.readers_let_go),
        ] {
            let _ = writeln!(text, "# TYPE outflank_{name}_total counter");
            let _ = writeln!(text, "outflank_{name}_total {}", counter.get());
        }
        for (name, value) in gauges {
            let _ = writeln!(
                text,
                "# TYPE outflank_{name} gauge\noutflank_{name} {value}"
            );
        }
        text
    }
}
