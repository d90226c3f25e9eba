//! What a command causes: events, or a refusal and no change.

use crate::board_ref::BoardRef;
use crate::refusals::Refusal;
use crate::stream::amendments::amending;
use crate::stream::announcements::announcing;
use crate::stream::appeals::{hearing, standing};
use crate::stream::approval::{approving, releasing};
use crate::stream::description::describing;
use crate::stream::early_end::{shortening, stopping};
use crate::stream::finals::{announcement, list};
use crate::stream::interests::consents;
use crate::stream::lots::nonces;
use crate::stream::offices::{appointing, duties};
use crate::stream::presence::{accommodation, attendance};
use crate::stream::registration::{correction, declaring, entry, seats};
use crate::stream::results::{amend, disputes};
use crate::stream::rounds::{publish, unpublish};
use crate::stream::rulings::{penalties, protests, reports};
use crate::stream::teams::nations;
use crate::stream::timetable::planning;
use crate::stream::transfer::moving;
use crate::stream::{Act, Command, Event, TournamentState, ending, founding, permitted, results};

/// Decides a command on the state at `now_ms` (cluster time, ms since 1970). Who may give it is not
/// judged here.
///
/// # Errors
/// A [`Refusal`] with its code, sentence and, where a rule says so, paragraph; the state is untouched.
pub fn decide(
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    match decided(state, command, now_ms) {
        Ok(events) => {
            let events = entry::with_advances(state, events, now_ms);
            let events = list::with_finals_rebuilt(state, events, now_ms);
            Ok(consents::with_ended(state, events))
        }
        Err(refusal) => Err(refusal.quoting(state.rule_set.as_ref())),
    }
}

