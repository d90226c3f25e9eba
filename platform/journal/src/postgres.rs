//! The journal in a schema of a Postgres database, beside the service's own tables of records.

mod committing;
mod database;
pub(crate) mod dialect;
mod dump;
mod looking;
mod migration;
mod numbering;
mod store;

#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/feed.rs"]
mod feed;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/reading.rs"]
mod reading;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/schedule.rs"]
mod schedule;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/verify.rs"]
mod verify;

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::sync::watch;

use crate::sql::{impl_journal, on};
use crate::writer::Writer;
use crate::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Heartbeat, JournalError, NewEntry,
    OpenStream, Records, StreamId,
};
use committing::Committing;
use database::{Schema, Use};
use feed::Feed;
use store::PostgresStore;

pub use dump::{check_restorable, dump_schemas, restore_schema};
pub use looking::{journals_in, server_condition};
pub(crate) use looking::{read_schema, records_of_schema, tables_of_schema, verify_schema};

/// Connections a journal keeps for everything but its commits, unless told otherwise.
const CONNECTIONS: u32 = 8;
/// How long connections may take to be given back at the end.
const CLOSE: Duration = Duration::from_secs(5);

/// Where a journal is, and what may be done there.
#[derive(Debug, Clone)]
pub struct PostgresOptions<'t> {
    /// `postgres://user:password@host:port/database`; `sslmode` and the like as in libpq.
    pub url: String,
    /// The schema that holds the journal and the service's own tables: the name of its role.
    pub schema: String,
    /// Migrations of the service's tables of records; none may begin with `journal_`.
    pub own_tables: Option<&'t Migrator>,
    /// Whether tables are made, and those of an older program brought up to date; otherwise they
    /// are refused.
    pub may_change_tables: bool,
    /// Most connections for reading and for records; commits have two of their own.
    pub connections: u32,
}

impl PostgresOptions<'_> {
    /// A journal that keeps its tables up to date.
    pub fn new(url: impl Into<String>, schema: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            schema: schema.into(),
            own_tables: None,
            may_change_tables: true,
            connections: CONNECTIONS,
        }
    }
}

/// The journal of one service in a schema of a Postgres database, for any number of processes at
/// a time.
///
/// Each process commits over two connections, and reads and keeps records over several others.
/// While the server is away everything fails within a few seconds, except entries whose commit
/// was under way: they wait for its answer. When it is back, everything goes on.
#[derive(Debug)]
pub struct PostgresJournal {
    readers: PgPool,
    writing: PgPool,
    committing: Arc<Committing>,
    writer: Writer,
    feed: Arc<Feed>,
}

impl PostgresJournal {
    /// Opens or makes a journal. Must be called on a Tokio runtime, where the writer then lives.
    ///
    /// # Errors
    /// [`JournalError::Address`] and [`JournalError::Unreachable`]: there is no such server.
    /// [`JournalError::Unsafe`]: it does not promise durability.
    /// [`JournalError::NotAJournal`]: the schema belongs to something else.
    /// [`JournalError::WrongVersion`] and [`JournalError::Migration`]: its tables do not serve this
    /// program.
    pub async fn open(options: &PostgresOptions<'_>) -> Result<Self, JournalError> {
        let schema = Schema::new(&options.url, &options.schema)?;
        let mut first = schema.connect(Use::Migrating).await?;
        migration::migrate(
            &mut first,
            &schema,
            options.own_tables,
            options.may_change_tables,
        )
        .await?;
        drop(first);
        let readers = schema.pool(Use::Serving, options.connections.max(2));
        let committing = schema.pool(Use::Committing, store::COMMITS_AT_ONCE);
        let committing = Arc::new(Committing::new(committing));
        let feed = Feed::start(readers.clone(), readers.clone()).await?;
        let store = PostgresStore::new(readers.clone(), Arc::clone(&committing), Arc::clone(&feed));
        Ok(Self {
            writing: readers.clone(),
            readers,
            committing,
            writer: Writer::start(Arc::new(store)),
            feed,
        })
    }

    /// The service's own tables in the same schema.
    #[must_use]
    pub fn records(&self) -> Records {
        Records::in_postgres(self.writing.clone())
    }

    async fn close_pools(&self) {
        let closed = async {
            self.committing.close().await;
            self.readers.close().await;
        };
        if tokio::time::timeout(CLOSE, closed).await.is_err() {
            tracing::warn!("connections to the database are still in use at the end");
        }
    }
}

impl_journal!(PostgresJournal, serves_one_process: false);
