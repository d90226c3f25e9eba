//! What the tournament's state allows, before anybody names an entrant, a round or a table.

use crate::refusals::{EarlyEndRefusal, Refusal, TournamentRefusal};
use crate::stream::amendments::amending;
use crate::stream::announcements::announcing;
use crate::stream::appeals::{hearing, parties, standing};
use crate::stream::approval::{approving, releasing};
use crate::stream::checks::{check_counts, check_registration_open};
use crate::stream::description::describing;
use crate::stream::early_end::{shortening, stopping};
use crate::stream::finals::announcement;
use crate::stream::offices::duties;
use crate::stream::presence::attendance;
use crate::stream::registration::{declaring, entry, seats};
use crate::stream::results::{amend, disputes};
use crate::stream::rounds::{publish, unpublish};
use crate::stream::rulings::{penalties, protests, reports};
use crate::stream::teams::nations;
use crate::stream::timetable::planning;
use crate::stream::transfer::moving;
use crate::stream::{Act, Phase, TournamentState, ending, results};

/// Whether the state allows an act at `now_ms` (cluster time, ms since 1970), whoever asks and with whatever values.
/// What is allowed may still be refused for its values. What is not allowed is refused by [`decide`](super::decide)
/// with the same code, unless the command names a round that cannot be finished any more or was never published.
///
/// # Errors
/// The [`Refusal`].
pub fn permitted(state: &TournamentState, act: Act, now_ms: i64) -> Result<(), Refusal> {
    check_standing(state, act)
        .and_then(|()| check_ready(state, act, now_ms))
        .map_err(|refusal| refusal.quoting(state.rule_set.as_ref()))
}

/// When what is permitted changes next without an act, in ms since 1970: with the start of a round. Until then, from
/// `now_ms` on, [`permitted`] answers the same; without such a moment it does as long as nothing is done.
#[must_use]
pub fn permitted_until(state: &TournamentState, now_ms: i64) -> Option<i64> {
    let published = state.rounds.last().map(|round| round.starts_at_ms);
    let announced = state.finals.announced.as_ref();
    let starts = [published, announced.map(|round| round.starts_at_ms)];
    starts.into_iter().flatten().filter(|at| *at > now_ms).min()
}

/// The event is here, and in a phase that knows the act.
pub(super) fn check_standing(state: &TournamentState, act: Act) -> Result<(), Refusal> {
    if matches!(
        act,
        Act::TransferAway | Act::BeginTransferIn | Act::TransferIn
    ) {
        return moving::may(state, act);
    }
    moving::check_here(state)?;
    check_counts(state, act)?;
    match state.phase() {
        Phase::Absent if act == Act::CreateTournament => Ok(()),
        Phase::Absent => Err(TournamentRefusal::TournamentAbsent.into()),
        _ if act == Act::CreateTournament => Err(TournamentRefusal::TournamentExists.into()),
        Phase::Registration | Phase::Running => Ok(()),
        Phase::Confirmed if outlasts_confirmation(act) => Ok(()),
        Phase::Confirmed => Err(TournamentRefusal::TournamentConfirmed.into()),
        Phase::Abandoned if after_abandonment(state, act) => Ok(()),
        Phase::Abandoned => Err(EarlyEndRefusal::TournamentAbandoned.into()),
        // Who came is told, whatever else has ended; and how it was directed is answered for.
        Phase::Cancelled
            if matches!(
                act,
                Act::Announce | Act::FileComplaint | Act::AnswerComplaint
            ) =>
        {
            Ok(())
        }
        Phase::Cancelled => Err(EarlyEndRefusal::TournamentCancelled.into()),
    }
}

/// A confirmed event still takes amendments, and the rulings that lead to them; whether it is rated is said before or
/// after.
fn outlasts_confirmation(act: Act) -> bool {
    matches!(
        act,
        Act::AmendConfirmed
            | Act::CorrectEntrant
            | Act::TickDuty
            | Act::UntickDuty
            | Act::NoteFee
            | Act::Announce
            | Act::ImposePenalty
            | Act::ReviewPenalty
            | Act::GiveConsent
            | Act::EndConsents
            | Act::FileComplaint
            | Act::AnswerComplaint
            | Act::ApproveEvent
            | Act::WithdrawApproval
            | Act::ReleaseRatingFile
            | Act::ReturnRatingFile
            | Act::DeclareOverTheBoard
    )
}

/// What is still done to an abandoned event: with its ranking confirmed, what is done to a confirmed one; without, what
/// puts the record of what was finished right.
fn after_abandonment(state: &TournamentState, act: Act) -> bool {
    let confirmed = matches!(
        act,
        Act::AmendConfirmed
            | Act::TickDuty
            | Act::UntickDuty
            | Act::NoteFee
            | Act::ApproveEvent
            | Act::WithdrawApproval
            | Act::ReleaseRatingFile
            | Act::ReturnRatingFile
            | Act::DeclareOverTheBoard
    );
    let open = matches!(
        act,
        Act::CorrectResult
            | Act::DecideProtest
            | Act::AppointCommittee
            | Act::NoteTestimony
            | Act::DecideAppeal
    );
    let either = matches!(
        act,
        Act::CorrectEntrant
            | Act::Announce
            | Act::ImposePenalty
            | Act::ReviewPenalty
            | Act::GiveConsent
            | Act::EndConsents
            | Act::FileComplaint
            | Act::AnswerComplaint
    );
    // Those that its ranking wants, drawn in the very act that abandons it.
    let lots = act == Act::DrawLots && state.ranking.is_none() && {
        let stop = state.early_ends.stop();
        stop.is_some_and(|stop| stop.act.ranking_confirmed)
    };
    either
        || lots
        || if state.ranking.is_some() {
            confirmed
        } else {
            open
        }
}

