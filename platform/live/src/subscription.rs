//! A subscriber's end of a topic.

use bytes::Bytes;
use tokio::sync::{broadcast, mpsc};

/// How many messages a subscriber may fall behind before it has to read again from the source.
pub const BACKLOG: usize = 256;

/// What a subscriber receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// The next message.
    Message(Bytes),
    /// So many messages were dropped because this subscriber was too slow, or, if 0, nobody knows how many because
    /// the store was away: read again from the source.
    Missed(u64),
    /// No more messages will come.
    Closed,
}

/// What goes over a topic inside a process.
#[derive(Debug, Clone)]
pub(crate) enum News {
    Message(Bytes),
    /// Messages were lost on their way into this process.
    Lost,
}

/// One subscriber's end of a topic.
#[derive(Debug)]
pub struct Subscription {
    // Dropped before `_leave`, so that whoever hears of the leaving finds the topic without this subscriber.
    receiver: broadcast::Receiver<News>,
    _leave: Option<Leave>,
}

/// Says that a subscriber has gone.
#[derive(Debug)]
pub(crate) struct Leave {
    pub topic: String,
    pub told: mpsc::UnboundedSender<String>,
}

impl Drop for Leave {
    fn drop(&mut self) {
        // Nobody to tell: the store has been dropped.
        let _gone = self.told.send(std::mem::take(&mut self.topic));
    }
}

impl Subscription {
    pub(crate) const fn new(receiver: broadcast::Receiver<News>, leave: Option<Leave>) -> Self {
        Self {
            receiver,
            _leave: leave,
        }
    }

    /// The next thing that happens on the topic.
    pub async fn next(&mut self) -> Received {
        match self.receiver.recv().await {
            Ok(News::Message(message)) => Received::Message(message),
            Ok(News::Lost) => Received::Missed(0),
            Err(broadcast::error::RecvError::Lagged(missed)) => Received::Missed(missed),
            Err(broadcast::error::RecvError::Closed) => Received::Closed,
        }
    }
}
