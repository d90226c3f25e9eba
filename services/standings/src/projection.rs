//! The tournaments as folded so far.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use outflank_live::{SharedLive, topic};
use outflank_proto::feed::v1::{Cursor, Fact};
use outflank_runtime::{Problem, feed::FactSink};
use outflank_tournament::{EntryHeader, Event, TournamentState, evolve};
use serde::Deserialize;

/// One event of pairing's feed.
#[derive(Debug, Deserialize)]
struct FactBody {
    tournament_id: String,
    seq: u64,
    at_ms: i64,
    index: u32,
    of: u32,
    event: Event,
}

/// One tournament.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded {
    pub state: TournamentState,
    /// Pairing's seq of the last entry folded in whole.
    pub version: u64,
    /// The last event folded in: seq and index.
    last: (u64, u32),
}

/// Everything folded so far.
pub(crate) struct Projection {
    live: SharedLive,
    folded: Mutex<BTreeMap<String, Folded>>,
    cursor: Mutex<Cursor>,
}

impl std::fmt::Debug for Projection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Projection")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Projection {
    pub(crate) fn new(live: SharedLive) -> Self {
        Self {
            live,
            folded: Mutex::default(),
            cursor: Mutex::default(),
        }
    }

    pub(crate) fn tournament(&self, id: &str) -> Option<Folded> {
        lock(&self.folded).get(id).cloned()
    }

    /// Folds one event in; answers the tournament's new version when its entry is whole.
    fn fold(&self, body: FactBody) -> Option<(String, u64)> {
        let mut folded = lock(&self.folded);
        let tournament = folded.entry(body.tournament_id.clone()).or_default();
        let place = (body.seq, body.index);
        if place <= tournament.last {
            return None;
        }
        let header = EntryHeader {
            seq: body.seq,
            at_ms: body.at_ms,
        };
        let state = std::mem::take(&mut tournament.state);
        tournament.state = evolve(state, &header, &body.event);
        tournament.last = place;
        if body.index.saturating_add(1) < body.of {
            return None;
        }
        tournament.version = body.seq;
        Some((body.tournament_id, body.seq))
    }
}

#[async_trait]
impl FactSink for Projection {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        Ok(lock(&self.cursor).clone())
    }

    async fn apply(&self, fact: &Fact) -> Result<(), Problem> {
        let body: FactBody = serde_json::from_slice(&fact.body)
            .map_err(|error| Problem::internal(format!("fact {}: {error}", fact.id)))?;
        let Some((tournament, version)) = self.fold(body) else {
            return Ok(());
        };
        let message = version.to_string().into();
        if let Err(error) = self
            .live
            .publish(&topic::standings(&tournament), message)
            .await
        {
            tracing::debug!(%error, "nobody is told that standings changed");
        }
        Ok(())
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        *lock(&self.cursor) = cursor.clone();
        Ok(())
    }

    async fn start_over(&self) -> Result<(), Problem> {
        lock(&self.folded).clear();
        *lock(&self.cursor) = Cursor::default();
        Ok(())
    }
}
