//! The limit for a side's first move: who is there and does not begin keeps nobody at the table.

use outflank_othello::{
    Code, Color, Command, CreditCause, DeadlineKind, DefaultPolicy, EndReason, GameRules,
    MAX_DELIVERY_MS, Moment, TimeControl, deadline,
};

use crate::othello::table::scene::{MAIN_MS, START_MS, Scene, create_under, game_rules};

const LIMIT_MS: i64 = 30_000;

fn begun() -> Scene {
    let rules = GameRules {
        first_move_limit_ms: Some(LIMIT_MS),
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::LossOfAllDiscs,
        )
    };
    let mut scene = Scene::empty();
    scene.accept(&Command::Create(create_under(rules)), 0);
    scene.accept(&Command::Start, START_MS);
    for color in Color::BOTH {
        scene.accept(&Command::Arrive { color }, START_MS + 100);
    }
    scene
}

/// When the limit of who has the turn runs out.
fn due_ms(scene: &Scene) -> i64 {
    let due = deadline(&scene.state).unwrap();
    assert_eq!(due.kind, DeadlineKind::Absence);
    due.at_ms
}

fn first_move(ply: u32, color: Color, square: &str) -> Command {
    Command::Move {
        color,
        ply,
        square: square.parse().unwrap(),
        flip: None,
    }
}

#[test]
fn whoever_does_not_begin_was_never_there() {
    for (played, loser) in [(0, Color::Black), (1, Color::White)] {
        let mut scene = begun();
        if played == 1 {
            scene.accept(&first_move(1, Color::Black, "f5"), START_MS + 5_000);
        }
        let from_ms = scene.state.turn().unwrap().from_ms;
        let due_ms = due_ms(&scene);
        assert_eq!(due_ms, from_ms + MAX_DELIVERY_MS + LIMIT_MS);
        let early = Moment::at(due_ms);
        scene.refuse(&Command::SettleDeadline, &early, Code::NothingDue);
        let look_at_ms = deadline(&scene.state).unwrap().look_at_ms;
        scene.accept(&Command::SettleDeadline, look_at_ms);
        let finished = *scene.state.finished().unwrap();
        assert_eq!(finished.reason, EndReason::Absence);
        assert_eq!(finished.winner, Some(loser.opponent()));
        assert_eq!(finished.absent, Some(loser));
        assert_eq!((finished.discs(loser), finished.both_absent), (0, false));
    }
}

#[test]
fn a_move_in_time_ends_the_limit_of_its_side_and_a_late_one_waits() {
    let mut scene = begun();
    let last_ms = due_ms(&scene) - 1;
    let late = Moment::at(last_ms + 1);
    let black = first_move(1, Color::Black, "f5");
    scene.refuse(&black, &late, Code::AbsencePending);
    scene.accept(&black, last_ms);
    let white_ms = due_ms(&scene);
    scene.accept(&first_move(2, Color::White, "d6"), white_ms - 1);
    assert_eq!(deadline(&scene.state).unwrap().kind, DeadlineKind::Flag);
}

#[test]
fn a_flag_that_falls_before_comes_first() {
    let mut scene = Scene::empty();
    let rules = GameRules {
        first_move_limit_ms: Some(LIMIT_MS),
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: 10_000 },
            DefaultPolicy::LossOfAllDiscs,
        )
    };
    scene.accept(&Command::Create(create_under(rules)), 0);
    scene.accept(&Command::Start, START_MS);
    assert_eq!(deadline(&scene.state).unwrap().kind, DeadlineKind::Flag);
    scene.accept(&Command::SettleDeadline, START_MS + 60_000);
    assert_eq!(scene.state.finished().unwrap().reason, EndReason::Flag);
}

#[test]
fn the_limit_is_more_than_nothing() {
    let scene = Scene::empty();
    let rules = GameRules {
        first_move_limit_ms: Some(0),
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::LossOfAllDiscs,
        )
    };
    let create = Command::Create(create_under(rules));
    scene.refuse(&create, &Moment::at(0), Code::InvalidTerms);
}

#[test]
fn what_the_server_took_is_given_back() {
    let mut scene = begun();
    let before_ms = due_ms(&scene);
    let credit = Command::CreditTime {
        color: None,
        ms: 55_000,
        cause: CreditCause::ServerFault,
        fault_id: "outage".into(),
        until_ms: None,
    };
    scene.accept(&credit, before_ms + 20_000);
    assert_eq!(due_ms(&scene), before_ms + 55_000);
    scene.accept(&first_move(1, Color::Black, "f5"), before_ms + 30_000);
}

#[test]
fn clocks_that_stand_use_up_nothing_of_it() {
    let mut scene = begun();
    let before_ms = due_ms(&scene);
    let freeze = Command::Freeze { until_ms: None };
    scene.accept(&freeze, START_MS + 10_000);
    let thaw = Command::Thaw {
        at_ms: Some(START_MS + 100_000),
    };
    scene.accept(&thaw, START_MS + 100_000);
    let late_ms = due_ms(&scene) - before_ms;
    assert!((88_000..=92_000).contains(&late_ms), "{late_ms}");
}
