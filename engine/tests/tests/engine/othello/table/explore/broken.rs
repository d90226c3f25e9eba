//! The explorer's own teeth: each of these engines breaks one rule, and is caught for it.

use outflank_othello::{
    Color, Command, DefaultPolicy, EndReason, Event, Moment, PerColor, Phase, Refusal, TableState,
    TimeControl, decide,
};

use super::oracle::GRANT_MS;
use super::{Decide, World, explore};
use crate::othello::table::defaults::{BLACK_AHEAD, WHITE_AHEAD};
use crate::othello::table::scene::game_rules;

/// Changes what was decided before the explorer sees it.
fn bent(
    (state, command, moment): (&TableState, &Command, &Moment),
    bend: impl Fn(&mut Event),
) -> Result<Vec<Event>, Refusal> {
    let mut events = decide(state, command, moment)?;
    events.iter_mut().for_each(bend);
    Ok(events)
}

#[test]
fn a_broken_rule_is_caught() {
    let broken: [(&str, &str, Decide); 8] = [
        (
            "the winner's fall costs him everything",
            "the result is not the rule's",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::Finished(finished) = event
                        && (finished.black_discs, finished.white_discs) == (31, 33)
                    {
                        (finished.black_discs, finished.white_discs) = (0, 64);
                    }
                })
            },
        ),
        (
            "the discs of a game that was played out change hands",
            "the result is not the rule's",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::Finished(finished) = event
                        && finished.reason == EndReason::BoardComplete
                    {
                        core::mem::swap(&mut finished.black_discs, &mut finished.white_discs);
                    }
                })
            },
        ),
        (
            "in time at the deadline itself",
            "late and in time are mixed up",
            |state, command, moment| {
                let delivered = moment.stamps.and_then(|stamps| stamps.delivered_at_ms);
                let earlier = Moment {
                    now_ms: moment.now_ms - 1,
                    ..*moment
                }
                .stamped(moment.received_ms() - 1, delivered);
                decide(
                    state,
                    command,
                    if matches!(command, Command::SettleFlag) {
                        moment
                    } else {
                        &earlier
                    },
                )
            },
        ),
        (
            "two minutes for the defaulter alone",
            "a clock that stood still changed|a grant is not two minutes",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::FlagFell {
                        color,
                        play_on: true,
                        remaining_ms,
                        ..
                    } = event
                    {
                        *remaining_ms.get_mut(color.opponent()) -= GRANT_MS;
                    }
                })
            },
        ),
        ("no second fall", "stuck", |state, command, moment| {
            if *command == Command::SettleFlag && state.defaulter().is_some() {
                return decide(&TableState::default(), command, moment);
            }
            decide(state, command, moment)
        }),
        (
            "a flag settled too early",
            "a flag falls before its deadline",
            |state, command, moment| {
                let later = Moment {
                    now_ms: moment.now_ms + 1,
                    ..*moment
                };
                decide(
                    state,
                    command,
                    if *command == Command::SettleFlag {
                        &later
                    } else {
                        moment
                    },
                )
            },
        ),
        (
            "an end that is not written",
            "stuck",
            |state, command, moment| {
                let events = decide(state, command, moment)?;
                Ok(events
                    .into_iter()
                    .filter(|event| !matches!(event, Event::Finished(_)))
                    .collect())
            },
        ),
        (
            "the first fall ends the game",
            "stuck",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::FlagFell { play_on, .. } = event {
                        *play_on = false;
                    }
                })
            },
        ),
    ];
    for teeth in broken {
        check_caught(teeth, 4, 0);
    }
}

#[test]
fn a_broken_pause_is_caught() {
    let broken: [(&str, &str, Decide); 6] = [
        (
            "a pause that charges nothing",
            "a stopped clock shows something else",
            |state, command, moment| {
                let readings =
                    PerColor::new(state.reading(Color::Black), state.reading(Color::White));
                bent((state, command, moment), |event| {
                    if let Event::Paused { clocks, .. } = event {
                        *clocks = readings;
                    }
                })
            },
        ),
        (
            "a pause that forgets the fall before it",
            "a pause and a fall are mixed up",
            |state, command, moment| {
                let mut events = decide(state, command, moment)?;
                if events.iter().any(|event| event.kind() == "paused") {
                    events.retain(|event| event.kind() != "flag_fell");
                }
                Ok(events)
            },
        ),
        (
            "a fall that is never settled in a pause",
            "stuck: the fall before the pause is not settled",
            |state, command, moment| match state.phase() {
                Phase::Paused if *command == Command::SettleFlag => {
                    decide(&TableState::default(), command, moment)
                }
                _ => decide(state, command, moment),
            },
        ),
        (
            "a pause that shuts out what was sent before it",
            "a pause changes what came before it",
            |state, command, moment| match state.phase() {
                Phase::Paused if matches!(command, Command::Move { .. }) => {
                    decide(&TableState::default(), command, moment)
                }
                _ => decide(state, command, moment),
            },
        ),
        (
            "a pause that gives the turn to the other side",
            "the turn does not go on as it was stopped",
            |state, command, moment| {
                bent((state, command, moment), |event| {
                    if let Event::Resumed { next: Some(next) } = event {
                        next.color = next.color.opponent();
                    }
                })
            },
        ),
        (
            "a pause that does not end",
            "stuck: a pause does not end when it can",
            |state, command, moment| match command {
                Command::Thaw { .. } => decide(&TableState::default(), command, moment),
                _ => decide(state, command, moment),
            },
        ),
    ];
    for teeth in broken {
        check_caught(teeth, 1, 1);
    }
}

fn check_caught((name, caught_by, decide): (&str, &str, Decide), depth: u32, pauses: u32) {
    let found = [(BLACK_AHEAD, 57), (WHITE_AHEAD, 56)]
        .into_iter()
        .find_map(|line| {
            let control = TimeControl::SuddenDeath { main_ms: 5_000 };
            let world = World {
                game_rules: game_rules(control, DefaultPolicy::Woc),
                line,
                depth,
                pauses,
            };
            explore(&world, decide).err()
        });
    let found = found.unwrap_or_else(|| panic!("not caught: {name}"));
    let what = found.split(" at ").next().unwrap_or_default();
    println!("{name}: {}", what.chars().take(160).collect::<String>());
    let caught = caught_by.split('|').any(|what| found.contains(what));
    assert!(caught, "{name} was caught for another reason: {found}");
}
