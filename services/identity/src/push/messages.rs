//! What devices are still to be told.

use outflank_access::{Problem, identifier};
use outflank_journal::{Records, WriteTransaction, records};
use outflank_proto::pairing::v1 as pairing;
use serde_json::{Value, json};

use super::summonses::Call;
use crate::refusals::stored;

/// So many are told at the same time by one process.
pub(super) const AT_A_TIME: usize = 64;
/// Whoever tells one and falls leaves it to others after so long, in ms: longer than an attempt takes.
const CLAIMED_MS: i64 = 30_000;
/// The first wait after a failure, in ms; each other is twice the last.
const FIRST_WAIT_MS: i64 = 5_000;
/// No wait is longer, in ms.
const LONGEST_WAIT_MS: i64 = 5 * 60_000;
/// Longest name that is told, in bytes.
const LONGEST_NAME: usize = 200;
/// Longest text that is told, in bytes; the page has the whole.
const LONGEST_TEXT: usize = 1_500;

/// What one device is to be told.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub id: String,
    pub session_id: String,
    pub topic: String,
    pub body: String,
    pub ends_at_ms: i64,
    pub tries: u32,
}

outflank_journal::from_row!(Message {
    id,
    session_id,
    topic,
    body,
    ends_at_ms,
    tries [i64],
});

/// What somebody is told of a call, but for the language.
pub(super) fn told(
    call: &Call,
    answer: &pairing::GetSummonsesResponse,
    to: &pairing::Summons,
) -> Value {
    let mut told = json!({
        "tournament": call.tournament_id,
        "name": cut(&answer.tournament_name, LONGEST_NAME),
    });
    if call.announcement > 0 {
        told["kind"] = "announcement".into();
        told["number"] = call.announcement.into();
        told["text"] = cut(&answer.text, LONGEST_TEXT).into();
        return told;
    }
    told["round"] = call.round.into();
    if call.board > 0 {
        told["kind"] = "call".into();
        told["table"] = call.board.into();
        return told;
    }
    told["kind"] = match (to.table, call.to_start) {
        (0, _) => "bye",
        (_, false) => "paired",
        (_, true) => "start",
    }
    .into();
    told["starts_at_ms"] = answer.starts_at_ms.into();
    if to.table > 0 {
        told["table"] = to.table.into();
        told["colour"] = to.colour.as_str().into();
        told["opponent"] = cut(&to.opponent, LONGEST_NAME).into();
    }
    told
}

fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(longest);
    format!("{}…", text.get(..end).unwrap_or_default().trim_end())
}

impl Message {
    /// What a session's device is told of a call; `place` tells the boards apart to which one account is called, from 0.
    pub(super) fn new(
        call: &Call,
        (session_id, language): (&str, &str),
        (mut told, place): (Value, usize),
    ) -> Self {
        told["language"] = language.into();
        if place > 0 {
            told["place"] = place.into();
        }
        let place = place.to_string();
        // Of one round, and of one table, the newest alone is worth reading.
        let (round, board) = (call.round.to_string(), call.board.to_string());
        let topic = match call.round {
            0 => String::new(),
            _ => identifier::derived_id(&["topic", &call.tournament_id, &round, &board, &place]),
        };
        Self {
            id: identifier::derived_id(&["push", &call.id, session_id, &place]),
            session_id: session_id.to_owned(),
            topic,
            body: told.to_string(),
            ends_at_ms: call.ends_at_ms,
            tries: 0,
        }
    }
}

