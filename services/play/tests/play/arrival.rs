//! Who is there counts as there, whenever their sockets opened.

use outflank_access::Role;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{AbsencePolicy, AccountId, Event, OfficialRole, RuleSet};

use crate::world::{
    BLACK, MAIN_MS, TOURNAMENT, WHITE, World, answered, anywhere, events_of, facts::plain_rules,
    rest, still,
};

const DIRECTOR: &str = "dora";
const GATEWAY: &str = "gateway-1";
const OTHER: &str = "another-tournament";
/// By then both have to be there, in ms from the start.
const LIMIT_MS: i64 = 60_000;
const PAIR: [(&str, &str); 1] = [("e-anna", "e-boris")];

async fn world() -> World {
    let world = World::new(MAIN_MS).await;
    set_up(&world, TOURNAMENT);
    beat(&world).await;
    world
}

fn set_up(world: &World, tournament: &str) {
    let rule_set = RuleSet {
        absence_policy: AbsencePolicy::Limit { after_ms: LIMIT_MS },
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

/// What the entries of a game tell, entry by entry, from the first of a player.
async fn told(world: &World, game: &str) -> Vec<Vec<&'static str>> {
    let request = proto::ReadEntriesRequest {
        game_id: game.to_owned(),
        ..Default::default()
    };
    let answer = world
        .client()
        .read_entries(world.by(DIRECTOR, request))
        .await;
    let entries = answered(answer).unwrap().entries;
    let kinds = |entry| -> Vec<&'static str> {
        let events = events_of(entry);
        events.iter().map(outflank_othello::Event::kind).collect()
    };
    let told: Vec<Vec<&'static str>> = entries.iter().map(kinds).collect();
    let is_by_player = |kinds: &Vec<&str>| kinds.contains(&"arrived") || kinds.contains(&"moved");
    told.into_iter()
        .skip_while(|kinds| !is_by_player(kinds))
        .collect()
}

#[test]
fn who_moves_without_having_come_comes_in_the_entry_of_the_move() {
    anywhere(async {
        let world = world().await;
        let game = world.publish(1, &PAIR).await.remove(0);
        world.until_live(&game).await;
        let seq = world.table(&game).await.seq;
        let first = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert_eq!((first.seq, first.repeated), (seq + 1, false));
        assert_eq!(here(&world, &game).await, (true, false));
        // Sent again, it has its answer, and nobody comes once more.
        let again = world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert_eq!((again.seq, again.repeated), (first.seq, true));
        let now_ms = world.clock.now_ms();
        let second = world.relay(WHITE, &game, (2, "d6"), (now_ms, now_ms)).await;
        assert_eq!(second.unwrap().seq, first.seq + 1);
        assert_eq!(here(&world, &game).await, (true, true));
        world.play(BLACK, "c3", &game, (3, "c3")).await.unwrap();
        let expected = [
            vec!["arrived", "moved"],
            vec!["arrived", "moved", "stamped"],
            vec!["moved"],
        ];
        assert_eq!(told(&world, &game).await, expected);
    });
}

#[test]
fn who_has_come_by_a_socket_does_not_come_with_the_move() {
    anywhere(async {
        let world = world().await;
        world.report(GATEWAY, BLACK, true).await;
        let game = world.publish(1, &PAIR).await.remove(0);
        world.until_live(&game).await;
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        assert_eq!(told(&world, &game).await, [vec!["arrived"], vec!["moved"]]);
    });
}

#[test]
fn a_refused_first_command_still_shows_that_its_player_is_there() {
    anywhere(async {
        let world = world().await;
        let game = world.publish(1, &PAIR).await.remove(0);
        world.until_live(&game).await;
        for (account, command, ply, square, code) in [
            (BLACK, "c1", 1, "a1", "illegal_move"),
            (WHITE, "c2", 1, "f5", "not_your_turn"),
        ] {
            let refused = world.play(account, command, &game, (ply, square)).await;
            assert_eq!(refused.unwrap_err().code, code);
        }
        assert_eq!(here(&world, &game).await, (true, true));
        assert_eq!(told(&world, &game).await, [["arrived"], ["arrived"]]);
        world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
        let last = told(&world, &game).await.pop();
        assert_eq!(last, Some(vec!["moved"]));
    });
}

/// A first move beside the limit by which its player has to be there: what came before it counts, though its commit
/// outlasts the limit, and what comes while the default is committed undoes nothing.
#[test]
fn a_first_move_beside_the_limit_counts_by_when_it_came() {
    for (sent_before_ms, winner) in [(50, None), (-50, Some(proto::Color::White))] {
        still(async {
            let world = world().await;
            let starts_at_ms = world.clock.now_ms();
            world.report(GATEWAY, WHITE, true).await;
            let game = world.publish(1, &PAIR).await.remove(0);
            world.until_live(&game).await;
            let sent_at_ms = starts_at_ms + LIMIT_MS - sent_before_ms;
            rest((sent_at_ms - 60 - world.clock.now_ms()).unsigned_abs()).await;
            world.commits_take(400);
            rest(60).await;
            assert_eq!(world.clock.now_ms(), sent_at_ms);
            let moved = world.relay(BLACK, &game, (1, "f5"), (sent_at_ms, 0)).await;
            rest(2_000).await;
            world.commits_take(0);
            let in_time = sent_before_ms > 0;
            let is_move = |kinds: &Vec<&str>| kinds.contains(&"moved");
            let has_moved = told(&world, &game).await.iter().any(is_move);
            assert_eq!((moved.is_ok(), has_moved), (in_time, in_time), "{moved:?}");
            let table = world.table(&game).await;
            assert_eq!(table.phase() == proto::TablePhase::Live, in_time);
            assert_eq!(table.result.map(|result| result.winner()), winner);
        });
    }
}
