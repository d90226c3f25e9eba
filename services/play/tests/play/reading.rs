//! A player who leaves the own socket unread and looks at the position elsewhere: what that gains under the rule set as
//! it is, under one from before there was a budget for it, and what the clock sheet says of it.

use crate::world::{BLACK, MAIN_MS, TOURNAMENT, World, answered, facts::plain_rules, rest, still};
use outflank_access::Role;
use outflank_proto::play::v1 as proto;
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
    let departures = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        departures,
    };
    world.pairing.push(TOURNAMENT, &changed);
    let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
    (world, game)
}

/// Six plies of black's over an unread socket, read to the end as the move goes out; white moves at once. `seen_ms`: so
/// long after its turn was given black was shown it elsewhere, where the gateways know of that.
async fn attacked(lag_credit: LagCredit, seen_ms: Option<i64>) -> proto::GetClockSheetResponse {
    let (world, game) = under(lag_credit).await;
    for _ in 0..PLIES {
        let given_ms = world.clock.now_ms();
        rest(u64::try_from(UNREAD_MS).unwrap()).await;
        let table = world.table(&game).await;
        let now_ms = world.clock.now_ms();
        let request = proto::MoveRequest {
            command_id: world.new_id(),
            game_id: game.clone(),
            ply: table.ply,
            square: table.legal_squares[0].clone(),
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
        world.step(&game, 0).await;
    }
    let request = proto::GetClockSheetRequest { game_id: game };
    let asked = world.by(BLACK, request);
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
