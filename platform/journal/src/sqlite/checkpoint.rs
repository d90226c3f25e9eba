//! Moves what is committed from the log into the database file, away from the connection that commits.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::turns::Turns;
use crate::measures::Meter;

/// How often the log is looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Pages in the log from which on commits wait until all are moved: 16 MiB. A log that begins again is written over in
/// place, where the disk has nothing to note but the data; the shorter it is, the sooner.
const TOO_LONG: i64 = 4_096;
/// SQLite's code where the system could not sync a file (`SQLITE_IOERR_FSYNC`).
const NOT_SYNCED: &str = "1034";
/// So long commits wait for readers to leave a log that is too long.
const PATIENCE: Duration = Duration::from_millis(250);

/// Looks after the log until it is closed or dropped.
///
/// A checkpoint on the writing connection would keep every waiting commit for two more syncs of the disk.
#[derive(Debug)]
pub(super) struct Checkpoints {
    /// The database file: whoever closes it takes away what other connections of this process have locked, so it is closed
    /// after the pools.
    _file: Arc<File>,
    closing: watch::Sender<bool>,
    /// Closed when the connection is.
    ended: watch::Receiver<()>,
}

impl Checkpoints {
    /// Begins to look after the log of a database that is there.
    ///
    /// # Errors
    /// When its file cannot be opened.
    pub fn start(path: &Path, turns: Turns, meter: Arc<Meter>) -> io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        let file = Arc::new(file);
        let log = Log {
            options: super::database::checkpointing(path, PATIENCE),
            file: Arc::clone(&file),
            turns,
            meter,
        };
        let (closing, closed) = watch::channel(false);
        let (running, ended) = watch::channel(());
        tokio::spawn(async move {
            log.keep(closed).await;
            drop(running);
        });
        Ok(Self {
            _file: file,
            closing,
            ended,
        })
    }

    /// Before the pools: the last connection that is closed moves what is left and removes the log.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }
}

/// The log, and what it is moved with.
struct Log {
    options: SqliteConnectOptions,
    file: Arc<File>,
    turns: Turns,
    meter: Arc<Meter>,
}

impl Log {
    async fn keep(self, mut closed: watch::Receiver<bool>) {
        let mut own: Option<SqliteConnection> = None;
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = closed.changed() => break,
                _ = ticks.tick() => {}
            }
            own = match self.look(own).await {
                Ok(connection) => Some(connection),
                Err(error) => {
                    tracing::warn!(%error, "the log could not be moved into the database file");
                    None
                }
            };
        }
        if let Some(own) = own
            && let Err(error) = own.close().await
        {
            tracing::debug!(%error, "the connection that moves the log was not closed");
        }
    }

    async fn look(&self, own: Option<SqliteConnection>) -> Result<SqliteConnection, sqlx::Error> {
        let mut own = match own {
            Some(own) => own,
            None => self.options.connect().await?,
        };
        if moved(&mut own).await? >= TOO_LONG {
            // Where commits come while the log is moved, SQLite does not sync the file: all of it would be left for when
            // commits wait.
            self.sync().await?;
            moved(&mut own).await?;
            self.begin_again(&mut own).await?;
        }
        Ok(own)
    }

    async fn sync(&self) -> Result<(), sqlx::Error> {
        let file = Arc::clone(&self.file);
        let synced = tokio::task::spawn_blocking(move || file.sync_data()).await;
        synced
            .map_err(io::Error::other)?
            .map_err(|error| end_at_once(&error))
    }

    /// Lets the log begin at its start again. Commits wait meanwhile, so a reader that stays on the old log is not
    /// waited for long.
    async fn begin_again(&self, own: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let turn = self.turns.take().await?;
        let begun = Instant::now();
        let done = sqlx::query("PRAGMA wal_checkpoint(RESTART)")
            .fetch_one(own)
            .await;
        drop(turn);
        self.meter.restarted(begun.elapsed());
        let done = done.map_err(|error| match error.as_database_error() {
            Some(of_sqlite) if of_sqlite.code().as_deref() == Some(NOT_SYNCED) => {
                end_at_once(&error)
            }
            _ => error,
        });
        if done?.try_get::<i64, _>(0)? != 0 {
            tracing::warn!(
                "a reader keeps the log from beginning again: it grows until that reader is done"
            );
        }
        Ok(())
    }
}

/// What a sync has failed to write the system may have let go of, and it says so once. The log alone has it then: whoever
/// opens the file anew moves it from there, and nobody may write over the log before, or remove it by ending in order.
fn end_at_once(error: &dyn std::error::Error) -> ! {
    tracing::error!(%error, "the database file could not be synced: the process ends at once, and its log is read when it is started again");
    std::process::abort()
}

/// Moves what no reader needs in the log, beside commits; answers the pages that were in it.
async fn moved(own: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(own);
    done.await?.try_get(1)
}
