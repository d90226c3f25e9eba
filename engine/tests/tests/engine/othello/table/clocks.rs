//! What is charged, when a flag falls, who waits for what, and credits.

use outflank_othello::{
    Code, Color, Command, CreditCause, DeadlineKind, DefaultPolicy, Event, GameRules,
    MAX_COMMAND_AGE_MS, MAX_DELIVERY_MS, Moment, PassMode, PerColor, Phase, TimeControl, clocks,
    deadline,
};

use crate::othello::table::scene::{
    GRANT_MS, MAIN_MS, START_MS, Scene, create_under, game_rules, kinds, resign,
};

fn stamped(received_ms: i64, delivered_ms: Option<i64>) -> Moment {
    Moment::at(received_ms).stamped(received_ms, delivered_ms)
}

fn credit(ms: i64, fault: &str) -> Command {
    Command::CreditTime {
        color: None,
        ms,
        cause: CreditCause::ServerFault,
        fault_id: fault.into(),
        until_ms: None,
    }
}

/// Delivery after the turn was given, receipt after it, what is charged; ms.
#[test]
fn time_is_charged_from_delivery_within_two_seconds() {
    for (delivered, received, charged) in [
        (None, 500, 500),
        (None, 3_000, 3_000),
        (Some(0), 700, 700),
        (Some(200), 700, 500),
        (Some(-50), 700, 700),
        (Some(2_000), 6_000, 4_000),
        (Some(5_000), 6_000, 4_000),
        (Some(300), 100, 0),
        (None, -100, 0),
    ] {
        let mut scene = Scene::live();
        let moment = stamped(
            START_MS + received,
            delivered.map(|delivered: i64| START_MS + delivered),
        );
        let events = scene.accept_at(&scene.next_move("f5"), &moment);
        let Event::Moved {
            charged_ms,
            remaining_ms,
            ..
        } = events[0]
        else {
            panic!("{events:?}")
        };
        assert_eq!(
            (charged_ms, remaining_ms),
            (charged, MAIN_MS - charged),
            "{delivered:?} {received}"
        );
        assert_eq!(scene.remaining(), (MAIN_MS - charged, MAIN_MS));
    }
}

#[test]
fn server_work_after_receipt_is_charged_to_nobody() {
    let mut scene = Scene::live();
    let received = START_MS + 1_000;
    scene.accept_at(
        &scene.next_move("f5"),
        &Moment::at(received + 1_500).stamped(received, None),
    );
    assert_eq!(scene.remaining(), (MAIN_MS - 1_000, MAIN_MS));
    assert_eq!(scene.state.turn().unwrap().from_ms, received + 1_500);
    // A receipt in the future counts as now.
    let mut scene = Scene::live();
    scene.accept_at(
        &scene.next_move("f5"),
        &Moment::at(START_MS + 10).stamped(START_MS + 9_999, None),
    );
    assert_eq!(scene.remaining().0, MAIN_MS - 10);
}

/// In time = received strictly before the deadline.
#[test]
fn a_move_is_in_time_strictly_before_the_deadline() {
    for delivered in [None, Some(START_MS + 500)] {
        let deadline_ms = delivered.unwrap_or(START_MS) + MAIN_MS;
        let mut scene = Scene::live();
        let events = scene.accept_at(&scene.next_move("f5"), &stamped(deadline_ms - 1, delivered));
        assert_eq!((kinds(&events), scene.remaining().0), (vec!["moved"], 1));
        let mut scene = Scene::live();
        let events = scene.accept_at(&scene.next_move("f5"), &stamped(deadline_ms, delivered));
        assert_eq!(kinds(&events), ["flag_fell", "moved"]);
        assert!(matches!(events[0], Event::FlagFell { deadline_ms: at, .. } if at == deadline_ms));
        assert_eq!(scene.remaining(), (GRANT_MS, MAIN_MS + GRANT_MS));
    }
}

