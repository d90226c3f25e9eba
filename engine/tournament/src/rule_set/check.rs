//! Whether a rule set holds together and can be run.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{AbsencePolicy, FormatRow, RuleSet, Spectators, StageFormat, TimeControl};
use crate::finals::check_finals_format;
use crate::pairing::{PairingModel, StartingScores};
use crate::plan::{MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS};
use crate::refusal::Refusal;
use crate::standings::{BrightwellConstant, SharedRanks, TieBreak};
use crate::swiss::PairingLevel;

const LONGEST_MS: i64 = 30 * 24 * 3_600_000;
const DAY_MS: i64 = 24 * 3_600_000;
const MOST_PERIODS: u32 = 100;
/// One side has at most 60 turns, passes included.
const MOST_BLOCK_MOVES: u32 = 60;
const MOST_LAG_A_MOVE_MS: i64 = 10_000;
const MOST_LAG_A_GAME_MS: i64 = 600_000;
const MOST_CALLS: u32 = 64;
const MOST_HIDDEN_PLIES: u32 = 60;
const MOST_CYCLES: u32 = 8;
const MOST_STAGES: usize = 8;
const MOST_ROWS: usize = 64;
const MOST_TIE_BREAKS: usize = 16;
const MOST_PLACES: usize = 1024;
const MOST_BANDS: usize = 64;
const MOST_SOURCES: usize = 512;
const LONGEST_TEXT: usize = 200;
const RATINGS: RangeInclusive<i32> = -10_000..=10_000;

/// Checks that a rule set holds together and can be run.
///
/// # Errors
/// `unknown_rule_set`, `formats_incomplete`, `finals_out_of_range`, `finals_incomplete`,
/// `time_control_out_of_range`, `rounds_out_of_range`, `rule_set_out_of_range`, `pairing_levels_wrong`,
/// `wrong_penalties`, `tie_breaks_wrong` or `penalties_wrong`, each for the first fault found.
pub fn check_rule_set(rules: &RuleSet) -> Result<(), Refusal> {
    RuleSet::preset(&rules.based_on)?;
    check_text("the rule set's name", &rules.name)?;
    check_formats(rules)?;
    check_times(rules)?;
    check_conduct(rules)?;
    check_scoring(rules)?;
    check_pairing(rules)?;
    check_ranking(rules)?;
    check_people(rules)?;
    check_money(rules)?;
    if rules.sources.len() > MOST_SOURCES {
        return Err(out_of_range("the number of sources", 0, MOST_SOURCES));
    }
    for (key, source) in &rules.sources {
        check_text("a source's field", key)?;
        check_text("a source", source)?;
    }
    Ok(())
}

fn out_of_range(what: &str, least: impl Display, most: impl Display) -> Refusal {
    Refusal::new(
        "rule_set_out_of_range",
        format!("This value cannot be used: {what} goes from {least} to {most}."),
    )
}

fn within<T: PartialOrd + Copy + Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), Refusal> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(out_of_range(what, range.start(), range.end()))
}

fn check_text(what: &str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > LONGEST_TEXT || text.chars().any(char::is_control) {
        return Err(Refusal::new(
            "rule_set_out_of_range",
            format!(
                "This text cannot be used: {what} has 1 to {LONGEST_TEXT} characters and no control characters."
            ),
        ));
    }
    Ok(())
}

fn check_formats(rules: &RuleSet) -> Result<(), Refusal> {
    if let Some(rounds) = rules.rounds {
        check_rounds(rounds)?;
    }
    if rules.formats.len().max(rules.other_formats.len()) > MOST_ROWS {
        return Err(out_of_range("the number of formats", 1, MOST_ROWS));
    }
    let mut next = Some(2);
    for row in &rules.formats {
        if next != Some(row.from_entrants) {
            let wanted = next.map_or_else(
                || "no further row".to_owned(),
                |next| format!("a row from {next} entrants"),
            );
            return Err(incomplete(format!(
                "The formats have a row from {} entrants where {wanted} is wanted; they must follow \
                 one another without gaps or overlaps.",
                row.from_entrants
            )));
        }
        next = row.to_entrants.map(|most| most.saturating_add(1));
    }
    if next.is_some_and(|next| next <= MAX_ENTRANTS) {
        return Err(incomplete(format!(
            "The formats must go from 2 to {MAX_ENTRANTS} entrants; give the last row no upper bound."
        )));
    }
    for row in rules.formats.iter().chain(&rules.other_formats) {
        check_row(rules, row)?;
    }
    Ok(())
}

