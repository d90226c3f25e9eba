//! The commands about people: entry, presence, rulings, appeals, amendments.

use super::{
    accommodation, amend, appeals, approval, entry, nations, penalties, presence, protests,
};
use crate::refusals::Refusal;
use crate::stream::command::Command;
use crate::stream::event::Event;
use crate::stream::state::TournamentState;

/// Decides a command about people; `None` for every other command.
pub(super) fn decide(
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Option<Result<Vec<Event>, Refusal>> {
    decide_entry(state, command, now_ms)
        .or_else(|| decide_ruling(state, command, now_ms))
        .or_else(|| approval::decide(state, command))
}

fn decide_entry(
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Option<Result<Vec<Event>, Refusal>> {
    Some(match command {
        Command::RegisterEntrant(registration) => entry::register(state, registration, now_ms),
        Command::RemoveEntrant { entrant } => entry::remove(state, entrant, now_ms),
        Command::InviteEntrant { entrant } => entry::invite(state, entrant),
        Command::RevokeInvitation { entrant } => entry::revoke(state, entrant),
        Command::EnterNation(nation) => nations::enter(state, nation),
        Command::RemoveNation { country } => nations::remove(state, country),
        Command::PermitLateChange(permission) => nations::permit(state, permission),
        Command::OpenCheckIn { round } => presence::open_check_in(state, *round),
        Command::CheckIn { entrant } => presence::check_in(state, entrant),
        Command::CloseCheckIn { round } => presence::close_check_in(state, *round),
        Command::AnnounceAbsence { entrant, rounds } => {
            presence::announce_absence(state, entrant, rounds)
        }
        Command::EndAbsence { entrant } => presence::end_absence(state, entrant),
        Command::RecordNoShow {
            round,
            table,
            absent,
        } => presence::no_show(state, (*round, *table), *absent, now_ms),
        Command::GrantAccommodation {
            entrant,
            accommodation,
            accept_deviations,
        } => accommodation::grant(state, entrant, accommodation, *accept_deviations),
        Command::RefuseComputers {
            entrant,
            rather_than_bye,
        } => presence::refuse_computers(state, entrant, *rather_than_bye),
        Command::AcceptComputers { entrant } => presence::accept_computers(state, entrant),
        Command::SetComputerParameters {
            entrant,
            parameters,
        } => presence::set_parameters(state, entrant, parameters),
        _ => return None,
    })
}

fn decide_ruling(
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Option<Result<Vec<Event>, Refusal>> {
    Some(match command {
        Command::ImposePenalty(act) => penalties::impose(state, act),
        Command::ReviewPenalty {
            ruling,
            confirmed,
            by,
        } => penalties::review(state, ruling, *confirmed, by),
        Command::FileProtest(filing) => protests::file(state, filing),
        Command::DecideProtest(decision) => protests::decide(state, decision),
        Command::FileAppeal(filing) => appeals::file(state, filing, now_ms),
        Command::AppointCommittee(committee) => appeals::appoint(state, committee),
        Command::NoteTestimony {
            appeal,
            testimony,
            by,
        } => appeals::note_testimony(state, appeal, testimony, by),
        Command::DecideAppeal(decision) => appeals::decide(state, decision),
        Command::DisputeResult {
            round,
            table,
            entrant,
            reason,
        } => protests::dispute(state, (*round, *table), entrant, reason),
        Command::HoldPairing { round, table, held } => {
            protests::hold_pairing(state, (*round, *table), *held)
        }
        Command::SettleDispute {
            round,
            table,
            reason,
        } => protests::settle(state, (*round, *table), reason),
        Command::AmendConfirmed {
            results,
            seed,
            reason,
            by,
        } => amend::amend(state, results, seed.as_ref(), reason, by),
        _ => return None,
    })
}
