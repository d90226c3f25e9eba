//! What calls people, from the fact until it was asked whom.

use outflank_access::{Problem, identifier};
use outflank_journal::{Records, WriteTransaction, records};

use crate::refusals::stored;

/// The start of a round calls so long before it, in ms.
const BEFORE_START_MS: i64 = 60_000;
/// A round that starts sooner after its publication calls once, in ms.
const AT_ONCE_MS: i64 = 3 * 60_000;
/// A call to a round is of no use so long after its start, in ms.
const AFTER_START_MS: i64 = 10 * 60_000;
/// An announcement calls for so long, in ms.
const ANNOUNCED_MS: i64 = 4 * 3_600_000;
/// A table calls for so long, in ms: by then somebody has come.
const CALLED_MS: i64 = 10 * 60_000;
/// So many are asked about at a time.
const AT_A_TIME: i64 = 16;
/// Whoever asks about one and falls leaves it to others after so long, in ms: longer than an answer may take.
const CLAIMED_MS: i64 = 60_000;
/// A call that could not be asked about is asked about again after so long, in ms.
const AGAIN_MS: i64 = 5_000;

/// What calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub id: String,
    pub tournament_id: String,
    /// From 1; 0: an announcement calls.
    pub round: u32,
    /// Seq of the entry that published the round.
    pub seq: u64,
    /// From 1; 0: none calls.
    pub announcement: u32,
    /// The table of the round that calls for the director, from 1; 0: none calls.
    pub board: u32,
    /// To the start of the round, not to its publication.
    pub to_start: bool,
    pub due_at_ms: i64,
    pub ends_at_ms: i64,
}

outflank_journal::from_row!(Call {
    id,
    tournament_id,
    round [i64],
    seq [i64],
    announcement [i64],
    board [i64],
    to_start,
    due_at_ms,
    ends_at_ms,
});

impl Call {
    /// What the publication of a round calls to: at once, and to its start where that is later.
    pub(super) fn of_round(
        fact_id: &str,
        (tournament_id, round, seq): (&str, u32, u64),
        (at_ms, starts_at_ms): (i64, i64),
    ) -> Vec<Self> {
        let call = |to_start: bool, due_at_ms: i64| Self {
            id: identifier::derived_id(&["summons", fact_id, if to_start { "start" } else { "" }]),
            tournament_id: tournament_id.to_owned(),
            round,
            seq,
            announcement: 0,
            board: 0,
            to_start,
            due_at_ms,
            ends_at_ms: starts_at_ms.max(at_ms).saturating_add(AFTER_START_MS),
        };
        let mut calls = vec![call(false, at_ms)];
        if starts_at_ms.saturating_sub(at_ms) >= AT_ONCE_MS {
            calls.push(call(true, starts_at_ms.saturating_sub(BEFORE_START_MS)));
        }
        calls
    }

    /// What an announcement calls to.
    pub(super) fn of_announcement(
        fact_id: &str,
        (tournament_id, number): (&str, u32),
        at_ms: i64,
    ) -> Self {
        Self {
            id: identifier::derived_id(&["summons", fact_id, ""]),
            tournament_id: tournament_id.to_owned(),
            round: 0,
            seq: 0,
            announcement: number,
            board: 0,
            to_start: false,
            due_at_ms: at_ms,
            ends_at_ms: at_ms.saturating_add(ANNOUNCED_MS),
        }
    }

    /// What a table calls to that wants the director.
    pub(super) fn of_table(
        fact_id: &str,
        (tournament_id, round, table): (&str, u32, u32),
        at_ms: i64,
    ) -> Self {
        Self {
            id: identifier::derived_id(&["summons", fact_id, "table"]),
            tournament_id: tournament_id.to_owned(),
            round,
            seq: 0,
            announcement: 0,
            board: table,
            to_start: false,
            due_at_ms: at_ms,
            ends_at_ms: at_ms.saturating_add(CALLED_MS),
        }
    }
}

/// Keeps a call, once.
pub(super) async fn keep(tables: &Records, call: &Call) -> Result<(), Problem> {
    let insert = records::query(
        "INSERT INTO push_summonses
             (id, tournament_id, round, seq, announcement, board, to_start, due_at_ms, ends_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
    );
    let insert = insert.bind(&call.id).bind(&call.tournament_id);
    let insert = insert.bind(i64::from(call.round));
    let insert = insert.bind(i64::try_from(call.seq).map_err(Problem::internal)?);
    let insert = insert.bind(i64::from(call.announcement));
    let insert = insert.bind(i64::from(call.board)).bind(call.to_start);
    let insert = insert.bind(call.due_at_ms).bind(call.ends_at_ms);
    tables.run(insert).await.map_err(stored).map(drop)
}

/// Takes calls that are due, for a while: no other process takes them meanwhile.
pub(super) async fn claim(tables: &Records, now_ms: i64) -> Result<Vec<Call>, Problem> {
    let mut transaction = tables.write().await.map_err(stored)?;
    let claimed = records::query_as(
        "UPDATE push_summonses SET claimed_until_ms = $1
         WHERE NOT done AND claimed_until_ms <= $2 AND id IN (
             SELECT id FROM push_summonses WHERE NOT done AND due_at_ms <= $3 AND claimed_until_ms <= $4
             ORDER BY due_at_ms, id LIMIT $5
         )
         RETURNING id, tournament_id, round, seq, announcement, board, to_start, due_at_ms, ends_at_ms",
    )
    .bind(now_ms.saturating_add(CLAIMED_MS))
    .bind(now_ms)
    .bind(now_ms)
    .bind(now_ms)
    .bind(AT_A_TIME)
    .fetch_all(transaction.on())
    .await
    .map_err(stored)?;
    transaction.commit().await.map_err(stored)?;
    Ok(claimed)
}

/// Asks about a call again a little later: those behind it come first.
pub(super) async fn put_off(tables: &Records, id: &str, now_ms: i64) -> Result<(), Problem> {
    let update = records::query(
        "UPDATE push_summonses SET due_at_ms = $1, claimed_until_ms = 0 WHERE id = $2",
    );
    let update = update.bind(now_ms.saturating_add(AGAIN_MS)).bind(id);
    tables.run(update).await.map_err(stored).map(drop)
}

/// A call is settled; false where it was already.
pub(super) async fn settle(transaction: &mut WriteTransaction, id: &str) -> Result<bool, Problem> {
    let settled = records::query("UPDATE push_summonses SET done = $1 WHERE id = $2 AND NOT done")
        .bind(true)
        .bind(id)
        .execute(transaction)
        .await
        .map_err(stored)?;
    Ok(settled > 0)
}

/// When the next call is due that nobody asks about now; none where none waits.
pub(super) async fn next_due_ms(tables: &Records, now_ms: i64) -> Result<Option<i64>, Problem> {
    let next = records::query_scalar::<Option<i64>>(
        "SELECT min(due_at_ms) FROM push_summonses WHERE NOT done AND claimed_until_ms <= $1",
    );
    let next = next.bind(now_ms).fetch_one(tables.read()).await;
    next.map_err(stored)
}

/// Takes away what calls nobody any more. A fact that is told again so late is of no use.
pub(super) async fn take_old_away(tables: &Records, now_ms: i64) -> Result<(), Problem> {
    let delete = records::query("DELETE FROM push_summonses WHERE ends_at_ms <= $1");
    tables
        .run(delete.bind(now_ms))
        .await
        .map_err(stored)
        .map(drop)
}