fn incomplete(detail: impl Into<String>) -> Refusal {
    Refusal::new("formats_incomplete", detail)
}

fn check_rounds(rounds: u32) -> Result<(), Refusal> {
    if (1..=MAX_QUALIFICATION_ROUNDS).contains(&rounds) {
        return Ok(());
    }
    Err(Refusal::new(
        "rounds_out_of_range",
        format!("{rounds} rounds cannot be played; set 1 to {MAX_QUALIFICATION_ROUNDS}."),
    ))
}

fn check_row(rules: &RuleSet, row: &FormatRow) -> Result<(), Refusal> {
    check_text("a format's paragraph", &row.rule)?;
    if row.to_entrants.is_some_and(|most| most < row.from_entrants) {
        return Err(incomplete(format!(
            "A format goes from {} entrants to fewer; its upper bound must not lie below.",
            row.from_entrants
        )));
    }
    if row.stages.is_empty() || row.stages.len() > MOST_STAGES {
        return Err(incomplete(format!(
            "The format from {} entrants must have 1 to {MOST_STAGES} stages.",
            row.from_entrants
        )));
    }
    for (index, stage) in row.stages.iter().enumerate() {
        match *stage {
            StageFormat::RoundRobin { cycles } => {
                within("the number of cycles", cycles, 1..=MOST_CYCLES)?;
                if index > 0 {
                    return Err(incomplete(
                        "A round robin can only be the first stage; more of it is more cycles.",
                    ));
                }
            }
            StageFormat::RoundRobinOrSwiss { rounds } => {
                check_rounds(rounds)?;
                if row.stages.len() > 1 {
                    return Err(incomplete(
                        "A round robin or Swiss system by the number of rounds is the only stage.",
                    ));
                }
            }
            StageFormat::Swiss {
                rounds,
                modified,
                continues,
            } => {
                check_rounds(rounds)?;
                if continues != (index > 0) {
                    return Err(incomplete(
                        "A Swiss system continues a stage exactly where it is not the first one.",
                    ));
                }
                if modified && !has_modified_levels(rules) {
                    return Err(Refusal::new(
                        "pairing_levels_wrong",
                        "A modified Swiss system needs the levels of one; give modified_levels.",
                    ));
                }
            }
        }
    }
    check_finals_format(&row.finals)
}

fn has_modified_levels(rules: &RuleSet) -> bool {
    match &rules.pairing.model {
        PairingModel::Levels {
            modified_levels, ..
        } => !modified_levels.is_empty(),
        PairingModel::Papp(_) => true,
    }
}

fn check_times(rules: &RuleSet) -> Result<(), Refusal> {
    for (_, control) in rules.time_controls.by_field() {
        check_time_control(control)?;
    }
    within(
        "the least main time in ms",
        rules.shortest_main_ms,
        0..=LONGEST_MS,
    )?;
    within(
        "the notice of a round in ms",
        rules.round_notice_ms,
        0..=LONGEST_MS,
    )?;
    if let AbsencePolicy::Limit { after_ms } = rules.absence_policy {
        within("the no-show limit in ms", after_ms, 1..=LONGEST_MS)?;
    }
    Ok(())
}

