//! The list of all tournaments for whoever follows it: they are told each line that changes, and that a rating file is published.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_live::{LiveError, Received, SharedLive, Subscription, topic};
use outflank_proto::pairing::v1::{HeardLine, TournamentSummary};
use prost::Message as _;
use tokio_util::sync::CancellationToken;

use crate::frames::{
    outbox::{About, Outbox},
    server_frame,
};

/// How often the bus is looked for, and its followers told that they may have missed something, while it is down.
const DOWN_LOOK: Duration = Duration::from_secs(10);
/// They are told so while it is up, too: what is published as its publisher ends may be lost.
const QUIET_LOOK: Duration = Duration::from_secs(300);
/// A bus that ended is looked for again after so long.
const AGAIN_AFTER: Duration = Duration::from_secs(1);
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
        let (frame, look) = (server_frame::event(Some(line)), server_frame::event(None));
        for member in self.members.values() {
            member.change(about.clone(), frame.clone(), look.clone());
        }
    }

    fn tell_to_look(&mut self) {
        self.told.clear();
        let look = server_frame::event(None);
        for member in self.members.values() {
            member.latest(About::Event("".into()), look.clone());
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
        outbox.latest(About::Event("".into()), server_frame::event(None));
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

    /// Tells what the bus brings, until the gateway is to stop.
    pub async fn keep_told(&self, live: &SharedLive, stop: &CancellationToken) {
        let mut connectivity = live.connectivity();
        let mut bus = None;
        let mut ended = false;
        loop {
            if bus.is_none() && !ended {
                bus = subscribe(live).await.ok();
                self.missed();
            }
            let is_down = bus.is_none() || !*connectivity.borrow();
            let wait = match is_down {
                _ if ended => AGAIN_AFTER,
                true => DOWN_LOOK,
                false => QUIET_LOOK,
            };
            tokio::select! {
                () = stop.cancelled() => return,
                heard = hear(&mut bus) => match heard {
                    Heard::Line(Received::Message(line)) => self.heard(line),
                    Heard::RatingFiles(Received::Message(_)) => self.published(),
                    Heard::Line(Received::Missed(_)) | Heard::RatingFiles(Received::Missed(_)) => self.missed(),
                    Heard::Line(Received::Closed) | Heard::RatingFiles(Received::Closed) => (bus, ended) = (None, true),
                },
                Ok(()) = connectivity.changed() => {
                    connectivity.mark_unchanged();
                    self.missed();
                }
                () = tokio::time::sleep(wait) => {
                    ended = false;
                    self.missed();
                }
            }
        }
    }
}

struct Bus {
    lines: Subscription,
    rating_files: Subscription,
}

enum Heard {
    Line(Received),
    RatingFiles(Received),
}

async fn subscribe(live: &SharedLive) -> Result<Bus, LiveError> {
    Ok(Bus {
        lines: live.subscribe(&topic::events()).await?,
        rating_files: live.subscribe(&topic::rating_files()).await?,
    })
}

async fn hear(bus: &mut Option<Bus>) -> Heard {
    match bus {
        Some(bus) => tokio::select! {
            heard = bus.lines.next() => Heard::Line(heard),
            heard = bus.rating_files.next() => Heard::RatingFiles(heard),
        },
        None => std::future::pending().await,
    }
}
