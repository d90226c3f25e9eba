//! A game that goes on at another server: fenced off here, and nobody's clock pays for it.

use outflank_othello::{Code, Color, Command, Moment, OfficialAct, PauseCause, Phase, deadline};

use crate::othello::life::scene::{
    LIMIT_MS, MAIN_MS, START_MS, Scene, game_rules, kinds, officiate,
};

fn away(with: &str) -> Command {
    Command::TransferAway {
        transfer_id: with.into(),
        to: "club.example".into(),
    }
}

fn here(with: &str, resume_at_ms: Option<i64>) -> Command {
    Command::TransferIn {
        transfer_id: with.into(),
        resume_at_ms,
    }
}

#[test]
fn a_game_that_went_away_takes_nothing_and_says_where_it_is() {
    let mut scene = Scene::after("f5d6");
    let events = scene.later(7_000).accept(&away("first"));
    assert_eq!(kinds(&events), "paused moved_away");
    // What the clock ran on before is charged, as by a pause.
    assert!(scene.remaining(Color::Black) <= MAIN_MS - 1_000 - 5_000);
    assert_eq!(deadline(&scene.state), None);
    let next = Command::Move {
        color: Color::Black,
        ply: 3,
        square: "c3".parse().unwrap(),
        flip: None,
    };
    for command in [
        next.clone(),
        Command::Resign {
            color: Color::White,
        },
        Command::SettleFlag,
        Command::SettleDeadline,
        officiate(OfficialAct::Resume),
        away("second"),
    ] {
        let refused = scene.decide(&command).unwrap_err();
        assert_eq!(refused.code, Code::MovedAway, "{command:?}");
        assert!(refused.detail().contains("club.example"), "{refused}");
    }
    // Not even what was received before.
    let heard = Moment::at(scene.now_ms + 500).stamped(scene.now_ms - 1, None);
    let refused = outflank_othello::decide(&scene.state, &next, &heard).unwrap_err();
    assert_eq!(refused.code, Code::MovedAway);
}

#[test]
fn the_clocks_go_on_at_the_instant_or_by_an_official_and_nobody_pays_for_the_way() {
    for announced in [false, true] {
        let mut scene = Scene::after("f5d6");
        scene.later(7_000).accept(&away("first"));
        let left_ms = scene.remaining(Color::Black);
        scene.later(3_600_000);
        scene.refuse(&here("another", None), Code::NotMovedAway);
        let resume_at_ms = announced.then_some(scene.now_ms + 60_000);
        scene.accept(&here("first", resume_at_ms));
        scene.refuse(&here("first", None), Code::NotMovedAway);
        assert_eq!(scene.state.phase(), Phase::Paused);
        assert_eq!(scene.state.pause().unwrap().cause, PauseCause::Transfer);
        if announced {
            let due = deadline(&scene.state).unwrap();
            assert_eq!(Some(due.at_ms), resume_at_ms);
            scene.settle();
        } else {
            assert_eq!(deadline(&scene.state), None);
            scene.act(OfficialAct::Resume);
        }
        assert_eq!(scene.state.phase(), Phase::Live);
        assert_eq!(scene.remaining(Color::Black), left_ms);
        scene.later(2_000).play("c3");
        assert_eq!(scene.remaining(Color::Black), left_ms - 2_000);
    }
}

#[test]
fn an_officials_pause_stays_and_a_start_that_is_not_due_is_not_held() {
    let mut paused = Scene::after("f5d6");
    paused.pause();
    assert_eq!(kinds(&paused.accept(&away("first"))), "moved_away");
    paused.later(60_000).accept(&here("first", Some(i64::MAX)));
    assert_eq!(paused.state.pause().unwrap().cause, PauseCause::Official);
    assert_eq!(paused.state.pause().unwrap().until_ms, None);

    let mut waiting = Scene::with(game_rules());
    waiting.at(START_MS - 60_000).accept(&away("first"));
    assert_eq!(deadline(&waiting.state), None);
    waiting.later(30_000).accept(&here("first", None));
    assert_eq!(waiting.state.phase(), Phase::Waiting);
    waiting.at(START_MS).accept(&Command::Start);

    // On the way when it was due: it is held like a running clock, and the no-show limit with it.
    let mut limited = game_rules();
    limited.absence_limit_ms = Some(LIMIT_MS);
    let mut late = Scene::with(limited);
    late.at(START_MS - 1_000).accept(&away("first"));
    late.at(START_MS + 2 * LIMIT_MS)
        .accept(&here("first", None));
    assert_eq!(late.state.phase(), Phase::Paused);
    late.act(OfficialAct::Resume);
    late.accept(&Command::Start);
    assert!(deadline(&late.state).unwrap().at_ms > START_MS + 3 * LIMIT_MS - 1);
}

#[test]
fn a_finished_game_goes_away_as_it_is_and_comes_back_open_to_officials() {
    let mut scene = Scene::after("f5d6");
    scene.accept(&Command::Resign {
        color: Color::Black,
    });
    assert_eq!(kinds(&scene.accept(&away("first"))), "moved_away");
    scene.refuse(&officiate(OfficialAct::DeclareDraw), Code::MovedAway);
    assert_eq!(
        kinds(&scene.accept(&here("first", Some(i64::MAX)))),
        "moved_in"
    );
    scene.act(OfficialAct::DeclareDraw);
}

#[test]
fn a_flag_that_fell_past_doubt_before_the_move_has_fallen() {
    let mut scene = Scene::after("f5d6");
    let events = scene.later(MAIN_MS + 60_000).accept(&away("first"));
    assert_eq!(kinds(&events), "flag_fell paused moved_away");
    assert_eq!(scene.state.defaulter(), Some(Color::Black));
}
