//! Time is never made but by grants, credits and what a control gives, whatever the terms.

use outflank_othello::{
    ClockReading, Color, Command, DefaultPolicy, Event, GameRules, Goal, LagCredit, Moment,
    Opening, Overtime, PassMode, PerColor, Stamps, TableState, TimeControl, clocks, deadline,
    decide, evolve,
};
use proptest::prelude::*;

use crate::othello::table::scene::{START_MS, create_under, game_rules};

fn control() -> impl Strategy<Value = TimeControl> {
    let main = 0..90_000_i64;
    let part = 1..30_000_i64;
    let count = 1..6_u32;
    prop_oneof![
        (1..90_000_i64).prop_map(|main_ms| TimeControl::SuddenDeath { main_ms }),
        (1..90_000_i64, 0..9_000_i64).prop_map(|(main_ms, increment_ms)| TimeControl::Fischer {
            main_ms,
            increment_ms
        }),
        (1..90_000_i64, 0..9_000_i64)
            .prop_map(|(main_ms, delay_ms)| TimeControl::Bronstein { main_ms, delay_ms }),
        (main.clone(), count.clone(), part.clone()).prop_map(|(main_ms, periods, period_ms)| {
            TimeControl::Byoyomi {
                main_ms,
                periods,
                period_ms,
            }
        }),
        (main, count, part).prop_map(|(main_ms, moves, block_ms)| TimeControl::Canadian {
            main_ms,
            moves,
            block_ms
        }),
    ]
}

fn policy() -> impl Strategy<Value = DefaultPolicy> {
    prop_oneof![
        Just(DefaultPolicy::Woc),
        Just(DefaultPolicy::LossOfAllDiscs),
        Just(DefaultPolicy::LossOnBoard),
        Just(DefaultPolicy::WinnerPlaysOn),
    ]
}

fn any_terms() -> impl Strategy<Value = GameRules> {
    let own = proptest::option::of(control());
    let lag = (0..400_i64, 0..2_000_i64);
    (
        control(),
        policy(),
        own,
        0..5_000_i64,
        lag,
        any::<[bool; 4]>(),
    )
        .prop_map(
            |(
                control,
                policy,
                own,
                extra_ms,
                (per_move_ms, per_game_ms),
                [fewest, placed, automatic, covers_reading],
            )| GameRules {
                individual: PerColor::new(None, own),
                extra_ms: PerColor::new(extra_ms, 0),
                lag: LagCredit {
                    per_move_ms,
                    per_game_ms,
                    covers_reading,
                },
                goal: if fewest { Goal::Fewest } else { Goal::Most },
                opening: if placed {
                    Opening::Placed1883
                } else {
                    Opening::Standard
                },
                pass_mode: if automatic {
                    PassMode::Automatic
                } else {
                    PassMode::Explicit
                },
                ..game_rules(control, policy)
            },
        )
}

/// How much later, how old, delivered when, measured lag, how long unread and seen when; a choice among legal moves.
type Step = (i64, i64, Option<i64>, Option<i64>, (i64, Option<i64>), u8);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let after = prop_oneof![12 => 0..3_000_i64, 3 => 0..30_000_i64, 1 => 0..200_000_i64];
    let step = (
        after,
        0..1_500_i64,
        proptest::option::of(0..4_000_i64),
        proptest::option::of(-100..900_i64),
        (-100..3_000_i64, proptest::option::of(-500..3_000_i64)),
        any::<u8>(),
    );
    proptest::collection::vec(step, 20..140)
}

fn command(state: &TableState, pick: u8) -> Command {
    let Some(turn) = state.turn() else {
        return Command::Start;
    };
    let (color, ply) = (turn.seat(), state.next_ply());
    let legal: Vec<_> = state.legal_moves().iter().collect();
    match (pick, legal.get(usize::from(pick) % legal.len().max(1))) {
        (0, _) => Command::Resign { color: turn.color },
        (1..12, _) => Command::SettleFlag,
        (_, Some(square)) => Command::Move {
            color,
            ply,
            square: *square,
            flip: None,
        },
        (_, None) => Command::Pass { color, ply },
    }
}

/// What may be gained beyond the charge by a completed ply: exactly, by its control.
fn gain_ms(control: Option<&TimeControl>, before: ClockReading, charged_ms: i64) -> i64 {
    let beyond_ms = charged_ms - before.main_ms();
    match (control, before.overtime) {
        (Some(TimeControl::Fischer { increment_ms, .. }), _) => *increment_ms,
        (Some(TimeControl::Bronstein { delay_ms, .. }), _) => charged_ms.min(*delay_ms),
        (_, Some(Overtime::Byoyomi { period_ms, .. })) if beyond_ms >= 0 => beyond_ms % period_ms,
        (
            _,
            Some(Overtime::Canadian {
                moves_left: 1,
                block_left_ms,
                block_ms,
                ..
            }),
        ) if beyond_ms >= 0 => block_ms - (block_left_ms - beyond_ms),
        _ => 0,
    }
}

