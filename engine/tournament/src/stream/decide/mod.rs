//! What a command causes: events, or a refusal and no change.

mod accommodation;
mod amend;
mod appeals;
mod approval;
mod consents;
mod ending;
mod entrants;
mod entry;
mod finals;
mod finals_list;
mod founding;
mod nations;
mod nonces;
mod obstacles;
mod penalties;
mod people;
mod permitted;
mod presence;
mod protests;
pub(super) mod publish;
mod results;
mod transfer;
mod unpublish;

use super::act::Act;
use super::command::Command;
use super::event::Event;
use super::state::{Phase, TournamentState};
use crate::draw::Seed;
use crate::ids::{EntrantId, MAX_ID_BYTES};
use crate::refusals::{LotsRefusal, Refusal, RegistrationRefusal, TournamentRefusal, ensure};
use crate::rule_set::{Deviation, RuleSet};

pub use permitted::permitted;
pub(super) use presence::absent_too_often;

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
            let events = finals_list::with_finals_rebuilt(state, events, now_ms);
            Ok(consents::with_ended(state, events))
        }
        Err(refusal) => Err(refusal.quoting(state.rule_set.as_ref())),
    }
}

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
            draw_anchor,
            head_director,
            accept_deviations,
        } => founding::create(
            facts,
            rule_set,
            draw_anchor,
            head_director,
            *accept_deviations,
        ),
        Command::ChangeRuleSet {
            rule_set,
            accept_deviations,
        } => founding::change_rule_set(state, rule_set, *accept_deviations),
        Command::AppointOfficial {
            account,
            role,
            by,
            consents,
        } => founding::appoint(state, account, *role, (by, consents)),
        Command::DismissOfficial { account } => founding::dismiss(state, account),
        Command::IssueSeatCode {
            entrant,
            by,
            consents,
        } => entrants::issue_seat_code(state, entrant, by, consents),
        Command::GiveConsent(consent) => consents::give(state, consent),
        Command::EndConsents { consents } => consents::end(consents),
        Command::AssignSeat {
            entrant,
            account,
            operator,
        } => entrants::assign_seat(state, entrant, account, operator.as_ref()),
        Command::ReleaseSeat { entrant } => entrants::release_seat(state, entrant),
        Command::WithdrawEntrant { entrant } => entrants::withdraw(state, entrant),
        Command::PublishRound {
            starts_at_ms,
            seed,
            accept_deviations,
            manual,
            constraints,
            clocks,
        } => publish::publish(
            state,
            &publish::Publication {
                starts_at_ms: *starts_at_ms,
                now_ms,
                seed: *seed,
                accept_deviations: *accept_deviations,
                manual: manual.as_ref(),
                constraints,
                clocks,
            },
        ),
        Command::NameGroupA { entrants } => entrants::name_group_a(state, entrants),
        Command::AnnounceFinalsRound {
            starts_at_ms,
            accept_deviations,
        } => finals::announce(state, *starts_at_ms, *accept_deviations, now_ms),
        Command::ChooseColour { match_id, choice } => {
            finals::choose(state, match_id, choice, now_ms)
        }
        Command::AgreeToPlayoff { entrant, opponent } => finals::agree(state, entrant, opponent),
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
        } => results::record(state, *round, *table, result),
        Command::CorrectResult {
            round,
            table,
            result,
            reason,
        } => results::correct(state, *round, *table, result, reason),
        Command::WithdrawResult { round, table, game } => {
            results::withdraw(state, *round, *table, game)
        }
        Command::FinishRound { round } => Ok(vec![Event::RoundFinished { round: *round }]),
        Command::DrawLots { seed } => ending::draw_lots(state, seed),
        Command::ConfirmTournament { without_finals } => ending::confirm(state, *without_finals),
        Command::TransferAway { .. }
        | Command::BeginTransferIn { .. }
        | Command::TransferIn { .. } => transfer::decide(state, command),
        other => people::decide(state, other, now_ms).unwrap_or_else(|| Err(not_known())),
    }
}

fn not_known() -> Refusal {
    TournamentRefusal::UnknownCommand.into()
}

/// The paragraph for a key of the rule set's sources ("penalties.time"), or for the nearest key above it.
fn paragraph(state: &TournamentState, key: &str) -> Option<String> {
    let rules = state.rule_set.as_ref()?;
    rules.source(key).map(str::to_owned)
}

/// The rules in force; present in every phase but `Absent`.
fn rules_of(state: &TournamentState) -> Result<&RuleSet, Refusal> {
    state
        .rule_set
        .as_ref()
        .ok_or_else(|| TournamentRefusal::TournamentAbsent.into())
}

fn check_id(what: &str, id: &str) -> Result<(), Refusal> {
    if id.is_empty() || id.len() > MAX_ID_BYTES || id.chars().any(char::is_control) {
        return Err(TournamentRefusal::BadId {
            what: what.to_owned(),
            most: MAX_ID_BYTES,
        }
        .into());
    }
    Ok(())
}

fn check_registration_open(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.phase() == Phase::Registration,
        RegistrationRefusal::RegistrationClosed,
    )
}

pub(super) fn unknown_entrant(id: &EntrantId) -> Refusal {
    RegistrationRefusal::UnknownEntrant {
        entrant_id: id.clone(),
    }
    .into()
}

/// What the rules or their plan depart from stands from one act to the next: it is confirmed once.
fn not_on_record(state: &TournamentState, deviations: Vec<Deviation>) -> Vec<Deviation> {
    let mut fresh = deviations;
    fresh.retain(|found| !state.deviations.contains(found));
    fresh
}

/// Deviations need the second confirmation. Those of an act need it at each: one like it before says nothing of this
/// one.
fn check_deviations(deviations: &[Deviation], accepted: bool) -> Result<(), Refusal> {
    let Some(first) = deviations.first() else {
        return Ok(());
    };
    if accepted {
        return Ok(());
    }
    let details: Vec<&str> = deviations
        .iter()
        .map(|found| found.detail.as_str())
        .collect();
    let unconfirmed = TournamentRefusal::DeviationUnconfirmed {
        deviations: details.join(" "),
    };
    Err(Refusal::from(unconfirmed).under(first.rule.clone()))
}

/// The event that makes a draw's seed public.
fn reveal(state: &TournamentState, seed: &Seed, purpose: &str) -> Result<Event, Refusal> {
    if state.last_link != Some(seed.proves()) {
        return Err(LotsRefusal::WrongSeed {
            purpose: purpose.to_owned(),
        }
        .into());
    }
    let Some(index) = state.draws_revealed.checked_add(1) else {
        return Err(LotsRefusal::DrawsExhausted.into());
    };
    Ok(Event::DrawRevealed {
        index,
        seed: *seed,
        purpose: purpose.to_owned(),
        nonces: nonces::given(state),
    })
}
