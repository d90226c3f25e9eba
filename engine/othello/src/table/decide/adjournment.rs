//! Adjournment (AGA): announced ten minutes ahead, the move sealed, opened and played on
//! resumption.

use alloc::vec::Vec;

use super::flags::late_falls;
use super::guards::not_now;
use super::guards::{Asked, my_turn};
use super::pause::later;
use crate::Square;
use crate::table::clock::{Charge, charge};
use crate::table::command::{ADJOURNMENT_NOTICE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Event, Next};
use crate::table::interruptions::{AdjournmentStage, Sealed};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::{Game, Phase, TableState};

/// Tells the players when play will be adjourned.
pub(super) fn announce(draft: &mut Draft<'_>, moment: &Moment, at_ms: i64) -> Result<(), Refusal> {
    let state = draft.state();
    match state.phase() {
        Phase::Live | Phase::Paused if state.turn.is_some() || stopped_in_play(state) => {}
        Phase::Live | Phase::Paused => return Err(not_now(Phase::Waiting)),
        other => return Err(not_now(other)),
    }
    if stage(state) == Some(AdjournmentStage::Sealing) {
        return Err(Reason::AdjournmentBegan.into());
    }
    if at_ms < moment.now_ms.saturating_add(ADJOURNMENT_NOTICE_MS) {
        return Err(Reason::AdjournmentTooSoon.into());
    }
    later(Some(at_ms), moment)?;
    draft.push(Event::AdjournmentAnnounced { at_ms });
    Ok(())
}

fn stopped_in_play(state: &TableState) -> bool {
    state
        .interruptions
        .pause
        .is_some_and(|pause| pause.stopped.is_some())
}

fn stage(state: &TableState) -> Option<AdjournmentStage> {
    state
        .interruptions
        .adjournment
        .map(|adjournment| adjournment.stage)
}

/// Play goes on as if nothing had been announced.
pub(super) fn cancel(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    match stage(draft.state()) {
        Some(AdjournmentStage::Announced | AdjournmentStage::Sealing) => {
            draft.push(Event::AdjournmentCancelled);
            Ok(())
        }
        Some(AdjournmentStage::Sealed | AdjournmentStage::Illegal) => {
            Err(not_now(Phase::Adjourned))
        }
        None => Err(none()),
    }
}

fn none() -> Refusal {
    Reason::NotAdjourned.into()
}

/// A move that is played when the time of the adjournment has come is sealed instead; what was
/// received before it is played.
pub(super) fn must_seal(state: &TableState, moment: &Moment) -> Result<(), Refusal> {
    let sealing = state
        .interruptions
        .adjournment
        .filter(|adjournment| adjournment.stage == AdjournmentStage::Sealing);
    if sealing.is_none_or(|adjournment| moment.received_ms() < adjournment.at_ms) {
        return Ok(());
    }
    Err(Reason::MustSeal.into())
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
    if stage(state) != Some(AdjournmentStage::Sealing) {
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
    let sealed = match sealed(draft.state()) {
        Some((AdjournmentStage::Sealed, sealed)) => sealed,
        Some(_) => {
            return Err(Reason::SealIllegal.into());
        }
        None => return Err(none()),
    };
    open(draft, sealed, (sealed.square, sealed.flip));
    Ok(())
}

fn sealed(state: &TableState) -> Option<(AdjournmentStage, Sealed)> {
    let adjournment = state.interruptions.adjournment?;
    Some((adjournment.stage, adjournment.sealed?))
}

fn open(draft: &mut Draft<'_>, sealed: Sealed, (square, flip): (Option<Square>, Option<Square>)) {
    let legal = is_legal(draft.state(), sealed, (square, flip));
    draft.push(Event::SealRevealed {
        ply: sealed.ply,
        color: sealed.stopped.turn.color,
        square,
        flip,
        legal,
    });
    let Some(turn) = draft.turn().filter(|_| legal) else {
        return;
    };
    let charge = Charge {
        charged_ms: sealed.charged_ms,
        lag_credit_ms: sealed.lag_credit_ms,
        reading_credit_ms: sealed.reading_credit_ms,
    };
    match square {
        Some(square) => draft.play(turn, (square, flip), charge),
        None => draft.pass(turn, charge, false),
    }
}

fn is_legal(
    state: &TableState,
    sealed: Sealed,
    (square, flip): (Option<Square>, Option<Square>),
) -> bool {
    let must_pass = sealed.stopped.turn.must_pass;
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
    let sealed = match sealed(draft.state()) {
        Some((AdjournmentStage::Illegal, sealed)) => sealed,
        Some(_) => {
            return Err(Reason::SealedUnopened.into());
        }
        None => return Err(none()),
    };
    let turn = sealed.stopped.turn;
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
