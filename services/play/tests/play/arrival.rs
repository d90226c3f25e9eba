//! Who is there counts as there, whenever their sockets opened.

use outflank_access::Role;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{AbsencePolicy, AccountId, Event, OfficialRole, RuleSet};

use crate::world::{
    BLACK, MAIN_MS, TOURNAMENT, WHITE, World, answered, anywhere, facts::plain_rules,
};

const DIRECTOR: &str = "dora";
const GATEWAY: &str = "gateway-1";
const OTHER: &str = "another-tournament";
const PAIR: [(&str, &str); 1] = [("e-anna", "e-boris")];

async fn world() -> World {
    let world = World::new(MAIN_MS).await;
    set_up(&world, TOURNAMENT);
    beat(&world).await;
    world
}

fn set_up(world: &World, tournament: &str) {
    let rule_set = RuleSet {
        absence_policy: AbsencePolicy::Limit { after_ms: 60_000 },
        ..plain_rules()
    };
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations: Vec::new(),
    };
    world.pairing.push(tournament, &changed);
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(DIRECTOR),
        role: OfficialRole::HeadDirector,
        shares: Vec::new(),
        powers: None,
    };
    world.pairing.push(tournament, &appointed);
}

async fn beat(world: &World) {
    let beat = proto::BeatRequest {
        gateway_id: GATEWAY.to_owned(),
        ..proto::BeatRequest::default()
    };
    answered(world.service(Role::Gateway).beat(beat).await).unwrap();
}

/// Whom the officials see at the table.
async fn here(world: &World, game: &str) -> (bool, bool) {
    let request = proto::GetTableRequest {
        game_id: game.to_owned(),
        ..proto::GetTableRequest::default()
    };
    let answer = world.client().get_table(world.by(DIRECTOR, request)).await;
    let table = answered(answer).unwrap().table.unwrap();
    (table.black_arrived, table.white_arrived)
}

#[test]
fn a_socket_that_is_open_since_an_earlier_round_counts_in_the_next() {
    anywhere(async {
        let world = world().await;
        world.report(GATEWAY, BLACK, true).await;
        world.report(GATEWAY, WHITE, true).await;
        let first = world.publish(1, &PAIR).await.remove(0);
        assert_eq!(here(&world, &first).await, (true, true));
        world.report(GATEWAY, WHITE, false).await;
        let second = world.publish(2, &PAIR).await.remove(0);
        assert_eq!(here(&world, &second).await, (true, false));
        world.report(GATEWAY, WHITE, true).await;
        assert_eq!(here(&world, &second).await, (true, true));
    });
}

#[test]
fn who_takes_a_seat_with_an_open_socket_is_there() {
    anywhere(async {
        let world = world().await;
        world.report(GATEWAY, "carl", true).await;
        let game = world.publish(1, &[("e-carl", "e-boris")]).await.remove(0);
        assert_eq!(here(&world, &game).await, (false, false));
        world.pairing.seat(TOURNAMENT, "e-carl", "carl");
        world.catch_up().await;
        assert_eq!(here(&world, &game).await, (true, false));
    });
}

#[test]
fn an_event_that_goes_on_for_long_hides_no_other() {
    anywhere(async {
        let world = world().await;
        set_up(&world, OTHER);
        world.pairing.seat(OTHER, "o-anna", BLACK);
        for round in 1..=6 {
            let at_ms = world.clock.now_ms();
            world
                .pairing
                .publish(OTHER, round, &[("o-anna", "o-boris")], at_ms);
        }
        let game = world.publish(1, &PAIR).await.remove(0);
        assert_eq!(here(&world, &game).await, (false, false));
        world.report(GATEWAY, BLACK, true).await;
        assert_eq!(here(&world, &game).await, (true, false));
    });
}

#[test]
fn what_was_open_before_a_gateway_started_is_open_no_longer() {
    anywhere(async {
        let world = world().await;
        world.report(GATEWAY, BLACK, true).await;
        let started = proto::ReportSocketsRequest {
            gateway_id: GATEWAY.to_owned(),
            first: true,
            ..proto::ReportSocketsRequest::default()
        };
        answered(world.service(Role::Gateway).report_sockets(started).await).unwrap();
        let game = world.publish(1, &PAIR).await.remove(0);
        assert_eq!(here(&world, &game).await, (false, false));
    });
}
