//! What operators and other servers ask: health, readiness, counters, keys.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Request, State},
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use outflank_access::{Kind, Problem, problem};
use outflank_proto::{identity::v1 as identity, pairing::v1 as pairing};
use outflank_transport::{
    feed::{self, StoppedFeed},
    metrics,
};
use prometheus_client::registry::Registry;
use serde::Serialize;

use crate::{problem::ApiProblem, state::Shared};

/// A service that has not answered by then is not ready.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// The process runs.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// What a process says that is ready. A feed that stopped takes nobody out of service: whoever stands in for the process
/// could not read the fact either, and games go on without it.
#[derive(Debug, Serialize)]
pub struct Ready {
    ready: bool,
    /// What is not taken in until a fact can be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stopped_feeds: Vec<StoppedFeed>,
}

impl Ready {
    /// As it is now.
    #[must_use]
    pub fn now() -> Self {
        Self {
            ready: true,
            stopped_feeds: feed::stopped(),
        }
    }
}

/// Every service that players and directors need answers.
pub async fn readyz(State(shared): State<Shared>) -> Result<Response, ApiProblem> {
    if shared.health.is_draining() || shared.stop.is_cancelled() {
        return Err(Problem::new(
            Kind::Unavailable,
            "not_ready",
            "Not ready: the server is stopping.",
        )
        .into());
    }
    let (mut accounts, mut events) = (shared.services.identity(), shared.services.pairing());
    let (keys, rule_sets) = tokio::join!(
        tokio::time::timeout(
            READY_WITHIN,
            accounts.get_key_set(identity::GetKeySetRequest {})
        ),
        tokio::time::timeout(
            READY_WITHIN,
            events.list_rule_sets(pairing::ListRuleSetsRequest::default())
        ),
    );
    let silent: Vec<String> = [
        ("identity", matches!(keys, Ok(Ok(_)))),
        ("pairing", matches!(rule_sets, Ok(Ok(_)))),
        ("play", shared.health.play_answers()),
    ]
    .into_iter()
    .filter(|(_, answers)| !answers)
    .map(|(name, _)| name.to_owned())
    .collect();
    if silent.is_empty() {
        return Ok(Json(Ready::now()).into_response());
    }
    Err(problem!(
        Kind::Unavailable,
        "not_ready",
        "Not ready: no answer from {roles}.",
        roles = silent,
    )
    .into())
}

/// Counters, for Prometheus: made once at a time, however many ask.
pub async fn metrics(
    State(shared): State<Shared>,
    registry: Arc<Registry>,
    request: Request,
) -> Result<Response, ApiProblem> {
    shared.metrics_from.admit(request.extensions())?;
    let _turn = shared.metrics_turn.lock().await;
    let kind = [(header::CONTENT_TYPE, metrics::CONTENT_TYPE)];
    Ok((kind, metrics::shown(&registry)).into_response())
}

/// The public keys of this server, each with what it signs.
pub async fn key_set(State(shared): State<Shared>) -> Result<Response, ApiProblem> {
    let request = identity::GetKeySetRequest {};
    let answer = shared.services.identity().get_key_set(request).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/jwk-set+json"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    Ok((StatusCode::OK, headers, answer.into_inner().json).into_response())
}
