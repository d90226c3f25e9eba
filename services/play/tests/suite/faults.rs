//! Server faults: no outage costs anybody time on the clock, and nothing is lost.

use crate::world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, rest};
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_runtime::Role;

/// How long an outage lasts in these tests, in ms.
const OUTAGE_MS: i64 = 40_000;
/// Between two beats, and what a slow machine adds.
const BEAT_MS: i64 = 1_000;
const SLACK_MS: i64 = 1_500;

/// The credits of a game: milliseconds and fault ids.
async fn credits(world: &World, game: &str) -> Vec<(i64, String)> {
    let events = world.events(game).await;
    events
        .into_iter()
        .filter_map(|event| match event {
            Event::TimeCredited { ms, fault_id, .. } => Some((ms, fault_id)),
            _ => None,
        })
        .collect()
}

async fn white_ms(world: &World, game: &str) -> i64 {
    world.table(game).await.clocks.unwrap().white_ms
}

/// A game with white on the move, and the service gone and back after an outage.
async fn after_an_outage() -> (World, String, proto::Table) {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    for choice in 0..5 {
        world.step(&game, choice).await;
    }
    rest(1_300).await;
    let before = world.table(&game).await;
    world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    (world, game, before)
}

#[tokio::test]
async fn a_restart_keeps_the_game_and_gives_the_outage_back() {
    let (world, game, before) = after_an_outage().await;
    let after = world.table(&game).await;
    assert_eq!((&after.board, after.ply), (&before.board, before.ply));
    assert_eq!(after.plies, before.plies);
    assert_eq!(after.clocks.unwrap().running(), proto::Color::White);
    let given = credits(&world, &game).await;
    assert_eq!(given.len(), 1);
    let (ms, _) = &given[0];
    assert!(*ms >= OUTAGE_MS, "{ms} ms");
    assert!(*ms <= OUTAGE_MS + BEAT_MS + SLACK_MS, "{ms} ms");

    // Until white's socket is open again nothing is charged either.
    rest(700).await;
    world.report(GATEWAY, WHITE, true).await;
    let back = world.until(&game, |table| table.seq == after.seq + 1).await;
    let (then, now) = (before.clocks.unwrap(), back.clocks.unwrap());
    assert!(
        now.white_ms >= then.white_ms,
        "white lost time to the outage"
    );
    assert!(now.white_ms <= then.white_ms + BEAT_MS + SLACK_MS);
    assert_eq!(now.black_ms, then.black_ms);
    let given = credits(&world, &game).await;
    assert!(given[1].0 >= 700, "{given:?}");

    // From now on the clock runs.
    rest(400).await;
    assert!(white_ms(&world, &game).await <= now.white_ms - 350);
    world.step(&game, 1).await;
    assert!(world.journal().verify_all().await.unwrap().is_sound());
}

#[tokio::test]
async fn a_command_ends_the_wait_for_its_seat_and_is_charged_nothing_for_it() {
    let (world, game, before) = after_an_outage().await;
    rest(500).await;
    let table = world.step(&game, 0).await;
    let given = credits(&world, &game).await;
    assert_eq!(given.len(), 2, "{given:?}");
    assert!(given[1].0 >= 500);
    let now = table.clocks.unwrap();
    assert!(now.white_ms >= before.clocks.unwrap().white_ms);
    // Black's socket is not back either: when it comes, his wait is given back too.
    rest(300).await;
    world.report(GATEWAY, BLACK, true).await;
    let seq = table.seq;
    world.until(&game, |table| table.seq > seq).await;
    let given = credits(&world, &game).await;
    assert_eq!(given.len(), 3, "{given:?}");
    assert!((300..300 + SLACK_MS).contains(&given[2].0), "{given:?}");
}

#[tokio::test]
async fn whoever_stays_away_after_an_outage_gets_ten_seconds() {
    let (world, game, _) = after_an_outage().await;
    let seq = world.table(&game).await.seq;
    world.until(&game, |table| table.seq > seq).await;
    let given = credits(&world, &game).await;
    assert_eq!(given.len(), 2);
    assert_eq!(given[1].0, 10_000);
}

