//! A subscriber's end of a topic.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    _leave: Leave,
}

/// What somebody in this process listens to. A topic keeps its last [`BACKLOG`] messages for as long as anybody does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Topics(Arc<Mutex<BTreeMap<String, broadcast::Sender<News>>>>);

impl Topics {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, broadcast::Sender<News>>> {
        // Valid after every statement.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn subscribe(&self, topic: &str) -> broadcast::Receiver<News> {
        let mut topics = self.lock();
        let sender = topics.entry(topic.to_owned());
        let sender = sender.or_insert_with(|| broadcast::channel(BACKLOG).0);
        sender.subscribe()
    }

    /// Tells whoever listens.
    pub fn tell(&self, topic: &str, news: News) {
        if let Some(sender) = self.lock().get(topic) {
            // Nobody there any more: its leaving is on the way.
            let _nobody = sender.send(news);
        }
    }

    pub fn tell_all(&self, news: &News) {
        for sender in self.lock().values() {
            let _nobody = sender.send(news.clone());
        }
    }

    /// Forgets a topic that nobody listens to; answers whether it was one.
    pub fn forget(&self, topic: &str) -> bool {
        let mut topics = self.lock();
        let deserted = topics
            .get(topic)
            .is_some_and(|sender| sender.receiver_count() == 0);
        if deserted {
            topics.remove(topic);
        }
        deserted
    }

    pub fn names(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }
}

/// Who keeps a topic, and hears that a subscriber has gone.
#[derive(Debug)]
pub(crate) enum KeptBy {
    /// This process alone.
    Process(Topics),
    /// Whoever keeps what this process hears from elsewhere.
    Keeper(mpsc::UnboundedSender<String>),
}

/// Says that a subscriber has gone.
#[derive(Debug)]
pub(crate) struct Leave {
    pub topic: String,
    pub kept_by: KeptBy,
}

impl Drop for Leave {
    fn drop(&mut self) {
        match &self.kept_by {
            KeptBy::Process(topics) => drop(topics.forget(&self.topic)),
            KeptBy::Keeper(told) => {
                // Nobody to tell: the store has been dropped.
                let _gone = told.send(std::mem::take(&mut self.topic));
            }
        }
    }
}

impl Subscription {
    pub(crate) const fn new(receiver: broadcast::Receiver<News>, leave: Leave) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_kept_while_anybody_listens() {
        let topics = Topics::default();
        let listen = || {
            let leave = Leave {
                topic: "game".to_owned(),
                kept_by: KeptBy::Process(topics.clone()),
            };
            Subscription::new(topics.subscribe("game"), leave)
        };
        let (one, other) = (listen(), listen());
        for _ in 0..10 {
            topics.tell("game", News::Message(Bytes::from_static(b"a move")));
        }
        drop(one);
        assert_eq!(topics.names(), ["game"]);
        drop(other);
        assert_eq!(topics.names(), [""; 0], "with all that was told of it");
        drop(listen());
        assert!(topics.names().is_empty());
    }
}
