//! Moves what is committed from the log into the database file, away from the connection that commits.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

/// How often the log is looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Pages in the log from which on commits wait until all are moved: 256 MiB.
const TOO_LONG: i64 = 65_536;
/// So long commits wait for readers to leave a log that is too long.
const PATIENCE: Duration = Duration::from_millis(250);

/// Looks after the log until it is closed or dropped.
///
/// A checkpoint on the writing connection would keep every waiting commit for two more syncs of the disk.
#[derive(Debug)]
pub(super) struct Checkpoints {
    closing: watch::Sender<bool>,
    /// Closed when the connection is.
    ended: watch::Receiver<()>,
}

impl Checkpoints {
    pub fn start(path: &Path, writing: SqlitePool) -> Self {
        let options = super::database::checkpointing(path);
        let (closing, closed) = watch::channel(false);
        let (running, ended) = watch::channel(());
        tokio::spawn(async move {
            run(&options, &writing, closed).await;
            drop(running);
        });
        Self { closing, ended }
    }

    /// Before the pools: the last connection that is closed moves what is left and removes the log.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }
}

async fn run(
    options: &SqliteConnectOptions,
    writing: &SqlitePool,
    mut closed: watch::Receiver<bool>,
) {
    let mut own: Option<SqliteConnection> = None;
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = closed.changed() => break,
            _ = ticks.tick() => {}
        }
        own = match look(own, options, writing).await {
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

async fn look(
    own: Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    writing: &SqlitePool,
) -> Result<SqliteConnection, sqlx::Error> {
    let mut own = match own {
        Some(own) => own,
        None => options.connect().await?,
    };
    let in_log: i64 = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .fetch_one(&mut own)
        .await?
        .try_get(1)?;
    if in_log >= TOO_LONG {
        begin_again(writing).await?;
    }
    Ok(own)
}

/// Lets the log begin at its start again. Commits wait meanwhile, so a reader that stays on the old log is not
/// waited for long.
async fn begin_again(writing: &SqlitePool) -> Result<(), sqlx::Error> {
    let mut connection = writing.acquire().await?;
    sqlx::query(sqlx::AssertSqlSafe(patience(PATIENCE)))
        .execute(&mut *connection)
        .await?;
    let done = sqlx::query("PRAGMA wal_checkpoint(RESTART)")
        .fetch_one(&mut *connection)
        .await;
    sqlx::query(sqlx::AssertSqlSafe(patience(super::database::BUSY)))
        .execute(&mut *connection)
        .await?;
    if done?.try_get::<i64, _>(0)? != 0 {
        tracing::warn!(
            "a reader keeps the log from beginning again: it grows until that reader is done"
        );
    }
    Ok(())
}

fn patience(time: Duration) -> String {
    format!("PRAGMA busy_timeout = {}", time.as_millis())
}
