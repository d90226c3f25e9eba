//! Watching for faults: at the start, at every beat, and before anything is decided.

use outflank_access::Problem;
use outflank_journal::{Heartbeat, Journal, JournalError};

use super::instances::Found;
use crate::app::{
    Play, refusal,
    time::{RECONNECTION_MS, SILENCE_MS},
};

/// Heartbeats of processes that are gone are kept so long, in ms.
const BEATS_KEPT_MS: i64 = 24 * 60 * 60 * 1_000;
/// Gateways beat under names with this beginning.
const GATEWAY: &str = "gateway:";

/// The name a gateway's heartbeat stands under.
pub(crate) fn gateway_process(gateway_id: &str) -> String {
    format!("{GATEWAY}{gateway_id}")
}

/// The gateways that were heard of lately, each with its last beat in ms since 1970.
pub(crate) async fn gateways_heard(
    journal: &dyn Journal,
    now_ms: i64,
) -> Result<Vec<(String, i64)>, Problem> {
    let beats = journal.heartbeats().await.map_err(|error| failed(&error))?;
    let heard = beats.into_iter().filter_map(|beat| {
        let fresh = now_ms.saturating_sub(beat.at_ms) <= SILENCE_MS;
        let gateway_id = beat.process.strip_prefix(GATEWAY).filter(|_| fresh)?;
        Some((gateway_id.to_owned(), beat.at_ms))
    });
    Ok(heard.collect())
}

fn failed(error: &JournalError) -> Problem {
    refusal::journal(error)
}

impl Play {
    /// Credits the time during which no server ran, before anything is served.
    pub(crate) async fn recover(&self) -> Result<(), Problem> {
        let journal = self.tables.journal.as_ref();
        let clock = self.tables.clock.as_ref();
        let found = self
            .instance
            .find(journal, clock)
            .await
            .map_err(|error| failed(&error))?;
        let now_ms = clock.now_ms();
        let last_ms = match found {
            Found::Gone { last_ms } => Some(last_ms),
            Found::Nobody | Found::Running => None,
        };
        self.faults.started(last_ms, now_ms);
        // A run so short that not everybody was back: what it still owed goes on.
        self.take_over(last_ms.unwrap_or(now_ms)).await?;
        self.credit_all_faults().await?;
        let beaten = journal.beat(self.instance.name(), now_ms).await;
        beaten.map_err(|error| failed(&error))?;
        let forgotten = journal.forget_heartbeats(now_ms.saturating_sub(BEATS_KEPT_MS));
        forgotten.await.map_err(|error| failed(&error))
    }

    /// Takes in the faults, and who is back, that concern anybody after `since_ms`.
    async fn take_over(&self, since_ms: i64) -> Result<(), Problem> {
        let ended_ms = since_ms.saturating_sub(RECONNECTION_MS);
        let outages = self.outages.within(ended_ms, i64::MAX).await?;
        let returns = self.outages.returns_since(ended_ms).await?;
        if self.faults.adopt(&outages, &returns) {
            self.fault_news.notify_one();
        }
        Ok(())
    }

    /// Looks whether this process stood still, before anything is decided: no clock pays for it. Whoever
    /// comes meanwhile waits until that is settled.
    pub(crate) async fn notice_fault(&self, now_ms: i64) {
        if self.faults.stopped_since(now_ms).is_none() {
            return;
        }
        let _one_looks = self.noticing.lock().await;
        let Some(from_ms) = self.faults.stopped_since(now_ms) else {
            return;
        };
        let others = self.others_that_may_run().await;
        let alive_since_ms = now_ms.saturating_sub(SILENCE_MS);
        if others.iter().any(|beat| beat.at_ms >= alive_since_ms) {
            tracing::warn!(from_ms, now_ms, "this process stood still; others served");
            self.faults.stall(self.instance.name(), now_ms);
        } else {
            let last_ms = others.iter().map(|beat| beat.at_ms).fold(from_ms, i64::max);
            self.faults.outage(last_ms, now_ms);
        }
        self.fault_news.notify_one();
    }

    async fn others_that_may_run(&self) -> Vec<Heartbeat> {
        let journal = self.tables.journal.as_ref();
        if self.instance.is_alone(journal) {
            return Vec::new();
        }
        match self.instance.others(journal).await {
            Ok(others) => self.instance.possible(journal, others),
            Err(error) => {
                // In doubt nobody ran, and the players get the time.
                tracing::error!(%error, "the other processes' heartbeats cannot be read");
                Vec::new()
            }
        }
    }

    /// Takes in what the other processes of this service heard and noticed.
    async fn look_at_others(&self, now_ms: i64) -> Result<(), Problem> {
        let journal = self.tables.journal.as_ref();
        if self.instance.is_alone(journal) {
            return Ok(());
        }
        for (gateway_id, at_ms) in gateways_heard(journal, now_ms).await? {
            self.faults.gateway_beat(&gateway_id, at_ms);
        }
        self.take_over(now_ms).await
    }

    /// Gives up on gateways that nothing was heard of.
    async fn lose_gateways(&self, now_ms: i64) -> Result<(), Problem> {
        for (gateway_id, _) in self.faults.silent_gateways(now_ms) {
            let open = self.outages.open_at(&gateway_id).await?;
            self.faults.lose(&gateway_id, now_ms, open);
        }
        Ok(())
    }

    /// What is done at every beat. Answers when this process was known to run at its end, in ms since 1970; nothing
    /// while that may not be written down.
    pub(crate) async fn look_around(&self) -> Option<i64> {
        let now_ms = self.now_ms();
        self.notice_fault(now_ms).await;
        self.faults.beat(now_ms);
        // The others first: they may have heard a gateway that was not heard here.
        let looked = self.look_at_others(now_ms).await;
        let looked = match looked {
            Ok(()) => self.lose_gateways(now_ms).await,
            Err(problem) => Err(problem),
        };
        if let Err(problem) = looked {
            tracing::error!(%problem, "cannot look what else runs");
        }
        // It may have stood still meanwhile: what is written down for others is what this process goes by itself.
        let now_ms = self.now_ms();
        self.notice_fault(now_ms).await;
        self.faults.beat(now_ms).then_some(now_ms)
    }

    /// Writes down what was noticed, so that whoever runs next knows it.
    pub(crate) async fn save_faults(&self) -> Result<(), Problem> {
        let unsaved = self.faults.unsaved();
        if unsaved.0.is_empty() && unsaved.1.is_empty() {
            return Ok(());
        }
        match self.outages.save(&unsaved.0, &unsaved.1).await {
            Ok(()) => {
                // The directors are told in their own time: clocks come first.
                if let Err(problem) = self.alert_to_outages(&unsaved.0).await {
                    tracing::error!(%problem, "directors are not alerted to an outage");
                }
                Ok(())
            }
            Err(problem) => {
                self.faults.still_unsaved(unsaved);
                Err(problem)
            }
        }
    }
}
