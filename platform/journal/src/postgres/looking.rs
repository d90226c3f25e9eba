//! Looking at journals without serving from them.

use super::database::{self, Schema, Use};
use super::{migration, verify};
use crate::{
    ChainReport, Entry, JournalError, Migrations, Records, Replica, ServerCondition, StreamId,
    TablesCondition,
};

/// The schemas of a database that hold a journal, in order.
///
/// # Errors
/// [`JournalError::Address`] or [`JournalError::Unreachable`], [`JournalError::NotAJournal`] if no
/// schema does.
pub async fn journals_in(url: &str) -> Result<Vec<String>, JournalError> {
    let (mut connection, server) = database::look(url).await?;
    let schemas: Vec<String> = sqlx::query_scalar(
        "SELECT table_schema::text FROM information_schema.tables \
         WHERE table_name = 'journal_store' ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .map_err(JournalError::storage("look for journals"))?;
    if schemas.is_empty() {
        return Err(JournalError::NotAJournal {
            database: server,
            message: "none of its schemas holds one".to_owned(),
        });
    }
    Ok(schemas)
}

/// What a server promises, as a journal in a schema of it would find it.
///
/// # Errors
/// As for [`PostgresJournal::open`](crate::PostgresJournal::open), but for its tables.
pub async fn server_condition(url: &str, schema: &str) -> Result<ServerCondition, JournalError> {
    let schema = Schema::new(url, schema)?;
    let mut connection = schema.connect(Use::Serving).await?;
    let failed = || JournalError::storage("look at its server");
    let (version, synchronous_commit, pages, synchronous_standby_names): (
        String,
        String,
        String,
        String,
    ) = sqlx::query_as(
        "SELECT current_setting('server_version'), current_setting('synchronous_commit'), \
             current_setting('full_page_writes'), current_setting('synchronous_standby_names')",
    )
    .fetch_one(&mut connection)
    .await
    .map_err(failed())?;
    let (connections, most_connections, bytes): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL), \
             current_setting('max_connections')::bigint \
                 - current_setting('superuser_reserved_connections')::bigint, \
             pg_database_size(current_database())",
    )
    .fetch_one(&mut connection)
    .await
    .map_err(failed())?;
    let replicas: Vec<(String, Option<String>)> = sqlx::query_as(
        "SELECT coalesce(application_name, ''), sync_state FROM pg_stat_replication ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .map_err(failed())?;
    let replica = |(name, state): (String, Option<String>)| Replica {
        name,
        synchronous: state.map(|state| matches!(state.as_str(), "sync" | "quorum")),
    };
    Ok(ServerCondition {
        place: schema.server(),
        version,
        synchronous_commit,
        full_page_writes: pages == "on",
        synchronous_standby_names,
        replicas: replicas.into_iter().map(replica).collect(),
        connections,
        most_connections,
        bytes,
    })
}

/// How the tables of a schema stand to this program.
pub(crate) async fn tables_of_schema(
    url: &str,
    schema: &str,
    own: Option<&Migrations>,
) -> Result<Vec<TablesCondition>, JournalError> {
    let schema = Schema::new(url, schema)?;
    let mut connection = schema.connect(Use::Reading).await?;
    migration::conditions(&mut connection, &schema, own.map(|own| &*own.postgres)).await
}

/// Walks all chains of the journal in a schema.
pub(crate) async fn verify_schema(url: &str, schema: &str) -> Result<ChainReport, JournalError> {
    let mut connection = open(url, schema).await?;
    verify::all(&mut connection).await
}

/// Gives the entries of every stream of a kind in a schema.
pub(crate) async fn read_schema(
    url: &str,
    schema: &str,
    kind: &str,
    mut take: impl FnMut(StreamId, Vec<Entry>) + Send,
) -> Result<(), JournalError> {
    let mut connection = open(url, schema).await?;
    verify::each_stream(&mut connection, kind, &mut take).await
}

/// The service's own tables in a schema, which can only be read.
pub(crate) fn records_of_schema(url: &str, schema: &str) -> Result<Records, JournalError> {
    let pool = Schema::new(url, schema)?.pool(Use::Reading, 1);
    Ok(Records::in_postgres(pool))
}

async fn open(url: &str, schema: &str) -> Result<sqlx::PgConnection, JournalError> {
    let schema = Schema::new(url, schema)?;
    let mut connection = schema.connect(Use::Reading).await?;
    if migration::exists(&mut connection, "journal_store").await? {
        return Ok(connection);
    }
    Err(JournalError::NotAJournal {
        database: schema.place(),
        message: "it has no table journal_store".to_owned(),
    })
}
