//! National teams: who sends how many players, and until when they change (WOC I.2).

use crate::refusals::{Refusal, TeamsRefusal, ensure};
use crate::stream::checks::{check_id, check_registration_open, paragraph, rules_of};
use crate::stream::{
    EntrantState, Event, LateChangePermission, Nation, NationKind, Registration, TournamentState,
};

const DAY_MS: i64 = 86_400_000;
const MOST_NATIONS: usize = 256;
const MOST_PERMISSIONS: usize = 1024;

pub(in crate::stream) fn may_enter(state: &TournamentState) -> Result<(), Refusal> {
    check_registration_open(state)?;
    if !rules_of(state)?.teams.by_nation {
        return Err(TeamsRefusal::NoTeams.into());
    }
    if state.teams.nations.len() >= MOST_NATIONS {
        return Err(TeamsRefusal::TooManyNations { most: MOST_NATIONS }.into());
    }
    Ok(())
}

pub(in crate::stream) fn may_remove(state: &TournamentState) -> Result<(), Refusal> {
    check_registration_open(state)?;
    ensure(
        !state.teams.nations.is_empty(),
        TeamsRefusal::NoNationEntered,
    )
}

pub(in crate::stream) fn may_permit(state: &TournamentState) -> Result<(), Refusal> {
    check_registration_open(state)
        .map_err(|refusal| refusal.under(paragraph(state, "teams.permission_needed_days")))
}

pub(in crate::stream) fn enter(
    state: &TournamentState,
    nation: &Nation,
) -> Result<Vec<Event>, Refusal> {
    check_id("the nation", &nation.country)?;
    if find(state, &nation.country).is_some() {
        return Err(TeamsRefusal::NationExists {
            country: nation.country.clone(),
        }
        .into());
    }
    if nation.host && state.teams.nations.iter().any(|known| known.host) {
        return Err(TeamsRefusal::HostExists.into());
    }
    Ok(vec![Event::NationEntered(nation.clone())])
}

pub(in crate::stream) fn remove(
    state: &TournamentState,
    country: &str,
) -> Result<Vec<Event>, Refusal> {
    if find(state, country).is_none() {
        return Err(not_entered(country));
    }
    if players(state, country).next().is_some() {
        return Err(TeamsRefusal::NationHasPlayers {
            country: country.to_owned(),
        }
        .into());
    }
    Ok(vec![Event::NationRemoved {
        country: country.to_owned(),
    }])
}

pub(in crate::stream) fn permit(
    state: &TournamentState,
    permission: &LateChangePermission,
) -> Result<Vec<Event>, Refusal> {
    check_id("the ruling", &permission.ruling)?;
    check_id("the reason", &permission.reason)?;
    check_id("the official's account", permission.by.as_str())?;
    if find(state, &permission.country).is_none() {
        return Err(not_entered(&permission.country));
    }
    let known = state
        .teams
        .late_changes
        .iter()
        .any(|known| known.country == permission.country);
    if known || state.teams.late_changes.len() >= MOST_PERMISSIONS {
        return Err(TeamsRefusal::LateChangePermitted {
            country: permission.country.clone(),
        }
        .into());
    }
    if !state
        .offices
        .held
        .get(&permission.by)
        .is_some_and(|role| role.directs())
    {
        return Err(TeamsRefusal::PermittedByTheDirector.into());
    }
    Ok(vec![Event::LateChangePermitted(permission.clone())])
}

