//! Server faults: no outage costs anybody time on the clock, and nothing is lost.

use crate::world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, rest};
use outflank_journal::records;
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_runtime::Role;

/// How long an outage lasts in these tests, in ms.
const OUTAGE_MS: i64 = 40_000;

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

async fn clocks(world: &World, game: &str) -> proto::Clocks {
    world.table(game).await.clocks.unwrap()
}

/// A game with white on the move, and the service gone and back after an outage.
struct AfterAnOutage {
    world: World,
    game: String,
    /// The table, read before the outage.
    before: proto::Table,
    /// What was given back until then, in ms.
    given_ms: i64,
    /// When the service was last known to run before it, in ms since 1970.
    last_beat_ms: i64,
}

impl AfterAnOutage {
    /// Waits until everything from the last beat until then (ms since 1970) was given back to white, whose
    /// clock shows just that; answers the clocks.
    async fn made_good_until(&self, back_ms: i64) -> proto::Clocks {
        let then = self.before.clocks.unwrap();
        for _ in 0..1_500 {
            let all = self.world.credited_ms(&self.game).await;
            let now = clocks(&self.world, &self.game).await;
            let given = all - self.given_ms;
            let is_all = all == self.world.credited_ms(&self.game).await;
            if given < back_ms - self.last_beat_ms || !is_all {
                rest(20).await;
                continue;
            }
            assert!(given <= now.as_of_ms - self.last_beat_ms, "{given}");
            let passed_ms = now.as_of_ms - then.as_of_ms;
            assert_eq!(now.white_ms, then.white_ms - passed_ms + given);
            return now;
        }
        panic!(
            "white lost time: {:?}",
            credits(&self.world, &self.game).await
        );
    }
}

async fn after_an_outage() -> AfterAnOutage {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    for choice in 0..5 {
        world.step(&game, choice).await;
    }
    let before = world.table(&game).await;
    let given_ms = world.credited_ms(&game).await;
    world.until_beaten(before.clocks.unwrap().as_of_ms).await;
    let last_beat_ms = world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    AfterAnOutage {
        world,
        game,
        before,
        given_ms,
        last_beat_ms,
    }
}

#[tokio::test]
async fn a_restart_keeps_the_game_and_gives_the_outage_back() {
    let outage = after_an_outage().await;
    let (world, game, before) = (&outage.world, &outage.game, &outage.before);
    let after = world.table(game).await;
    assert_eq!((&after.board, after.ply), (&before.board, before.ply));
    assert_eq!(after.plies, before.plies);
    assert_eq!(after.clocks.unwrap().running(), proto::Color::White);
    let given = credits(world, game).await;
    assert_eq!(given.len(), 1);
    let most_ms = world.clock.now_ms() - outage.last_beat_ms;
    assert!((OUTAGE_MS..=most_ms).contains(&given[0].0), "{given:?}");

    // Until white's socket is open again nothing is charged either.
    rest(700).await;
    let back_ms = world.report(GATEWAY, WHITE, true).await;
    let now = outage.made_good_until(back_ms).await;
    assert_eq!(now.black_ms, before.clocks.unwrap().black_ms);
    let given = credits(world, game).await;
    assert!(given[1].0 >= 700, "{given:?}");

    // From now on the clock runs.
    rest(400).await;
    let later = clocks(world, game).await;
    assert!(later.white_ms <= now.white_ms - 400);
    world.step(game, 1).await;
    assert!(world.journal().verify_all().await.unwrap().is_sound());
}

#[tokio::test]
async fn a_command_ends_the_wait_for_its_seat_and_is_charged_nothing_for_it() {
    let outage = after_an_outage().await;
    let (world, game) = (&outage.world, &outage.game);
    rest(500).await;
    let sent_ms = world.clock.now_ms();
    let table = world.step(game, 0).await;
    let given = credits(world, game).await;
    assert_eq!(given.len(), 2, "{given:?}");
    assert!(given[1].0 >= 500);
    let then = outage.before.clocks.unwrap();
    // What passed before the outage is charged, and what the command took.
    let own_ms = outage.last_beat_ms - then.as_of_ms + world.clock.now_ms() - sent_ms;
    assert!(table.clocks.unwrap().white_ms >= then.white_ms - own_ms);
    // Black's socket is not back either: when it comes, his wait is given back too.
    rest(300).await;
    world.report(GATEWAY, BLACK, true).await;
    let seq = table.seq;
    world.until(game, |table| table.seq > seq).await;
    let given = credits(world, game).await;
    assert_eq!(given.len(), 3, "{given:?}");
    let most_ms = world.clock.now_ms() - sent_ms;
    assert!((300..=most_ms).contains(&given[2].0), "{given:?}");
}

