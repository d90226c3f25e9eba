//! What webhooks were told and what became of it, and how far each has come: records, for what is delivered is no rule's
//! concern, and what was delivered ninety days ago nobody's.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::{RecordWrite, Records, WriteTransaction, from_row, records};
use outflank_proto::ratings::v1 as proto;

use crate::stored::stored;

/// Most deliveries of a webhook that are kept.
const MOST_KEPT: i64 = 1_000;
/// How long they are kept, in ms.
const KEPT_MS: i64 = 90 * 24 * 3_600_000;

pub(crate) const DELIVERED: &str = "delivered";
pub(crate) const WAITING: &str = "waiting";
pub(crate) const FAILED: &str = "failed";

/// How far a webhook has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// What stands up to there in the list of rating files is settled.
    pub number: u64,
    /// Deliveries that were given up in a row.
    pub given_up: u32,
    /// When one last arrived.
    pub delivered_at_ms: Option<i64>,
}

from_row!(Progress {
    number [i64],
    given_up [i64],
    delivered_at_ms,
});

/// One thing that a webhook is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub delivery_id: String,
    pub webhook_id: String,
    pub kind: String,
    pub tournament_id: Option<String>,
    pub version: Option<i64>,
    pub state: String,
    pub attempts: u32,
    /// Of the attempts those that the next wait is reckoned by.
    pub tries: u32,
    pub tries_since_ms: i64,
    pub first_attempt_at_ms: i64,
    pub last_attempt_at_ms: i64,
    pub next_attempt_at_ms: Option<i64>,
    pub answer_status: Option<i64>,
    pub problem: Option<String>,
    pub took_ms: i64,
}

from_row!(Delivery {
    delivery_id,
    webhook_id,
    kind,
    tournament_id,
    version,
    state,
    attempts [i64],
    tries [i64],
    tries_since_ms,
    first_attempt_at_ms,
    last_attempt_at_ms,
    next_attempt_at_ms,
    answer_status,
    problem,
    took_ms,
});

macro_rules! select {
    ($rest:literal) => {
        records::query_as::<Delivery>(concat!(
            "SELECT delivery_id, webhook_id, kind, tournament_id, version, state, attempts, tries, tries_since_ms, \
             first_attempt_at_ms, last_attempt_at_ms, next_attempt_at_ms, answer_status, problem, took_ms \
             FROM webhook_deliveries ",
            $rest
        ))
    };
}

impl Delivery {
    pub(crate) fn is_settled(&self) -> bool {
        self.state != WAITING
    }

    /// As the contract shows it.
    pub(crate) fn shown(self) -> proto::Delivery {
        proto::Delivery {
            delivery_id: self.delivery_id,
            webhook_id: self.webhook_id,
            kind: self.kind,
            tournament_id: self.tournament_id.unwrap_or_default(),
            version: narrowed(self.version),
            state: self.state,
            attempts: self.attempts,
            first_attempt_at_ms: self.first_attempt_at_ms,
            last_attempt_at_ms: self.last_attempt_at_ms,
            next_attempt_at_ms: self.next_attempt_at_ms.unwrap_or_default(),
            answer_status: narrowed(self.answer_status),
            problem: self.problem.unwrap_or_default(),
            took_ms: narrowed(Some(self.took_ms)),
        }
    }
}

fn narrowed(number: Option<i64>) -> u32 {
    number
        .and_then(|number| u32::try_from(number).ok())
        .unwrap_or_default()
}

/// How far a webhook has come; none where nothing was settled yet.
pub(crate) async fn progress(
    tables: &Records,
    webhook_id: &str,
) -> Result<Option<Progress>, Problem> {
    let select = records::query_as::<Progress>(
        "SELECT number, given_up, delivered_at_ms FROM webhook_progress WHERE webhook_id = $1",
    );
    let found = select.bind(webhook_id).fetch_optional(tables.read()).await;
    found.map_err(stored)
}

/// What is shown of every webhook: how many were given up in a row, when one arrived, when one is tried again.
pub(crate) type Shown = BTreeMap<String, (u32, Option<i64>, Option<i64>)>;

/// That.
pub(crate) async fn shown(tables: &Records) -> Result<Shown, Problem> {
    let select = records::query_as::<(String, i64, Option<i64>)>(
        "SELECT webhook_id, given_up, delivered_at_ms FROM webhook_progress",
    );
    let progress = select.fetch_all(tables.read()).await.map_err(stored)?;
    let mut shown: Shown = BTreeMap::new();
    for (webhook_id, given_up, delivered_at_ms) in progress {
        shown.insert(
            webhook_id,
            (narrowed(Some(given_up)), delivered_at_ms, None),
        );
    }
    let select = records::query_as::<(String, Option<i64>)>(
        "SELECT webhook_id, next_attempt_at_ms FROM webhook_deliveries WHERE state = 'waiting'",
    );
    let waiting = select.fetch_all(tables.read()).await.map_err(stored)?;
    for (webhook_id, next_at_ms) in waiting {
        shown.entry(webhook_id).or_default().2 = next_at_ms;
    }
    Ok(shown)
}

/// A delivery, if it was tried and is kept.
pub(crate) async fn delivery(
    tables: &Records,
    webhook_id: &str,
    delivery_id: &str,
) -> Result<Option<Delivery>, Problem> {
    let select = select!("WHERE delivery_id = $1 AND webhook_id = $2");
    let select = select.bind(delivery_id).bind(webhook_id);
    select.fetch_optional(tables.read()).await.map_err(stored)
}

