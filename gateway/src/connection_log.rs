//! What is noticed of one socket, for the evidence of the games its account plays: when it opened, how its pongs
//! came, and how it ended.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_proto::play::v1::{self as play, connection_report::Observed};
use tokio::time::Instant;

use crate::sockets::Sockets;

/// Pongs that keep away longer than this are noted.
const PONG_GAP: Duration = Duration::from_secs(5);
/// How often round trips are summed up.
const SUMMARY_EVERY: Duration = Duration::from_secs(60);
/// Round trips kept for one summary.
const KEPT_TRIPS: usize = 64;
/// The code of a connection that ended without a close frame (RFC 6455, 7.1.5).
pub const ABNORMAL: u16 = 1006;

/// Who ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// The client said goodbye.
    Client,
    /// The line broke, or fell silent.
    Line,
    /// The server stops.
    Server,
    /// The server would not bear what the client sent.
    Refused,
}

impl EndedBy {
    const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Line => "line",
            Self::Server => "server",
            Self::Refused => "refused",
        }
    }
}

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Who ended it.
    pub by: EndedBy,
    /// The WebSocket close code.
    pub code: u16,
    /// The gateway's own words.
    pub reason: &'static str,
}

impl Ending {
    /// Without a close frame: the line broke.
    pub const BROKEN: Self = Self {
        by: EndedBy::Line,
        code: ABNORMAL,
        reason: "The connection broke without a goodbye.",
    };

    /// The client's goodbye with this code.
    pub const fn goodbye(code: u16) -> Self {
        Self {
            by: EndedBy::Client,
            code,
            reason: "The client said goodbye.",
        }
    }

    /// What the gateway closed the socket with, read as what it means.
    pub const fn closed(code: u16, reason: &'static str) -> Self {
        let by = match code {
            1012 => EndedBy::Server,
            1001 | ABNORMAL => EndedBy::Line,
            1000 => EndedBy::Client,
            _ => EndedBy::Refused,
        };
        Self { by, code, reason }
    }
}

#[derive(Debug)]
struct Noted {
    last_pong: Instant,
    summed_up: Instant,
    trips_ms: Vec<i64>,
    ending: Option<Ending>,
}

/// What is noticed of one socket. Its end is noted when it is dropped.
#[derive(Debug)]
pub struct ConnectionLog {
    sockets: Arc<Sockets>,
    account_id: String,
    socket_id: String,
    noted: Mutex<Noted>,
}

impl ConnectionLog {
    /// A socket opened; `account_id` is empty when nobody is signed in there.
    pub fn open(sockets: &Arc<Sockets>, account_id: Option<&str>) -> Self {
        let now = Instant::now();
        let log = Self {
            sockets: Arc::clone(sockets),
            account_id: account_id.unwrap_or_default().to_owned(),
            socket_id: sockets.next_socket_id(),
            noted: Mutex::new(Noted {
                last_pong: now,
                summed_up: now,
                trips_ms: Vec::new(),
                ending: None,
            }),
        };
        let open_sockets = log.open_sockets();
        log.report(Observed::Connected(play::Connected { open_sockets }));
        log
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_sockets(&self) -> u32 {
        u32::try_from(self.sockets.count()).unwrap_or(u32::MAX)
    }

    /// A ping of the server's was answered.
    pub fn pong(&self, round_trip: Duration) {
        let now = Instant::now();
        let mut noted = self.lock();
        let gap = now.saturating_duration_since(noted.last_pong);
        noted.last_pong = now;
        if noted.trips_ms.len() < KEPT_TRIPS {
            noted.trips_ms.push(in_ms(round_trip));
        }
        let due = now.saturating_duration_since(noted.summed_up) >= SUMMARY_EVERY;
        let summary = if due { noted.sum_up(now) } else { None };
        drop(noted);
        if gap > PONG_GAP {
            let open_sockets = self.open_sockets();
            self.report(Observed::PongGap(play::PongGap {
                gap_ms: in_ms(gap),
                open_sockets,
            }));
        }
        if let Some(summary) = summary {
            self.report(Observed::RoundTrips(summary));
        }
    }

    /// How it ends, as far as is known; what is said first counts.
    pub fn ends(&self, ending: Ending) {
        self.lock().ending.get_or_insert(ending);
    }

    /// Spectators without an account are nobody's evidence, but for the lines that broke.
    fn report(&self, observed: Observed) {
        if !self.account_id.is_empty() || is_lost(&observed) {
            self.sockets.observed(play::ConnectionReport {
                account_id: self.account_id.clone(),
                socket_id: self.socket_id.clone(),
                at_ms: self.sockets.now_ms(),
                observed: Some(observed),
            });
        }
    }
}

impl Drop for ConnectionLog {
    fn drop(&mut self) {
        let now = Instant::now();
        let (summary, ending, silent) = {
            let mut noted = self.lock();
            let silent = now.saturating_duration_since(noted.last_pong);
            let ending = noted.ending.unwrap_or(Ending::BROKEN);
            (noted.sum_up(now), ending, silent)
        };
        if let Some(summary) = summary {
            self.report(Observed::RoundTrips(summary));
        }
        self.report(Observed::Dropped(play::Dropped {
            by: ending.by.name().to_owned(),
            code: u32::from(ending.code),
            reason: ending.reason.to_owned(),
            silent_ms: in_ms(silent),
            // This one is counted until its holder is taken off.
            open_sockets: self.open_sockets().saturating_sub(1),
        }));
    }
}

impl Noted {
    fn sum_up(&mut self, now: Instant) -> Option<play::RoundTrips> {
        self.summed_up = now;
        let mut trips = std::mem::take(&mut self.trips_ms);
        trips.sort_unstable();
        Some(play::RoundTrips {
            count: u32::try_from(trips.len()).unwrap_or(u32::MAX),
            least_ms: *trips.first()?,
            median_ms: *trips.get(trips.len() / 2)?,
            most_ms: *trips.last()?,
        })
    }
}

fn is_lost(observed: &Observed) -> bool {
    matches!(observed, Observed::Dropped(dropped) if dropped.by == "line" || dropped.by == "server")
}

fn in_ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
