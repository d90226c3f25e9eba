//! One act while a clock runs, and every event of it, held against the rules.

use outflank_othello::{
    Color, Command, DefaultPolicy, EndReason, Event, Finished, Moment, OfficialAct, TableState,
    TimeControl, Turn, fold,
};

use super::acts::{PAST_DOUBT_MS, look_ms};
use super::oracle::{End, Ended, GRANT_MS, due_ms, latest_due_ms, result, stopped_ms};
use super::{Decide, Node, Stood, World, moved, wrong};

/// What the act led to; `None` if it was refused.
pub fn step(
    world: &World,
    node: &Node,
    (command, moment): (&Command, &Moment),
    decide: Decide,
) -> Result<Option<Node>, String> {
    let state = &node.state;
    let Some(turn) = state.turn() else {
        return Ok(None);
    };
    let due_ms = due_ms(turn, state.reading(turn.seat()).remaining_ms, moment);
    let in_time = moment.received_ms() < due_ms;
    let possible = match command {
        Command::Move { .. } => !turn.must_pass,
        Command::Pass { .. } => turn.must_pass,
        Command::Resign { color } => *color == turn.seat() || in_time,
        Command::SettleFlag => moment.now_ms >= look_ms(node),
        Command::Officiate { .. } | Command::Freeze { .. } => {
            falls_before(world, node, turn, moment.now_ms) != Falls::End
        }
        _ => !node.credited,
    };
    let Ok(events) = decide(state, command, moment) else {
        if possible {
            return wrong("a possible act was refused", node, (command, moment));
        }
        return Ok(None);
    };
    if !possible || events.is_empty() {
        return wrong("an impossible act was accepted", node, (command, moment));
    }
    check_fall(world, node, (command, moment), &events)?;
    let mut after = Node {
        now_ms: moment.now_ms,
        credited: node.credited || matches!(command, Command::CreditTime { .. }),
        ..node.clone()
    };
    for event in &events {
        let before = after.clone();
        after.state = fold(after.state, moment.now_ms, [event]);
        check_event(world, &before, event, &after.state)?;
        if matches!(event, Event::Paused { .. }) {
            after.pauses_left -= 1;
            after.stood = Some(Stood {
                running: before.state,
                since_ms: moment.now_ms,
                open: true,
            });
        }
    }
    if is_pause(command) == after.stood.is_none() {
        return wrong("the clocks stand, or do not, against the act", node, events);
    }
    Ok(Some(after))
}

fn is_pause(command: &Command) -> bool {
    matches!(
        command,
        Command::Freeze { .. }
            | Command::Officiate {
                act: OfficialAct::Pause { .. },
                ..
            }
    )
}

/// What fell past doubt before an act that is no player's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Falls {
    Nothing,
    Flag,
    /// The fall, or the second one after it, ends the game.
    End,
}

fn falls_before(world: &World, node: &Node, turn: Turn, now_ms: i64) -> Falls {
    let settled_ms = now_ms - PAST_DOUBT_MS;
    let due_ms = latest_due_ms(turn, node.state.reading(turn.seat()).remaining_ms);
    if due_ms > settled_ms {
        return Falls::Nothing;
    }
    match (node.state.defaulter(), &world.game_rules.default_policy) {
        (None, DefaultPolicy::Woc) if due_ms + GRANT_MS > settled_ms => Falls::Flag,
        (None, DefaultPolicy::WinnerPlaysOn) if *moved(&node.state).get(turn.seat()) => Falls::Flag,
        _ => Falls::End,
    }
}

/// The flag falls first exactly where it fell before the act.
fn check_fall(
    world: &World,
    node: &Node,
    (command, moment): (&Command, &Moment),
    events: &[Event],
) -> Result<(), String> {
    let Some(turn) = node.state.turn() else {
        return Ok(());
    };
    let due_ms = due_ms(turn, node.state.reading(turn.seat()).remaining_ms, moment);
    let in_time = moment.received_ms() < due_ms;
    let mover_acts = matches!(command, Command::Move { .. } | Command::Pass { .. })
        || *command == Command::Resign { color: turn.seat() };
    let fell = matches!(events[0], Event::FlagFell { .. });
    if mover_acts && fell == in_time {
        return wrong("late and in time are mixed up", node, (command, events));
    }
    let falls = falls_before(world, node, turn, moment.now_ms);
    if is_pause(command) && fell != (falls == Falls::Flag) {
        return wrong("a pause and a fall are mixed up", node, (command, events));
    }
    if let (true, Event::FlagFell { deadline_ms, .. }) = (mover_acts, &events[0])
        && *deadline_ms != due_ms
    {
        return wrong("the fall has the wrong instant", node, (command, events));
    }
    Ok(())
}