/// Judges a player against his nation's limits; the host's additional player stands outside them.
pub(in crate::stream) fn check_player(
    state: &TournamentState,
    registration: &Registration,
    now_ms: i64,
) -> Result<(), Refusal> {
    let rules = &rules_of(state)?.teams;
    if !rules.by_nation {
        if registration.additional {
            return Err(TeamsRefusal::NoAdditionalPlayer.into());
        }
        return Ok(());
    }
    let country = registration.country.as_deref().unwrap_or_default();
    let nation = find(state, country)
        .ok_or_else(|| not_entered(country).under(paragraph(state, "teams.by_nation")))?;
    check_change(state, country, now_ms)?;
    if registration.additional {
        return check_additional(state, nation);
    }
    let (all, same_gender) = players(state, country)
        .filter(|player| !player.additional)
        .fold((0_u32, 0_u32), |(all, same), player| {
            let matches = player.categories.woman == registration.categories.woman;
            (
                all.saturating_add(1),
                same.saturating_add(u32::from(matches)),
            )
        });
    let (most, key) = match nation.kind {
        NationKind::Federation => (rules.most_players, "teams.most_players"),
        NationKind::ContactPerson => (rules.contact_person_players, "teams.contact_person_players"),
    };
    if all >= most {
        return Err(Refusal::from(TeamsRefusal::TeamFull {
            country: country.to_owned(),
            most,
        })
        .under(paragraph(state, key)));
    }
    if same_gender >= rules.most_of_one_gender {
        return Err(TeamsRefusal::TeamOfOneGender {
            most: rules.most_of_one_gender,
        }
        .into());
    }
    Ok(())
}

/// Within the last days before the event a team changes only with the director's permission (WOC I.2.2).
pub(in crate::stream) fn check_change(
    state: &TournamentState,
    country: &str,
    now_ms: i64,
) -> Result<(), Refusal> {
    let rules = &rules_of(state)?.teams;
    if !rules.by_nation || rules.permission_needed_days == 0 {
        return Ok(());
    }
    let date = state.facts.as_ref().map_or("", |facts| &facts.date);
    let Some(first_day) = days_since_1970(date) else {
        return Ok(());
    };
    let from_ms = first_day
        .saturating_sub(i64::from(rules.permission_needed_days))
        .saturating_mul(DAY_MS);
    let permitted = state
        .teams
        .late_changes
        .iter()
        .any(|permission| permission.country == country);
    if now_ms < from_ms || permitted {
        return Ok(());
    }
    Err(TeamsRefusal::PermissionNeeded {
        days: rules.permission_needed_days,
        country: country.to_owned(),
    }
    .into())
}

/// The additional player is there against an odd number; he may not make one (WOC I.2.1).
pub(in crate::stream) fn check_even(state: &TournamentState) -> Result<(), Refusal> {
    let additional = state.present().any(|player| player.additional);
    ensure(
        !additional || state.present().count().is_multiple_of(2),
        TeamsRefusal::AdditionalPlayerMakesOdd,
    )
}

fn check_additional(state: &TournamentState, nation: &Nation) -> Result<(), Refusal> {
    let rules = &rules_of(state)?.teams;
    Err(if !rules.host_additional_player {
        TeamsRefusal::NoAdditionalOfHost
    } else if !nation.host {
        TeamsRefusal::AdditionalOfHostOnly
    } else if state.entrants.iter().any(|player| player.additional) {
        TeamsRefusal::AdditionalPlayerEntered
    } else if state.present().count().is_multiple_of(2) {
        TeamsRefusal::AdditionalAgainstOddOnly
    } else {
        return Ok(());
    }
    .into())
}

fn find<'a>(state: &'a TournamentState, country: &str) -> Option<&'a Nation> {
    state
        .teams
        .nations
        .iter()
        .find(|nation| nation.country == country)
}

fn players<'a>(
    state: &'a TournamentState,
    country: &'a str,
) -> impl Iterator<Item = &'a EntrantState> {
    state
        .entrants
        .iter()
        .filter(move |player| player.country.as_deref() == Some(country))
}

fn not_entered(country: &str) -> Refusal {
    TeamsRefusal::NationNotEntered {
        country: country.to_owned(),
    }
    .into()
}

/// The day's number, from 1 January 1970 (0); `None` unless written YYYY-MM-DD.
fn days_since_1970(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Counted from 1 March of year 0, so that a leap day ends its year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468)
}
