//! Pauses that begin around a flag's fall: what fell before one is settled before it ends, what is in doubt does
//! not stay so, and a credit never gives more than the fault took.

use outflank_othello::{
    Code, Color, Command, CreditCause, DeadlineKind, Moment, OfficialAct, PerColor, deadline,
};

use crate::othello::life::scene::{MAIN_MS, START_MS, Scene, kinds, officiate};

/// The latest instant of black's fall in a game where nobody moved: the longest delivery is the player's.
const DUE_MS: i64 = START_MS + MAIN_MS + 2_000;
/// A fall is settled so long after it, when no command from before it can come.
const SETTLED_MS: i64 = DUE_MS + 2_001;

#[test]
fn the_clocks_do_not_go_on_over_a_fall_that_is_not_settled() {
    let mut scene = Scene::live();
    scene.at(DUE_MS + 500).pause();
    scene
        .later(100)
        .refuse_act(OfficialAct::Resume, Code::FlagPending);
    assert_eq!(kinds(&scene.flag()), "flag_fell paused");
    assert_eq!(scene.now_ms, SETTLED_MS);
    // The extra time counts from the fall, not from the pause's end.
    assert_eq!(scene.remaining(Color::Black), 120_000 - 500);
    scene.act(OfficialAct::Resume);
    assert_eq!(scene.remaining(Color::Black), 120_000 - 500);

    let mut frozen = Scene::live();
    frozen
        .at(DUE_MS)
        .accept(&Command::Freeze { until_ms: None });
    let thaw = Command::Thaw { at_ms: None };
    frozen.refuse(&thaw, Code::FlagPending);
    frozen.flag();
    frozen.accept(&thaw);
}

#[test]
fn a_pause_that_ends_by_itself_waits_for_the_fall_before_it() {
    let mut scene = Scene::live();
    scene.at(DUE_MS).act(OfficialAct::Pause {
        until_ms: Some(DUE_MS + 500),
    });
    scene
        .at(DUE_MS + 600)
        .refuse(&Command::SettleDeadline, Code::NothingDue);
    let due = deadline(&scene.state).unwrap();
    assert_eq!((due.kind, due.look_at_ms), (DeadlineKind::Flag, SETTLED_MS));
    scene
        .at(SETTLED_MS)
        .refuse(&Command::SettleDeadline, Code::NothingDue);
    scene.flag();
    let ended = scene.accept(&Command::SettleDeadline);
    assert_eq!(kinds(&ended), "resumed");
}

#[test]
fn a_director_who_was_called_waits_for_the_fall_before_the_call() {
    let mut scene = Scene::live();
    let color = Color::White;
    scene.at(DUE_MS).accept(&Command::CallDirector { color });
    scene.refuse_act(OfficialAct::AnswerCall, Code::FlagPending);
    scene.flag();
    let answered = scene.act(OfficialAct::AnswerCall);
    assert_eq!(kinds(&answered), "ruled call_answered resumed");
}

#[test]
fn what_may_have_fallen_is_known_once_no_command_can_come() {
    // The flag fell if the turn was delivered at once, and did not if it took the longest.
    let mut scene = Scene::live();
    scene.at(DUE_MS - 1_000).pause();
    let set = OfficialAct::SetClocks {
        remaining_ms: PerColor::new(60_000, 60_000),
    };
    scene
        .later(1_999)
        .refuse_act(set.clone(), Code::FlagPending);
    scene.later(1).act(set);
    assert_eq!(scene.remaining(Color::Black), 60_000);
}

fn credit(ms: i64) -> Command {
    Command::CreditTime {
        color: None,
        ms,
        cause: CreditCause::ServerFault,
        fault_id: "fault".into(),
        until_ms: None,
    }
}

#[test]
fn a_credit_to_a_clock_that_ran_out_before_the_pause_is_what_the_fault_took() {
    let mut scene = Scene::live();
    scene.at(DUE_MS + 500).pause();
    assert_eq!(scene.remaining(Color::Black), 0);
    // With the credit the flag had not fallen when the clocks were stopped: 200 ms were left.
    scene.accept(&credit(700));
    assert_eq!(scene.remaining(Color::Black), 200);
    scene.act(OfficialAct::Resume);
    assert_eq!(scene.state.defaulter(), None);

    let mut late = Scene::live();
    late.at(DUE_MS + 500).pause();
    late.accept(&credit(300));
    assert_eq!(late.remaining(Color::Black), 0);
    assert!(late.decide(&officiate(OfficialAct::Resume)).is_err());
    late.flag();
    assert_eq!(late.state.defaulter(), Some(Color::Black));
    assert_eq!(late.remaining(Color::Black), 120_000 - 200);
}

#[test]
fn a_credit_after_a_call_that_used_up_the_clock_is_not_more_than_the_fault_took() {
    // By the stamps the turn was delivered early and the clock ran out; the longest delivery would leave time.
    let mut scene = Scene::live();
    let moment = Moment::at(START_MS + MAIN_MS + 250)
        .stamped(START_MS + MAIN_MS + 200, Some(START_MS + 100));
    let color = Color::Black;
    scene.accept_at(&Command::CallDirector { color }, &moment);
    assert_eq!(scene.remaining(color), 0);
    scene.accept(&credit(500));
    assert_eq!(scene.remaining(color), 500);
}
