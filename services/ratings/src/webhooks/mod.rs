//! Webhooks: whoever asks to is told of every publication of a rating file, by a signed request.
//!
//! Who made which webhook, what it is told and whether it is paused stands in the journal. Where it leads and its secret
//! are records, which are erased with it; so is what became of each delivery, which is no rule's concern.

mod acts;
mod attempt;
mod deliveries;
mod delivering;
mod registry;
pub mod schedule;
pub mod signature;
mod targets;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use outflank_journal::{Journal, Records};
use outflank_outbound::Post;
use outflank_transport::ClusterClock;
use tokio::sync::{Notify, Semaphore};

pub(crate) use acts::Asker;
pub(crate) use delivering::Deliverer;

use registry::Registry;

use crate::register::Register;

/// Attempts that people ask for, at the same moment.
const ASKED_AT_ONCE: usize = 4;

/// The webhooks of this deployment.
pub(crate) struct Webhooks {
    records: Records,
    clock: Arc<ClusterClock>,
    register: Register<Registry>,
    post: Arc<dyn Post>,
    /// How long a delivery that failed waits at first.
    first_wait_ms: i64,
    asked: Semaphore,
    /// What wakes those who tell webhooks here, by the webhook.
    nudges: Mutex<BTreeMap<String, Arc<Notify>>>,
}

impl Webhooks {
    pub(crate) fn new(
        (journal, records): (Arc<dyn Journal>, Records),
        clock: Arc<ClusterClock>,
        (post, first_wait_ms): (Arc<dyn Post>, i64),
    ) -> Self {
        Self {
            records,
            register: Register::new(journal, Arc::clone(&clock)),
            clock,
            post,
            first_wait_ms,
            asked: Semaphore::new(ASKED_AT_ONCE),
            nudges: Mutex::default(),
        }
    }

    fn nudge(&self, webhook_id: &str) -> Arc<Notify> {
        let mut nudges = self.nudges.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(nudges.entry(webhook_id.to_owned()).or_default())
    }

    fn forget(&self, webhook_id: &str) {
        let mut nudges = self.nudges.lock().unwrap_or_else(PoisonError::into_inner);
        nudges.remove(webhook_id);
    }
}
