//! The tournaments that are asked for, folded on with what the feed tells.

use std::{
    collections::BTreeMap,
    ptr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_kept::{Kept, Weighed};
use outflank_live::{SharedLive, topic};
use outflank_proto::{
    feed::v1::{Cursor, Fact, ReadFactsRequest},
    pairing::v1::pairing_service_client::PairingServiceClient,
};
use outflank_tournament::{FactBody, TournamentState};
use outflank_transport::{
    Transport,
    feed::{FactSink, NotTaken, is_casual, read},
};

use crate::loading::Loader;

/// Room for folded tournaments, in bytes.
const MOST_KEPT_BYTES: u64 = 16 << 20;
/// What any folded tournament takes beside what was told of it, in bytes.
const LEAST_BYTES: u64 = 16 * 1024;

/// One tournament as its entries up to `version` made it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folded {
    pub state: TournamentState,
    /// Pairing's seq of the last entry folded in.
    pub version: u64,
    /// Bytes that were told of it.
    pub bytes: u64,
    /// The feed has told of it since it was read from pairing.
    pub moved: bool,
}

impl Folded {
    /// Whether nothing is expected of it any more, and nothing has come.
    pub(crate) fn rests(&self) -> bool {
        !self.moved && self.state.phase().is_over()
    }

    /// Whether this very state is what something was made of.
    pub(crate) fn is(self: &Arc<Self>, made_of: &Weak<Self>) -> bool {
        ptr::eq(made_of.as_ptr(), Arc::as_ptr(self))
    }
}

/// A tournament as readers see it, and what has come of an entry that is not whole yet: an entry is
/// one act, and nobody may see half of it.
#[derive(Clone)]
struct Followed {
    whole: Arc<Folded>,
    begun: Arc<Vec<(FactBody, usize)>>,
}

impl Weighed for Followed {
    fn bytes(&self) -> u64 {
        self.whole.bytes.saturating_add(LEAST_BYTES)
    }
}

/// What became of an event.
enum Taken {
    /// It was known.
    Known,
    /// Its entry is not whole yet.
    Begun,
    /// With it its entry is whole.
    Whole,
    /// What was told before it is missing here.
    Gap,
}

impl Followed {
    fn take(&mut self, body: FactBody, bytes: usize) -> Taken {
        let (seq, index) = self
            .begun
            .last()
            .map_or((self.whole.version.saturating_add(1), 0), |(last, _)| {
                (last.seq, last.index.saturating_add(1))
            });
        if body.seq <= self.whole.version || (body.seq == seq && body.index < index) {
            return Taken::Known;
        }
        if (body.seq, body.index) != (seq, index) {
            return Taken::Gap;
        }
        let last = is_last(&body);
        Arc::make_mut(&mut self.begun).push((body, bytes));
        if !last {
            return Taken::Begun;
        }
        let mut folded = Arc::unwrap_or_clone(Arc::clone(&self.whole));
        for (body, bytes) in std::mem::take(&mut *Arc::make_mut(&mut self.begun)) {
            folded.take(&body, bytes);
        }
        folded.moved = true;
        self.whole = Arc::new(folded);
        Taken::Whole
    }
}

/// Whether its entry is whole with it.
fn is_last(body: &FactBody) -> bool {
    body.index.saturating_add(1) >= body.of
}

/// What is being read from pairing.
#[derive(Default)]
struct Awaited {
    /// How many wait for it.
    readers: usize,
    /// The last entry that the feed has told of meanwhile.
    told: u64,
}

#[derive(Default)]
struct Place {
    /// How far the feed was followed; `None` before it is known where it ends.
    cursor: Option<Cursor>,
    awaited: BTreeMap<String, Awaited>,
    /// Counts the stores that were followed: what was read from one before is not kept.
    stores: u64,
}

/// The tournaments that are asked for.
pub(crate) struct Projection {
    live: SharedLive,
    pairing: PairingServiceClient<Transport>,
    loader: Loader,
    followed: Kept<String, Followed>,
    /// Held while `followed` is changed, so that nobody puts back what the feed has gone beyond.
    place: Mutex<Place>,
}

impl std::fmt::Debug for Projection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Projection")
    }
}