#[test]
fn extra_time_counts_from_the_deadline() {
    let mut scene = Scene::live();
    let events = scene.accept_at(
        &scene.next_move("f5"),
        &stamped(START_MS + MAIN_MS + 5_000, Some(START_MS)),
    );
    assert_eq!(kinds(&events), ["flag_fell", "moved"]);
    assert!(matches!(
        events[1],
        Event::Moved {
            charged_ms: 5_000,
            ..
        }
    ));
    assert_eq!(scene.remaining(), (GRANT_MS - 5_000, MAIN_MS + GRANT_MS));
    assert_eq!(scene.state.defaulter(), Some(Color::Black));
}

#[test]
fn a_move_too_late_for_both_falls_is_not_made() {
    for late_ms in [GRANT_MS, GRANT_MS + 60_000] {
        let mut scene = Scene::live();
        let events = scene.accept_at(
            &scene.next_move("f5"),
            &stamped(START_MS + MAIN_MS + late_ms, None),
        );
        assert_eq!(kinds(&events), ["flag_fell", "flag_fell", "finished"]);
        assert_eq!((scene.result(), scene.state.committed(1)), ((0, 64), None));
    }
}

#[test]
fn a_late_resignation_comes_after_the_fall() {
    let mut scene = Scene::after("f5");
    let late = scene.now_ms + MAIN_MS + 1;
    let events = scene.accept(&resign(Color::White), late);
    assert_eq!(kinds(&events), ["flag_fell", "resigned", "finished"]);
    assert_eq!(scene.result(), (64, 0));
    assert_eq!(
        scene.state.finished().unwrap().defaulter,
        Some(Color::White)
    );
}

#[test]
fn the_sweeper_waits_for_age_and_doubt() {
    for uncertainty_ms in [0, 40] {
        let mut scene = Scene::live();
        let due = deadline(&scene.state).unwrap();
        let deadline_ms = START_MS + MAX_DELIVERY_MS + MAIN_MS;
        assert_eq!((due.kind, due.at_ms), (DeadlineKind::Flag, deadline_ms));
        assert_eq!(due.look_at_ms, deadline_ms + MAX_COMMAND_AGE_MS + 1);
        let moment = |now_ms| Moment {
            now_ms,
            uncertainty_ms,
            stamps: None,
        };
        scene.refuse(
            &Command::SettleFlag,
            &moment(due.look_at_ms + uncertainty_ms - 1),
            Code::FlagNotDue,
        );
        let events = scene.accept_at(
            &Command::SettleFlag,
            &moment(due.look_at_ms + uncertainty_ms),
        );
        assert!(
            matches!(events[..], [Event::FlagFell { deadline_ms: at, .. }] if at == deadline_ms)
        );
        // From here on no delivery is waited for: the second fall is exactly two minutes later.
        assert_eq!(
            deadline(&scene.state).unwrap().at_ms,
            deadline_ms + GRANT_MS
        );
        let moved = scene.accept_at(
            &scene.next_move("f5"),
            &stamped(deadline_ms + 9_000, Some(deadline_ms + 8_000)),
        );
        assert!(matches!(
            moved[0],
            Event::Moved {
                charged_ms: 9_000,
                ..
            }
        ));
    }
}

#[test]
fn a_sweeper_far_behind_settles_both_falls() {
    let mut scene = Scene::live();
    let events = scene.accept(&Command::SettleFlag, START_MS + MAIN_MS + 2 * GRANT_MS);
    assert_eq!(kinds(&events), ["flag_fell", "flag_fell", "finished"]);
    assert_eq!(
        (scene.result(), scene.state.finished().unwrap().absent),
        ((0, 64), Some(Color::Black))
    );
}

#[test]
fn old_commands_are_refused_and_young_ones_taken() {
    let scene = Scene::live();
    let received = START_MS + 10;
    for command in [
        scene.next_move("f5"),
        resign(Color::Black),
        resign(Color::White),
    ] {
        let old = Moment::at(received + MAX_COMMAND_AGE_MS).stamped(received, None);
        scene.refuse(&command, &old, Code::StaleCommand);
        let young = Moment::at(received + MAX_COMMAND_AGE_MS - 1).stamped(received, None);
        assert!(scene.decide(&command, &young).is_ok());
    }
}

