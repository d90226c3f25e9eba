//! A room for every game that somebody here watches: one bus subscription, and one serialisation for each audience,
//! however many watch.

mod chat;
mod elsewhere;
mod gallery;
mod line;
mod news;
mod presence;
mod seats;
mod seen;
mod task;

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use outflank_access::Problem;
use outflank_live::SharedLive;
use outflank_proto::play::v1::{self as play, Table, TableEntry};
use outflank_transport::ClusterClock;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    metrics::Metrics,
    registry::{Guest, Held, Registry},
    services::Services,
    socket::{
        outbox::{About, Outbox},
        server_frame,
    },
    sockets::{HeldSeat, Sockets},
};
use gallery::Gallery;
use line::{Joining, Line};
pub use news::News;
use seats::Seats;

/// How often an answer to `watch` is read again when commits overtake it.
const ATTEMPTS: usize = 5;

/// What somebody is to a game, as play answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Plays black.
    Black,
    /// Plays white.
    White,
    /// An official of the tournament.
    Official,
    /// Anybody else.
    Spectator,
}

impl Viewer {
    fn of(viewer: play::Viewer) -> Self {
        match viewer {
            play::Viewer::Black => Self::Black,
            play::Viewer::White => Self::White,
            play::Viewer::Official => Self::Official,
            play::Viewer::Spectator | play::Viewer::Unspecified => Self::Spectator,
        }
    }

    /// Whether they play this game.
    pub fn is_player(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }
}

/// What every room needs.
pub struct RoomParts {
    pub gateway_id: String,
    pub services: Services,
    pub live: SharedLive,
    pub metrics: Arc<Metrics>,
    pub sockets: Arc<Sockets>,
    pub clock: Arc<ClusterClock>,
    pub news: News,
    pub stop: CancellationToken,
}

/// One game's room. The two players, the officials and the spectators each have a line of their own: what one
/// audience may see, and how fast it takes it, is no other's concern.
pub struct Room {
    parts: Arc<RoomParts>,
    /// True once commits are heard, or polled because the bus is down.
    open: watch::Sender<bool>,
    /// Whether other gateways have been asked who is here.
    asked: AtomicBool,
    /// Tournament, black's entrant, white's entrant.
    entrants: OnceLock<(String, String, String)>,
    players: Line,
    officials: Line,
    spectators: Line,
    gallery: Gallery,
    seats: Seats,
    chat: chat::Told,
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
    /// What is done for all rooms together has begun.
    common: OnceLock<()>,
}

/// Notes when a player's turn was written to their socket.
#[derive(Debug, Clone)]
pub struct Delivery {
    room: Arc<Held<Room>>,
    account_id: Arc<str>,
    turn: (u32, u64),
}

