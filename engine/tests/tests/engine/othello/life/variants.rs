//! A table under a variant: smaller boards, the openings of 1883 that flip by choice, handicaps; what is said, refused,
//! written down, taken back, sealed and signed.

use outflank_othello::transcript::{Outcome, parse, replay_on};
use outflank_othello::{
    BoardSize, Code, Color, Command, Create, DefaultPolicy, Event, GameRules, Goal, Handicap,
    Moment, OfficialAct, Opening, PerColor, Phase, Square, TableState, canonical_transcript,
    decide, transcript_digest,
};

use super::scene::{Scene, game_rules, kinds, square};

fn under(change: impl FnOnce(&mut GameRules)) -> Scene {
    let mut rules = game_rules();
    change(&mut rules);
    Scene::live_with(rules)
}

fn placed(opening: Opening) -> Scene {
    under(|rules| rules.opening = opening)
}

fn flipping(scene: &Scene, at: &str, flip: Option<&str>) -> Command {
    match scene.next_move(at) {
        Command::Move {
            color, ply, square, ..
        } => Command::Move {
            color,
            ply,
            square,
            flip: flip.map(self::square),
        },
        other => other,
    }
}

fn discs(scene: &Scene, color: Color) -> String {
    let discs = scene.state.position().discs(color).iter();
    let names: Vec<String> = discs.map(|square| square.to_string()).collect();
    names.join(" ")
}

fn choice(scene: &Scene) -> Option<(String, bool)> {
    let choice = scene.state.flip_choice()?;
    let names: Vec<String> = choice.discs.iter().map(|one| one.to_string()).collect();
    Some((names.join(" "), choice.required))
}

/// Black on d4 and e5, white on d5; white's second disc goes to e4.
fn before_the_choice(opening: Opening) -> Scene {
    let mut scene = placed(opening);
    scene.play_line("d4d5e5");
    scene
}

#[test]
fn the_second_disc_of_the_second_player_flips_none_may_flip_one_or_has_to() {
    for (opening, offered) in [
        (Opening::Placed1883, None),
        (
            Opening::Placed1883MayFlip,
            Some(("d4 e5".to_owned(), false)),
        ),
        (
            Opening::Placed1883MustFlip,
            Some(("d4 e5".to_owned(), true)),
        ),
    ] {
        let mut scene = placed(opening);
        for name in ["d4", "d5", "e5"] {
            assert_eq!(choice(&scene), None, "{opening:?} before {name}");
            let with_flip = flipping(&scene, name, Some("d4"));
            scene.refuse(&with_flip, Code::InvalidFlip);
            scene.play(name);
        }
        assert_eq!(choice(&scene), offered);
        let none = scene.decide(&flipping(&scene, "e4", None));
        let one = scene.decide(&flipping(&scene, "e4", Some("e5")));
        match opening {
            Opening::Placed1883MustFlip => {
                assert_eq!(none.unwrap_err().code, Code::InvalidFlip);
                assert!(one.is_ok());
            }
            Opening::Placed1883MayFlip => assert!(none.is_ok() && one.is_ok()),
            Opening::Placed1883 | Opening::Standard => {
                assert!(none.is_ok());
                assert_eq!(one.unwrap_err().code, Code::InvalidFlip);
                scene.play("e4");
                assert_eq!(choice(&scene), None);
                continue;
            }
        }
        // Only one of the opponent's discs there: not the own, not the new one, none outside.
        for wrong in ["d5", "e4", "a1"] {
            scene.refuse(&flipping(&scene, "e4", Some(wrong)), Code::InvalidFlip);
        }
        let events = scene.accept(&flipping(&scene, "e4", Some("e5")));
        let Event::Moved { flipped, flip, .. } = &events[0] else {
            panic!("{events:?}")
        };
        assert_eq!((flipped.count(), *flip), (1, Some(square("e5"))));
        assert_eq!(discs(&scene, Color::Black), "d4");
        assert_eq!(discs(&scene, Color::White), "e4 d5 e5");
        assert_eq!(choice(&scene), None);
        scene.refuse(&flipping(&scene, "d6", Some("d5")), Code::InvalidFlip);
        scene.play("d6");
    }
}

