//! What is refused, in which words, under which paragraph.

use outflank_othello::{
    Audience, Code, Color, Command, EndReason, Event, Moment, PassMode, PerColor, Phase, Refusal,
    RuleText, TableState, TimeControl, clocks, deadline, fold,
};

use crate::othello::table::scene::{START_MS, Scene, close, create, kinds, resign, square};

fn place(color: Color, ply: u32, name: &str) -> Command {
    Command::Move {
        color,
        ply,
        square: square(name),
        flip: None,
    }
}

fn take(color: Color, account: &str) -> Command {
    Command::TakeSeat {
        color,
        account: account.into(),
    }
}

#[test]
fn each_refusal_has_its_code_paragraph_and_sentence() {
    use Color::{Black, White};
    let table = [
        (
            place(Black, 1, "h3"),
            Code::IllegalMove,
            Some("EGP IV.5"),
            "h3 is not legal: it flips no disc.",
        ),
        (
            place(Black, 1, "d4"),
            Code::SquareTaken,
            Some("EGP IV.5"),
            "d4 is not legal: a disc is there.",
        ),
        (
            place(White, 1, "f5"),
            Code::NotYourTurn,
            Some("EGP IV.4"),
            "It is black's turn.",
        ),
        (
            place(Black, 2, "f5"),
            Code::PlyAhead,
            None,
            "Ply 2 is not reached; ply 1 is next.",
        ),
        (
            place(Black, 0, "f5"),
            Code::BadPly,
            None,
            "Plies count from 1.",
        ),
        (
            Command::Pass {
                color: Black,
                ply: 1,
            },
            Code::CannotPass,
            Some("EGP IV.4"),
            "You have a move; a pass is only for a player without one.",
        ),
        (
            Command::Start,
            Code::AlreadyStarted,
            None,
            "The game was started already.",
        ),
        (
            Command::SettleFlag,
            Code::FlagNotDue,
            Some("EGP IV.6"),
            "No flag has fallen past doubt.",
        ),
        (
            take(White, "account-1"),
            Code::OwnOpponent,
            None,
            "One account cannot hold both seats.",
        ),
        (
            take(Black, "account-1"),
            Code::Repeated,
            None,
            "You hold this seat already.",
        ),
        (
            Command::Create(create(PassMode::Explicit)),
            Code::AlreadyCreated,
            None,
            "This game was set up already.",
        ),
    ];
    let scene = Scene::live();
    for (command, code, rule, sentence) in table {
        let refusal = scene.refuse(&command, &Moment::at(START_MS + 1), code);
        assert_eq!(refusal.rule(), rule, "{command:?}");
        assert_eq!(refusal.detail(), format!("{sentence} Nothing changed."));
    }
}

#[test]
fn a_ply_played_is_final_and_a_repeat_is_known() {
    let scene = Scene::after("f5d6");
    let late = Moment::at(START_MS + 9_999_999);
    let repeat = scene.refuse(&place(Color::Black, 1, "f5"), &late, Code::Repeated);
    assert_eq!(repeat.committed.as_ref(), scene.state.committed(1));
    let other = scene.refuse(&place(Color::Black, 1, "e6"), &late, Code::PlyTaken);
    assert_eq!(other.committed.unwrap().square, Some(square("f5")));
    assert_eq!(other.rule(), Some("EGP IV.5"));
    // The other side's command for the ply is no repeat of it, nor is a pass.
    scene.refuse(&place(Color::White, 1, "f5"), &late, Code::PlyTaken);
    scene.refuse(
        &Command::Pass {
            color: Color::Black,
            ply: 1,
        },
        &late,
        Code::PlyTaken,
    );
}

