//! What operators ask of a process without the gateway: does it run, is it ready, how does it do.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    Json, Router,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing,
};
use outflank_access::Role;
use outflank_gateway::{MetricsReaders, Ready};
use outflank_transport::{Pool, clock::TimeSource};
use prometheus_client::registry::Registry;
use tokio::sync::Mutex;

/// A store that has not answered by then is not ready.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// What operators ask of a process without the gateway.
#[derive(Clone)]
pub struct Operations {
    shared: Arc<Shared>,
}

struct Shared {
    registry: Registry,
    time: Option<Arc<dyn TimeSource>>,
    pools: BTreeMap<Role, Pool>,
    metrics_from: MetricsReaders,
    /// Whose turn it is to read them.
    metrics_turn: Mutex<()>,
    draining: AtomicBool,
}

impl Operations {
    /// The state of this process: what it counts and who may read that, its database, and the roles elsewhere
    /// that it cannot do without.
    pub fn new(
        (registry, metrics_from): (Registry, MetricsReaders),
        time: Option<Arc<dyn TimeSource>>,
        pools: BTreeMap<Role, Pool>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                registry,
                time,
                pools,
                metrics_from,
                metrics_turn: Mutex::default(),
                draining: AtomicBool::new(false),
            }),
        }
    }

    /// Is not ready from now on.
    pub fn drain(&self) {
        self.shared.draining.store(true, Ordering::Relaxed);
    }

    /// The routes.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/healthz", routing::get(async || "ok\n"))
            .route("/readyz", routing::get(readyz))
            .route("/metrics", routing::get(metrics))
            .with_state(self.clone())
    }
}

/// Ready when its database answers and so does an instance of each role that it cannot do without; it says which feeds
/// stopped meanwhile.
async fn readyz(State(operations): State<Operations>) -> Response {
    let shared = operations.shared;
    let mut missing: Vec<&str> = Vec::new();
    if shared.draining.load(Ordering::Relaxed) {
        missing.push("the process is stopping");
    }
    if let Some(time) = &shared.time {
        let told = tokio::time::timeout(READY_WITHIN, time.now_us()).await;
        if !matches!(told, Ok(Ok(_))) {
            missing.push("the database does not answer");
        }
    }
    let silent = shared.pools.iter().filter(|(_, pool)| !pool.answers());
    let silent: Vec<String> = silent
        .map(|(role, _)| format!("no {} answers", role.name()))
        .collect();
    missing.extend(silent.iter().map(String::as_str));
    if missing.is_empty() {
        return Json(Ready::now()).into_response();
    }
    let why = format!("Not ready: {}.\n", missing.join(", "));
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

/// Everything that this process counts: made once at a time, however many ask.
async fn metrics(State(operations): State<Operations>, request: Request) -> Response {
    let shared = operations.shared;
    if let Err(refused) = shared.metrics_from.admit(request.extensions()) {
        let why = format!("{}\n", refused.detail);
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let _turn = shared.metrics_turn.lock().await;
    let kind = [(
        header::CONTENT_TYPE,
        outflank_transport::metrics::CONTENT_TYPE,
    )];
    let text = outflank_transport::metrics::shown(&shared.registry);
    (kind, text).into_response()
}
