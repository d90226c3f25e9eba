//! What happens before the first move.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::guards::{not_now, over};
use crate::table::command::{Create, Moment};
use crate::table::event::{Created, Event, Next};
use crate::table::official::Expelled;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::Stage;
use crate::table::state::{Game, TableState};
use crate::{Color, PerColor};

pub(super) fn set_up(state: &TableState, create: &Create) -> Result<Vec<Event>, Refusal> {
    if state.game.is_some() {
        return Err(Reason::AlreadyCreated.into());
    }
    if create.entrants.black == create.entrants.white {
        return Err(Reason::SameEntrant.into());
    }
    create.game_rules.check()?;
    let accounts = &create.accounts;
    if accounts.black.is_some() && accounts.black == accounts.white {
        return Err(Reason::OwnOpponent.into());
    }
    let readings = PerColor::new(
        create.game_rules.initial_reading(Color::Black),
        create.game_rules.initial_reading(Color::White),
    );
    let mut events = alloc::vec![Event::Created(Created {
        place: create.place.clone(),
        booked_at: create.booked_at,
        entrants: create.entrants.clone(),
        game_rules: create.game_rules.clone(),
        starts_at_ms: create.starts_at_ms,
        remaining_ms: PerColor::new(readings.black.remaining_ms, readings.white.remaining_ms),
        overtime: PerColor::new(readings.black.overtime, readings.white.overtime),
    })];
    for color in Color::BOTH {
        if let Some(account) = accounts.get(color).clone() {
            events.push(Event::SeatTaken { color, account });
        }
    }
    Ok(events)
}

pub(super) fn take_seat(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, account): (Color, &str),
) -> Result<Vec<Event>, Refusal> {
    let held = game.seats.get(color).account.as_deref();
    if held == Some(account) {
        return Err(Reason::SeatHeld.into());
    }
    if state.finished().is_some() {
        return Err(over());
    }
    if state.is_expelled(&Expelled::Account(account.to_string()), moment.now_ms) {
        return Err(Reason::AccountSentAway.into());
    }
    if state.seat_of(account).is_some() {
        return Err(Reason::OwnOpponent.into());
    }
    Ok(alloc::vec![Event::SeatTaken {
        color,
        account: account.to_string()
    }])
}

pub(super) fn start(
    state: &TableState,
    game: &Game,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    match state.stage() {
        Stage::Waiting | Stage::Ending(_) => {}
        Stage::Running(..) => return Err(Reason::AlreadyStarted.into()),
        Stage::Paused(..) | Stage::Adjourned(_) | Stage::Finished(_) | Stage::Annulled => {
            return Err(not_now(state.phase()));
        }
    }
    if game.game_rules.over_the_board || moment.now_ms < game.starts_at_ms {
        return Err(Reason::NotDue.into());
    }
    Ok(alloc::vec![Event::Started {
        next: Next {
            color: state.position.to_move(),
            must_pass: state.board().must_pass(&state.position),
        }
    }])
}
