//! Officials appointed with chosen powers, bound to tables, dismissed.

use std::collections::BTreeSet;

use crate::ids::AccountId;
use crate::people::{Appointment, Limits, OfficialRole, Power};
use crate::plan::MAX_ENTRANTS;
use crate::refusals::{OfficialsRefusal, Refusal, TournamentRefusal, ensure};
use crate::rule_set::RuleSet;
use crate::stream::checks::{check_id, rules_of};
use crate::stream::{Event, TournamentState};

const MOST_OFFICIALS: usize = 256;
/// The last table that an event can have.
const LAST_TABLE: u32 = MAX_ENTRANTS / 2;
/// Extra rounds, finals and playoffs of ties that may follow the rounds of the plan.
const ROUNDS_AFTER_PLAN: u32 = 64;
/// Most rounds that are spoken of before there is a plan.
const MOST_ROUNDS: u32 = 1000;
/// Most tables that are assigned in one event, each counted once a round and official.
const MOST_ASSIGNED: usize = 16_384;

/// An appointment as it is asked for.
pub(in crate::stream) struct Asked<'a> {
    pub account: &'a AccountId,
    pub role: OfficialRole,
    /// `None`: those of the role.
    pub powers: Option<&'a BTreeSet<Power>>,
    pub by: &'a AccountId,
    pub consents: &'a [String],
}

/// Who is appointed once a round is paired has the interest of whoever appoints him in what is paired, unless an official
/// without one consented. An official who gets another role or other powers has the interests that he had.
pub(in crate::stream) fn appoint(
    state: &TournamentState,
    asked: &Asked<'_>,
) -> Result<Vec<Event>, Refusal> {
    let Asked { account, role, .. } = *asked;
    check_id("the official's account", account.as_str())?;
    check_id("who appoints", asked.by.as_str())?;
    let rules = rules_of(state)?;
    let powers = asked
        .powers
        .map(|given| checked_powers(role, given, rules))
        .transpose()?;
    let known = state.appointment_of(account);
    let same = known.as_ref().is_some_and(|known| {
        let given = known.limits.powers.as_ref();
        known.role == role && given == powers.as_ref()
    });
    if same {
        return Err(TournamentRefusal::OfficialAlready.into());
    }
    if known.is_none() && state.offices.held.len() >= MOST_OFFICIALS {
        return Err(TournamentRefusal::TooManyOfficials {
            most: MOST_OFFICIALS,
        }
        .into());
    }
    if role != OfficialRole::HeadDirector {
        check_director_remains(state, account)?;
    }
    let shares = match known {
        Some(_) => state.shared_by_now(account).to_vec(),
        None if asked.consents.is_empty() => state.shared_by_appointment(account, asked.by),
        None => Vec::new(),
    };
    Ok(vec![Event::OfficialAppointed {
        account: account.clone(),
        role,
        shares,
        powers,
    }])
}

/// The powers given to a role, and what the overtime gives a monitor whatever is said (AGA V.E.14).
fn checked_powers(
    role: OfficialRole,
    given: &BTreeSet<Power>,
    rules: &RuleSet,
) -> Result<BTreeSet<Power>, Refusal> {
    ensure(
        role != OfficialRole::HeadDirector,
        OfficialsRefusal::HeadWithoutLimits,
    )?;
    for &power in given {
        let named = role.name().to_owned();
        if power == Power::Penalties && !role.may_be_given(power, rules) {
            return Err(OfficialsRefusal::PenaltiesNotToGive { role: named }.into());
        }
        ensure(
            role.may_be_given(power, rules),
            OfficialsRefusal::PowerNotOfRole {
                power: power.name().to_owned(),
                role: named,
            },
        )?;
    }
    let limits = Limits {
        powers: Some(given.clone()),
        ..Limits::default()
    };
    let limits = Appointment { role, limits }.under(rules).limits;
    Ok(limits.powers.unwrap_or_default())
}

pub(in crate::stream) fn dismiss(
    state: &TournamentState,
    account: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    if !state.offices.held.contains_key(account) {
        return Err(TournamentRefusal::UnknownOfficial.into());
    }
    check_director_remains(state, account)?;
    Ok(vec![Event::OfficialDismissed {
        account: account.clone(),
    }])
}

fn check_director_remains(state: &TournamentState, without: &AccountId) -> Result<(), Refusal> {
    let remains = state
        .offices
        .held
        .iter()
        .any(|(account, role)| account != without && *role == OfficialRole::HeadDirector);
    if remains || !state.offices.held.contains_key(without) {
        return Ok(());
    }
    ensure(
        state.offices.held.get(without) != Some(&OfficialRole::HeadDirector),
        TournamentRefusal::LastHeadDirector,
    )
}

/// Assigns tables in a round, or in every round, to a table judge or a monitor; none end the assignment.
pub(in crate::stream) fn assign_tables(
    state: &TournamentState,
    account: &AccountId,
    round: Option<u32>,
    tables: &BTreeSet<u32>,
) -> Result<Vec<Event>, Refusal> {
    let Some(appointment) = state.appointment_of(account) else {
        return Err(TournamentRefusal::UnknownOfficial.into());
    };
    ensure(
        appointment.role.is_of_tables(),
        OfficialsRefusal::NoTablesOfRole {
            role: appointment.role.name().to_owned(),
        },
    )?;
    let plan = state.plan.as_ref();
    let last_round = plan.map_or(MOST_ROUNDS, |plan| {
        plan.rounds().saturating_add(ROUNDS_AFTER_PLAN)
    });
    let are_numbered = round.is_none_or(|round| (1..=last_round).contains(&round))
        && tables.iter().all(|table| (1..=LAST_TABLE).contains(table));
    ensure(
        are_numbered,
        OfficialsRefusal::BadTables {
            tables: LAST_TABLE,
            rounds: last_round,
        },
    )?;
    let mut assigned = appointment.limits.tables.clone();
    assigned.assign(round, tables.clone());
    ensure(
        assigned != appointment.limits.tables,
        OfficialsRefusal::TablesUnchanged,
    )?;
    let others = state.offices.limits.iter();
    let others = others.filter(|(other, _)| *other != account);
    let total = others.fold(assigned.count(), |sum, (_, limits)| {
        sum.saturating_add(limits.tables.count())
    });
    ensure(
        total <= MOST_ASSIGNED || assigned.count() <= appointment.limits.tables.count(),
        OfficialsRefusal::TooManyTables {
            most: MOST_ASSIGNED,
        },
    )?;
    Ok(vec![Event::TablesAssigned {
        official: account.clone(),
        round,
        tables: tables.clone(),
    }])
}

impl TournamentState {
    /// The office of an account, as it was given.
    #[must_use]
    pub fn appointment_of(&self, account: &AccountId) -> Option<Appointment> {
        let role = *self.offices.held.get(account)?;
        Some(Appointment {
            role,
            limits: self.limits_of(account),
        })
    }

    /// How far the office of an account goes under the rules in force.
    pub(in crate::stream) fn limits_of(&self, account: &AccountId) -> Limits {
        let limits = self.offices.limits.get(account).cloned();
        let limits = limits.unwrap_or_default();
        let role = self.offices.held.get(account).copied();
        match (role, &self.rule_set) {
            (Some(role), Some(rules)) => Appointment { role, limits }.under(rules).limits,
            _ => limits,
        }
    }
}