/// Deliveries of a webhook, the newest first, behind one by when it was first tried and its id.
pub(crate) async fn page(
    tables: &Records,
    webhook_id: &str,
    after: Option<&(i64, String)>,
    limit: i64,
) -> Result<Vec<Delivery>, Problem> {
    let select = match after {
        None => select!(
            "WHERE webhook_id = $1 ORDER BY first_attempt_at_ms DESC, delivery_id DESC LIMIT $2"
        )
        .bind(webhook_id)
        .bind(limit),
        Some((at_ms, delivery_id)) => select!(
            "WHERE webhook_id = $1 AND (first_attempt_at_ms < $3 OR first_attempt_at_ms = $3 AND delivery_id < $4) \
             ORDER BY first_attempt_at_ms DESC, delivery_id DESC LIMIT $2"
        )
        .bind(webhook_id)
        .bind(limit)
        .bind(*at_ms)
        .bind(delivery_id),
    };
    select.fetch_all(tables.read()).await.map_err(stored)
}

/// Keeps what became of a delivery, and with it how far the webhook has come, where that settles it.
pub(crate) async fn keep(
    tables: &Records,
    delivery: &Delivery,
    progress: Option<Progress>,
) -> Result<(), Problem> {
    let mut transaction = tables.write().await.map_err(stored)?;
    write(&mut transaction, delivery).await.map_err(stored)?;
    if let Some(progress) = progress {
        let advanced = advance(&delivery.webhook_id, progress).execute(&mut transaction);
        advanced.await.map_err(stored)?;
    }
    transaction.commit().await.map_err(stored)
}

/// Keeps how far a webhook has come.
pub(crate) async fn come_to(
    tables: &Records,
    webhook_id: &str,
    progress: Progress,
) -> Result<(), Problem> {
    let advanced = tables.run(advance(webhook_id, progress)).await;
    advanced.map_err(stored).map(drop)
}

/// Begins a webhook's waits anew: what waits is tried at once.
pub(crate) fn begin_anew(webhook_id: &str, now_ms: i64) -> [RecordWrite; 2] {
    let waiting = records::query(
        "UPDATE webhook_deliveries SET next_attempt_at_ms = $2, tries = 0, tries_since_ms = $2 \
         WHERE webhook_id = $1 AND state = 'waiting'",
    );
    let counted = records::query("UPDATE webhook_progress SET given_up = 0 WHERE webhook_id = $1");
    [
        RecordWrite::new(waiting.bind(webhook_id).bind(now_ms)),
        RecordWrite::new(counted.bind(webhook_id)),
    ]
}

/// Takes away what was kept for long enough; what waits stays.
pub(crate) async fn take_old_away(
    tables: &Records,
    webhook_id: &str,
    now_ms: i64,
) -> Result<(), Problem> {
    let old = records::query(
        "DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND state <> 'waiting' AND (first_attempt_at_ms < $2 \
         OR delivery_id IN (SELECT delivery_id FROM webhook_deliveries WHERE webhook_id = $1 \
         ORDER BY first_attempt_at_ms DESC, delivery_id DESC LIMIT 100000 OFFSET $3))",
    );
    let old = old.bind(webhook_id).bind(now_ms.saturating_sub(KEPT_MS));
    tables
        .run(old.bind(MOST_KEPT))
        .await
        .map_err(stored)
        .map(drop)
}

fn advance(webhook_id: &str, progress: Progress) -> records::Query {
    let number = i64::try_from(progress.number).unwrap_or(i64::MAX);
    records::query(
        "INSERT INTO webhook_progress (webhook_id, number, given_up, delivered_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (webhook_id) DO UPDATE SET number = excluded.number, given_up = excluded.given_up, \
         delivered_at_ms = excluded.delivered_at_ms WHERE webhook_progress.number <= excluded.number",
    )
    .bind(webhook_id)
    .bind(number)
    .bind(progress.given_up)
    .bind(progress.delivered_at_ms)
}

async fn write(
    transaction: &mut WriteTransaction,
    delivery: &Delivery,
) -> Result<u64, impl outflank_journal::StoreFailure + use<>> {
    records::query(
        "INSERT INTO webhook_deliveries (delivery_id, webhook_id, kind, tournament_id, version, state, attempts, tries, \
         tries_since_ms, first_attempt_at_ms, last_attempt_at_ms, next_attempt_at_ms, answer_status, problem, took_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
         ON CONFLICT (delivery_id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, \
         tries = excluded.tries, tries_since_ms = excluded.tries_since_ms, \
         last_attempt_at_ms = excluded.last_attempt_at_ms, next_attempt_at_ms = excluded.next_attempt_at_ms, \
         answer_status = excluded.answer_status, problem = excluded.problem, took_ms = excluded.took_ms",
    )
    .bind(&delivery.delivery_id)
    .bind(&delivery.webhook_id)
    .bind(&delivery.kind)
    .bind(&delivery.tournament_id)
    .bind(delivery.version)
    .bind(&delivery.state)
    .bind(delivery.attempts)
    .bind(delivery.tries)
    .bind(delivery.tries_since_ms)
    .bind(delivery.first_attempt_at_ms)
    .bind(delivery.last_attempt_at_ms)
    .bind(delivery.next_attempt_at_ms)
    .bind(delivery.answer_status)
    .bind(&delivery.problem)
    .bind(delivery.took_ms)
    .execute(transaction)
    .await
}
