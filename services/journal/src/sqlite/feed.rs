//! The feed of facts: numbering them, reading them, remembering cursors.

use std::sync::Arc;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;
use tokio::sync::{Notify, watch};

use super::reading::{bound, column};
use crate::{Cursor, Fact, FactPage, JournalError, StreamId};

/// Facts numbered in one transaction.
const NUMBERED_AT_ONCE: u32 = 1000;
/// Pause of the sequencer after a failure.
const PAUSE: Duration = Duration::from_millis(200);

/// The feed of one store and its sequencer.
#[derive(Debug)]
pub(crate) struct Feed {
    readers: SqlitePool,
    epoch: String,
    head: watch::Receiver<u64>,
    written: Arc<Notify>,
    closing: watch::Sender<bool>,
}

impl Feed {
    /// Starts the sequencer, which first numbers what a former process left unnumbered.
    pub async fn start(
        readers: SqlitePool,
        writing: SqlitePool,
    ) -> Result<Arc<Self>, JournalError> {
        let epoch = sqlx::query_scalar("SELECT epoch FROM journal_store")
            .fetch_one(&readers)
            .await
            .map_err(JournalError::storage("read its epoch"))?;
        let (head_sender, head) = watch::channel(stored_head(&readers).await?);
        let (closing, closed) = watch::channel(false);
        let written = Arc::new(Notify::new());
        written.notify_one();
        tokio::spawn(sequence(writing, Arc::clone(&written), head_sender, closed));
        Ok(Arc::new(Self {
            readers,
            epoch,
            head,
            written,
            closing,
        }))
    }

    /// There are facts to be numbered.
    pub fn written(&self) {
        self.written.notify_one();
    }

    pub fn head(&self) -> watch::Receiver<u64> {
        self.head.clone()
    }

    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Ends the sequencer once it has numbered what is there.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        self.written.notify_one();
        let mut head = self.head.clone();
        while head.changed().await.is_ok() {}
    }

    pub async fn read(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
        if !after.is_beginning() {
            let head = stored_head(&self.readers).await?;
            if after.epoch != self.epoch || after.number > head {
                return Err(JournalError::ForeignCursor {
                    cursor: after.to_string(),
                    epoch: self.epoch.clone(),
                    head,
                });
            }
        }
        let mut head = self.head.clone();
        loop {
            head.mark_unchanged();
            let facts = self.numbered(after.number, limit).await?;
            let full = u32::try_from(facts.len()).is_ok_and(|read| read >= limit);
            // What was committed before this read is part of the answer, numbered yet or not.
            if !full && self.has_unnumbered().await? {
                self.written();
                if tokio::time::timeout(PAUSE, head.changed())
                    .await
                    .is_ok_and(|alive| alive.is_ok())
                {
                    continue;
                }
            }
            let number = facts.last().map_or(after.number, |fact| fact.number);
            return Ok(FactPage {
                facts,
                cursor: Cursor {
                    epoch: self.epoch.clone(),
                    number,
                },
            });
        }
    }

    async fn numbered(&self, after: u64, limit: u32) -> Result<Vec<Fact>, JournalError> {
        sqlx::query(
            "SELECT f.number, f.stream_kind, f.stream_id, f.seq, f.place, f.kind, f.body, e.at_ms \
             FROM journal_facts f JOIN journal_entries e USING (stream_kind, stream_id, seq) \
             WHERE f.number > ? ORDER BY f.number LIMIT ?",
        )
        .bind(bound(after))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .map_err(JournalError::storage("read facts"))?
        .iter()
        .map(fact)
        .collect()
    }

    async fn has_unnumbered(&self) -> Result<bool, JournalError> {
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM journal_facts WHERE number IS NULL)")
            .fetch_one(&self.readers)
            .await
            .map_err(JournalError::storage("look for facts without number"))
    }
}

