//! Reports; beside them the log of moderation, and whom accounts have blocked.

mod blocks;
mod log;

use outflank_access::{Page, Problem};
use outflank_casual::{Report, ReportKind};
use outflank_journal::{RecordWrite, records};
use sqlx::AssertSqlSafe;

pub(crate) use blocks::{BlockKey, BlockRow};
pub(crate) use log::{ActRow, keep_act};

use super::{Records, stored};

/// A report in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportRow {
    pub report_id: String,
    pub game_id: String,
    pub black_account_id: String,
    pub white_account_id: String,
    pub by_account_id: String,
    pub about_account_id: String,
    pub kind: String,
    pub body: String,
    /// A JSON list.
    pub messages: String,
    pub at_ms: i64,
    /// 1 until it is answered.
    pub is_open: i64,
    pub answer: String,
    pub answered_by: String,
    pub answered_at_ms: i64,
    pub answer_reason: String,
}

outflank_journal::from_row!(ReportRow {
    report_id,
    game_id,
    black_account_id,
    white_account_id,
    by_account_id,
    about_account_id,
    kind,
    body,
    messages,
    at_ms,
    is_open,
    answer,
    answered_by,
    answered_at_ms,
    answer_reason,
});

/// What orders reports: open ones first, of these and of the others the latest.
pub(crate) type ReportKey = (i64, i64, String);

impl ReportRow {
    /// As the stream has it.
    pub(crate) fn report(&self) -> Report {
        Report {
            id: self.report_id.clone(),
            game: self.game_id.clone(),
            players: [self.black_account_id.clone(), self.white_account_id.clone()],
            by: self.by_account_id.clone(),
            about: self.about_account_id.clone(),
            kind: ReportKind::named(&self.kind).unwrap_or(ReportKind::Other),
            // Decides nothing once it is filed.
            by_guest: false,
        }
    }

    /// The numbers of messages that it is about.
    pub(crate) fn message_numbers(&self) -> Vec<u64> {
        serde_json::from_str(&self.messages).unwrap_or_default()
    }

    pub(crate) fn key(&self) -> ReportKey {
        (self.is_open, self.at_ms, self.report_id.clone())
    }
}

/// How often an account was reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ReportCounts {
    pub reports: u32,
    pub open: u32,
    pub upheld: u32,
}

outflank_journal::from_row!(ReportCounts {
    reports [i64],
    open [i64],
    upheld [i64],
});

/// A report that an entry files.
pub(crate) fn keep_report(
    report: &Report,
    (body, messages): (&str, &[u64]),
    at_ms: i64,
) -> RecordWrite {
    let [black, white] = &report.players;
    RecordWrite::new(
        records::query(
            "INSERT INTO casual_reports (report_id, game_id, black_account_id, white_account_id, by_account_id, \
             about_account_id, kind, body, messages, at_ms, is_open) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1) ON CONFLICT (report_id) DO NOTHING",
        )
        .bind(&report.id)
        .bind(&report.game)
        .bind(black)
        .bind(white)
        .bind(&report.by)
        .bind(&report.about)
        .bind(report.kind.as_str())
        .bind(body)
        .bind(serde_json::to_string(messages).unwrap_or_default())
        .bind(at_ms),
    )
}

impl Records {
    pub(crate) async fn report_by_id(&self, id: &str) -> Result<Option<ReportRow>, Problem> {
        records::query_as("SELECT * FROM casual_reports WHERE report_id = $1")
            .bind(id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// A page of reports, and one more, but those about that reader; about anybody else where `about` is empty.
    pub(crate) async fn reports(
        &self,
        (about, reader): (&str, &str),
        page: &Page<ReportKey>,
    ) -> Result<Vec<ReportRow>, Problem> {
        let (open, at_ms, id) = page
            .after()
            .cloned()
            .unwrap_or_else(|| (1, i64::MAX, String::new()));
        // Each has an index of its own.
        let (whose, last) = if about.is_empty() {
            ("", 7)
        } else {
            (" AND about_account_id = $7", 8)
        };
        let statement = format!(
            "SELECT * FROM casual_reports WHERE about_account_id <> $1 AND (is_open < $2 OR (is_open = $3 \
             AND (at_ms < $4 OR (at_ms = $5 AND report_id > $6)))){whose} \
             ORDER BY is_open DESC, at_ms DESC, report_id LIMIT ${last}"
        );
        let mut query = records::query_as(AssertSqlSafe(statement))
            .bind(reader)
            .bind(open)
            .bind(open)
            .bind(at_ms)
            .bind(at_ms)
            .bind(id);
        if !about.is_empty() {
            query = query.bind(about);
        }
        let query = query.bind(page.limit());
        query.fetch_all(self.tables.read()).await.map_err(stored)
    }

    /// Reports of one game, the latest first, so many at most, but those about that reader.
    pub(crate) async fn reports_of_game(
        &self,
        (game_id, reader): (&str, &str),
        most: i64,
    ) -> Result<Vec<ReportRow>, Problem> {
        records::query_as(
            "SELECT * FROM casual_reports WHERE game_id = $1 AND about_account_id <> $2 \
             ORDER BY at_ms DESC, report_id LIMIT $3",
        )
        .bind(game_id)
        .bind(reader)
        .bind(most)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    pub(crate) async fn report_counts(&self, about: &str) -> Result<ReportCounts, Problem> {
        records::query_as(
            "SELECT COUNT(*) AS reports, COUNT(*) FILTER (WHERE is_open = 1) AS open, \
             COUNT(*) FILTER (WHERE answer = 'upheld') AS upheld FROM casual_reports WHERE about_account_id = $1",
        )
        .bind(about)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)
    }
}
