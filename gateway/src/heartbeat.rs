//! The gateway's heartbeat to play, once a second: what play reckons server faults from.

use std::{sync::Arc, time::Duration};

use outflank_proto::play::v1 as play;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::{health::Health, metrics::Metrics, services::Services, sockets::Sockets};

const EVERY: Duration = Duration::from_secs(1);
/// A heartbeat that is not answered by then has failed.
const DEADLINE: Duration = Duration::from_secs(2);

/// A tick that comes later than this shows that the process stood still.
const STALL: Duration = Duration::from_secs(3);

/// The gateway's heartbeat to play.
pub struct Heartbeat {
    pub gateway_id: String,
    pub services: Services,
    pub sockets: Arc<Sockets>,
    pub health: Arc<Health>,
    pub metrics: Arc<Metrics>,
}

impl Heartbeat {
    /// Beats until told to stop.
    pub async fn run(self, stop: CancellationToken) {
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
            if self.beat(stalled_ms).await {
                stalled_ms = 0;
            }
        }
    }

    /// Whether play answered.
    async fn beat(&self, stalled_ms: i64) -> bool {
        let request = play::BeatRequest {
            gateway_id: self.gateway_id.clone(),
            stalled_ms,
            open_sockets: u32::try_from(self.sockets.count()).unwrap_or(u32::MAX),
        };
        let mut client = self.services.play();
        let answer = tokio::time::timeout(DEADLINE, client.beat(request)).await;
        let answers = matches!(answer, Ok(Ok(_)));
        let did = self.health.heard_of_play(answers).await;
        if !answers {
            self.metrics.beats_lost.inc();
            tracing::warn!("play does not answer the gateway's beat");
        } else if !did {
            // It may be another instance, or have started again.
            self.sockets.report_all();
        }
        answers
    }
}
