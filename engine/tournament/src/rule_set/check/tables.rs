//! What holds at the tables: clocks, calls, spectators, confirmations.

use super::bounds::{LONGEST_MS, within, within_time};
use crate::pairing::StartingScores;
use crate::refusals::{Refusal, RuleSetRefusal};
use crate::rule_set::{
    AbsencePolicy, AnnouncementKind, Goal, HandicapRule, RuleSet, Spectators, TimeControl,
};

const DAY_MS: i64 = 24 * 3_600_000;
const MOST_PERIODS: u32 = 100;
/// One side has at most 60 turns, passes included.
const MOST_BLOCK_MOVES: u32 = 60;
const MOST_LAG_A_MOVE_MS: i64 = 10_000;
const MOST_LAG_A_GAME_MS: i64 = 600_000;
const MOST_CALLS: u32 = 64;
const MOST_HIDDEN_PLIES: u32 = 60;

pub(super) fn check_times(rules: &RuleSet) -> Result<(), Refusal> {
    for (_, control) in rules.time_controls.by_field() {
        check_time_control(control)?;
    }
    within_time(
        "the least main time",
        rules.shortest_main_ms,
        0..=LONGEST_MS,
    )?;
    within_time(
        "the notice of a round",
        rules.round_notice_ms,
        0..=LONGEST_MS,
    )?;
    if let AbsencePolicy::Limit { after_ms } = rules.absence_policy {
        within_time("the no-show limit", after_ms, 1..=LONGEST_MS)?;
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
    Err(RuleSetRefusal::TimeControlOutOfRange {
        control,
        periods: MOST_PERIODS,
        moves: MOST_BLOCK_MOVES,
    }
    .into())
}

/// Handicaps by bands need bands, and help nobody who wants the fewest discs.
pub(super) fn check_variant(rules: &RuleSet) -> Result<(), Refusal> {
    match rules.variant.handicaps {
        HandicapRule::None => Ok(()),
        HandicapRule::BandDifference if rules.variant.goal == Goal::Fewest => {
            Err(RuleSetRefusal::HandicapsForFewest.into())
        }
        HandicapRule::BandDifference => match rules.pairing.start {
            StartingScores::McMahon { .. } => Ok(()),
            StartingScores::None | StartingScores::Accelerated(_) => {
                Err(RuleSetRefusal::HandicapsWithoutBands.into())
            }
        },
    }
}

/// Each kind once, and none that another act brings.
fn check_announced(kinds: &[AnnouncementKind]) -> Result<(), Refusal> {
    let doubtful = kinds.iter().enumerate().find(|(index, kind)| {
        kind.is_made_with_an_act() || kinds.iter().take(*index).any(|other| other == *kind)
    });
    match doubtful {
        None => Ok(()),
        Some((_, kind)) => Err(RuleSetRefusal::AnnouncedOutOfPlace {
            kind: kind.name().to_owned(),
        }
        .into()),
    }
}

pub(super) fn check_conduct(rules: &RuleSet) -> Result<(), Refusal> {
    check_announced(&rules.announced_before_round_one)?;
    within_time(
        "the lag credit of a move",
        rules.lag_credit.per_move_ms,
        0..=MOST_LAG_A_MOVE_MS,
    )?;
    within_time(
        "the lag credit of a game",
        rules.lag_credit.per_game_ms,
        0..=MOST_LAG_A_GAME_MS,
    )?;
    within_time(
        "the longest call",
        rules.director_call.longest_ms,
        1..=DAY_MS,
    )?;
    within(
        "the number of calls",
        rules.director_call.most_per_player,
        0..=MOST_CALLS,
    )?;
    within_time(
        "the time to confirm a result",
        rules.confirm_within_ms,
        1..=DAY_MS,
    )?;
    if let Spectators::Delayed { plies, ms } = rules.spectators {
        within("the hidden plies", plies, 0..=MOST_HIDDEN_PLIES)?;
        within_time("the hidden time", ms, 0..=DAY_MS)?;
        if plies == 0 && ms == 0 {
            return Err(RuleSetRefusal::DelayHidesNothing.into());
        }
    }
    Ok(())
}
