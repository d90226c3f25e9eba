//! Commands: who may give them, what repeats them, what refuses them.

use crate::world::{
    BLACK, DIRECTOR, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere, rest, still,
};
use outflank_access::{Kind, Role};
use outflank_journal::records;
use outflank_othello::Event;
use outflank_proto::{play::v1 as proto, sentence::v1::Parameter};
use outflank_tournament::{AccountId, Event as Fact, OfficialRole};

#[test]
fn a_command_sent_again_gets_its_first_answer() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let first = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert!(!first.repeated);
        let again = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        world.play(WHITE, "c1", &game, (2, "d6")).await.unwrap();
        let again = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        // Another move under a used id is not played, and nobody is told that it was.
        let reused = world.play(BLACK, "c1", &game, (3, "c3")).await.unwrap_err();
        assert_eq!(
            (reused.kind, reused.code.as_str()),
            (Kind::Refused, "command_id_reused")
        );
        assert_eq!(world.table(&game).await.ply, 3);
    });
}

/// What is kept of a game in memory is enough to decide a move on.
#[test]
fn a_move_is_decided_without_reading_the_journal() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.until_live(&game).await;
        let moves = [
            (BLACK, "f5"),
            (WHITE, "d6"),
            (BLACK, "c3"),
            (WHITE, "d3"),
            (BLACK, "c4"),
        ];
        let mut before = world.journal().measures();
        for (ply, (account, square)) in (1..).zip(moves) {
            let seen_ms = world.clock.now_ms();
            world
                .relay(account, &game, (ply, square), (seen_ms, seen_ms))
                .await
                .unwrap();
            // Both are known to have come by now.
            if ply == 2 {
                before = world.journal().measures();
            }
        }
        let after = world.journal().measures();
        assert_eq!(after.appended - before.appended, 3);
        assert_eq!(
            after.reads - before.reads,
            0,
            "reads of entries for three moves"
        );
    });
}

/// Each answer asks the journal whether somebody committed meanwhile, and reads nothing else from it.
#[test]
fn a_table_is_opened_from_what_is_kept_of_its_game() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.until_live(&game).await;
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        let first = world.entries(&game, 0).await;
        let before = world.journal().measures().reads;
        for (account, square, ply) in [(WHITE, "d6", 2), (BLACK, "c3", 3)] {
            for _ in 0..40 {
                let request = proto::ReadChatRequest {
                    game_id: game.clone(),
                    newest: true,
                    ..Default::default()
                };
                let chat = answered(world.client().read_chat(world.by(account, request)).await);
                assert_eq!(chat.unwrap().messages, []);
                assert!(world.entries(&game, 0).await.starts_with(&first));
            }
            world
                .play(account, square, &game, (ply, square))
                .await
                .unwrap();
        }
        let read = world.journal().measures().reads - before;
        assert!(read <= 2 * 80, "{read} reads of entries");
    });
}

#[test]
fn the_same_ply_and_square_is_a_repetition_under_any_id() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let first = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        let again = world.play(BLACK, "c2", &game, (1, "f5")).await.unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        let other = world.play(BLACK, "c3", &game, (1, "e6")).await.unwrap_err();
        assert_eq!(other.code, "ply_taken");
        assert_eq!(other.rule.as_deref(), Some("EGP IV.5"));
        assert!(other.detail.contains("f5"), "{}", other.detail);
        for value in [Parameter::new("ply", 1), Parameter::new("played", "f5")] {
            assert!(other.parameters().contains(&value), "{other:?}");
        }
        assert_eq!(world.table(&game).await.seq, first.seq);
    });
}

#[test]
fn commands_are_refused_with_their_rule() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let before = world.table(&game).await;
        let refusals = [
            (WHITE, (1, "f5"), "not_your_turn", Some("EGP IV.4")),
            (BLACK, (1, "a1"), "illegal_move", Some("EGP IV.5")),
            (BLACK, (1, "d5"), "square_taken", Some("EGP IV.5")),
            (BLACK, (2, "f5"), "ply_ahead", None),
            (BLACK, (0, "f5"), "bad_ply", None),
        ];
        for (account, act, code, rule) in refusals {
            let refused = world.play(account, code, &game, act).await.unwrap_err();
            assert_eq!(refused.code, code);
            assert_eq!(refused.kind, Kind::Refused, "{code}");
            assert_eq!(refused.rule.as_deref(), rule, "{code}");
        }
        let pass = proto::PassRequest {
            command_id: "p".to_owned(),
            game_id: game.clone(),
            ply: 1,
            stamps: None,
        };
        let refused = answered(world.client().pass(world.by(BLACK, pass)).await).unwrap_err();
        assert_eq!(refused.code, "cannot_pass");
        let others = [
            (
                "malformed_square",
                world.play(BLACK, "c", &game, (1, "z9")).await,
            ),
            (
                "malformed_command_id",
                world.play(BLACK, "", &game, (1, "f5")).await,
            ),
            (
                "malformed_command_id",
                world.play(BLACK, &"x".repeat(65), &game, (1, "f5")).await,
            ),
        ];
        for (code, answer) in others {
            let refused = answer.unwrap_err();
            assert_eq!((refused.code.as_str(), refused.kind), (code, Kind::Invalid));
        }
        let unknown = world
            .play(BLACK, "c", "nothing", (1, "f5"))
            .await
            .unwrap_err();
        assert_eq!(
            (unknown.code.as_str(), unknown.kind),
            ("unknown_game", Kind::NotFound)
        );
        let after = world.table(&game).await;
        // That somebody is there is all that such commands show.
        assert_eq!(world.entries(&game, before.seq).await, []);
        assert_eq!(after.board, before.board);
    });
}

