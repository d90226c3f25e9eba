//! The tables of this service: records that may be corrected and erased, and read models.

mod board_notes;
mod casual;
mod contests;
mod exclusions;
mod index;
mod moderation;
mod name_changes;
mod names;
mod players;
mod players_lists;
mod rating_events;
mod rehearsals;
mod renaming;
mod saved_rule_sets;
mod snapshots;
mod views;
mod writes;

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Page, Problem, identifier};
use outflank_journal::{RecordWrite, StoreFailure, records};
use outflank_tournament::Seed;

pub(crate) use board_notes::{BoardNote, BoardNotes};
pub(crate) use casual::{
    CasualKey, CasualRow, ChallengeRow, color_of, keep_casual_game, keep_released, stored_color,
    take_challenge,
};
pub(crate) use contests::{ContestKey, ContestRow, keep_contest};
pub(crate) use exclusions::Excluded;
pub(crate) use index::{Held, HeldKey, IndexRow, TournamentKey};
pub(crate) use moderation::{
    ActRow, BlockKey, BlockRow, ReportCounts, ReportKey, ReportRow, keep_act, keep_report,
};
pub(crate) use name_changes::Referring;
pub(crate) use names::{
    EntrantName, NewName, Number, forget_name, keep_name, renumber, still_stands,
};
pub(crate) use players::ListedPlayer;
pub(crate) use players_lists::{NewPlayersList, PlayersList};
pub(crate) use rating_events::{RatingKey, RatingQuery};
pub(crate) use renaming::rename;
pub(crate) use saved_rule_sets::{
    CopiedFrom, RuleSetVersion, Saved, SavedKey, SavedRuleSet, Whose,
};
pub(crate) use snapshots::SnapshotRow;
pub(crate) use views::{EDITION as VIEW_EDITION, ViewRow};
pub(crate) use writes::{Writes, shown_anew};

/// Accounts asked for in one statement.
const ASKED_AT_ONCE: usize = 500;

/// Links of a tournament's hash chain: more than it can have draws (64 rounds and the final ties).
pub(crate) const CHAIN_LINKS: u32 = 128;

/// Access to the tables.
#[derive(Debug, Clone)]
pub(crate) struct Records {
    tables: outflank_journal::Records,
    /// What this process writes, here and in the journal beside it.
    writes: Arc<Writes>,
}

/// What a tournament's seeds come from. Never shown; its links become public one a draw.
#[derive(Clone, Copy)]
pub(crate) struct DrawSecret {
    pub secret: Seed,
    pub links: u32,
}

impl std::fmt::Debug for DrawSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "DrawSecret({} links)", self.links)
    }
}

impl DrawSecret {
    /// A new unpredictable secret.
    pub(crate) fn random() -> Result<Self, Problem> {
        Ok(Self {
            secret: Seed(identifier::random_bytes().map_err(Problem::internal)?),
            links: CHAIN_LINKS,
        })
    }

    /// The chain's end, or the seed of a draw (from 1).
    pub(crate) fn link(&self, index: u32) -> Option<Seed> {
        outflank_tournament::chain_link(&self.secret, self.links, index)
    }
}

/// Why a correction was made.
#[derive(Debug, Clone)]
pub(crate) struct Reason {
    pub reason_id: String,
    pub account_id: String,
    pub round: u32,
    pub board: u32,
    pub reason: String,
}

/// Keeps the name of who answers for a tournament.
pub(crate) fn keep_director(tournament_id: &str, name: &str, now_ms: i64) -> RecordWrite {
    // Earlier versions wrote it before the founding, which then might not come about.
    RecordWrite::new(
        records::query(
            "INSERT INTO directors (tournament_id, name, written_at_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (tournament_id) DO UPDATE SET name = excluded.name, written_at_ms = excluded.written_at_ms",
        )
        .bind(tournament_id)
        .bind(name)
        .bind(now_ms),
    )
}

/// Keeps a text under its id; one kept before stands.
pub(crate) fn keep_reason(tournament_id: &str, reason: &Reason, now_ms: i64) -> RecordWrite {
    RecordWrite::new(
        records::query(
            "INSERT INTO reasons \
             (tournament_id, reason_id, account_id, round, board, reason, written_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(&reason.reason_id)
        .bind(&reason.account_id)
        .bind(reason.round)
        .bind(reason.board)
        .bind(&reason.reason)
        .bind(now_ms),
    )
}

/// So many places of a statement, from one on: `$2, $3`.
fn places(from: usize, count: usize) -> String {
    let places: Vec<String> = (from..from + count)
        .map(|place| format!("${place}"))
        .collect();
    places.join(", ")
}

/// What a page of a list begins after that has the latest first.
fn latest_first(page: &Page<(i64, String)>) -> (i64, String) {
    page.after()
        .cloned()
        .unwrap_or_else(|| (i64::MAX, String::new()))
}

/// What a store's failure means to who asked.
pub(crate) fn stored(error: impl StoreFailure) -> Problem {
    let away = error.is_away();
    Problem::stored(error, away)
}

impl Records {
    pub(crate) fn new(tables: outflank_journal::Records) -> Self {
        Self {
            tables,
            writes: Arc::default(),
        }
    }

    async fn begin(&self) -> Result<outflank_journal::WriteTransaction, Problem> {
        self.tables.write().await.map_err(stored)
    }

    /// Keeps a tournament's draw secret; one kept before stands. Answers the one that stands.
    pub(crate) async fn keep_draw_secret(
        &self,
        tournament_id: &str,
        secret: &DrawSecret,
    ) -> Result<DrawSecret, Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO draw_secrets (tournament_id, secret, links) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(secret.secret.0.to_vec())
        .bind(secret.links)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        self.draw_secret(tournament_id).await
    }

    /// A tournament's draw secret.
    pub(crate) async fn draw_secret(&self, tournament_id: &str) -> Result<DrawSecret, Problem> {
        let (secret, links): (Vec<u8>, i64) =
            records::query_as("SELECT secret, links FROM draw_secrets WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_optional(self.tables.read())
                .await
                .map_err(stored)?
                .ok_or_else(|| {
                    Problem::internal(format!("tournament {tournament_id} has no draw secret"))
                })?;
        let secret = <[u8; 32]>::try_from(secret)
            .map_err(|_| Problem::internal("a draw secret has not 32 bytes"))?;
        Ok(DrawSecret {
            secret: Seed(secret),
            links: u32::try_from(links).map_err(Problem::internal)?,
        })
    }

    /// The name of who answers for a tournament.
    pub(crate) async fn director(&self, tournament_id: &str) -> Result<Option<String>, Problem> {
        records::query_scalar("SELECT name FROM directors WHERE tournament_id = $1")
            .bind(tournament_id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// Everything that was written about a tournament, by id.
    pub(crate) async fn reasons(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, String>, Problem> {
        let rows: Vec<(String, String)> =
            records::query_as("SELECT reason_id, reason FROM reasons WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(rows.into_iter().collect())
    }

    /// What was written under one id.
    pub(crate) async fn reason(
        &self,
        tournament_id: &str,
        reason_id: &str,
    ) -> Result<Option<String>, Problem> {
        records::query_scalar(
            "SELECT reason FROM reasons WHERE tournament_id = $1 AND reason_id = $2",
        )
        .bind(tournament_id)
        .bind(reason_id)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)
    }
}
