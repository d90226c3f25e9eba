//! Time penalties at a table (WOC V.2): taken and given, or neither.

use outflank_othello::{Code, Color, OfficialAct, PerColor, Phase, clocks, deadline};

use crate::othello::life::scene::{MAIN_MS, Scene, kinds};

const GIVEN_MS: i64 = 60_000;

fn penalty(color: Color, taken_ms: i64, empties_clock: bool) -> OfficialAct {
    OfficialAct::Penalise {
        color,
        taken_ms,
        given_ms: GIVEN_MS,
        empties_clock,
    }
}

#[test]
fn time_is_taken_from_one_clock_and_given_to_the_other() {
    let mut scene = Scene::after("f5d6");
    let before = scene.state.remaining_ms();
    let events = scene.act(penalty(Color::White, 120_000, false));
    assert_eq!(kinds(&events), "ruled time_adjusted time_adjusted");
    let after = PerColor::new(before.black + GIVEN_MS, before.white - 120_000);
    assert_eq!(scene.state.remaining_ms(), after);
}

#[test]
fn a_penalty_larger_than_the_clock_takes_and_gives_nothing_until_it_is_said_to_empty_it() {
    for color in Color::BOTH {
        let mut scene = Scene::after("f5d6");
        scene.later(10_000);
        let shown = clocks(&scene.state, scene.now_ms).remaining_ms;
        let left_ms = *shown.get(color);
        let refusal = scene.refuse_act(penalty(color, left_ms, false), Code::PenaltyEmptiesClock);
        let told = serde_json::to_value(refusal.parameters()).unwrap();
        assert_eq!(told[1], serde_json::json!(["left_ms", left_ms]));
        assert_eq!(told[2], serde_json::json!(["taken_ms", left_ms]));
        scene.act(penalty(color, left_ms - 1, false));
        let left = clocks(&scene.state, scene.now_ms).remaining_ms;
        assert_eq!(*left.get(color), 1);
        assert_eq!(
            *left.get(color.opponent()),
            shown.get(color.opponent()) + GIVEN_MS
        );
    }
}

#[test]
fn a_running_clock_that_a_penalty_empties_falls_at_once() {
    let mut scene = Scene::after("f5d6");
    scene.later(10_000);
    let opponent_ms = scene.remaining(Color::White);
    let events = scene.act(penalty(Color::Black, 2 * MAIN_MS, true));
    assert_eq!(
        kinds(&events),
        "ruled time_adjusted time_adjusted flag_fell"
    );
    assert_eq!(scene.state.defaulter(), Some(Color::Black));
    let granted = PerColor::new(120_000, opponent_ms + GIVEN_MS + 120_000);
    assert_eq!(scene.state.remaining_ms(), granted);
}

#[test]
fn a_standing_clock_that_a_penalty_empties_falls_as_soon_as_it_runs() {
    for paused in [false, true] {
        let mut scene = Scene::after("f5d6");
        if paused {
            scene.pause();
        }
        scene.act(penalty(Color::White, 2 * MAIN_MS, true));
        assert_eq!(
            (scene.remaining(Color::White), scene.state.defaulter()),
            (0, None)
        );
        if paused {
            scene.later(1_000).act(OfficialAct::Resume);
        }
        scene.later(1_000).play("c3");
        let began_ms = scene.now_ms;
        assert_eq!(deadline(&scene.state).unwrap().at_ms, began_ms);
        scene.flag();
        assert_eq!(scene.state.defaulter(), Some(Color::White));
        assert_eq!(scene.state.phase(), Phase::Live);
    }
}

#[test]
fn a_move_at_the_instant_an_emptied_clock_starts_comes_after_its_flag() {
    let mut scene = Scene::after("f5d6");
    scene.act(penalty(Color::White, 2 * MAIN_MS, true));
    scene.later(1_000).play("c3");
    let events = scene.play("d3");
    assert_eq!(kinds(&events), "flag_fell moved");
}
