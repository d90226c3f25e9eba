//! Whole stories, mostly for both colours.

use outflank_othello::{
    CallRules, Code, Color, Command, CreditCause, DeadlineKind, EndReason, Event, Expelled, Moment,
    OfficialAct, PauseCause, PerColor, Phase, clocks, deadline,
};

use crate::othello::life::scene::{
    CALL_MS, LIMIT_MS, MAIN_MS, START_MS, Scene, game_rules, kinds, square,
};

/// A live game with this side on the move.
fn to_move(color: Color) -> Scene {
    Scene::after(if color == Color::Black { "f5d6" } else { "f5" })
}

fn reply(color: Color) -> &'static str {
    if color == Color::Black { "c3" } else { "d6" }
}

#[test]
fn a_pause_charges_up_to_itself_and_the_turn_begins_afresh() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let before = scene.remaining(color);
        scene.later(60_000).pause();
        // The delivery of the entry may have taken two seconds; nobody knows, so they are the player's.
        assert_eq!(scene.remaining(color), before - 58_000);
        assert_eq!(clocks(&scene.state, scene.now_ms + 99_999).running, None);
        assert_eq!(deadline(&scene.state), None);
        scene.later(3_600_000);
        scene.refuse(&scene.next_move(reply(color)), Code::Paused);
        scene.act(OfficialAct::Resume);
        let turn = scene.state.turn().unwrap();
        assert_eq!((turn.color, turn.from_ms), (color, scene.now_ms));
        scene.later(1_000).play(reply(color));
        assert_eq!(scene.remaining(color), before - 59_000);
        assert_eq!(scene.state.record().last().unwrap().charged_ms, 1_000);
    }
}

#[test]
fn a_move_received_before_the_pause_is_played_and_the_pause_stays() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let before = scene.remaining(color);
        let given = scene.now_ms;
        scene.later(10_000).pause();
        let paused = scene.now_ms;
        let command = scene.next_move(reply(color));
        let late = Moment::at(paused + 500).stamped(paused, None);
        let refused = outflank_othello::decide(&scene.state, &command, &late).unwrap_err();
        assert_eq!(refused.code, Code::Paused);
        let heard = Moment::at(paused + 500).stamped(paused - 1, Some(given));
        assert_eq!(kinds(&scene.accept_at(&command, &heard)), "moved");
        assert_eq!(scene.state.phase(), Phase::Paused);
        assert_eq!(scene.remaining(color), before - 9_999);
        // The reply cannot have been received before the pause.
        let other = scene.remaining(color.opponent());
        let answer = scene.next_move(if color == Color::Black { "d3" } else { "c3" });
        let forged = Moment::at(paused + 600).stamped(paused - 1, None);
        let refused = outflank_othello::decide(&scene.state, &answer, &forged).unwrap_err();
        assert_eq!(refused.code, Code::Paused);
        scene.later(50_000).act(OfficialAct::Resume);
        assert_eq!(scene.state.turn().unwrap().color, color.opponent());
        assert_eq!(scene.remaining(color.opponent()), other);
    }
}

#[test]
fn a_flag_that_fell_before_a_pause_falls_first() {
    for color in Color::BOTH {
        // Past all doubt: in the same entry.
        let mut scene = to_move(color);
        let look = deadline(&scene.state).unwrap().look_at_ms;
        let events = scene
            .at(look + 10)
            .act(OfficialAct::Pause { until_ms: None });
        assert_eq!(kinds(&events), "flag_fell ruled paused");
        assert_eq!(scene.state.defaulter(), Some(color));
        // In doubt: the clocks stand at once, the flag falls in the pause.
        let mut scene = to_move(color);
        let due = deadline(&scene.state).unwrap();
        assert_eq!(due.kind, DeadlineKind::Flag);
        scene.at(due.at_ms).pause();
        assert_eq!(scene.remaining(color), 0);
        assert_eq!(deadline(&scene.state), Some(due));
        let events = scene.flag();
        assert_eq!(kinds(&events), "flag_fell paused");
        assert_eq!(scene.state.phase(), Phase::Paused);
        assert_eq!(scene.state.defaulter(), Some(color));
        assert_eq!(scene.remaining(color), 120_000);
        // One ms earlier nothing falls.
        let mut scene = to_move(color);
        scene.at(due.at_ms - 1).pause();
        assert_eq!(scene.remaining(color), 1);
        assert_eq!(deadline(&scene.state), None);
    }
}