#[test]
fn a_choice_sent_again_is_the_same_ply_and_another_is_not() {
    let mut scene = before_the_choice(Opening::Placed1883MayFlip);
    let (sent, other) = (
        flipping(&scene, "e4", Some("d4")),
        flipping(&scene, "e4", Some("e5")),
    );
    let none = flipping(&scene, "e4", None);
    scene.accept(&sent);
    let repeated = scene.refuse(&sent, Code::Repeated);
    assert!(repeated.detail().contains("e4xd4"), "{repeated}");
    scene.refuse(&other, Code::PlyTaken);
    scene.refuse(&none, Code::PlyTaken);
}

#[test]
fn a_choice_stands_in_the_transcript_and_comes_back_from_it() {
    let mut scene = before_the_choice(Opening::Placed1883MustFlip);
    scene.accept(&flipping(&scene, "e4", Some("e5")));
    scene.later(1_000).play("d6");
    let text = canonical_transcript(&scene.state);
    assert!(text.contains("opening placed_1883_must_flip\n"), "{text}");
    assert!(text.contains("plies d4d5e5e4xe5d6\n"), "{text}");
    let mut other = before_the_choice(Opening::Placed1883MustFlip);
    other.accept(&flipping(&other, "e4", Some("d4")));
    assert_ne!(
        transcript_digest(&other.state),
        transcript_digest(&scene.state)
    );
    // What is written is read, on paper and at a table that an official fills.
    let line = "D4 d5, e5 (2) e4xe5 d6";
    let replayed = replay_on(&scene.state.board(), &parse(line).unwrap());
    assert_eq!(&replayed.position, scene.state.position());
    let mut entered = placed(Opening::Placed1883MustFlip);
    let enter = |text: &str| OfficialAct::EnterTranscript {
        text: text.into(),
        clocks: None,
        is_final: false,
    };
    entered.refuse_act(enter("d4d5e5e4"), Code::InvalidTranscript);
    entered.refuse_act(enter("d4d5e5e4xd5"), Code::InvalidTranscript);
    entered.refuse_act(enter("d4d5e5e4x"), Code::InvalidTranscript);
    entered.act(enter(line));
    assert_eq!(entered.state.position(), scene.state.position());
    assert_eq!(canonical_transcript(&entered.state), text);
    // In Othello nobody chooses.
    let mut othello = Scene::live();
    othello.refuse_act(enter("f5xe5"), Code::InvalidTranscript);
    othello.act(enter("f5"));
}

#[test]
fn a_choice_is_taken_back_and_stands_after_a_take_back_of_what_followed() {
    let mut scene = before_the_choice(Opening::Placed1883MayFlip);
    let before = *scene.state.position();
    scene.accept(&flipping(&scene, "e4", Some("d4")));
    let after = *scene.state.position();
    scene.later(1_000).play("c3");
    let back = |to_ply| OfficialAct::TakeBack {
        to_ply,
        clocks: None,
    };
    scene.act(back(4));
    assert_eq!(scene.state.position(), &after);
    assert_eq!(choice(&scene), None);
    scene.act(back(3));
    assert_eq!(scene.state.position(), &before);
    assert_eq!(choice(&scene), Some(("d4 e5".to_owned(), false)));
    scene.accept(&flipping(&scene, "e4", None));
    assert_eq!(discs(&scene, Color::Black), "d4 e5");
    // A replay begins from the position that the choice made.
    let mut replayed = before_the_choice(Opening::Placed1883MayFlip);
    replayed.accept(&flipping(&replayed, "e4", Some("d4")));
    replayed.later(1_000).play("c3");
    replayed.act(OfficialAct::ReplayFrom {
        ply: 4,
        clocks: PerColor::new(60_000, 60_000),
        starts_at_ms: replayed.now_ms,
    });
    assert_eq!(
        replayed.state.position().discs(Color::White),
        after.discs(Color::White)
    );
}

