//! When flags fall, and what undoes a fall.

use crate::table::clock::{Credits, credits, flag_ms, lag_allowance_ms, latest_flag_ms};
use crate::table::clock_reading::ClockReading;
use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::TableState;
use crate::table::turn::Turn;
use crate::{Color, PerColor};

/// The instant before which every flag's fall is past doubt.
pub(super) fn settled_ms(moment: &Moment) -> i64 {
    moment
        .now_ms
        .saturating_sub(MAX_COMMAND_AGE_MS)
        .saturating_sub(moment.uncertainty_ms.max(0))
        .saturating_sub(1)
}

/// Lets every flag fall whose deadline is not after `until_ms`.
pub(super) fn fall_until(draft: &mut Draft<'_>, until_ms: i64) {
    while let Some(turn) = draft.turn() {
        let deadline_ms = latest_flag_ms(draft.state(), turn);
        if deadline_ms > until_ms {
            break;
        }
        let lag_credit_ms = lag_allowance_ms(draft.state(), turn);
        draft.fall(turn, deadline_ms, (lag_credit_ms, 0));
    }
}

/// Lets fall what fell past doubt before anything else happens at the table.
pub(super) fn falls_first(draft: &mut Draft<'_>, moment: &Moment) -> Result<(), Refusal> {
    fall_until(draft, settled_ms(moment));
    if !draft.is_empty() && draft.state().finished().is_some() {
        return Err(Reason::FlagEndsGame.into());
    }
    Ok(())
}

/// Lets every flag fall that fell before the mover's command was received (in time = received
/// strictly before the deadline); the turn as it stands then, `None` if the game ended or the turn
/// went to another seat.
pub(super) fn late_falls(draft: &mut Draft<'_>, turn: Turn, moment: &Moment) -> Option<Turn> {
    let seat = turn.seat();
    let mut turn = turn;
    loop {
        let credits = credits(draft.state(), turn, moment);
        let deadline_ms = flag_ms(draft.state(), turn, credits);
        if moment.received_ms() < deadline_ms {
            return Some(turn);
        }
        let Credits {
            lag_ms, reading_ms, ..
        } = credits;
        draft.fall(turn, deadline_ms, (lag_ms, reading_ms));
        turn = draft.turn().filter(|turn| turn.seat() == seat)?;
    }
}

/// Both clocks if the first default is undone, as for a clock that was faulty before the flag fell
/// (`WOC IV.7`): without the two grants. Nothing brings back the time that the defaulter had used
/// up: a clock may stand at 0, and whoever undoes the default gives it its time. `None` without a
/// default.
#[must_use]
pub fn clocks_without_default(state: &TableState) -> Option<PerColor<ClockReading>> {
    let granted_ms = state.time_default?.granted_ms();
    let without = |reading: ClockReading| {
        let left_ms = reading.remaining_ms.saturating_sub(granted_ms);
        reading.set_to(left_ms)
    };
    Some(PerColor::new(
        without(state.reading(Color::Black)),
        without(state.reading(Color::White)),
    ))
}
