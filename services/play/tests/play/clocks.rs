//! Flags: settled by the server alone, past all doubt.

use crate::world::{BLACK, LONGEST_DELIVERY_MS, WHITE, World, answered, rest, still};
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;

/// Extra time after a first time default, in ms.
const GRANT_MS: i64 = 120_000;
/// How far two processes' clocks may be apart, in ms: a flag waits for as much.
const UNCERTAINTY_MS: i64 = 50;

#[test]
fn a_flag_falls_by_itself_and_play_goes_on() {
    still(async {
        let (world, game) = World::with_game(400).await;
        let from = world.entries(&game, 1).await[0].at_ms;
        let table = world
            .until(&game, |table| table.defaulted() == proto::Color::Black)
            .await;
        assert_eq!(table.phase(), proto::TablePhase::Live);
        let events = world.events(&game).await;
        let Some(Event::FlagFell {
            deadline_ms,
            play_on,
            ..
        }) = events.last()
        else {
            panic!("no flag fell: {events:?}");
        };
        // Reckoned with the longest delivery, and settled once no command in time can still come.
        assert_eq!(*deadline_ms, from + 400 + LONGEST_DELIVERY_MS);
        assert!(*play_on);
        let settled = world.entries(&game, 2).await[0].at_ms;
        let past_doubt_ms = deadline_ms + 2_000 + 1 + UNCERTAINTY_MS;
        assert_eq!(settled, past_doubt_ms + 1, "the sweeper looks right after");
        let clocks = table.clocks.unwrap();
        assert_eq!(clocks.white_ms, 400 + GRANT_MS);
        assert_eq!(clocks.black_ms, GRANT_MS - (clocks.as_of_ms - deadline_ms));

        // Black's late move is played on the extra time, and shows what it cost.
        world.play(BLACK, "c", &game, (1, "f5")).await.unwrap();
        let played_ms = world.clock.now_ms();
        let played = world.table(&game).await.plies.remove(0);
        assert!(played.flag_fell);
        assert_eq!(played.charged_ms, played_ms - from - LONGEST_DELIVERY_MS);
        assert!(world.facts().await.is_empty(), "the game is not over");
    });
}

#[test]
fn a_move_received_late_lets_the_flag_fall_first() {
    still(async {
        let (world, game) = World::with_game(300).await;
        let from = world.entries(&game, 1).await[0].at_ms;
        rest(600).await;
        // Delivered at once, received 500 ms later, with 300 ms on the clock.
        world
            .relay(BLACK, &game, (1, "f5"), (from + 500, from))
            .await
            .unwrap();
        let table = world.table(&game).await;
        assert_eq!(table.defaulted(), proto::Color::Black);
        assert_eq!((table.plies.len(), table.plies[0].flag_fell), (1, true));
        let entries = world.entries(&game, 2).await;
        assert_eq!(entries.len(), 1, "the fall and the move are one entry");
        assert_eq!(table.clocks.unwrap().black_ms, GRANT_MS - 200);
    });
}

#[test]
fn another_s_command_waits_while_a_fall_is_due() {
    still(async {
        let (world, game) = World::with_game(300).await;
        let from = world.entries(&game, 1).await[0].at_ms;
        rest(800).await;
        let resignation = proto::ResignRequest {
            command_id: "r".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        let done = world.client().resign(world.by(WHITE, resignation)).await;
        answered(done).unwrap();
        let events = world.events(&game).await;
        let kinds: Vec<&str> = events.iter().map(Event::kind).collect();
        assert_eq!(
            kinds,
            ["created", "started", "flag_fell", "resigned", "finished"]
        );
        // The win was fixed for white, who stopped playing (WOC IV.6).
        let result = world.table(&game).await.result.unwrap();
        assert_eq!((result.black_discs, result.white_discs), (31, 33));
        assert_eq!(result.reason, "time_default");
        let at = world.entries(&game, 2).await[0].at_ms;
        assert_eq!(at, from + 300 + 4_000 + UNCERTAINTY_MS + 1);
    });
}
