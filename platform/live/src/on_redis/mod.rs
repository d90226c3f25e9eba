//! Live state in Redis, shared by any number of processes.

mod breaker;
mod bus;
mod condition;
mod names;
mod scripts;
mod sending;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use bytes::Bytes;
use redis::{Client, Script};
use tokio::{sync::watch, task::JoinSet};

use self::{
    breaker::Breaker,
    bus::{Bus, Keeper},
    names::Names,
    sending::{Parcel, Sending},
};
pub use condition::{RedisCondition, redis_condition};

use crate::{
    Attendance, Deadline, Live, LiveError, MOST_ATTENDEES, Measures, Snapshot, StandingSeek,
    Subscription,
};

/// A start waits so long for Redis, then goes on without it.
const FIRST_CONTACT: Duration = Duration::from_secs(1);
/// Members asked for in one call.
const ASKED_AT_ONCE: usize = 1_000;

/// Where Redis is and what is ours there.
#[derive(Debug, Clone)]
pub struct RedisOptions {
    /// `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`.
    pub url: String,
    /// Before every key and channel; deployments that share a Redis have different ones.
    pub prefix: String,
    /// This process's name, for beats and logs; a number is added that no other handle of it has.
    pub instance: String,
    /// A call that is not answered by then has failed; a few in a row, and Redis counts as away.
    pub call_limit: Duration,
}

impl RedisOptions {
    /// The usual prefix at an address.
    #[must_use]
    pub fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            prefix: "outflank/".to_owned(),
            instance: "process".to_owned(),
            call_limit: Duration::from_millis(75),
        }
    }
}

/// Live state in Redis.
pub struct Redis {
    breaker: Arc<Breaker>,
    sending: Sending,
    bus: Arc<Bus>,
    names: Names,
    count: Script,
    give_back: Script,
    put_snapshot: Script,
    claim_due: Script,
    keep_presence: Script,
    whereabouts: Script,
    attendees: Script,
    keep_seeks: Script,
    drop_seeks: Script,
    seeks: Script,
    /// Ended when this is dropped.
    _tasks: JoinSet<()>,
}

impl std::fmt::Debug for Redis {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Redis({})", self.names.instance())
    }
}

/// No two handles hear each other's beats, whatever their process is called.
fn handle_name(instance: &str) -> String {
    static HANDLES: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.as_nanos());
    let number = HANDLES.fetch_add(1, Ordering::Relaxed);
    format!("{instance}-{}-{nanos:x}-{number}", std::process::id())
}

fn no_address(error: &redis::RedisError) -> LiveError {
    LiveError::Address(format!(
        "the address of Redis cannot be used ({error}): it is to look like redis://HOST:PORT"
    ))
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis())
        .unwrap_or(u64::MAX)
        .clamp(1, i64::MAX.unsigned_abs())
}