#[tokio::test]
async fn whoever_stays_away_after_an_outage_gets_ten_seconds() {
    let AfterAnOutage { world, game, .. } = after_an_outage().await;
    let seq = world.table(&game).await.seq;
    world.until(&game, |table| table.seq > seq).await;
    let given = credits(&world, &game).await;
    assert_eq!(given.len(), 2);
    assert_eq!(given[1].0, 10_000);
}

#[tokio::test]
async fn runs_too_short_to_come_back_in_cost_nothing_however_many_there_are() {
    for runs in [1, 4] {
        let mut outage = after_an_outage().await;
        for _ in 0..runs {
            rest(1_300).await;
            outage.world.end().await;
            outage.world.clock.set_forward(OUTAGE_MS);
            outage.world.start().await;
        }
        let back_ms = outage.world.report(GATEWAY, WHITE, true).await;
        outage.made_good_until(back_ms).await;
    }
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
    let started_ms = world.entries(&game, 1).await[0].at_ms;
    world.report(GATEWAY, BLACK, true).await;
    rest(200).await;
    let before = world.table(&game).await;
    let last_beat_ms = world.last_beat_ms("play:").await;
    world.clock.set_forward(OUTAGE_MS);
    let after = world.until(&game, |table| table.seq > before.seq).await;
    let (then, now) = (before.clocks.unwrap(), after.clocks.unwrap());
    let given = credits(&world, &game).await;
    assert_eq!(
        given.len(),
        1,
        "his socket was open all the time: {given:?}"
    );
    let given_ms = given[0].0;
    let passed_ms = now.as_of_ms - then.as_of_ms;
    assert_eq!(now.black_ms, then.black_ms - passed_ms + given_ms);
    let most_ms = now.as_of_ms - last_beat_ms;
    assert!((OUTAGE_MS..=most_ms).contains(&given_ms), "{given:?}");
    // A command that comes first after a pause finds the credit given before it.
    world.clock.set_forward(OUTAGE_MS);
    world.play(BLACK, "c", &game, (1, "f5")).await.unwrap();
    let charged = world.table(&game).await.plies[0].charged_ms;
    assert!(world.credited_ms(&game).await >= 2 * OUTAGE_MS);
    assert!(
        charged >= 2 * OUTAGE_MS,
        "the whole turn is charged, and credited"
    );
    let left = clocks(&world, &game).await.black_ms;
    let served_ms = world.clock.now_ms() - started_ms - 2 * OUTAGE_MS;
    assert!((MAIN_MS - served_ms..=MAIN_MS).contains(&left), "{left}");
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
    let last_beat_ms = world.last_beat_ms("gateway:").await;
    // Written down when the gateway is given up.
    let mut lost = 0;
    while lost == 0 {
        let outages: Vec<(String,)> =
            records::query_as("SELECT name FROM outages WHERE kind = 'gateway'")
                .fetch_all(world.records().read())
                .await
                .unwrap();
        lost = outages.len();
        assert!(world.clock.now_ms() < last_beat_ms + 9_000, "never lost");
        rest(20).await;
    }
    assert!(credits(&world, &game).await.is_empty(), "he may still come");
    let back_ms = world.report("gateway-2", BLACK, true).await;
    let mut given = Vec::new();
    for _ in 0..400 {
        given = credits(&world, &game).await;
        if !given.is_empty() {
            break;
        }
        rest(50).await;
    }
    assert_eq!(given.len(), 1, "{:?}", world.events(&game).await);
    assert_eq!(given[0].0, back_ms - last_beat_ms, "{given:?}");
    assert!(given[0].0 < 10_000);
    assert!(given[0].1.contains(GATEWAY));
}
