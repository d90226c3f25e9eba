//! What the handlers of requests and connections share.

use std::{ops::Deref, sync::Arc};

use outflank_transport::{ClusterClock, MoveStages, PlayerCommands};
use tokio::sync::Mutex;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    api_keys::ApiKeys, bodies::Bodies, command_rates::CommandRates,
    connection_registry::ConnectionRegistry, event_list::EventList,
    frames::outbox_budget::OutboxBudget, health::Health, key_limits::KeyLimits, limits::Limits,
    metrics::Metrics, metrics_readers::MetricsReaders, origin::PublicOrigin, pictures::Pictures,
    places::Places, publications::Publications, rate_limiter::RateLimiter, rest::answers::Answers,
    rooms::Rooms, seeking::Seeking, services::Services, sightings::Sightings, sockets::Sockets,
    stream_places::StreamPlaces, tickets::Tickets, tokens::Tokens,
    tournament_subscriptions::TournamentSubscriptions,
};

/// What the handlers of requests and connections share. Its parts know nothing of it: each was given what it needs.
#[derive(Clone)]
pub struct Shared(Arc<State>);

/// See [`Shared`].
pub struct State {
    pub gateway_id: String,
    pub services: Services,
    /// The same without the gateway's name: for what outsiders ask themselves.
    pub nameless: Services,
    /// The way to play of what players do.
    pub player_commands: Arc<dyn PlayerCommands>,
    pub health: Arc<Health>,
    pub clock: Arc<ClusterClock>,
    pub tokens: Tokens,
    pub tickets: Tickets,
    pub api_keys: ApiKeys,
    pub origin: PublicOrigin,
    pub limits: Limits,
    pub limiter: Arc<RateLimiter>,
    pub command_rates: CommandRates,
    /// What each API key may use.
    pub key_limits: KeyLimits,
    pub metrics: Arc<Metrics>,
    pub stages: MoveStages,
    /// Who may read what is counted.
    pub metrics_from: MetricsReaders,
    /// Whose turn it is to read it.
    pub metrics_turn: Mutex<()>,
    /// What waits for the clients of all sockets and streams.
    pub budget: Arc<OutboxBudget>,
    /// What was made of answers lately.
    pub answers: Answers,
    /// Bodies of requests that are being read.
    pub bodies: Arc<Bodies>,
    pub rooms: Rooms,
    pub tournaments: TournamentSubscriptions,
    pub events: Arc<EventList>,
    pub sockets: Arc<Sockets>,
    pub sightings: Arc<Sightings>,
    /// Who seeks a casual game.
    pub seeking: Arc<Seeking>,
    /// Places for connections, those that carry sockets among them.
    pub places: Arc<Places>,
    /// Places for sockets and programs' streams.
    pub socket_places: Arc<Places>,
    pub connections: Arc<ConnectionRegistry>,
    /// Streams of publications.
    pub publications: Arc<Publications>,
    /// Downloads that come in pieces.
    pub downloads: Arc<StreamPlaces>,
    /// Pictures that are drawn here.
    pub pictures: Arc<Pictures>,
    /// The tasks of open sockets.
    pub socket_tasks: TaskTracker,
    /// Sockets end and nothing new is begun once this is cancelled.
    pub stop: CancellationToken,
}

impl Shared {
    /// Shares a state.
    pub fn new(state: State) -> Self {
        Self(Arc::new(state))
    }
}

impl Deref for Shared {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}
