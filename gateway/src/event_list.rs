//! The list of all tournaments for whoever follows it: they are told each line that changes, and that a rating file is published.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_live::{Received, SharedLive, Subscription, topic};
use outflank_proto::pairing::v1::{HeardLine, TournamentSummary};
use prost::Message as _;
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior},
};
use tokio_util::sync::CancellationToken;

use crate::{
    frames::{
        outbox::{About, Outbox},
        server_frame::{self, Outgoing},
    },
    until::until,
};

/// How often the bus is looked for, and its followers told that they may have missed something, while it is down.
const DOWN_LOOK: Duration = Duration::from_secs(10);
/// Each is told so while it is up, too: what is published as its publisher ends may be lost.
const QUIET_LOOK: Duration = Duration::from_secs(300);
/// How often it is looked who is to be told so. Never more than a share of them at once: each reads the whole list.
const QUIET_ROUND: Duration = Duration::from_secs(10);
/// All are told so at most so often by that: a bus that comes and goes would have each of them read the whole list every time.
const LOOKS_APART: Duration = Duration::from_secs(5);
/// Lines that are remembered, so that none is told that differs in its seq alone.
const LINES_KEPT: usize = 4_096;

/// Who follows the list, and what was told of it.
#[derive(Default)]
pub struct EventList {
    state: Mutex<State>,
}

struct State {
    members: BTreeMap<u64, Follower>,
    next_member: u64,
    /// What was told last, by tournament: its seq, and the line without it.
    told: HashMap<String, (u64, HeardLine)>,
    told_since: Instant,
    /// When all were told last that they may have missed something, and when they are to be told so again.
    looked_at: Option<Instant>,
    look_due: Option<Instant>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            members: BTreeMap::new(),
            next_member: 0,
            told: HashMap::new(),
            told_since: Instant::now(),
            looked_at: None,
            look_due: None,
        }
    }
}

struct Follower {
    outbox: Arc<Outbox>,
    /// When it was told last that it may have missed something.
    looked_at: Instant,
}

/// One socket's following: it ends when it is dropped.
pub struct EventListFollower {
    list: Arc<EventList>,
    member: u64,
}

impl Drop for EventListFollower {
    fn drop(&mut self) {
        let mut state = self.list.lock();
        state.members.remove(&self.member);
        if state.members.is_empty() {
            state.told.clear();
        }
    }
}

impl State {
    /// What is to be told of a line: nothing where it has but the next seq. One that follows on none that was told may
    /// have been another meanwhile, and somebody may have read that.
    fn news(&mut self, mut heard: HeardLine) -> Option<TournamentSummary> {
        let line = heard.line.clone()?;
        if let Some(line) = &mut heard.line {
            line.seq = 0;
        }
        if let Some((seq, told)) = self.told.get_mut(&line.id) {
            if *seq >= line.seq {
                return None;
            }
            let follows = *seq + 1 == line.seq;
            *seq = line.seq;
            if follows && *told == heard {
                return None;
            }
        }
        if self.told.len() >= LINES_KEPT {
            self.told.clear();
        }
        self.told.insert(line.id.clone(), (line.seq, heard));
        Some(line)
    }

    /// Whoever is slow is told to look instead.
    fn tell(&self, line: TournamentSummary) {
        let about = About::Event(line.id.as_str().into());
        let (frame, (_, look)) = (server_frame::event(Some(line)), look());
        for member in self.members.values() {
            let outbox = &member.outbox;
            outbox.change(about.clone(), frame.clone(), look.clone());
        }
    }

    fn forget_told(&mut self) {
        self.told.clear();
        self.told_since = Instant::now();
    }

    fn tell_to_look(&mut self) {
        self.forget_told();
        for member in self.members.values_mut() {
            member.tell_to_look();
        }
    }

    /// All may have missed something: they are told so now, or as soon as they may be told so again.
    fn missed(&mut self) {
        let now = Instant::now();
        let earliest = self.looked_at.map_or(now, |last| last + LOOKS_APART);
        if earliest > now {
            self.forget_told();
            self.look_due = Some(earliest);
            return;
        }
        let somebody_looks = !self.members.is_empty();
        (self.looked_at, self.look_due) = (somebody_looks.then_some(now), None);
        self.tell_to_look();
    }

    /// Those who were told so longest ago: as many as it takes for all to have their turn in that time. What was told is
    /// not relied on for longer: a store that was restored goes on from an earlier seq.
    fn tell_some_to_look(&mut self) {
        if self.told_since.elapsed() >= QUIET_LOOK {
            self.forget_told();
        }
        let rounds = QUIET_LOOK.as_secs() / QUIET_ROUND.as_secs();
        let most = self
            .members
            .len()
            .div_ceil(usize::try_from(rounds).unwrap_or(1));
        let members = self.members.values_mut();
        let mut due: Vec<&mut Follower> = members
            .filter(|member| member.looked_at.elapsed() >= QUIET_LOOK)
            .collect();
        due.sort_by_key(|member| member.looked_at);
        for member in due.into_iter().take(most) {
            member.tell_to_look();
        }
    }
}

impl Follower {
    fn tell_to_look(&mut self) {
        let (about, frame) = look();
        self.outbox.latest(about, frame);
        self.looked_at = Instant::now();
    }
}

impl EventList {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a socket each line that changes from now on, and at once that it may not have all that changed before.
    pub fn follow(self: &Arc<Self>, outbox: Arc<Outbox>) -> EventListFollower {
        let mut state = self.lock();
        let mut follower = Follower {
            outbox,
            looked_at: Instant::now(),
        };
        follower.tell_to_look();
        let member = state.next_member;
        state.next_member += 1;
        state.members.insert(member, follower);
        EventListFollower {
            list: Arc::clone(self),
            member,
        }
    }