impl Projection {
    pub(crate) fn new(live: SharedLive, pairing: Transport) -> Self {
        Self {
            live,
            pairing: PairingServiceClient::new(pairing.clone()),
            loader: Loader::over(pairing),
            followed: Kept::new("standings_tournaments", MOST_KEPT_BYTES),
            place: Mutex::default(),
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tournament's whole entries, as far as the feed has told of them; `None` where pairing has none of that id.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Option<Arc<Folded>>, Problem> {
        loop {
            if let Some(kept) = self.kept(id) {
                return Ok(Some(kept));
            }
            let stores = self.await_it(id);
            let loaded = self.loader.load(id).await;
            let loaded = self.keep(id, stores, loaded);
            match loaded? {
                Loaded::Is(folded) => return Ok(folded),
                // The feed has gone on while it was read, or another store came in between.
                Loaded::Overtaken => {}
            }
        }
    }

    /// A tournament if it is kept.
    pub(crate) fn kept(&self, id: &str) -> Option<Arc<Folded>> {
        self.followed.get(id).map(|followed| followed.whole)
    }

    fn await_it(&self, id: &str) -> u64 {
        let mut place = self.place();
        let awaited = place.awaited.entry(id.to_owned()).or_default();
        awaited.readers = awaited.readers.saturating_add(1);
        place.stores
    }

    fn keep(
        &self,
        id: &str,
        stores: u64,
        loaded: Result<Option<Folded>, Problem>,
    ) -> Result<Loaded, Problem> {
        let mut place = self.place();
        let told = place.awaited.get_mut(id).map_or(0, |awaited| {
            awaited.readers = awaited.readers.saturating_sub(1);
            awaited.told
        });
        place.awaited.retain(|_, awaited| awaited.readers > 0);
        if place.stores != stores {
            return Ok(Loaded::Overtaken);
        }
        let Some(folded) = loaded? else {
            return Ok(Loaded::Is(None));
        };
        if folded.version < told {
            return Ok(Loaded::Overtaken);
        }
        let whole = Arc::new(folded);
        let followed = Followed {
            whole: Arc::clone(&whole),
            begun: Arc::default(),
        };
        let newer = self.kept(id);
        if newer.is_none_or(|kept| kept.version < whole.version) {
            self.followed.keep(id.to_owned(), followed);
        }
        Ok(Loaded::Is(Some(whole)))
    }

    /// The epoch of the store that is followed; empty before it is known.
    pub(crate) fn epoch(&self) -> String {
        let place = self.place();
        let cursor = place.cursor.as_ref();
        cursor.map_or_else(String::new, |cursor| cursor.epoch.clone())
    }

    /// Folds one event in where its tournament is kept; answers the tournament's new version when its entry is whole.
    fn fold(&self, body: FactBody, bytes: usize) -> Option<(String, u64)> {
        let (id, seq, last) = (body.tournament_id.clone(), body.seq, is_last(&body));
        let mut place = self.place();
        if let Some(awaited) = place.awaited.get_mut(&id) {
            awaited.told = awaited.told.max(seq);
        }
        let Some(mut followed) = self.followed.get(&id) else {
            return last.then_some((id, seq));
        };
        let taken = followed.take(body, bytes);
        match taken {
            Taken::Known => None,
            Taken::Begun => {
                self.followed.keep(id, followed);
                None
            }
            Taken::Whole => {
                self.followed.keep(id.clone(), followed);
                Some((id, seq))
            }
            // Pairing has the whole of it.
            Taken::Gap => {
                self.followed.forget(&id);
                last.then_some((id, seq))
            }
        }
    }
}

/// What came of reading a tournament.
enum Loaded {
    Is(Option<Arc<Folded>>),
    Overtaken,
}

#[async_trait]
impl FactSink for Projection {
    /// At first where the feed ends: what was told before is in what pairing answers.
    async fn cursor(&self) -> Result<Cursor, Problem> {
        if let Some(cursor) = self.place().cursor.clone() {
            return Ok(cursor);
        }
        let request = ReadFactsRequest {
            at_end: true,
            ..ReadFactsRequest::default()
        };
        let answer = self.pairing.clone().read_facts(request).await;
        let answer = answer.map_err(|status| Problem::from_status(&status))?;
        let end = answer.into_inner().next.unwrap_or_default();
        let mut place = self.place();
        // What was read before that place was known may be behind it.
        self.followed.forget_all();
        place.stores = place.stores.saturating_add(1);
        place.cursor = Some(end.clone());
        Ok(end)
    }

    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        if is_casual(fact) {
            return Ok(());
        }
        let Some((tournament, version)) = self.fold(read(fact)?, fact.body.len()) else {
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
        self.place().cursor = Some(cursor.clone());
        Ok(())
    }

    async fn start_over(&self) -> Result<(), Problem> {
        let mut place = self.place();
        self.followed.forget_all();
        place.stores = place.stores.saturating_add(1);
        place.cursor = None;
        Ok(())
    }
}