#[test]
fn clocks_are_not_touched_while_a_flag_is_in_doubt() {
    let mut scene = to_move(Color::White);
    let due = deadline(&scene.state).unwrap();
    scene.at(due.at_ms);
    let rescue = OfficialAct::AdjustTime {
        color: Color::White,
        ms: 60_000,
    };
    scene.refuse_act(rescue.clone(), Code::FlagPending);
    scene.refuse_act(
        OfficialAct::SetClocks {
            remaining_ms: PerColor::new(1_000, 1_000),
        },
        Code::FlagPending,
    );
    scene.pause();
    scene.refuse_act(rescue, Code::FlagPending);
}

#[test]
fn pauses_end_by_themselves_when_they_say_so() {
    let mut scene = to_move(Color::Black);
    let until = scene.now_ms + 60_000;
    scene.act(OfficialAct::Pause {
        until_ms: Some(until),
    });
    scene
        .at(until - 1)
        .refuse(&Command::SettleDeadline, Code::NothingDue);
    assert_eq!(kinds(&scene.settle()), "resumed");
    assert_eq!(scene.state.turn().unwrap().from_ms, until);
    // A fault's freeze ends at the announced instant.
    scene.accept(&Command::Freeze { until_ms: None });
    scene.refuse(&Command::Freeze { until_ms: None }, Code::AlreadyPaused);
    scene.accept(&Command::Thaw {
        at_ms: Some(until + 90_000),
    });
    assert_eq!(deadline(&scene.state).unwrap().kind, DeadlineKind::Pause);
    scene.settle();
    scene.refuse(&Command::Thaw { at_ms: None }, Code::NotFrozen);
    assert_eq!(scene.state.phase(), Phase::Live);
}

#[test]
fn a_pause_before_the_start_holds_it() {
    let mut scene = Scene::with(game_rules());
    scene.pause();
    scene.at(START_MS + 5).refuse(&Command::Start, Code::Paused);
    scene.act(OfficialAct::Resume);
    assert_eq!(scene.state.phase(), Phase::Waiting);
    scene.accept(&Command::Start);
    assert_eq!(scene.remaining(Color::Black), MAIN_MS);
}

#[test]
fn a_call_stops_the_clocks_for_a_while_and_a_call_too_many_is_told_as_excessive() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let call = Command::CallDirector { color };
        let events = scene.later(1_000).accept(&call);
        assert_eq!(kinds(&events), "director_called paused");
        assert_eq!(scene.state.pause().unwrap().cause, PauseCause::Call);
        scene.refuse(&call, Code::AlreadyCalled);
        let due = deadline(&scene.state).unwrap();
        assert_eq!(
            (due.kind, due.at_ms),
            (DeadlineKind::Call, scene.now_ms + CALL_MS)
        );
        scene.settle();
        assert_eq!(scene.state.phase(), Phase::Live);
        // Nobody came: the call is open still, the clock runs.
        assert_eq!(scene.state.calls().open, Some(color));
        assert_eq!(
            kinds(&scene.act(OfficialAct::AnswerCall)),
            "ruled call_answered"
        );
        scene.accept(&Command::CallDirector { color });
        assert_eq!(
            kinds(&scene.act(OfficialAct::AnswerCall)),
            "ruled call_answered resumed"
        );
        // One too many is taken and told to the director, and stops nothing.
        let events = scene.accept(&call);
        assert_eq!(kinds(&events), "director_called");
        assert!(matches!(
            events[..],
            [Event::DirectorCalled {
                excessive: true,
                ..
            }]
        ));
        assert_eq!(scene.state.phase(), Phase::Live);
        assert_eq!(scene.state.calls().open, Some(color));
        assert!(scene.state.is_call_excessive());
        assert_eq!(
            kinds(&scene.act(OfficialAct::AnswerCall)),
            "ruled call_answered"
        );
        assert!(!scene.state.is_call_excessive());
        // The opponent has calls of their own; the director's pause outlasts the call's limit.
        scene.accept(&Command::CallDirector {
            color: color.opponent(),
        });
        scene.pause();
        assert_eq!(deadline(&scene.state), None);
        assert_eq!(
            kinds(&scene.act(OfficialAct::AnswerCall)),
            "ruled call_answered"
        );
        assert_eq!(scene.state.phase(), Phase::Paused);
    }
}

