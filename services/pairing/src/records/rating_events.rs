//! The list of events by how their rating files stand.

use std::fmt::Write as _;

use outflank_access::{Page, Problem};
use outflank_journal::records;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

use super::{IndexRow, Records, stored};

/// What of the list is asked for.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct RatingQuery {
    /// Of these nations; all where there is none.
    pub nations: Vec<String>,
    /// Standing so; however it stands where it is empty.
    pub state: String,
    /// First released before this moment, in ms since 1970; released or not where it is absent.
    pub released_before_ms: Option<i64>,
}

/// What orders the list, the latest first: since when it stands so, and the id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RatingKey {
    pub since_ms: i64,
    pub tournament_id: String,
}

impl Records {
    /// A page of the events, and one more.
    pub(crate) async fn rating_events(
        &self,
        query: &RatingQuery,
        page: &Page<RatingKey>,
    ) -> Result<Vec<IndexRow>, Problem> {
        let mut sql = "SELECT * FROM tournament_index WHERE ".to_owned();
        let mut values: Vec<records::Value> = Vec::new();
        let mut place = |value: records::Value| {
            values.push(value);
            values.len()
        };
        // Writing to a String cannot fail.
        let _ = if query.state.is_empty() {
            write!(sql, "rating_state <> ''")
        } else {
            let state = place(query.state.clone().into());
            write!(sql, "rating_state = ${state}")
        };
        if !query.nations.is_empty() {
            let nations: Vec<String> = query
                .nations
                .iter()
                .map(|nation| format!("${}", place(nation.clone().into())))
                .collect();
            let _ = write!(sql, " AND country IN ({})", nations.join(", "));
        }
        if let Some(before) = query.released_before_ms {
            let before = place(before.into());
            let _ = write!(
                sql,
                " AND first_released_ms > 0 AND first_released_ms < ${before}"
            );
        }
        if let Some(after) = page.after() {
            let (at, before) = (place(after.since_ms.into()), place(after.since_ms.into()));
            let id = place(after.tournament_id.clone().into());
            let _ = write!(
                sql,
                " AND rating_since_ms <= ${at} AND (rating_since_ms < ${before} OR tournament_id > ${id})"
            );
        }
        let most = values.len().saturating_add(1);
        let _ = write!(
            sql,
            " ORDER BY rating_since_ms DESC, tournament_id LIMIT ${most}"
        );
        values
            .into_iter()
            .fold(
                records::query_as(AssertSqlSafe(sql)),
                records::QueryAs::bind,
            )
            .bind(i64::try_from(page.sought()).map_err(Problem::internal)?)
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }
}
