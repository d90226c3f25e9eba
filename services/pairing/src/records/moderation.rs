//! Reports, the log of moderation, and whom accounts have blocked.

use std::collections::BTreeSet;

use outflank_access::{Page, Problem};
use outflank_casual::{Answer, Apart, ModerationEvent, Report, ReportKind};
use outflank_journal::{RecordWrite, records};
use sqlx::AssertSqlSafe;

use super::{Records, casual::places, stored};

/// Accounts asked for in one statement.
const ASKED_AT_ONCE: usize = 500;

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

/// An entry of the log in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActRow {
    pub act_id: String,
    pub number: i64,
    pub kind: String,
    pub at_ms: i64,
    pub by_account_id: String,
    pub about_account_id: String,
    pub game_id: String,
    pub report_id: String,
    pub message: i64,
    pub until_ms: i64,
    pub reason: String,
    pub contest_id: String,
}

outflank_journal::from_row!(ActRow {
    act_id,
    number,
    kind,
    at_ms,
    by_account_id,
    about_account_id,
    game_id,
    report_id,
    message,
    until_ms,
    reason,
    contest_id,
});

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

/// What an entry that is somebody's act writes: its place in the log, and what becomes of the report that it answers.
/// `about` and `game`: of the report, where there is one.
pub(crate) fn keep_act(
    event: &ModerationEvent,
    (number, at_ms): (u64, i64),
    (report, reason): (Option<&Report>, &str),
) -> Vec<RecordWrite> {
    let Some(act) = log_row(event, report) else {
        return Vec::new();
    };
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let mut writes = vec![RecordWrite::new(
        records::query(
            "INSERT INTO moderation_acts (act_id, number, kind, at_ms, by_account_id, about_account_id, game_id, \
             report_id, message, until_ms, reason, contest_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (act_id) DO NOTHING",
        )
        .bind(&act.act_id)
        .bind(number)
        .bind(&act.kind)
        .bind(at_ms)
        .bind(&act.by_account_id)
        .bind(&act.about_account_id)
        .bind(&act.game_id)
        .bind(&act.report_id)
        .bind(act.message)
        .bind(act.until_ms)
        .bind(reason)
        .bind(&act.contest_id),
    )];
    if let ModerationEvent::Answered {
        report,
        answer,
        deed,
    } = event
    {
        writes.push(RecordWrite::new(
            records::query(
                "UPDATE casual_reports SET is_open = 0, answer = $1, answered_by = $2, answered_at_ms = $3, \
                 answer_reason = $4 WHERE report_id = $5",
            )
            .bind(answer.as_str())
            .bind(&deed.by)
            .bind(at_ms)
            .bind(reason)
            .bind(report),
        ));
    }
    writes
}

/// The log's row of an event, but for its number, its time and its reason; none of a report.
fn log_row(event: &ModerationEvent, report: Option<&Report>) -> Option<ActRow> {
    use ModerationEvent as E;
    let of_report = |part: fn(&Report) -> &String| report.map(part).cloned().unwrap_or_default();
    let (kind, deed, about, until_ms, message) = match event {
        E::Reported(_) => return None,
        E::Answered { answer, deed, .. } => {
            let kind = match answer {
                Answer::Dismissed => "report_dismissed",
                Answer::Upheld => "report_upheld",
            };
            (kind, deed, of_report(|report| &report.about), None, 0)
        }
        E::Muted {
            account,
            until_ms,
            deed,
        } => ("muted", deed, account.clone(), *until_ms, 0),
        E::Unmuted { account, deed } => ("unmuted", deed, account.clone(), None, 0),
        E::Barred {
            account,
            until_ms,
            deed,
        } => ("barred", deed, account.clone(), *until_ms, 0),
        E::Readmitted { account, deed } => ("readmitted", deed, account.clone(), None, 0),
        E::MessageRemoved {
            number,
            account,
            deed,
            ..
        } => ("message_removed", deed, account.clone(), None, *number),
        E::ModeratorNamed { account, deed } => ("moderator_named", deed, account.clone(), None, 0),
        E::ModeratorDismissed { account, deed } => {
            ("moderator_dismissed", deed, account.clone(), None, 0)
        }
        E::ContestEnded { founder, deed, .. } => ("contest_ended", deed, founder.clone(), None, 0),
        E::ContestEntrantRemoved { account, deed, .. } => {
            let kind = "contest_entrant_removed";
            (kind, deed, account.clone(), None, 0)
        }
    };
    let game_id = match event {
        E::MessageRemoved { game, .. } => game.clone(),
        _ => of_report(|report| &report.game),
    };
    let contest_id = match event {
        E::ContestEnded { contest, .. } | E::ContestEntrantRemoved { contest, .. } => {
            contest.clone()
        }
        _ => String::new(),
    };
    Some(ActRow {
        act_id: deed.id.clone(),
        number: 0,
        kind: kind.to_owned(),
        at_ms: 0,
        by_account_id: deed.by.clone(),
        about_account_id: about,
        game_id,
        report_id: deed.report.clone().unwrap_or_default(),
        message: i64::try_from(message).unwrap_or(i64::MAX),
        until_ms: until_ms.unwrap_or_default(),
        reason: String::new(),
        contest_id,
    })
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

    /// A page of the log, the latest first, and one more; about anybody where `about` is empty.
    pub(crate) async fn moderation_acts(
        &self,
        about: &str,
        (before, most): (i64, i64),
    ) -> Result<Vec<ActRow>, Problem> {
        // Each has an index of its own.
        let query = if about.is_empty() {
            records::query_as(
                "SELECT * FROM moderation_acts WHERE number < $1 ORDER BY number DESC LIMIT $2",
            )
        } else {
            records::query_as(
                "SELECT * FROM moderation_acts WHERE about_account_id = $1 AND number < $2 \
                 ORDER BY number DESC LIMIT $3",
            )
            .bind(about)
        };
        let query = query.bind(before).bind(most);
        query.fetch_all(self.tables.read()).await.map_err(stored)
    }

    /// Why an act was done; empty where that is not known.
    pub(crate) async fn act_reason(&self, act_id: &str) -> Result<String, Problem> {
        let found: Option<String> =
            records::query_scalar("SELECT reason FROM moderation_acts WHERE act_id = $1")
                .bind(act_id)
                .fetch_optional(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(found.unwrap_or_default())
    }

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
        let (at_ms, id) = page
            .after()
            .cloned()
            .unwrap_or_else(|| (i64::MAX, String::new()));
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
