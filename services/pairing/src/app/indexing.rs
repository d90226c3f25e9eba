//! The list of events brought up to the journal, where a process ended between an entry and its row: a start costs what
//! is new since it was last brought up, not what there is.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::Problem;
use outflank_journal::{Cursor, JournalError};
use tokio_util::sync::CancellationToken;

use super::{App, tournament::STREAM_KIND};
use crate::records::stored;

/// How far the rows are known to be up to the feed of this service's own facts.
const INDEXED: &str = "pairing-index";
/// Facts read at a time.
const PAGE: u32 = 1_000;
/// Where more is new than so many pages, every stream is looked at instead.
const MOST_PAGES: usize = 20;
/// So many are told one by one.
const MOST_TOLD: usize = 100;
/// The rows are looked at again after so many facts, so that the next start finds few.
const AGAIN_AFTER: u64 = 5_000;

/// What may have changed since the rows were last looked at.
struct Changed {
    /// The last entry known of each, by tournament.
    seqs: BTreeMap<String, u64>,
    /// Where to read on the next time.
    upto: Cursor,
}

impl App {
    /// Brings the read models up to the journal, where a former process left them behind; answers how far.
    pub(crate) async fn index_new(&self) -> Result<Cursor, Problem> {
        let known = self.journal.load_cursor(INDEXED).await.map_err(stored)?;
        let changed = match self.changed_since(&known).await? {
            Some(changed) => changed,
            None => self.all_streams().await?,
        };
        let mut told = 0_usize;
        for (id, seq) in &changed.seqs {
            if self.records.indexed_seq(id).await? < Some(*seq) {
                let tournament = self.tournament(id).await?;
                let row = self.index(&tournament).await?;
                // Whoever ended before the row was written told nobody either.
                told += 1;
                if told <= MOST_TOLD {
                    self.tell_line(row).await;
                    self.tell_seq(id, tournament.seq).await;
                }
                self.keep_last_view(&tournament).await?;
            }
        }
        if told > MOST_TOLD {
            self.tell_many_lines().await;
        }
        if changed.upto != known {
            let saved = self.journal.save_cursor(INDEXED, &changed.upto).await;
            saved.map_err(stored)?;
        }
        Ok(changed.upto)
    }

    /// What the facts after a cursor tell, and what a migration wants made anew; nothing where that is not enough: the
    /// rows or the cursor are lost, the store is another one, or very much is new.
    async fn changed_since(&self, known: &Cursor) -> Result<Option<Changed>, Problem> {
        if known.is_beginning() || !self.records.has_index().await? {
            return Ok(None);
        }
        let unindexed = self.records.unindexed().await?.into_iter();
        let mut changed = Changed {
            seqs: unindexed.map(|id| (id, 1)).collect(),
            upto: known.clone(),
        };
        for _ in 0..MOST_PAGES {
            let page = match self.journal.facts(&changed.upto, PAGE).await {
                Ok(page) => page,
                Err(JournalError::ForeignCursor { .. }) => return Ok(None),
                Err(error) => return Err(stored(error)),
            };
            if page.facts.is_empty() {
                return Ok(Some(changed));
            }
            changed.upto = page.cursor;
            let told = page.facts.into_iter();
            for fact in told.filter(|fact| fact.stream.kind == STREAM_KIND) {
                let seq = changed.seqs.entry(fact.stream.id).or_default();
                *seq = fact.seq.max(*seq);
            }
        }
        Ok(None)
    }

    async fn all_streams(&self) -> Result<Changed, Problem> {
        // What is written from here on is told after this.
        let upto = Cursor {
            epoch: self.journal.epoch(),
            number: *self.journal.facts_head().borrow(),
        };
        let indexed = self.records.indexed_seqs().await?;
        let streams = self.journal.last_seqs(STREAM_KIND).await.map_err(stored)?;
        let seqs = streams.into_iter().map(|(stream, seq)| (stream.id, seq));
        let behind = |(id, seq): &(String, u64)| indexed.get(id) < Some(seq);
        Ok(Changed {
            seqs: seqs.filter(behind).collect(),
            upto,
        })
    }
}

/// Looks at the rows again, whenever enough was told since.
pub(crate) async fn keep_indexed(app: Arc<App>, mut upto: Cursor, stop: CancellationToken) {
    let mut head = app.journal.facts_head();
    loop {
        let enough = |head: &u64| *head >= upto.number.saturating_add(AGAIN_AFTER);
        tokio::select! {
            () = stop.cancelled() => return,
            told = head.wait_for(enough) => if told.is_err() {
                return;
            },
        }
        match app.index_new().await {
            Ok(indexed) => upto = indexed,
            Err(problem) => {
                tracing::warn!(%problem, "the list of events is looked at later");
                // After as many facts again.
                upto.number = *head.borrow();
            }
        }
    }
}
