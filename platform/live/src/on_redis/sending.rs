//! What is handed over and not waited for: messages and notes of deadlines, in order, through one bounded queue.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use redis::Pipeline;
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};

use super::{breaker::Breaker, bus::Bus, names::Names, scripts};
use crate::{Deadline, LiveError};

/// What may wait to be sent; more is dropped, and its readers are told.
const QUEUE: usize = 8_192;
/// Sent in one go.
const BATCH: usize = 256;
/// Every process hears itself over Redis this often.
pub(super) const BEAT: Duration = Duration::from_millis(250);
/// So long after its last note a deadline's seq is remembered.
const REMEMBERED_MS: u64 = 60 * 60 * 1_000;

/// Something to be sent.
pub(super) enum Parcel {
    Message(String, Bytes),
    Deadline(String, Deadline),
}

/// The queue's near end.
pub(super) struct Sending {
    queue: mpsc::Sender<Parcel>,
    breaker: Arc<Breaker>,
    lost: Arc<Lost>,
}

/// What did not arrive.
#[derive(Default)]
pub(super) struct Lost {
    /// Messages were dropped that nobody has been told of.
    untold: AtomicBool,
    /// Messages and notes dropped so far.
    count: AtomicU64,
}

impl Lost {
    fn add(&self, parcels: usize, messages: bool) {
        let parcels = u64::try_from(parcels).unwrap_or(u64::MAX);
        self.count.fetch_add(parcels, Ordering::Relaxed);
        if messages {
            self.untold.store(true, Ordering::Release);
        }
    }
}

impl Sending {
    /// Both ends: the other one is [`run`].
    pub(super) fn new(breaker: &Arc<Breaker>) -> (Self, mpsc::Receiver<Parcel>, Arc<Lost>) {
        let (queue, parcels) = mpsc::channel(QUEUE);
        let lost = Arc::<Lost>::default();
        let sending = Self {
            queue,
            breaker: Arc::clone(breaker),
            lost: Arc::clone(&lost),
        };
        (sending, parcels, lost)
    }

    /// Hands a parcel over, or drops it.
    ///
    /// # Errors
    /// When Redis is away, or too much waits already.
    pub(super) fn hand_over(&self, parcel: Parcel) -> Result<(), LiveError> {
        let message = matches!(parcel, Parcel::Message(..));
        if !self.breaker.is_closed() {
            self.lost.add(1, message);
            return Err(LiveError::Unavailable("Redis is away".to_owned()));
        }
        self.queue.try_send(parcel).map_err(|_| {
            self.lost.add(1, message);
            LiveError::Unavailable("too much waits to be sent".to_owned())
        })
    }

    /// Messages and notes that wait to be sent.
    pub(super) fn waiting(&self) -> usize {
        QUEUE.saturating_sub(self.queue.capacity())
    }

    /// Messages and notes dropped so far.
    pub(super) fn dropped(&self) -> u64 {
        self.lost.count.load(Ordering::Relaxed)
    }
}

fn add(pipeline: &mut Pipeline, names: &Names, parcel: &Parcel) {
    match parcel {
        Parcel::Message(topic, message) => {
            pipeline
                .cmd("PUBLISH")
                .arg(names.channel(topic))
                .arg(message.as_ref())
                .ignore();
        }
        Parcel::Deadline(set, deadline) => {
            let at_ms = deadline.at_ms.map(|at_ms| at_ms.to_string());
            pipeline
                .cmd("EVAL")
                .arg(scripts::NOTE_DEADLINE)
                .arg(2)
                .arg(names.deadlines(set))
                .arg(names.deadline_seq(set, &deadline.name))
                .arg(&deadline.name)
                .arg(deadline.seq)
                .arg(at_ms.unwrap_or_default())
                .arg(REMEMBERED_MS)
                .ignore();
        }
    }
}

/// Sends what is handed over, and a beat now and then, for ever.
pub(super) async fn run(
    mut parcels: mpsc::Receiver<Parcel>,
    breaker: Arc<Breaker>,
    lost: Arc<Lost>,
    bus: Arc<Bus>,
    names: Names,
) {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        batch.clear();
        let beat = tokio::select! {
            count = parcels.recv_many(&mut batch, BATCH) => {
                if count == 0 {
                    return;
                }
                false
            }
            _ = beats.tick() => true,
        };
        let mut pipeline = Pipeline::with_capacity(batch.len() + 2);
        for parcel in &batch {
            add(&mut pipeline, &names, parcel);
        }
        if beat {
            bus.beats();
            let mut publish = |channel, message: &str| {
                pipeline.cmd("PUBLISH").arg(channel).arg(message).ignore();
            };
            publish(names.beat(), "");
        }
        let untold = lost.untold.swap(false, Ordering::AcqRel);
        if untold {
            pipeline
                .cmd("PUBLISH")
                .arg(names.gaps())
                .arg(names.instance())
                .ignore();
        }
        let sent = breaker
            .call(|mut to| async move { pipeline.exec_async(&mut to).await })
            .await;
        if let Err(error) = sent {
            let messages = batch
                .iter()
                .any(|parcel| matches!(parcel, Parcel::Message(..)));
            lost.add(batch.len(), messages || untold);
            if !batch.is_empty() {
                tracing::debug!(%error, parcels = batch.len(), "not sent");
            }
        }
    }
}