impl Redis {
    /// A handle on the Redis at an address. It is good whether Redis answers or not: while it is away, calls fail
    /// at once; when it comes, they succeed. Waits a second at most for the first contact.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub async fn connect(options: &RedisOptions) -> Result<Self, LiveError> {
        let client = Client::open(options.url.as_str()).map_err(|error| no_address(&error))?;
        let names = Names::new(&options.prefix, &handle_name(&options.instance));
        let breaker = Arc::new(Breaker::new(client.clone(), options.call_limit));
        let (sending, parcels, lost) = Sending::new(&breaker);
        let (bus, requests) = Bus::new(options.call_limit);
        let keeper = Keeper {
            bus: Arc::clone(&bus),
            requests,
            client,
            breaker: Arc::clone(&breaker),
            names: names.clone(),
        };
        let mut tasks = JoinSet::new();
        tasks.spawn(keeper.run());
        let kept = Arc::clone(&breaker);
        tasks.spawn(async move { kept.keep().await });
        tasks.spawn(sending::run(
            parcels,
            Arc::clone(&breaker),
            lost,
            Arc::clone(&bus),
            names.clone(),
        ));
        let mut connectivity = bus.connectivity();
        if tokio::time::timeout(FIRST_CONTACT, connectivity.wait_for(|up| *up))
            .await
            .is_err()
        {
            tracing::warn!("Redis does not answer: starting without it");
        }
        Ok(Self {
            breaker,
            sending,
            bus,
            names,
            count: Script::new(scripts::COUNT),
            give_back: Script::new(scripts::GIVE_BACK),
            put_snapshot: Script::new(scripts::PUT_SNAPSHOT),
            claim_due: Script::new(scripts::CLAIM_DUE),
            keep_presence: Script::new(scripts::KEEP_PRESENCE),
            whereabouts: Script::new(scripts::WHEREABOUTS),
            attendees: Script::new(scripts::ATTENDEES),
            keep_seeks: Script::new(scripts::KEEP_SEEKS),
            drop_seeks: Script::new(scripts::DROP_SEEKS),
            seeks: Script::new(scripts::SEEKS),
            _tasks: tasks,
        })
    }

    /// Whether calls go through: the breaker is closed.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.breaker.is_closed()
    }

    /// Messages and notes that wait to be sent.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.sending.waiting()
    }

    /// Messages and notes that were dropped because Redis was away or too slow.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.sending.dropped()
    }
}

#[async_trait]
impl Live for Redis {
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError> {
        self.sending
            .hand_over(Parcel::Message(topic.to_owned(), message))
    }

    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError> {
        Ok(self.bus.subscribe(topic).await)
    }

    fn connectivity(&self) -> watch::Receiver<bool> {
        self.bus.connectivity()
    }