#[test]
fn the_last_move_is_still_a_repeat_after_the_end() {
    let scene = Scene::after("e6f4e3f6g5d6e7f5c5");
    let moment = Moment::at(scene.now_ms);
    assert_eq!(scene.state.phase(), Phase::Finished);
    scene.refuse(&place(Color::Black, 9, "c5"), &moment, Code::Repeated);
    for command in [
        place(Color::White, 10, "a1"),
        resign(Color::White),
        Command::SettleFlag,
        Command::Start,
        take(Color::White, "x"),
        close(),
    ] {
        scene.refuse(&command, &moment, Code::GameOver);
    }
    let mut resigned = Scene::after("f5");
    resigned.accept(&resign(Color::Black), resigned.now_ms);
    resigned.refuse(&resign(Color::Black), &moment, Code::Repeated);
    resigned.refuse(&resign(Color::White), &moment, Code::GameOver);
}

/// A score settled elsewhere ends play wherever it stands, and is taken as it is.
#[test]
fn a_ruling_ends_play_wherever_it_stands() {
    let mut flagged = Scene::after("f5");
    flagged.flag();
    let table = [
        ("waiting", Scene::waiting(), None),
        ("live", Scene::after("f5d6"), None),
        ("after a first default", flagged, Some(Color::White)),
    ];
    for (name, mut scene, defaulter) in table {
        let plies = scene.state.record().len();
        let ply = scene.state.next_ply();
        let now_ms = scene.now_ms + 1;
        assert_eq!(kinds(&scene.accept(&close(), now_ms)), ["finished"]);
        let finished = *scene.state.finished().unwrap();
        assert_eq!(finished.reason, EndReason::Ruling, "{name}");
        assert_eq!(scene.result(), (40, 24), "{name}");
        assert_eq!(finished.winner, Some(Color::Black), "{name}");
        assert_eq!(
            (finished.defaulter, finished.absent),
            (defaulter, None),
            "{name}"
        );
        assert_eq!(scene.state.phase(), Phase::Finished, "{name}");
        assert_eq!(scene.state.record().len(), plies, "{name}");
        assert_eq!(deadline(&scene.state), None, "{name}");
        assert_eq!(clocks(&scene.state, now_ms + 1).running, None, "{name}");
        let moment = Moment::at(now_ms + 1);
        for command in [
            place(Color::Black, ply, "c3"),
            place(Color::White, ply, "f6"),
            Command::Pass {
                color: Color::Black,
                ply,
            },
            resign(Color::Black),
            Command::Start,
            Command::SettleFlag,
            close(),
        ] {
            scene.refuse(&command, &moment, Code::GameOver);
        }
    }
    let finished = Scene::live().accept(
        &Command::Close {
            black_discs: 0,
            white_discs: 0,
            winner: None,
        },
        START_MS,
    );
    assert_eq!(
        serde_json::to_value(&finished).unwrap(),
        serde_json::json!([{"type": "finished", "black_discs": 0, "white_discs": 0, "winner": null,
            "reason": "ruling", "defaulter": null, "absent": null}])
    );
}

/// A game of a round that is there no more ends without a result, wherever it stands; what is over stays.
#[test]
fn a_game_is_called_off_wherever_it_stands() {
    let mut flagged = Scene::after("f5");
    flagged.flag();
    let table = [
        ("waiting", Scene::waiting()),
        ("live", Scene::after("f5d6")),
        ("after a first default", flagged),
    ];
    for (name, mut scene) in table {
        let plies = scene.state.record().len();
        let ply = scene.state.next_ply();
        let now_ms = scene.now_ms + 1;
        let events = scene.accept(&Command::CallOff, now_ms);
        assert_eq!(kinds(&events), ["annulled"], "{name}");
        assert_eq!(scene.state.phase(), Phase::Annulled, "{name}");
        assert!(scene.state.finished().is_none(), "{name}");
        assert_eq!(scene.state.record().len(), plies, "{name}");
        assert_eq!(deadline(&scene.state), None, "{name}");
        assert_eq!(clocks(&scene.state, now_ms + 1).running, None, "{name}");
        let moment = Moment::at(now_ms + 1);
        for command in [
            place(Color::Black, ply, "c3"),
            resign(Color::Black),
            Command::SettleFlag,
            close(),
            Command::CallOff,
        ] {
            scene.refuse(&command, &moment, Code::Annulled);
        }
    }
    let over = Scene::after("e6f4e3f6g5d6e7f5c5");
    over.refuse(&Command::CallOff, &Moment::at(over.now_ms), Code::GameOver);
    Scene::empty().refuse(&Command::CallOff, &Moment::at(START_MS), Code::NoSuchGame);
}

