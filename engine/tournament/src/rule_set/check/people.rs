//! Who takes part, penalties, and what there is to win.

use super::bounds::{LONGEST_MS, RATINGS, check_text, within, within_time};
use crate::people::OfficialRole;
use crate::plan::{MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS};
use crate::refusals::{Refusal, RuleSetRefusal, ensure};
use crate::rule_set::RuleSet;
use std::collections::BTreeSet;

const MOST_PLACES: usize = 1024;
const MOST_DUTIES: usize = 64;
const LONGEST_DUTY: usize = 500;
const LONGEST_CODE: usize = 64;
const MOST_TITLED_CATEGORIES: usize = 3;

pub(super) fn check_people(rules: &RuleSet) -> Result<(), Refusal> {
    let entry = &rules.entry;
    if let Some(capacity) = entry.capacity {
        within("the capacity", capacity, 2..=MAX_ENTRANTS)?;
    }
    for bound in [entry.rating_from, entry.rating_to].into_iter().flatten() {
        within("a bound of ratings", bound, RATINGS)?;
    }
    if let (Some(from), Some(to)) = (entry.rating_from, entry.rating_to)
        && from > to
    {
        return Err(RuleSetRefusal::RatingsCrossed.into());
    }
    within(
        "the last round of late entry",
        entry.late_entry_until_round,
        0..=MAX_QUALIFICATION_ROUNDS,
    )?;
    within(
        "a missed round in half-points",
        entry.missed_rounds_half_points.0,
        0..=2,
    )?;
    within(
        "an announced absence in half-points",
        entry.announced_absence_half_points.0,
        0..=2,
    )?;
    let teams = &rules.teams;
    within(
        "the players of a team",
        teams.most_players,
        1..=MAX_ENTRANTS,
    )?;
    within(
        "the players of one gender",
        teams.most_of_one_gender,
        1..=MAX_ENTRANTS,
    )?;
    within(
        "the players of a contact person's nation",
        teams.contact_person_players,
        0..=MAX_ENTRANTS,
    )?;
    within(
        "the days of a permission",
        teams.permission_needed_days,
        0..=3660,
    )?;
    within("the days of residence", teams.residence_days, 0..=365)?;
    within(
        "the days before which a nation applies",
        teams.application_days,
        0..=3660,
    )?;
    within(
        "the number of titled categories",
        rules.category_titles.len(),
        0..=MOST_TITLED_CATEGORIES,
    )?;
    let penalties = &rules.penalties;
    if !penalties.known.is_empty() && penalties.imposed_by.is_empty() {
        return Err(RuleSetRefusal::PenaltiesOfNobody.into());
    }
    if let Some(kind) = penalties
        .reviewed
        .iter()
        .find(|kind| !penalties.known.contains(kind))
    {
        return Err(RuleSetRefusal::ReviewedUnknown {
            kind: format!("{kind:?}"),
        }
        .into());
    }
    let offices = &rules.offices;
    for (what, holders) in [
        ("clocks", &offices.clocks),
        ("live_results", &offices.live_results),
        ("confirmation", &offices.confirmation),
    ] {
        if !holders.contains(&OfficialRole::HeadDirector) {
            return Err(RuleSetRefusal::OfficeWithoutHead {
                office: what.to_owned(),
            }
            .into());
        }
    }
    let window = penalties
        .appeals
        .as_ref()
        .and_then(|appeals| appeals.window_ms);
    within_time("the window of appeals", window.unwrap_or(0), 0..=LONGEST_MS)
}

pub(super) fn check_duties(rules: &RuleSet) -> Result<(), Refusal> {
    let mut codes = BTreeSet::new();
    let is_short = |text: &str| {
        let length = text.chars().count();
        (1..=LONGEST_DUTY).contains(&length) && !text.chars().any(char::is_control)
    };
    let is_code =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let holds = rules.duties.len() <= MOST_DUTIES
        && rules.duties.iter().all(|duty| {
            is_short(&duty.text)
                && is_short(&duty.rule)
                && is_short(&duty.code)
                && duty.code.len() <= LONGEST_CODE
                && duty.code.chars().all(is_code)
                && codes.insert(duty.code.as_str())
        });
    ensure(
        holds,
        RuleSetRefusal::DutiesWrong {
            most: MOST_DUTIES,
            longest: LONGEST_DUTY,
        },
    )
}

pub(super) fn check_money(rules: &RuleSet) -> Result<(), Refusal> {
    within(
        "the number of places with season points",
        rules.season.points.len(),
        0..=MOST_PLACES,
    )?;
    within(
        "the first shared rank",
        rules.season.shared_from_rank,
        1..=u32::MAX,
    )?;
    within(
        "the number of prizes",
        rules.prizes.prizes.len(),
        0..=MOST_PLACES,
    )?;
    within(
        "the counted results of a team",
        rules.team_list.counted_results,
        0..=MAX_ENTRANTS,
    )?;
    for (what, text) in [
        ("the currency", &rules.prizes.currency),
        ("the fee", &rules.entry.fee),
    ] {
        if !text.is_empty() {
            check_text(what, text)?;
        }
    }
    Ok(())
}