#[test]
fn a_call_hides_the_board_as_long_as_it_holds_the_clocks() {
    for hides in [true, false] {
        let mut game_rules = game_rules();
        game_rules.director_call.hides_board = hides;
        let mut scene = Scene::live_with(game_rules);
        let color = Color::Black;
        // An official's pause alone hides nothing.
        scene.pause();
        assert!(!scene.state.hides_board());
        scene.act(OfficialAct::Resume);
        scene.accept(&Command::CallDirector { color });
        assert_eq!(scene.state.hides_board(), hides);
        // The official who comes stops the clocks for longer: it stays hidden until the call is answered.
        scene.pause();
        assert_eq!(scene.state.hides_board(), hides);
        scene.act(OfficialAct::AnswerCall);
        assert_eq!(scene.state.phase(), Phase::Paused);
        assert!(!scene.state.hides_board());
        scene.act(OfficialAct::Resume);
        // Nobody comes: it is seen again with the clocks.
        scene.accept(&Command::CallDirector { color });
        assert_eq!(scene.state.hides_board(), hides);
        scene.settle();
        assert_eq!(scene.state.phase(), Phase::Live);
        assert!(!scene.state.hides_board());
    }
}

#[test]
fn what_older_releases_wrote_hides_no_board() {
    let written = r#"{"stops_clocks":true,"longest_ms":600000,"most_per_player":3}"#;
    let read: CallRules = serde_json::from_str(written).unwrap();
    assert!(!read.hides_board);
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
}

#[test]
fn taken_back_plies_take_defaults_and_credits_with_them() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let plies = u32::try_from(scene.state.record().len()).unwrap();
        let position = *scene.state.position();
        let before = scene.state.remaining_ms();
        scene.accept(&Command::CreditTime {
            color: None,
            ms: 5_000,
            cause: CreditCause::ServerFault,
            fault_id: "f".into(),
            until_ms: None,
        });
        scene.flag();
        scene.play(reply(color));
        scene
            .later(1_000)
            .play(if color == Color::Black { "d3" } else { "c3" });
        scene.later(7).act(OfficialAct::TakeBack {
            to_ply: plies,
            clocks: None,
        });
        assert_eq!(scene.state.defaulter(), None);
        assert_eq!(scene.state.remaining_ms(), before);
        assert_eq!(*scene.state.position(), position);
        let turn = scene.state.turn().unwrap();
        assert_eq!((turn.color, turn.from_ms), (color, scene.now_ms));
        assert_eq!(scene.state.next_ply(), plies + 1);
        // A default from before the ply stands.
        scene.flag();
        scene.play(reply(color));
        let kept = scene.state.remaining_ms();
        scene
            .later(1_000)
            .play(if color == Color::Black { "d3" } else { "c3" });
        scene.act(OfficialAct::TakeBack {
            to_ply: plies + 1,
            clocks: None,
        });
        assert_eq!(scene.state.defaulter(), Some(color));
        assert_eq!(scene.state.remaining_ms(), kept);
        // Given clocks are taken at their word.
        let given = PerColor::new(111_000, 222_000);
        scene.act(OfficialAct::TakeBack {
            to_ply: 0,
            clocks: Some(given),
        });
        assert_eq!(scene.state.remaining_ms(), given);
        assert_eq!(scene.state.position(), &outflank_othello::Position::START);
        assert_eq!(scene.state.defaulter(), None);
    }
}

#[test]
fn taken_back_plies_return_no_time_that_an_official_took_or_gave() {
    let mut scene = Scene::after("f5d6c3");
    let first = scene.state.remaining_ms();
    for (color, ms) in [(Color::Black, -120_000), (Color::White, 60_000)] {
        scene.act(OfficialAct::AdjustTime { color, ms });
    }
    scene.later(1_000).play("d3");
    scene.act(OfficialAct::TakeBack {
        to_ply: 0,
        clocks: None,
    });
    let start = PerColor::new(MAIN_MS - 120_000, MAIN_MS + 60_000);
    assert!(first.black < MAIN_MS);
    assert_eq!(scene.state.remaining_ms(), start);
}

