//! What one API key may use, and that what comes by it is stamped as a program's.

use outflank_access::identifier::session_of_key;
use outflank_gateway::{Limits, PublicOrigin, Rate};
use outflank_live::Live as _;
use outflank_proto::{
    pairing::v1::CheckSeekRequest,
    play::v1::{self as play, play_service_client::PlayServiceClient},
};
use outflank_transport::for_person;
use prost::Message as _;
use serde_json::{Value, json};

use crate::world::{
    Answer, World, json_request,
    socket::{Client, open, ticket_for},
};

/// A token of a key of that account.
fn keyed(world: &World, account: &str, key: &str) -> String {
    world.token_on(account, &session_of_key(key))
}

async fn line(world: &World, token: &str) -> Result<Client, (u16, Value)> {
    let bought = ticket_for(world, Some(token.to_owned())).await;
    open(world, world.inside(), &bought, None).await
}

async fn me(world: &World, token: &str) -> Answer {
    let mut request = json_request("GET", "/api/v1/me", &json!({}));
    let bearer = format!("Bearer {token}").parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    world.ask(request).await
}

fn seek(id: &str) -> Value {
    let terms = json!({"variant": "othello", "main_ms": 300_000, "increment_ms": 0});
    json!({"type": "seek", "id": id, "terms": terms})
}

fn pass(id: &str) -> Value {
    json!({"type": "pass", "id": id, "game": "g", "ply": 1})
}

#[tokio::test(start_paused = true)]
async fn requests_are_counted_by_the_key_over_every_face_and_a_session_is_not() {
    let limits = Limits {
        requests_per_key: Rate::per_minute(3),
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    let (one, other) = (keyed(&world, "bot", "1f"), keyed(&world, "bot", "2f"));
    for _ in 0..3 {
        assert_eq!(me(&world, &one).await.status, 200);
    }
    let refused = me(&world, &one).await;
    refused.assert_problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "60");
    // Another key of the account, and the account's own sessions, go on.
    assert_eq!(me(&world, &other).await.status, 200);
    for _ in 0..10 {
        assert_eq!(me(&world, &world.token("bot")).await.status, 200);
    }
    tokio::time::advance(std::time::Duration::from_secs(61)).await;
    assert_eq!(me(&world, &one).await.status, 200);
}

#[tokio::test]
async fn a_call_over_grpc_counts_as_one_over_rest() {
    let limits = Limits {
        requests_per_key: Rate::per_minute(2),
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    let token = keyed(&world, "bot", "1f");
    assert_eq!(me(&world, &token).await.status, 200);
    let mut play = PlayServiceClient::new(crate::programs::channel(&world).await);
    let resign = || play::ResignRequest {
        command_id: "c1".to_owned(),
        game_id: "g".to_owned(),
        stamps: Some(play::Stamps {
            account_id: "somebody else".to_owned(),
            ..play::Stamps::default()
        }),
    };
    play.resign(for_person(resign(), Some(&token)))
        .await
        .unwrap();
    let refused = play.resign(for_person(resign(), Some(&token))).await;
    let problem = outflank_access::Problem::from_status(&refused.unwrap_err());
    assert_eq!(problem.code, "too_many_requests");
    let stamped = world.games.state(|state| state.stamps.clone());
    let [stamps] = &stamped[..] else {
        panic!("one came through: {stamped:?}");
    };
    assert!(stamps.by_key && stamps.account_id == "bot");
}

#[tokio::test(start_paused = true)]
async fn a_key_has_so_many_lines_open_and_one_more_when_one_is_closed() {
    let limits = Limits {
        lines_per_key: 2,
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    let token = keyed(&world, "bot", "1f");
    let first = line(&world, &token).await.unwrap();
    let _second = line(&world, &token).await.unwrap();
    let (status, problem) = line(&world, &token).await.err().unwrap();
    assert_eq!(
        (status, &problem["code"]),
        (429, &json!("too_many_requests"))
    );
    // Another key, and whoever comes without one, have theirs.
    let _other = line(&world, &keyed(&world, "bot", "2f")).await.unwrap();
    let _person = line(&world, &world.token("bot")).await.unwrap();
    drop(first);
    let again = async {
        while line(&world, &token).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), again)
        .await
        .expect("its place was never free");
}

#[tokio::test(start_paused = true)]
async fn a_key_seeks_over_one_line_and_what_it_seeks_is_stamped() {
    let world = World::new();
    let token = keyed(&world, "bot", "1f");
    let mut one = line(&world, &token).await.unwrap();
    let mut two = line(&world, &token).await.unwrap();
    let mut person = line(&world, &world.token("anna")).await.unwrap();
    one.send(seek("s1")).await;
    one.next_of("seeking").await;
    two.send(seek("s2")).await;
    let refused = two.next_of("refused").await;
    assert_eq!(
        (&refused["id"], &refused["problem"]["code"]),
        (&json!("s2"), &json!("too_many_requests"))
    );
    // The same line seeks anew, and another one once that has ended.
    one.send(seek("s3")).await;
    one.next_of("seeking").await;
    one.send(json!({"type": "unseek"})).await;
    one.send(pass("c1")).await;
    one.next_of("ack").await;
    two.send(seek("s4")).await;
    two.next_of("seeking").await;
    person.send(seek("s5")).await;
    person.next_of("seeking").await;
    let seeks = world.bus.seeks().await.unwrap();
    let mut stamped: Vec<(String, bool)> = seeks
        .into_values()
        .map(|bytes| CheckSeekRequest::decode(bytes).unwrap())
        .map(|sought| (sought.account_id, sought.by_key))
        .collect();
    stamped.sort();
    stamped.dedup();
    assert_eq!(
        stamped,
        [("anna".to_owned(), false), ("bot".to_owned(), true)]
    );
}

#[tokio::test(start_paused = true)]
async fn what_a_key_does_at_a_table_is_stamped_and_a_line_that_a_key_renews_is_its() {
    let world = World::new();
    let token = keyed(&world, "anna", "1f");
    let mut program = line(&world, &token).await.unwrap();
    let mut person = line(&world, &world.token("anna")).await.unwrap();
    program.send(pass("c1")).await;
    program.next_of("ack").await;
    person.send(pass("c2")).await;
    person.next_of("ack").await;
    person.send(json!({"type": "renew", "token": token})).await;
    person.next_of("renewed").await;
    person.send(pass("c3")).await;
    person.next_of("ack").await;
    let stamped = world.games.state(|state| {
        let stamps = state.stamps.iter();
        stamps.map(|of| of.by_key).collect::<Vec<_>>()
    });
    assert_eq!(stamped, [true, false, true]);
}

#[tokio::test(start_paused = true)]
async fn acts_in_contests_are_counted_by_the_account_and_nothing_else_is() {
    let limits = Limits {
        command_burst: 3,
        commands_per_second: 1,
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    let enter = async |account: &str| {
        let mut request = json_request("PUT", "/api/v1/contests/c/entry", &json!({}));
        let bearer = format!("Bearer {}", world.token(account));
        let headers = request.headers_mut();
        headers.insert("authorization", bearer.parse().unwrap());
        headers.insert("idempotency-key", "c1".parse().unwrap());
        world.ask(request).await
    };
    for _ in 0..3 {
        enter("anna").await.assert_problem(409, "contest_over");
    }
    enter("anna").await.assert_problem(429, "too_many_requests");
    enter("boris").await.assert_problem(409, "contest_over");
    // What is no act in a contest goes on.
    assert_eq!(me(&world, &world.token("anna")).await.status, 200);
}