#[test]
fn the_opponent_waits_while_a_fall_is_due() {
    let scene = Scene::live();
    let fall_ms = START_MS + MAIN_MS;
    scene.refuse(
        &resign(Color::White),
        &Moment::at(fall_ms),
        Code::FlagPending,
    );
    // Received before the fall, decided after it: taken.
    let mut early = Scene::live();
    early.accept_at(
        &resign(Color::White),
        &Moment::at(fall_ms + 100).stamped(fall_ms - 1, None),
    );
    assert_eq!(early.result(), (64, 0));
    let mut settled = Scene::live();
    settled.flag();
    settled.accept(&resign(Color::White), settled.now_ms);
    assert_eq!(settled.result(), (31, 33));
}

#[test]
fn a_credit_goes_to_the_running_clock_once() {
    let mut scene = Scene::after("f5");
    let before = deadline(&scene.state).unwrap().look_at_ms;
    let events = scene.accept(&credit(7_000, "fault-1"), before - 10);
    let [
        Event::TimeCredited {
            color,
            remaining_ms,
            ..
        },
    ] = events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (color, remaining_ms, scene.remaining()),
        (Color::White, MAIN_MS + 7_000, (MAIN_MS, MAIN_MS + 7_000))
    );
    scene.refuse(
        &credit(7_000, "fault-1"),
        &Moment::at(before),
        Code::AlreadyCredited,
    );
    scene.refuse(&Command::SettleFlag, &Moment::at(before), Code::FlagNotDue);
    assert_eq!(deadline(&scene.state).unwrap().look_at_ms, before + 7_000);
    let other = Command::CreditTime {
        color: Some(Color::Black),
        ms: 1,
        cause: CreditCause::Delay,
        fault_id: "delay-2".into(),
        until_ms: None,
    };
    scene.accept(&other, before);
    assert_eq!(scene.remaining(), (MAIN_MS + 1, MAIN_MS + 7_000));
    let century = 36_525 * 24 * 3_600_000;
    for ms in [0, -1, i64::MIN, century + 1, i64::MAX] {
        scene.refuse(
            &credit(ms, "fault-3"),
            &Moment::at(before),
            Code::InvalidCredit,
        );
    }
}

#[test]
fn an_outage_of_years_is_given_back() {
    const YEARS_MS: i64 = 10 * 365 * 24 * 3_600_000;
    let mut scene = Scene::live();
    let back = scene.now_ms + 5_000 + YEARS_MS;
    scene.accept(&credit(YEARS_MS, "fault-1"), back);
    let shown = clocks(&scene.state, back);
    assert_eq!(*shown.remaining_ms.get(Color::Black), MAIN_MS - 5_000);
    scene.refuse(&Command::SettleFlag, &Moment::at(back), Code::FlagNotDue);
}

#[test]
fn a_later_credit_does_not_undo_a_fall() {
    let mut scene = Scene::live();
    scene.flag();
    scene.accept(&credit(60_000, "fault-1"), scene.now_ms);
    assert_eq!(scene.state.defaulter(), Some(Color::Black));
    scene.flag();
    assert_eq!(scene.result(), (0, 64));
}

/// A live game in which the side on the move must pass.
fn forced_pass() -> Scene {
    let mut scene = Scene::live();
    while !scene.state.turn().unwrap().must_pass {
        let square = scene.state.legal_moves().iter().next().unwrap();
        scene.play(&square.to_string());
    }
    scene
}

