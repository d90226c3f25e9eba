//! Several processes of this service over one journal: a fault is what none of them served.

use crate::world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, answered, rest};
use outflank_proto::play::v1 as proto;

const OUTAGE_MS: i64 = 40_000;
/// Between two beats, and what a slow machine adds.
const BEAT_AND_SLACK_MS: i64 = 2_500;

#[tokio::test]
async fn a_process_that_joins_or_leaves_while_another_serves_is_no_fault() {
    let (world, game) = World::with_game(MAIN_MS).await;
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

#[tokio::test]
async fn an_outage_of_all_is_credited_once() {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    world.report(GATEWAY, BLACK, true).await;
    let second = world.second().await;
    rest(1_200).await;
    // All of them stand still, as on one machine that sleeps.
    world.clock.set_forward(OUTAGE_MS);
    rest(2_500).await;
    let given = world.credited_ms(&game).await;
    assert!(given >= OUTAGE_MS, "{given}");
    assert!(given <= OUTAGE_MS + BEAT_AND_SLACK_MS, "{given}");
    second.end().await;
    world.end().await;
}

#[tokio::test]
async fn a_second_crash_soon_after_the_first_gives_only_what_was_lost() {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    rest(1_300).await;
    world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    // Black is back at once and thinks for eight seconds: that time is his own.
    world.report(GATEWAY, BLACK, true).await;
    let mut thought_ms = 0;
    for _ in 0..3 {
        world.clock.set_forward(1_300);
        rest(1_400).await;
        thought_ms += 2_700;
    }
    world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    world.report(GATEWAY, BLACK, true).await;
    rest(300).await;
    let given = world.credited_ms(&game).await;
    assert!(given >= 2 * OUTAGE_MS, "{given}");
    assert!(given <= 2 * OUTAGE_MS + 2 * BEAT_AND_SLACK_MS, "{given}");
    let left = world.table(&game).await.clocks.unwrap().black_ms;
    assert!(left <= MAIN_MS - thought_ms + BEAT_AND_SLACK_MS, "{left}");
}
