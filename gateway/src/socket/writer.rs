//! Writes what waits for one socket, and measures its round trip.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use bytes::Bytes;
use futures_util::{SinkExt as _, stream::SplitSink};
use tokio::time::{Instant, MissedTickBehavior};

use crate::{
    frames::{
        outbox::{Closing, Outbox, Waiting},
        unread::Unread,
    },
    state::Shared,
};

/// A socket that is silent for so long is closed.
pub const SILENCE: Duration = Duration::from_secs(9);

pub const PING_EVERY: Duration = Duration::from_millis(2500);
/// Frames written before the socket is flushed.
pub const BATCH: usize = 32;
/// Pings whose answers are waited for.
const UNANSWERED: usize = 8;

/// Pings on their way.
#[derive(Debug, Default)]
pub struct Pings(Mutex<(u64, VecDeque<(u64, Instant)>)>);

impl Pings {
    fn send(&self) -> Bytes {
        Bytes::copy_from_slice(&self.next_number().to_be_bytes())
    }

    /// The number of a ping that goes out now.
    pub fn next_number(&self) -> u64 {
        let mut pings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pings.0 = pings.0.wrapping_add(1);
        let number = pings.0;
        if pings.1.len() >= UNANSWERED {
            pings.1.pop_front();
        }
        pings.1.push_back((number, Instant::now()));
        number
    }

    /// The round trip that this answer measures; none for an answer to no ping of ours.
    pub fn answered(&self, payload: &[u8]) -> Option<Duration> {
        let number = u64::from_be_bytes(payload.try_into().ok()?);
        let mut pings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let position = pings.1.iter().position(|(sent, _)| *sent == number)?;
        let (_, at) = pings.1.get(position).copied()?;
        pings.1.drain(..=position);
        Some(at.elapsed())
    }
}

type Sink = SplitSink<WebSocket, Message>;

/// Writes until the outbox is closed or the client no longer takes anything.
pub async fn run(shared: Shared, mut sink: Sink, outbox: Arc<Outbox>, pings: Arc<Pings>) {
    let mut ticks = tokio::time::interval(PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let patience = shared.limits.readers.patience;
    let closing = loop {
        tokio::select! {
            biased;
            waiting = outbox.next(BATCH) => match waiting {
                Ok(frames) => {
                    let begun = Instant::now();
                    let write = outbox.unread.during(write(&shared, &mut sink, frames, &outbox.unread));
                    if !matches!(tokio::time::timeout(patience, write).await, Ok(Ok(()))) {
                        if begun.elapsed() >= patience {
                            shared.metrics.readers_given_up.add();
                        }
                        break None;
                    }
                }
                Err(closing) => break Some(closing),
            },
            _ = ticks.tick() => {
                let ping = outbox.unread.during(sink.send(Message::Ping(pings.send())));
                if !matches!(tokio::time::timeout(patience, ping).await, Ok(Ok(()))) {
                    break None;
                }
            }
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
    unread: &Unread,
) -> Result<(), axum::Error> {
    let mut deliveries = Vec::new();
    for frame in frames {
        shared.metrics.frames_out.add();
        sink.feed(Message::Text(frame.frame.json())).await?;
        deliveries.extend(frame.delivery);
    }
    sink.flush().await?;
    if !deliveries.is_empty() {
        let now_ms = shared.clock.now_ms();
        for delivery in deliveries {
            delivery.written(now_ms, unread.so_far());
        }
    }
    Ok(())
}
