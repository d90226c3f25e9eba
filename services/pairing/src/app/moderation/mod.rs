//! Order in casual play: reports, what moderators do about them, and whom players want nothing to do with.
//!
//! One stream, `moderation/1`, tells who moderates, what is reported, who is muted or barred; the log and the reports as
//! they are shown are written with its entries. Whom somebody has blocked is a record of his, which he takes back at will.

mod acts;
mod blocks;
mod chat;
mod conduct;
mod reports;

pub(crate) use acts::{NewAct, Wanted};
pub(in crate::app) use conduct::{CONDUCT_GOOD_FOR, WorthALook};
pub(crate) use reports::{NewReport, unknown_report};

use std::sync::Arc;

use outflank_access::{Kind, Problem};
use outflank_casual::{
    Moderation, ModerationEvent, ModerationFact, Player, Refusal, Restriction, judged_by,
};
use outflank_journal::NewFact;
use outflank_transport::feed::MODERATED;

use super::{
    App,
    streams::{Folded, Stood},
};
use crate::records::ReportCounts;

/// The stream's id.
const STREAM: &str = "1";

/// How order stands, shared by whoever looks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order(pub Arc<Moderation>);

impl Folded for Order {
    type Event = ModerationEvent;
    const KIND: &'static str = "moderation";
    const ALONE: bool = true;

    fn evolved(mut self, at_ms: i64, event: &ModerationEvent) -> Self {
        Arc::make_mut(&mut self.0).evolve(at_ms, event);
        self
    }

    fn contended() -> Problem {
        Problem::new(
            Kind::Conflict,
            "moderation_contended",
            "Others kept order at the same moment again and again; send the same command once more.",
        )
    }
}

/// A restriction with why it was imposed.
#[derive(Debug, Clone)]
pub(crate) struct Restricted {
    pub since_ms: i64,
    pub until_ms: Option<i64>,
    pub reason: String,
}

/// How an account stands.
#[derive(Debug, Clone)]
pub(crate) struct AccountStanding {
    pub account: String,
    pub mute: Option<Restricted>,
    pub bar: Option<Restricted>,
    pub moderator: bool,
    pub counts: ReportCounts,
}

impl App {
    /// How order stands now: read once for all who ask together.
    pub(crate) async fn order(&self) -> Result<Stood<Order>, Problem> {
        self.order.get(async || self.stood(STREAM).await).await
    }

    /// Whether an account is a moderator's.
    pub(crate) async fn moderates(&self, account: &str) -> Result<bool, Problem> {
        Ok(self.order().await?.state.0.is_moderator(account))
    }

    /// Whether an account may seek and challenge: of a program who operates it is judged, too.
    ///
    /// # Errors
    /// `barred`.
    pub(super) async fn check_may_play(&self, account: &str) -> Result<(), Problem> {
        let operator = self.operator(account).await?;
        let order = self.order().await?.state.0;
        let judged = judged_by(account, operator.as_deref());
        let may = order.may_play(judged, self.clock.now_ms());
        may.map_err(|refusal| refused(&refusal))
    }

    /// Whether two may be booked together, of whom `one` takes the last step.
    ///
    /// # Errors
    /// `barred`, `not_with_each_other`.
    pub(super) async fn check_may_meet(
        &self,
        one: &Player,
        opponent: &Player,
    ) -> Result<(), Problem> {
        let order = self.order().await?.state.0;
        let both = (one.judged_by(), opponent.judged_by());
        let all = both.0.into_iter().chain(both.1).collect();
        let apart = self.records.apart(&all).await?;
        let may = order.may_meet(both, &apart, self.clock.now_ms());
        may.map_err(|refusal| refused(&refusal))
    }

    /// How an account stands, as moderators see it.
    pub(crate) async fn account_standing(&self, account: &str) -> Result<AccountStanding, Problem> {
        let order = self.order().await?.state.0;
        let now_ms = self.clock.now_ms();
        Ok(AccountStanding {
            account: account.to_owned(),
            mute: self.restricted(order.muted(account, now_ms)).await?,
            bar: self.restricted(order.barred(account, now_ms)).await?,
            moderator: order.is_moderator(account),
            counts: self.records.report_counts(account).await?,
        })
    }

    async fn restricted(&self, known: Option<&Restriction>) -> Result<Option<Restricted>, Problem> {
        let Some(known) = known else {
            return Ok(None);
        };
        Ok(Some(Restricted {
            since_ms: known.since_ms,
            until_ms: known.until_ms,
            reason: self.records.act_reason(&known.act).await?,
        }))
    }
}

fn refused(refusal: &Refusal) -> Problem {
    super::casual::refused(refusal)
}

/// What play has to hear of.
fn facts(event: &ModerationEvent) -> Result<Vec<NewFact>, Problem> {
    let heard = matches!(
        event,
        ModerationEvent::Muted { .. }
            | ModerationEvent::Unmuted { .. }
            | ModerationEvent::MessageRemoved { .. }
    );
    if !heard {
        return Ok(Vec::new());
    }
    let fact = ModerationFact {
        version: 1,
        event: event.clone(),
    };
    Ok(vec![NewFact {
        kind: MODERATED.to_owned(),
        body: serde_json::to_vec(&fact).map_err(Problem::internal)?,
    }])
}