/// Checks that a clock can run under a time control.
///
/// # Errors
/// `time_control_out_of_range`.
pub fn check_time_control(control: TimeControl) -> Result<(), Refusal> {
    let time = 1..=LONGEST_MS;
    let main = time.contains(&control.main_ms());
    let overtime = |ms: i64, number: u32, most: u32| {
        (0..=LONGEST_MS).contains(&control.main_ms())
            && time.contains(&ms)
            && (1..=most).contains(&number)
    };
    let sound = match control {
        TimeControl::SuddenDeath { .. } => main,
        TimeControl::Fischer { increment_ms, .. } => main && time.contains(&increment_ms),
        TimeControl::Bronstein { delay_ms, .. } => main && time.contains(&delay_ms),
        TimeControl::Byoyomi {
            periods, period_ms, ..
        } => overtime(period_ms, periods, MOST_PERIODS),
        TimeControl::Canadian {
            moves, block_ms, ..
        } => overtime(block_ms, moves, MOST_BLOCK_MOVES),
    };
    if sound {
        return Ok(());
    }
    Err(Refusal::new(
        "time_control_out_of_range",
        format!(
            "{control} cannot be used: each time is between 1 ms and 30 days, a main time before overtime \
             may be 0, overtime has 1 to {MOST_PERIODS} periods or blocks of 1 to {MOST_BLOCK_MOVES} moves."
        ),
    ))
}

fn check_conduct(rules: &RuleSet) -> Result<(), Refusal> {
    within(
        "the lag credit of a move in ms",
        rules.lag_credit.per_move_ms,
        0..=MOST_LAG_A_MOVE_MS,
    )?;
    within(
        "the lag credit of a game in ms",
        rules.lag_credit.per_game_ms,
        0..=MOST_LAG_A_GAME_MS,
    )?;
    within(
        "the longest call in ms",
        rules.director_call.longest_ms,
        1..=DAY_MS,
    )?;
    within(
        "the number of calls",
        rules.director_call.most_per_player,
        0..=MOST_CALLS,
    )?;
    within(
        "the time to confirm a result in ms",
        rules.confirm_within_ms,
        1..=DAY_MS,
    )?;
    if let Spectators::Delayed { plies, ms } = rules.spectators {
        within("the hidden plies", plies, 0..=MOST_HIDDEN_PLIES)?;
        within("the hidden time in ms", ms, 0..=DAY_MS)?;
        if plies == 0 && ms == 0 {
            return Err(Refusal::new(
                "rule_set_out_of_range",
                "A delay for spectators hides some plies or some time; turn spectators on instead.",
            ));
        }
    }
    Ok(())
}

fn check_scoring(rules: &RuleSet) -> Result<(), Refusal> {
    let scoring = &rules.scoring;
    within("a bye in half-points", scoring.bye_half_points, 0..=2)?;
    within("a bye in discs", scoring.bye_discs, 0..=64)?;
    within(
        "a missed round in half-points",
        scoring.missed_round_half_points,
        0..=2,
    )?;
    if let BrightwellConstant::Fixed { constant } = scoring.brightwell_constant {
        within("the constant C", constant, 0..=64)?;
    }
    Ok(())
}

fn check_pairing(rules: &RuleSet) -> Result<(), Refusal> {
    match &rules.pairing.model {
        PairingModel::Levels {
            levels,
            modified_levels,
        } => {
            check_levels("the Swiss system", levels)?;
            if !modified_levels.is_empty() {
                check_levels("the modified Swiss system", modified_levels)?;
            }
        }
        PairingModel::Papp(penalties) => penalties.check()?,
    }
    match &rules.pairing.start {
        StartingScores::None => Ok(()),
        StartingScores::McMahon { bands, bar } => {
            within("the number of bands", bands.len(), 1..=MOST_BANDS)?;
            for band in bands {
                within("a band's rating", band.from_rating, RATINGS)?;
                within(
                    "a band's starting score in half-points",
                    band.half_points,
                    0..=128,
                )?;
            }
            if let Some(bar) = bar {
                within("the bar's rating", *bar, RATINGS)?;
            }
            let rising = bands.windows(2).all(|pair| match pair {
                [low, high] => {
                    low.from_rating < high.from_rating && low.half_points <= high.half_points
                }
                _ => true,
            });
            if rising {
                return Ok(());
            }
            Err(Refusal::new(
                "rule_set_out_of_range",
                "The McMahon bands must rise: each from a higher rating and with no lower score.",
            ))
        }
        StartingScores::Accelerated(acceleration) => {
            within("the number of groups", acceleration.groups, 2..=64)?;
            within(
                "a group's step in half-points",
                acceleration.step_half_points,
                1..=16,
            )?;
            let rounds = acceleration.rounds;
            within(
                "the number of accelerated rounds",
                rounds,
                1..=MAX_QUALIFICATION_ROUNDS,
            )
        }
    }
}