#[test]
fn who_must_pass_presses_the_clock_and_can_flag() {
    let mut scene = forced_pass();
    let turn = scene.state.turn().unwrap();
    let ply = scene.state.next_ply();
    let pass = Command::Pass {
        color: turn.color,
        ply,
    };
    let empty = scene.state.position().empties().iter().next().unwrap();
    let place = Command::Move {
        color: turn.color,
        ply,
        square: empty,
        flip: None,
    };
    let refusal = scene.refuse(&place, &Moment::at(scene.now_ms), Code::MustPass);
    assert_eq!(refusal.rule(), Some("EGP IV.4"));
    let late = scene
        .decide(&pass, &Moment::at(scene.now_ms + MAIN_MS))
        .unwrap();
    assert_eq!(kinds(&late), ["flag_fell", "passed"]);
    let events = scene.accept(&pass, scene.now_ms + 4_000);
    assert!(matches!(
        events[..],
        [Event::Passed {
            automatic: false,
            charged_ms: 4_000,
            ..
        }]
    ));
    let after = scene.state.turn().unwrap();
    assert_eq!(
        (after.color, after.must_pass),
        (turn.color.opponent(), false)
    );
    assert_eq!(scene.state.committed(ply).unwrap().square, None);
}

#[test]
fn an_automatic_pass_costs_no_time_and_is_a_ply() {
    let mut scene = Scene::live_with(PassMode::Automatic);
    let mut passed = 0;
    while scene.state.finished().is_none() {
        assert!(!scene.state.turn().unwrap().must_pass);
        let square = scene.state.legal_moves().iter().next().unwrap();
        let events = scene.play(&square.to_string());
        if let [
            Event::Moved { ply, .. },
            Event::Passed {
                automatic,
                charged_ms,
                ply: pass,
                ..
            },
        ] = events[..]
        {
            assert_eq!((automatic, charged_ms, pass), (true, 0, ply + 1));
            passed += 1;
        }
    }
    assert!(passed > 0, "the game has no pass");
    assert_eq!(scene.remaining(), (MAIN_MS, MAIN_MS));
}

#[test]
fn views_show_the_running_clock() {
    let waiting = Scene::waiting();
    let shown = clocks(&waiting.state, START_MS + 5_000);
    assert_eq!(
        (shown.running, shown.remaining_ms),
        (None, PerColor::new(MAIN_MS, MAIN_MS))
    );
    let live = Scene::live();
    for (now_ms, left_ms, pending) in [
        (START_MS - 5, MAIN_MS, false),
        (START_MS + 1_500, MAIN_MS - 1_500, false),
        (START_MS + MAIN_MS, 0, true),
        (i64::MAX, 0, true),
    ] {
        let shown = clocks(&live.state, now_ms);
        assert_eq!(shown.remaining_ms, PerColor::new(left_ms, MAIN_MS));
        assert_eq!(
            (shown.running, shown.flag_pending),
            (Some(Color::Black), pending)
        );
    }
}

#[test]
fn a_game_over_the_board_starts_no_clock_and_awaits_nobody() {
    let mut scene = Scene::empty();
    let real_board = GameRules {
        over_the_board: true,
        absence_limit_ms: Some(600_000),
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::Woc,
        )
    };
    scene.accept(&Command::Create(create_under(real_board)), 0);
    assert_eq!(deadline(&scene.state), None);
    let long_after = Moment::at(START_MS + 100 * MAIN_MS);
    scene.refuse(&Command::Start, &long_after, Code::NotDue);
    scene.refuse(&Command::SettleDeadline, &long_after, Code::NothingDue);
    assert_eq!(scene.state.phase(), Phase::Waiting);
    let result = Command::Close {
        black_discs: 40,
        white_discs: 24,
        winner: Some(Color::Black),
    };
    scene.accept(&result, long_after.now_ms);
    let finished = scene.state.finished().unwrap();
    assert_eq!((finished.black_discs, finished.white_discs), (40, 24));
    assert_eq!(deadline(&scene.state), None);
}

#[test]
fn the_start_is_due_at_its_time() {
    let mut scene = Scene::waiting();
    assert_eq!(deadline(&Scene::empty().state), None);
    let due = deadline(&scene.state).unwrap();
    assert_eq!(
        (due.kind, due.at_ms, due.look_at_ms),
        (DeadlineKind::Start, START_MS, START_MS)
    );
    scene.refuse(&Command::Start, &Moment::at(START_MS - 1), Code::NotDue);
    scene.accept(&Command::Start, START_MS + 3);
    let turn = scene.state.turn().unwrap();
    assert_eq!((turn.color, turn.from_ms), (Color::Black, START_MS + 3));
}
