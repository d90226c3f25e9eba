//! Live state inside one process: the embedded default.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::{sync::watch, time::Instant};

use crate::{
    Attendance, Deadline, Live, LiveError, MOST_ATTENDEES, Snapshot, StandingSeek, Subscription,
    expiring::{Expiring, SWEEP_ABOVE},
    subscription::{KeptBy, Leave, News, Topics},
};

/// Live state inside one process.
#[derive(Debug)]
pub struct InProcess {
    topics: Topics,
    tickets: Mutex<Expiring<(Bytes, Instant)>>,
    windows: Mutex<Expiring<Window>>,
    snapshots: Mutex<Expiring<(Snapshot, Instant)>>,
    deadlines: Mutex<BTreeMap<String, Deadlines>>,
    places: Mutex<BTreeMap<String, Attendees>>,
    seeks: Mutex<BTreeMap<String, (Bytes, Instant)>>,
    /// Always true: nothing stands between a publisher and its subscribers.
    connectivity: watch::Sender<bool>,
}

#[derive(Debug)]
struct Window {
    ends: Instant,
    used: u32,
}

/// One set of deadlines.
#[derive(Debug, Default)]
struct Deadlines {
    by_name: BTreeMap<String, (u64, Option<i64>)>,
    by_time: BTreeSet<(i64, String)>,
}

#[derive(Debug)]
struct Attendees {
    present: BTreeSet<String>,
    expires: Instant,
}

impl Default for InProcess {
    fn default() -> Self {
        Self {
            topics: Topics::default(),
            tickets: Mutex::default(),
            windows: Mutex::default(),
            snapshots: Mutex::default(),
            deadlines: Mutex::default(),
            places: Mutex::default(),
            seeks: Mutex::default(),
            connectivity: watch::Sender::new(true),
        }
    }
}

impl InProcess {
    /// An empty live state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Deadlines {
    fn note(&mut self, deadline: &Deadline) {
        let Deadline { name, seq, at_ms } = deadline;
        let kept = self.by_name.get(name);
        if kept.is_some_and(|(newer, _)| newer > seq) {
            return;
        }
        if let Some((_, Some(before_ms))) = kept {
            self.by_time.remove(&(*before_ms, name.clone()));
        }
        if let Some(at_ms) = at_ms {
            self.by_time.insert((*at_ms, name.clone()));
        }
        self.by_name.insert(name.clone(), (*seq, *at_ms));
        // What is never due again is remembered only to tell older notes; those come soon or not at all.
        if self.by_name.len() >= SWEEP_ABOVE.saturating_add(self.by_time.len().saturating_mul(2)) {
            self.by_name.retain(|_, (_, at_ms)| at_ms.is_some());
        }
    }

    fn claim(&mut self, now_ms: i64, until_ms: i64, most: usize) -> Vec<String> {
        let due = self
            .by_time
            .iter()
            .take_while(|(at_ms, _)| *at_ms <= now_ms);
        let due: Vec<_> = due.take(most).cloned().collect();
        for (at_ms, name) in &due {
            self.by_time.remove(&(*at_ms, name.clone()));
            self.by_time.insert((until_ms, name.clone()));
            if let Some((_, at_ms)) = self.by_name.get_mut(name) {
                *at_ms = Some(until_ms);
            }
        }
        due.into_iter().map(|(_, name)| name).collect()
    }
}