    fn measures(&self) -> Measures {
        Measures {
            answers: self.answers(),
            waiting: self.waiting(),
            dropped: self.dropped(),
            lag: self.bus.lag(),
        }
    }

    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        let mut set = redis::cmd("SET");
        set.arg(self.names.ticket(ticket))
            .arg(value.as_ref())
            .arg("PX")
            .arg(milliseconds(lifetime));
        self.breaker
            .call(|mut to| async move { set.exec_async(&mut to).await })
            .await
    }

    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError> {
        let mut take = redis::cmd("GETDEL");
        take.arg(self.names.ticket(ticket));
        let taken: Option<Vec<u8>> = self
            .breaker
            .call(|mut to| async move { take.query_async(&mut to).await })
            .await?;
        Ok(taken.map(Bytes::from))
    }

    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError> {
        let mut count = self.count.key(self.names.limit(key));
        count.arg(milliseconds(window));
        let used: u64 = self
            .breaker
            .call(|mut to| async move { count.invoke_async(&mut to).await })
            .await?;
        Ok(used <= u64::from(allowed))
    }

    async fn give_back(&self, key: &str) -> Result<(), LiveError> {
        let give_back = self.give_back.key(self.names.limit(key));
        let _: u64 = self
            .breaker
            .call(|mut to| async move { give_back.invoke_async(&mut to).await })
            .await?;
        Ok(())
    }

    async fn put_snapshot(
        &self,
        key: &str,
        seq: u64,
        bytes: Bytes,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        let mut put = self.put_snapshot.key(self.names.snapshot(key));
        put.arg(seq).arg(bytes.as_ref()).arg(milliseconds(lifetime));
        self.breaker
            .call(|mut to| async move { put.invoke_async(&mut to).await })
            .await
    }

    async fn snapshot(&self, key: &str) -> Result<Option<Snapshot>, LiveError> {
        let mut get = redis::cmd("HMGET");
        get.arg(self.names.snapshot(key)).arg("seq").arg("bytes");
        let (seq, bytes): (Option<u64>, Option<Vec<u8>>) = self
            .breaker
            .call(|mut to| async move { get.query_async(&mut to).await })
            .await?;
        Ok(seq.zip(bytes).map(|(seq, bytes)| Snapshot {
            seq,
            bytes: bytes.into(),
        }))
    }

    fn note_deadline(&self, set: &str, deadline: &Deadline) {
        let parcel = Parcel::Deadline(set.to_owned(), deadline.clone());
        if let Err(error) = self.sending.hand_over(parcel) {
            tracing::debug!(%error, name = deadline.name, "a deadline was not noted");
        }
    }

    async fn claim_due(
        &self,
        set: &str,
        now_ms: i64,
        hold: Duration,
        most: usize,
    ) -> Result<Vec<String>, LiveError> {
        let hold_ms = i64::try_from(milliseconds(hold)).unwrap_or(i64::MAX);
        let mut claim = self.claim_due.key(self.names.deadlines(set));
        claim
            .arg(now_ms)
            .arg(now_ms.saturating_add(hold_ms))
            .arg(most);
        self.breaker
            .call(|mut to| async move { claim.invoke_async(&mut to).await })
            .await
    }

    async fn keep_presence(
        &self,
        place: &str,
        news: &Attendance,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        let mut keep = self.keep_presence.key(self.names.place(place));
        keep.key(self.names.places())
            .arg(place)
            .arg(milliseconds(lifetime))
            .arg(news.arrived.len())
            .arg(&news.arrived)
            .arg(&news.left);
        self.breaker
            .call(|mut to| async move { keep.invoke_async(&mut to).await })
            .await
    }

    async fn whereabouts(
        &self,
        who: &[String],
    ) -> Result<BTreeMap<String, BTreeSet<String>>, LiveError> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for some in who.chunks(ASKED_AT_ONCE) {
            let mut ask = self.whereabouts.key(self.names.places());
            ask.arg(self.names.place("")).arg(some);
            let places: Vec<(String, Vec<String>)> = self
                .breaker
                .call(|mut to| async move { ask.invoke_async(&mut to).await })
                .await?;
            for (place, here) in places {
                found.entry(place).or_default().extend(here);
            }
        }
        Ok(found)
    }

    async fn attendees(&self, places: &str) -> Result<BTreeSet<String>, LiveError> {
        let mut ask = self.attendees.key(self.names.places());
        ask.arg(self.names.place(""))
            .arg(places)
            .arg(MOST_ATTENDEES);
        let everybody: Vec<String> = self
            .breaker
            .call(|mut to| async move { ask.invoke_async(&mut to).await })
            .await?;
        Ok(everybody.into_iter().collect())
    }

    async fn keep_seeks(
        &self,
        seeks: &[StandingSeek],
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        for some in seeks.chunks(ASKED_AT_ONCE) {
            let mut keep = self.keep_seeks.key(self.names.seeks());
            keep.key(self.names.seeks_end()).arg(milliseconds(lifetime));
            for seek in some {
                keep.arg(&seek.id).arg(seek.bytes.as_ref());
            }
            let _: u64 = self
                .breaker
                .call(|mut to| async move { keep.invoke_async(&mut to).await })
                .await?;
        }
        Ok(())
    }

    async fn drop_seeks(&self, ids: &[String]) -> Result<(), LiveError> {
        for some in ids.chunks(ASKED_AT_ONCE) {
            let mut end = self.drop_seeks.key(self.names.seeks());
            end.key(self.names.seeks_end()).arg(some);
            let _: u64 = self
                .breaker
                .call(|mut to| async move { end.invoke_async(&mut to).await })
                .await?;
        }
        Ok(())
    }

    async fn seeks(&self) -> Result<BTreeMap<String, Bytes>, LiveError> {
        let mut ask = self.seeks.key(self.names.seeks());
        ask.key(self.names.seeks_end());
        let standing: Vec<(String, Vec<u8>)> = self
            .breaker
            .call(|mut to| async move { ask.invoke_async(&mut to).await })
            .await?;
        Ok(standing
            .into_iter()
            .map(|(id, bytes)| (id, bytes.into()))
            .collect())
    }
}
