//! Whose turn it is to deliver: one process of a deployment has it, for a while at a time.

use outflank_access::{Problem, identifier};
use outflank_journal::{Records, records};

use crate::stored::stored;

const NAME: &str = "deliveries";
/// How long a turn is, in ms; it is taken again well before its end.
pub(crate) const TURN_MS: i64 = 30_000;

/// One process's claim to deliver.
pub(crate) struct Turn {
    tables: Records,
    holder: String,
    /// Nobody else can have it: the store is this process's alone, and whoever had it is gone.
    is_alone: bool,
}

impl Turn {
    pub(crate) fn new(tables: Records, is_alone: bool) -> Result<Self, Problem> {
        Ok(Self {
            tables,
            holder: identifier::random_id().map_err(Problem::internal)?,
            is_alone,
        })
    }

    /// Takes the turn, or keeps it; answers until when it is this process's, none where it is another's.
    pub(crate) async fn take(&self, now_ms: i64) -> Result<Option<i64>, Problem> {
        let until_ms = now_ms.saturating_add(TURN_MS);
        // What another holds counts until its end.
        let before_ms = if self.is_alone { i64::MAX } else { now_ms };
        let take = records::query(
            "INSERT INTO webhook_turn (name, holder, until_ms) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE \
             SET holder = excluded.holder, until_ms = excluded.until_ms \
             WHERE webhook_turn.holder = excluded.holder OR webhook_turn.until_ms < $4",
        );
        let take = take.bind(NAME).bind(&self.holder);
        let take = take.bind(until_ms).bind(before_ms);
        let taken = self.tables.run(take).await.map_err(stored)?;
        Ok((taken > 0).then_some(until_ms))
    }

    /// Leaves it to others at once.
    pub(crate) async fn leave(&self) -> Result<(), Problem> {
        let leave = records::query("DELETE FROM webhook_turn WHERE name = $1 AND holder = $2");
        let left = self.tables.run(leave.bind(NAME).bind(&self.holder)).await;
        left.map_err(stored).map(drop)
    }
}
