//! What holds for any commands in any order at any time.

use crate::refusals::assert_declared_at_tables;
use outflank_othello::{
    Color, Command, CreditCause, EndReason, Event, Moment, PassMode, Phase, Square, Stamps,
    TableState, decide, evolve, fold,
};
use proptest::prelude::*;

use crate::othello::table::scene::{START_MS, Scene, create};

/// One step of a random game: what, with which numbers, how much later.
#[derive(Clone, Debug)]
struct Step {
    what: u8,
    pick: u8,
    black: bool,
    after_ms: i64,
    age_ms: i64,
    delivered_ms: Option<i64>,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let after = prop_oneof![80 => 0..4_000_i64, 8 => 0..100_000_i64, 1 => 0..3_000_000_i64];
    let age = prop_oneof![4 => 0..100_i64, 1 => -10..4_000_i64];
    let step = (
        0..24_u8,
        any::<u8>(),
        any::<bool>(),
        after,
        age,
        proptest::option::of(0..5_000_i64),
    );
    let step = step.prop_map(|(what, pick, black, after_ms, age_ms, delivered_ms)| Step {
        what,
        pick,
        black,
        after_ms,
        age_ms,
        delivered_ms,
    });
    proptest::collection::vec(step, 20..160)
}

fn command(step: &Step, state: &TableState) -> Command {
    let any = if step.black {
        Color::Black
    } else {
        Color::White
    };
    let mover = state.turn().map_or(any, |turn| turn.color);
    let ply = state.next_ply();
    let anywhere = Square::new(step.pick % 64).unwrap();
    let legal: Vec<Square> = state.legal_moves().iter().collect();
    let good = legal
        .get(usize::from(step.pick) % legal.len().max(1))
        .copied()
        .unwrap_or(anywhere);
    match step.what {
        0 => Command::Create(create(if step.black {
            PassMode::Explicit
        } else {
            PassMode::Automatic
        })),
        1 => Command::Start,
        2 => Command::TakeSeat {
            color: any,
            account: format!("account-{}", step.pick % 3),
        },
        3 => Command::Move {
            color: any,
            ply,
            square: anywhere,
            flip: None,
        },
        4 => Command::Move {
            color: any,
            ply: u32::from(step.pick),
            square: good,
            flip: None,
        },
        5 => Command::Pass {
            color: any,
            ply: u32::from(step.pick % 70),
        },
        6 => Command::SettleFlag,
        7 => Command::CreditTime {
            color: step.pick.is_multiple_of(2).then_some(any),
            ms: i64::from(step.pick) * 50 - 500,
            cause: CreditCause::ServerFault,
            fault_id: format!("fault-{}", step.pick % 7),
            until_ms: None,
        },
        8 if step.pick < 30 => Command::Resign { color: any },
        9 if step.pick == 10 => Command::CallOff,
        9 if step.pick < 10 => Command::Close {
            black_discs: step.pick,
            white_discs: 64 - step.pick,
            winner: step.pick.is_multiple_of(2).then_some(any),
        },
        _ if state.phase() == Phase::Empty => Command::Create(create(PassMode::Explicit)),
        _ if state.phase() == Phase::Waiting => Command::Start,
        _ if state.turn().is_some_and(|turn| turn.must_pass) => Command::Pass { color: mover, ply },
        _ => Command::Move {
            color: mover,
            ply,
            square: good,
            flip: None,
        },
    }
}

/// The clocks never gain but by what the event says it gives.
fn check_event(
    before: &TableState,
    event: &Event,
    after: &TableState,
) -> Result<(), TestCaseError> {
    for color in Color::BOTH {
        let gained = after.remaining_ms().get(color) - before.remaining_ms().get(color);
        let given = match event {
            Event::TimeCredited {
                color: credited,
                ms,
                ..
            } if *credited == color => *ms,
            Event::FlagFell { granted_ms, .. } => *granted_ms,
            Event::Created(created) => *created.remaining_ms.get(color),
            _ => 0,
        };
        prop_assert!(gained <= given, "{event:?}: {color} gained {gained}");
        prop_assert!(*after.remaining_ms().get(color) >= 0, "{event:?}");
    }
    let counts = after.position().disc_counts();
    let empties = after.position().empties().count();
    prop_assert_eq!(counts.black + counts.white + empties, 64);
    prop_assert_eq!(
        usize::from(counts.black + counts.white),
        4 + after.squares().count()
    );
    if let Event::Moved {
        charged_ms,
        remaining_ms,
        ..
    }
    | Event::Passed {
        charged_ms,
        remaining_ms,
        ..
    } = event
    {
        prop_assert!(*charged_ms >= 0 && *remaining_ms > 0, "{event:?}");
    }
    if let Event::Finished(finished) = event {
        prop_assert_eq!(finished.black_discs + finished.white_discs, 64);
        // A ruling may give the game to whom it will.
        let judged = finished.reason != EndReason::Ruling;
        if let Some(defaulter) = finished.defaulter.filter(|_| judged) {
            prop_assert_eq!(finished.winner, Some(defaulter.opponent()));
        }
    }
    let json = serde_json::to_string(event).unwrap();
    prop_assert!(
        json.starts_with(&format!("{{\"type\":\"{}\"", event.kind())),
        "{json}"
    );
    prop_assert_eq!(&serde_json::from_str::<Event>(&json).unwrap(), event);
    Ok(())
}

