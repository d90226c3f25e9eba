//! The feed of facts: having them numbered, reading them, remembering cursors.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::dialect::{self, Connection, Pool, Row, Writing};
use super::numbering::number_facts;
use super::reading::{bound, column};
use crate::sql::{no_answer, on};
use crate::{Cursor, Fact, FactPage, JournalError, StreamId};

/// Facts numbered in one transaction.
const NUMBERED_AT_ONCE: u32 = 1000;
/// Pause of the sequencer after a failure, and how long a reader waits for it until it looks again.
const PAUSE: Duration = Duration::from_millis(200);
/// A reader waits so long for numbers altogether.
const NUMBERED_WITHIN: Duration = Duration::from_secs(3);
/// Pause while another process numbers.
const OTHERS_TURN: Duration = Duration::from_millis(5);

/// How a feed stands.
#[derive(Debug)]
pub(super) struct State {
    /// Identity of the store.
    pub epoch: String,
    /// Number of the last fact of all.
    pub head: u64,
    /// Whether committed facts wait for their numbers.
    pub unnumbered: bool,
}

/// The feed of one store and its sequencer.
#[derive(Debug)]
pub(crate) struct Feed {
    readers: Pool,
    /// Changes when another state of the store is restored.
    epoch: Arc<Mutex<String>>,
    head: watch::Receiver<u64>,
    written: Arc<Notify>,
    closing: watch::Sender<bool>,
}

impl Feed {
    /// Starts the sequencer, which first numbers what former processes left unnumbered.
    pub async fn start(readers: Pool, writing: Writing) -> Result<Arc<Self>, JournalError> {
        let state = on!(readers, "read the head of its feed", c => state(c))?;
        let epoch = Arc::new(Mutex::new(state.epoch));
        let (head_sender, head) = watch::channel(state.head);
        let (closing, closed) = watch::channel(false);
        let written = Arc::new(Notify::new());
        written.notify_one();
        let sequencer = Sequencer {
            writing,
            written: Arc::clone(&written),
            epoch: Arc::clone(&epoch),
            head: head_sender,
            closed,
        };
        tokio::spawn(sequencer.run());
        Ok(Arc::new(Self {
            readers,
            epoch,
            head,
            written,
            closing,
        }))
    }

    /// There are facts to be numbered, or others have numbered some.
    pub fn written(&self) {
        self.written.notify_one();
    }

    pub fn head(&self) -> watch::Receiver<u64> {
        self.head.clone()
    }

    pub fn epoch(&self) -> String {
        let epoch = self.epoch.lock().unwrap_or_else(PoisonError::into_inner);
        epoch.clone()
    }

    /// Ends the sequencer once it has numbered what is there.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        self.written.notify_one();
        let mut head = self.head.clone();
        while head.changed().await.is_ok() {}
    }

    pub async fn read(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
        let mut head = self.head.clone();
        let give_up_at = Instant::now() + NUMBERED_WITHIN;
        loop {
            head.mark_unchanged();
            let (state, facts) = on!(self.readers, "read facts", c => page(c, after, limit))?;
            // An empty page says that there is nothing more, so what waits for its number is waited for.
            if facts.is_empty() && state.unnumbered {
                self.written();
                let alive = tokio::time::timeout(PAUSE, head.changed()).await;
                if Instant::now() >= give_up_at || matches!(alive, Ok(Err(_))) {
                    return Err(no_answer("number facts"));
                }
                continue;
            }
            let number = facts.last().map_or(after.number, |fact| fact.number);
            return Ok(FactPage {
                facts,
                cursor: Cursor {
                    epoch: state.epoch,
                    number,
                },
            });
        }
    }
}

/// Gives facts their numbers, whenever some were committed, in the order of their arrival.
///
/// Numbers are given in a transaction of their own, one at a time in the whole store, so that a
/// fact whose commit came late is numbered late instead of being skipped by those who have read
/// past it. Whichever process holds the turn numbers everybody's facts.
struct Sequencer {
    writing: Writing,
    written: Arc<Notify>,
    epoch: Arc<Mutex<String>>,
    head: watch::Sender<u64>,
    closed: watch::Receiver<bool>,
}