#[test]
fn before_the_start_nothing_is_played() {
    let moment = Moment::at(START_MS - 1);
    let empty = Scene::empty();
    for command in [
        place(Color::Black, 1, "f5"),
        Command::Start,
        Command::SettleFlag,
        take(Color::Black, "x"),
        close(),
    ] {
        empty.refuse(&command, &moment, Code::NoSuchGame);
    }
    let waiting = Scene::waiting();
    for command in [
        place(Color::Black, 1, "f5"),
        resign(Color::Black),
        Command::SettleFlag,
    ] {
        waiting.refuse(&command, &moment, Code::NotStarted);
    }
}

#[test]
fn a_game_is_set_up_with_sense() {
    let empty = Scene::empty();
    let moment = Moment::at(0);
    let mut same = create(PassMode::Explicit);
    same.entrants.white = same.entrants.black.clone();
    empty.refuse(&Command::Create(same), &moment, Code::SameEntrant);
    let mut alone = create(PassMode::Explicit);
    alone.accounts = PerColor::new(Some("account-1".into()), Some("account-1".into()));
    empty.refuse(&Command::Create(alone), &moment, Code::OwnOpponent);
    for main_ms in [0, -1, i64::MIN, 24 * 3_600_000 + 1] {
        let mut wrong = create(PassMode::Explicit);
        wrong.game_rules.time_control = TimeControl::SuddenDeath { main_ms };
        empty.refuse(&Command::Create(wrong), &moment, Code::InvalidTerms);
    }
}

#[test]
fn seats_are_claimed_before_and_during_play() {
    let mut scene = Scene::live();
    assert_eq!(
        (
            scene.state.seat_of("account-1"),
            scene.state.seat_of("account-2")
        ),
        (Some(Color::Black), None)
    );
    let events = scene.accept(&take(Color::White, "account-2"), START_MS + 1);
    assert_eq!(kinds(&events), ["seat_taken"]);
    assert_eq!(scene.state.seat_of("account-2"), Some(Color::White));
    assert_eq!(events[0].audience(), Audience::Officials);
    // A player who lost a device comes back under another account, and the old one is out.
    let events = scene.accept(&take(Color::White, "account-3"), START_MS + 2);
    assert_eq!(kinds(&events), ["seat_taken"]);
    assert_eq!(scene.state.seat_of("account-3"), Some(Color::White));
    assert_eq!(scene.state.seat_of("account-2"), None);
}

#[test]
fn paragraphs_follow_the_text_in_force() {
    let cited = |text| -> Option<String> {
        let mut setting = create(PassMode::Explicit);
        setting.game_rules.text = text;
        let mut scene = Scene::empty();
        scene.accept(&Command::Create(setting), 0);
        scene.accept(&Command::Start, START_MS);
        scene
            .refuse(
                &place(Color::Black, 1, "h3"),
                &Moment::at(START_MS),
                Code::IllegalMove,
            )
            .rule()
            .map(str::to_owned)
    };
    assert_eq!(cited(RuleText::Egp).as_deref(), Some("EGP IV.5"));
    assert_eq!(cited(RuleText::Woc).as_deref(), Some("WOC IV.5"));
    assert_eq!(cited(RuleText::House), None);
    // A club's game quotes nobody's text: neither when it is resigned twice nor when a flag fell.
    let mut setting = create(PassMode::Explicit);
    setting.game_rules.text = RuleText::House;
    let mut scene = Scene::empty();
    scene.accept(&Command::Create(setting), 0);
    scene.accept(&Command::Start, START_MS);
    let resign = Command::Resign {
        color: Color::Black,
    };
    scene.accept(&resign, START_MS + 1);
    let again = scene.refuse(&resign, &Moment::at(START_MS + 2), Code::Repeated);
    assert_eq!(again.rule(), None);
    assert_eq!(Refusal::flag_fell(RuleText::House).rule(), None);
    let fell = Refusal::flag_fell(RuleText::Woc);
    assert_eq!(
        (fell.code.as_str(), fell.rule()),
        ("flag_fell", Some("WOC IV.6"))
    );
}

