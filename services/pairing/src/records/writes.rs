//! What is written about tournaments, so that whoever keeps what was read of one knows whether it still stands.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::atomic::{AtomicU64, Ordering},
};

use outflank_access::Problem;
use outflank_journal::{RecordWrite, WriteTransaction, records};

use super::{Records, stored};

/// Tournaments share so many places: that one is written about tells nothing wrong of the others.
const PLACES: u64 = 256;

#[derive(Debug, Default)]
struct Place {
    under_way: AtomicU64,
    ended: AtomicU64,
}

/// What this process writes about tournaments: entries, and what is shown beside them.
#[derive(Debug)]
pub(crate) struct Writes(Vec<Place>);

impl Default for Writes {
    fn default() -> Self {
        Self((0..PLACES).map(|_| Place::default()).collect())
    }
}

/// Something is being written. Whoever drops this without a word does not know what became of it: from then on nothing is
/// settled in its place, and readers look.
#[must_use]
pub(crate) struct Write<'a>(&'a Place);

impl Write<'_> {
    /// It stands, or it never will.
    pub(crate) fn ended(self) {
        self.0.ended.fetch_add(1, Ordering::SeqCst);
        self.0.under_way.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Writes {
    #[allow(clippy::indexing_slicing, reason = "there are so many places")]
    fn place(&self, tournament_id: &str) -> &Place {
        let mut hasher = DefaultHasher::new();
        tournament_id.hash(&mut hasher);
        &self.0[usize::try_from(hasher.finish() % PLACES).unwrap_or_default()]
    }

    /// Something about a tournament is written from now on.
    pub(crate) fn begin(&self, tournament_id: &str) -> Write<'_> {
        let place = self.place(tournament_id);
        place.under_way.fetch_add(1, Ordering::SeqCst);
        Write(place)
    }

    /// What was written from here, while nothing is: where nobody else writes, what is read from now on stands as long as
    /// this answers the same.
    pub(crate) fn settled(&self, tournament_id: &str) -> Option<u64> {
        let place = self.place(tournament_id);
        let ended = place.ended.load(Ordering::SeqCst);
        (place.under_way.load(Ordering::SeqCst) == 0).then_some(ended)
    }
}

/// What is shown of a tournament beside its stream is written.
fn count_write(tournament_id: &str) -> records::Query {
    records::query(
        "INSERT INTO record_writes (tournament_id, times) VALUES ($1, 1) \
         ON CONFLICT (tournament_id) DO UPDATE SET times = record_writes.times + 1",
    )
    .bind(tournament_id)
}

/// Stands after what an entry writes of what is shown of a tournament.
pub(crate) fn shown_anew(tournament_id: &str) -> RecordWrite {
    RecordWrite::new(count_write(tournament_id))
}

impl Records {
    /// What this process writes.
    pub(crate) fn writes(&self) -> &Writes {
        &self.writes
    }

    /// How often what is shown of a tournament beside its stream was written, by whichever process.
    pub(crate) async fn times_written(&self, tournament_id: &str) -> Result<u64, Problem> {
        let times: Option<i64> =
            records::query_scalar("SELECT times FROM record_writes WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_optional(self.tables.read())
                .await
                .map_err(stored)?;
        u64::try_from(times.unwrap_or_default()).map_err(Problem::internal)
    }

    /// Commits what changes what is shown of a tournament beside its stream. The count comes last, so that those who write
    /// about one tournament wait for each other here alone.
    pub(super) async fn commit_shown(
        &self,
        mut transaction: WriteTransaction,
        tournament_id: &str,
    ) -> Result<(), Problem> {
        let counted = count_write(tournament_id).execute(&mut transaction).await;
        counted.map_err(stored)?;
        let write = self.writes.begin(tournament_id);
        transaction.commit().await.map_err(stored)?;
        write.ended();
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::Writes;

    #[test]
    fn what_is_settled_is_so_until_something_else_is_written() {
        let writes = Writes::default();
        let before = writes.settled("open").unwrap();
        assert_eq!(writes.settled("open"), Some(before));
        let (one, other) = (writes.begin("open"), writes.begin("open"));
        assert_eq!(writes.settled("open"), None);
        one.ended();
        assert_eq!(writes.settled("open"), None, "another is under way");
        other.ended();
        let after = writes.settled("open").unwrap();
        assert_ne!(after, before);
        drop(writes.begin("open"));
        assert_eq!(
            writes.settled("open"),
            None,
            "nobody knows what became of it"
        );
    }
}
