//! A room for every game that somebody here watches: one bus subscription and one serialisation, however many watch.

mod hall;
mod presence;
mod task;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use outflank_live::SharedLive;
use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    metrics::Metrics,
    registry::{Guest, Held, Registry},
    rest::table::{Table, TableEntry},
    services::Services,
    socket::outbox::Outbox,
    sockets::{HeldSeat, Sockets},
};
use hall::{Hall, Joining};

/// How often an answer to `watch` is read again when commits overtake it.
const ATTEMPTS: usize = 5;

/// What every room needs.
#[derive(Clone)]
pub struct RoomParts {
    pub gateway_id: String,
    pub services: Services,
    pub live: SharedLive,
    pub metrics: Arc<Metrics>,
    pub sockets: Arc<Sockets>,
    pub stop: CancellationToken,
}

/// One game's room.
pub struct Room {
    parts: Arc<RoomParts>,
    /// True once commits are heard, or polled because the bus is down.
    open: watch::Sender<bool>,
    /// Whether other gateways have been asked who is here.
    asked: AtomicBool,
    hall: Hall,
}

impl std::fmt::Debug for Room {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Room").finish_non_exhaustive()
    }
}

/// Every room there is.
pub struct Rooms {
    parts: Arc<RoomParts>,
    rooms: Arc<Registry<Room>>,
}

/// Notes when a player's turn was written to their socket.
#[derive(Debug, Clone)]
pub struct Delivery {
    room: Arc<Held<Room>>,
    account_id: Arc<str>,
    ply: u32,
}

impl Delivery {
    /// The frame that gave the turn has been written.
    pub fn written(&self, at_ms: i64) {
        self.room
            .place
            .hall
            .note_delivered(&self.account_id, self.ply, at_ms);
    }
}

/// What a member hears.
#[derive(Debug)]
pub struct Ear {
    /// Where its frames go.
    pub outbox: Arc<Outbox>,
    /// Its account; none for a spectator.
    pub account_id: Option<Arc<str>>,
}

/// One socket's stay in a room.
pub struct Stay {
    guest: Guest<Room>,
    member: Option<u64>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some(member) = self.member {
            self.guest.0.place.hall.remove(member);
        }
    }
}

impl Rooms {
    /// No rooms.
    pub fn new(parts: RoomParts) -> Self {
        Self {
            parts: Arc::new(parts),
            rooms: Arc::default(),
        }
    }

    /// How many rooms there are.
    pub fn count(&self) -> usize {
        self.rooms.count()
    }

    /// Answers `watch`: everything after `after_seq`, and from then on every commit.
    ///
    /// # Errors
    /// When there is no such game, or play does not answer.
    pub async fn watch(&self, game: &str, after_seq: u64, ear: Ear) -> Result<Stay, Problem> {
        let make = || Room {
            parts: Arc::clone(&self.parts),
            open: watch::Sender::new(false),
            asked: AtomicBool::new(false),
            hall: Hall::new(game),
        };
        let rooms = Arc::clone(&self.rooms);
        let guest = self.rooms.enter(game, make, |held| {
            tokio::spawn(task::run(held, rooms));
        });
        let mut stay = Stay {
            guest,
            member: None,
        };
        let held = Arc::clone(&stay.guest.0);
        // Commits are heard before the table is read, so that nothing falls in between.
        let mut open = held.place.open.subscribe();
        drop(open.wait_for(|open| *open).await);
        for _ in 0..ATTEMPTS {
            let (entries, table) = held.place.read(&held.key, after_seq).await?;
            match held.place.hall.join(&held, &ear, entries, table) {
                Joining::Joined(member) => {
                    stay.member = Some(member);
                    let first = !held.place.asked.swap(true, Ordering::Relaxed);
                    held.place.show_presence(&held, first);
                    held.bell.notify_one();
                    return Ok(stay);
                }
                Joining::Overtaken => {}
            }
        }
        Err(Problem::new(
            outflank_runtime::Kind::Unavailable,
            "unavailable",
            "The game moves on faster than it can be read: watch it again.",
        ))
    }

    /// When the turn of this ply was written to the account's socket, cluster time in ms.
    pub fn delivered_at_ms(&self, game: &str, account_id: &str, ply: Option<u32>) -> Option<i64> {
        let held = self.rooms.get(game)?;
        held.place.hall.delivered_at_ms(account_id, ply)
    }

    /// This seq was acknowledged here: the room looks for it if the bus does not bring it.
    pub fn expect(&self, game: &str, seq: u64) {
        if let Some(held) = self.rooms.get(game) {
            held.place.hall.expect(seq);
            held.bell.notify_one();
        }
    }

    /// A socket of these seats opened or closed.
    pub fn seats_changed(&self, seats: &[HeldSeat]) {
        if seats.is_empty() {
            return;
        }
        for held in self.rooms.all() {
            if held.place.hall.has_seat_of(seats) {
                held.place.show_presence(&held, false);
            }
        }
    }
}

impl Room {
    /// Entries after a seq and the table after them.
    async fn read(&self, game: &str, after_seq: u64) -> Result<(Vec<TableEntry>, Table), Problem> {
        let request = play::ReadEntriesRequest {
            game_id: game.to_owned(),
            after_seq,
            ..Default::default()
        };
        let answer = self
            .parts
            .services
            .play()
            .read_entries(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner();
        let entries: Result<Vec<_>, Problem> =
            answer.entries.into_iter().map(TryInto::try_into).collect();
        let table = answer
            .table
            .ok_or_else(|| Problem::internal("play answered without a table"))?;
        Ok((entries?, table.try_into()?))
    }
}

/// How long an empty room waits for its guests to come back.
const LINGER: Duration = Duration::from_secs(10);
