//! The log of moderation.

use outflank_access::Problem;
use outflank_casual::{Answer, ModerationEvent, Report};
use outflank_journal::{RecordWrite, records};

use crate::records::{Records, stored};

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
}
