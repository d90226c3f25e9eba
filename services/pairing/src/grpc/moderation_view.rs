//! Reports, acts and standings as the contract has them.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_casual::{Answer, Conduct, ReportKind};
use outflank_proto::{
    identity::v1::{AccountName, FormerName},
    pairing::v1 as proto,
};
use outflank_tournament::AccountId;

use super::{PairingGrpc, casual_view::wire_variant};
use crate::{
    app::moderation::{AccountStanding, Restricted},
    records::{ActRow, ReportRow},
};

/// What accounts are called.
pub(super) struct Named(BTreeMap<String, AccountName>);

impl PairingGrpc {
    pub(super) async fn named(&self, who: BTreeSet<String>) -> Result<Named, Problem> {
        let who = who.into_iter().filter(|account| !account.is_empty());
        let names = self.0.account_names(who.map(AccountId)).await?;
        let names = names.into_iter();
        Ok(Named(
            names
                .map(|named| (named.account_id.clone(), named))
                .collect(),
        ))
    }
}

impl Named {
    pub(super) fn in_reports(rows: &[ReportRow]) -> BTreeSet<String> {
        let who = rows.iter().flat_map(|row| {
            [
                row.by_account_id.clone(),
                row.about_account_id.clone(),
                row.answered_by.clone(),
            ]
        });
        who.collect()
    }

    pub(super) fn in_acts(rows: &[ActRow]) -> BTreeSet<String> {
        let who = rows
            .iter()
            .flat_map(|row| [row.by_account_id.clone(), row.about_account_id.clone()]);
        who.collect()
    }

    pub(super) fn account(&self, account: &str) -> AccountName {
        let named = self.0.get(account).cloned();
        named.unwrap_or_else(|| AccountName {
            account_id: account.to_owned(),
            ..AccountName::default()
        })
    }

    /// A report as it is shown to that moderator.
    pub(super) fn report(&self, row: &ReportRow, moderator: &str) -> proto::PlayerReport {
        let answer = match Answer::named(&row.answer) {
            Some(Answer::Dismissed) => proto::ReportAnswer::Dismissed,
            Some(Answer::Upheld) => proto::ReportAnswer::Upheld,
            None => proto::ReportAnswer::Unspecified,
        };
        let answered = row.is_open == 0;
        proto::PlayerReport {
            id: row.report_id.clone(),
            game_id: row.game_id.clone(),
            kind: wire_kind(&row.kind).into(),
            about: Some(self.account(&row.about_account_id)),
            by: Some(self.account(&row.by_account_id)),
            text: row.body.clone(),
            messages: row.message_numbers(),
            at_ms: row.at_ms,
            answer: answer.into(),
            answered_by: answered.then(|| self.account(&row.answered_by)),
            answered_at_ms: row.answered_at_ms,
            answer_reason: row.answer_reason.clone(),
            concerns_caller: row.report().concerns(moderator),
        }
    }

    /// An act as it is shown to that moderator: of one that answers a report about himself he learns neither which
    /// report nor of which game, and so not whose.
    pub(super) fn act(&self, row: &ActRow, moderator: &str) -> proto::ModerationAct {
        let hidden = row.about_account_id == moderator && !row.report_id.is_empty();
        let shown = |id: &String| if hidden { String::new() } else { id.clone() };
        use proto::ModerationActKind as Kind;
        let kind = match row.kind.as_str() {
            "report_dismissed" => Kind::ReportDismissed,
            "report_upheld" => Kind::ReportUpheld,
            "muted" => Kind::Muted,
            "unmuted" => Kind::Unmuted,
            "barred" => Kind::Barred,
            "readmitted" => Kind::Readmitted,
            "message_removed" => Kind::MessageRemoved,
            "moderator_named" => Kind::ModeratorNamed,
            "moderator_dismissed" => Kind::ModeratorDismissed,
            "contest_ended" => Kind::ContestEnded,
            "contest_entrant_removed" => Kind::ContestEntrantRemoved,
            _ => Kind::Unspecified,
        };
        let number = |stored: i64| u64::try_from(stored).unwrap_or_default();
        proto::ModerationAct {
            number: number(row.number),
            kind: kind.into(),
            at_ms: row.at_ms,
            by: Some(self.account(&row.by_account_id)),
            about: Some(self.account(&row.about_account_id)),
            game_id: shown(&row.game_id),
            report_id: shown(&row.report_id),
            message: number(row.message),
            until_ms: row.until_ms,
            reason: row.reason.clone(),
            contest_id: row.contest_id.clone(),
        }
    }

    /// How an account stands that was called so before.
    pub(super) fn standing(
        &self,
        of: AccountStanding,
        former_names: Vec<FormerName>,
    ) -> proto::ModeratedAccount {
        let AccountName {
            account_id,
            display_name,
            operator_account_id,
            operator_display_name,
        } = self.account(&of.account);
        proto::ModeratedAccount {
            account_id,
            display_name,
            mute: of.mute.map(restriction),
            bar: of.bar.map(restriction),
            reports: of.counts.reports,
            open: of.counts.open,
            upheld: of.counts.upheld,
            moderator: of.moderator,
            operator_account_id,
            operator_display_name,
            former_names,
        }
    }

    pub(super) fn conduct(&self, of: &Conduct) -> proto::AccountConduct {
        let variant = of.variant.map(wire_variant);
        proto::AccountConduct {
            account: Some(self.account(&of.account)),
            games: of.games,
            never_began: of.never_began,
            quick_losses: of.quick_losses,
            longest_run: of.longest_run,
            points_lost: (of.lost + 50) / 100,
            variant: variant.unwrap_or_default().into(),
            last_at_ms: of.last_at_ms,
        }
    }
}

/// What somebody is kept from, as it is told to him and to moderators.
pub(super) fn restriction(of: Restricted) -> proto::Restriction {
    proto::Restriction {
        since_ms: of.since_ms,
        until_ms: of.until_ms.unwrap_or_default(),
        reason: of.reason,
    }
}

/// What is reported, as it is asked for.
pub(super) const fn report_kind(wire: proto::ReportKind) -> Option<ReportKind> {
    Some(match wire {
        proto::ReportKind::Unspecified => return None,
        proto::ReportKind::AbusiveChat => ReportKind::AbusiveChat,
        proto::ReportKind::UndeclaredProgram => ReportKind::UndeclaredProgram,
        proto::ReportKind::LostOnPurpose => ReportKind::LostOnPurpose,
        proto::ReportKind::LeftOrStalled => ReportKind::LeftOrStalled,
        proto::ReportKind::Other => ReportKind::Other,
    })
}

fn wire_kind(stored: &str) -> proto::ReportKind {
    match ReportKind::named(stored) {
        None => proto::ReportKind::Unspecified,
        Some(ReportKind::AbusiveChat) => proto::ReportKind::AbusiveChat,
        Some(ReportKind::UndeclaredProgram) => proto::ReportKind::UndeclaredProgram,
        Some(ReportKind::LostOnPurpose) => proto::ReportKind::LostOnPurpose,
        Some(ReportKind::LeftOrStalled) => proto::ReportKind::LeftOrStalled,
        Some(ReportKind::Other) => proto::ReportKind::Other,
    }
}