#[test]
fn only_the_seat_or_a_gateway_that_speaks_for_it_may_move() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let stranger = world
            .play(STRANGER, "c", &game, (1, "f5"))
            .await
            .unwrap_err();
        assert_eq!(stranger.kind, Kind::Forbidden);
        let bare = proto::MoveRequest {
            command_id: "c".to_owned(),
            game_id: game.clone(),
            ply: 1,
            square: "f5".to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                account_id: BLACK.to_owned(),
                ..proto::Stamps::default()
            }),
        };
        let nobody = answered(world.client().r#move(bare.clone()).await).unwrap_err();
        assert_eq!(nobody.kind, Kind::Unauthenticated);
        // A statement counts from a gateway alone, and never against the person's own token.
        let stranger = answered(
            world
                .client()
                .r#move(world.by(STRANGER, bare.clone()))
                .await,
        );
        assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
        let pairing = answered(world.service(Role::Pairing).r#move(bare.clone()).await);
        assert_eq!(pairing.unwrap_err().kind, Kind::Unauthenticated);
        let mixed = world.by(STRANGER, bare.clone());
        let mixed = answered(world.service(Role::Gateway).r#move(mixed).await);
        assert_eq!(mixed.unwrap_err().kind, Kind::Forbidden);
        answered(world.service(Role::Gateway).r#move(bare).await).unwrap();

        let beat = proto::BeatRequest {
            gateway_id: "g".to_owned(),
            ..Default::default()
        };
        let beaten = answered(world.service(Role::Pairing).beat(beat).await);
        assert_eq!(beaten.unwrap_err().kind, Kind::Forbidden);
    });
}

#[test]
fn time_is_charged_by_a_gateway_s_stamps_and_by_nobody_else_s() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let from = world.entries(&game, 1).await[0].at_ms;
        rest(600).await;
        world
            .relay(BLACK, &game, (1, "f5"), (from + 500, from + 300))
            .await
            .unwrap();
        let table = world.table(&game).await;
        assert_eq!(table.plies[0].charged_ms, 200);
        assert_eq!(table.clocks.unwrap().black_ms, MAIN_MS - 200);

        let from = world.entries(&game, 2).await[0].at_ms;
        rest(300).await;
        let lie = proto::MoveRequest {
            command_id: "c".to_owned(),
            game_id: game.clone(),
            ply: 2,
            square: "d6".to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms: from + 1,
                delivered_at_ms: from,
                account_id: WHITE.to_owned(),
                ..Default::default()
            }),
        };
        answered(world.client().r#move(world.by(WHITE, lie)).await).unwrap();
        assert_eq!(world.table(&game).await.plies[1].charged_ms, 300);
    });
}

#[test]
fn a_command_that_grew_old_is_refused_and_its_time_is_given_back() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let from = world.entries(&game, 1).await[0].at_ms;
        rest(2_300).await;
        let (received_ms, sent_ms) = (from + 100, world.clock.now_ms());
        let refused = world.relay(BLACK, &game, (1, "f5"), (received_ms, 0)).await;
        assert_eq!(refused.unwrap_err().code, "stale_command");
        // The time before it was received is charged, and since the refusal.
        let given = world.credited_ms(&game).await;
        assert_eq!(given, sent_ms - received_ms);
        let clocks = world.table(&game).await.clocks.unwrap();
        let passed_ms = clocks.as_of_ms - from;
        assert_eq!(clocks.black_ms, MAIN_MS - passed_ms + given);
        assert_eq!(world.table(&game).await.plies.len(), 0);
        let credits = world.events(&game).await;
        let credits = credits
            .iter()
            .filter(|event| matches!(event, Event::TimeCredited { .. }));
        assert_eq!(credits.count(), 1);
        let now = world.clock.now_ms();
        world
            .relay(BLACK, &game, (1, "f5"), (now, 0))
            .await
            .unwrap();
    });
}

/// What a player wrote about a result is private: it stays with a dispute that stands, and with none that does not.
#[test]
fn the_reason_of_a_dispute_stays_where_the_dispute_stands() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        let resigned = proto::ResignRequest {
            command_id: "c2".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        answered(world.client().resign(world.by(WHITE, resigned)).await).unwrap();
        let dispute = async |command_id: &str| {
            let dispute = proto::DisputeResultRequest {
                command_id: command_id.to_owned(),
                game_id: game.clone(),
                reason: "That was not me.".to_owned(),
                stamps: None,
            };
            answered(
                world
                    .client()
                    .dispute_result(world.by(BLACK, dispute))
                    .await,
            )
        };
        let kept = async || -> Vec<(String,)> {
            let kept = records::query_as("SELECT text FROM reasons");
            kept.fetch_all(world.records().read()).await.unwrap()
        };
        assert_eq!(
            dispute("c1").await.unwrap_err().code,
            "command_id_reused",
            "it was a move's"
        );
        assert_eq!(kept().await, []);
        let first = dispute("c3").await.unwrap();
        assert_eq!(dispute("c3").await.unwrap().seq, first.seq);
        assert_eq!(kept().await, [("That was not me.".to_owned(),)]);
        let account = AccountId::from(DIRECTOR);
        let role = OfficialRole::HeadDirector;
        let appointed = Fact::OfficialAppointed {
            account,
            role,
            shares: Vec::new(),
            powers: None,
        };
        world.pairing.push(TOURNAMENT, &appointed);
        world.catch_up().await;
        for (account, words) in [(DIRECTOR, "That was not me."), (WHITE, ""), (BLACK, "")] {
            let asked = proto::GetTableRequest {
                game_id: game.clone(),
                ..Default::default()
            };
            let shown = answered(world.client().get_table(world.by(account, asked)).await);
            let confirmation = shown.unwrap().table.unwrap().confirmation.unwrap();
            assert_eq!(confirmation.dispute, words, "{account}");
        }
    });
}
