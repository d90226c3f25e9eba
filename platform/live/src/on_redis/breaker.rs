//! The circuit breaker in front of Redis, and the connection behind it that calls go over.
//!
//! Closed: calls go through, each with its time limit. After a lost connection, or a few calls in a row without an
//! answer, it opens: calls fail at once and the connection is given up. Then a probe tries a new connection again
//! and again, and the first that answers closes the breaker.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use redis::{AsyncConnectionConfig, Client, RedisError, aio::MultiplexedConnection};
use tokio::sync::Notify;

use crate::LiveError;

/// A connection that does not stand and answer by then has failed.
const CONNECT_LIMIT: Duration = Duration::from_millis(250);
/// A probe that failed is followed by the next after so long.
const PROBE_EVERY: Duration = Duration::from_millis(200);
/// So many calls in a row without an answer open the breaker.
const FAILURES: u32 = 3;

#[derive(Default)]
struct State {
    connection: Option<MultiplexedConnection>,
    /// Counts connections: a late failure says nothing about the next one.
    generation: u64,
    failures: u32,
}

/// The breaker with its connection: see the module.
pub(super) struct Breaker {
    client: Client,
    /// A call that is not answered by then has failed.
    call_limit: Duration,
    state: Mutex<State>,
    opened: Notify,
}

impl Breaker {
    pub(super) fn new(client: Client, call_limit: Duration) -> Self {
        Self {
            client,
            call_limit,
            state: Mutex::default(),
            opened: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every statement leaves the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether calls go through.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().connection.is_some()
    }

    /// Makes one call.
    ///
    /// # Errors
    /// When the breaker is open, the time limit passes or Redis refuses.
    pub(super) async fn call<T, F>(
        &self,
        make: impl FnOnce(MultiplexedConnection) -> F,
    ) -> Result<T, LiveError>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        let (connection, generation) = {
            let state = self.lock();
            let connection = state.connection.clone();
            let away = || LiveError::Unavailable("Redis is away".to_owned());
            (connection.ok_or_else(away)?, state.generation)
        };
        match tokio::time::timeout(self.call_limit, make(connection)).await {
            Ok(Ok(answer)) => {
                let mut state = self.lock();
                if state.generation == generation {
                    state.failures = 0;
                }
                Ok(answer)
            }
            Ok(Err(error)) => {
                let lost = error.is_connection_dropped()
                    || error.is_io_error()
                    || error.is_unrecoverable_error();
                self.failed(generation, lost);
                Err(LiveError::Unavailable(error.to_string()))
            }
            Err(_) => {
                self.failed(generation, false);
                let limit = self.call_limit.as_millis();
                Err(LiveError::Unavailable(format!("no answer in {limit} ms")))
            }
        }
    }

    fn failed(&self, generation: u64, lost: bool) {
        let mut state = self.lock();
        if state.generation != generation || state.connection.is_none() {
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if lost || state.failures >= FAILURES {
            state.connection = None;
            tracing::warn!("Redis does not answer: going on without it");
            self.opened.notify_one();
        }
    }

    /// Connects, and again whenever the breaker has opened, for ever.
    pub(super) async fn keep(&self) {
        loop {
            while !self.is_closed() {
                match tokio::time::timeout(CONNECT_LIMIT, self.probe()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::debug!(%error, "Redis is still away"),
                    Err(_) => tracing::debug!("Redis is still away: no answer"),
                }
                if !self.is_closed() {
                    tokio::time::sleep(PROBE_EVERY).await;
                }
            }
            self.opened.notified().await;
        }
    }

    async fn probe(&self) -> Result<(), RedisError> {
        // The limits are ours: what the library would add would only hide whose they are.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(None)
            .set_response_timeout(None);
        let mut connection = self
            .client
            .get_multiplexed_async_connection_with_config(&config)
            .await?;
        redis::cmd("PING").exec_async(&mut connection).await?;
        let mut state = self.lock();
        state.generation = state.generation.wrapping_add(1);
        state.failures = 0;
        state.connection = Some(connection);
        drop(state);
        tracing::info!("Redis answers");
        Ok(())
    }
}