impl Sequencer {
    async fn run(self) {
        loop {
            // Facts of other processes come without a word.
            match dialect::POLL {
                None => self.written.notified().await,
                Some(poll) => drop(tokio::time::timeout(poll, self.written.notified()).await),
            }
            // Whatever was committed before this moment is numbered before the end.
            let last_time = *self.closed.borrow();
            loop {
                match self.number().await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) if *self.closed.borrow() => {
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

    /// Numbers some facts; answers whether others still wait.
    async fn number(&self) -> Result<bool, JournalError> {
        let (numbered, state) =
            on!(self.writing, "number facts", c => number_facts(c, NUMBERED_AT_ONCE))?;
        let last = state.head;
        // Whoever is woken by the head finds its epoch.
        *self.epoch.lock().unwrap_or_else(PoisonError::into_inner) = state.epoch;
        self.head
            .send_if_modified(|head| std::mem::replace(head, last) != last);
        if state.unnumbered && numbered == 0 {
            tokio::time::sleep(OTHERS_TURN).await;
        }
        Ok(state.unnumbered)
    }
}

/// How the feed stands.
pub(super) async fn state(connection: &mut Connection) -> Result<State, JournalError> {
    let row = sqlx::query(
        "SELECT epoch, (SELECT coalesce(max(number), 0) FROM journal_facts) AS head, \
             EXISTS (SELECT 1 FROM journal_facts WHERE number IS NULL) AS unnumbered \
         FROM journal_store",
    )
    .fetch_one(connection)
    .await
    .map_err(JournalError::storage("read the head of its feed"))?;
    Ok(State {
        epoch: column(&row, "epoch")?,
        head: positive(column(&row, "head")?)?,
        unnumbered: column(&row, "unnumbered")?,
    })
}

/// The facts after a cursor, and how the feed stood before they were read.
async fn page(
    connection: &mut Connection,
    after: &Cursor,
    limit: u32,
) -> Result<(State, Vec<Fact>), JournalError> {
    let state = state(&mut *connection).await?;
    let foreign = after.epoch != state.epoch || after.number > state.head;
    if foreign && !after.is_beginning() {
        return Err(JournalError::ForeignCursor {
            cursor: after.to_string(),
            epoch: state.epoch,
            head: state.head,
        });
    }
    if state.head == after.number {
        return Ok((state, Vec::new()));
    }
    let rows = sqlx::query(
        "SELECT f.number, f.stream_kind, f.stream_id, f.seq, f.place, f.kind, f.body, e.at_ms \
         FROM journal_facts f JOIN journal_entries e USING (stream_kind, stream_id, seq) \
         WHERE f.number > $1 ORDER BY f.number LIMIT $2",
    )
    .bind(bound(after.number))
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("read facts"))?;
    let facts = rows.iter().map(fact).collect::<Result<_, _>>()?;
    Ok((state, facts))
}

fn fact(row: &Row) -> Result<Fact, JournalError> {
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

pub(super) fn positive(value: i64) -> Result<u64, JournalError> {
    u64::try_from(value).map_err(|_| JournalError::Corrupt {
        message: format!("the number {value} is negative"),
    })
}

pub(super) async fn save_cursor(
    connection: &mut Connection,
    consumer: &str,
    cursor: &Cursor,
) -> Result<(), JournalError> {
    sqlx::query(
        "INSERT INTO journal_cursors (consumer, epoch, number) VALUES ($1, $2, $3) \
         ON CONFLICT (consumer) DO UPDATE SET epoch = excluded.epoch, number = excluded.number \
         WHERE journal_cursors.epoch <> excluded.epoch \
         OR journal_cursors.number < excluded.number",
    )
    .bind(consumer)
    .bind(&cursor.epoch)
    .bind(bound(cursor.number))
    .execute(connection)
    .await
    .map_err(JournalError::storage("save a cursor"))?;
    Ok(())
}

pub(super) async fn load_cursor(
    connection: &mut Connection,
    consumer: &str,
) -> Result<Cursor, JournalError> {
    let row = sqlx::query("SELECT epoch, number FROM journal_cursors WHERE consumer = $1")
        .bind(consumer)
        .fetch_optional(connection)
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