#[test]
fn a_choice_is_sealed_and_judged_when_it_is_opened() {
    let sealed = |flip: Option<&str>| {
        let mut scene = before_the_choice(Opening::Placed1883MustFlip);
        let at_ms = scene.now_ms + 600_000;
        scene.act(OfficialAct::AnnounceAdjournment { at_ms });
        scene.settle();
        let seal = Command::SealMove {
            color: Color::White,
            ply: 4,
            square: Some(square("e4")),
            flip: flip.map(square),
        };
        scene.later(5_000).accept(&seal);
        let events = scene.act(OfficialAct::ResumeAdjourned);
        (scene, kinds(&events))
    };
    let (scene, events) = sealed(Some("d4"));
    assert_eq!(events, "ruled seal_revealed moved");
    assert_eq!(discs(&scene, Color::Black), "e5");
    let (mut scene, events) = sealed(None);
    assert_eq!(events, "ruled seal_revealed");
    let decided = |flip: Option<&str>| OfficialAct::DecideSealed {
        square: Some(square("e4")),
        flip: flip.map(square),
    };
    scene.refuse_act(decided(None), Code::IllegalMove);
    scene.refuse_act(decided(Some("d5")), Code::IllegalMove);
    scene.act(decided(Some("e5")));
    assert_eq!(discs(&scene, Color::Black), "d4");
}

const SIZES: [(BoardSize, u8, u8); 3] = [
    (BoardSize::Four, 16, 8),
    (BoardSize::Six, 36, 18),
    (BoardSize::Eight, 64, 32),
];

fn result(scene: &Scene) -> ((u8, u8), Option<Color>) {
    let finished = scene.state.finished().expect("the game is not over");
    (
        (finished.black_discs, finished.white_discs),
        finished.winner,
    )
}

#[test]
fn every_score_without_a_full_board_follows_its_size() {
    use Color::{Black, White};
    for (size, all, half) in SIZES {
        for goal in [Goal::Most, Goal::Fewest] {
            let mirrored = |black: u8, white: u8| match goal {
                Goal::Most => (black, white),
                Goal::Fewest => (white, black),
            };
            let live = |policy: DefaultPolicy| {
                let mut scene = under(|rules| {
                    rules.size = size;
                    rules.goal = goal;
                    rules.default_policy = policy;
                });
                // Each side has made a move.
                for _ in 0..2 {
                    let first = scene.state.legal_moves().iter().next().unwrap();
                    scene.later(1_000).play(&first.to_string());
                }
                scene
            };
            let mut resigned = live(DefaultPolicy::Woc);
            resigned.accept(&Command::Resign { color: Black });
            assert_eq!(result(&resigned), (mirrored(0, all), Some(White)));
            // WOC IV.6: the second fall of the same side, and who stops playing after the win was fixed.
            let mut fallen = live(DefaultPolicy::Woc);
            fallen.flag();
            let mut stopped = fallen.clone();
            fallen.flag();
            assert_eq!(result(&fallen), (mirrored(0, all), Some(White)));
            stopped.accept(&Command::Resign { color: White });
            assert_eq!(
                result(&stopped),
                (mirrored(half - 1, half + 1), Some(White))
            );
            let mut lost = live(DefaultPolicy::LossOfAllDiscs);
            lost.flag();
            assert_eq!(result(&lost), (mirrored(0, all), Some(White)));
            // Two plies from the start three discs to three: the least win.
            let mut on_board = live(DefaultPolicy::LossOnBoard);
            on_board.flag();
            assert_eq!(
                result(&on_board),
                (mirrored(half - 1, half + 1), Some(White))
            );
            let mut awarded = live(DefaultPolicy::Woc);
            awarded.act(OfficialAct::Award { to: Black });
            assert_eq!(result(&awarded), (mirrored(all, 0), Some(Black)));
            let mut drawn = live(DefaultPolicy::Woc);
            drawn.act(OfficialAct::DeclareDraw);
            assert_eq!(result(&drawn), ((half, half), None));
            let (black_discs, white_discs) = mirrored(half + 2, half - 2);
            let score = |black_discs, white_discs| OfficialAct::SetScore {
                black_discs,
                white_discs,
                winner: Some(Black),
            };
            for (wrong_black, wrong_white) in [
                (black_discs, white_discs + 1),
                (white_discs, black_discs),
                (black_discs + all, white_discs),
            ] {
                let refused = drawn.refuse_act(score(wrong_black, wrong_white), Code::InvalidScore);
                assert!(refused.detail().contains(&all.to_string()), "{refused}");
            }
            drawn.act(score(black_discs, white_discs));
            assert_eq!(result(&drawn), ((black_discs, white_discs), Some(Black)));
        }
    }
}