#[tokio::test]
async fn an_outage_during_the_wait_for_sockets_loses_nothing() {
    let (mut world, game, before) = after_an_outage().await;
    rest(1_300).await;
    world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    let now = world.table(&game).await.clocks.unwrap();
    assert!(now.white_ms + SLACK_MS >= before.clocks.unwrap().white_ms);
    world.report(GATEWAY, WHITE, true).await;
    rest(200).await;
    let now = white_ms(&world, &game).await;
    assert!(
        now + 500 >= before.clocks.unwrap().white_ms,
        "white lost time"
    );
    assert!(now <= before.clocks.unwrap().white_ms + BEAT_MS + SLACK_MS);
}

#[tokio::test]
async fn runs_too_short_to_come_back_in_cost_nothing_however_many_there_are() {
    let (mut world, game, before) = after_an_outage().await;
    let then = before.clocks.unwrap().white_ms;
    let runs = 4;
    for _ in 0..runs {
        rest(1_300).await;
        world.end().await;
        world.clock.set_forward(OUTAGE_MS);
        world.start().await;
    }
    world.report(GATEWAY, WHITE, true).await;
    rest(200).await;
    let now = white_ms(&world, &game).await;
    assert!(now + 500 >= then, "white lost {} ms", then - now);
    assert!(
        now <= then + BEAT_MS + SLACK_MS,
        "white gained {} ms",
        now - then
    );
}

#[tokio::test]
async fn no_flag_falls_for_an_outage_or_while_its_seat_is_waited_for() {
    let (mut world, game) = World::with_game(3_000).await;
    world.step(&game, 0).await;
    rest(1_300).await;
    world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    // Longer than white has left, with all the grace that a flag has.
    rest(7_500).await;
    let table = world.table(&game).await;
    assert_eq!(table.defaulted(), proto::Color::Unspecified);
    world.step(&game, 0).await;
    let table = world.table(&game).await;
    assert_eq!(table.defaulted(), proto::Color::Unspecified);
    assert_eq!(table.plies.len(), 2);
}

#[tokio::test]
async fn a_paused_process_is_a_fault_too() {
    let (world, game) = World::with_game(MAIN_MS).await;
    world.report(GATEWAY, BLACK, true).await;
    rest(200).await;
    let before = world.table(&game).await;
    world.clock.set_forward(OUTAGE_MS);
    let after = world.until(&game, |table| table.seq > before.seq).await;
    let (then, now) = (before.clocks.unwrap(), after.clocks.unwrap());
    assert!(now.black_ms + SLACK_MS >= then.black_ms, "black lost time");
    assert!(now.black_ms <= then.black_ms + BEAT_MS);
    let given = credits(&world, &game).await;
    assert_eq!(
        given.len(),
        1,
        "his socket was open all the time: {given:?}"
    );
    // A command that comes first after a pause finds the credit given before it.
    world.clock.set_forward(OUTAGE_MS);
    world.play(BLACK, "c", &game, (1, "f5")).await.unwrap();
    let charged = world.table(&game).await.plies[0].charged_ms;
    let given: i64 = credits(&world, &game)
        .await
        .iter()
        .map(|credit| credit.0)
        .sum();
    assert!(given >= 2 * OUTAGE_MS);
    assert!(
        charged >= 2 * OUTAGE_MS,
        "the whole turn is charged, and credited"
    );
    let left = world.table(&game).await.clocks.unwrap().black_ms;
    assert!(left <= MAIN_MS && left + 3_000 >= MAIN_MS, "{left}");
}

#[tokio::test]
async fn the_players_of_a_lost_gateway_get_time_to_be_back() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let beat = proto::BeatRequest {
        gateway_id: GATEWAY.to_owned(),
        ..proto::BeatRequest::default()
    };
    world.report(GATEWAY, BLACK, true).await;
    world.service(Role::Gateway).beat(beat).await.unwrap();
    let last_beat = world.clock.now_ms();
    rest(5_500).await;
    assert!(credits(&world, &game).await.is_empty(), "he may still come");
    let back = world.report("gateway-2", BLACK, true).await;
    let mut given = Vec::new();
    for _ in 0..400 {
        given = credits(&world, &game).await;
        if !given.is_empty() {
            break;
        }
        rest(50).await;
    }
    assert_eq!(given.len(), 1, "{:?}", world.events(&game).await);
    assert!((given[0].0 - (back - last_beat)).abs() <= 200, "{given:?}");
    assert!(given[0].0 < 10_000);
    assert!(given[0].1.contains(GATEWAY));
}
