//! The gateway as a whole: its parts, its router, its background tasks.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    middleware,
    response::{IntoResponse as _, Response},
    routing,
};
use ed25519_dalek::SigningKey;
use http::{HeaderMap, Response as HttpResponse, header};
use outflank_access::tokens::Verifier;
use outflank_live::SharedLive;
use outflank_proto::live::v1::{self as live, notice::Kind};
use outflank_transport::{ClusterClock, MoveStages, PlayerCommands};
use prometheus_client::registry::Registry;
use tokio::{sync::Mutex, task::JoinSet};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower_http::compression::{CompressionLayer, Predicate, predicate::DefaultPredicate};

use crate::{
    api_keys::ApiKeys,
    bodies::Bodies,
    command_rates::CommandRates,
    connection_registry::ConnectionRegistry,
    docs,
    frames::{outbox_budget::OutboxBudget, server_frame},
    front,
    health::Health,
    heartbeat::Heartbeat,
    held::Held,
    key_limits::KeyLimits,
    limits::Limits,
    metrics::Metrics,
    metrics_readers::MetricsReaders,
    operations,
    origin::PublicOrigin,
    places::Places,
    problem::ApiProblem,
    programs,
    rate_limiter::RateLimiter,
    rest::{self, answers::Answers},
    rooms::{RereadQueue, RoomParts, Rooms},
    seeking::Seeking,
    services::Services,
    sightings::Sightings,
    sockets::Sockets,
    state::{Shared, State as Parts},
    tickets::Tickets,
    tokens::Tokens,
    tournament_subscriptions::TournamentSubscriptions,
    unread, viewers, web_app,
};

/// Sockets have so long to end when the gateway stops.
const SOCKETS_CLOSE: Duration = Duration::from_secs(8);

/// What a gateway is made of.
pub struct GatewayParts {
    /// Which gateway this is, the same after a restart: play reckons server faults by it.
    pub gateway_id: String,
    /// A transport to each service, each in the name of the gateway role.
    pub services: Services,
    /// The same transports in nobody's name: programs' own calls go over them.
    pub nameless: Services,
    /// The way to play of what players do, in the name of the gateway role.
    pub player_commands: Arc<dyn PlayerCommands>,
    /// Live state.
    pub live: SharedLive,
    /// The gateways' service key: signs tickets while live state is away, so every gateway has the same.
    pub signing_key: SigningKey,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// The keys of people's access tokens.
    pub verifier: Arc<Verifier>,
    /// How browsers reach this server.
    pub origin: PublicOrigin,
    /// How often a client may ask.
    pub limits: Limits,
    /// What the rest of the process counts; what the gateway counts is added to it.
    pub registry: Registry,
    /// Measures the stages of moves.
    pub stages: MoveStages,
    /// Who may read what is counted.
    pub metrics_from: MetricsReaders,
    /// Cancelled when the gateway is to stop: sockets end, and background tasks with them.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for GatewayParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "GatewayParts({})", self.gateway_id)
    }
}

/// REST, WebSocket and the web app in front of the services. It decides nothing that services decide.
#[derive(Clone)]
pub struct Gateway {
    shared: Shared,
    live: SharedLive,
    registry: Arc<Registry>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Gateway({})", self.shared.gateway_id)
    }
}

