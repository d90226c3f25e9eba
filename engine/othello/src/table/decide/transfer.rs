//! A game that goes on at another server, and comes from one.

use alloc::vec::Vec;

use super::flags::{fall_until, settled_ms};
use super::pause;
use crate::table::command::{Command, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Event, PauseCause};
use crate::table::interruptions::Transfer;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::Stage;
use crate::table::state::{Game, TableState};

pub(super) fn decide(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    command: &Command,
) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::TransferAway { transfer_id, to } => away(state, game, moment, (transfer_id, to)),
        Command::TransferIn {
            transfer_id,
            resume_at_ms,
        } => here(state, game, moment, (transfer_id, *resume_at_ms)),
        _ => Err(Reason::NothingDue.into()),
    }
}

/// Why nothing is taken here.
pub(super) fn elsewhere(away: &Transfer) -> Refusal {
    Reason::MovedAway {
        place: away.to.clone(),
    }
    .into()
}

/// Flags that fell past doubt have fallen; then every clock stands that runs or would begin to by itself.
fn away(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (transfer_id, to): (&str, &str),
) -> Result<Vec<Event>, Refusal> {
    if let Some(away) = state.away() {
        return Err(elsewhere(away));
    }
    let mut draft = Draft::new(state, game, moment);
    fall_until(&mut draft, settled_ms(moment));
    let runs = match draft.state().stage() {
        Stage::Waiting | Stage::Running(..) | Stage::Ending(_) => true,
        Stage::Paused(pause, _) => pause.until_ms.is_some(),
        Stage::Adjourned(_) | Stage::Finished(_) | Stage::Annulled => false,
    };
    if runs {
        pause::set_pause(&mut draft, moment, (PauseCause::Transfer, None))?;
    }
    draft.push(Event::TransferredAway {
        transfer_id: transfer_id.into(),
        to: to.into(),
    });
    Ok(draft.into_events())
}

/// The clocks go on at the announced instant or by an official's word; before the appointed start nothing holds them.
fn here(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (transfer_id, resume_at_ms): (&str, Option<i64>),
) -> Result<Vec<Event>, Refusal> {
    if state
        .away()
        .is_none_or(|away| away.transfer_id != transfer_id)
    {
        return Err(Reason::NotMovedAway.into());
    }
    let mut draft = Draft::new(state, game, moment);
    draft.push(Event::TransferredIn {
        transfer_id: transfer_id.into(),
    });
    let pause = state
        .pause()
        .filter(|pause| pause.cause == PauseCause::Transfer);
    let Some(pause) = pause else {
        return Ok(draft.into_events());
    };
    let starts_later = state
        .starts_at_ms()
        .is_some_and(|at_ms| at_ms > moment.now_ms);
    match resume_at_ms {
        _ if pause.stopped.is_none() && starts_later => pause::go_on(&mut draft),
        // What fell before the pause is settled first, also where the instant has passed.
        Some(at_ms) => {
            let at_ms = at_ms.max(moment.now_ms.saturating_add(1));
            pause::set_pause(&mut draft, moment, (PauseCause::Transfer, Some(at_ms)))?;
        }
        None => {}
    }
    Ok(draft.into_events())
}