/// A poisoned lock only means that another task panicked; these maps are valid after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Live for InProcess {
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError> {
        self.topics.tell(topic, News::Message(message));
        Ok(())
    }

    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError> {
        let receiver = self.topics.subscribe(topic);
        let leave = Leave {
            topic: topic.to_owned(),
            kept_by: KeptBy::Process(self.topics.clone()),
        };
        Ok(Subscription::new(receiver, leave))
    }

    fn connectivity(&self) -> watch::Receiver<bool> {
        self.connectivity.subscribe()
    }

    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        let now = Instant::now();
        let mut tickets = lock(&self.tickets);
        let tickets = tickets.swept(now, |(_, expires)| *expires > now);
        tickets.insert(ticket.to_owned(), (value, now + lifetime));
        Ok(())
    }

    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError> {
        let taken = lock(&self.tickets).by_key.remove(ticket);
        Ok(taken.and_then(|(value, expires)| (expires > Instant::now()).then_some(value)))
    }

    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError> {
        let now = Instant::now();
        let mut windows = lock(&self.windows);
        let windows = windows.swept(now, |entry| entry.ends > now);
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

    async fn give_back(&self, key: &str) -> Result<(), LiveError> {
        if let Some(entry) = lock(&self.windows).by_key.get_mut(key) {
            entry.used = entry.used.saturating_sub(1);
        }
        Ok(())
    }

    async fn put_snapshot(
        &self,
        key: &str,
        seq: u64,
        bytes: Bytes,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        let now = Instant::now();
        let mut snapshots = lock(&self.snapshots);
        let snapshots = snapshots.swept(now, |(_, expires)| *expires > now);
        let newer = snapshots
            .get(key)
            .is_some_and(|(kept, expires)| kept.seq >= seq && *expires > now);
        if !newer {
            snapshots.insert(key.to_owned(), (Snapshot { seq, bytes }, now + lifetime));
        }
        Ok(!newer)
    }

    async fn snapshot(&self, key: &str) -> Result<Option<Snapshot>, LiveError> {
        let kept = lock(&self.snapshots).by_key.get(key).cloned();
        Ok(kept.and_then(|(kept, expires)| (expires > Instant::now()).then_some(kept)))
    }

    fn note_deadline(&self, set: &str, deadline: &Deadline) {
        let mut sets = lock(&self.deadlines);
        sets.entry(set.to_owned()).or_default().note(deadline);
    }

    async fn claim_due(
        &self,
        set: &str,
        now_ms: i64,
        hold: Duration,
        most: usize,
    ) -> Result<Vec<String>, LiveError> {
        let hold_ms = i64::try_from(hold.as_millis()).unwrap_or(i64::MAX);
        let until_ms = now_ms.saturating_add(hold_ms);
        let mut sets = lock(&self.deadlines);
        let deadlines = sets.get_mut(set);
        Ok(deadlines.map_or_else(Vec::new, |set| set.claim(now_ms, until_ms, most)))
    }

    async fn keep_presence(
        &self,
        place: &str,
        news: &Attendance,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        let now = Instant::now();
        let mut places = lock(&self.places);
        places.retain(|_, of| of.expires > now);
        let known = places.contains_key(place);
        let of = places.entry(place.to_owned()).or_insert_with(|| Attendees {
            present: BTreeSet::new(),
            expires: now,
        });
        for who in &news.left {
            of.present.remove(who);
        }
        of.present.extend(news.arrived.iter().cloned());
        of.expires = now + lifetime;
        Ok(known)
    }

    async fn whereabouts(
        &self,
        who: &[String],
    ) -> Result<BTreeMap<String, BTreeSet<String>>, LiveError> {
        let now = Instant::now();
        let places = lock(&self.places);
        let standing = places.iter().filter(|(_, of)| of.expires > now);
        let found = standing.map(|(place, of)| {
            let here = who.iter().filter(|one| of.present.contains(*one));
            (place.clone(), here.cloned().collect())
        });
        Ok(found.collect())
    }

    async fn attendees(&self, places: &str) -> Result<BTreeSet<String>, LiveError> {
        let now = Instant::now();
        let kept = lock(&self.places);
        let standing = kept
            .iter()
            .filter(|(place, of)| place.starts_with(places) && of.expires > now);
        let everybody = standing.flat_map(|(_, of)| of.present.iter());
        Ok(everybody.take(MOST_ATTENDEES).cloned().collect())
    }

    async fn keep_seeks(
        &self,
        seeks: &[StandingSeek],
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        let expires = Instant::now() + lifetime;
        let mut kept = lock(&self.seeks);
        for seek in seeks {
            kept.insert(seek.id.clone(), (seek.bytes.clone(), expires));
        }
        Ok(())
    }

    async fn drop_seeks(&self, ids: &[String]) -> Result<(), LiveError> {
        let mut kept = lock(&self.seeks);
        for id in ids {
            kept.remove(id);
        }
        Ok(())
    }

    async fn seeks(&self) -> Result<BTreeMap<String, Bytes>, LiveError> {
        let now = Instant::now();
        let mut kept = lock(&self.seeks);
        kept.retain(|_, (_, expires)| *expires > now);
        let standing = kept.iter();
        Ok(standing
            .map(|(id, (bytes, _))| (id.clone(), bytes.clone()))
            .collect())
    }
}
