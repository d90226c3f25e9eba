//! Games position by position and what is tried from them: what is shown is what was played, under the delay, and to
//! nobody who plays.

use outflank_access::Problem;
use outflank_othello::BoardSize;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    Accommodation, AccountId, EntrantId, Event, Opening as RuleOpening, RuleSet, Spectators,
};

use crate::world::{
    BLACK, DIRECTOR, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere,
    facts::plain_rules, still,
};

async fn replay(
    world: &World,
    account: Option<&str>,
    (game, from_ply): (&str, u32),
) -> Result<proto::GetReplayResponse, Problem> {
    let message = proto::GetReplayRequest {
        game_id: game.to_owned(),
        from_ply,
        ..Default::default()
    };
    let request = match account {
        Some(account) => world.by(account, message),
        None => tonic::Request::new(message),
    };
    answered(world.client().get_replay(request).await)
}

async fn tried(
    world: &World,
    account: Option<&str>,
    (game, from_ply, moves): (&str, u32, &str),
) -> Result<Vec<proto::ReplayPosition>, Problem> {
    let message = proto::TryMovesRequest {
        game_id: game.to_owned(),
        from_ply,
        moves: moves.to_owned(),
        ..Default::default()
    };
    let request = match account {
        Some(account) => world.by(account, message),
        None => tonic::Request::new(message),
    };
    let answer = answered(world.client().try_moves(request).await);
    answer.map(|answer| answer.positions)
}

async fn resign(world: &World, game: &str) {
    let resignation = proto::ResignRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        stamps: None,
    };
    let resigned = world.client().resign(world.by(WHITE, resignation)).await;
    answered(resigned).unwrap();
}

/// A game under way between black and white, and a finished one of the same round between two others.
async fn own_and_other(world: &World) -> [String; 2] {
    world.pairing.seat(TOURNAMENT, "e-carl", "carl");
    world.pairing.seat(TOURNAMENT, "e-dan", "dan");
    let pairs = [("e-anna", "e-boris"), ("e-carl", "e-dan")];
    let mut games = world.publish(1, &pairs).await;
    let other = games.remove(1);
    world.until_live(&other).await;
    world.play("carl", "m1", &other, (1, "f5")).await.unwrap();
    let resignation = proto::ResignRequest {
        command_id: "r".to_owned(),
        game_id: other.clone(),
        stamps: None,
    };
    let resigned = world.client().resign(world.by("dan", resignation)).await;
    answered(resigned).unwrap();
    let own = games.remove(0);
    world.until_live(&own).await;
    [own, other]
}

async fn change_rules(world: &World, change: impl FnOnce(&mut RuleSet)) {
    let mut rule_set = plain_rules();
    change(&mut rule_set);
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    world.catch_up().await;
}

#[test]
fn each_position_is_the_one_that_stood_on_the_table() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let mut seen = vec![world.table(&game).await];
        while seen.last().unwrap().phase() != proto::TablePhase::Finished {
            seen.push(world.step(&game, seen.len() * 7).await);
        }
        let replayed = replay(&world, None, (&game, 0)).await.unwrap();
        assert_eq!(replayed.positions.len(), seen.len());
        let last = seen.last().unwrap();
        assert_eq!(replayed.seq, last.seq);
        for (number, (position, table)) in (0..).zip(replayed.positions.iter().zip(&seen)) {
            assert_eq!(position.ply, number);
            assert_eq!(position.board, table.board);
            assert_eq!(position.to_move(), table.to_move());
            assert_eq!(position.legal_squares, table.legal_squares);
            assert_eq!(
                (position.black_discs, position.white_discs),
                (table.black_discs, table.white_discs)
            );
            let own = match position.to_move() {
                proto::Color::White => position.white_mobility,
                _ => position.black_mobility,
            };
            assert_eq!(usize::try_from(own).unwrap(), table.legal_squares.len());
            let played = number
                .checked_sub(1)
                .map(|index| &last.plies[index as usize]);
            assert_eq!(position.charged_ms, played.map(|ply| ply.charged_ms));
            assert_eq!(
                position.color(),
                played.map_or(proto::Color::Unspecified, |ply| ply.color())
            );
            assert_eq!(
                position.square,
                played.map_or("", |ply| ply.square.as_str())
            );
            if position.square == table.last_square {
                assert_eq!(position.flips, table.last_flips);
            }
        }
        let discs = last.plies.iter().map(|ply| ply.square.as_str());
        assert_eq!(replayed.transcript, discs.collect::<String>());

        let from = u32::try_from(seen.len() - 3).unwrap();
        let rest = replay(&world, None, (&game, from)).await.unwrap();
        assert_eq!(rest.positions, replayed.positions[seen.len() - 3..]);
        let refused = replay(&world, None, (&game, from + 3)).await.unwrap_err();
        assert_eq!(refused.code, "unknown_ply");
    });
}

