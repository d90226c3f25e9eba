//! The gateway's sign of life, once a second: what play reckons server faults from.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use outflank_proto::play::v1 as play;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::state::Shared;

const EVERY: Duration = Duration::from_secs(1);
/// A beat that is not answered by then has failed.
const DEADLINE: Duration = Duration::from_secs(2);

/// A tick that comes later than this shows that the process stood still.
const STALL: Duration = Duration::from_secs(3);

/// Whether play answers.
#[derive(Debug, Default)]
pub struct Pulse(AtomicBool);

impl Pulse {
    /// Whether play answered the last beat.
    pub fn is_beating(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Beats until told to stop.
pub async fn run(shared: &Shared, stop: &CancellationToken) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    // Not told yet.
    let mut stalled_ms = 0;
    loop {
        let waits = Instant::now();
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let waited = waits.elapsed();
        if waited > STALL {
            stalled_ms = i64::try_from(waited.as_millis()).unwrap_or(i64::MAX);
            tracing::warn!(stalled_ms, "this gateway stood still");
        }
        let request = play::BeatRequest {
            gateway_id: shared.gateway_id.clone(),
            stalled_ms,
            open_sockets: u32::try_from(shared.sockets.count()).unwrap_or(u32::MAX),
        };
        let mut client = shared.services.play();
        let answer = tokio::time::timeout(DEADLINE, client.beat(request)).await;
        let beats = matches!(answer, Ok(Ok(_)));
        let did = shared.pulse.0.swap(beats, Ordering::Relaxed);
        if beats != did {
            let draining = shared.draining.load(Ordering::Relaxed);
            shared.health.is(beats && !draining).await;
        }
        if beats {
            stalled_ms = 0;
        }
        if !beats {
            shared.metrics.beats_lost.add();
            tracing::warn!("play does not answer the gateway's beat");
        } else if !did {
            // It may be another instance, or have started again.
            shared.sockets.report_all();
        }
    }
}