#[allow(clippy::too_many_lines, reason = "one table, a row a command")]
fn decided(state: &TournamentState, command: &Command, now_ms: i64) -> Result<Vec<Event>, Refusal> {
    let act = Act::of(command);
    permitted::check_standing(state, act)?;
    if let Command::FinishRound { round } = command {
        results::check_unfinished(state, *round)?;
    }
    permitted::check_ready(state, act, now_ms)?;
    match command {
        Command::CreateTournament {
            facts,
            rule_set,
            origin,
            draw_anchor,
            head_director,
            accept_deviations,
        } => founding::create(
            facts,
            (rule_set, origin.as_ref()),
            draw_anchor,
            head_director,
            *accept_deviations,
        ),
        Command::ChangeRuleSet {
            rule_set,
            origin,
            accept_deviations,
        } => founding::change_rule_set(state, (rule_set, origin.as_ref()), *accept_deviations),
        Command::AmendRules(asked) => amending::amend(state, asked),
        Command::Announce(asked) => announcing::announce(state, asked),
        Command::DescribeTournament {
            description: texts,
            by,
        } => describing::describe(state, texts, by),
        Command::AppointOfficial {
            account,
            role,
            by,
            consents,
            powers,
        } => appointing::appoint(
            state,
            &appointing::Asked {
                account,
                role: *role,
                powers: powers.as_ref(),
                by,
                consents,
            },
        ),
        Command::DismissOfficial { account } => appointing::dismiss(state, account),
        Command::AssignTables {
            official,
            round,
            tables,
        } => appointing::assign_tables(state, official, *round, tables),
        Command::TickDuty { duty, note, by } => {
            duties::tick(state, duty, (note.as_deref(), by), now_ms)
        }
        Command::UntickDuty { duty, note, by } => {
            duties::untick(state, duty, (note.as_deref(), by))
        }
        Command::IssueSeatCode {
            entrant,
            by,
            consents,
        } => seats::issue_seat_code(state, entrant, by, consents),
        Command::GiveConsent(consent) => consents::give(state, consent),
        Command::EndConsents { consents } => consents::end(consents),
        Command::AssignSeat {
            entrant,
            account,
            operator,
        } => seats::assign_seat(state, entrant, account, operator.as_ref()),
        Command::ReleaseSeat { entrant } => seats::release_seat(state, entrant),
        Command::WithdrawEntrant { entrant } => seats::withdraw(state, entrant),
        Command::PublishRound {
            starts_at_ms,
            seed,
            accept_deviations,
            into_break,
            manual,
            constraints,
            clocks,
            handicaps,
        } => publish::publish(
            state,
            &publish::Publication {
                starts_at_ms: *starts_at_ms,
                now_ms,
                link: publish::RoundLink::Next(*seed),
                accept_deviations: *accept_deviations,
                into_break: *into_break,
                manual: manual.as_ref(),
                constraints,
                clocks,
                handicaps,
            },
        ),
        Command::NameGroupA { entrants } => seats::name_group_a(state, entrants),
        Command::AnnounceFinalsRound {
            starts_at_ms,
            accept_deviations,
        } => announcement::announce(state, *starts_at_ms, *accept_deviations, now_ms),
        Command::ChooseColour { match_id, choice } => {
            announcement::choose(state, match_id, choice, now_ms)
        }
        Command::AgreeToPlayoff { entrant, opponent } => {
            announcement::agree(state, entrant, opponent)
        }
        Command::UnpublishRound { round, reason } => unpublish::unpublish(state, *round, reason),
        Command::CommitNonce {
            entrant,
            commitment,
        } => nonces::commit(state, entrant, commitment),
        Command::GiveNonce { entrant, nonce } => nonces::give(state, entrant, nonce),
        Command::RecordResult {
            round,
            table,
            result,
        } => results::record(state, BoardRef::new(*round, *table), result, now_ms),
        Command::CorrectResult {
            round,
            table,
            result,
            reason,
        } => results::correct_entered(state, BoardRef::new(*round, *table), result, reason, now_ms),
        Command::WithdrawResult { round, table, game } => {
            results::withdraw(state, BoardRef::new(*round, *table), game)
        }
        Command::FinishRound { round } => Ok(vec![Event::RoundFinished { round: *round }]),
        Command::DrawLots { seed } => ending::draw_lots(state, seed),
        Command::ConfirmTournament { without_finals } => ending::confirm(state, *without_finals),
        Command::ShortenQualification(act) => shortening::shorten(state, act),
        Command::EndEarly(act) => shortening::end_early(state, act, now_ms),
        Command::AbandonTournament(act) => stopping::abandon(state, act, now_ms),
        Command::CancelTournament {
            annul_rounds,
            reason,
            by,
        } => stopping::cancel(state, *annul_rounds, reason, by),
        Command::TransferAway { transfer_id, to } => moving::away(state, transfer_id, to),
        Command::BeginTransferIn { transfer_id } => moving::begin_in(state, transfer_id),
        Command::TransferIn {
            transfer_id,
            resume_at_ms,
            signed_by,
            own,
        } => moving::come_in(state, transfer_id, *resume_at_ms, (signed_by, *own)),
        Command::RegisterEntrant(registration) => entry::register(state, registration, now_ms),
        Command::CorrectEntrant(asked) => correction::correct(state, asked, now_ms),
        Command::DeclareEntry {
            entrant,
            declared,
            by,
        } => declaring::declare(state, entrant, declared, (by, now_ms)),
        Command::NoteFee { entrant, note } => declaring::note_fee(state, entrant, note),
        Command::NoteFederationAgreement { entrant, agreement } => {
            declaring::note_agreement(state, entrant, agreement)
        }
        Command::RemoveEntrant { entrant } => entry::remove(state, entrant, now_ms),
        Command::InviteEntrant { entrant, account } => {
            entry::invite(state, entrant, account.as_ref())
        }
        Command::RevokeInvitation { entrant } => entry::revoke(state, entrant),
        Command::EnterNation(nation) => nations::enter(state, nation),
        Command::DecideNation { country, decision } => {
            nations::decide_application(state, country, decision)
        }
        Command::RemoveNation { country } => nations::remove(state, country),
        Command::PermitLateChange(permission) => nations::permit(state, permission),
        Command::SetTimetable { timetable, by } => planning::set(state, timetable, by, now_ms),
        Command::MoveTimetable(asked) => planning::move_it(state, asked, now_ms),
        Command::OpenCheckIn { round } => attendance::open_check_in(state, *round),
        Command::CheckIn { entrant } => attendance::check_in(state, entrant),
        Command::CloseCheckIn { round } => attendance::close_check_in(state, *round),
        Command::AnnounceAbsence { entrant, rounds } => {
            attendance::announce_absence(state, entrant, rounds)
        }
        Command::EndAbsence { entrant } => attendance::end_absence(state, entrant),
        Command::RecordNoShow {
            round,
            table,
            absent,
        } => attendance::no_show(state, BoardRef::new(*round, *table), *absent, now_ms),
        Command::GrantAccommodation {
            entrant,
            accommodation,
            accept_deviations,
        } => accommodation::grant(state, entrant, accommodation, *accept_deviations),
        Command::RefuseComputers {
            entrant,
            rather_than_bye,
        } => attendance::refuse_computers(state, entrant, *rather_than_bye),
        Command::AcceptComputers { entrant } => attendance::accept_computers(state, entrant),
        Command::SetComputerParameters {
            entrant,
            parameters,
        } => attendance::set_parameters(state, entrant, parameters),
        Command::ImposePenalty(act) => penalties::impose(state, act),
        Command::ReviewPenalty {
            ruling,
            confirmed,
            by,
        } => penalties::review(state, ruling, *confirmed, by),
        Command::FileProtest(filing) => protests::file(state, filing),
        Command::DecideProtest(decision) => protests::decide(state, decision),
        Command::FileAppeal(filing) => hearing::file(state, filing, now_ms),
        Command::ReportIrregularity(filing) => reports::file(state, filing, now_ms),
        Command::AnswerReport(answer) => reports::answer(state, answer),
        Command::AppointAppealsCommittee { members, chair, by } => {
            standing::appoint(state, members, chair.as_ref(), by)
        }
        Command::DissolveAppealsCommittee { by } => standing::dissolve(state, by),
        Command::NameChair { chair, by } => standing::name_chair(state, chair, by),
        Command::AppointCommittee(committee) => hearing::appoint(state, committee),
        Command::NoteTestimony {
            appeal,
            testimony,
            by,
        } => hearing::note_testimony(state, appeal, testimony, by),
        Command::DecideAppeal(decision) => hearing::decide(state, decision),
        Command::DisputeResult {
            round,
            table,
            entrant,
            reason,
        } => disputes::dispute(state, BoardRef::new(*round, *table), entrant, reason),
        Command::HoldPairing { round, table, held } => {
            disputes::hold_pairing(state, BoardRef::new(*round, *table), *held)
        }
        Command::SettleDispute {
            round,
            table,
            reason,
        } => disputes::settle(state, BoardRef::new(*round, *table), reason),
        Command::AmendConfirmed {
            results,
            seed,
            reason,
            by,
        } => amend::amend(state, results, seed.as_ref(), reason, by),
        Command::ConfirmListedPlayer {
            entrant,
            listing,
            by,
        } => approving::confirm_listed_player(state, entrant, *listing, by),
        Command::ApproveEvent {
            reason,
            by,
            federation,
            directors,
        } => approving::approve(state, reason, by, (federation, directors)),
        Command::ReleaseRatingFile {
            ranking_version,
            reason,
            by,
            unlisted,
        } => releasing::release(state, (*ranking_version, reason), unlisted, by),
        Command::ReturnRatingFile { reason, by } => releasing::give_back(state, reason, by),
        Command::FileComplaint {
            complaint,
            text,
            by,
        } => releasing::complain(state, (complaint, text), by),
        Command::AnswerComplaint {
            complaint,
            text,
            by,
        } => releasing::answer(state, (complaint, text), by),
        Command::WithdrawApproval { reason, by } => approving::withdraw(state, reason, by),
        Command::DeclareOverTheBoard { reason, by } => approving::declare(state, reason, by),
    }
}
