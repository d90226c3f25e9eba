//! What a room does by itself: hears commits, reads what is missing, polls while the bus is down.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use outflank_live::{LiveError, Received, Subscription, topic};
use outflank_proto::play::v1 as play;
use outflank_transport::Stage;
use prost::Message as _;
use tokio::time::Instant;

use crate::{
    registry::{Held, Registry},
    rooms::{
        audience::{Audience, Outlook, Taking},
        commits::Commits,
        room::Room,
    },
};

/// Play is asked this often after the last commit: a publication may be lost.
const QUIET_POLL: Duration = Duration::from_secs(5);
/// An acknowledged commit that the bus has not brought by then is read.
const EXPECTED_WITHIN: Duration = Duration::from_millis(150);
const SUBSCRIBE_AGAIN: Duration = Duration::from_secs(1);
const SUBSCRIBE_WITHIN: Duration = Duration::from_secs(1);
/// How long an empty room waits for its guests to come back.
const LINGER: Duration = Duration::from_secs(10);
/// A game that is over is looked at this often: it may be confirmed, disputed or taken up again.
const FINISHED_POLL: Duration = Duration::from_secs(30);

struct Bus {
    commits: Subscription,
    presence: Subscription,
    chat: Subscription,
}

enum Heard {
    Commit(Received),
    Presence(Received),
    Chat(Received),
}

impl Bus {
    async fn open(room: &Room, game: &str) -> Result<Self, LiveError> {
        let live = &room.parts.live;
        let subscribe = async {
            Ok(Self {
                commits: live.subscribe(&topic::game(game)).await?,
                presence: live.subscribe(&topic::presence(game)).await?,
                chat: live.subscribe(&topic::chat(game)).await?,
            })
        };
        match tokio::time::timeout(SUBSCRIBE_WITHIN, subscribe).await {
            Ok(answer) => answer,
            Err(_) => Err(LiveError::Unavailable("no answer within a second".into())),
        }
    }
}

/// The next thing on the bus; never while it is down.
async fn hear(bus: &mut Option<Bus>) -> Heard {
    match bus {
        Some(bus) => tokio::select! {
            heard = bus.commits.next() => Heard::Commit(heard),
            heard = bus.presence.next() => Heard::Presence(heard),
            heard = bus.chat.next() => Heard::Chat(heard),
        },
        None => std::future::pending().await,
    }
}

struct Caretaker {
    held: Arc<Held<Room>>,
    bus: Option<Bus>,
    subscribe_at: Instant,
    poll_at: Instant,
    empty_since: Option<Instant>,
    /// A finished game is read again then.
    finished_at: Instant,
}

/// Keeps a room until nobody has been in it for a while.
pub async fn run(held: Arc<Held<Room>>, rooms: Arc<Registry<Room>>) {
    let now = Instant::now();
    let stop = held.value.parts.stop.clone();
    let mut caretaker = Caretaker {
        held,
        bus: None,
        subscribe_at: now,
        poll_at: now + QUIET_POLL,
        empty_since: None,
        finished_at: now + FINISHED_POLL,
    };
    let closed = stop.child_token();
    let _ends_the_broadcast = closed.clone().drop_guard();
    tokio::spawn(Arc::clone(&caretaker.held.value.spectators).run(closed));
    loop {
        caretaker.subscribe().await;
        if caretaker.may_close() && rooms.close(&caretaker.held) {
            return;
        }
        let held = Arc::clone(&caretaker.held);
        let wake_at = caretaker.wake_at();
        tokio::select! {
            () = stop.cancelled() => {
                held.value.open.send_replace(true);
                return;
            }
            heard = hear(&mut caretaker.bus) => caretaker.heard(heard),
            () = held.bell.notified() => caretaker.look_around(),
            () = tokio::time::sleep_until(wake_at) => caretaker.poll(),
        }
    }
}

impl Caretaker {
    async fn subscribe(&mut self) {
        let room = &self.held.value;
        if self.bus.is_none() && Instant::now() >= self.subscribe_at {
            match Bus::open(room, &self.held.key).await {
                Ok(bus) => {
                    self.bus = Some(bus);
                    self.catch_up();
                }
                Err(error) => {
                    tracing::warn!(game = %self.held.key, %error, "the bus is down");
                    self.subscribe_at = Instant::now() + SUBSCRIBE_AGAIN;
                    self.catch_up();
                }
            }
        }
        self.held.value.open.send_replace(true);
    }

