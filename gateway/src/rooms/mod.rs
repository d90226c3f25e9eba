//! A room for every game that somebody here watches: one bus subscription, and one serialisation for each audience,
//! however many watch.

mod audience;
mod chat;
mod chat_histories;
mod chat_progress;
mod commits;
mod devices;
mod held_chat;
mod news;
mod presence;
mod presence_exchange;
mod remote_presence;
mod reread_queue;
mod room;
mod seen;
mod shown;
mod spectator_broadcast;
mod subscriber;
mod task;
mod viewers;

use std::sync::{Arc, OnceLock};

use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::TableUpdate;

use crate::{
    frames::{delivery::Delivered, outbox::Outbox},
    holder::HeldSeat,
    registry::{Guest, Registry},
    source::Source,
};
use audience::{Joining, UnderWay};
use commits::Commits;
pub use reread_queue::RereadQueue;
use room::Room;
pub use room::RoomParts;
pub use shown::Shown;
pub use subscriber::SubscriberInbox;
pub use subscriber::Viewer;

/// How often an answer to `watch` is read again when commits overtake it.
const ATTEMPTS: usize = 5;

/// Every room there is.
pub struct Rooms {
    parts: Arc<RoomParts>,
    rooms: Arc<Registry<Room>>,
    /// What is done for all rooms together has begun.
    common: OnceLock<()>,
}

/// One socket's stay in a room.
pub struct Stay {
    guest: Guest<Room>,
    member: Option<(Viewer, u64)>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some((viewer, member)) = self.member {
            self.guest.0.value.audience(viewer).remove(member);
        }
    }
}

impl Rooms {
    /// No rooms.
    pub fn new(parts: RoomParts) -> Self {
        Self {
            parts: Arc::new(parts),
            rooms: Arc::default(),
            common: OnceLock::new(),
        }
    }

    /// Begins what is done for all rooms together, once.
    pub fn begin(&self) {
        self.common.get_or_init(|| {
            tokio::spawn(news::run(Arc::clone(&self.parts), Arc::clone(&self.rooms)));
            let (parts, rooms) = (Arc::clone(&self.parts), Arc::clone(&self.rooms));
            tokio::spawn(remote_presence::run(parts, rooms));
        });
    }

    /// How many rooms there are.
    pub fn count(&self) -> usize {
        self.rooms.count()
    }

    /// Answers `watch`: everything after `after_seq` that this viewer may see, and from then on every commit.
    ///
    /// # Errors
    /// When there is no such game, its viewer may not see it, or play does not answer.
    pub async fn watch(
        &self,
        game: &str,
        after_seq: u64,
        inbox: SubscriberInbox,
    ) -> Result<Stay, Problem> {
        self.begin();
        let guest = self.rooms.enter(
            game,
            || Room::new(game, &self.parts),
            |held| {
                tokio::spawn(task::run(held, Arc::clone(&self.rooms)));
            },
        );
        let mut stay = Stay {
            guest,
            member: None,
        };
        let held = Arc::clone(&stay.guest.0);
        let room = &held.value;
        // Commits are heard before the table is read, so that nothing falls in between.
        let mut open = room.open.subscribe();
        drop(open.wait_for(|open| *open).await);
        let account = inbox.account_id.as_deref();
        let glances = (after_seq == 0 && account.is_none()).then_some(&room.spectators);
        let mut glance = glances.and_then(|spectators| spectators.glance());
        for _ in 0..ATTEMPTS {
            let seen = match glance.take() {
                Some(seen) => seen,
                None => {
                    let services = &self.parts.services;
                    let seen = seen::read(services, &held.key, after_seq, account).await?;
                    let seen = Arc::new(seen);
                    if let Some(spectators) = glances {
                        spectators.keep(&seen);
                    }
                    seen
                }
            };
            room.entrants.get_or_init(|| {
                let table = &seen.table;
                (
                    table.tournament_id.clone(),
                    table.black_entrant_id.clone(),
                    table.white_entrant_id.clone(),
                )
            });
            let viewer = seen.viewer;
            room.seat_taken(viewer, account);
            room.spectators_chat(&held, seen::shows_chat(&seen.table));
            let now_ms = self.parts.clock.now_ms();
            match room.audience(viewer).join(&inbox, after_seq, &seen, now_ms) {
                Joining::Joined(member) => {
                    stay.member = Some((viewer, member));
                    if viewer == Viewer::Spectator {
                        room.spectators.look_again_at(seen.look_again_ms);
                    }
                    room.greet(&held, viewer, &inbox);
                    Room::send_chat(&held, inbox, (viewer, member));
                    return Ok(stay);
                }
                Joining::Overtaken => {}
                Joining::Full => return Err(no_place()),
            }
        }
        Err(Problem::new(
            Kind::Unavailable,
            "unavailable",
            "The game moves on faster than it can be read.",
        ))
    }

    /// When the turn of this ply was written to the account's socket; none if it was not.
    pub fn delivered(&self, game: &str, account_id: &str, ply: Option<u32>) -> Option<Delivered> {
        let held = self.rooms.get(game)?;
        let room = &held.value;
        let ply = ply.or_else(|| room.players.ply())?;
        room.deliveries.of(account_id, ply)
    }

    /// Somebody was shown the position after this commit elsewhere than in this game's rooms, and is no player of it as
    /// far as that tells.
    pub fn looked_on(
        &self,
        game: &str,
        (account_id, source): (Option<&str>, &Source),
        seq: u64,
        at_ms: i64,
    ) {
        let sightings = &self.parts.sightings;
        sightings.note(sightings.mark(game, account_id, source), seq, at_ms);
    }

    /// An account was shown a position elsewhere than in this game's rooms. A player's clock does not wait for sockets
    /// then.
    pub fn shown(&self, game: &str, shown: &Shown) {
        if let Some(held) = self.rooms.get(game) {
            held.value.hear_shown(shown);
        }
    }

    /// The same at other gateways, where one of its players may have a socket.
    pub fn tell_shown(&self, game: &str, shown: &Shown) {
        shown.tell(&self.parts.live, game);
    }

    /// A player's command is under way: the commit that it makes brings the answer to this connection. None where its
    /// account watches no such game there.
    pub fn begins(&self, game: &str, outbox: &Arc<Outbox>, id: &str) -> Option<UnderWay> {
        self.rooms.get(game)?.value.players.begins(outbox, id)
    }

    /// A command was committed here. The players are told at once, as play answered; the others hear it by the bus, and
    /// the room looks for it if that does not bring it.
    pub fn committed(&self, game: &str, seq: u64, update: Option<TableUpdate>) {
        let Some(held) = self.rooms.get(game) else {
            return;
        };
        let room = &held.value;
        if let Some(commit) = update.and_then(|update| Commits::of(update).players)
            && room.players.wants(seq)
        {
            // What is missing before it is looked for below.
            room.players.commit(commit);
        }
        for audience in room.audiences() {
            audience.expect(seq);
        }
        if room.is_behind() {
            held.bell.notify_one();
        }
    }

    /// A socket of these seats opened or closed.
    pub fn seats_changed(&self, seats: &[HeldSeat]) {
        if seats.is_empty() {
            return;
        }
        for held in self.rooms.all() {
            if held.value.has_seat_of(seats) {
                held.value.show_presence(&held, false);
            }
        }
    }
}

/// A game cannot be shown before more of what waits has been read.
pub fn no_place() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "unavailable",
        "More waits for this connection than it may: the game is shown once that is read.",
    )
}
