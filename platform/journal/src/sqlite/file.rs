//! Looking at a file without serving from it.

use std::path::Path;

use super::{database, verify};
use crate::{ChainReport, Entry, JournalError, Migrations, Records, StreamId, TablesCondition};

/// Walks all chains of a file.
pub(crate) async fn verify_file(path: &Path) -> Result<ChainReport, JournalError> {
    let pool = database::open_read_only(path).await?;
    let opened = pool.acquire().await;
    let mut connection = opened.map_err(JournalError::storage("walk its chains"))?;
    let report = verify::all(&mut connection).await;
    drop(connection);
    pool.close().await;
    report
}

/// Gives the entries of every stream of a kind in a file.
pub(crate) async fn read_file(
    path: &Path,
    kind: &str,
    mut take: impl FnMut(StreamId, Vec<Entry>) + Send,
) -> Result<(), JournalError> {
    let pool = database::open_read_only(path).await?;
    let opened = pool.acquire().await;
    let mut connection = opened.map_err(JournalError::storage("read entries"))?;
    let read = verify::each_stream(&mut connection, kind, &mut take).await;
    drop(connection);
    pool.close().await;
    read
}

/// How the tables of a file stand to this program.
pub(crate) async fn tables_of_file(
    path: &Path,
    own: Option<&Migrations>,
) -> Result<Vec<TablesCondition>, JournalError> {
    let pool = database::open_read_only(path).await?;
    let found = database::conditions(path, &pool, own.map(|own| &*own.sqlite)).await;
    pool.close().await;
    found
}

/// The service's own tables in a file, which can only be read.
pub(crate) async fn records_of_file(path: &Path) -> Result<Records, JournalError> {
    let pool = database::open_read_only(path).await?;
    Ok(Records::in_sqlite(pool.clone(), pool))
}
