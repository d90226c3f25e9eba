//! Server faults: no outage costs anybody time on the clock, and nothing is lost.

use crate::world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, rest, seen, still};
use outflank_access::Role;
use outflank_journal::records;
use outflank_proto::play::v1 as proto;

/// How long an outage lasts in these tests, in ms.
const OUTAGE_MS: i64 = 40_000;

/// A game with white on the move, and the service gone and back after an outage.
struct AfterAnOutage {
    world: World,
    game: String,
    /// The table, read before the outage.
    before: proto::Table,
    /// When the service was last known to run before it, in ms since 1970.
    last_beat_ms: i64,
    /// When it ran again.
    up_ms: i64,
}

impl AfterAnOutage {
    /// Waits until everything from the last beat until then (ms since 1970) was given back to white, whose
    /// clock shows just that; answers the clocks.
    async fn made_good_until(&self, back_ms: i64) -> proto::Clocks {
        let then = self.before.clocks.unwrap();
        let lost_ms = back_ms - self.last_beat_ms;
        let given_ms = self.world.until_credited(&self.game, lost_ms).await;
        assert_eq!(given_ms, lost_ms);
        let now = self.world.clocks(&self.game).await;
        let passed_ms = now.as_of_ms - then.as_of_ms;
        assert_eq!(now.white_ms, then.white_ms - passed_ms + given_ms);
        now
    }
}

async fn after_an_outage() -> AfterAnOutage {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    for choice in 0..5 {
        world.step(&game, choice).await;
    }
    let before = world.table(&game).await;
    assert_eq!(world.credits(&game).await, []);
    world.until_beaten(before.clocks.unwrap().as_of_ms).await;
    let last_beat_ms = world.end().await;
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    AfterAnOutage {
        up_ms: world.clock.now_ms(),
        world,
        game,
        before,
        last_beat_ms,
    }
}

#[test]
fn a_restart_keeps_the_game_and_gives_the_outage_back() {
    still(async {
        let outage = after_an_outage().await;
        let (world, game, before) = (&outage.world, &outage.game, &outage.before);
        let after = world.table(game).await;
        assert_eq!((&after.board, after.ply), (&before.board, before.ply));
        assert_eq!(after.plies, before.plies);
        assert_eq!(after.clocks.unwrap().running(), proto::Color::White);
        let given = world.credits(game).await;
        assert_eq!(given.len(), 1);
        assert_eq!(given[0].0, outage.up_ms - outage.last_beat_ms);
        assert!(given[0].0 >= OUTAGE_MS, "{given:?}");

        // Until white's socket is open again nothing is charged either.
        rest(700).await;
        let back_ms = world.report(GATEWAY, WHITE, true).await;
        let now = outage.made_good_until(back_ms).await;
        assert_eq!(now.black_ms, before.clocks.unwrap().black_ms);
        let given = world.credits(game).await;
        assert_eq!((given.len(), given[1].0), (2, 700), "{given:?}");

        // From now on the clock runs.
        rest(400).await;
        let later = world.clocks(game).await;
        assert_eq!(later.white_ms, now.white_ms - 400);
        world.step(game, 1).await;
        world.chains_are_sound().await;
    });
}

#[test]
fn a_command_ends_the_wait_for_its_seat_and_is_charged_nothing_for_it() {
    still(async {
        let outage = after_an_outage().await;
        let (world, game) = (&outage.world, &outage.game);
        rest(500).await;
        let table = world.step(game, 0).await;
        let given = world.credits(game).await;
        assert_eq!(given.len(), 2, "{given:?}");
        assert_eq!(given[1].0, 500);
        let then = outage.before.clocks.unwrap();
        // What passed before the outage is charged, and nothing else.
        let own_ms = outage.last_beat_ms - then.as_of_ms;
        assert_eq!(table.clocks.unwrap().white_ms, then.white_ms - own_ms);
        // Black's socket is not back either: when it comes, his wait is given back too.
        rest(300).await;
        world.report(GATEWAY, BLACK, true).await;
        let seq = table.seq;
        world.until(game, |table| table.seq > seq).await;
        let given = world.credits(game).await;
        assert_eq!(given.len(), 3, "{given:?}");
        assert_eq!(given[2].0, 300, "{given:?}");
    });
}

