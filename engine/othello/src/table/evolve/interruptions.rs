//! Folds whatever comes over a table beside play itself.

use alloc::vec::Vec;

use crate::table::clock_reading::ClockReading;
use crate::table::event::{
    ConfirmedBy, EndReason, EnteredPly, Event, Finished, Next, PauseCause, Restored,
};
use crate::table::evolve::{add_lag, give_turn};
use crate::table::interruptions::{
    Adjournment, AdjournmentStage, Confirmation, Countersignature, Dispute, Expulsion, Pause,
    Sealed, Standing, Stopped, Transfer,
};
use crate::table::state::TableState;
use crate::table::turn::{Played, Turn};
use crate::{Color, PerColor, Position};

/// Every event that is not play itself.
pub(super) fn apply(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::DirectorCalled { .. }
        | Event::CallAnswered
        | Event::ClocksSet { .. }
        | Event::TimeAdjusted { .. }
        | Event::DefaultUndone { .. } => clocks(state, at_ms, event),
        Event::AdjournmentAnnounced { .. }
        | Event::AdjournmentCancelled
        | Event::SealingBegan
        | Event::MoveSealed { .. }
        | Event::SquareSealed { .. }
        | Event::SealRevealed { .. } => adjournment(state, at_ms, event),
        Event::TakenBack(_)
        | Event::TranscriptEntered { .. }
        | Event::Reopened(_)
        | Event::Annulled
        | Event::ReplaySet { .. } => moved_back(state, at_ms, event),
        Event::TranscriptConfirmed { .. }
        | Event::ResultConfirmed { .. }
        | Event::ResultDisputed { .. }
        | Event::DisputeSettled { .. }
        | Event::Countersigned { .. } => confirmation(state, event),
        Event::TransferredAway { transfer_id, to } => {
            state.interruptions.away = Some(Transfer {
                transfer_id: transfer_id.clone(),
                to: to.clone(),
                since_ms: at_ms,
            });
        }
        Event::TransferredIn { .. } => state.interruptions.away = None,
        _ => people(state, event),
    }
}

fn clocks(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::Paused {
            cause,
            until_ms,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            clocks,
        } => {
            let credited_ms = lag_credit_ms.saturating_add(*reading_credit_ms);
            credit_turn(state, credited_ms);
            pause(state, at_ms, (*cause, *until_ms), (*charged_ms, *clocks));
        }
        Event::Resumed { next } => resume(state, at_ms, *next),
        Event::DirectorCalled { color, .. } => {
            let made = state.interruptions.calls.made.get_mut(*color);
            *made = made.saturating_add(1);
            state.interruptions.calls.open = Some(*color);
            *state.interruptions.arrived.get_mut(*color) = true;
        }
        Event::CallAnswered => state.interruptions.calls.open = None,
        Event::ClocksSet { clocks } => show(state, at_ms, *clocks),
        Event::TimeAdjusted { color, ms, clock } => {
            state.set_reading(*color, *clock);
            // What an official gave or took stays so when plies are taken back.
            for standing in &mut state.interruptions.standings {
                let reading = standing.clocks.get_mut(*color);
                *reading = reading.set_to(reading.remaining_ms.saturating_add(*ms));
            }
            close_stopped(state);
        }
        Event::DefaultUndone { clocks, .. } => {
            let granted_ms = state.granted_ms;
            state.defaulter = None;
            state.granted_ms = 0;
            state.plays_both = None;
            for standing in &mut state.interruptions.standings {
                undo_default(standing, granted_ms);
            }
            if let Some(turn) = &mut state.turn {
                turn.seat = None;
            }
            if let Some(pause) = &mut state.interruptions.pause
                && let Some(stopped) = &mut pause.stopped
            {
                stopped.turn.seat = None;
            }
            show(state, at_ms, *clocks);
        }
        _ => {}
    }
}

/// Credits the running turn before it is stopped, for the network and for reading.
fn credit_turn(state: &mut TableState, credited_ms: i64) {
    if let Some(turn) = &mut state.turn {
        turn.lag_credited_ms = turn.lag_credited_ms.saturating_add(credited_ms);
        let seat = turn.seat();
        add_lag(state, seat, credited_ms);
    }
}

