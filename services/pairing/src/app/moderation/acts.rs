//! What moderators do, and what administrators do about them.

use std::sync::Arc;

use outflank_access::{Problem, identifier, moderators_only};
use outflank_casual::{Act, ModerationCommand, Report};

use super::{
    super::{App, check, streams::Written},
    Order, STREAM, Stood, facts, refused,
};
use crate::records::keep_act;

/// An act as somebody asks for it.
#[derive(Debug, Clone)]
pub(crate) struct NewAct {
    pub by: String,
    pub command_id: String,
    /// Why; empty where an administrator says nothing.
    pub reason: String,
    /// The report that it follows from; empty without one.
    pub report_id: String,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    /// A moderator's act.
    Act(Act),
    /// Somebody is to be a moderator.
    Name(String),
    /// Somebody is to be one no longer.
    Dismiss(String),
}

impl Wanted {
    /// Whom it is about; `None` where the report or the game says it.
    fn whom(&self) -> Option<&str> {
        match self {
            Self::Act(act) => act.whom(),
            Self::Name(account) | Self::Dismiss(account) => Some(account),
        }
    }
}

impl App {
    /// Does it, and writes it into the log; a command given before has its first answer.
    ///
    /// # Errors
    /// `bad_reason`, `unknown_report`, `moderators_only`, and what the engine refuses.
    pub(crate) async fn keep_order(
        self: &Arc<Self>,
        new: &NewAct,
        wanted: &Wanted,
    ) -> Result<Stood<Order>, Problem> {
        let reason = match wanted {
            Wanted::Act(_) => check::reason(&new.reason)?,
            Wanted::Name(_) | Wanted::Dismiss(_) => String::new(),
        };
        let report = self.report_acted_on(new, wanted).await?;
        let command = asked(new, wanted, report.clone());
        let decide = |stood: &Stood<Order>, now_ms: i64| {
            let order = &stood.state.0;
            // Whoever was dismissed a moment ago acts no more.
            if matches!(wanted, Wanted::Act(_)) && !order.is_moderator(&new.by) {
                return Err(moderators_only());
            }
            let decided = order.decide(&command, now_ms);
            let event = decided.map_err(|refusal| refused(&refusal))?;
            let place = (stood.seq + 1, now_ms);
            Ok(Written {
                facts: facts(&event)?,
                records: keep_act(&event, place, (report.as_ref(), &reason)),
                events: vec![event],
            })
        };
        self.write(STREAM, (&new.by, &new.command_id), decide).await
    }

    /// The report that an act follows from; one about somebody else is none for it.
    async fn report_acted_on(
        &self,
        new: &NewAct,
        wanted: &Wanted,
    ) -> Result<Option<Report>, Problem> {
        let answers = matches!(wanted, Wanted::Act(Act::Answer(_)));
        if new.report_id.is_empty() && !answers {
            return Ok(None);
        }
        let report = self.known_report(&new.report_id).await?.report();
        match wanted.whom() {
            Some(account) if account != report.about => Err(super::reports::unknown_report()),
            _ => Ok(Some(report)),
        }
    }
}

fn asked(new: &NewAct, wanted: &Wanted, report: Option<Report>) -> ModerationCommand {
    let id = identifier::derived_id(&["moderation", &new.by, &new.command_id]);
    let by = new.by.clone();
    match wanted.clone() {
        Wanted::Act(act) => ModerationCommand::Act {
            act,
            report,
            id,
            by,
        },
        Wanted::Name(account) => ModerationCommand::NameModerator { account, id, by },
        Wanted::Dismiss(account) => ModerationCommand::DismissModerator { account, id, by },
    }
}
