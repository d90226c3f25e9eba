//! The tournaments as folded so far.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_live::{SharedLive, topic};
use outflank_proto::feed::v1::{Cursor, Fact};
use outflank_tournament::{EntryHeader, FactBody, TournamentState, evolve};
use outflank_transport::feed::{FactSink, NotTaken, read};

/// One tournament as its entries up to `version` made it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded {
    pub state: TournamentState,
    /// Pairing's seq of the last entry folded in.
    pub version: u64,
}

/// A tournament as readers see it, and what has come of an entry that is not whole yet: an entry is
/// one act, and nobody may see half of it.
#[derive(Default)]
struct Followed {
    whole: Arc<Folded>,
    begun: Vec<FactBody>,
}

impl Followed {
    /// Takes in one event; answers whether it made an entry whole.
    fn take(&mut self, body: FactBody) -> Result<bool, NotTaken> {
        let (seq, index) = self.begun.last().map_or((body.seq, 0), |last| {
            (last.seq, last.index.saturating_add(1))
        });
        let known = body.seq <= self.whole.version || (body.seq == seq && body.index < index);
        if known {
            return Ok(false);
        }
        if (body.seq, body.index) != (seq, index) {
            return Err(NotTaken::Refused(format!(
                "event {} of entry {} came where event {index} of entry {seq} is missing: its lists stay as they are until \
                 standings starts again over a whole feed",
                body.index, body.seq
            )));
        }
        let last = body.index.saturating_add(1) >= body.of;
        self.begun.push(body);
        if last {
            self.fold();
        }
        Ok(last)
    }

    fn fold(&mut self) {
        let mut folded = Arc::unwrap_or_clone(std::mem::take(&mut self.whole));
        for body in self.begun.drain(..) {
            let header = EntryHeader {
                seq: body.seq,
                at_ms: body.at_ms,
            };
            folded.state = evolve(folded.state, &header, &body.event);
            folded.version = body.seq;
        }
        self.whole = Arc::new(folded);
    }
}

/// Everything folded so far.
pub(crate) struct Projection {
    live: SharedLive,
    followed: Mutex<BTreeMap<String, Followed>>,
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
            followed: Mutex::default(),
            cursor: Mutex::default(),
        }
    }

    /// A tournament's whole entries; `None` before its first.
    pub(crate) fn tournament(&self, id: &str) -> Option<Arc<Folded>> {
        lock(&self.followed)
            .get(id)
            .map(|followed| Arc::clone(&followed.whole))
            .filter(|whole| whole.version > 0)
    }

    /// The epoch of the store that this was folded from; empty before its first facts.
    pub(crate) fn epoch(&self) -> String {
        lock(&self.cursor).epoch.clone()
    }

    /// Folds one event in; answers the tournament's new version when its entry is whole.
    fn fold(&self, body: FactBody) -> Result<Option<(String, u64)>, NotTaken> {
        let (tournament, seq) = (body.tournament_id.clone(), body.seq);
        let mut followed = lock(&self.followed);
        let whole = followed.entry(tournament.clone()).or_default().take(body)?;
        Ok(whole.then_some((tournament, seq)))
    }
}

#[async_trait]
impl FactSink for Projection {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        Ok(lock(&self.cursor).clone())
    }

    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        let Some((tournament, version)) = self.fold(read(fact)?)? else {
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
        lock(&self.followed).clear();
        *lock(&self.cursor) = Cursor::default();
        Ok(())
    }
}
