//! Live state inside one process: the embedded default.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::{sync::broadcast, time::Instant};

use crate::{BACKLOG, Live, LiveError, Subscription};

/// Expired tickets and quiet windows are swept once so many have gathered.
const SWEEP_ABOVE: usize = 1024;

/// Live state inside one process.
#[derive(Debug, Default)]
pub struct InProcess {
    topics: Mutex<BTreeMap<String, broadcast::Sender<Bytes>>>,
    tickets: Mutex<BTreeMap<String, (Bytes, Instant)>>,
    windows: Mutex<BTreeMap<String, Window>>,
}

#[derive(Debug)]
struct Window {
    ends: Instant,
    used: u32,
}

impl InProcess {
    /// An empty live state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// A poisoned lock only means that another task panicked; these maps are valid after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Live for InProcess {
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError> {
        let mut topics = lock(&self.topics);
        let nobody_left = match topics.get(topic) {
            Some(sender) => sender.send(message).is_err(),
            None => false,
        };
        if nobody_left {
            topics.remove(topic);
        }
        Ok(())
    }

    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError> {
        let mut topics = lock(&self.topics);
        let sender = topics
            .entry(topic.to_owned())
            .or_insert_with(|| broadcast::channel(BACKLOG).0);
        Ok(Subscription {
            receiver: sender.subscribe(),
        })
    }

    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        let now = Instant::now();
        let mut tickets = lock(&self.tickets);
        if tickets.len() >= SWEEP_ABOVE {
            tickets.retain(|_, (_, expires)| *expires > now);
        }
        tickets.insert(ticket.to_owned(), (value, now + lifetime));
        Ok(())
    }

    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError> {
        let taken = lock(&self.tickets).remove(ticket);
        Ok(taken.and_then(|(value, expires)| (expires > Instant::now()).then_some(value)))
    }

    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError> {
        let now = Instant::now();
        let mut windows = lock(&self.windows);
        if windows.len() >= SWEEP_ABOVE {
            windows.retain(|_, entry| entry.ends > now);
        }
        let entry = windows.entry(key.to_owned()).or_insert(Window {
            ends: now + window,
            used: 0,
        });
        if entry.ends <= now {
            *entry = Window {
                ends: now + window,
                used: 0,
            };
        }
        let admitted = entry.used < allowed;
        entry.used = entry.used.saturating_add(1);
        Ok(admitted)
    }
}
