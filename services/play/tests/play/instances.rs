//! Several processes of this service over one journal: a fault is what none of them served.

use crate::world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, answered, rest, still};
use outflank_proto::play::v1 as proto;

const OUTAGE_MS: i64 = 40_000;

#[test]
fn a_process_that_joins_or_leaves_while_another_serves_is_no_fault() {
    // A file serves one process, so there is no other.
    still(async { joins_and_leaves(World::of_several(MAIN_MS).await).await });
}

async fn joins_and_leaves(world: World) {
    let game = world.first_game().await;
    let beats = world.journal().heartbeats().await.unwrap();
    assert_eq!(beats.len(), 1);
    assert!(beats[0].process.starts_with("play:"), "{beats:?}");
    let second = world.second().await;
    rest(1_500).await;
    assert_eq!(world.journal().heartbeats().await.unwrap().len(), 2);
    assert_eq!(
        world.credited_ms(&game).await,
        0,
        "another one served all the time"
    );
    // Both serve the same game.
    world.play(BLACK, "b", &game, (1, "f5")).await.unwrap();
    let reply = proto::MoveRequest {
        command_id: "w".to_owned(),
        game_id: game.clone(),
        ply: 2,
        square: "d6".to_owned(),
        flip: String::new(),
        stamps: None,
    };
    let answer = second.client().r#move(world.by(WHITE, reply)).await;
    answered(answer).unwrap();
    assert_eq!(world.table(&game).await.plies.len(), 2);
    // It goes again, and nobody was without a server.
    second.end().await;
    rest(3_500).await;
    assert_eq!(world.credited_ms(&game).await, 0);
}

#[test]
fn an_outage_of_all_is_credited_once() {
    still(async {
        all_stand_still(World::new(MAIN_MS).await).await;
        all_stand_still(World::of_several(MAIN_MS).await).await;
    });
}

async fn all_stand_still(mut world: World) {
    let game = world.first_game().await;
    world.report(GATEWAY, BLACK, true).await;
    let second = world.second().await;
    rest(1_200).await;
    // All of them stand still, as on one machine that sleeps.
    let last_beat_ms = world.last_beat_ms("play:").await;
    world.clock.set_forward(OUTAGE_MS);
    world.until_credited(&game, OUTAGE_MS).await;
    // The other one notices it a moment later, and gives that moment too.
    rest(2_500).await;
    let given = world.credited_ms(&game).await;
    let noticed_ms = world.entries(&game, 2).await.last().unwrap().at_ms;
    assert_eq!(given, noticed_ms - last_beat_ms);
    second.end().await;
    world.end().await;
}

#[test]
fn a_second_crash_soon_after_the_first_gives_only_what_was_lost() {
    still(async {
        let (mut world, game) = World::with_game(MAIN_MS).await;
        let started_ms = world.entries(&game, 1).await[0].at_ms;
        world.until_beaten(world.clock.now_ms()).await;
        let first_ms = world.end().await;
        world.clock.set_forward(OUTAGE_MS);
        world.start().await;
        // Black is back at once and thinks for four seconds: that time is his own.
        let back_ms = world.report(GATEWAY, BLACK, true).await;
        rest(4_000).await;
        world.until_beaten(back_ms).await;
        let second_ms = world.end().await;
        world.clock.set_forward(OUTAGE_MS);
        world.start().await;
        let back_again_ms = world.report(GATEWAY, BLACK, true).await;
        let lost_ms = back_ms - first_ms + back_again_ms - second_ms;
        let given = world.until_credited(&game, lost_ms).await;
        assert_eq!(given, lost_ms);
        let clocks = world.clocks(&game).await;
        let passed_ms = clocks.as_of_ms - started_ms;
        assert_eq!(clocks.black_ms, MAIN_MS - passed_ms + lost_ms);
        assert!(clocks.black_ms <= MAIN_MS - (second_ms - back_ms));
    });
}