impl Delivery {
    /// The frame that gave the turn has been written.
    pub fn written(&self, at_ms: i64) {
        self.room
            .place
            .seats
            .note_delivered(&self.account_id, self.turn, at_ms);
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
    member: Option<(Viewer, u64)>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some((viewer, member)) = self.member {
            self.guest.0.place.line(viewer).remove(member);
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
            tokio::spawn(elsewhere::run(parts, rooms));
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
    pub async fn watch(&self, game: &str, after_seq: u64, ear: Ear) -> Result<Stay, Problem> {
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
        let room = &held.place;
        // Commits are heard before the table is read, so that nothing falls in between.
        let mut open = room.open.subscribe();
        drop(open.wait_for(|open| *open).await);
        let account = ear.account_id.as_deref();
        for _ in 0..ATTEMPTS {
            let seen = room.read(&held.key, after_seq, account).await?;
            let viewer = seen.viewer;
            let joins = (&ear, viewer);
            let at_once = viewer != Viewer::Spectator;
            let line = room.line(viewer);
            match line.join(&held, joins, seen.entries, seen.table, at_once) {
                Joining::Joined(member) => {
                    stay.member = Some((viewer, member));
                    if viewer == Viewer::Spectator {
                        room.gallery.look_again_at(seen.look_again_ms);
                    }
                    room.greet(&held, &ear);
                    Room::send_chat(&held, ear, (viewer, member));
                    return Ok(stay);
                }
                Joining::Overtaken => {}
            }
        }
        Err(Problem::new(
            outflank_access::Kind::Unavailable,
            "unavailable",
            "The game moves on faster than it can be read.",
        ))
    }

    /// When the turn of this ply was written to the account's socket, cluster time in ms.
    pub fn delivered_at_ms(&self, game: &str, account_id: &str, ply: Option<u32>) -> Option<i64> {
        let held = self.rooms.get(game)?;
        let room = &held.place;
        let ply = ply.or_else(|| room.players.table().map(|table| table.ply))?;
        room.seats.delivered_at_ms(account_id, ply)
    }

    /// This seq was acknowledged here: the room looks for it if the bus does not bring it.
    pub fn expect(&self, game: &str, seq: u64) {
        if let Some(held) = self.rooms.get(game) {
            let room = &held.place;
            for line in [&room.players, &room.officials, &room.spectators] {
                line.expect(seq);
            }
            held.bell.notify_one();
        }
    }

    /// A socket of these seats opened or closed.
    pub fn seats_changed(&self, seats: &[HeldSeat]) {
        if seats.is_empty() {
            return;
        }
        for held in self.rooms.all() {
            if held.place.has_seat_of(seats) {
                held.place.show_presence(&held, false);
            }
        }
    }
}

/// What play answered a viewer.
struct Seen {
    entries: Vec<TableEntry>,
    table: Arc<Table>,
    viewer: Viewer,
    /// Something more becomes visible by time alone then, cluster time in ms.
    look_again_ms: Option<i64>,
}

impl Room {
    fn new(game: &str, parts: &Arc<RoomParts>) -> Self {
        let game: Arc<str> = game.into();
        Self {
            parts: Arc::clone(parts),
            open: watch::Sender::new(false),
            asked: AtomicBool::new(false),
            entrants: OnceLock::new(),
            players: Line::new(&game),
            officials: Line::new(&game),
            spectators: Line::new(&game),
            gallery: Gallery::default(),
            seats: Seats::default(),
            chat: chat::Told::default(),
        }
    }

    fn line(&self, viewer: Viewer) -> &Line {
        match viewer {
            Viewer::Black | Viewer::White => &self.players,
            Viewer::Official => &self.officials,
            Viewer::Spectator => &self.spectators,
        }
    }

    /// Whether one of these seats plays here.
    fn has_seat_of(&self, seats: &[HeldSeat]) -> bool {
        self.entrants.get().is_some_and(|(event, black, white)| {
            seats.iter().any(|seat| {
                seat.tournament_id == *event
                    && (seat.entrant_id == *black || seat.entrant_id == *white)
            })
        })
    }

    /// What whoever has joined is told besides the table.
    fn greet(&self, held: &Arc<Held<Self>>, ear: &Ear) {
        let (black, white) = self.seats.shown();
        let game: Arc<str> = held.key.as_str().into();
        ear.outbox.latest(
            About::Presence(Arc::clone(&game)),
            server_frame::presence(&game, black, white),
        );
        let first = !self.asked.swap(true, Ordering::Relaxed);
        self.show_presence(held, first);
        held.bell.notify_one();
    }

    /// Shows everybody who is here.
    fn tell_presence(&self) {
        let (black, white) = self.seats.shown();
        let game = Arc::clone(self.players.game());
        let frame = server_frame::presence(&game, black, white);
        for line in [&self.players, &self.officials, &self.spectators] {
            line.each(|_, _, outbox| {
                outbox.latest(About::Presence(Arc::clone(&game)), frame.clone());
            });
        }
    }

    /// Entries after a seq and the table after them, as this account may see them; nobody's as a spectator may.
    async fn read(
        &self,
        game: &str,
        after_seq: u64,
        account_id: Option<&str>,
    ) -> Result<Seen, Problem> {
        let request = play::ReadEntriesRequest {
            game_id: game.to_owned(),
            after_seq,
            viewer_account_id: account_id.unwrap_or_default().to_owned(),
        };
        let answer = self
            .parts
            .services
            .play()
            .read_entries(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner();
        self.seen(answer)
    }

    fn seen(&self, answer: play::ReadEntriesResponse) -> Result<Seen, Problem> {
        let viewer = Viewer::of(answer.viewer());
        let table = answer
            .table
            .ok_or_else(|| Problem::internal("play answered without a table"))?;
        let table = seen::whole(table)?;
        self.entrants.get_or_init(|| {
            (
                table.tournament_id.clone(),
                table.black_entrant_id.clone(),
                table.white_entrant_id.clone(),
            )
        });
        Ok(Seen {
            entries: answer.entries,
            table,
            viewer,
            look_again_ms: Some(answer.look_again_ms).filter(|at_ms| *at_ms > 0),
        })
    }
}

/// How long an empty room waits for its guests to come back.
const LINGER: Duration = Duration::from_secs(10);
