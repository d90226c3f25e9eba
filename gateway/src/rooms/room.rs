//! One game's room: whom it tells, and what it knows of them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, atomic::AtomicBool};

use outflank_live::SharedLive;
use outflank_transport::{ClusterClock, MoveStages};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    frames::{
        delivery::Deliveries,
        outbox::{About, Outbox},
        server_frame::{self, Outgoing, OwnDevices},
    },
    holder::HeldSeat,
    metrics::Metrics,
    rooms::{
        audience::Audience,
        chat_histories::ChatHistories,
        chat_progress::ChatProgress,
        presence::{Presence, Seats},
        reread_queue::RereadQueue,
        spectator_broadcast::SpectatorBroadcast,
        subscriber::{SubscriberInbox, Viewer},
    },
    services::Services,
    sightings::Sightings,
    sockets::Sockets,
};

/// What every room needs.
pub struct RoomParts {
    pub gateway_id: String,
    pub services: Services,
    pub live: SharedLive,
    pub metrics: Arc<Metrics>,
    pub stages: MoveStages,
    pub sockets: Arc<Sockets>,
    pub sightings: Arc<Sightings>,
    pub clock: Arc<ClusterClock>,
    pub rereads: RereadQueue,
    /// Games whose players and officials may be others now.
    pub changed: RereadQueue,
    /// Messages of a table's chat that `watch` is answered with.
    pub chat_messages: u32,
    pub stop: CancellationToken,
}

/// One game's room. The two players, the officials and the spectators are audiences of their own: what one may see,
/// and how fast it takes it, is no other's concern.
pub struct Room {
    pub(super) parts: Arc<RoomParts>,
    /// True once commits are heard, or polled because the bus is down.
    pub(super) open: watch::Sender<bool>,
    /// Whether other gateways have been asked who is here.
    pub(super) asked: AtomicBool,
    /// Tournament, black's entrant, white's entrant.
    pub(super) entrants: OnceLock<(String, String, String)>,
    pub(super) players: Audience,
    pub(super) officials: Audience,
    pub(super) spectators: Arc<SpectatorBroadcast>,
    pub(super) deliveries: Arc<Deliveries>,
    pub(super) chat: ChatProgress,
    pub(super) histories: ChatHistories,
    /// Whether what spectators write is shown, as play said last.
    pub(super) chat_shown: Mutex<Option<bool>>,
    presence: Mutex<Presence>,
}

impl std::fmt::Debug for Room {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Room").finish_non_exhaustive()
    }
}

impl Room {
    /// A room in which nobody is.
    pub fn new(game: &str, parts: &Arc<RoomParts>) -> Self {
        let game = Arc::from(game);
        let deliveries = Arc::new(Deliveries::new(&game, &parts.sightings));
        let audience = || Audience::new(&game, &deliveries, &parts.metrics);
        let spectators = SpectatorBroadcast::new(
            audience(),
            parts.services.clone(),
            Arc::clone(&parts.clock),
            Arc::clone(&parts.metrics),
        );
        Self {
            parts: Arc::clone(parts),
            open: watch::Sender::new(false),
            asked: AtomicBool::new(false),
            entrants: OnceLock::new(),
            players: audience(),
            officials: audience(),
            spectators: Arc::new(spectators),
            deliveries,
            chat: ChatProgress::default(),
            histories: ChatHistories::default(),
            chat_shown: Mutex::default(),
            presence: Mutex::default(),
        }
    }

    /// The audience that such a viewer belongs to.
    pub fn audience(&self, viewer: Viewer) -> &Audience {
        match viewer {
            Viewer::Black | Viewer::White => &self.players,
            Viewer::Official => &self.officials,
            Viewer::Spectator => &self.spectators.audience,
        }
    }

    /// All of them, the players first.
    pub fn audiences(&self) -> [&Audience; 3] {
        [&self.players, &self.officials, &self.spectators.audience]
    }

