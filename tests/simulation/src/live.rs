//! Live state of which messages are lost, doubled and late.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use outflank_live::{
    Attendance, Deadline, InProcess, Live, LiveError, Snapshot, StandingSeek, Subscription,
};
use outflank_stillness::rest;
use tokio::sync::watch;

use crate::{
    chance::Chance,
    coverage::{Doing, Fault},
    fault_plan::Control,
    life::Life,
    world::World,
};

/// One process's way to the live state of all.
#[derive(Debug)]
pub struct FaultyLive {
    all: Arc<InProcess>,
    world: Arc<World>,
    life: Life,
    chance: Chance,
    /// Of its own, so that events go as they did before there were seeks.
    seeks: Chance,
}

/// Who matches seeks claims this.
const MATCHING: &str = "casual-matching";
/// For so long nobody matches, and then for so long somebody does, where that is broken on purpose, ms.
const ASLEEP_MS: i64 = 5_000;
/// Of so many seeks one is forgotten, where that is broken on purpose.
const FORGOTTEN: usize = 4;

impl FaultyLive {
    /// The way of a process of that name.
    #[must_use]
    pub fn new(all: &Arc<InProcess>, world: &Arc<World>, (name, life): (&str, &Life)) -> Self {
        Self {
            all: Arc::clone(all),
            world: Arc::clone(world),
            life: life.clone(),
            chance: world.chance(&format!("live state of {name}")),
            seeks: world.chance(&format!("seeks in the live state of {name}")),
        }
    }

    fn is_away(&self, doing: &str) -> bool {
        let doing = Doing::other(doing);
        let strikes = self.world.strikes(&self.chance, Fault::LiveAway, [&doing]);
        strikes || !self.is_there()
    }

    /// Whether it is there at all.
    fn is_there(&self) -> bool {
        *self.world.live_is_there.borrow()
    }

    /// A call about seeks, or a claim to match them.
    fn reach_seeks(&self, doing: &str) -> Result<(), LiveError> {
        let world = &self.world;
        let often = world.fault_plan.seek_errors;
        let fails = self.seeks.in_thousand(often) && !world.is_calm();
        if fails || !self.is_there() {
            world.log.struck(Fault::LiveAway, [&Doing::other(doing)]);
            let now_ms = world.time.now_ms();
            self.life.is_disturbed((now_ms, now_ms));
            return Err(Self::away());
        }
        Ok(())
    }

    fn away() -> LiveError {
        LiveError::Unavailable("it is simulated to be away".to_owned())
    }
}

#[async_trait]
impl Live for FaultyLive {
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError> {
        if self.life.is_over() || !self.is_there() {
            return Ok(());
        }
        let news = [&Doing::other("news")];
        if self.world.strikes(&self.chance, Fault::LostNews, news) {
            return Ok(());
        }
        if self.world.strikes(&self.chance, Fault::DoubleNews, news) {
            let (all, topic, again) = (Arc::clone(&self.all), topic.to_owned(), message.clone());
            let late_ms = self.chance.between(0, 700);
            tokio::spawn(async move {
                rest(late_ms).await;
                all.publish(&topic, again).await
            });
        }
        self.all.publish(topic, message).await
    }

    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError> {
        self.all.subscribe(topic).await
    }

    fn connectivity(&self) -> watch::Receiver<bool> {
        self.world.live_is_there.subscribe()
    }

    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        self.all.put_ticket(ticket, value, lifetime).await
    }

    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError> {
        self.all.take_ticket(ticket).await
    }

    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError> {
        if key == MATCHING {
            self.reach_seeks("claim to match")?;
            let sleeps = self.world.breaks(Control::MatchersAsleep);
            if sleeps && self.world.time.now_ms() / ASLEEP_MS % 2 == 0 {
                return Ok(false);
            }
        }
        self.all.admit(key, allowed, window).await
    }

    async fn give_back(&self, key: &str) -> Result<(), LiveError> {
        self.all.give_back(key).await
    }

    async fn put_snapshot(
        &self,
        key: &str,
        seq: u64,
        bytes: Bytes,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        self.all.put_snapshot(key, seq, bytes, lifetime).await
    }

    async fn snapshot(&self, key: &str) -> Result<Option<Snapshot>, LiveError> {
        self.all.snapshot(key).await
    }

    fn note_deadline(&self, set: &str, deadline: &Deadline) {
        if !self.life.is_over() && !self.is_away("note deadline") {
            self.all.note_deadline(set, deadline);
        }
    }

    async fn claim_due(
        &self,
        set: &str,
        now_ms: i64,
        hold: Duration,
        most: usize,
    ) -> Result<Vec<String>, LiveError> {
        if self.is_away("claim due") {
            return Err(Self::away());
        }
        self.all.claim_due(set, now_ms, hold, most).await
    }

    async fn keep_presence(
        &self,
        place: &str,
        news: &Attendance,
        lifetime: Duration,
    ) -> Result<bool, LiveError> {
        self.all.keep_presence(place, news, lifetime).await
    }

    async fn whereabouts(
        &self,
        who: &[String],
    ) -> Result<BTreeMap<String, BTreeSet<String>>, LiveError> {
        if self.is_away("whereabouts") {
            return Err(Self::away());
        }
        self.all.whereabouts(who).await
    }

    async fn attendees(&self, places: &str) -> Result<BTreeSet<String>, LiveError> {
        if self.is_away("attendees") {
            return Err(Self::away());
        }
        self.all.attendees(places).await
    }

    async fn keep_seeks(
        &self,
        seeks: &[StandingSeek],
        lifetime: Duration,
    ) -> Result<(), LiveError> {
        self.reach_seeks("keep seeks")?;
        let ids = seeks.iter().map(|seek| seek.id.as_str());
        self.world.seen.kept(ids, self.world.time.now_ms());
        if self.world.breaks(Control::SeeksForgotten) {
            let is_kept = |seek: &&StandingSeek| !seek.bytes.len().is_multiple_of(FORGOTTEN);
            let kept: Vec<StandingSeek> = seeks.iter().filter(is_kept).cloned().collect();
            return self.all.keep_seeks(&kept, lifetime).await;
        }
        self.all.keep_seeks(seeks, lifetime).await
    }

    async fn drop_seeks(&self, ids: &[String]) -> Result<(), LiveError> {
        self.reach_seeks("drop seeks")?;
        let ended = ids.iter().map(String::as_str);
        self.world.seen.dropped(ended, self.world.time.now_ms());
        self.all.drop_seeks(ids).await
    }

    async fn seeks(&self) -> Result<BTreeMap<String, Bytes>, LiveError> {
        self.reach_seeks("read seeks")?;
        self.all.seeks().await
    }
}
