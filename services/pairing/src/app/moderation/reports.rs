//! Reports of somebody at a casual game.

use std::sync::Arc;

use outflank_access::{Kind, Problem, identifier, problem};
use outflank_casual::{ModerationCommand, Report, ReportKind};
use outflank_proto::printable::is_unprintable;

use super::{
    super::{App, check, streams::Written},
    Order, STREAM, Stood, refused,
};
use crate::records::{ReportRow, keep_report};

/// Longest text of a report, in characters.
const LONGEST_TEXT_CHARS: usize = 1_000;
/// Messages that one report names.
const MOST_MESSAGES: usize = 10;

/// A report as somebody files it.
#[derive(Debug, Clone)]
pub(crate) struct NewReport {
    pub by: String,
    pub command_id: String,
    pub game_id: String,
    pub about: String,
    pub kind: ReportKind,
    pub text: String,
    pub messages: Vec<u64>,
    /// Who reports has no password.
    pub by_guest: bool,
}

impl App {
    /// Files a report, and answers its id.
    ///
    /// # Errors
    /// `bad_report`, `unknown_casual_game`, and what the engine refuses.
    pub(crate) async fn report_player(
        self: &Arc<Self>,
        new: &NewReport,
    ) -> Result<String, Problem> {
        check::command_id(&new.command_id)?;
        let text = checked_text(new)?;
        let game = self.casual_row(&new.game_id).await?;
        let players = [game.black_account_id, game.white_account_id];
        let wrote = new.kind == ReportKind::AbusiveChat
            && !players.contains(&new.about)
            && self
                .wrote_at(&new.game_id, &new.about, &new.messages)
                .await?;
        let report = Report {
            id: identifier::derived_id(&["report", &new.by, &new.command_id]),
            game: new.game_id.clone(),
            players,
            by: new.by.clone(),
            about: new.about.clone(),
            kind: new.kind,
            by_guest: new.by_guest,
        };
        let id = report.id.clone();
        let command = ModerationCommand::Report {
            report: report.clone(),
            booked_at_ms: game.booked_at_ms,
            wrote,
        };
        let decide = |stood: &Stood<Order>, now_ms: i64| {
            let decided = stood.state.0.decide(&command, now_ms);
            let event = decided.map_err(|refusal| refused(&refusal))?;
            Ok(Written {
                facts: Vec::new(),
                records: vec![keep_report(&report, (&text, &new.messages), now_ms)],
                events: vec![event],
            })
        };
        self.write(STREAM, (&new.by, &new.command_id), decide)
            .await?;
        Ok(id)
    }

    /// # Errors
    /// `unknown_report`.
    pub(crate) async fn known_report(&self, id: &str) -> Result<ReportRow, Problem> {
        let row = self.records.report_by_id(id).await?;
        row.ok_or_else(unknown_report)
    }
}

fn checked_text(new: &NewReport) -> Result<String, Problem> {
    let text = new.text.trim();
    let fits = (1..=LONGEST_TEXT_CHARS).contains(&text.chars().count());
    let readable = text
        .chars()
        .all(|sign| sign == '\n' || !is_unprintable(sign));
    if fits && readable && new.messages.len() <= MOST_MESSAGES {
        return Ok(text.to_owned());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_report",
        "A report says of what kind it is and has 1 to {most} characters, none of them hidden, and names {messages} \
         messages at most.",
        most = LONGEST_TEXT_CHARS,
        messages = MOST_MESSAGES,
    ))
}

pub(crate) fn unknown_report() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_report",
        "There is no such report, or it is about another account.",
    )
}
