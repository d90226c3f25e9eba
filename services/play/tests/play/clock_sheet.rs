//! The clock sheet: every instant is on it, it survives a restart, and its sums are what the clocks show.

use crate::world::{BLACK, MAIN_MS, STRANGER, WHITE, World, answered, rest, still};
use futures_util::future::join_all;
use outflank_access::Kind;
use outflank_proto::play::v1 as proto;
use outflank_testbed::Dice;

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
fn check(sheet: &proto::GetClockSheetResponse, table: &proto::Table, started_ms: i64) {
    let clocks = table.clocks.unwrap();
    for (color, sums, shown_ms) in [
        (proto::Color::Black, sheet.black.unwrap(), clocks.black_ms),
        (proto::Color::White, sheet.white.unwrap(), clocks.white_ms),
    ] {
        assert!(sums_up(&sums), "{sums:?}");
        if clocks.running() == color {
            let since_ms = sheet
                .plies
                .last()
                .map_or(started_ms, |ply| ply.committed_at_ms);
            assert_eq!(sums.remaining_ms - shown_ms, clocks.as_of_ms - since_ms);
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

#[test]
fn every_instant_of_a_ply_is_on_the_sheet_and_stays_there() {
    still(async {
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
        assert_eq!(line.committed_at_ms, given + 300);
        assert_eq!(
            before.plies[1].received_at_ms, 0,
            "white's came without a gateway"
        );
        assert_eq!(before.delay_per_ply_ms, DELAY_PER_PLY_MS);
        assert_eq!(before.delay_per_game_ms, DELAY_PER_GAME_MS);
        check(&before, &world.table(&game).await, given);

        // The stamps are not for everybody's eyes among the entries of the game.
        let visible = world.events(&game).await;
        assert!(visible.iter().all(|event| event.kind() != "stamped"));

        // Known to run before black was on the move: the whole turn is lost.
        let turn_ms = before.plies[1].committed_at_ms;
        assert!(world.end().await < turn_ms);
        world.clock.set_forward(40_000);
        world.start().await;
        let lost_ms = world.clock.now_ms() - turn_ms;
        let after = sheet(&world, BLACK, &game).await;
        assert_eq!(after.plies, before.plies);
        assert_eq!(after.credits.len(), 1);
        let credit = &after.credits[0];
        assert_eq!(
            (credit.cause.as_str(), credit.fault.as_str()),
            ("server_fault", "server")
        );
        assert_eq!((credit.ms, credit.color()), (lost_ms, proto::Color::Black));
        assert!(lost_ms >= 40_000);
        assert_eq!(credit.ply, 3);
        check(&after, &world.table(&game).await, given);
    });
}

#[test]
fn the_sheet_is_for_the_players_and_hides_the_other_s_connection() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let now = world.clock.now_ms();
        let request = proto::MoveRequest {
            command_id: "m".to_owned(),
            game_id: game.clone(),
            ply: 1,
            square: "f5".to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms: now,
                delivered_at_ms: now,
                account_id: BLACK.to_owned(),
                lag_ms: 35,
                queued_ms: 4,
                by_key: true,
                gateway_id: "gateway-1".to_owned(),
                ..Default::default()
            }),
        };
        let gateway = world.service(outflank_access::Role::Gateway);
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
        assert_eq!((own.by_key, other.by_key), (true, false));
        assert_eq!(other.charged_ms, own.charged_ms);
        let request = proto::GetClockSheetRequest {
            game_id: game.clone(),
        };
        let asked = world.by(STRANGER, request);
        let refused = answered(world.client().get_clock_sheet(asked).await).unwrap_err();
        assert_eq!(refused.kind, Kind::Forbidden);
    });
}

#[test]
fn sums_add_up_over_random_games_with_forged_stamps() {
    still(async {
        let world = World::new(MAIN_MS).await;
        let mut dice = Dice(7);
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
                let choice = dice.below(legal.len());
                rest(400).await;
                let now = world.clock.now_ms();
                let span = i64::try_from(dice.below(6_000)).unwrap();
                let stamps = match dice.below(5) {
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
            check(&sheet, &world.table(&game).await, 0);
            for sums in [sheet.black.unwrap(), sheet.white.unwrap()] {
                assert!(sums.delays_ms <= DELAY_PER_GAME_MS);
            }
        }
    });
}