#[test]
fn whoever_stays_away_after_an_outage_gets_ten_seconds() {
    still(async {
        let AfterAnOutage { world, game, .. } = after_an_outage().await;
        let seq = world.table(&game).await.seq;
        world.until(&game, |table| table.seq > seq).await;
        let given = world.credits(&game).await;
        assert_eq!(given.len(), 2);
        assert_eq!(given[1].0, 10_000);
    });
}

#[test]
fn runs_too_short_to_come_back_in_cost_nothing_however_many_there_are() {
    still(async {
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
    });
}

#[test]
fn no_flag_falls_for_an_outage_or_while_its_seat_is_waited_for() {
    still(async {
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
    });
}

#[test]
fn a_paused_process_is_a_fault_too() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let started_ms = world.entries(&game, 1).await[0].at_ms;
        world.report(GATEWAY, BLACK, true).await;
        rest(200).await;
        let before = world.table(&game).await;
        let last_beat_ms = world.last_beat_ms("play:").await;
        world.clock.set_forward(OUTAGE_MS);
        let after = world.until(&game, |table| table.seq > before.seq).await;
        let (then, now) = (before.clocks.unwrap(), after.clocks.unwrap());
        let given = world.credits(&game).await;
        assert_eq!(
            given.len(),
            1,
            "his socket was open all the time: {given:?}"
        );
        let given_ms = given[0].0;
        let passed_ms = now.as_of_ms - then.as_of_ms;
        assert_eq!(now.black_ms, then.black_ms - passed_ms + given_ms);
        let noticed_ms = world.entries(&game, before.seq).await[0].at_ms;
        assert_eq!(given_ms, noticed_ms - last_beat_ms);
        assert!(given_ms >= OUTAGE_MS);
        // A command that comes first after a pause finds the credit given before it.
        world.clock.set_forward(OUTAGE_MS);
        world.play(BLACK, "c", &game, (1, "f5")).await.unwrap();
        let played_ms = world.clock.now_ms();
        let charged = world.table(&game).await.plies[0].charged_ms;
        let given_ms = world.credited_ms(&game).await;
        assert!(given_ms >= 2 * OUTAGE_MS);
        assert_eq!(
            charged,
            played_ms - started_ms,
            "the whole turn is charged, and credited"
        );
        let left = world.clocks(&game).await.black_ms;
        assert_eq!(left, MAIN_MS - charged + given_ms);
        let served_ms = world.clock.now_ms() - started_ms - 2 * OUTAGE_MS;
        assert!((MAIN_MS - served_ms..=MAIN_MS).contains(&left), "{left}");
    });
}

#[test]
fn the_players_of_a_lost_gateway_get_time_to_be_back() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let beat = proto::BeatRequest {
            gateway_id: GATEWAY.to_owned(),
            ..proto::BeatRequest::default()
        };
        world.report(GATEWAY, BLACK, true).await;
        world.service(Role::Gateway).beat(beat).await.unwrap();
        let last_beat_ms = world.last_beat_ms("gateway:").await;
        // Written down when the gateway is given up.
        let outages = async || {
            let outages = records::query_as("SELECT name FROM outages WHERE kind = 'gateway'");
            let outages: Vec<(String,)> = outages.fetch_all(world.records().read()).await.unwrap();
            (!outages.is_empty()).then_some(outages)
        };
        assert_eq!(seen(outages).await, Some(vec![(GATEWAY.to_owned(),)]));
        assert!(world.clock.now_ms() < last_beat_ms + 9_000, "lost late");
        assert_eq!(world.credits(&game).await, [], "he may still come");
        let back_ms = world.report("gateway-2", BLACK, true).await;
        world.until_credited(&game, 1).await;
        let given = world.credits(&game).await;
        assert_eq!(given.len(), 1, "{:?}", world.events(&game).await);
        assert_eq!(given[0].0, back_ms - last_beat_ms, "{given:?}");
        assert!(given[0].0 < 10_000);
        assert!(given[0].1.contains(GATEWAY));
    });
}