fn undo_default(standing: &mut Standing, granted_ms: i64) {
    if standing.defaulter.take().is_none() {
        return;
    }
    standing.granted_ms = 0;
    standing.plays_both = None;
    for color in Color::BOTH {
        let reading = standing.clocks.get_mut(color);
        *reading = reading.set_to(reading.remaining_ms.saturating_sub(granted_ms));
    }
}

/// The clocks show this now; a running one goes on from here.
fn show(state: &mut TableState, at_ms: i64, clocks: PerColor<ClockReading>) {
    state.set_readings(clocks);
    if let Some(turn) = &mut state.turn {
        turn.from_ms = at_ms;
        turn.until_delivered = false;
    }
    if let Some(standing) = state.interruptions.standings.last_mut() {
        standing.clocks = clocks;
    }
    close_stopped(state);
}

/// No command from before the pause counts any more.
fn close_stopped(state: &mut TableState) {
    let before = state.readings();
    if let Some(pause) = &mut state.interruptions.pause
        && let Some(stopped) = &mut pause.stopped
    {
        stopped.before = before;
        stopped.open = false;
    }
}

fn pause(
    state: &mut TableState,
    at_ms: i64,
    (cause, until_ms): (PauseCause, Option<i64>),
    (charged_ms, clocks): (i64, PerColor<ClockReading>),
) {
    let before = state.readings();
    state.set_readings(clocks);
    let stopped = state.turn.take().map(|turn| Stopped {
        turn,
        before,
        charged_ms,
        open: true,
    });
    let pause = state.interruptions.pause.get_or_insert(Pause {
        cause,
        since_ms: at_ms,
        until_ms,
        stopped,
    });
    pause.cause = cause;
    pause.until_ms = until_ms;
    if let Some(known) = stopped.or(pause.stopped) {
        let charged_ms = known.charged_ms.max(charged_ms);
        pause.stopped = Some(Stopped {
            charged_ms,
            ..known
        });
    }
}

fn resume(state: &mut TableState, at_ms: i64, next: Option<Next>) {
    let pause = state.interruptions.pause.take();
    if let Some(pause) = pause {
        let appointed_ms = state.starts_at_ms().unwrap_or(at_ms);
        let stood_ms = at_ms
            .saturating_sub(pause.since_ms.max(appointed_ms))
            .max(0);
        state.interruptions.stood_ms = state.interruptions.stood_ms.saturating_add(stood_ms);
    }
    if state.is_sealed() {
        state.interruptions.adjournment = None;
    }
    give_turn(state, at_ms, next);
    let stopped = pause.and_then(|pause| pause.stopped);
    if let (Some(turn), Some(stopped)) = (&mut state.turn, stopped) {
        turn.spent_ms = stopped.turn.spent_ms.saturating_add(stopped.charged_ms);
        turn.lag_credited_ms = stopped.turn.lag_credited_ms;
    }
}

fn adjournment(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::AdjournmentAnnounced { at_ms } => {
            state.interruptions.adjournment = Some(Adjournment {
                at_ms: *at_ms,
                stage: AdjournmentStage::Announced,
                sealed: None,
            });
        }
        Event::AdjournmentCancelled => state.interruptions.adjournment = None,
        Event::SealingBegan => {
            if let Some(adjournment) = &mut state.interruptions.adjournment {
                adjournment.stage = AdjournmentStage::Sealing;
            }
        }
        Event::MoveSealed {
            ply,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            clocks,
            color,
        } => {
            let before = state.readings();
            state.set_readings(*clocks);
            let turn = state.turn.take().unwrap_or(Turn {
                color: *color,
                must_pass: false,
                from_ms: at_ms,
                until_delivered: false,
                seat: None,
                spent_ms: 0,
                lag_credited_ms: 0,
            });
            state.interruptions.adjournment = Some(Adjournment {
                at_ms: state
                    .interruptions
                    .adjournment
                    .map_or(at_ms, |adjournment| adjournment.at_ms),
                stage: AdjournmentStage::Sealed,
                sealed: Some(Sealed {
                    ply: *ply,
                    stopped: Stopped::fresh(turn, before),
                    charged_ms: *charged_ms,
                    lag_credit_ms: *lag_credit_ms,
                    reading_credit_ms: *reading_credit_ms,
                    square: None,
                    flip: None,
                }),
            });
        }
        Event::SquareSealed { square, flip, .. } => {
            if let Some(Adjournment {
                sealed: Some(sealed),
                ..
            }) = &mut state.interruptions.adjournment
            {
                sealed.square = *square;
                sealed.flip = *flip;
            }
        }
        Event::SealRevealed { legal, .. } => reveal(state, *legal),
        _ => {}
    }
}