#[test]
fn whoever_plays_is_helped_by_no_replay_of_any_game() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let [own, other] = own_and_other(&world).await;
        let assisted = Event::AccommodationGranted {
            entrant: EntrantId::from("e-anna"),
            accommodation: Accommodation {
                extra_ms: 0,
                assistant: Some(AccountId::from("anton")),
                sight_impaired: false,
            },
            deviations: Vec::new(),
        };
        world.pairing.push(TOURNAMENT, &assisted);
        world.catch_up().await;
        for account in [BLACK, WHITE, "anton"] {
            for game in [&own, &other] {
                let refused = replay(&world, Some(account), (game, 0)).await.unwrap_err();
                assert_eq!(refused.code, "playing_now", "{account}");
                let refused = tried(&world, Some(account), (game, 0, "f5")).await;
                assert_eq!(refused.unwrap_err().code, "playing_now", "{account}");
            }
        }
        for account in [Some(STRANGER), Some("carl"), Some("dan"), None] {
            replay(&world, account, (&other, 0)).await.unwrap();
            tried(&world, account, (&other, 1, "d6")).await.unwrap();
        }
        resign(&world, &own).await;
        for account in [BLACK, WHITE, "anton"] {
            replay(&world, Some(account), (&other, 0)).await.unwrap();
            replay(&world, Some(account), (&own, 0)).await.unwrap();
        }
    });
}

#[test]
fn a_finished_game_that_goes_on_helps_its_players_no_more() {
    use proto::official_act::Act;
    anywhere(async {
        let clocks = Some(proto::SetTimes {
            black_ms: 60_000,
            white_ms: 60_000,
        });
        let later = |world: &World| world.clock.now_ms() + 600_000;
        let take_back = |_: &World| {
            Act::TakeBack(proto::TakeBackAct {
                to_ply: 1,
                clocks: None,
            })
        };
        let reopen = |_: &World| Act::Reopen(proto::ReopenAct::default());
        let transcript = |_: &World| {
            Act::EnterTranscript(proto::EnterTranscriptAct {
                text: "f5d6".to_owned(),
                ..Default::default()
            })
        };
        let replay_from = |world: &World| {
            Act::ReplayFrom(proto::ReplayFromAct {
                ply: 1,
                clocks,
                starts_at_ms: later(world),
            })
        };
        let acts: [&dyn Fn(&World) -> Act; 4] = [&take_back, &reopen, &transcript, &replay_from];
        for (place, act) in acts.into_iter().enumerate() {
            let world = World::new(MAIN_MS).await;
            world.appoint(DIRECTOR).await;
            let [own, other] = own_and_other(&world).await;
            world.play(BLACK, "m1", &own, (1, "f5")).await.unwrap();
            world.play(WHITE, "m2", &own, (2, "d6")).await.unwrap();
            resign(&world, &own).await;
            // It is open to them, and that it is over is noted.
            replay(&world, Some(BLACK), (&own, 0)).await.unwrap();
            let request = proto::OfficiateRequest {
                command_id: world.new_id(),
                game_id: own.clone(),
                act: Some(proto::OfficialAct {
                    act: Some(act(&world)),
                }),
                paragraph: "WOC V.2".to_owned(),
                reason: "The clock stood.".to_owned(),
            };
            let acted = world.client().officiate(world.by(DIRECTOR, request)).await;
            answered(acted).unwrap();
            for game in [&own, &other] {
                for account in [BLACK, WHITE] {
                    let refused = replay(&world, Some(account), (game, 0)).await;
                    assert_eq!(
                        refused.unwrap_err().code,
                        "playing_now",
                        "{place} {account}"
                    );
                }
            }
            replay(&world, Some(STRANGER), (&other, 0)).await.unwrap();
        }
    });
}

#[test]
fn a_replay_ends_where_the_delay_ends() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let delayed = Spectators::Delayed { plies: 2, ms: 0 };
        change_rules(&world, |rules| rules.spectators = delayed).await;
        world.appoint(DIRECTOR).await;
        for ply in 0..5 {
            let shown = replay(&world, None, (&game, 0)).await.unwrap();
            let last = shown.positions.last().unwrap().ply;
            assert_eq!(last, u32::saturating_sub(ply, 2));
            let beyond = tried(&world, None, (&game, last + 1, "")).await;
            assert_eq!(beyond.unwrap_err().code, "unknown_ply");
            let whole = replay(&world, Some(DIRECTOR), (&game, 0)).await.unwrap();
            assert_eq!(whole.positions.last().unwrap().ply, ply);
            let table = replay(&world, Some(DIRECTOR), (&game, ply)).await.unwrap();
            let position = &table.positions[0];
            let account = if position.to_move() == proto::Color::Black {
                BLACK
            } else {
                WHITE
            };
            let square = position.legal_squares[0].clone();
            world
                .play(account, &world.new_id(), &game, (ply + 1, &square))
                .await
                .unwrap();
        }
        resign(&world, &game).await;
        let shown = replay(&world, None, (&game, 0)).await.unwrap();
        assert_eq!(shown.positions.last().unwrap().ply, 5);
    });
}