#[test]
fn a_default_undone_loses_both_grants() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let other = scene.remaining(color.opponent());
        scene.flag();
        assert_eq!(scene.remaining(color.opponent()), other + 120_000);
        // The defaulter had nothing left, so somebody has to say what the clock should have shown.
        scene.refuse_act(
            OfficialAct::UndoDefault { clocks: None },
            Code::InvalidClocks,
        );
        let given = PerColor::of(color, 400_000, other);
        let events = scene.act(OfficialAct::UndoDefault {
            clocks: Some(given),
        });
        assert_eq!(kinds(&events), "ruled default_undone");
        assert_eq!(
            (scene.state.defaulter(), scene.state.remaining_ms()),
            (None, given)
        );
        // From here on the board decides again, and a fall is a first one.
        let events = scene.flag();
        assert_eq!(kinds(&events), "flag_fell");
        assert_eq!(scene.state.phase(), Phase::Live);
        scene.flag();
        assert_eq!(
            scene.state.finished().unwrap().winner,
            Some(color.opponent())
        );
        // Reopened, the first default stands.
        scene.refuse_act(OfficialAct::Reopen { clocks: None }, Code::InvalidClocks);
        scene.act(OfficialAct::Reopen {
            clocks: Some(PerColor::new(9_000, 9_000)),
        });
        assert_eq!(scene.state.defaulter(), Some(color));
        assert_eq!(scene.state.phase(), Phase::Live);
    }
}

#[test]
fn an_adjourned_game_goes_on_with_the_sealed_move() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let at_ms = scene.now_ms + 600_000;
        scene.act(OfficialAct::AnnounceAdjournment { at_ms });
        let seal = Command::SealMove {
            color,
            ply: scene.state.next_ply(),
            square: Some(square(reply(color))),
            flip: None,
        };
        scene.refuse(&seal, Code::NotAdjourned);
        assert_eq!(kinds(&scene.settle()), "sealing_began");
        scene.later(1_000);
        scene.refuse(&scene.next_move(reply(color)), Code::MustSeal);
        scene.refuse(
            &Command::SealMove {
                color: color.opponent(),
                ply: scene.state.next_ply(),
                square: None,
                flip: None,
            },
            Code::NotYourTurn,
        );
        let before = scene.remaining(color);
        let events = scene.later(9_000).accept(&seal);
        assert_eq!(kinds(&events), "move_sealed square_sealed");
        assert_eq!(events[1].audience(), outflank_othello::Audience::Server);
        assert_eq!(scene.state.phase(), Phase::Adjourned);
        let charged = before - scene.remaining(color);
        assert_eq!(charged, 610_000);
        assert_eq!(
            (
                deadline(&scene.state),
                clocks(&scene.state, i64::MAX).running
            ),
            (None, None)
        );
        scene.later(86_400_000);
        scene.refuse(&scene.next_move(reply(color)), Code::Adjourned);
        scene.refuse(&Command::Resign { color }, Code::Adjourned);
        scene.act(OfficialAct::ResumeAdjourned);
        let played = *scene.state.record().last().unwrap();
        assert_eq!(
            (played.square, played.charged_ms),
            (Some(square(reply(color))), charged)
        );
        assert_eq!(scene.remaining(color), before - charged);
        let turn = scene.state.turn().unwrap();
        assert_eq!((turn.color, turn.from_ms), (color.opponent(), scene.now_ms));
        assert!(scene.state.adjournment().is_none());
    }
}

#[test]
fn an_illegal_sealed_move_goes_to_the_director() {
    for color in Color::BOTH {
        for sealed in [Some("a1"), None] {
            let mut scene = to_move(color);
            scene.adjourn(sealed);
            let left = scene.remaining(color);
            assert_eq!(
                kinds(&scene.act(OfficialAct::ResumeAdjourned)),
                "ruled seal_revealed"
            );
            assert_eq!(scene.state.phase(), Phase::Adjourned);
            scene.refuse_act(OfficialAct::ResumeAdjourned, Code::SealIllegal);
            scene.refuse_act(
                OfficialAct::DecideSealed {
                    square: Some(square("h8")),
                    flip: None,
                },
                Code::IllegalMove,
            );
            let mut other = scene.clone();
            scene.act(OfficialAct::DecideSealed {
                square: Some(square(reply(color))),
                flip: None,
            });
            assert_eq!(scene.state.turn().unwrap().color, color.opponent());
            assert_eq!(scene.remaining(color), left);
            other.act(OfficialAct::DecideSealed {
                square: None,
                flip: None,
            });
            assert_eq!(other.state.turn().unwrap().color, color);
            assert_eq!(other.remaining(color), left);
            other.later(1_000).play(reply(color));
        }
    }
}

