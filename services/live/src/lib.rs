//! Rebuildable live state: fan-out, one-use tickets, limits.
//!
//! Everything here may be lost at any moment. Nothing that a rule depends on lives here, and no
//! acknowledgement ever waits for it.

mod in_process;
pub mod topic;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::broadcast;

pub use in_process::InProcess;

/// How many messages a subscriber may fall behind before it has to read again from the source.
pub const BACKLOG: usize = 256;

/// Live state shared by the processes of a deployment.
#[async_trait]
pub trait Live: Send + Sync + 'static {
    /// Hands a message to everybody who subscribes to the topic now. Never waits for a subscriber.
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError>;

    /// Every message published on the topic from now on.
    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError>;

    /// Keeps `value` under a one-use ticket for `lifetime`.
    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError>;

    /// Takes a ticket's value; `None` when it is unknown, used or too old.
    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError>;

    /// Counts one use of `key`; false when it has been used `allowed` times within `window`.
    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError>;
}

/// A handle that every part of a process can hold.
pub type SharedLive = Arc<dyn Live>;

/// The live store did not do what was asked. Callers go on without it.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The store does not answer.
    #[error("the live store does not answer: {0}")]
    Unavailable(String),
}

/// What a subscriber receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// The next message.
    Message(Bytes),
    /// So many messages were dropped because this subscriber was too slow: read again from the source.
    Missed(u64),
    /// No more messages will come.
    Closed,
}

/// One subscriber's end of a topic.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<Bytes>,
}

impl Subscription {
    /// The next thing that happens on the topic.
    pub async fn next(&mut self) -> Received {
        match self.receiver.recv().await {
            Ok(message) => Received::Message(message),
            Err(broadcast::error::RecvError::Lagged(missed)) => Received::Missed(missed),
            Err(broadcast::error::RecvError::Closed) => Received::Closed,
        }
    }
}
