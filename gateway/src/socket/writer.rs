//! Writes what waits for one socket, and measures its round trip.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use bytes::Bytes;
use futures_util::{SinkExt as _, stream::SplitSink};
use outflank_transport::Stage;
use tokio::time::{Instant, MissedTickBehavior};

use crate::{
    frames::{
        outbox::{Closing, Outbox, Waiting},
        unread::Unread,
    },
    state::Shared,
    unread::{self, time_for},
};

/// A socket that is silent for so long is closed, unless it is at what was written to it.
pub const SILENCE: Duration = Duration::from_secs(9);

pub const PING_EVERY: Duration = Duration::from_millis(2500);
/// Frames written before the socket is flushed.
pub const BATCH: usize = 32;
/// Pings whose answers are waited for: a slow reader comes to one after all that was written before it.
const UNANSWERED: usize = 64;
/// What the system keeps of what was written to a socket, in bytes.
const ON_THE_WAY: u64 = 256 * 1024;

/// Pings on their way, and what was written before each.
#[derive(Debug, Default)]
pub struct Pings(Mutex<Sent>);

#[derive(Debug, Default)]
struct Sent {
    number: u64,
    unanswered: VecDeque<Ping>,
    /// Bytes of frames that were written.
    written: u64,
    /// Those of them that have come: what was written after them has been answered.
    come: u64,
}

#[derive(Debug, Clone, Copy)]
struct Ping {
    number: u64,
    at: Instant,
    written_before: u64,
}

impl Pings {
    fn lock(&self) -> MutexGuard<'_, Sent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self) -> Bytes {
        Bytes::copy_from_slice(&self.next_number().to_be_bytes())
    }

    /// The number of a ping that goes out now.
    pub fn next_number(&self) -> u64 {
        let mut sent = self.lock();
        sent.number = sent.number.wrapping_add(1);
        if sent.unanswered.len() >= UNANSWERED {
            sent.unanswered.pop_front();
        }
        let ping = Ping {
            number: sent.number,
            at: Instant::now(),
            written_before: sent.written,
        };
        sent.unanswered.push_back(ping);
        sent.number
    }

    /// The round trip that this answer measures; none for an answer to no ping of ours.
    pub fn answered(&self, payload: &[u8]) -> Option<Duration> {
        let number = u64::from_be_bytes(payload.try_into().ok()?);
        let mut sent = self.lock();
        let mut pings = sent.unanswered.iter();
        let position = pings.position(|ping| ping.number == number)?;
        let ping = sent.unanswered.drain(..=position).next_back()?;
        sent.come = sent.come.max(ping.written_before);
        Some(ping.at.elapsed())
    }

    fn wrote(&self, bytes: usize) {
        let mut sent = self.lock();
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        sent.written = sent.written.saturating_add(bytes);
    }

    /// How long a reader may take for what was written and is not known to have come: no more than is kept on the way.
    pub fn on_the_way(&self) -> Duration {
        let sent = self.lock();
        time_for(sent.written.saturating_sub(sent.come).min(ON_THE_WAY))
    }
}

type Sink = SplitSink<WebSocket, Message>;

/// Writes until the outbox is closed or the client no longer takes anything: what carries the socket judges that.
pub async fn run(shared: Shared, mut sink: Sink, outbox: Arc<Outbox>, pings: Arc<Pings>) {
    let mut ticks = tokio::time::interval(PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The greeting comes before the first ping.
    let mut has_begun = false;
    let closing = loop {
        let written = tokio::select! {
            biased;
            _ = ticks.tick(), if has_begun => {
                let ping = sink.send(Message::Ping(pings.send()));
                outbox.unread.during(ping).await
            }
            waiting = outbox.next(BATCH) => match waiting {
                Ok(frames) => {
                    has_begun = true;
                    let write = write(&shared, &mut sink, frames, (&outbox.unread, &pings));
                    outbox.unread.during(write).await
                }
                Err(closing) => break Some(closing),
            },
        };
        if let Err(error) = written {
            if unread::is_given_up(&error) {
                shared.metrics.readers_given_up.inc();
            }
            break None;
        }
    };
    if let Some(Closing { code, reason }) = closing {
        let close = sink.send(Message::Close(Some(CloseFrame {
            code,
            reason: reason.into(),
        })));
        let _gone_anyway = tokio::time::timeout(Duration::from_secs(1), close).await;
    }
    outbox.give_up(Closing {
        code: 1006,
        reason: "The client takes nothing more.",
    });
}

async fn write(
    shared: &Shared,
    sink: &mut Sink,
    frames: Vec<Waiting>,
    (unread, pings): (&Unread, &Pings),
) -> Result<(), axum::Error> {
    let (mut deliveries, mut tables) = (Vec::new(), Vec::new());
    for frame in frames {
        shared.metrics.frames_out.inc();
        let text = frame.frame.json();
        pings.wrote(text.len());
        sink.feed(Message::Text(text)).await?;
        deliveries.extend(frame.delivery);
        tables.extend(frame.table_since);
    }
    sink.flush().await?;
    for since in tables {
        shared.stages.ended(Stage::Sent, since);
    }
    if !deliveries.is_empty() {
        let now_ms = shared.clock.now_ms();
        for delivery in deliveries {
            delivery.written(now_ms, unread.so_far());
        }
    }
    Ok(())
}