proptest! {
    #![proptest_config(crate::property::cases(300))]

    #[test]
    fn any_commands_keep_the_invariants(steps in steps()) {
        let mut scene = Scene::empty();
        scene.now_ms = START_MS - 8_000;
        for step in &steps {
            let now_ms = scene.now_ms + step.after_ms;
            scene.now_ms = now_ms;
            let command = command(step, &scene.state);
            let given = scene.state.turn().map_or(now_ms, |turn| turn.from_ms);
            let stamps = Stamps {
                received_at_ms: now_ms - step.age_ms,
                delivered_at_ms: step.delivered_ms.map(|delivered| given + delivered),
                lag_ms: None,
                unread_ms: step.after_ms,
                seen_at_ms: (step.age_ms % 2 == 0).then_some(given + step.age_ms),
            };
            let moment = Moment { now_ms, uncertainty_ms: 5, stamps: Some(stamps) };
            let before = scene.state.clone();
            let decided = decide(&scene.state, &command, &moment);
            prop_assert_eq!(&scene.state, &before);
            prop_assert_eq!(&decided, &decide(&before, &command, &moment));
            match decided {
                Ok(events) => {
                    prop_assert!(!events.is_empty());
                    let mut state = before;
                    for event in &events {
                        let after = evolve(state.clone(), now_ms, event);
                        check_event(&state, event, &after)?;
                        state = after;
                    }
                    scene.state = state;
                    scene.journal.push((now_ms, events));
                }
                Err(refusal) => {
                    assert_declared_at_tables(&refusal);
                    let code = serde_json::to_value(refusal.code).unwrap();
                    prop_assert_eq!(code.as_str(), Some(refusal.code.as_str()));
                }
            }
        }
        let replayed = scene.journal.iter().fold(TableState::default(), |state, (at_ms, events)| fold(state, *at_ms, events));
        prop_assert_eq!(&replayed, &scene.state);
        let snapshot = serde_json::to_string(&scene.state).unwrap();
        prop_assert_eq!(serde_json::from_str::<TableState>(&snapshot).unwrap(), replayed);
    }

    /// Instants at the ends of the number line, and streams that no game could have written.
    #[test]
    fn nothing_panics(
        steps in steps(),
        numbers in proptest::collection::vec(prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX)], 160 * 4),
    ) {
        let mut state = TableState::default();
        for (step, numbers) in steps.iter().zip(numbers.chunks_exact(4)) {
            let [now_ms, uncertainty_ms, received_at_ms, delivered] = numbers else { continue };
            let stamps = Stamps { received_at_ms: *received_at_ms, delivered_at_ms: step.delivered_ms.map(|_| *delivered), lag_ms: Some(*uncertainty_ms), unread_ms: *uncertainty_ms, seen_at_ms: Some(*delivered) };
            let moment = Moment { now_ms: *now_ms, uncertainty_ms: *uncertainty_ms, stamps: Some(stamps) };
            if let Ok(events) = decide(&state, &command(step, &state), &moment) {
                // Drop or double some events: evolve must take any stream.
                for event in events.iter().skip(usize::from(step.pick.is_multiple_of(5))) {
                    state = evolve(state, *now_ms, event);
                    if step.pick.is_multiple_of(7) {
                        state = evolve(state, *delivered, event);
                    }
                }
            }
            let _ = outflank_othello::deadline(&state);
            let _ = outflank_othello::clocks(&state, *delivered);
        }
    }
}
