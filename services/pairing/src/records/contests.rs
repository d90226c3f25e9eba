//! Arenas and ladders as lists show them, and their games.

use outflank_access::{Page, Problem};
use outflank_casual::{Contest, ContestEvent, ContestRules};
use outflank_journal::{RecordWrite, records};

use super::{CasualKey, CasualRow, Records, latest_first, stored};

/// A contest in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContestRow {
    pub contest_id: String,
    pub title: String,
    pub founder_account_id: String,
    /// As JSON.
    pub rules: String,
    pub starts_at_ms: i64,
    /// The greatest number for a ladder that goes on.
    pub over_at_ms: i64,
    /// 1 where it was ended before its time.
    pub is_ended: i64,
    pub entrants: u32,
}

outflank_journal::from_row!(ContestRow {
    contest_id,
    title,
    founder_account_id,
    rules,
    starts_at_ms,
    over_at_ms,
    is_ended,
    entrants [i64],
});

/// What orders contests: when they are over, and id.
pub(crate) type ContestKey = (i64, String);

impl ContestRow {
    pub(crate) fn rules(&self) -> Result<ContestRules, Problem> {
        serde_json::from_str(&self.rules).map_err(Problem::internal)
    }

    /// When players are paired no more; `None` for a ladder that goes on.
    pub(crate) fn ends_at_ms(&self) -> Option<i64> {
        Some(self.over_at_ms).filter(|end_ms| *end_ms < i64::MAX)
    }
}

/// What lists show of a contest after one more event, of an entry that was written at that time.
///
/// # Errors
/// None that anybody can cause.
pub(crate) fn keep_contest(
    id: &str,
    (before, event): (&Contest, &ContestEvent),
    at_ms: i64,
) -> Result<Vec<RecordWrite>, Problem> {
    let mut writes = keep_players(id, (before, event));
    let write = match event {
        ContestEvent::Founded(founding) => records::query(
            "INSERT INTO contests (contest_id, title, founder_account_id, rules, starts_at_ms, over_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (contest_id) DO NOTHING",
        )
        .bind(id)
        .bind(&founding.title)
        .bind(&founding.founder)
        .bind(serde_json::to_string(&founding.rules).map_err(Problem::internal)?)
        .bind(founding.starts_at_ms)
        .bind(founding.ends_at_ms().unwrap_or(i64::MAX)),
        ContestEvent::Joined { .. } | ContestEvent::Left { .. } | ContestEvent::Removed { .. } => {
            let mut after = before.clone();
            after.evolve(at_ms, event);
            records::query("UPDATE contests SET entrants = $1 WHERE contest_id = $2")
                .bind(i64::try_from(after.entrants()).unwrap_or(i64::MAX))
                .bind(id)
        }
        ContestEvent::Ended { .. } => {
            let mut after = before.clone();
            after.evolve(at_ms, event);
            // What was over already stays where it stands in lists.
            let write = if before.phase(at_ms).goes_on() {
                records::query(
                    "UPDATE contests SET over_at_ms = $1, is_ended = 1, title = $2 WHERE contest_id = $3",
                )
                .bind(at_ms)
            } else {
                records::query("UPDATE contests SET title = $1 WHERE contest_id = $2")
            };
            write.bind(after.title()).bind(id)
        }
        ContestEvent::Challenged { .. }
        | ContestEvent::Came { .. }
        | ContestEvent::Met { .. }
        | ContestEvent::Withdrawn { .. }
        | ContestEvent::Yielded { .. }
        | ContestEvent::Played(_) => return Ok(writes),
    };
    writes.push(RecordWrite::new(write));
    Ok(writes)
}