impl Gateway {
    /// A gateway; `run` makes it live.
    #[must_use]
    pub fn new(parts: GatewayParts) -> Self {
        let mut registry = parts.registry;
        let metrics = Arc::new(Metrics::register(&mut registry));
        let sockets = Arc::new(Sockets::new(Arc::clone(&parts.clock)));
        let limiter = Arc::new(RateLimiter::new(Arc::clone(&parts.live)));
        let sightings = Arc::new(Sightings::new(
            (&parts.gateway_id, &parts.signing_key),
            Arc::clone(&parts.live),
            Arc::clone(&sockets),
        ));
        let rooms = Rooms::new(RoomParts {
            gateway_id: parts.gateway_id.clone(),
            services: parts.services.clone(),
            live: Arc::clone(&parts.live),
            metrics: Arc::clone(&metrics),
            stages: parts.stages.clone(),
            sockets: Arc::clone(&sockets),
            sightings: Arc::clone(&sightings),
            clock: Arc::clone(&parts.clock),
            rereads: RereadQueue::default(),
            changed: RereadQueue::default(),
            chat_messages: parts.limits.readers.chat_messages,
            stop: parts.stop.clone(),
        });
        let tournaments = TournamentSubscriptions::new(
            parts.services.clone(),
            Arc::clone(&parts.live),
            Arc::clone(&parts.clock),
            parts.stop.clone(),
        );
        let tickets = Tickets::new(
            Arc::clone(&parts.live),
            parts.signing_key,
            Arc::clone(&parts.clock),
        );
        let connections = Arc::new(ConnectionRegistry::default());
        let api_keys = ApiKeys::new(
            parts.services.clone(),
            Arc::clone(&parts.clock),
            Arc::clone(&limiter),
            parts.limits.key_exchanges_per_address,
            Arc::clone(&connections),
        );
        let seeking = Seeking::new(
            parts.services.clone(),
            Arc::clone(&parts.live),
            Arc::clone(&parts.clock),
            Arc::clone(&connections),
        );
        let shared = Shared::new(Parts {
            gateway_id: parts.gateway_id,
            services: parts.services,
            nameless: parts.nameless,
            player_commands: parts.player_commands,
            health: Arc::new(Health::default()),
            tokens: Tokens::new(parts.verifier, Arc::clone(&parts.clock)),
            clock: parts.clock,
            tickets,
            api_keys,
            origin: parts.origin,
            budget: Arc::new(OutboxBudget::new(parts.limits.readers)),
            answers: Answers::default(),
            bodies: Arc::new(Bodies::new(parts.limits.bodies)),
            command_rates: CommandRates::new(&parts.limits),
            key_limits: KeyLimits::new(&parts.limits),
            limits: parts.limits,
            limiter,
            metrics,
            stages: parts.stages,
            metrics_from: parts.metrics_from,
            metrics_turn: Mutex::default(),
            rooms,
            tournaments,
            events: Arc::default(),
            sockets,
            sightings,
            seeking,
            places: Places::new(parts.limits.connections, parts.limits.shares),
            socket_places: Places::new(parts.limits.sockets, parts.limits.shares),
            connections,
            publications: Arc::default(),
            downloads: Arc::default(),
            pictures: Arc::default(),
            socket_tasks: TaskTracker::new(),
            stop: parts.stop,
        });
        registry.register_collector(Box::new(Held(shared.clone())));
        Self {
            shared,
            live: parts.live,
            registry: Arc::new(registry),
        }
    }

    /// Every route.
    pub fn router(&self) -> Router {
        let api = rest::routes();
        let registry = Arc::clone(&self.registry);
        let metrics = move |shared, request| operations::metrics(shared, registry, request);
        api.route("/api/v1/openapi.json", routing::get(docs::openapi))
            .route("/api/v1/asyncapi.json", routing::get(docs::asyncapi))
            .route("/api/docs", routing::get(docs::index))
            .route("/api/docs/", routing::get(docs::index))
            .route("/api/docs/docs.css", routing::get(docs::style))
            .route("/api/docs/docs.js", routing::get(docs::script))
            .route("/healthz", routing::get(operations::healthz))
            .route("/readyz", routing::get(operations::readyz))
            .route("/metrics", routing::get(metrics))
            .route("/.well-known/jwks.json", routing::get(operations::key_set))
            .method_not_allowed_fallback(wrong_method)
            .fallback(web_app::answer)
            .layer(middleware::map_response(unread::note_size))
            .layer(CompressionLayer::new().gzip(true).compress_when(Text))
            .layer(middleware::from_fn_with_state(
                self.shared.clone(),
                programs::divert,
            ))
            .layer(middleware::from_fn_with_state(
                self.shared.clone(),
                front::pass,
            ))
            .with_state(self.shared.clone())
    }

