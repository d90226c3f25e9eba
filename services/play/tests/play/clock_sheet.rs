//! The clock sheet: every instant is on it, it survives a restart, and its sums are what the clocks show.

use crate::world::{BLACK, MAIN_MS, STRANGER, WHITE, World, answered, rest};
use outflank_proto::play::v1 as proto;
use outflank_runtime::Kind;

/// What the delays of one player's game may give back at most, in ms.
const DELAY_PER_PLY_MS: i64 = 10_000;
const DELAY_PER_GAME_MS: i64 = 60_000;

async fn sheet(world: &World, account: &str, game: &str) -> proto::GetClockSheetResponse {
    let request = proto::GetClockSheetRequest {
        game_id: game.to_owned(),
    };
    let asked = world.by(account, request);
    answered(world.client().get_clock_sheet(asked).await).unwrap()
}

fn sums_up(sums: &proto::ClockSheetSums) -> bool {
    let parts = sums.initial_ms - sums.charged_ms
        + sums.control_ms
        + sums.credits_ms
        + sums.grants_ms
        + sums.rulings_ms;
    parts == sums.remaining_ms
}

/// The sums, and the lines they are sums of, against what the clocks show.
fn check(sheet: &proto::GetClockSheetResponse, table: &proto::Table) {
    let clocks = table.clocks.unwrap();
    for (color, sums, shown_ms) in [
        (proto::Color::Black, sheet.black.unwrap(), clocks.black_ms),
        (proto::Color::White, sheet.white.unwrap(), clocks.white_ms),
    ] {
        assert!(sums_up(&sums), "{sums:?}");
        if clocks.running() == color {
            assert!(
                (0..60_000).contains(&(sums.remaining_ms - shown_ms)),
                "{sums:?}"
            );
        } else {
            assert_eq!(sums.remaining_ms, shown_ms, "{color:?}");
        }
        let plies = sheet.plies.iter().filter(|ply| ply.color() == color);
        let credits = sheet
            .credits
            .iter()
            .filter(|credit| credit.color() == color);
        let (grants, credits): (Vec<_>, Vec<_>) =
            credits.partition(|credit| credit.cause == "grant");
        let given: i64 = credits.iter().map(|credit| credit.ms).sum();
        assert_eq!(given, sums.credits_ms + sums.rulings_ms);
        assert_eq!(
            grants.iter().map(|grant| grant.ms).sum::<i64>(),
            sums.grants_ms
        );
        let charged: i64 = plies.map(|ply| ply.charged_ms).sum();
        // A flag's fall charges what no ply shows.
        assert!(charged <= sums.charged_ms);
        if sums.grants_ms == 0 {
            assert_eq!(charged, sums.charged_ms);
        }
    }
    assert_eq!(sheet.plies.len(), table.plies.len());
    for (line, ply) in sheet.plies.iter().zip(&table.plies) {
        assert_eq!(
            (line.ply, line.color, &line.square),
            (ply.ply, ply.color, &ply.square)
        );
        assert!(line.charged_ms <= ply.charged_ms);
    }
}

#[tokio::test]
async fn every_instant_of_a_ply_is_on_the_sheet_and_stays_there() {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    let given = world.entries(&game, 1).await[0].at_ms;
    rest(300).await;
    world
        .relay(BLACK, &game, (1, "f5"), (given + 250, given + 40))
        .await
        .unwrap();
    world.play(WHITE, "w", &game, (2, "d6")).await.unwrap();
    let before = sheet(&world, BLACK, &game).await;
    let line = &before.plies[0];
    assert_eq!(line.given_at_ms, given);
    assert_eq!(line.delivered_at_ms, given + 40);
    assert_eq!(line.received_at_ms, given + 250);
    assert_eq!(line.charged_ms, 210);
    assert!(line.committed_at_ms >= line.received_at_ms);
    assert_eq!(
        before.plies[1].received_at_ms, 0,
        "white's came without a gateway"
    );
    assert_eq!(before.delay_per_ply_ms, DELAY_PER_PLY_MS);
    assert_eq!(before.delay_per_game_ms, DELAY_PER_GAME_MS);
    check(&before, &world.table(&game).await);

    // The stamps are not for everybody's eyes among the entries of the game.
    let visible = world.events(&game).await;
    assert!(visible.iter().all(|event| event.kind() != "stamped"));

    world.end().await;
    world.clock.set_forward(40_000);
    world.start().await;
    let after = sheet(&world, BLACK, &game).await;
    assert_eq!(after.plies, before.plies);
    assert_eq!(after.credits.len(), 1);
    let credit = &after.credits[0];
    assert_eq!(
        (credit.cause.as_str(), credit.fault.as_str()),
        ("server_fault", "server")
    );
    assert!(credit.ms >= 40_000 && credit.color() == proto::Color::Black);
    assert_eq!(credit.ply, 3);
    check(&after, &world.table(&game).await);
}