    fn heard(&self, message: Bytes) {
        let Ok(heard) = HeardLine::decode(message) else {
            tracing::error!("the bus brought something that is no line of the list of events");
            return;
        };
        let mut state = self.lock();
        if state.members.is_empty() {
            return;
        }
        if heard.line.is_none() {
            state.tell_to_look();
        } else if let Some(line) = state.news(heard) {
            state.tell(line);
        }
    }

    fn missed(&self) {
        self.lock().missed();
    }

    fn published(&self) {
        let frame = server_frame::rating_files();
        for member in self.lock().members.values() {
            member.outbox.latest(About::RatingFiles, frame.clone());
        }
    }

    /// Tells what the bus brings, until the gateway is to stop. `published` changes whenever a rating file may have been
    /// published.
    pub async fn keep_told(
        &self,
        live: &SharedLive,
        mut published: watch::Receiver<u64>,
        stop: &CancellationToken,
    ) {
        let mut connectivity = live.connectivity();
        let mut lines = live.subscribe(&topic::events()).await.ok();
        self.missed();
        let mut rounds = tokio::time::interval(QUIET_ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let is_down = lines.is_none() || !*connectivity.borrow();
            let look_due = self.lock().look_due;
            tokio::select! {
                () = stop.cancelled() => return,
                heard = next(&mut lines) => match heard {
                    Received::Message(line) => self.heard(line),
                    Received::Missed(_) => self.missed(),
                    Received::Closed => lines = None,
                },
                Ok(()) = published.changed() => self.published(),
                Ok(()) = connectivity.changed() => {
                    connectivity.mark_unchanged();
                    self.missed();
                }
                () = tokio::time::sleep(DOWN_LOOK), if is_down => {
                    if lines.is_none() {
                        lines = live.subscribe(&topic::events()).await.ok();
                    }
                    self.missed();
                }
                () = until(look_due) => self.missed(),
                _ = rounds.tick(), if !is_down => self.lock().tell_some_to_look(),
            }
        }
    }
}

async fn next(lines: &mut Option<Subscription>) -> Received {
    match lines {
        Some(lines) => lines.next().await,
        None => std::future::pending().await,
    }
}

/// That any line may be another.
fn look() -> (About, Outgoing) {
    (About::Event("".into()), server_frame::event(None))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{
        frames::{outbox_budget::OutboxBudget, server_frame::Encoding},
        places::Standing,
        reader_limits::ReaderLimits,
        source::Source,
    };

    #[tokio::test(start_paused = true)]
    async fn not_all_are_told_at_once_to_read_the_list_again() {
        const FOLLOWERS: usize = 60;
        let (list, budget) = (
            Arc::new(EventList::default()),
            Arc::new(OutboxBudget::new(ReaderLimits::default())),
        );
        let outboxes: Vec<Arc<Outbox>> = (0..FOLLOWERS)
            .map(|_| {
                let reader = (Standing::Anonymous, Source::default());
                Arc::new(Outbox::new(Encoding::Json, reader, &budget))
            })
            .collect();
        let _following: Vec<EventListFollower> = outboxes
            .iter()
            .map(|outbox| list.follow(Arc::clone(outbox)))
            .collect();
        list.missed();
        let mut told = vec![0; FOLLOWERS];
        for round in 0..60 {
            for (outbox, told) in outboxes.iter().zip(&mut told) {
                if outbox.bytes() > 0 {
                    *told += 1;
                    outbox.next(1).await.unwrap();
                    // What was taken counts as written with the next look.
                    assert!(
                        tokio::time::timeout(Duration::ZERO, outbox.next(1))
                            .await
                            .is_err()
                    );
                }
            }
            let so_far: usize = told.iter().sum();
            match round {
                0..30 => assert_eq!(so_far, FOLLOWERS, "round {round}"),
                _ => assert_eq!(so_far, FOLLOWERS + 2 * (round - 29), "round {round}"),
            }
            tokio::time::advance(QUIET_ROUND).await;
            list.lock().tell_some_to_look();
        }
        assert!(told.iter().all(|told| *told == 1 || *told == 2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_bus_that_comes_and_goes_has_all_look_now_and_then_and_once_after_its_end() {
        let list = Arc::new(EventList::default());
        let budget = Arc::new(OutboxBudget::new(ReaderLimits::default()));
        let reader = (Standing::Anonymous, Source::default());
        let outbox = Arc::new(Outbox::new(Encoding::Json, reader, &budget));
        // Nobody follows yet: nobody is told, and who comes next waits for nothing.
        list.missed();
        let _following = list.follow(Arc::clone(&outbox));
        let mut told_at = Vec::new();
        let began = Instant::now();
        for step in 0..300 {
            if step % 2 == 0 && step < 200 {
                list.missed();
            }
            let due = list.lock().look_due;
            if due.is_some_and(|due| due <= Instant::now()) {
                list.missed();
            }
            if outbox.bytes() > 0 {
                told_at.push(began.elapsed().as_millis());
                outbox.next(1).await.unwrap();
                let nothing = tokio::time::timeout(Duration::ZERO, outbox.next(1)).await;
                assert!(nothing.is_err());
            }
            tokio::time::advance(Duration::from_millis(100)).await;
        }
        assert_eq!(told_at, [0, 5_000, 10_000, 15_000, 20_000]);
        assert_eq!(list.lock().look_due, None);
    }
}
