//! Moves what is committed from the log into the database file, away from the connection that commits.

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
    pub fn start(path: &Path, turns: Turns, meter: Arc<Meter>) -> Self {
        let options = super::database::checkpointing(path, PATIENCE);
        let (closing, closed) = watch::channel(false);
        let (running, ended) = watch::channel(());
        tokio::spawn(async move {
            run(&options, (&turns, &meter), closed).await;
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
    commits: (&Turns, &Meter),
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
        own = match look(own, options, commits).await {
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
    (turns, meter): (&Turns, &Meter),
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
        begin_again(&mut own, turns, meter).await?;
    }
    Ok(own)
}

/// Lets the log begin at its start again. Commits wait meanwhile, so a reader that stays on the old log is not
/// waited for long.
async fn begin_again(
    own: &mut SqliteConnection,
    turns: &Turns,
    meter: &Meter,
) -> Result<(), sqlx::Error> {
    let turn = turns.take().await?;
    let begun = Instant::now();
    let done = sqlx::query("PRAGMA wal_checkpoint(RESTART)")
        .fetch_one(own)
        .await;
    drop(turn);
    meter.restarted(begun.elapsed());
    if done?.try_get::<i64, _>(0)? != 0 {
        tracing::warn!(
            "a reader keeps the log from beginning again: it grows until that reader is done"
        );
    }
    Ok(())
}