#[tokio::test]
async fn the_sheet_is_for_the_players_and_hides_the_other_s_connection() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let now = world.clock.now_ms();
    let request = proto::MoveRequest {
        command_id: "m".to_owned(),
        game_id: game.clone(),
        ply: 1,
        square: "f5".to_owned(),
        stamps: Some(proto::Stamps {
            received_at_ms: now,
            delivered_at_ms: now,
            account_id: BLACK.to_owned(),
            lag_ms: 35,
            queued_ms: 4,
            gateway_id: "gateway-1".to_owned(),
        }),
    };
    let gateway = world.service(outflank_runtime::Role::Gateway);
    answered(gateway.clone().r#move(request).await).unwrap();
    let own = sheet(&world, BLACK, &game).await.plies.remove(0);
    assert_eq!(
        (own.lag_ms, own.queued_ms, own.gateway_id.as_str()),
        (35, 4, "gateway-1")
    );
    let other = sheet(&world, WHITE, &game).await.plies.remove(0);
    assert_eq!(
        (other.lag_ms, other.queued_ms, other.gateway_id.as_str()),
        (0, 0, "")
    );
    assert_eq!(other.charged_ms, own.charged_ms);
    let request = proto::GetClockSheetRequest {
        game_id: game.clone(),
    };
    let asked = world.by(STRANGER, request);
    let refused = answered(world.client().get_clock_sheet(asked).await).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
}

/// A reproducible stream of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[tokio::test]
async fn sums_add_up_over_random_games_with_forged_stamps() {
    let world = World::new(MAIN_MS).await;
    let mut numbers = Numbers(7);
    for round in 1..=6 {
        let game = world
            .publish(round, &[("e-anna", "e-boris")])
            .await
            .remove(0);
        world.until_live(&game).await;
        loop {
            let table = world.table(&game).await;
            if table.phase() == proto::TablePhase::Finished {
                break;
            }
            if table.must_pass {
                world.step(&game, 0).await;
                continue;
            }
            let account = match table.to_move() {
                proto::Color::Black => BLACK,
                _ => WHITE,
            };
            let legal = &table.legal_squares;
            let choice = usize::try_from(numbers.below(legal.len() as u64)).unwrap();
            let now = world.clock.now_ms();
            let span = i64::try_from(numbers.below(6_000)).unwrap();
            let stamps = match numbers.below(5) {
                0 => (now - span, now),
                1 => (now, now - span),
                2 => (now + span, i64::MAX),
                3 => (now - span.min(1_500), 0),
                _ => (now, now),
            };
            let act = (table.ply, legal[choice].as_str());
            match world.relay(account, &game, act, stamps).await {
                Ok(_) => {}
                Err(problem) => assert_eq!(problem.code, "stale_command"),
            }
        }
        let sheet = sheet(&world, WHITE, &game).await;
        check(&sheet, &world.table(&game).await);
        for sums in [sheet.black.unwrap(), sheet.white.unwrap()] {
            assert!(sums.delays_ms <= DELAY_PER_GAME_MS);
        }
    }
}

#[tokio::test]
async fn no_flood_of_old_commands_gains_more_than_the_published_caps() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let shown = |table: proto::Table| table.clocks.unwrap().black_ms;
    // Every command seems to have waited for play for more than 2 s; each gives a credit until the cap is reached.
    let mut passed_ms = 0;
    for _ in 0..6 {
        // Really, not by the clock: it is no process that stood still.
        rest(2_600).await;
        passed_ms += 2_600;
        let now = world.clock.now_ms();
        let stale = world
            .relay(BLACK, &game, (1, "f5"), (now - 2_400, now - 2_900))
            .await
            .unwrap_err();
        assert_eq!(stale.code, "stale_command");
    }
    let sheet = sheet(&world, BLACK, &game).await;
    let black = sheet.black.unwrap();
    assert_eq!(black.delays_ms, DELAY_PER_PLY_MS);
    assert!(
        sheet
            .credits
            .iter()
            .all(|credit| credit.cause == "delay" && credit.fault == "server")
    );
    assert!(shown(world.table(&game).await) <= MAIN_MS + DELAY_PER_PLY_MS - passed_ms);
    check(&sheet, &world.table(&game).await);
}

#[tokio::test]
async fn what_waited_behind_one_s_own_frames_is_credited_to_nobody() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let received_ms = world.clock.now_ms();
    // Really, not by the clock: it is no process that stood still.
    rest(2_900).await;
    let mut request = proto::MoveRequest {
        command_id: "m".to_owned(),
        game_id: game.clone(),
        ply: 1,
        square: "f5".to_owned(),
        stamps: Some(proto::Stamps {
            received_at_ms: received_ms,
            delivered_at_ms: 0,
            account_id: BLACK.to_owned(),
            queued_ms: 60_000,
            ..proto::Stamps::default()
        }),
    };
    let gateway = world.service(outflank_runtime::Role::Gateway);
    let refused = answered(gateway.clone().r#move(request.clone()).await).unwrap_err();
    assert_eq!(refused.code, "stale_command");
    assert!(sheet(&world, BLACK, &game).await.credits.is_empty());
    // Of which only a part was its own.
    request.stamps.as_mut().unwrap().queued_ms = 2_000;
    request.command_id = "n".to_owned();
    let refused = answered(gateway.clone().r#move(request).await).unwrap_err();
    assert_eq!(refused.code, "stale_command");
    let credits = sheet(&world, BLACK, &game).await.credits;
    assert_eq!(credits.len(), 1);
    let most_ms = world.clock.now_ms() - received_ms - 2_000;
    assert!((900..=most_ms).contains(&credits[0].ms), "{credits:?}");
}