#[test]
fn no_flood_of_old_commands_gains_more_than_the_published_caps() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let shown = |table: proto::Table| table.clocks.unwrap().black_ms;
        // Every command seems to have waited for play for more than 2 s; each gives a credit until the cap is reached.
        for _ in 0..6 {
            rest(2_600).await;
            let now = world.clock.now_ms();
            let stale = world
                .relay(BLACK, &game, (1, "f5"), (now - 2_400, now - 2_900))
                .await
                .unwrap_err();
            assert_eq!(stale.code, "stale_command");
        }
        let started_ms = world.entries(&game, 1).await[0].at_ms;
        let passed_ms = world.clock.now_ms() - started_ms;
        assert!(passed_ms >= 6 * 2_600);
        let sheet = sheet(&world, BLACK, &game).await;
        let black = sheet.black.unwrap();
        assert_eq!(black.delays_ms, DELAY_PER_PLY_MS);
        assert!(
            sheet
                .credits
                .iter()
                .all(|credit| credit.cause == "delay" && credit.fault == "server")
        );
        let shown_ms = shown(world.table(&game).await);
        assert_eq!(shown_ms, MAIN_MS + DELAY_PER_PLY_MS - passed_ms);
        check(&sheet, &world.table(&game).await, started_ms);
    });
}

#[test]
fn what_waited_behind_one_s_own_frames_is_credited_to_nobody() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let received_ms = world.clock.now_ms();
        rest(2_900).await;
        let mut request = proto::MoveRequest {
            command_id: "m".to_owned(),
            game_id: game.clone(),
            ply: 1,
            square: "f5".to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms: received_ms,
                delivered_at_ms: 0,
                account_id: BLACK.to_owned(),
                queued_ms: 60_000,
                ..proto::Stamps::default()
            }),
        };
        let gateway = world.service(outflank_access::Role::Gateway);
        let refused = answered(gateway.clone().r#move(request.clone()).await).unwrap_err();
        assert_eq!(refused.code, "stale_command");
        assert!(sheet(&world, BLACK, &game).await.credits.is_empty());
        // Of which only a part was its own.
        let received_ms = world.clock.now_ms();
        rest(2_900).await;
        let stamps = request.stamps.as_mut().unwrap();
        (stamps.received_at_ms, stamps.queued_ms) = (received_ms, 2_000);
        request.command_id = "n".to_owned();
        let refused = answered(gateway.clone().r#move(request).await).unwrap_err();
        assert_eq!(refused.code, "stale_command");
        let credits = sheet(&world, BLACK, &game).await.credits;
        assert_eq!(credits.len(), 1);
        assert_eq!(credits[0].ms, 2_900 - 2_000);
    });
}

#[test]
fn what_a_seats_own_commands_may_have_held_up_is_credited_to_nobody() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let entries = world.entries(&game, 0).await.len();
        rest(2_900).await;
        let received_ms = world.clock.now_ms() - 2_500;
        let flood = (0..50).map(|_| world.relay(BLACK, &game, (1, "a1"), (received_ms, 0)));
        for refused in join_all(flood).await {
            assert_eq!(refused.unwrap_err().code, "stale_command");
        }
        assert!(sheet(&world, BLACK, &game).await.credits.is_empty());
        assert_eq!(world.entries(&game, 0).await.len(), entries);
        // One that was alone waited for the server, and for the same wait it is given something once.
        rest(2_900).await;
        let mut request = proto::MoveRequest {
            command_id: "alone".to_owned(),
            game_id: game.clone(),
            ply: 1,
            square: "f5".to_owned(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms: world.clock.now_ms() - 2_500,
                account_id: BLACK.to_owned(),
                ..proto::Stamps::default()
            }),
        };
        let gateway = world.service(outflank_access::Role::Gateway);
        for rested_ms in [100, 500] {
            let refused = answered(gateway.clone().r#move(request.clone()).await).unwrap_err();
            assert_eq!(refused.code, "stale_command");
            let credits = sheet(&world, BLACK, &game).await.credits;
            assert_eq!(credits.len(), 1);
            assert_eq!(credits[0].ms, 2_500);
            rest(rested_ms).await;
        }
        request.command_id = "later".to_owned();
        let stamps = request.stamps.as_mut().unwrap();
        stamps.received_at_ms = world.clock.now_ms();
        rest(2_300).await;
        let refused = answered(gateway.clone().r#move(request).await).unwrap_err();
        assert_eq!(refused.code, "stale_command");
        let credits = sheet(&world, BLACK, &game).await.credits;
        assert_eq!(credits.len(), 2);
        assert_eq!(credits[1].ms, 2_300);
    });
}