fn check_levels(system: &str, levels: &[PairingLevel]) -> Result<(), Refusal> {
    let distinct: BTreeSet<&PairingLevel> = levels.iter().collect();
    if distinct.len() != levels.len() {
        return Err(Refusal::new(
            "pairing_levels_wrong",
            format!("A level of {system} stands there twice; give each at most once."),
        ));
    }
    if !levels.contains(&PairingLevel::Difference) {
        return Err(Refusal::new(
            "pairing_levels_wrong",
            format!(
                "The levels of {system} lack the difference of points; without it nothing is paired by score."
            ),
        ));
    }
    Ok(())
}

fn check_ranking(rules: &RuleSet) -> Result<(), Refusal> {
    let chain = &rules.ranking.tie_breaks;
    let wrong = |detail: &str| Err(Refusal::new("tie_breaks_wrong", detail));
    if chain.first() != Some(&TieBreak::Points) {
        return wrong(
            "The list must be ranked by points first; give points as the first criterion.",
        );
    }
    if chain.len() > MOST_TIE_BREAKS {
        return wrong("A list is ranked by at most 16 criteria; leave some out.");
    }
    let distinct: BTreeSet<&TieBreak> = chain.iter().collect();
    if distinct.len() != chain.len() {
        return wrong("A criterion of the ranking stands there twice; give each at most once.");
    }
    let lots = chain.iter().position(|one| *one == TieBreak::Lots);
    if lots.is_some_and(|place| place + 1 < chain.len()) {
        return wrong("Lots leave no tie; they can only be the last criterion.");
    }
    for criterion in chain {
        if let TieBreak::Buchholz { dropped_lowest } = criterion {
            within(
                "the number of dropped scores",
                *dropped_lowest,
                0..=MAX_QUALIFICATION_ROUNDS,
            )?;
        }
    }
    if let SharedRanks::BelowMedals { medals } = rules.ranking.shared_ranks {
        within("the number of medals", medals, 0..=MAX_ENTRANTS)?;
    }
    Ok(())
}

fn check_people(rules: &RuleSet) -> Result<(), Refusal> {
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
        return Err(Refusal::new(
            "rule_set_out_of_range",
            "The lowest rating admitted lies above the highest; nobody could enter.",
        ));
    }
    within(
        "the last round of late entry",
        entry.late_entry_until_round,
        0..=MAX_QUALIFICATION_ROUNDS,
    )?;
    within(
        "a missed round in half-points",
        entry.missed_rounds_half_points,
        0..=2,
    )?;
    within(
        "an announced absence in half-points",
        entry.announced_absence_half_points,
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
    let penalties = &rules.penalties;
    if !penalties.known.is_empty() && penalties.imposed_by.is_empty() {
        return Err(Refusal::new(
            "penalties_wrong",
            "Nobody may impose the penalties; name at least one office.",
        ));
    }
    if let Some(kind) = penalties
        .reviewed
        .iter()
        .find(|kind| !penalties.known.contains(kind))
    {
        return Err(Refusal::new(
            "penalties_wrong",
            format!("The penalty {kind:?} is reviewed but not known; add it to the known ones."),
        ));
    }
    let window = penalties
        .appeals
        .as_ref()
        .and_then(|appeals| appeals.window_ms);
    within(
        "the window of appeals in ms",
        window.unwrap_or(0),
        0..=LONGEST_MS,
    )
}

fn check_money(rules: &RuleSet) -> Result<(), Refusal> {
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
    if rules.prizes.currency.is_empty() {
        return Ok(());
    }
    check_text("the currency", &rules.prizes.currency)
}