#[test]
fn who_never_comes_loses_the_whole_board_of_its_size() {
    for (size, all, _) in SIZES {
        for goal in [Goal::Most, Goal::Fewest] {
            let mut scene = under(|rules| {
                rules.size = size;
                rules.goal = goal;
                rules.absence_limit_ms = Some(60_000);
            });
            scene.accept(&Command::Arrive {
                color: Color::White,
            });
            scene.settle();
            let whole = match goal {
                Goal::Most => (0, all),
                Goal::Fewest => (all, 0),
            };
            assert_eq!(result(&scene), (whole, Some(Color::White)));
        }
    }
}

#[test]
fn a_small_board_ends_where_it_ends_and_takes_no_square_beyond() {
    let mut scene = under(|rules| rules.size = BoardSize::Six);
    let beyond = scene.refuse(&scene.next_move("g4"), Code::IllegalMove);
    assert!(beyond.detail().contains("6x6"), "{beyond}");
    scene.refuse(&scene.next_move("a1"), Code::IllegalMove);
    scene.refuse(&scene.next_move("c3"), Code::SquareTaken);
    for _ in 0..80 {
        let Some(turn) = scene.state.turn() else {
            break;
        };
        scene.later(100);
        if turn.must_pass {
            let (color, ply) = (turn.seat(), scene.state.next_ply());
            scene.accept(&Command::Pass { color, ply });
            continue;
        }
        let legal: Vec<Square> = scene.state.legal_moves().iter().collect();
        assert!(
            legal
                .iter()
                .all(|square| square.column() < 6 && square.row() < 6)
        );
        scene.play(&legal[scene.state.record().len() % legal.len()].to_string());
    }
    assert_eq!(scene.state.phase(), Phase::Finished);
    let ((black, white), winner) = result(&scene);
    assert_eq!(black + white, 36);
    assert_eq!(winner, Goal::Most.winner(PerColor::new(black, white)));
    let text = canonical_transcript(&scene.state);
    assert!(text.contains("\nboard 6x6\nplies "), "{text}");
    let line: String = scene
        .state
        .record()
        .iter()
        .map(|played| played.token().to_string())
        .collect();
    let replayed = replay_on(&scene.state.board(), &parse(&line).unwrap());
    assert_eq!(
        replayed.outcome,
        Outcome::Finished {
            discs: PerColor::new(black, white)
        }
    );
    // A take-back goes to every ply of it.
    let plies = u32::try_from(scene.state.record().len()).unwrap();
    for to_ply in (0..plies).rev() {
        scene.act(OfficialAct::TakeBack {
            to_ply,
            clocks: None,
        });
    }
    assert_eq!(scene.state.position(), &scene.state.board().start());
}

