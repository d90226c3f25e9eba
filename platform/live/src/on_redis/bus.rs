//! The connection that messages come in on: one for all subscriptions of a process.
//!
//! The process hears its own beats over Redis. While it does not, nobody can rely on messages; once it does again,
//! every subscriber is told that it may have missed some.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::StreamExt as _;
use redis::{
    Client, Msg,
    aio::{PubSubSink, PubSubStream},
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::Instant,
};

use super::{breaker::Breaker, names::Names, sending::BEAT};
use crate::{
    Subscription,
    subscription::{KeptBy, Leave, News, Topics},
};

/// A connection that does not stand by then has failed, and so has a subscription on it.
const CONNECT_LIMIT: Duration = Duration::from_millis(500);
/// A failed connection is tried again after so long.
const CONNECT_AGAIN: Duration = Duration::from_millis(200);
/// Without a beat for so long, messages do not come.
const SILENCE: Duration = Duration::from_secs(1);
/// Publishers' gaps within this time are told at once.
const GATHER_GAPS: Duration = Duration::from_millis(100);
/// Channels in one command.
const CHANNELS: usize = 512;

struct Wanted {
    topic: String,
    taken: oneshot::Sender<()>,
}

/// The subscribers of this process.
pub(super) struct Bus {
    topics: Topics,
    wanted: mpsc::UnboundedSender<Wanted>,
    left: mpsc::UnboundedSender<String>,
    connectivity: watch::Sender<bool>,
    /// A new subscription waits so long for Redis to take it; later it is told that it may have missed something.
    subscribe_limit: Duration,
    pulse: Mutex<Pulse>,
}

/// When the last beat was sent, and how long one took to come back.
#[derive(Default)]
struct Pulse {
    sent_at: Option<Instant>,
    lag: Option<Duration>,
}

/// The far ends of a bus.
pub(super) struct Requests {
    wanted: mpsc::UnboundedReceiver<Wanted>,
    left: mpsc::UnboundedReceiver<String>,
}

impl Bus {
    pub(super) fn new(subscribe_limit: Duration) -> (Arc<Self>, Requests) {
        let (wanted, wanted_far) = mpsc::unbounded_channel();
        let (left, left_far) = mpsc::unbounded_channel();
        let bus = Arc::new(Self {
            topics: Topics::default(),
            wanted,
            left,
            connectivity: watch::Sender::new(false),
            subscribe_limit,
            pulse: Mutex::default(),
        });
        let requests = Requests {
            wanted: wanted_far,
            left: left_far,
        };
        (bus, requests)
    }

    pub(super) fn connectivity(&self) -> watch::Receiver<bool> {
        self.connectivity.subscribe()
    }

    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A beat is sent now. One that is still on its way counts from when it was sent first.
    pub(super) fn beats(&self) {
        self.pulse().sent_at.get_or_insert_with(Instant::now);
    }

    /// How long the last beat took to come back.
    pub(super) fn lag(&self) -> Option<Duration> {
        self.pulse().lag
    }

    pub(super) async fn subscribe(&self, topic: &str) -> Subscription {
        let receiver = self.topics.subscribe(topic);
        let leave = Leave {
            topic: topic.to_owned(),
            kept_by: KeptBy::Keeper(self.left.clone()),
        };
        // Made before anything is waited for: given up half-way it leaves in order.
        let subscription = Subscription::new(receiver, leave);
        let (taken, is_taken) = oneshot::channel();
        let wanted = Wanted {
            topic: topic.to_owned(),
            taken,
        };
        if self.wanted.send(wanted).is_ok() {
            // Too late or while Redis is away: whoever takes it then tells the subscriber.
            let _late = tokio::time::timeout(self.subscribe_limit, is_taken).await;
        }
        subscription
    }
}

/// Keeps the bus, for ever.
pub(super) struct Keeper {
    pub bus: Arc<Bus>,
    pub requests: Requests,
    pub client: Client,
    pub breaker: Arc<Breaker>,
    pub names: Names,
}

/// One connection's subscriptions.
struct Connected {
    sink: PubSubSink,
    stream: PubSubStream,
    topics: BTreeSet<String>,
    heard_at: Instant,
    tell_gaps_at: Option<Instant>,
}

/// The connection is of no use any more.
struct Broken;

