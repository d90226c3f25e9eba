//! Tournaments folded from their streams: kept in memory, and as snapshots, so that nobody folds a whole stream twice.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::Problem;
use outflank_journal::Entry;
use outflank_kept::Weighed;
use outflank_tournament::{AccountId, Event, Seed, TournamentState};
use serde::{Deserialize, Serialize};

use super::{
    App, PAGE, check, problems,
    tournament::{EntryBody, Tournament, stream},
};
use crate::records::{SnapshotRow, stored};

/// A tournament under way has a snapshot after so many entries, so that no more are folded when it is asked for.
const SNAPSHOT_EVERY: u64 = 100;
/// About what the state takes for each byte of the entries that made it.
const STATE_BYTES: u64 = 2;
/// What any folded tournament takes beside what its entries make of it, in bytes.
const LEAST_BYTES: u64 = 16 * 1024;

/// What is folded beside the engine's state.
#[derive(Debug, Serialize, Deserialize)]
struct Beside {
    at_ms: i64,
    draw_anchor: Option<Seed>,
    revealed: Vec<Seed>,
    settled_by: BTreeMap<u64, AccountId>,
    told_bytes: u64,
}

impl Weighed for Tournament {
    fn bytes(&self) -> u64 {
        self.told_bytes
            .saturating_mul(STATE_BYTES)
            .saturating_add(LEAST_BYTES)
    }
}

impl Tournament {
    /// Whether it is worth a snapshot: it is over, or enough has happened since the last one.
    fn wants_snapshot(&self) -> bool {
        let since = self.seq.saturating_sub(self.snapshot_seq);
        since >= SNAPSHOT_EVERY || since > 0 && self.state.phase().is_over()
    }

    fn to_snapshot(&self) -> Result<SnapshotRow, serde_json::Error> {
        let beside = Beside {
            at_ms: self.at_ms,
            draw_anchor: self.draw_anchor,
            revealed: self.revealed.clone(),
            settled_by: self.settled_by.clone(),
            told_bytes: self.told_bytes,
        };
        Ok(SnapshotRow {
            tournament_id: self.id.clone(),
            seq: self.seq,
            hash: self.hash.to_vec(),
            state: self.state.to_snapshot()?,
            beside: serde_json::to_vec(&beside)?,
        })
    }

    fn from_snapshot(row: &SnapshotRow) -> Result<Self, serde_json::Error> {
        let state = TournamentState::from_snapshot(&row.state)?;
        let beside: Beside = serde_json::from_slice(&row.beside)?;
        Ok(Self {
            id: row.tournament_id.clone(),
            seq: row.seq,
            at_ms: beside.at_ms,
            state,
            draw_anchor: beside.draw_anchor,
            revealed: beside.revealed,
            settled_by: beside.settled_by,
            // Whoever goes on from it has found the entry with that hash.
            hash: <[u8; 32]>::try_from(&*row.hash).unwrap_or_default(),
            told_bytes: beside.told_bytes,
            snapshot_seq: row.seq,
        })
    }
}

impl App {
    pub(super) async fn tournament_or_empty(&self, id: &str) -> Result<Arc<Tournament>, Problem> {
        check::tournament_id(id)?;
        let kept = self.folded.get(id);
        // What is kept as it stands now need not be kept again.
        let mut keep = kept.is_none();
        let (mut known, mut read) = match kept {
            Some(kept) => (kept, None),
            None => self.begun(id).await?,
        };
        loop {
            let entries = match read.take() {
                Some(entries) => entries,
                None => {
                    let entries = self.journal.read(&stream(id), known.seq, PAGE).await;
                    entries.map_err(stored)?
                }
            };
            if !entries.is_empty() {
                keep = true;
                let tournament = Arc::make_mut(&mut known);
                for entry in &entries {
                    tournament.take(entry)?;
                }
            }
            if entries.len() < PAGE as usize {
                break;
            }
        }
        if known.wants_snapshot() {
            self.keep_snapshot(Arc::make_mut(&mut known)).await;
            keep = true;
        }
        if keep && known.seq > 0 {
            self.keep(&known);
        }
        Ok(known)
    }

    /// A tournament as far as its snapshot goes, with the entries read after it; without one as it is before its first
    /// entry.
    async fn begun(&self, id: &str) -> Result<(Arc<Tournament>, Option<Vec<Entry>>), Problem> {
        let empty = || Ok((Arc::new(Tournament::empty(id)), None));
        let Some(row) = self.records.snapshot(id).await? else {
            return empty();
        };
        let mut entries = self.entries_from(&row, PAGE.saturating_add(1)).await?;
        let unread = match Tournament::from_snapshot(&row) {
            Ok(tournament) if row.is_of(&entries) => {
                let later = entries.split_off(1);
                return Ok((Arc::new(tournament), Some(later)));
            }
            Ok(_) => "its entry is another".to_owned(),
            Err(error) => error.to_string(),
        };
        tracing::info!(tournament_id = id, %unread, "a snapshot is made anew");
        if let Err(problem) = self.records.drop_snapshot(&row).await {
            tracing::warn!(tournament_id = id, %problem, "a snapshot that does not serve stays");
        }
        empty()
    }