/// Keeps a message until it was told, in the place of an earlier one with its topic. A subscription that was removed
/// meanwhile is told nothing.
pub(super) async fn keep(
    transaction: &mut WriteTransaction,
    message: &Message,
    now_ms: i64,
) -> Result<(), Problem> {
    records::query(
        "DELETE FROM push_messages WHERE session_id = $1 AND topic = $2 AND topic <> ''",
    )
    .bind(&message.session_id)
    .bind(&message.topic)
    .execute(transaction.on())
    .await
    .map_err(stored)?;
    records::query(
        "INSERT INTO push_messages (id, session_id, topic, body, due_at_ms, ends_at_ms)
         SELECT $1, session_id, $2, $3, $4, $5 FROM push_subscriptions WHERE session_id = $6
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(&message.id)
    .bind(&message.topic)
    .bind(&message.body)
    .bind(now_ms)
    .bind(message.ends_at_ms)
    .bind(&message.session_id)
    .execute(transaction.on())
    .await
    .map_err(stored)
    .map(drop)
}

/// Takes at most so many messages that are due, for a while: no other process tells them meanwhile. Those that were never
/// tried come first.
pub(super) async fn claim(
    tables: &Records,
    most: usize,
    now_ms: i64,
) -> Result<Vec<Message>, Problem> {
    let most = i64::try_from(most).map_err(Problem::internal)?;
    let mut transaction = tables.write().await.map_err(stored)?;
    let claimed = records::query_as(
        "UPDATE push_messages SET claimed_until_ms = $1
         WHERE claimed_until_ms <= $2 AND id IN (
             SELECT id FROM push_messages WHERE due_at_ms <= $3 AND claimed_until_ms <= $4
             ORDER BY tries, due_at_ms, id LIMIT $5
         )
         RETURNING id, session_id, topic, body, ends_at_ms, tries",
    )
    .bind(now_ms.saturating_add(CLAIMED_MS))
    .bind(now_ms)
    .bind(now_ms)
    .bind(now_ms)
    .bind(most)
    .fetch_all(transaction.on())
    .await
    .map_err(stored)?;
    transaction.commit().await.map_err(stored)?;
    Ok(claimed)
}

/// A message was told, or never will be.
pub(super) async fn settle(tables: &Records, id: &str) -> Result<(), Problem> {
    let delete = records::query("DELETE FROM push_messages WHERE id = $1");
    tables.run(delete.bind(id)).await.map_err(stored).map(drop)
}

/// A message that was not told is told later, and so is whatever else its device is to be told.
pub(super) async fn put_off(
    tables: &Records,
    message: &Message,
    now_ms: i64,
) -> Result<(), Problem> {
    let wait_ms = FIRST_WAIT_MS.saturating_mul(1 << message.tries.min(16));
    let due_at_ms = now_ms.saturating_add(wait_ms.min(LONGEST_WAIT_MS));
    let update = records::query(
        "UPDATE push_messages SET tries = tries + 1, due_at_ms = $1, claimed_until_ms = 0 WHERE id = $2",
    );
    tables
        .run(update.bind(due_at_ms).bind(&message.id))
        .await
        .map_err(stored)?;
    let others = records::query(
        "UPDATE push_messages SET due_at_ms = $1 WHERE session_id = $2 AND id <> $3 AND due_at_ms < $4",
    );
    let others = others.bind(due_at_ms).bind(&message.session_id);
    let others = others.bind(&message.id).bind(due_at_ms);
    tables.run(others).await.map_err(stored).map(drop)
}

/// When the next message is due that nobody tells now; none where none waits.
pub(super) async fn next_due_ms(tables: &Records, now_ms: i64) -> Result<Option<i64>, Problem> {
    let next = records::query_scalar::<Option<i64>>(
        "SELECT min(due_at_ms) FROM push_messages WHERE claimed_until_ms <= $1",
    );
    let next = next.bind(now_ms).fetch_one(tables.read()).await;
    next.map_err(stored)
}

/// Takes away what is of no use any more.
pub(super) async fn take_old_away(tables: &Records, now_ms: i64) -> Result<(), Problem> {
    let delete = records::query("DELETE FROM push_messages WHERE ends_at_ms <= $1");
    tables
        .run(delete.bind(now_ms))
        .await
        .map_err(stored)
        .map(drop)
}