    /// Beats to play and reports sockets until the gateway is to stop; then returns once every socket has its last
    /// answers and is closed.
    pub async fn run(&self) {
        self.shared.rooms.begin();
        let mut tasks = JoinSet::new();
        let heartbeat = Heartbeat {
            gateway_id: self.shared.gateway_id.clone(),
            services: self.shared.services.clone(),
            sockets: Arc::clone(&self.shared.sockets),
            health: Arc::clone(&self.shared.health),
            metrics: Arc::clone(&self.shared.metrics),
        };
        tasks.spawn(heartbeat.run(self.shared.stop.clone()));
        let shared = self.shared.clone();
        tasks.spawn(async move {
            shared
                .sockets
                .run_reports(&shared.gateway_id, &shared.services, &shared.stop)
                .await;
        });
        let shared = self.shared.clone();
        tasks.spawn(async move { shared.sightings.answer_others(&shared.stop).await });
        let (shared, live) = (self.shared.clone(), Arc::clone(&self.live));
        tasks.spawn(async move {
            shared
                .connections
                .watch(&live, &shared.services, &shared.stop)
                .await;
        });
        let shared = self.shared.clone();
        tasks.spawn(async move { shared.seeking.run(&shared.stop).await });
        let (shared, live) = (self.shared.clone(), Arc::clone(&self.live));
        tasks.spawn(async move { shared.publications.watch(&live, &shared.stop).await });
        let (shared, live) = (self.shared.clone(), Arc::clone(&self.live));
        let published = self.shared.publications.news();
        tasks.spawn(async move {
            let events = &shared.events;
            events.keep_told(&live, published, &shared.stop).await;
        });
        if let Some(every) = self.shared.limits.viewers_checked_every {
            let shared = self.shared.clone();
            tasks.spawn(async move { viewers::keep_current(&shared, every).await });
        }
        let shared = self.shared.clone();
        tasks.spawn(async move {
            let (budget, metrics) = (&shared.budget, &shared.metrics);
            shared
                .connections
                .make_place((budget, &shared.places), metrics, &shared.stop)
                .await;
        });
        tasks.join_all().await;
        self.shared.socket_tasks.close();
        let closed = tokio::time::timeout(SOCKETS_CLOSE, self.shared.socket_tasks.wait()).await;
        if closed.is_err() {
            tracing::warn!("some sockets were not closed before the server stopped");
        }
    }

    /// Is not ready from now on: who spreads clients over gateways sends nobody here.
    pub async fn drain(&self) {
        self.shared.health.drain().await;
    }

    /// Tells every client that the server stops in so long. The clients' pages say it, and connect again by
    /// themselves.
    pub fn announce_stop(&self, after: Duration) {
        let seconds = after.as_secs();
        self.shared
            .connections
            .tell(&server_frame::notice(Kind::Restart(live::Restart {
                in_ms: u64::try_from(after.as_millis()).unwrap_or(u64::MAX),
                text: format!(
                    "The server restarts in {seconds} s. Clocks get back what that costs."
                ),
            })));
    }

    /// The places for its clients' connections.
    #[must_use]
    pub fn places(&self) -> Arc<Places> {
        Arc::clone(&self.shared.places)
    }

    /// Open sockets.
    #[must_use]
    pub fn open_sockets(&self) -> usize {
        self.shared.sockets.count()
    }
}

async fn wrong_method(State(_): State<Shared>, request: Request) -> Response {
    ApiProblem::wrong_method(request.method(), request.uri().path()).into_response()
}

/// What is worth compressing; never an answer with secrets in it, whose length would tell of them.
#[derive(Debug, Clone, Copy)]
struct Text;

impl Predicate for Text {
    fn should_compress<B>(&self, response: &HttpResponse<B>) -> bool
    where
        B: axum::body::HttpBody,
    {
        let text = |headers: &HeaderMap, name| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
                .to_owned()
        };
        let headers = response.headers();
        let kind = text(headers, header::CONTENT_TYPE);
        let secret = text(headers, header::CACHE_CONTROL).contains("no-store");
        let compact = kind.starts_with("font/") || kind.starts_with("audio/");
        !secret && !compact && DefaultPredicate::new().should_compress(response)
    }
}
