//! Adjournment (AGA): announced ten minutes ahead, the move sealed, opened and played on
//! resumption.

use alloc::vec::Vec;

use super::flags::late_falls;
use super::guards::not_now;
use super::guards::{Asked, my_turn};
use super::pause::later;
use crate::Square;
use crate::table::clock::charge;
use crate::table::command::{ADJOURNMENT_NOTICE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Event, Next};
use crate::table::interruptions::{Announced, Sealed};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::{Phase, Stage};
use crate::table::state::{Game, TableState};
use crate::table::turn::Charge;

/// Tells the players when play will be adjourned.
pub(super) fn announce(draft: &mut Draft<'_>, moment: &Moment, at_ms: i64) -> Result<(), Refusal> {
    let state = draft.state();
    match state.stage() {
        Stage::Running(..) => {}
        Stage::Paused(pause, _) if pause.stopped.is_some() => {}
        Stage::Waiting | Stage::Paused(..) | Stage::Ending(_) => {
            return Err(not_now(Phase::Waiting));
        }
        Stage::Adjourned(_) | Stage::Finished(_) | Stage::Annulled => {
            return Err(not_now(state.phase()));
        }
    }
    if sealing(state).is_some() {
        return Err(Reason::AdjournmentBegan.into());
    }
    if at_ms < moment.now_ms.saturating_add(ADJOURNMENT_NOTICE_MS) {
        return Err(Reason::AdjournmentTooSoon.into());
    }
    later(Some(at_ms), moment)?;
    draft.push(Event::AdjournmentAnnounced { at_ms });
    Ok(())
}

/// Play goes on as if nothing had been announced.
pub(super) fn cancel(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let stage = draft.state().stage();
    if let Stage::Adjourned(_) = stage {
        return Err(not_now(Phase::Adjourned));
    }
    if stage.announced().is_none() {
        return Err(Reason::NotAdjourned.into());
    }
    draft.push(Event::AdjournmentCancelled);
    Ok(())
}

/// A move that is played when the time of the adjournment has come is sealed instead; what was
/// received before it is played.
pub(super) fn must_seal(state: &TableState, moment: &Moment) -> Result<(), Refusal> {
    if sealing(state).is_none_or(|announced| moment.received_ms() < announced.at_ms) {
        return Ok(());
    }
    Err(Reason::MustSeal.into())
}

fn sealing(state: &TableState) -> Option<Announced> {
    let announced = state.stage().announced();
    announced.filter(|announced| announced.sealing)
}

/// The side on the move seals. Whether the move is legal is nobody's business until it is opened.
pub(super) fn seal(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    asked: Asked,
) -> Result<Vec<Event>, Refusal> {
    let Asked {
        ply, square, flip, ..
    } = asked;
    let turn = my_turn(state, moment, asked)?;
    if sealing(state).is_none() {
        return Err(Reason::SealedBefore.into());
    }
    let mut draft = Draft::new(state, game, moment);
    if let Some(turn) = late_falls(&mut draft, turn, moment) {
        let Charge {
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
        } = charge(draft.state(), turn, moment);
        let mut clocks = draft.state().readings();
        let reading = clocks.get_mut(turn.seat());
        *reading = reading.spend(charged_ms);
        draft.push(Event::MoveSealed {
            ply,
            color: turn.color,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            clocks,
        });
        draft.push(Event::SquareSealed { ply, square, flip });
    }
    Ok(draft.into_events())
}

/// Opens the sealed move and, if it is legal, plays it.
pub(super) fn resume(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let sealed = sealed(draft.state())?;
    if sealed.illegal {
        return Err(Reason::SealIllegal.into());
    }
    open(draft, sealed, (sealed.square, sealed.flip));
    Ok(())
}

fn sealed(state: &TableState) -> Result<Sealed, Refusal> {
    match state.stage() {
        Stage::Adjourned(sealed) => Ok(*sealed),
        Stage::Waiting
        | Stage::Running(..)
        | Stage::Paused(..)
        | Stage::Ending(_)
        | Stage::Finished(_)
        | Stage::Annulled => Err(Reason::NotAdjourned.into()),
    }
}

fn open(draft: &mut Draft<'_>, sealed: Sealed, (square, flip): (Option<Square>, Option<Square>)) {
    let legal = is_legal(draft.state(), sealed, (square, flip));
    draft.push(Event::SealRevealed {
        ply: sealed.ply,
        color: sealed.turn.color,
        square,
        flip,
        legal,
    });
    let Some(turn) = draft.turn().filter(|_| legal) else {
        return;
    };
    match square {
        Some(square) => draft.play(turn, (square, flip), sealed.charge),
        None => draft.pass(turn, sealed.charge, false),
    }
}

fn is_legal(
    state: &TableState,
    sealed: Sealed,
    (square, flip): (Option<Square>, Option<Square>),
) -> bool {
    let must_pass = sealed.turn.must_pass;
    match square {
        Some(square) => {
            let flips = state.board().flips(&state.position, square, flip);
            !must_pass && flips.is_ok()
        }
        None => must_pass && flip.is_none(),
    }
}

/// An official says what is played in place of an illegal sealed move.
pub(super) fn settle_sealed(
    draft: &mut Draft<'_>,
    (square, flip): (Option<Square>, Option<Square>),
) -> Result<(), Refusal> {
    let sealed = sealed(draft.state())?;
    if !sealed.illegal {
        return Err(Reason::SealedUnopened.into());
    }
    let turn = sealed.turn;
    match square {
        None => draft.push(Event::Resumed {
            next: Some(Next {
                color: turn.color,
                must_pass: turn.must_pass,
            }),
        }),
        Some(_) if is_legal(draft.state(), sealed, (square, flip)) => {
            open(draft, sealed, (square, flip));
        }
        Some(square) => {
            return Err(Reason::IllegalWhenAdjourned { square }.into());
        }
    }
    Ok(())
}