#[test]
fn audiences_widen_upwards() {
    let order = [
        Audience::All,
        Audience::Players,
        Audience::Officials,
        Audience::Server,
    ];
    for (rank, viewer) in order.iter().enumerate() {
        for (needed, audience) in order.iter().enumerate() {
            assert_eq!(audience.admits(*viewer), rank >= needed);
        }
    }
}

/// Streams written once must be read for ever: the spelling of an entry is fixed.
#[test]
fn the_spelling_of_events_stands() {
    let stream = r#"[
        [0, {"type":"created","place":{"tournament":"t","round":1,"table":1,"game":1},
            "entrants":{"black":"e1","white":"e2"},
            "terms":{"time_control":{"kind":"sudden_death","main_ms":1500000},"default_policy":{"kind":"woc"},
                "pass_mode":"explicit","text":"egp"},
            "starts_at_ms":1000,"remaining_ms":{"black":1500000,"white":1500000}}],
        [0, {"type":"seat_taken","color":"black","account":"a1"}],
        [1000, {"type":"started","next":{"color":"black","must_pass":false}}],
        [5000, {"type":"moved","ply":1,"color":"black","square":"f5","flipped":["e5"],"charged_ms":4000,
            "remaining_ms":1496000,"next":{"color":"white","must_pass":false}}],
        [6000, {"type":"time_credited","color":"white","ms":500,"cause":"server_fault","fault_id":"f1",
            "remaining_ms":1500500}],
        [1510000, {"type":"flag_fell","ply":2,"color":"white","deadline_ms":1507500,"charged_ms":1500500,
            "granted_ms":120000,"remaining_ms":{"black":1616000,"white":120000},"play_on":true}],
        [1511000, {"type":"moved","ply":2,"color":"white","square":"d6","flipped":["d5"],"charged_ms":3500,
            "remaining_ms":116500,"next":{"color":"black","must_pass":true}}],
        [1512000, {"type":"passed","ply":3,"color":"black","automatic":false,"charged_ms":1000,
            "remaining_ms":1615000,"next":{"color":"white","must_pass":false}}],
        [1513000, {"type":"resigned","color":"white","charged_ms":1000,
            "remaining_ms":{"black":1615000,"white":115500}}],
        [1513000, {"type":"finished","black_discs":64,"white_discs":0,"winner":"black","reason":"resignation",
            "defaulter":"white","absent":null}]
    ]"#;
    let entries: Vec<(i64, Event)> = serde_json::from_str(stream).unwrap();
    let written: serde_json::Value = serde_json::to_value(&entries).unwrap();
    assert_eq!(
        written,
        serde_json::from_str::<serde_json::Value>(stream).unwrap()
    );
    let state = entries
        .iter()
        .fold(TableState::default(), |state, (at_ms, event)| {
            fold(state, *at_ms, [event])
        });
    // The pass after ply 2 is not forced by the rules: the fold takes the stream at its word.
    assert_eq!(state.record().len(), 3);
    assert_eq!(state.position().disc_counts(), PerColor::new(3, 3));
    assert_eq!(state.remaining_ms(), PerColor::new(1_615_000, 115_500));
    assert_eq!(state.defaulter(), Some(Color::White));
    assert_eq!(state.finished().unwrap().discs(Color::Black), 64);
    assert_eq!(state.seat_of("a1"), Some(Color::Black));
}