    fn wake_at(&self) -> Instant {
        let mut at = self.poll_at;
        if self.bus.is_none() {
            at = at.min(self.subscribe_at);
        }
        if let Some(since) = self.empty_since {
            at = at.min(since + LINGER);
        }
        at
    }

    /// Nobody is here, and either nobody ever got an answer or they have been gone for a while.
    fn may_close(&mut self) -> bool {
        if !self.held.is_empty() {
            self.empty_since = None;
            return false;
        }
        let since = *self.empty_since.get_or_insert_with(Instant::now);
        self.held.value.entrants.get().is_none() || since.elapsed() >= LINGER
    }

    fn look_around(&mut self) {
        // A device may have come or gone whose seat stays open.
        self.held.value.show_presence(&self.held, false);
        if self.held.value.is_behind() {
            self.poll_at = self.poll_at.min(Instant::now() + EXPECTED_WITHIN);
        }
    }

    fn heard(&mut self, heard: Heard) {
        match heard {
            Heard::Commit(Received::Message(bytes)) => self.commit(&bytes),
            Heard::Commit(Received::Missed(missed)) => {
                tracing::debug!(game = %self.held.key, missed, "commits may have been missed");
                self.gap();
            }
            Heard::Presence(Received::Message(bytes)) => {
                self.held.value.hear_presence(&self.held, &bytes);
            }
            Heard::Presence(Received::Missed(_)) => {
                self.held.value.show_presence(&self.held, true);
            }
            Heard::Chat(Received::Message(bytes)) => self.held.value.hear_chat(&self.held, &bytes),
            // Whoever reads the table is told whether something was written.
            Heard::Chat(Received::Missed(_)) => self.catch_up(),
            Heard::Commit(Received::Closed)
            | Heard::Presence(Received::Closed)
            | Heard::Chat(Received::Closed) => {
                self.bus = None;
                self.subscribe_at = Instant::now();
            }
        }
    }

    fn commit(&mut self, bytes: &Bytes) {
        let heard = Instant::now();
        let Ok(update) = play::TableUpdate::decode(bytes.clone()) else {
            tracing::error!(game = %self.held.key, "the bus brought something that is no commit");
            return;
        };
        if self.tell(update) == Taking::Gap {
            self.gap();
            return;
        }
        self.held.value.parts.stages.ended(Stage::Roomed, heard);
        if !self.held.value.is_behind() {
            self.poll_at = Instant::now() + QUIET_POLL;
        }
    }

    /// Tells each audience that is here what play made for it: the players first.
    fn tell(&self, update: play::TableUpdate) -> Taking {
        let room = &self.held.value;
        if update.seq == 0 {
            return Taking::Gap;
        }
        room.spectators_chat(&self.held, update.chat_shown);
        if update.viewers_changed {
            room.parts.changed.want(&self.held.key);
        }
        room.spectators
            .audience
            .send_away(&update.expelled_accounts);
        let seq = update.seq;
        let commits = Commits::of(update);
        let mut taking = Taking::Taken;
        for (audience, commit) in [
            (&room.players, &commits.players),
            (&room.officials, &commits.officials),
        ] {
            if !audience.wants(seq) {
                continue;
            }
            let told = commit.clone().map(|commit| audience.commit(commit));
            if told.is_none_or(|told| told == Taking::Gap) {
                taking = Taking::Gap;
            }
        }
        match commits.spectators {
            Some(_) if !room.spectators.audience.wants(seq) => {}
            Some(commit) => room.spectators.commit(commit),
            None => room.spectators.look(),
        }
        taking
    }

    fn gap(&self) {
        self.held.value.parts.metrics.gaps.inc();
        self.catch_up();
    }

    fn poll(&mut self) {
        let now = Instant::now();
        if now < self.poll_at {
            return;
        }
        let outlooks = self.held.value.audiences().map(Audience::outlook);
        let here = |outlook: &Outlook| outlook.seq.is_some() && !outlook.empty;
        let finished = outlooks.iter().filter(|of| here(of)).all(|of| of.finished);
        self.poll_at = now + QUIET_POLL;
        let due = !finished || self.held.value.is_behind() || now >= self.finished_at;
        if due && !self.held.is_empty() {
            self.finished_at = now + FINISHED_POLL;
            self.catch_up();
        }
        self.held.value.repeat_presence(&self.held);
    }

    /// Has everything read that play has committed since what each audience here was told last.
    fn catch_up(&self) {
        let room = &self.held.value;
        room.parts.rereads.want(&self.held.key);
        if !room.spectators.audience.outlook().empty {
            room.spectators.look();
        }
    }
}
