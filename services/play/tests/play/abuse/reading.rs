//! A player who leaves the own socket unread and looks at the position elsewhere: what that gains under the rule set as
//! it is, under one from before there was a budget for it, and what the clock sheet says of it.

use crate::world::{
    BLACK, DIRECTOR, GATEWAY, MAIN_MS, TOURNAMENT, WHITE, World, answered, facts::plain_rules,
    rest, still,
};
use outflank_access::Role;
use outflank_proto::play::v1::{self as proto, connection_report::Observed};
use outflank_tournament::{Event, LagCredit, RuleSet};

/// How long each delivery waits for the client, in ms.
const UNREAD_MS: i64 = 1_950;
const PLIES: i64 = 6;

async fn under(lag_credit: LagCredit) -> (World, String) {
    let world = World::new(MAIN_MS).await;
    let rule_set = RuleSet {
        lag_credit,
        ..plain_rules()
    };
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
    (world, game)
}

/// Six plies of black's over an unread socket, read to the end as the move goes out; white moves at once. `seen_ms`: so
/// long after its turn was given black was shown it elsewhere, where the gateways know of that.
async fn attacked(lag_credit: LagCredit, seen_ms: Option<i64>) -> proto::GetClockSheetResponse {
    let (world, game) = under(lag_credit).await;
    attack(&world, &game, seen_ms).await;
    clock_sheet(&world, &game, BLACK).await
}