/// What the act needs is there, and nothing holds it up.
pub(super) fn check_ready(state: &TournamentState, act: Act, now_ms: i64) -> Result<(), Refusal> {
    match act {
        Act::CreateTournament
        | Act::AppointOfficial
        | Act::DismissOfficial
        | Act::AssignTables
        | Act::SetTimetable
        | Act::AssignSeat
        | Act::CorrectEntrant
        | Act::DeclareEntry
        | Act::NoteFederationAgreement
        | Act::IssueSeatCode
        | Act::GiveConsent
        | Act::EndConsents
        | Act::CommitNonce
        | Act::GiveNonce
        | Act::AnnounceAbsence
        | Act::GrantAccommodation
        | Act::ConfirmListedPlayer
        | Act::TransferAway
        | Act::BeginTransferIn
        | Act::TransferIn => Ok(()),
        Act::ChangeRuleSet | Act::NameGroupA => check_registration_open(state),
        Act::AmendRules => amending::may_amend(state),
        Act::Announce => announcing::may_announce(state),
        Act::DescribeTournament => describing::may_describe(state),
        Act::RegisterEntrant => entry::may_register(state),
        Act::NoteFee => declaring::may_note_fee(state),
        Act::RemoveEntrant => entry::may_remove(state),
        Act::InviteEntrant => entry::may_invite(state),
        Act::RevokeInvitation => entry::may_revoke(state),
        Act::ReleaseSeat => seats::may_release(state),
        Act::WithdrawEntrant => seats::may_withdraw(state),
        Act::EnterNation => nations::may_enter(state),
        Act::DecideNation => nations::may_decide(state),
        Act::RemoveNation => nations::may_remove(state),
        Act::PermitLateChange => nations::may_permit(state),
        Act::MoveTimetable => planning::may_move(state),
        Act::OpenCheckIn => attendance::may_open_check_in(state),
        Act::CheckIn => attendance::check_in_open(state),
        Act::CloseCheckIn => attendance::may_close_check_in(state),
        Act::EndAbsence => attendance::may_end_absence(state),
        Act::RecordNoShow => attendance::may_record_no_show(state),
        Act::RefuseComputers => attendance::may_refuse_computers(state),
        Act::AcceptComputers => attendance::may_accept_computers(state),
        Act::SetComputerParameters => attendance::may_set_parameters(state),
        Act::PublishRound => publish::may_publish(state, now_ms),
        Act::UnpublishRound => unpublish::may_unpublish(state, now_ms),
        Act::RecordResult | Act::CorrectResult | Act::WithdrawResult | Act::DisputeResult => {
            results::check_published(state)
        }
        Act::FinishRound => results::may_finish(state),
        Act::HoldPairing | Act::SettleDispute => disputes::check_disputed(state),
        Act::AnnounceFinalsRound => announcement::may_announce(state),
        Act::ChooseColour => announcement::may_choose(state),
        Act::AgreeToPlayoff => announcement::may_agree(state),
        Act::DrawLots => ending::may_draw_lots(state),
        Act::ConfirmTournament => ending::may_confirm(state),
        Act::ShortenQualification => shortening::may_shorten(state),
        Act::EndEarly => shortening::may_end_early(state),
        Act::AbandonTournament => stopping::may_abandon(state),
        Act::CancelTournament => stopping::may_cancel(state),
        Act::AmendConfirmed => amend::may_amend(state),
        Act::ApproveEvent => approving::may_approve(state),
        Act::WithdrawApproval => approving::may_withdraw(state),
        Act::ReleaseRatingFile => releasing::may_release(state),
        Act::ReturnRatingFile => releasing::may_return(state),
        Act::FileComplaint | Act::AnswerComplaint => releasing::may_complain(state),
        Act::DeclareOverTheBoard => approving::may_declare(state),
        Act::ImposePenalty => penalties::may_impose(state),
        Act::ReviewPenalty => penalties::may_review(state),
        Act::FileProtest => protests::may_file(state),
        Act::DecideProtest => protests::may_decide(state),
        Act::FileAppeal => hearing::may_file(state),
        Act::TickDuty => duties::may_tick(state),
        Act::UntickDuty => duties::may_untick(state),
        Act::ReportIrregularity => reports::may_report(state),
        Act::AnswerReport => reports::may_answer(state),
        Act::AppointAppealsCommittee => parties::appeal_rules(state).map(|_| ()),
        Act::DissolveAppealsCommittee | Act::NameChair => standing::may_dissolve(state),
        Act::AppointCommittee | Act::NoteTestimony | Act::DecideAppeal => hearing::may_hear(state),
    }
}
