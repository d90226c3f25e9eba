//! Whose turn it is to do what one process of a deployment does at a time, for a while at a time.

use outflank_access::{Problem, identifier};
use outflank_journal::{Records, WriteTransaction, records};
use sqlx::AssertSqlSafe;

use crate::stored::stored;

/// How long a turn is, in ms; whoever has it takes it for longer well before its end.
const TURN_MS: i64 = 30_000;

/// What one process does at a time, with the table that says which one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Work {
    /// Telling webhooks.
    Deliveries,
    /// Writing the archive.
    Archive,
}

impl Work {
    const fn table(self) -> &'static str {
        match self {
            Self::Deliveries => "webhook_turn",
            Self::Archive => "archive_turn",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Deliveries => "deliveries",
            Self::Archive => "archive",
        }
    }
}

/// One process's claim to do it.
pub(crate) struct Turn {
    tables: Records,
    work: Work,
    holder: String,
    /// Nobody else can have it: the store is this process's alone, and whoever had it is gone.
    is_alone: bool,
}

impl Turn {
    pub(crate) fn new(tables: Records, work: Work, is_alone: bool) -> Result<Self, Problem> {
        Ok(Self {
            tables,
            work,
            holder: identifier::random_id().map_err(Problem::internal)?,
            is_alone,
        })
    }

    /// Takes the turn, or keeps it; answers until when it is this process's, none where it is another's.
    pub(crate) async fn take(&self, now_ms: i64) -> Result<Option<i64>, Problem> {
        let until_ms = now_ms.saturating_add(TURN_MS);
        // What another holds counts until its end.
        let before_ms = if self.is_alone { i64::MAX } else { now_ms };
        let table = self.work.table();
        let take = records::query(AssertSqlSafe(format!(
            "INSERT INTO {table} (name, holder, until_ms) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE \
             SET holder = excluded.holder, until_ms = excluded.until_ms \
             WHERE {table}.holder = excluded.holder OR {table}.until_ms < $4"
        )));
        let take = take.bind(self.work.name()).bind(&self.holder);
        let take = take.bind(until_ms).bind(before_ms);
        let taken = self.tables.run(take).await.map_err(stored)?;
        Ok((taken > 0).then_some(until_ms))
    }

    /// Keeps it within a transaction, which must write nothing where it is another's by now.
    pub(crate) async fn keep(
        &self,
        transaction: &mut WriteTransaction,
        now_ms: i64,
    ) -> Result<bool, Problem> {
        let kept = self.kept(now_ms).execute(transaction).await;
        Ok(kept.map_err(stored)? > 0)
    }

    fn kept(&self, now_ms: i64) -> records::Query {
        let keep = records::query(AssertSqlSafe(format!(
            "UPDATE {} SET until_ms = $1 WHERE name = $2 AND holder = $3",
            self.work.table()
        )));
        let keep = keep.bind(now_ms.saturating_add(TURN_MS));
        keep.bind(self.work.name()).bind(&self.holder)
    }

    /// Takes it for longer, where it is still this process's.
    pub(crate) async fn renew(&self, now_ms: i64) -> Result<bool, Problem> {
        let kept = self.tables.run(self.kept(now_ms)).await.map_err(stored)?;
        Ok(kept > 0)
    }

    /// Leaves it to others at once.
    pub(crate) async fn leave(&self) -> Result<(), Problem> {
        let leave = records::query(AssertSqlSafe(format!(
            "DELETE FROM {} WHERE name = $1 AND holder = $2",
            self.work.table()
        )));
        let leave = leave.bind(self.work.name()).bind(&self.holder);
        self.tables.run(leave).await.map_err(stored).map(drop)
    }
}
