//! Time that officials give to a clock or take from it.

use super::guards::clocks_in_use;
use crate::refusal::Milliseconds;
use crate::table::clock_reading::ClockReading;
use crate::table::command::Moment;
use crate::table::draft::Draft;
use crate::table::event::Event;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::TableState;
use crate::table::time_control::MAX_TIME_MS;
use crate::{Color, PerColor};

pub(super) fn adjust(
    draft: &mut Draft<'_>,
    moment: &Moment,
    color: Color,
    ms: i64,
) -> Result<(), Refusal> {
    clocks_in_use(draft.state())?;
    if ms == 0 || !(-MAX_TIME_MS..=MAX_TIME_MS).contains(&ms) {
        return Err(Reason::AdjustmentOutOfRange.into());
    }
    if left_ms(draft.state(), moment, color).saturating_add(ms) < 1 {
        return Err(Reason::TooLittleLeft { color }.into());
    }
    change(draft, color, ms);
    Ok(())
}

/// Takes time from `color` and gives time to the opponent.
pub(super) fn penalise(
    draft: &mut Draft<'_>,
    moment: &Moment,
    color: Color,
    (taken_ms, given_ms, empties_clock): (i64, i64, bool),
) -> Result<(), Refusal> {
    clocks_in_use(draft.state())?;
    let known = 0..=MAX_TIME_MS;
    let nothing = taken_ms == 0 && given_ms == 0;
    if nothing || !known.contains(&taken_ms) || !known.contains(&given_ms) {
        return Err(Reason::AdjustmentOutOfRange.into());
    }
    let left_ms = left_ms(draft.state(), moment, color).max(0);
    let empties = taken_ms > 0 && taken_ms >= left_ms;
    if empties && !empties_clock {
        return Err(Reason::PenaltyEmptiesClock {
            color,
            left_ms: Milliseconds(left_ms),
            taken_ms: Milliseconds(taken_ms),
        }
        .into());
    }
    change(draft, color, taken_ms.min(left_ms).saturating_neg());
    change(draft, color.opponent(), given_ms);
    if let Some(turn) = draft.turn().filter(|turn| empties && turn.seat() == color) {
        draft.fall(turn, moment.now_ms, (0, 0));
    }
    Ok(())
}

/// What a clock has left now, ms.
fn left_ms(state: &TableState, moment: &Moment, color: Color) -> i64 {
    let spent_ms = state
        .turn()
        .filter(|turn| turn.seat() == color)
        .map_or(0, |turn| moment.now_ms.saturating_sub(turn.from_ms).max(0));
    state.reading(color).remaining_ms.saturating_sub(spent_ms)
}

fn change(draft: &mut Draft<'_>, color: Color, ms: i64) {
    if ms == 0 {
        return;
    }
    let reading = draft.state().reading(color);
    let clock = reading.set_to(reading.remaining_ms.saturating_add(ms));
    draft.push(Event::TimeAdjusted { color, ms, clock });
}

/// Both clocks as an official gives them, in ms: each shows something, but that of a defaulter
/// whose opponent plays for both.
pub(super) fn given_clocks(
    given_ms: PerColor<i64>,
    readings: PerColor<ClockReading>,
    plays_both: Option<Color>,
) -> Result<PerColor<ClockReading>, Refusal> {
    let mut clocks = readings;
    for color in Color::BOTH {
        let ms = *given_ms.get(color);
        if !(0..=MAX_TIME_MS).contains(&ms) {
            return Err(Reason::ClocksOutOfRange.into());
        }
        let reading = clocks.get_mut(color);
        *reading = reading.set_to(ms);
    }
    running_clocks(clocks, plays_both)
}

/// Clocks on which play can go on.
pub(super) fn running_clocks(
    clocks: PerColor<ClockReading>,
    plays_both: Option<Color>,
) -> Result<PerColor<ClockReading>, Refusal> {
    for color in Color::BOTH {
        let idle = plays_both == Some(color.opponent());
        if !idle && clocks.get(color).remaining_ms < 1 {
            return Err(Reason::ClockEmpty { color }.into());
        }
    }
    Ok(clocks)
}
