//! Lag credits: measured by the server, capped for a ply and for a game.

use outflank_othello::{
    Color, Command, DefaultPolicy, Event, GameRules, LagCredit, Moment, Stamps, TimeControl,
    deadline,
};
use outflank_testbed::Dice;

use crate::othello::table::scene::{GRANT_MS, Scene, game_rules, kinds};

const MAIN_MS: i64 = 10_000;

fn scene(per_move_ms: i64, per_game_ms: i64) -> Scene {
    Scene::live_under(GameRules {
        lag: LagCredit {
            per_move_ms,
            per_game_ms,
            covers_reading: false,
        },
        ..game_rules(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::Woc,
        )
    })
}

fn moment(received_at_ms: i64, lag_ms: Option<i64>) -> Moment {
    Moment {
        now_ms: received_at_ms,
        uncertainty_ms: 0,
        stamps: Some(Stamps {
            lag_ms,
            ..Stamps::at(received_at_ms, None)
        }),
    }
}

/// What the entry charged and credited.
fn charged(events: &[Event]) -> (i64, i64) {
    match events.last() {
        Some(Event::Moved {
            charged_ms,
            lag_credit_ms,
            ..
        }) => (*charged_ms, *lag_credit_ms),
        _ => panic!("{events:?}"),
    }
}

#[test]
fn what_was_measured_is_credited_up_to_both_caps() {
    // Measured, spent; charged, credited: one game of black's plies with 300 a ply and 700 a game.
    let rows = [
        (Some(120), 1_000, (880, 120)),
        (Some(900), 1_000, (700, 300)),
        (None, 1_000, (1_000, 0)),
        (Some(-50), 1_000, (1_000, 0)),
        (Some(i64::MIN), 10, (10, 0)),
        (Some(250), 90, (0, 90)),
        (Some(i64::MAX), 1_000, (810, 190)),
        (Some(300), 1_000, (1_000, 0)),
    ];
    let mut scene = scene(300, 700);
    let mut left_ms = MAIN_MS;
    for (lag_ms, spent_ms, expected) in rows {
        let moment = moment(scene.now_ms + spent_ms, lag_ms);
        let events = scene.accept_at(&scene.any_ply(), &moment);
        assert_eq!(charged(&events), expected, "{lag_ms:?} {spent_ms}");
        left_ms -= expected.0;
        assert_eq!(scene.state.reading(Color::Black).remaining_ms, left_ms);
        scene.accept(&scene.any_ply(), scene.now_ms);
    }
    assert_eq!(scene.state.lag_credited_ms().black, 700);
    assert_eq!(scene.state.lag_credited_ms().white, 0);
}

#[test]
fn nothing_is_credited_where_the_terms_say_nothing() {
    let mut scene = scene(0, 0);
    let events = scene.accept_at(&scene.any_ply(), &moment(scene.now_ms + 500, Some(400)));
    assert_eq!(charged(&events), (500, 0));
}

#[test]
fn the_deadline_waits_for_the_lag_that_may_be_credited() {
    let scene = scene(300, 700);
    let from_ms = scene.now_ms;
    let due = deadline(&scene.state).unwrap();
    assert_eq!(due.at_ms, from_ms + 2_000 + MAIN_MS + 300);
    let decide = |received, lag| {
        let events = scene
            .decide(&scene.any_ply(), &moment(received, lag))
            .unwrap();
        (kinds(&events), events)
    };
    let (names, events) = decide(from_ms + MAIN_MS + 299, Some(300));
    assert_eq!(
        (names, charged(&events)),
        (vec!["moved"], (MAIN_MS - 1, 300))
    );
    // Received exactly at the deadline is late.
    let (names, events) = decide(from_ms + MAIN_MS + 300, Some(9_999));
    assert_eq!(names, ["flag_fell", "moved"]);
    assert!(matches!(
        events[0],
        Event::FlagFell { lag_credit_ms: 300, deadline_ms, .. } if deadline_ms == from_ms + MAIN_MS + 300
    ));
    // The ply had its credit in the fall.
    assert_eq!(charged(&events), (0, 0));
    let (names, _) = decide(from_ms + MAIN_MS, Some(0));
    assert_eq!(names, ["flag_fell", "moved"]);
}

#[test]
fn a_flag_that_the_sweeper_lets_fall_counts_as_credited() {
    let mut scene = scene(300, 400);
    let look = deadline(&scene.state).unwrap().look_at_ms;
    let events = scene.accept(&Command::SettleFlag, look);
    assert!(matches!(
        events[0],
        Event::FlagFell {
            lag_credit_ms: 300,
            ..
        }
    ));
    let turn = scene.state.turn().unwrap();
    assert_eq!(
        deadline(&scene.state).unwrap().at_ms,
        turn.from_ms + GRANT_MS
    );
    scene.accept_at(&scene.any_ply(), &moment(scene.now_ms, Some(300)));
    scene.accept(&scene.any_ply(), scene.now_ms);
    // 100 are left for the game.
    let events = scene.accept_at(&scene.any_ply(), &moment(scene.now_ms + 1_000, Some(300)));
    assert_eq!(charged(&events), (900, 100));
}

/// However pings and stamps are forged, a game gains no more than the published caps.
#[test]
fn forged_pings_gain_no_more_than_the_caps() {
    let mut dice = Dice(7);
    let mut roll = |bound| i64::try_from(dice.below(bound)).unwrap();
    let mut plies = 0;
    while plies < 10_000 {
        let mut scene = scene(50, 400);
        let mut used_ms = [0_i64; 2];
        while scene.state.turn().is_some() {
            let turn = scene.state.turn().unwrap();
            let spent_ms = roll(120);
            let lag_ms = [None, Some(i64::MAX), Some(roll(5_000)), Some(-roll(5_000))]
                [usize::try_from(roll(4)).unwrap()];
            let moment = moment(turn.from_ms + spent_ms, lag_ms);
            let events = scene.accept_at(&scene.any_ply(), &moment);
            used_ms[usize::from(turn.color == Color::White)] += spent_ms;
            if let Some(Event::Moved {
                charged_ms,
                lag_credit_ms,
                ..
            }) = events.first()
            {
                assert!(*lag_credit_ms <= 50);
                assert_eq!(charged_ms + lag_credit_ms, spent_ms);
            }
            plies += 1;
        }
        for (color, used_ms) in Color::BOTH.into_iter().zip(used_ms) {
            let gained_ms = scene.state.reading(color).remaining_ms - (MAIN_MS - used_ms);
            assert!((0..=400).contains(&gained_ms), "{color} gained {gained_ms}");
            assert_eq!(*scene.state.lag_credited_ms().get(color), gained_ms);
        }
    }
}