/// A legal sealed move is played on the turn in which it was sealed.
fn reveal(state: &mut TableState, legal: bool) {
    if !legal {
        if let Some(adjournment) = &mut state.interruptions.adjournment {
            adjournment.stage = AdjournmentStage::Illegal;
        }
        return;
    }
    if let Some(sealed) = state
        .interruptions
        .adjournment
        .take()
        .and_then(|adjournment| adjournment.sealed)
    {
        state.set_readings(sealed.stopped.before);
        state.turn = Some(sealed.stopped.turn);
    }
}

/// Notes what only a player does: by then both seats are held, or it is no game.
pub(super) fn note_play(state: &mut TableState, event: &Event) {
    let by_player = matches!(
        event,
        Event::Moved { .. }
            | Event::Passed {
                automatic: false,
                ..
            }
            | Event::MoveSealed { .. }
            | Event::Resigned { .. }
    );
    let held = state
        .seats()
        .is_some_and(|seats| seats.black.account.is_some() && seats.white.account.is_some());
    state.interruptions.begun |= by_player && held;
}

fn moved_back(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::TakenBack(restored) | Event::Reopened(restored) => {
            state.interruptions.adjournment = None;
            restore(state, restored);
            give_turn(state, at_ms, restored.next);
        }
        Event::TranscriptEntered { plies, restored } => {
            state.record = record(plies, at_ms, restored.clocks);
            let standing = standing_of(restored);
            state.interruptions.standings =
                core::iter::repeat_n(standing, plies.len().saturating_add(1)).collect();
            state.interruptions.adjournment = None;
            restore(state, restored);
            give_turn(state, at_ms, restored.next);
        }
        Event::Annulled => {
            state.interruptions.annulled = true;
            state.finished = None;
            state.interruptions.pause = None;
            state.interruptions.adjournment = None;
            state.interruptions.confirmation = None;
            state.interruptions.calls.open = None;
            state.turn = None;
        }
        Event::ReplaySet {
            restored,
            starts_at_ms,
        } => {
            state.interruptions.adjournment = None;
            state.interruptions.pause = None;
            restore(state, restored);
            state.turn = None;
            state.interruptions.stood_ms = 0;
            if let Some(game) = &mut state.game {
                game.starts_at_ms = *starts_at_ms;
            }
        }
        _ => {}
    }
}

fn restore(state: &mut TableState, restored: &Restored) {
    let plies = usize::try_from(restored.ply).unwrap_or(usize::MAX);
    state.record.truncate(plies);
    state
        .interruptions
        .standings
        .truncate(plies.saturating_add(1));
    if let Some(standing) = state.interruptions.standings.last_mut() {
        *standing = standing_of(restored);
    }
    let to_move = restored
        .next
        .map_or(state.position.to_move(), |next| next.color);
    if let Some(position) = Position::new(restored.black, restored.white, to_move) {
        state.position = position;
    }
    state.set_readings(restored.clocks);
    state.defaulter = restored.defaulter;
    state.granted_ms = restored.granted_ms;
    state.plays_both = restored.plays_both;
    state.resigned = None;
    state.finished = None;
    state.interruptions.annulled = false;
    state.interruptions.confirmation = None;
}

const fn standing_of(restored: &Restored) -> Standing {
    Standing {
        clocks: restored.clocks,
        defaulter: restored.defaulter,
        granted_ms: restored.granted_ms,
        plays_both: restored.plays_both,
    }
}