fn check(before: &TableState, event: &Event, after: &TableState) -> Result<(), TestCaseError> {
    for color in Color::BOTH {
        let (old, new) = (before.reading(color), after.reading(color));
        prop_assert!(new.remaining_ms >= 0 && new.main_ms() >= 0, "{event:?}");
        let overtime_ms = new.overtime.map_or(0, |overtime| overtime.total_ms());
        prop_assert_eq!(new.remaining_ms, new.main_ms() + overtime_ms);
        let change_ms = match event {
            Event::Moved {
                color: side,
                seat,
                charged_ms,
                ..
            }
            | Event::Passed {
                color: side,
                seat,
                charged_ms,
                automatic: false,
                ..
            } if seat.unwrap_or(*side) == color => {
                gain_ms(before.control(color), old, *charged_ms) - charged_ms
            }
            Event::FlagFell {
                color: fallen,
                charged_ms,
                granted_ms,
                ..
            } if *fallen == color => {
                prop_assert_eq!(*charged_ms, old.remaining_ms);
                granted_ms - charged_ms
            }
            Event::FlagFell { granted_ms, .. } => *granted_ms,
            Event::Resigned { charged_ms, .. } if before.turn().unwrap().seat() == color => {
                -charged_ms
            }
            Event::Created(_) => new.remaining_ms,
            _ => 0,
        };
        prop_assert_eq!(
            new.remaining_ms - old.remaining_ms,
            change_ms,
            "{:?} {}",
            event,
            color
        );
        let lag = after.game_rules().unwrap().lag;
        prop_assert!(*after.lag_credited_ms().get(color) <= lag.per_game_ms);
    }
    if let Event::Finished(finished) = event {
        prop_assert_eq!(finished.black_discs + finished.white_discs, 64);
    }
    let json = serde_json::to_string(event).unwrap();
    prop_assert_eq!(&serde_json::from_str::<Event>(&json).unwrap(), event);
    Ok(())
}

proptest! {
    #![proptest_config(crate::property::cases(400))]

    #[test]
    fn time_is_kept_under_any_terms(game_rules in any_terms(), steps in steps()) {
        let mut state = TableState::default();
        let mut now_ms = START_MS;
        let create = Command::Create(create_under(game_rules));
        for event in decide(&state, &create, &Moment::at(now_ms)).unwrap() {
            let after = evolve(state.clone(), now_ms, &event);
            check(&state, &event, &after)?;
            state = after;
        }
        for (after_ms, age_ms, delivered_ms, lag_ms, (unread_ms, seen_ms), pick) in steps {
            now_ms += after_ms;
            let from_ms = state.turn().map_or(now_ms, |turn| turn.from_ms);
            let stamps = Stamps {
                received_at_ms: (now_ms - age_ms).max(from_ms),
                delivered_at_ms: delivered_ms.map(|ms| from_ms + ms),
                lag_ms,
                unread_ms,
                seen_at_ms: seen_ms.map(|ms| from_ms + ms),
            };
            let moment = Moment { now_ms, uncertainty_ms: 3, stamps: Some(stamps) };
            let pick = if deadline(&state).is_some_and(|due| due.look_at_ms + 3 <= now_ms) { 1 } else { pick };
            let Ok(events) = decide(&state, &command(&state, pick), &moment) else { continue };
            for event in &events {
                let after = evolve(state.clone(), now_ms, event);
                check(&state, event, &after)?;
                state = after;
            }
            let shown = clocks(&state, now_ms);
            prop_assert_eq!(shown.running, state.turn().map(|turn| turn.seat()));
            let flag_due = deadline(&state).is_some_and(|due| due.kind == outflank_othello::DeadlineKind::Flag);
            prop_assert_eq!(flag_due, state.turn().is_some());
        }
        let snapshot = serde_json::to_string(&state).unwrap();
        prop_assert_eq!(serde_json::from_str::<TableState>(&snapshot).unwrap(), state);
    }

    /// Faces and controls with any numbers in them.
    #[test]
    fn no_numbers_make_a_clock_panic(
        n in proptest::collection::vec(prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX), Just(0), -2..3_i64], 8),
        (a, b) in any::<(u32, u32)>(),
        which in 0..5_u8,
    ) {
        let control = match which {
            0 => TimeControl::SuddenDeath { main_ms: n[0] },
            1 => TimeControl::Fischer { main_ms: n[0], increment_ms: n[1] },
            2 => TimeControl::Bronstein { main_ms: n[0], delay_ms: n[1] },
            3 => TimeControl::Byoyomi { main_ms: n[0], periods: a, period_ms: n[1] },
            _ => TimeControl::Canadian { main_ms: n[0], moves: a, block_ms: n[1] },
        };
        let overtime = match which {
            3 => Some(Overtime::Byoyomi { periods_left: b, period_left_ms: n[2], period_ms: n[1] }),
            4 => Some(Overtime::Canadian { moves_left: b, block_left_ms: n[2], moves: a, block_ms: n[1] }),
            _ => None,
        };
        for reading in [ClockReading::initial(&control, n[3]), ClockReading { remaining_ms: n[4], overtime }] {
            let _ = reading.spend(n[5]).completed(Some(&control), n[6]).credited(n[7]).set_to(n[5]).completed(None, n[6]);
        }
        let strange = GameRules { lag: LagCredit { per_move_ms: n[6], per_game_ms: n[7], covers_reading: n[6] % 2 == 0 }, ..game_rules(control, DefaultPolicy::Woc) };
        let create = Command::Create(create_under(strange));
        let _ = decide(&TableState::default(), &create, &Moment::at(n[5]));
    }
}