    /// The entry that a snapshot was folded to, and those after it.
    async fn entries_from(&self, row: &SnapshotRow, most: u32) -> Result<Vec<Entry>, Problem> {
        let before = row.seq.saturating_sub(1);
        let entries = self
            .journal
            .read(&stream(&row.tournament_id), before, most)
            .await;
        entries.map_err(stored)
    }

    /// Without it the next who asks folds more, and no more than that.
    async fn keep_snapshot(&self, tournament: &mut Tournament) {
        let kept = match tournament.to_snapshot() {
            Ok(row) => self.records.keep_snapshot(&row).await,
            Err(error) => Err(Problem::internal(error)),
        };
        match kept {
            Ok(()) => tournament.snapshot_seq = tournament.seq,
            Err(problem) => {
                let tournament_id = &tournament.id;
                tracing::warn!(tournament_id, %problem, "no snapshot was made");
            }
        }
    }

    /// A tournament as it was before one of its entries, and that entry's events.
    pub(crate) async fn around_entry(
        &self,
        id: &str,
        seq: u64,
    ) -> Result<(Tournament, Vec<outflank_tournament::Event>), Problem> {
        check::tournament_id(id)?;
        let mut before = Tournament::empty(id);
        loop {
            let entries = self
                .journal
                .read(&stream(id), before.seq, PAGE)
                .await
                .map_err(stored)?;
            if entries.is_empty() {
                return Err(problems::unknown_tournament(id));
            }
            for entry in &entries {
                if entry.seq == seq {
                    return Ok((before, EntryBody::read(entry)?));
                }
                before.take(entry)?;
            }
        }
    }

    fn keep(&self, tournament: &Arc<Tournament>) {
        let newer = self.folded.get(&tournament.id);
        if newer.is_none_or(|kept| kept.seq <= tournament.seq) {
            self.folded
                .keep(tournament.id.clone(), Arc::clone(tournament));
        }
    }

    pub(super) fn forget(&self, id: &str) {
        self.folded.forget(id);
    }
}

impl SnapshotRow {
    /// Whether the first of those entries is the one that it was folded to.
    fn is_of(&self, entries: &[Entry]) -> bool {
        let first = entries.first();
        first.is_some_and(|entry| entry.seq == self.seq && entry.hash.0[..] == self.hash[..])
    }
}

/// A tournament as another service goes on from it.
#[derive(Debug)]
pub(crate) enum ToldState {
    /// The engine's state in bytes, with the last entry folded in.
    Folded { seq: u64, state: Vec<u8> },
    /// Where its own edition of the fold is another one: the next entries, each with its events.
    Entries(Vec<ToldEntry>),
}

/// An entry with its events.
#[derive(Debug)]
pub(crate) struct ToldEntry {
    pub seq: u64,
    pub at_ms: i64,
    pub events: Vec<Event>,
}

impl App {
    /// A tournament for a service that folds by that edition, and that knows its entries up to `after_seq`.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub(crate) async fn told_state(
        &self,
        id: &str,
        edition: u32,
        after_seq: u64,
    ) -> Result<ToldState, Problem> {
        check::tournament_id(id)?;
        if edition != outflank_tournament::FOLD_EDITION {
            return self.told_entries(id, after_seq).await;
        }
        // What is over stands in its snapshot as it is asked for.
        if self.folded.get(id).is_none()
            && let Some(row) = self.records.snapshot(id).await?
            && TournamentState::snapshot_edition(&row.state) == Some(edition)
        {
            let entries = self.entries_from(&row, 2).await?;
            if entries.len() == 1 && row.is_of(&entries) {
                let (seq, state) = (row.seq, row.state);
                return Ok(ToldState::Folded { seq, state });
            }
        }
        let tournament = self.tournament(id).await?;
        Ok(ToldState::Folded {
            seq: tournament.seq,
            state: tournament.state.to_snapshot().map_err(Problem::internal)?,
        })
    }

    async fn told_entries(&self, id: &str, after_seq: u64) -> Result<ToldState, Problem> {
        let entries = self.journal.read(&stream(id), after_seq, PAGE).await;
        let entries = entries.map_err(stored)?;
        if after_seq == 0 && entries.is_empty() {
            return Err(problems::unknown_tournament(id));
        }
        let told = entries.iter().map(|entry| {
            Ok(ToldEntry {
                seq: entry.seq,
                at_ms: entry.at_ms,
                events: EntryBody::read(entry)?,
            })
        });
        let told: Result<Vec<ToldEntry>, Problem> = told.collect();
        Ok(ToldState::Entries(told?))
    }
}
