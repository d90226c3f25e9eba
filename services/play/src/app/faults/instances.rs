//! Which processes of this service run: any of them may serve any game, so only when none ran is it a fault.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use outflank_access::identifier::{NoRandomness, random_id};
use outflank_journal::{Heartbeat, Journal, JournalError};

use crate::app::{Clock, time::SILENCE_MS};

/// Every process of this service beats under a name of its own with this beginning.
const PREFIX: &str = "play:";
/// The one name of releases that knew one process only.
const EARLIER_NAME: &str = "play";
/// How often another process is looked at, to see whether it is alive.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The instances that run in this operating system process.
static RUNNING: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// One run of this service.
#[derive(Debug)]
pub(crate) struct Instance(String);

impl Instance {
    pub fn begin() -> Result<Self, NoRandomness> {
        let name = format!("{PREFIX}{}", random_id()?);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(name.clone());
        Ok(Self(name))
    }

    /// The name it beats under.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// It serves no longer.
    pub fn end(&self) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&self.0);
    }

    /// Whether no other instance can run over this store.
    pub fn is_alone(&self, journal: &dyn Journal) -> bool {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        journal.serves_one_process() && running.iter().all(|name| *name == self.0)
    }

    /// The last beats of the others, whether they still run or not.
    pub async fn others(&self, journal: &dyn Journal) -> Result<Vec<Heartbeat>, JournalError> {
        let mut beats = journal.heartbeats().await?;
        beats.retain(|beat| {
            let of_play = beat.process == EARLIER_NAME || beat.process.starts_with(PREFIX);
            of_play && beat.process != self.0
        });
        Ok(beats)
    }

    /// Which of these may still run: a store of one process holds nobody else's but those in it.
    pub fn possible(&self, journal: &dyn Journal, mut others: Vec<Heartbeat>) -> Vec<Heartbeat> {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        others.retain(|beat| {
            beat.process != EARLIER_NAME
                && (running.contains(&beat.process) || !journal.serves_one_process())
        });
        others
    }

    /// What this run finds at its start. It waits while another process may run and may not.
    pub async fn find(
        &self,
        journal: &dyn Journal,
        clock: &dyn Clock,
    ) -> Result<Found, JournalError> {
        let first = self.others(journal).await?;
        let Some(last_ms) = first.iter().map(|beat| beat.at_ms).max() else {
            return Ok(Found::Nobody);
        };
        let possible = self.possible(journal, first);
        loop {
            let silent_since_ms = clock.now_ms().saturating_sub(SILENCE_MS);
            if !possible.iter().any(|beat| beat.at_ms >= silent_since_ms) {
                return Ok(Found::Gone { last_ms });
            }
            tokio::time::sleep(LOOK_EVERY).await;
            let now = self.others(journal).await?;
            let beats_on = |then: &Heartbeat| {
                let same = now.iter().find(|beat| beat.process == then.process);
                same.is_some_and(|beat| beat.at_ms > then.at_ms)
            };
            if possible.iter().any(beats_on) {
                return Ok(Found::Running);
            }
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.end();
    }
}

/// What a starting process finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// No process ran here before.
    Nobody,
    /// None runs; this was the last sign of life.
    Gone { last_ms: i64 },
    /// Another one runs.
    Running,
}