/// Gives facts their numbers, whenever some were committed, in the order of their arrival.
///
/// Numbers are given in a transaction of their own, one at a time, so that a fact whose commit
/// came late is numbered late instead of being skipped by those who have read past it.
async fn sequence(
    writing: SqlitePool,
    written: Arc<Notify>,
    head: watch::Sender<u64>,
    closed: watch::Receiver<bool>,
) {
    loop {
        written.notified().await;
        // Whatever was committed before this moment is numbered before the end.
        let last_time = *closed.borrow();
        loop {
            match number_facts(&writing).await {
                Ok((numbered, last)) => {
                    head.send_if_modified(|head| std::mem::replace(head, last) != last);
                    if numbered < u64::from(NUMBERED_AT_ONCE) {
                        break;
                    }
                }
                Err(error) if *closed.borrow() => {
                    tracing::warn!(%error, "facts stay unnumbered until the next start");
                    return;
                }
                Err(error) => {
                    tracing::error!(%error, "facts could not be numbered, trying again");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        if last_time {
            return;
        }
    }
}

/// Numbers some facts; answers how many and the number of the last fact of all.
async fn number_facts(writing: &SqlitePool) -> Result<(u64, u64), JournalError> {
    let failed = || JournalError::storage("number facts");
    let mut transaction = writing
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed())?;
    let numbered = sqlx::query(
        "UPDATE journal_facts SET number = next.number FROM ( \
             SELECT arrival, row_number() OVER (ORDER BY arrival) \
                 + (SELECT coalesce(max(number), 0) FROM journal_facts) AS number \
             FROM journal_facts WHERE number IS NULL ORDER BY arrival LIMIT ? \
         ) AS next WHERE journal_facts.arrival = next.arrival",
    )
    .bind(NUMBERED_AT_ONCE)
    .execute(&mut *transaction)
    .await
    .map_err(failed())?
    .rows_affected();
    let last: i64 = sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM journal_facts")
        .fetch_one(&mut *transaction)
        .await
        .map_err(failed())?;
    if numbered > 0 {
        transaction.commit().await.map_err(failed())?;
    } else {
        transaction.rollback().await.map_err(failed())?;
    }
    Ok((numbered, positive(last)?))
}

async fn stored_head(readers: &SqlitePool) -> Result<u64, JournalError> {
    let head: i64 = sqlx::query_scalar("SELECT coalesce(max(number), 0) FROM journal_facts")
        .fetch_one(readers)
        .await
        .map_err(JournalError::storage("read the head of its feed"))?;
    positive(head)
}

fn fact(row: &SqliteRow) -> Result<Fact, JournalError> {
    let stream = StreamId {
        kind: column(row, "stream_kind")?,
        id: column(row, "stream_id")?,
    };
    let seq = positive(column(row, "seq")?)?;
    let place: i64 = column(row, "place")?;
    Ok(Fact {
        number: positive(column(row, "number")?)?,
        id: format!("{stream}/{seq}/{place}"),
        stream,
        seq,
        at_ms: column(row, "at_ms")?,
        kind: column(row, "kind")?,
        body: column(row, "body")?,
    })
}

fn positive(value: i64) -> Result<u64, JournalError> {
    u64::try_from(value).map_err(|_| JournalError::Corrupt {
        message: format!("the number {value} is negative"),
    })
}

pub(super) async fn save_cursor(
    writing: &SqlitePool,
    consumer: &str,
    cursor: &Cursor,
) -> Result<(), JournalError> {
    sqlx::query(
        "INSERT INTO journal_cursors (consumer, epoch, number) VALUES (?, ?, ?) \
         ON CONFLICT (consumer) DO UPDATE SET epoch = excluded.epoch, number = excluded.number",
    )
    .bind(consumer)
    .bind(&cursor.epoch)
    .bind(bound(cursor.number))
    .execute(writing)
    .await
    .map_err(JournalError::storage("save a cursor"))?;
    Ok(())
}

pub(super) async fn load_cursor(
    readers: &SqlitePool,
    consumer: &str,
) -> Result<Cursor, JournalError> {
    let row = sqlx::query("SELECT epoch, number FROM journal_cursors WHERE consumer = ?")
        .bind(consumer)
        .fetch_optional(readers)
        .await
        .map_err(JournalError::storage("load a cursor"))?;
    match row {
        None => Ok(Cursor::beginning()),
        Some(row) => Ok(Cursor {
            epoch: column(&row, "epoch")?,
            number: positive(column(&row, "number")?)?,
        }),
    }
}