#[test]
fn a_move_from_before_the_adjournment_is_played_and_the_other_side_seals() {
    let mut scene = to_move(Color::White);
    let at_ms = scene.now_ms + 600_000;
    scene.act(OfficialAct::AnnounceAdjournment { at_ms });
    scene.settle();
    let command = scene.next_move("d6");
    scene.accept_at(&command, &Moment::at(at_ms + 100).stamped(at_ms - 1, None));
    scene.later(5_000);
    scene.refuse(&scene.next_move("c3"), Code::MustSeal);
    scene.accept(&Command::SealMove {
        color: Color::Black,
        ply: 3,
        square: Some(square("c3")),
        flip: None,
    });
    // A take back opens no seal: it removes it.
    scene.act(OfficialAct::TakeBack {
        to_ply: 1,
        clocks: None,
    });
    assert_eq!(
        (scene.state.phase(), scene.state.adjournment()),
        (Phase::Live, None)
    );
}

#[test]
fn who_is_not_there_at_the_limit_loses() {
    let with_limit = || {
        let mut game_rules = game_rules();
        game_rules.absence_limit_ms = Some(LIMIT_MS);
        game_rules
    };
    for missing in Color::BOTH {
        let mut scene = Scene::with(with_limit());
        let here = Command::Arrive {
            color: missing.opponent(),
        };
        scene.accept(&here);
        scene.refuse(&here, Code::AlreadyArrived);
        scene.at(START_MS).accept(&Command::Start);
        let due = deadline(&scene.state).unwrap();
        assert_eq!(
            (due.kind, due.at_ms),
            (DeadlineKind::Absence, START_MS + LIMIT_MS)
        );
        scene
            .at(due.at_ms)
            .refuse(&Command::Arrive { color: missing }, Code::AbsencePending);
        // Received in time is in time.
        let mut in_time = scene.clone();
        let heard = Moment::at(due.at_ms + 900).stamped(due.at_ms - 1, None);
        in_time.accept_at(&Command::Arrive { color: missing }, &heard);
        assert_eq!(deadline(&in_time.state).unwrap().kind, DeadlineKind::Flag);
        assert_eq!(kinds(&scene.settle()), "finished");
        let finished = scene.state.finished().unwrap();
        assert_eq!(
            (finished.winner, finished.absent),
            (Some(missing.opponent()), Some(missing))
        );
        assert_eq!(
            (finished.reason, finished.discs(missing)),
            (EndReason::Absence, 0)
        );
        assert_eq!(scene.state.confirmation(), None);
    }
    let mut nobody = Scene::live_with(with_limit());
    nobody.settle();
    let finished = nobody.state.finished().unwrap();
    assert!(finished.both_absent);
    assert_eq!(
        (finished.black_discs, finished.white_discs, finished.winner),
        (0, 0, None)
    );
    // Moving is being there, and a pause does not count.
    let mut scene = Scene::live_with(with_limit());
    scene.later(1_000).play("f5");
    scene.pause();
    assert_eq!(deadline(&scene.state), None);
    scene.later(500_000).act(OfficialAct::Resume);
    assert_eq!(
        deadline(&scene.state).unwrap().at_ms,
        START_MS + LIMIT_MS + 500_000
    );
    scene.later(1_000).play("d6");
    assert_eq!(deadline(&scene.state).unwrap().kind, DeadlineKind::Flag);
}

#[test]
fn an_expelled_player_is_refused_while_the_clock_runs_on() {
    for color in Color::BOTH {
        let mut scene = to_move(color);
        let whom = Expelled::Seat(color);
        let until = scene.now_ms + 30_000;
        scene.act(OfficialAct::Expel {
            whom: whom.clone(),
            until_ms: Some(until),
        });
        let due = deadline(&scene.state);
        assert_eq!(due.unwrap().kind, DeadlineKind::Flag);
        for command in [
            scene.next_move(reply(color)),
            Command::Resign { color },
            Command::CallDirector { color },
            Command::Arrive { color },
        ] {
            scene.refuse(&command, Code::Expelled);
        }
        assert!(clocks(&scene.state, until).remaining_ms.get(color) < &scene.remaining(color));
        scene.at(until).play(reply(color));
        scene.act(OfficialAct::Expel {
            whom: whom.clone(),
            until_ms: None,
        });
        assert!(scene.state.is_expelled(&whom, i64::MAX));
        scene.act(OfficialAct::Readmit { whom: whom.clone() });
        assert!(!scene.state.is_expelled(&whom, scene.now_ms));
    }
    let mut scene = to_move(Color::Black);
    scene.act(OfficialAct::Expel {
        whom: Expelled::Account("fan".into()),
        until_ms: None,
    });
    let sit = Command::TakeSeat {
        color: Color::White,
        account: "fan".into(),
    };
    scene.refuse(&sit, Code::Expelled);
}

