//! What identity and play tell and pairing refuses, or cannot read.

use outflank_access::{Kind, Role};
use outflank_proto::{feed::v1::Fact, pairing::v1 as proto};
use outflank_stillness::unreadable;
use outflank_transport::feed::{self, StoppedFeed};
use serde_json::json;

use crate::world::World;

fn claimed(id: &str, entrant: &str, account: &str) -> Fact {
    told(
        "seat_claimed",
        &json!({"tournament_id": id, "entrant_id": entrant, "account_id": account}),
    )
}

fn finished(id: &str, board: &proto::Board) -> Fact {
    told(
        "game_finished",
        &json!({
            "game_id": board.game_id, "tournament_id": id, "round": 1, "table": board.table,
            "game_number": 1, "black_discs": 40, "white_discs": 24, "winner": "black",
            "kind": "played", "absent": "nobody",
        }),
    )
}

fn told(kind: &str, body: &serde_json::Value) -> Fact {
    Fact {
        kind: kind.to_owned(),
        body: body.to_string().into_bytes(),
        ..Fact::default()
    }
}

async fn seated(world: &World, id: &str) -> Vec<String> {
    let tournament = world.tournament(id).await;
    let seated = tournament.entrants.into_iter().filter(|one| one.seated);
    seated.map(|entrant| entrant.id).collect()
}

async fn results(world: &World, id: &str) -> usize {
    let tournament = world.tournament(id).await;
    let boards = tournament.rounds[0].boards.iter();
    boards.filter(|board| board.result.is_some()).count()
}

async fn assert_stopped(world: &World, how: &str, feed: &'static str, position: u64) {
    let problem = world.try_to_catch_up().await.unwrap_err();
    assert_eq!(problem.kind, Kind::Unavailable, "{how}: {problem}");
    let role = "pairing";
    let stopped = StoppedFeed {
        feed,
        role,
        position,
    };
    assert_eq!(feed::stopped(), [stopped], "{how}");
}

#[tokio::test]
async fn a_claim_that_cannot_be_read_waits_and_no_claim_overtakes_it() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 8).await;
    let ways = unreadable(&claimed(&id, &entrants[0], "anybody")).len();
    assert!(ways >= 3);
    for way in 0..ways {
        let (first, second) = (&entrants[2 * way], &entrants[2 * way + 1]);
        let good = claimed(&id, first, &format!("first-{way}"));
        let (how, spoilt) = unreadable(&good).remove(way);
        let before = seated(&world, &id).await.len();
        let position = world.identity.feed.tell(spoilt);
        let behind = claimed(&id, second, &format!("second-{way}"));
        world.identity.feed.tell(behind);

        assert_stopped(&world, how, "identity", position).await;
        assert_eq!(seated(&world, &id).await.len(), before, "{how}");
        world.identity.feed.mend(position, good);
        world.catch_up().await;
        assert_eq!(feed::stopped(), [], "{how}");
        let now = seated(&world, &id).await;
        assert!(now.contains(first) && now.contains(second), "{how}");
    }
}

#[tokio::test]
async fn a_result_that_cannot_be_read_waits_and_claims_are_taken_meanwhile() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 12).await;
    let (round, _) = world.publish(&id).await.unwrap();
    let ways = unreadable(&finished(&id, &round.boards[0])).len();
    for (way, entrant) in entrants.iter().enumerate().take(ways) {
        let good = finished(&id, &round.boards[2 * way]);
        let (how, spoilt) = unreadable(&good).remove(way);
        let position = world.play.feed.tell(spoilt);
        world
            .play
            .feed
            .tell(finished(&id, &round.boards[2 * way + 1]));
        let account = format!("claimant-{way}");
        world.claim(&id, entrant, &account);

        assert_stopped(&world, how, "play", position).await;
        assert_eq!(results(&world, &id).await, 2 * way, "{how}");
        assert!(seated(&world, &id).await.contains(entrant), "{how}");
        world.play.feed.mend(position, good);
        world.catch_up().await;
        assert_eq!(feed::stopped(), [], "{how}");
        assert_eq!(results(&world, &id).await, 2 * way + 2, "{how}");
    }
}

#[tokio::test]
async fn a_stop_outlasts_a_restart_and_ends_with_the_version_that_reads_it() {
    let mut world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 2).await;
    let good = claimed(&id, &entrants[0], "dora");
    let (how, spoilt) = unreadable(&good).remove(0);
    world.claim(&id, &entrants[1], "emil");
    let position = world.identity.feed.tell(spoilt);
    assert_stopped(&world, how, "identity", position).await;
    world.restart().await;
    assert_stopped(&world, how, "identity", position).await;
    world.identity.feed.mend(position, good);
    world.catch_up().await;
    assert_eq!(seated(&world, &id).await.len(), 2);
}

#[tokio::test]
async fn what_the_rules_refuse_is_counted_and_holds_nobody_up() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let (round, _) = world.publish(&id).await.unwrap();
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };
    world.claim("nowhere", &entrants[0], "dora");
    world.claim(&id, "nobody", "emil");
    world.claim(&id, &entrants[2], "frida");
    let mut foreign = one.clone();
    foreign.game_id = "another".to_owned();
    world.game_over(&id, 1, &foreign, 13);
    world.game_over(&id, 1, two, 44);
    world.catch_up().await;
    world.catch_up().await;

    assert_eq!(seated(&world, &id).await, [entrants[2].as_str()]);
    assert_eq!(results(&world, &id).await, 1);
    assert_eq!(feed::stopped(), []);
    let refused = |followed| feed::followed()[&(Role::Pairing, followed)].refused;
    assert_eq!((refused(Role::Identity), refused(Role::Play)), (2, 1));
}