#[test]
fn a_handicap_lies_in_the_corners_and_its_giver_moves_first() {
    for to in Color::BOTH {
        let mut scene = under(|rules| rules.handicap = Some(Handicap { to, discs: 2 }));
        let giver = to.opponent();
        assert_eq!(scene.state.turn().unwrap().color, giver);
        let has = |name: &str| scene.state.position().discs(to).contains(square(name));
        assert!(has("a1") && has("h8") && !has("h1"));
        let out_of_turn = Command::Move {
            color: to,
            ply: 1,
            square: square("f5"),
            flip: None,
        };
        scene.refuse(&out_of_turn, Code::NotYourTurn);
        let first = scene.state.legal_moves().iter().next().unwrap();
        scene.later(1_000).play(&first.to_string());
        assert_eq!(scene.state.turn().unwrap().color, to);
        let text = canonical_transcript(&scene.state);
        assert!(
            text.contains(&format!("\nhandicap {to} a1 h8\nplies ")),
            "{text}"
        );
        scene.act(OfficialAct::TakeBack {
            to_ply: 0,
            clocks: None,
        });
        assert_eq!(scene.state.turn().unwrap().color, giver);
        assert_eq!(scene.state.position(), &scene.state.board().start());
        // Its discs count: with them the receiver is two ahead.
        let mut fallen = under(|rules| {
            rules.handicap = Some(Handicap { to, discs: 2 });
            rules.default_policy = DefaultPolicy::LossOnBoard;
        });
        let first = fallen.state.legal_moves().iter().next().unwrap();
        fallen.later(1_000).play(&first.to_string());
        let second = fallen.state.legal_moves().iter().next().unwrap();
        fallen.later(1_000).play(&second.to_string());
        fallen.flag();
        let counts = fallen.state.position().disc_counts();
        let receiver = 64 - counts.get(giver);
        assert_eq!(result(&fallen).0, {
            let score = PerColor::of(to, receiver, *counts.get(giver));
            (score.black, score.white)
        });
    }
}

#[test]
fn a_handicap_beyond_the_corners_or_for_the_fewest_discs_is_refused() {
    let set_up = |discs: u8, goal: Goal| {
        let mut rules = game_rules();
        rules.goal = goal;
        rules.handicap = Some(Handicap {
            to: Color::White,
            discs,
        });
        let create = Create {
            place: None,
            booked_at: None,
            entrants: PerColor::new("entrant-1".into(), "entrant-2".into()),
            accounts: PerColor::default(),
            game_rules: rules.into(),
            starts_at_ms: 0,
        };
        let nothing = TableState::default();
        decide(&nothing, &Command::Create(create), &Moment::at(0))
    };
    for (discs, goal, sound) in [
        (0, Goal::Most, false),
        (1, Goal::Most, true),
        (4, Goal::Most, true),
        (5, Goal::Most, false),
        (1, Goal::Fewest, false),
    ] {
        let code = set_up(discs, goal)
            .map(|_| ())
            .map_err(|refusal| refusal.code);
        let wanted = if sound {
            Ok(())
        } else {
            Err(Code::InvalidTerms)
        };
        assert_eq!(code, wanted, "{discs} {goal:?}");
    }
}

#[test]
fn entries_of_before_variants_load_and_new_ones_say_nothing_of_othello() {
    let written = serde_json::to_value(game_rules()).unwrap();
    for absent in ["size", "handicap", "opening", "goal"] {
        assert!(written.get(absent).is_none(), "{absent}");
    }
    let moved = Scene::live().play("f5");
    let written = serde_json::to_value(&moved[0]).unwrap();
    assert!(written.get("flip").is_none());
    let read: Event = serde_json::from_value(written).unwrap();
    assert_eq!(read, moved[0]);
    let mut rules = game_rules();
    rules.size = BoardSize::Four;
    rules.opening = Opening::Placed1883MustFlip;
    rules.handicap = Some(Handicap {
        to: Color::Black,
        discs: 3,
    });
    let written = serde_json::to_value(&rules).unwrap();
    assert_eq!(written["size"], "4x4");
    assert_eq!(serde_json::from_value::<GameRules>(written).unwrap(), rules);
}
