//! National teams: who sends how many players, and until when they change (WOC I.2).

use crate::people::OfficialRole;
use crate::refusals::{Refusal, TeamsRefusal, ensure};
use crate::stream::checks::{check_id, check_registration_open, paragraph, rules_of};
use crate::stream::registration::days::day_of;
use crate::stream::{
    EntrantState, Event, LateChangePermission, Nation, NationApplication, NationDecision,
    NationKind, Registration, TournamentState,
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
    check_application(state, nation)?;
    Ok(vec![Event::NationEntered(nation.clone())])
}

/// A member does not apply; who is none applies in time to be admitted, and the council decides before the event.
fn check_application(state: &TournamentState, nation: &Nation) -> Result<(), Refusal> {
    let application = match (nation.kind, &nation.application) {
        (NationKind::Federation | NationKind::ContactPerson, None) => return Ok(()),
        (NationKind::Federation | NationKind::ContactPerson, Some(_)) => {
            return Err(TeamsRefusal::ApplicationOfMember.into());
        }
        (NationKind::NonMember, None) => return Err(TeamsRefusal::ApplicationMissing.into()),
        (NationKind::NonMember, Some(application)) => application,
    };
    let date = state.facts.as_ref().map_or("", |facts| &facts.date);
    let applied = day_of(&application.applied_on);
    let (Some(applied), Some(first_day)) = (applied, day_of(date)) else {
        return Err(TeamsRefusal::BadApplication.into());
    };
    let Some(decision) = &application.decision else {
        return Ok(());
    };
    let decided = day_of(&decision.decided_on);
    ensure(
        decided.is_some_and(|decided| applied <= decided && decided < first_day),
        TeamsRefusal::BadApplication,
    )?;
    let days = rules_of(state)?.teams.application_days;
    let in_time = days == 0 || applied <= first_day - i64::from(days);
    ensure(
        in_time || !decision.admitted,
        TeamsRefusal::ApplicationTooLate { days },
    )
}

pub(in crate::stream) fn may_decide(state: &TournamentState) -> Result<(), Refusal> {
    check_registration_open(state)?;
    let applied = state
        .teams
        .nations
        .iter()
        .any(|nation| nation.kind == NationKind::NonMember);
    ensure(applied, TeamsRefusal::NoApplication)
}

/// What the council decided; another decision takes the place of the one before, while no player has entered on it.
pub(in crate::stream) fn decide_application(
    state: &TournamentState,
    country: &str,
    decision: &NationDecision,
) -> Result<Vec<Event>, Refusal> {
    let nation = find(state, country).ok_or_else(|| not_entered(country))?;
    let application = nation
        .application
        .as_ref()
        .ok_or(TeamsRefusal::ApplicationOfMember)?;
    if application.decision.as_ref() == Some(decision) {
        return Err(TeamsRefusal::DecisionUnchanged {
            country: country.to_owned(),
        }
        .into());
    }
    let decided = Nation {
        application: Some(NationApplication {
            decision: Some(decision.clone()),
            ..application.clone()
        }),
        ..nation.clone()
    };
    check_application(state, &decided)?;
    if !decision.admitted && players(state, country).next().is_some() {
        return Err(TeamsRefusal::NationHasPlayers {
            country: country.to_owned(),
        }
        .into());
    }
    Ok(vec![Event::NationDecided {
        country: country.to_owned(),
        decision: decision.clone(),
    }])
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
    let known = state.teams.late_change_permitted(&permission.country);
    if known || state.teams.late_changes.len() >= MOST_PERMISSIONS {
        return Err(TeamsRefusal::LateChangePermitted {
            country: permission.country.clone(),
        }
        .into());
    }
    ensure(
        state.offices.held.get(&permission.by) == Some(&OfficialRole::HeadDirector),
        TeamsRefusal::PermittedByTheDirector,
    )?;
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
    ensure(
        nation.sends_players(),
        TeamsRefusal::NationNotAdmitted {
            country: country.to_owned(),
        },
    )?;
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
        NationKind::ContactPerson | NationKind::NonMember => {
            (rules.contact_person_players, "teams.contact_person_players")
        }
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
    let Some(from_ms) = registration_deadline_ms(state) else {
        return Ok(());
    };
    let permitted = state.teams.late_change_permitted(country);
    if now_ms < from_ms || permitted {
        return Ok(());
    }
    Err(TeamsRefusal::PermissionNeeded {
        days: rules.permission_needed_days,
        country: country.to_owned(),
    }
    .into())
}

/// When the nations' registration ends, in ms since 1970: so many days before the event (WOC I.2.2).
pub(in crate::stream) fn registration_deadline_ms(state: &TournamentState) -> Option<i64> {
    let rules = &state.rule_set.as_ref()?.teams;
    if !rules.by_nation || rules.permission_needed_days == 0 {
        return None;
    }
    let first_day = day_of(&state.facts.as_ref()?.date)?;
    let last = first_day.saturating_sub(i64::from(rules.permission_needed_days));
    Some(last.saturating_mul(DAY_MS))
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
