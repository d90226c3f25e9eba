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
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::frames::{
    outbox::{About, Outbox},
    server_frame::{self, Outgoing},
};

/// How often the bus is looked for, and its followers told that they may have missed something, while it is down.
const DOWN_LOOK: Duration = Duration::from_secs(10);
/// They are told so while it is up, too: what is published as its publisher ends may be lost.
const QUIET_LOOK: Duration = Duration::from_secs(300);
/// Lines that are remembered, so that none is told that differs in its seq alone.
const LINES_KEPT: usize = 4_096;

/// Who follows the list, and what was told of it.
#[derive(Default)]
pub struct EventList {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    members: BTreeMap<u64, Arc<Outbox>>,
    next_member: u64,
    /// What was told last, by tournament: its seq, and the line without it.
    told: HashMap<String, (u64, HeardLine)>,
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
            member.change(about.clone(), frame.clone(), look.clone());
        }
    }

    fn tell_to_look(&mut self) {
        self.told.clear();
        let (about, frame) = look();
        for member in self.members.values() {
            member.latest(about.clone(), frame.clone());
        }
    }
}

impl EventList {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a socket each line that changes from now on, and at once that it may not have all that changed before.
    pub fn follow(self: &Arc<Self>, outbox: Arc<Outbox>) -> EventListFollower {
        let mut state = self.lock();
        let (about, frame) = look();
        outbox.latest(about, frame);
        let member = state.next_member;
        state.next_member += 1;
        state.members.insert(member, outbox);
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
        self.lock().tell_to_look();
    }

    fn published(&self) {
        let frame = server_frame::rating_files();
        for member in self.lock().members.values() {
            member.latest(About::RatingFiles, frame.clone());
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
        loop {
            let is_down = lines.is_none() || !*connectivity.borrow();
            let wait = if is_down { DOWN_LOOK } else { QUIET_LOOK };
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
                () = tokio::time::sleep(wait) => {
                    if lines.is_none() {
                        lines = live.subscribe(&topic::events()).await.ok();
                    }
                    self.missed();
                }
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
