//! What the players do in their turns.

use alloc::vec::Vec;

use super::adjournment::must_seal;
use super::arrival::in_limit;
use super::flags::late_falls;
use super::guards::{Asked, fresh, my_turn, running};
use crate::table::clock::{charge, earliest_flag_ms};
use crate::table::command::Moment;
use crate::table::draft::Draft;
use crate::table::event::Event;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::{Game, TableState};
use crate::table::turn::latest_start_ms;
use crate::{Color, IllegalReason, Square};

pub(super) fn play(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply): (Color, u32),
    (square, flip): (Square, Option<Square>),
) -> Result<Vec<Event>, Refusal> {
    let asked = Asked {
        color,
        ply,
        square: Some(square),
        flip,
    };
    let turn = my_turn(state, moment, asked)?;
    on_time(state, moment)?;
    if turn.must_pass {
        return Err(Reason::MustPass.into());
    }
    let legal = game.game_rules.board().flips(&state.position, square, flip);
    legal.map_err(|reason| illegal(game, reason, (square, flip)))?;
    let mut draft = Draft::new(state, game, moment);
    if let Some(turn) = late_falls(&mut draft, turn, moment) {
        let charge = charge(draft.state(), turn, moment);
        draft.play(turn, (square, flip), charge);
    }
    Ok(draft.into_events())
}

/// What is wrong with a move, in the table's words.
fn illegal(game: &Game, reason: IllegalReason, (square, flip): (Square, Option<Square>)) -> Reason {
    match reason {
        IllegalReason::SquareTaken => Reason::SquareTaken { square },
        IllegalReason::OutsideBoard => Reason::OutsideBoard {
            square,
            board: game.game_rules.size.as_str(),
        },
        IllegalReason::OutsideCentre => Reason::OutsideCentre { square },
        IllegalReason::NoFlipToChoose => Reason::NoFlipToChoose { square },
        IllegalReason::FlipToBeChosen => Reason::FlipToBeChosen { square },
        IllegalReason::FlipOutOfReach => Reason::FlipOutOfReach {
            flip: flip.unwrap_or(square),
        },
        IllegalReason::FlipsNothing | IllegalReason::NotForced | IllegalReason::GameOver => {
            Reason::IllegalMove { square }
        }
    }
}

pub(super) fn pass(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply): (Color, u32),
) -> Result<Vec<Event>, Refusal> {
    let asked = Asked {
        color,
        ply,
        square: None,
        flip: None,
    };
    let turn = my_turn(state, moment, asked)?;
    on_time(state, moment)?;
    if !turn.must_pass {
        return Err(Reason::CannotPass.into());
    }
    let mut draft = Draft::new(state, game, moment);
    if let Some(turn) = late_falls(&mut draft, turn, moment) {
        let charge = charge(draft.state(), turn, moment);
        draft.pass(turn, charge, false);
    }
    Ok(draft.into_events())
}

/// Neither the no-show limit nor the adjournment came before it.
fn on_time(state: &TableState, moment: &Moment) -> Result<(), Refusal> {
    in_limit(state, moment)?;
    must_seal(state, moment)
}

pub(super) fn resign(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    color: Color,
) -> Result<Vec<Event>, Refusal> {
    if state.resigned() == Some(color) {
        return Err(Reason::ResignedAlready.into());
    }
    let turn = running(state)?;
    fresh(moment)?;
    let mut draft = Draft::new(state, game, moment);
    if turn.seat() == color {
        if let Some(turn) = late_falls(&mut draft, turn, moment) {
            let charge = charge(draft.state(), turn, moment);
            draft.resign(color, turn, charge.charged_ms);
        }
        return Ok(draft.into_events());
    }
    if moment.received_ms() >= earliest_flag_ms(state, turn) {
        return Err(Reason::FlagMayHaveFallen {
            side: capitalised(turn.seat()),
        }
        .into());
    }
    let charged_ms = moment
        .received_ms()
        .saturating_sub(latest_start_ms(turn))
        .max(0);
    draft.resign(color, turn, charged_ms);
    Ok(draft.into_events())
}

const fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
