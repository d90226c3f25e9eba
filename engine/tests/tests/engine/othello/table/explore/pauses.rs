//! Pauses: the table whose clocks stand is held against its twin, whose clocks were never stopped.

use outflank_othello::{
    Command, DeadlineKind, Event, Moment, PerColor, Phase, TableState, clocks, deadline, fold,
};

use super::acts::{PAST_DOUBT_MS, set_clocks};
use super::oracle::{GRANT_MS, latest_due_ms, stopped_ms};
use super::step::{self, check_event};
use super::{Decide, Node, Stood, World, wrong};

const AN_HOUR_MS: i64 = 3_600_000;

/// Nothing runs, the clocks show what the twin's showed when they were stopped, and what is due is the fall
/// from before the pause or the pause's own end.
pub fn check(node: &Node, stood: &Stood, decide: Decide) -> Result<(), String> {
    let state = &node.state;
    let shown = clocks(state, node.now_ms);
    let stands = shown == clocks(state, node.now_ms + AN_HOUR_MS);
    if state.phase() != Phase::Paused || state.turn().is_some() || !stands {
        return wrong("the clocks do not stand", node, shown);
    }
    if remaining(state) != expected(stood) {
        return wrong(
            "a stopped clock shows something else",
            node,
            expected(stood),
        );
    }
    let fall = fall_ms(stood).map(|at_ms| (DeadlineKind::Flag, at_ms, at_ms + PAST_DOUBT_MS));
    let end = state.pause().and_then(|pause| pause.until_ms);
    // The clocks do not go on before a fall is settled.
    let after_ms = fall.map_or(i64::MIN, |fall| fall.2);
    let end = end.map(|at_ms| (DeadlineKind::Pause, at_ms, at_ms.max(after_ms)));
    let first = fall.into_iter().chain(end).min_by_key(|due| due.2);
    let due = deadline(state).map(|due| (due.kind, due.at_ms, due.look_at_ms));
    if due != first {
        return wrong("something else is due in the pause", node, (due, first));
    }
    let later = Moment::at(node.now_ms + AN_HOUR_MS);
    match fall {
        Some(_) if decide(state, &Command::SettleFlag, &later).is_err() => wrong(
            "stuck: the fall before the pause is not settled",
            node,
            fall,
        ),
        None if decide(state, &set_clocks(), &later).is_err() => {
            wrong("stuck: the clocks cannot be set in the pause", node, ())
        }
        _ => Ok(()),
    }
}

/// When the flag fell before the pause, if it did.
fn fall_ms(stood: &Stood) -> Option<i64> {
    let turn = stood.running.turn().filter(|_| stood.open)?;
    let left_ms = stood.running.reading(turn.seat()).remaining_ms;
    Some(latest_due_ms(turn, left_ms)).filter(|at_ms| *at_ms <= stood.since_ms)
}

fn remaining(state: &TableState) -> PerColor<i64> {
    state.remaining_ms()
}

/// What both clocks are to show.
fn expected(stood: &Stood) -> PerColor<i64> {
    let mut shown = remaining(&stood.running);
    if let Some(turn) = stood.running.turn().filter(|_| stood.open) {
        let left_ms = shown.get_mut(turn.seat());
        *left_ms = stopped_ms(turn, *left_ms, stood.since_ms);
    }
    shown
}