#[test]
fn a_game_from_over_the_board_goes_on_or_ends() {
    let mut scene = Scene::with(game_rules());
    let act = OfficialAct::EnterTranscript {
        text: "1. f5 d6 2. c3 d3".into(),
        clocks: Some(PerColor::new(700_000, 800_000)),
        is_final: false,
    };
    scene.at(START_MS).act(act);
    assert_eq!(
        (scene.state.phase(), scene.state.next_ply()),
        (Phase::Live, 5)
    );
    scene.later(1_000).play("c4");
    assert_eq!(scene.remaining(Color::Black), 699_000);
    scene.act(OfficialAct::TakeBack {
        to_ply: 2,
        clocks: None,
    });
    assert_eq!(scene.remaining(Color::Black), 700_000);
    let text = "e6f4e3f6g5d6e7f5c5".to_owned();
    scene.act(OfficialAct::EnterTranscript {
        text,
        clocks: None,
        is_final: true,
    });
    let finished = scene.state.finished().unwrap();
    assert_eq!((finished.black_discs, finished.white_discs), (64, 0));
    let refusal = scene.refuse_act(
        OfficialAct::EnterTranscript {
            text: "f5d6h8".into(),
            clocks: None,
            is_final: false,
        },
        Code::InvalidTranscript,
    );
    assert!(refusal.detail().contains("Ply 3, h8"), "{refusal}");
}

#[test]
fn players_in_held_seats_begin_a_game_and_officials_do_not() {
    let whole = || OfficialAct::EnterTranscript {
        text: "e6f4e3f6g5d6e7f5c5".to_owned(),
        clocks: None,
        is_final: true,
    };
    let mut scene = Scene::live();
    scene.act(whole());
    assert!(scene.state.finished().is_some() && !scene.state.players_began());
    let award = OfficialAct::Award { to: Color::Black };
    scene.act(award.clone());
    assert!(!scene.state.players_began(), "another ruling upon nothing");

    let mut scene = Scene::after("f5");
    assert!(scene.state.players_began());
    scene.act(OfficialAct::TakeBack {
        to_ply: 0,
        clocks: None,
    });
    scene.act(whole());
    scene.act(award);
    assert!(scene.state.players_began(), "what they began stays begun");

    let mut scene = Scene::live();
    let color = Color::White;
    scene.accept(&Command::Resign { color });
    assert!(scene.state.players_began());

    let mut scene = Scene::set_up(game_rules(), PerColor::new(Some("account-1".into()), None));
    scene.at(START_MS).accept(&Command::Start);
    scene.play("f5");
    assert!(!scene.state.players_began(), "against nobody");
    scene.accept(&Command::TakeSeat {
        color,
        account: "account-2".into(),
    });
    scene.play("d6");
    assert!(scene.state.players_began());
}

#[test]
fn a_replay_waits_for_its_own_start() {
    for ply in 0..3 {
        let mut scene = Scene::after("f5d6c3");
        scene.act(OfficialAct::Annul);
        assert_eq!(
            (scene.state.phase(), scene.state.finished()),
            (Phase::Annulled, None)
        );
        let starts_at_ms = scene.now_ms + 600_000;
        let given = PerColor::new(300_000, 400_000);
        scene.act(OfficialAct::ReplayFrom {
            ply,
            clocks: given,
            starts_at_ms,
        });
        assert_eq!(scene.state.phase(), Phase::Waiting);
        scene.refuse(&Command::Start, Code::NotDue);
        scene.at(starts_at_ms).accept(&Command::Start);
        let turn = scene.state.turn().unwrap();
        let mover = if ply % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        assert_eq!((turn.color, turn.from_ms), (mover, starts_at_ms));
        assert_eq!(scene.state.remaining_ms(), given);
        assert_eq!(scene.state.next_ply(), ply + 1);
    }
}