    /// Whether an audience with somebody in it waits for an acknowledged commit.
    pub fn is_behind(&self) -> bool {
        let mut outlooks = self.audiences().into_iter().map(Audience::outlook);
        outlooks.any(|outlook| outlook.behind && !outlook.empty)
    }

    /// Whether one of these seats plays here.
    pub fn has_seat_of(&self, seats: &[HeldSeat]) -> bool {
        self.entrants.get().is_some_and(|(event, black, white)| {
            seats.iter().any(|seat| {
                seat.tournament_id == *event
                    && (seat.entrant_id == *black || seat.entrant_id == *white)
            })
        })
    }

    /// Play knows this account as one of the players, whatever it held when its socket opened.
    pub fn seat_taken(&self, viewer: Viewer, account_id: Option<&str>) {
        if let (Some(seat), Some(account_id)) = (self.seat_of(viewer), account_id) {
            self.parts.sockets.seat_taken(account_id, &seat);
        }
    }

    /// The seat of one of the two players.
    pub fn seat_of(&self, viewer: Viewer) -> Option<HeldSeat> {
        let (tournament_id, black, white) = self.entrants.get()?;
        let entrant_id = match viewer {
            Viewer::Black => black,
            Viewer::White => white,
            Viewer::Official | Viewer::Spectator => return None,
        };
        Some(HeldSeat {
            tournament_id: tournament_id.clone(),
            entrant_id: entrant_id.clone(),
        })
    }

    /// The seats as they are anywhere.
    fn shown_presence(&self) -> Seats {
        let presence = self.presence.lock();
        presence.unwrap_or_else(PoisonError::into_inner).shown()
    }

    /// Changes what is known of who is here, and shows it to whom it looks different now: where a seat is open alone to
    /// the players.
    pub fn change_presence<R>(&self, change: impl FnOnce(&mut Presence) -> R) -> R {
        let (result, before, after) = {
            let presence = self.presence.lock();
            let mut presence = presence.unwrap_or_else(PoisonError::into_inner);
            let before = presence.shown();
            let result = change(&mut presence);
            (result, before, presence.shown())
        };
        if before.open() != after.open() {
            self.tell_presence(&self.audiences());
        } else if before != after {
            self.tell_presence(&[&self.players]);
        }
        result
    }

    /// Shows whoever has joined who is here.
    pub fn greet_with_presence(&self, viewer: Viewer, inbox: &SubscriberInbox) {
        let said = PresenceSaid::new(self.players.game(), self.shown_presence());
        said.to(viewer, inbox.session_id.as_deref(), &inbox.outbox);
    }

    fn tell_presence(&self, audiences: &[&Audience]) {
        let said = PresenceSaid::new(self.players.game(), self.shown_presence());
        for audience in audiences {
            audience.each_device(|viewer, session, outbox| said.to(viewer, session, outbox));
        }
    }
}

/// Who is here, as it is said: one frame for everybody, and to each player besides where their own seat is open.
struct PresenceSaid {
    game: Arc<str>,
    seats: Seats,
    shared: Outgoing,
}

impl PresenceSaid {
    fn new(game: &Arc<str>, seats: Seats) -> Self {
        let shared = server_frame::presence(game, (seats.black.open, seats.white.open), None);
        Self {
            game: Arc::clone(game),
            seats,
            shared,
        }
    }

    fn to(&self, viewer: Viewer, session: Option<&str>, outbox: &Outbox) {
        let Seats { black, white } = &self.seats;
        let devices = match viewer {
            Viewer::Black => Some(&black.devices),
            Viewer::White => Some(&white.devices),
            Viewer::Official | Viewer::Spectator => None,
        };
        let own = devices.zip(session).map(|(devices, session)| OwnDevices {
            count: devices.count(),
            newest: devices.is_newest(session),
        });
        let frame = match own {
            None => self.shared.clone(),
            own => server_frame::presence(&self.game, (black.open, white.open), own),
        };
        outbox.latest(About::Presence(Arc::clone(&self.game)), frame);
    }
}
