//! Live ratings.

use outflank_access::Problem;
use outflank_casual::{LiveRating, Variant};
use outflank_journal::{RecordWrite, records};
use sqlx::AssertSqlSafe;

use crate::records::{ASKED_AT_ONCE, Records, places, stored};

/// A live rating and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RatingRow {
    pub account_id: String,
    pub variant: String,
    pub rating: i64,
    pub deviation: i64,
    pub volatility: i64,
    pub games: u32,
    pub at_ms: i64,
}

outflank_journal::from_row!(RatingRow {
    account_id,
    variant,
    rating,
    deviation,
    volatility,
    games [i64],
    at_ms,
});

impl RatingRow {
    pub(crate) const fn rating(&self) -> LiveRating {
        LiveRating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
            games: self.games,
            at_ms: self.at_ms,
        }
    }
}

pub(super) fn keep_rating(account: &str, variant: Variant, rating: &LiveRating) -> RecordWrite {
    RecordWrite::new(
        records::query(
            "INSERT INTO live_ratings (account_id, variant, rating, deviation, volatility, games, at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id, variant) DO UPDATE SET \
             rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
             games = excluded.games, at_ms = excluded.at_ms",
        )
        .bind(account)
        .bind(variant.as_str())
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(rating.games)
        .bind(rating.at_ms),
    )
}

impl Records {
    /// The live ratings of these accounts in one variant, as far as they have played it.
    pub(crate) async fn live_ratings_in(
        &self,
        variant: Variant,
        accounts: &[&str],
    ) -> Result<Vec<RatingRow>, Problem> {
        let mut found = Vec::new();
        for some in accounts.chunks(ASKED_AT_ONCE) {
            let statement = format!(
                "SELECT * FROM live_ratings WHERE variant = $1 AND account_id IN ({})",
                places(2, some.len())
            );
            let mut query = records::query_as(AssertSqlSafe(statement)).bind(variant.as_str());
            for account in some {
                query = query.bind(*account);
            }
            let rows: Vec<RatingRow> = query.fetch_all(self.tables.read()).await.map_err(stored)?;
            found.extend(rows);
        }
        Ok(found)
    }

    /// Every live rating of an account, what it played most first.
    pub(crate) async fn live_ratings_of(
        &self,
        account_id: &str,
    ) -> Result<Vec<RatingRow>, Problem> {
        records::query_as(
            "SELECT * FROM live_ratings WHERE account_id = $1 ORDER BY games DESC, variant",
        )
        .bind(account_id)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }
}