/// One event: whose clock changes by how much, and whether it is what the rules want.
pub fn check_event(
    world: &World,
    before: &Node,
    event: &Event,
    after: &TableState,
) -> Result<(), String> {
    let old = &before.state;
    if old.finished().is_some() {
        return wrong("something happened after the end", before, event);
    }
    check_clocks(world, before, event, after)?;
    match event {
        Event::FlagFell { color, play_on, .. } => {
            let goes_on = old.defaulter().is_none()
                && match world.game_rules.default_policy {
                    DefaultPolicy::Woc => true,
                    DefaultPolicy::WinnerPlaysOn => *moved(old).get(*color),
                    _ => false,
                };
            if *play_on != goes_on || old.turn().map(|turn| turn.seat()) != Some(*color) {
                return wrong("play goes on, or not, against the policy", before, event);
            }
        }
        Event::Finished(finished) => check_result(world, before, finished)?,
        Event::Paused { .. } => {
            let stopped = old.turn().map(|turn| {
                let left_ms = old.reading(turn.seat()).remaining_ms;
                (turn.seat(), stopped_ms(turn, left_ms, before.now_ms))
            });
            let shows = stopped.map(|(seat, _)| (seat, after.reading(seat).remaining_ms));
            if after.turn().is_some() || stopped != shows {
                return wrong("a stopped clock shows something else", before, event);
            }
        }
        _ => {}
    }
    Ok(())
}

fn check_clocks(
    world: &World,
    before: &Node,
    event: &Event,
    after: &TableState,
) -> Result<(), String> {
    let old = &before.state;
    let running = old.turn().map(|turn| turn.seat());
    for color in Color::BOTH {
        let (was, is) = (old.reading(color), after.reading(color));
        let grants = matches!(
            event,
            Event::FlagFell {
                play_on: true,
                winner_plays: false,
                ..
            }
        );
        let credits = matches!(event, Event::TimeCredited { .. });
        if running != Some(color) && !grants && was != is {
            return wrong("a clock that stood still changed", before, event);
        }
        if grants {
            let expected_ms = if running == Some(color) {
                0
            } else {
                was.remaining_ms
            } + GRANT_MS;
            if is.remaining_ms != expected_ms {
                return wrong("a grant is not two minutes", before, event);
            }
        }
        let flat = old.defaulter() == Some(color)
            || matches!(
                world.game_rules.control(color),
                TimeControl::SuddenDeath { .. }
            );
        if flat && !grants && !credits && is.remaining_ms > was.remaining_ms {
            return wrong("time was made", before, event);
        }
    }
    Ok(())
}

fn check_result(world: &World, before: &Node, finished: &Finished) -> Result<(), String> {
    let old = &before.state;
    let end = match finished.reason {
        EndReason::Resignation => old.resigned().map(End::Resigned),
        EndReason::Flag => fallen(old, world).map(End::Fall),
        _ => Some(End::Board),
    };
    let Some(end) = end else {
        return wrong("nothing ended the game", before, finished);
    };
    // Whose fall it was that ended the game is no default before the end.
    let ended_it = |first: Color| matches!(end, End::Fall(color) if color == first);
    let first = old
        .defaulter()
        .filter(|first| !ended_it(*first) || world.falls_twice(old));
    let game_rules = &world.game_rules;
    let expected = result(&Ended {
        policy: &game_rules.default_policy,
        goal: game_rules.goal,
        draw_winner: game_rules.draw_winner,
        position: old.position(),
        first,
        end,
        moved: moved(old),
    });
    let discs = (finished.black_discs, finished.white_discs);
    if expected != (discs, finished.winner) {
        return wrong("the result is not the rule's", before, (expected, finished));
    }
    Ok(())
}

impl World {
    /// Whether a first fall leaves the game going, so that the fall that ended it was a second one.
    fn falls_twice(&self, state: &TableState) -> bool {
        match self.game_rules.default_policy {
            DefaultPolicy::Woc => true,
            DefaultPolicy::WinnerPlaysOn => state.plays_both().is_some(),
            _ => false,
        }
    }
}

/// Whose clock is at 0 after the fall that ended the game. After a winner's fall both may be: then it is his.
fn fallen(state: &TableState, world: &World) -> Option<Color> {
    let at_zero = |color: Color| state.reading(color).remaining_ms == 0;
    match state.defaulter() {
        Some(first) if world.falls_twice(state) && at_zero(first.opponent()) => {
            Some(first.opponent())
        }
        first => first.filter(|first| at_zero(*first)),
    }
}