fn record(plies: &[EnteredPly], at_ms: i64, clocks: PerColor<ClockReading>) -> Vec<Played> {
    (1..=u32::MAX)
        .zip(plies)
        .map(|(ply, entered)| Played {
            ply,
            color: entered.color,
            square: entered.square,
            flip: entered.flip,
            at_ms,
            charged_ms: 0,
            remaining_ms: clocks.get(entered.color).remaining_ms,
            lag_credit_ms: 0,
            seat: None,
        })
        .collect()
}

fn confirmation(state: &mut TableState, event: &Event) {
    let Some(confirmation) = &mut state.interruptions.confirmation else {
        return;
    };
    match event {
        Event::TranscriptConfirmed { color, .. } => {
            *confirmation.signed.get_mut(*color) = true;
            *state.interruptions.arrived.get_mut(*color) = true;
        }
        Event::ResultConfirmed { by, .. } => confirmation.confirmed = Some(*by),
        Event::ResultDisputed { color, reason_id } => {
            confirmation.dispute = Some(Dispute {
                color: *color,
                reason_id: reason_id.clone(),
                upheld: None,
            });
        }
        Event::DisputeSettled { upheld } => {
            if let Some(dispute) = &mut confirmation.dispute {
                dispute.upheld = Some(*upheld);
            }
        }
        Event::Countersigned {
            digest,
            key_id,
            signature,
        } => {
            confirmation.countersigned = Some(Countersignature {
                digest: digest.clone(),
                key_id: key_id.clone(),
                signature: signature.clone(),
            });
        }
        _ => {}
    }
}

fn people(state: &mut TableState, event: &Event) {
    match event {
        Event::Arrived { color } => *state.interruptions.arrived.get_mut(*color) = true,
        Event::SpectatorsChatSet { open } => state.interruptions.spectators_chat = Some(*open),
        Event::TableJudgeAssigned { account } => {
            state.interruptions.table_judge = Some(account.clone())
        }
        Event::Expelled { whom, until_ms } => {
            state
                .interruptions
                .expulsions
                .retain(|expulsion| expulsion.whom != *whom);
            state.interruptions.expulsions.push(Expulsion {
                whom: whom.clone(),
                until_ms: *until_ms,
            });
        }
        Event::Readmitted { whom } => {
            state
                .interruptions
                .expulsions
                .retain(|expulsion| expulsion.whom != *whom);
        }
        _ => {}
    }
}

/// Play is over: whatever stopped the clocks is too. The result of play itself is to be signed.
pub(super) fn finish(state: &mut TableState, at_ms: i64, finished: &Finished) {
    state.interruptions.pause = None;
    state.interruptions.adjournment = None;
    let within_ms = state
        .game_rules()
        .map_or(0, |game_rules| game_rules.confirm_within_ms);
    let signed_by_players = matches!(
        finished.reason,
        EndReason::BoardComplete | EndReason::Flag | EndReason::Resignation
    );
    state.interruptions.confirmation = (signed_by_players && within_ms > 0).then(|| Confirmation {
        due_ms: at_ms.saturating_add(within_ms),
        signed: PerColor::default(),
        confirmed: None::<ConfirmedBy>,
        dispute: None,
        countersigned: None,
    });
}

/// A credit for a clock that stands counts for the stopped turn too.
pub(super) fn credit_stopped(state: &mut TableState, color: Color, ms: i64) {
    if let Some(pause) = &mut state.interruptions.pause
        && let Some(stopped) = &mut pause.stopped
    {
        let before = stopped.before.get_mut(color);
        *before = before.credited(ms);
    }
}

/// Notes how matters stand after a ply, or before the first.
pub(super) fn note_standing(state: &mut TableState) {
    state.interruptions.standings.push(Standing {
        clocks: state.readings(),
        defaulter: state.defaulter,
        granted_ms: state.granted_ms,
        plays_both: state.plays_both,
    });
}

/// A stopped turn goes on, as far as it is judged before the pause, from what the clocks show now.
pub(super) fn restart_stopped(state: &mut TableState) {
    let readings = state.readings();
    if let Some(pause) = &mut state.interruptions.pause
        && let Some(stopped) = &mut pause.stopped
    {
        stopped.before = readings;
        stopped.charged_ms = 0;
    }
}
