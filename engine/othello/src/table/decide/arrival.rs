//! Who is there, the no-show limit, and everything else that falls due.

use alloc::vec::Vec;

use super::flags::{fall_until, settled_ms};
use super::guards::{fresh, not_over, running};
use super::pause::{before_pause, go_on, stop};
use crate::Color;
use crate::table::clock::{
    Deadline, DeadlineKind, absence_ms, deadlines, fell_before_pause_ms, first_move_ms,
};
use crate::table::command::Moment;
use crate::table::digest::transcript_digest;
use crate::table::draft::Draft;
use crate::table::event::{ConfirmedBy, EndReason, Event, Finished};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::{Game, TableState};

/// A seat's holder is there.
pub(super) fn arrive(
    state: &TableState,
    moment: &Moment,
    color: Color,
) -> Result<Vec<Event>, Refusal> {
    not_over(state)?;
    if state.has_arrived(color) {
        return Err(Reason::AlreadyArrived.into());
    }
    fresh(moment)?;
    in_limit(state, moment)?;
    Ok(alloc::vec![Event::Arrived { color }])
}

/// What was received when the no-show limit had run out waits until that is settled.
pub(super) fn in_limit(state: &TableState, moment: &Moment) -> Result<(), Refusal> {
    if absence_ms(state).is_none_or(|at_ms| moment.received_ms() < at_ms) {
        return Ok(());
    }
    Err(Reason::AbsencePending.into())
}

/// Settles the first of what is due, flags and the start apart.
pub(super) fn settle_deadline(
    state: &TableState,
    game: &Game,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    let waits = |due: &Deadline| match due.kind {
        DeadlineKind::Start | DeadlineKind::Flag => true,
        DeadlineKind::Call | DeadlineKind::Pause => fell_before_pause_ms(state).is_some(),
        _ => false,
    };
    let due = deadlines(state)
        .filter(|due| !waits(due))
        .filter(|due| due.is_due(moment))
        .min_by_key(|due| due.at_ms);
    let Some(due) = due else {
        return Err(Reason::NothingDue.into());
    };
    let mut draft = Draft::new(state, game, moment);
    match due.kind {
        DeadlineKind::Absence => {
            let never_began = first_move_ms(state).filter(|at_ms| *at_ms == due.at_ms);
            let idle = state.turn().filter(|_| never_began.is_some());
            fall_until(&mut draft, due.at_ms);
            if draft.state().finished().is_none() {
                lose_by_absence(&mut draft, idle.map(|turn| turn.seat()));
            }
        }
        DeadlineKind::Call | DeadlineKind::Pause => go_on(&mut draft),
        DeadlineKind::Adjournment => draft.push(Event::SealingBegan),
        DeadlineKind::Confirmation => {
            let digest = transcript_digest(state);
            draft.push(Event::ResultConfirmed {
                by: ConfirmedBy::Silence,
                digest,
            });
        }
        DeadlineKind::Start | DeadlineKind::Flag => {}
    }
    Ok(draft.into_events())
}

/// `idle`: who was here, and did not make his first move.
fn lose_by_absence(draft: &mut Draft<'_>, idle: Option<Color>) {
    let state = draft.state();
    let variant = state.game_rules();
    let (goal, size) = variant
        .map(|game_rules| (game_rules.goal, game_rules.size))
        .unwrap_or_default();
    let here = |color| idle.map_or(state.has_arrived(color), |idle| idle != color);
    let loser = Color::BOTH.into_iter().find(|color| !here(*color));
    let both_absent = !here(Color::Black) && !here(Color::White);
    let winner = loser.filter(|_| !both_absent).map(Color::opponent);
    let discs = winner.map_or(crate::PerColor::new(0, 0), |winner| {
        goal.whole_win(winner, size)
    });
    let defaulter = state.defaulter();
    draft.push(Event::Finished(Finished {
        black_discs: discs.black,
        white_discs: discs.white,
        winner,
        reason: EndReason::Absence,
        defaulter,
        absent: loser.filter(|_| !both_absent),
        both_absent,
    }));
}

/// Lets fall what fell past doubt, on the running clock or before the pause.
pub(super) fn settle_flag(
    state: &TableState,
    game: &Game,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    if let Some(events) = settle_flag_in_pause(state, game, moment) {
        return Ok(events);
    }
    running(state)?;
    let mut draft = Draft::new(state, game, moment);
    fall_until(&mut draft, settled_ms(moment));
    let events = draft.into_events();
    if events.is_empty() {
        return Err(Reason::FlagNotDue.into());
    }
    Ok(events)
}

/// Lets fall in a pause what fell before it, once it is past doubt.
fn settle_flag_in_pause(state: &TableState, game: &Game, moment: &Moment) -> Option<Vec<Event>> {
    let pause = state.pause()?;
    let seat = state.stopped()?.turn.seat();
    let mut draft = Draft::new(&before_pause(state)?, game, moment);
    fall_until(&mut draft, pause.since_ms.min(settled_ms(moment)));
    let fell = !draft.is_empty();
    // The clock of the winner who plays both colours never ran before the pause.
    if let Some(turn) = draft.turn().filter(|turn| fell && turn.seat() == seat) {
        stop(
            &mut draft,
            turn,
            pause.since_ms,
            (pause.cause, pause.until_ms),
        );
    }
    fell.then(|| draft.into_events())
}