/// What an act in the pause led to; `None` if it was refused.
pub fn step(
    world: &World,
    node: &Node,
    stood: &Stood,
    act: (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    match act.0 {
        Command::Move { .. } | Command::Pass { .. } | Command::Resign { .. } => {
            late_command(world, node, stood, act, decide)
        }
        Command::SettleFlag => settle(world, node, stood, act, decide),
        Command::CreditTime { .. } => credit(node, stood, act, decide),
        _ => go_on(node, stood, act, decide),
    }
}

/// What was received before the pause is judged as if there were none; what came later is refused.
fn late_command(
    world: &World,
    node: &Node,
    stood: &Stood,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let age_ms = moment.now_ms - moment.received_ms();
    let counts = stood.open && moment.received_ms() < stood.since_ms && age_ms < 2_000;
    let twin = match counts {
        true => step::step(world, &node.twin(stood), (command, moment), decide)?,
        false => None,
    };
    let decided = decide(&node.state, command, moment).ok();
    let wanted = twin
        .is_some()
        .then(|| decide(&stood.running, command, moment).ok())
        .flatten();
    if decided != wanted {
        let detail = (command, moment, decided, wanted);
        return wrong("a pause changes what came before it", node, detail);
    }
    match (decided, twin) {
        (Some(events), Some(twin)) => after(node, stood, moment, (&events, twin.state)).map(Some),
        _ => Ok(None),
    }
}

/// Falls before the pause are settled in it, and only those.
fn settle(
    world: &World,
    node: &Node,
    stood: &Stood,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let fall_ms = fall_ms(stood);
    let possible = fall_ms.filter(|fall_ms| moment.now_ms >= fall_ms + PAST_DOUBT_MS);
    let (events, mut due_ms) = match (decide(&node.state, command, moment), possible) {
        (Ok(events), Some(fall_ms)) => (events, fall_ms),
        (Err(_), None) => return Ok(None),
        (decided, _) => {
            let detail = (fall_ms, moment, decided);
            return wrong(
                "a fall before a pause is settled at another time",
                node,
                detail,
            );
        }
    };
    let mut twin = node.twin(stood);
    twin.now_ms = moment.now_ms;
    for event in &events {
        if matches!(event, Event::Paused { .. }) {
            continue;
        }
        if let Event::FlagFell { deadline_ms, .. } = event {
            if *deadline_ms != due_ms || due_ms > stood.since_ms {
                return wrong("the fall before a pause has the wrong instant", node, event);
            }
            due_ms += GRANT_MS;
        }
        let before = twin.clone();
        twin.state = fold(twin.state, moment.now_ms, [event]);
        check_event(world, &before, event, &twin.state)?;
    }
    after(node, stood, moment, (&events, twin.state)).map(Some)
}

/// The fault's time comes on top of what the stopped clock shows.
fn credit(
    node: &Node,
    stood: &Stood,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let decided = decide(&node.state, command, moment).ok();
    if decided.is_some() == node.credited {
        return wrong(
            "a credit in a pause is refused, or given twice",
            node,
            decided,
        );
    }
    let (Some(events), Ok(twins)) = (decided, decide(&stood.running, command, moment)) else {
        return Ok(None);
    };
    let running = fold(stood.running.clone(), moment.now_ms, &twins);
    let mut after = after(node, stood, moment, (&events, running))?;
    after.credited = true;
    Ok(Some(after))
}

/// The state after an act in the pause agrees with its twin in everything but the clocks.
fn after(
    node: &Node,
    stood: &Stood,
    moment: &Moment,
    (events, running): (&[Event], TableState),
) -> Result<Node, String> {
    let state = fold(node.state.clone(), moment.now_ms, events);
    let told = |state: &TableState| {
        (
            (*state.position(), state.record().to_vec()),
            (state.defaulter(), state.plays_both()),
            state.finished().copied(),
        )
    };
    if told(&state) != told(&running) {
        return wrong("a pause changes the game", node, events);
    }
    let turn_is_over = events.iter().any(|event| {
        matches!(
            event,
            Event::Moved { .. }
                | Event::Passed { .. }
                | Event::FlagFell {
                    winner_plays: true,
                    ..
                }
        )
    });
    let stood = running.finished().is_none().then_some(Stood {
        running,
        since_ms: stood.since_ms,
        open: stood.open && !turn_is_over,
    });
    Ok(Node {
        state,
        now_ms: moment.now_ms,
        stood,
        ..*node
    })
}

/// The pause ends, by an official or by itself: the same turn goes on with what its clock showed.
fn go_on(
    node: &Node,
    stood: &Stood,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let until_ms = node.state.pause().and_then(|pause| pause.until_ms);
    let possible = match command {
        Command::SettleDeadline => until_ms.is_some_and(|until_ms| moment.now_ms >= until_ms),
        _ => true,
    };
    let possible = possible && fall_ms(stood).is_none();
    let decided = decide(&node.state, command, moment);
    if decided.is_ok() != possible {
        let what = "stuck: a pause does not end when it can, or ends when it cannot";
        return wrong(what, node, (command, moment, decided));
    }
    let Ok(events) = decided else {
        return Ok(None);
    };
    let state = fold(node.state.clone(), moment.now_ms, &events);
    let (Some(turn), Some(stopped)) = (state.turn(), stood.running.turn()) else {
        return wrong("nobody is on the move after a pause", node, events);
    };
    let same = (turn.color, turn.must_pass, turn.seat())
        == (stopped.color, stopped.must_pass, stopped.seat());
    let begins = turn.from_ms == moment.now_ms && turn.until_delivered;
    if !same || !begins || remaining(&state) != remaining(&node.state) {
        return wrong("the turn does not go on as it was stopped", node, events);
    }
    Ok(Some(Node {
        state,
        now_ms: moment.now_ms,
        stood: None,
        ..*node
    }))
}