async fn attack(world: &World, game: &str, seen_ms: Option<i64>) {
    for _ in 0..PLIES {
        let given_ms = world.clock.now_ms();
        rest(u64::try_from(UNREAD_MS).unwrap()).await;
        let table = world.table(game).await;
        let now_ms = world.clock.now_ms();
        let request = proto::MoveRequest {
            command_id: world.new_id(),
            game_id: game.to_owned(),
            ply: table.ply,
            square: table.legal_squares[0].clone(),
            flip: String::new(),
            stamps: Some(proto::Stamps {
                received_at_ms: now_ms,
                delivered_at_ms: now_ms,
                account_id: BLACK.to_owned(),
                unread_ms: now_ms - given_ms,
                seen_at_ms: seen_ms.map_or(0, |ms| given_ms + ms),
                ..Default::default()
            }),
        };
        answered(world.service(Role::Gateway).r#move(request).await).unwrap();
        world.step(game, 0).await;
    }
}

async fn clock_sheet(world: &World, game: &str, by: &str) -> proto::GetClockSheetResponse {
    let game_id = game.to_owned();
    let asked = world.by(by, proto::GetClockSheetRequest { game_id });
    answered(world.client().get_clock_sheet(asked).await).unwrap()
}

fn of_black(sheet: &proto::GetClockSheetResponse) -> impl Iterator<Item = &proto::ClockSheetPly> {
    sheet
        .plies
        .iter()
        .filter(|ply| ply.color() == proto::Color::Black)
}

fn gained_ms(sheet: &proto::GetClockSheetResponse) -> i64 {
    let gained = of_black(sheet).map(|ply| ply.received_at_ms - ply.given_at_ms - ply.charged_ms);
    gained.sum()
}

fn presets() -> LagCredit {
    RuleSet::preset("egp-2020").unwrap().lag_credit
}

#[test]
fn the_attack_gains_under_older_rules_what_it_gained() {
    still(async {
        let older = LagCredit {
            covers_reading: false,
            ..presets()
        };
        let sheet = attacked(older, None).await;
        assert!(gained_ms(&sheet) > 10_000, "{}", gained_ms(&sheet));
        assert!(!sheet.lag_covers_reading);
        assert!(of_black(&sheet).all(|ply| ply.reading_credit_ms == 0));
    });
}

#[test]
fn the_attack_gains_what_the_rule_set_credits_and_the_sheet_shows_it() {
    still(async {
        let lag = presets();
        let sheet = attacked(lag, None).await;
        assert_eq!(gained_ms(&sheet), PLIES * lag.per_move_ms);
        assert!(sheet.lag_covers_reading);
        let mut left_ms = lag.per_game_ms;
        for ply in of_black(&sheet) {
            left_ms -= lag.per_move_ms;
            let shown = (ply.lag_credit_ms, ply.reading_credit_ms, ply.credit_left_ms);
            assert_eq!(shown, (0, lag.per_move_ms, left_ms));
            assert!(ply.unread_ms >= UNREAD_MS && ply.seen_at_ms == 0, "{ply:?}");
        }
        let sums = sheet.black.unwrap();
        assert_eq!(
            (sums.lag_credit_ms, sums.reading_credit_ms),
            (0, PLIES * lag.per_move_ms)
        );
        assert_eq!(sums.credit_left_ms, left_ms);
        assert_eq!(sheet.white.unwrap().credit_left_ms, lag.per_game_ms);
    });
}

#[test]
fn whoever_was_shown_the_position_elsewhere_gains_nothing() {
    still(async {
        let sheet = attacked(presets(), Some(20)).await;
        assert_eq!(gained_ms(&sheet), PLIES * 20);
        for ply in of_black(&sheet) {
            assert_eq!(ply.seen_at_ms, ply.given_at_ms + 20);
        }
    });
}

/// What gateways say of somebody who was shown the position at black's address.
async fn notice(world: &World, account: &str, (at_ms, onlooker): (i64, proto::Onlooker)) {
    let request = proto::ReportSocketsRequest {
        gateway_id: GATEWAY.to_owned(),
        sockets: Vec::new(),
        connections: vec![proto::ConnectionReport {
            account_id: account.to_owned(),
            socket_id: String::new(),
            at_ms,
            observed: Some(Observed::Onlooker(onlooker)),
        }],
        ..proto::ReportSocketsRequest::default()
    };
    let mut gateway = world.service(Role::Gateway);
    answered(gateway.report_sockets(request).await).unwrap();
}

#[test]
fn officials_are_told_who_looked_on_and_nobody_else_is() {
    still(async {
        let (world, game) = under(presets()).await;
        world.appoint(DIRECTOR).await;
        attack(&world, &game, None).await;
        let before = clock_sheet(&world, &game, DIRECTOR).await;
        let plies: Vec<_> = of_black(&before).cloned().collect();
        let onlooker = |ply: &proto::ClockSheetPly, before_ms, same_program| {
            let told = proto::Onlooker {
                game_id: game.clone(),
                ply: ply.ply,
                // The entry before it gave the turn.
                seq: ply.seq - 1,
                before_ms,
                same_program,
            };
            (ply.delivered_at_ms - before_ms, told)
        };
        // Of several that of the same program, and of these the first.
        notice(&world, BLACK, onlooker(&plies[1], 900, false)).await;
        notice(&world, BLACK, onlooker(&plies[1], 700, true)).await;
        notice(&world, BLACK, onlooker(&plies[1], 500, true)).await;
        notice(&world, BLACK, onlooker(&plies[2], 300, false)).await;
        // Nobody's seat, another game, and a turn that is not played yet.
        notice(&world, "stranger", onlooker(&plies[3], 800, true)).await;
        let mut elsewhere = onlooker(&plies[3], 800, true);
        elsewhere.1.game_id = "another".to_owned();
        notice(&world, BLACK, elsewhere).await;
        let mut later = onlooker(&plies[3], 800, true);
        later.1.seq = plies[3].seq;
        notice(&world, BLACK, later).await;

        let told = clock_sheet(&world, &game, DIRECTOR).await;
        let shown: Vec<_> = of_black(&told).map(|ply| ply.onlooker).collect();
        let hint = |ply: &proto::ClockSheetPly, before_ms, same_program| {
            Some(proto::ClockSheetOnlooker {
                shown_at_ms: ply.delivered_at_ms - before_ms,
                before_ms,
                same_program,
            })
        };
        let (first, second) = (hint(&plies[1], 700, true), hint(&plies[2], 300, false));
        assert_eq!(shown, [None, first, second, None, None, None]);
        // Nothing else of the sheet is another, and players have it as it was.
        let mut bare = told.clone();
        for ply in &mut bare.plies {
            ply.onlooker = None;
        }
        assert_eq!(bare, before);
        for player in [BLACK, WHITE] {
            let sheet = clock_sheet(&world, &game, player).await;
            assert!(sheet.plies.iter().all(|ply| ply.onlooker.is_none()));
        }
        // Nor does it stand in the evidence, which players may read, or in what is signed.
        let asked = proto::GetEvidenceRequest {
            game_id: game.clone(),
            ..Default::default()
        };
        let evidence = world.client().get_evidence(world.by(DIRECTOR, asked)).await;
        let evidence = answered(evidence).unwrap();
        assert!(evidence.seats.iter().all(|seat| seat.events.is_empty()));
        for document in [evidence.document_json, evidence.document_csv] {
            assert!(!String::from_utf8(document).unwrap().contains("onlooker"));
        }
    });
}