#[test]
fn while_a_call_hides_the_board_no_replay_shows_it() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.appoint(DIRECTOR).await;
        world.play(BLACK, "m", &game, (1, "f5")).await.unwrap();
        let call = proto::CallDirectorRequest {
            command_id: "call".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        let called = world.client().call_director(world.by(WHITE, call)).await;
        answered(called).unwrap();
        for account in [Some(STRANGER), None] {
            let refused = replay(&world, account, (&game, 0)).await.unwrap_err();
            assert_eq!(refused.code, "board_hidden");
            let refused = tried(&world, account, (&game, 0, "")).await.unwrap_err();
            assert_eq!(refused.code, "board_hidden");
        }
        let shown = replay(&world, Some(DIRECTOR), (&game, 0)).await.unwrap();
        assert_eq!(shown.positions.len(), 2);
    });
}

#[test]
fn moves_are_tried_from_any_position_and_touch_no_game() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.play(BLACK, "m1", &game, (1, "f5")).await.unwrap();
        world.play(WHITE, "m2", &game, (2, "d6")).await.unwrap();
        let before = world.table(&game).await;

        let from_start = tried(&world, None, (&game, 0, "d3 c3")).await.unwrap();
        let plies: Vec<_> = from_start
            .iter()
            .map(|one| (one.ply, one.square.as_str()))
            .collect();
        assert_eq!(plies, [(0, ""), (1, "d3"), (2, "c3")]);
        assert!(from_start.iter().all(|one| one.charged_ms.is_none()));
        let branch = tried(&world, None, (&game, 2, "c3")).await.unwrap();
        assert_eq!(branch[0].board, before.board);
        assert_eq!(
            (branch[1].ply, branch[1].flips.join("").as_str()),
            (3, "d4")
        );

        for (moves, code) in [
            ("a1", "illegal_trial"),
            ("c3c3", "illegal_trial"),
            ("--", "illegal_trial"),
            ("c3x", "malformed_moves"),
            ("Bb", "malformed_moves"),
        ] {
            let refused = tried(&world, None, (&game, 2, moves)).await.unwrap_err();
            assert_eq!(refused.code, code, "{moves}");
        }
        assert_eq!(world.table(&game).await, before);
    });
}

#[test]
fn who_has_no_move_passes_by_themselves_in_a_trial() {
    anywhere(async {
        let (world, game) = crate::rules::under(|rules| rules.variant.size = BoardSize::Four).await;
        world.until_live(&game).await;
        let mut passes = 0;
        for choice in 0..8 {
            let mut line = String::new();
            let mut last = tried(&world, None, (&game, 0, "")).await.unwrap().remove(0);
            while last.to_move() != proto::Color::Unspecified {
                let squares = &last.legal_squares;
                assert!(!squares.is_empty(), "{last:?}");
                line.push_str(&squares[choice % squares.len()]);
                let positions = tried(&world, None, (&game, 0, &line)).await.unwrap();
                let passed = positions
                    .iter()
                    .filter(|one| one.ply > 0 && one.square.is_empty())
                    .count();
                last = positions.last().unwrap().clone();
                assert_eq!(usize::try_from(last.ply).unwrap(), line.len() / 2 + passed);
                passes += passed;
            }
        }
        assert!(passes > 0, "nobody passed");
    });
}

#[test]
fn a_choice_of_discs_is_replayed_and_tried() {
    anywhere(async {
        let (world, game) =
            crate::rules::under(|rules| rules.variant.opening = RuleOpening::Placed1883MayFlip)
                .await;
        world.until_live(&game).await;
        let line = tried(&world, None, (&game, 0, "d4d5e5")).await.unwrap();
        let last = line.last().unwrap();
        assert_eq!(last.flippable_squares, ["d4", "e5"]);
        let flipped = tried(&world, None, (&game, 0, "d4d5e5e4xd4"))
            .await
            .unwrap();
        let last = flipped.last().unwrap();
        assert_eq!(
            (last.flip.as_str(), last.flips.as_slice()),
            ("d4", ["d4".to_owned()].as_slice())
        );
    });
}