/// Who takes part from an event on, or no longer.
fn keep_players(id: &str, (before, event): (&Contest, &ContestEvent)) -> Vec<RecordWrite> {
    let write = |statement: &'static str, account: &str| {
        RecordWrite::new(records::query(statement).bind(account).bind(id))
    };
    let gone = |account: &str| {
        write(
            "DELETE FROM contest_players WHERE account_id = $1 AND contest_id = $2",
            account,
        )
    };
    match event {
        ContestEvent::Joined { account, .. } => vec![write(
            "INSERT INTO contest_players (account_id, contest_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            account,
        )],
        ContestEvent::Left { account } => vec![gone(account)],
        ContestEvent::Removed { account, .. } => before.removed_with(account).map(gone).collect(),
        _ => Vec::new(),
    }
}

impl Records {
    pub(crate) async fn contest(&self, id: &str) -> Result<Option<ContestRow>, Problem> {
        records::query_as("SELECT * FROM contests WHERE contest_id = $1")
            .bind(id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// A page of the contests that are not over, what ends first before the others, and one more.
    pub(crate) async fn contests_to_come(
        &self,
        now_ms: i64,
        page: &Page<ContestKey>,
    ) -> Result<Vec<ContestRow>, Problem> {
        let (at_ms, id) = page
            .after()
            .cloned()
            .unwrap_or_else(|| (i64::MIN, String::new()));
        records::query_as(
            "SELECT * FROM contests WHERE over_at_ms > $1 AND (over_at_ms > $2 OR (over_at_ms = $3 AND contest_id > $4)) \
             ORDER BY over_at_ms, contest_id LIMIT $5",
        )
        .bind(now_ms)
        .bind(at_ms)
        .bind(at_ms)
        .bind(id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// A page of the contests that are over, the latest first, and one more.
    pub(crate) async fn contests_over(
        &self,
        now_ms: i64,
        page: &Page<ContestKey>,
    ) -> Result<Vec<ContestRow>, Problem> {
        let (at_ms, id) = latest_first(page);
        records::query_as(
            "SELECT * FROM contests WHERE over_at_ms <= $1 AND (over_at_ms < $2 OR (over_at_ms = $3 AND contest_id > $4)) \
             ORDER BY over_at_ms DESC, contest_id LIMIT $5",
        )
        .bind(now_ms)
        .bind(at_ms)
        .bind(at_ms)
        .bind(id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Those that an account takes part in and that are not over, what ends first before the others, so many at most.
    pub(crate) async fn contests_played_by(
        &self,
        account_id: &str,
        now_ms: i64,
        most: i64,
    ) -> Result<Vec<ContestRow>, Problem> {
        records::query_as(
            "SELECT contests.* FROM contest_players JOIN contests ON contests.contest_id = contest_players.contest_id \
             WHERE contest_players.account_id = $1 AND contests.over_at_ms > $2 \
             ORDER BY contests.over_at_ms, contests.contest_id LIMIT $3",
        )
        .bind(account_id)
        .bind(now_ms)
        .bind(most)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// How many contests of a founder are not over at that time; of one that is past, with those that came to be over since.
    pub(crate) async fn contests_of(&self, founder: &str, at_ms: i64) -> Result<i64, Problem> {
        records::query_scalar(
            "SELECT count(*) FROM contests WHERE founder_account_id = $1 AND over_at_ms > $2",
        )
        .bind(founder)
        .bind(at_ms)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)
    }

    /// A page of a contest's games, the latest first, and one more.
    pub(crate) async fn contest_games(
        &self,
        contest_id: &str,
        page: &Page<CasualKey>,
    ) -> Result<Vec<CasualRow>, Problem> {
        let (at_ms, id) = latest_first(page);
        records::query_as(
            "SELECT * FROM casual_games WHERE contest_id = $1 AND contest_id <> '' \
             AND (booked_at_ms < $2 OR (booked_at_ms = $3 AND game_id > $4)) \
             ORDER BY booked_at_ms DESC, game_id LIMIT $5",
        )
        .bind(contest_id)
        .bind(at_ms)
        .bind(at_ms)
        .bind(id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }
}
