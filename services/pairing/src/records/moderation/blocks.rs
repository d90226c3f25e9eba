//! Whom accounts have blocked.

use std::collections::BTreeSet;

use outflank_access::{Page, Problem};
use outflank_casual::Apart;
use outflank_journal::records;
use sqlx::AssertSqlSafe;

use crate::records::{ASKED_AT_ONCE, Records, latest_first, places, stored};

/// Whom an account has blocked, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockRow {
    pub account_id: String,
    pub blocked_id: String,
    pub at_ms: i64,
}

outflank_journal::from_row!(BlockRow {
    account_id,
    blocked_id,
    at_ms,
});

/// What orders the blocks of an account, the latest first.
pub(crate) type BlockKey = (i64, String);

impl Records {
    /// Blocks an account; false where that would be more than one may.
    pub(crate) async fn block(&self, row: &BlockRow, most: usize) -> Result<bool, Problem> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut transaction = self.begin().await?;
        let kept = records::query(
            "INSERT INTO casual_blocks (account_id, blocked_id, at_ms) SELECT $1, $2, $3 \
             WHERE (SELECT COUNT(*) FROM casual_blocks WHERE account_id = $4) < $5 \
             ON CONFLICT (account_id, blocked_id) DO NOTHING",
        )
        .bind(&row.account_id)
        .bind(&row.blocked_id)
        .bind(row.at_ms)
        .bind(&row.account_id)
        .bind(most)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        if kept > 0 {
            return Ok(true);
        }
        let blocked: Option<i64> = records::query_scalar(
            "SELECT at_ms FROM casual_blocks WHERE account_id = $1 AND blocked_id = $2",
        )
        .bind(&row.account_id)
        .bind(&row.blocked_id)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)?;
        Ok(blocked.is_some())
    }

    pub(crate) async fn unblock(&self, account: &str, blocked: &str) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query("DELETE FROM casual_blocks WHERE account_id = $1 AND blocked_id = $2")
            .bind(account)
            .bind(blocked)
            .execute(&mut transaction)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    /// A page of an account's blocks, the latest first, and one more.
    pub(crate) async fn blocks(
        &self,
        account: &str,
        page: &Page<BlockKey>,
    ) -> Result<Vec<BlockRow>, Problem> {
        let (at_ms, id) = latest_first(page);
        records::query_as(
            "SELECT * FROM casual_blocks WHERE account_id = $1 AND (at_ms < $2 OR (at_ms = $3 AND blocked_id > $4)) \
             ORDER BY at_ms DESC, blocked_id LIMIT $5",
        )
        .bind(account)
        .bind(at_ms)
        .bind(at_ms)
        .bind(id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Those of these accounts who are kept apart, because one of two has blocked the other.
    pub(crate) async fn apart(&self, accounts: &BTreeSet<&str>) -> Result<Apart, Problem> {
        let all: Vec<&str> = accounts.iter().copied().collect();
        let mut pairs = Vec::new();
        // Of those of an account, only blocks of others at hand: a long list costs whoever matches nothing.
        for some in all.chunks(ASKED_AT_ONCE) {
            for others in all.chunks(ASKED_AT_ONCE) {
                let statement = format!(
                    "SELECT * FROM casual_blocks WHERE account_id IN ({}) AND blocked_id IN ({})",
                    places(1, some.len()),
                    places(1 + some.len(), others.len())
                );
                let mut query = records::query_as(AssertSqlSafe(statement));
                for account in some.iter().chain(others) {
                    query = query.bind(*account);
                }
                let rows = query.fetch_all(self.tables.read()).await;
                let rows: Vec<BlockRow> = rows.map_err(stored)?;
                pairs.extend(rows.into_iter().map(|row| (row.account_id, row.blocked_id)));
            }
        }
        Ok(pairs.into_iter().collect())
    }
}
