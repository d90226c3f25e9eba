//! The stream of all webhooks: one, so that its places settle how many there may be.

use std::sync::Arc;

use outflank_access::{Kind, Problem, identifier};
use outflank_journal::{Append, DeadlineChange, Entry, Journal, NewEntry, StreamId};
use outflank_transport::ClusterClock;
use tokio::sync::{Mutex, Notify};

use super::registry::{Registry, WebhookEvent};
use crate::stored::stored;

const KIND: &str = "webhooks";
const ALL: &str = "all";
const SCHEMA_VERSION: u32 = 1;
/// Entries read at once.
const PAGE: u32 = 200;
/// How often a change is decided again because others changed webhooks at the same moment.
const TURNS: usize = 16;

/// The stream of all webhooks, and its fold as far as it was read.
pub(crate) struct Register {
    journal: Arc<dyn Journal>,
    clock: Arc<ClusterClock>,
    folded: Mutex<(u64, Arc<Registry>)>,
    /// Told of every change that is made here.
    pub changed: Notify,
}

impl Register {
    pub(crate) fn new(journal: Arc<dyn Journal>, clock: Arc<ClusterClock>) -> Self {
        Self {
            journal,
            clock,
            folded: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// The webhooks that there are now.
    pub(crate) async fn now(&self) -> Result<Arc<Registry>, Problem> {
        Ok(self.read().await?.1)
    }

    async fn read(&self) -> Result<(u64, Arc<Registry>), Problem> {
        let stream = StreamId::new(KIND, ALL);
        let mut folded = self.folded.lock().await;
        loop {
            let entries = self.journal.read(&stream, folded.0, PAGE).await;
            let entries = entries.map_err(stored)?;
            if entries.is_empty() {
                return Ok(folded.clone());
            }
            let (seq, registry) = &mut *folded;
            for entry in &entries {
                let registry = Arc::make_mut(registry);
                for event in events(entry)? {
                    registry.evolve((entry.seq, entry.at_ms), event);
                }
                *seq = entry.seq;
            }
        }
    }

    /// Appends what is decided on the webhooks that there are; answers those there are then. Nothing decided is nothing
    /// written.
    pub(crate) async fn change(
        &self,
        actor: &str,
        decide: impl Fn(&Registry) -> Result<Vec<WebhookEvent>, Problem>,
    ) -> Result<Arc<Registry>, Problem> {
        let command_id = identifier::random_id().map_err(Problem::internal)?;
        for _ in 0..TURNS {
            let (expected_seq, registry) = self.read().await?;
            let events = decide(&registry)?;
            if events.is_empty() {
                return Ok(registry);
            }
            let entry = NewEntry {
                stream: StreamId::new(KIND, ALL),
                expected_seq,
                at_ms: self.clock.now_ms(),
                actor: actor.to_owned(),
                command_id: command_id.clone(),
                schema_version: SCHEMA_VERSION,
                body: serde_json::to_vec(&events).map_err(Problem::internal)?,
                facts: Vec::new(),
                deadline: DeadlineChange::Keep,
            };
            match self.journal.append(entry).await.map_err(stored)? {
                Append::Appended { .. } | Append::Repeated { .. } => {
                    let registry = self.now().await?;
                    self.changed.notify_one();
                    return Ok(registry);
                }
                Append::Conflict { .. } => {}
            }
        }
        Err(Problem::new(
            Kind::Conflict,
            "webhooks_contended",
            "Others changed webhooks at the same moment again and again; send it once more.",
        ))
    }
}

fn events(entry: &Entry) -> Result<Vec<WebhookEvent>, Problem> {
    serde_json::from_slice(&entry.body)
        .map_err(|error| Problem::internal(format!("{} {}: {error}", entry.stream, entry.seq)))
}