impl Keeper {
    pub(super) async fn run(mut self) {
        loop {
            if let Ok(Ok(connected)) = tokio::time::timeout(CONNECT_LIMIT, self.connect()).await {
                self.serve(connected).await;
                self.bus.connectivity.send_replace(false);
            }
            let again = tokio::time::sleep(CONNECT_AGAIN);
            tokio::pin!(again);
            loop {
                tokio::select! {
                    () = &mut again => break,
                    // Nobody waits while Redis is away.
                    Some(wanted) = self.requests.wanted.recv() => drop(wanted),
                    Some(topic) = self.requests.left.recv() => {
                        self.bus.topics.forget(&topic);
                    }
                }
            }
        }
    }

    async fn connect(&self) -> Result<Connected, Broken> {
        let pubsub = self.client.get_async_pubsub().await.map_err(|_| Broken)?;
        let (mut sink, stream) = pubsub.split();
        let topics: BTreeSet<String> = self.bus.topics.names().into_iter().collect();
        let channels = topics.iter().map(|topic| self.names.channel(topic));
        let own = [self.names.gaps(), self.names.beat()];
        let channels: Vec<String> = channels.chain(own).collect();
        for some in channels.chunks(CHANNELS) {
            sink.subscribe(some).await.map_err(|_| Broken)?;
        }
        Ok(Connected {
            sink,
            stream,
            topics,
            heard_at: Instant::now(),
            tell_gaps_at: None,
        })
    }

    async fn serve(&mut self, mut connected: Connected) {
        let mut look = tokio::time::interval(BEAT);
        loop {
            let gaps = connected.tell_gaps_at;
            let done = tokio::select! {
                biased;
                message = connected.stream.next() => match message {
                    Some(message) => {
                        self.heard(&mut connected, &message);
                        Ok(())
                    }
                    None => Err(Broken),
                },
                Some(wanted) = self.requests.wanted.recv() => self.take(&mut connected, wanted).await,
                Some(topic) = self.requests.left.recv() => self.leave(&mut connected, &topic).await,
                () = sleep_until(gaps) => {
                    connected.tell_gaps_at = None;
                    self.bus.topics.tell_all(&News::Lost);
                    Ok(())
                }
                _ = look.tick() => self.look(&connected),
            };
            if done.is_err() {
                return;
            }
        }
    }

    fn heard(&self, connected: &mut Connected, message: &Msg) {
        let channel = message.get_channel_name();
        if let Some(topic) = self.names.topic(channel) {
            let message = message.get_payload_bytes().to_vec().into();
            self.bus.topics.tell(topic, News::Message(message));
        } else if channel == self.names.beat() {
            connected.heard_at = Instant::now();
            let mut pulse = self.bus.pulse();
            pulse.lag = pulse
                .sent_at
                .take()
                .map(|sent| sent.elapsed())
                .or(pulse.lag);
            drop(pulse);
            if !*self.bus.connectivity.borrow() {
                // First the subscribers, so that whoever sees the bus connected finds them told.
                self.bus.topics.tell_all(&News::Lost);
                self.bus.connectivity.send_replace(true);
            }
        } else {
            let at = Instant::now() + GATHER_GAPS;
            connected.tell_gaps_at.get_or_insert(at);
        }
    }

    /// Whether beats come; the connection is given up when they should and do not.
    fn look(&self, connected: &Connected) -> Result<(), Broken> {
        if connected.heard_at.elapsed() < SILENCE {
            return Ok(());
        }
        self.bus.connectivity.send_if_modified(std::mem::take);
        // Without a way to send a beat, its absence says nothing about the way back.
        if self.breaker.is_closed() && connected.heard_at.elapsed() > 2 * SILENCE {
            return Err(Broken);
        }
        Ok(())
    }

    async fn take(&self, connected: &mut Connected, wanted: Wanted) -> Result<(), Broken> {
        if !connected.topics.contains(&wanted.topic) {
            let channel = self.names.channel(&wanted.topic);
            let subscribed = connected.sink.subscribe(channel);
            match tokio::time::timeout(CONNECT_LIMIT, subscribed).await {
                Ok(Ok(())) => connected.topics.insert(wanted.topic.clone()),
                _ => return Err(Broken),
            };
        }
        if wanted.taken.send(()).is_err() {
            self.bus.topics.tell(&wanted.topic, News::Lost);
        }
        Ok(())
    }

    async fn leave(&self, connected: &mut Connected, topic: &str) -> Result<(), Broken> {
        if self.bus.topics.forget(topic) && connected.topics.remove(topic) {
            let left = connected.sink.unsubscribe(self.names.channel(topic));
            match tokio::time::timeout(CONNECT_LIMIT, left).await {
                Ok(Ok(())) => {}
                _ => return Err(Broken),
            }
        }
        Ok(())
    }
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
