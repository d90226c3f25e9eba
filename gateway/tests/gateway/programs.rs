//! gRPC for programs on the port of everything else: whose name a call comes in, and what never gets through.

use crate::world::World;
use outflank_access::Problem;
use outflank_proto::{
    feed::v1 as feed,
    identity::v1::{self as identity, identity_service_client::IdentityServiceClient},
    play::v1::{self as play, play_service_client::PlayServiceClient},
};
use outflank_testbed::PATIENCE;
use outflank_transport::for_person;
use tonic::{Request, Status, transport::Channel};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

pub async fn channel(world: &World) -> Channel {
    let address = world.listen().await;
    let endpoint = Channel::from_shared(format!("http://{address}")).unwrap();
    endpoint.connect().await.unwrap()
}

fn code(status: &Status) -> String {
    Problem::from_status(status).code
}

fn forged(id: &str) -> play::MoveRequest {
    play::MoveRequest {
        command_id: id.into(),
        game_id: "g".into(),
        ply: 1,
        square: "f5".into(),
        flip: String::new(),
        stamps: Some(play::Stamps {
            received_at_ms: 1,
            delivered_at_ms: 1,
            account_id: "somebody else".into(),
            lag_ms: 60_000,
            ..play::Stamps::default()
        }),
    }
}

#[tokio::test]
async fn a_command_bears_the_gateways_stamps_whatever_a_program_wrote_there() {
    let world = World::new();
    let mut play = PlayServiceClient::new(channel(&world).await);
    let before = world.clock.now_ms();
    let token = world.token("anna");
    let mut request = for_person(forged("c1"), Some(&token));
    let metadata = request.metadata_mut();
    metadata.insert("outflank-service", "forged".parse().unwrap());
    metadata.insert("x-account-id", "somebody else".parse().unwrap());
    assert!(!play.r#move(request).await.unwrap().into_inner().repeated);
    let stamps = world.games.state(|state| state.stamps.clone());
    let [stamps] = stamps.as_slice() else {
        panic!("{stamps:?}")
    };
    assert_eq!(stamps.account_id, "anna");
    assert!(stamps.received_at_ms >= before, "{stamps:?}");
    assert_eq!((stamps.delivered_at_ms, stamps.lag_ms), (0, 0));
    assert_eq!(stamps.gateway_id, "g1");
}

#[tokio::test]
async fn what_only_the_servers_parts_may_ask_is_refused() {
    let world = World::new();
    let channel = channel(&world).await;
    let (mut play, mut identity) = (
        PlayServiceClient::new(channel.clone()),
        IdentityServiceClient::new(channel),
    );
    let token = world.token("anna");
    let facts = feed::ReadFactsRequest {
        after: None,
        limit: 10,
        at_end: false,
    };
    let beat = play::BeatRequest {
        gateway_id: "g2".into(),
        ..Default::default()
    };
    let reports = play::ReportSocketsRequest::default();
    let seat = identity::IssueSeatCodeRequest::default();
    let session = identity::GetSessionRequest::default();
    let refused = [
        play.read_facts(for_person(facts.clone(), Some(&token)))
            .await
            .err(),
        play.beat(for_person(beat, Some(&token))).await.err(),
        play.report_sockets(reports).await.err(),
        identity.issue_seat_code(seat).await.err(),
        identity.get_session(session).await.err(),
        identity.read_facts(facts).await.err(),
    ];
    for status in refused {
        assert_eq!(code(&status.unwrap()), "service_only");
    }
}

#[tokio::test]
async fn an_api_key_stands_for_its_token_and_is_exchanged_once() {
    let world = World::new();
    let key = "outflank_1f_secret".to_owned();
    let token = world.token("bot");
    let keys = std::sync::Arc::clone(&world.accounts.api_keys);
    keys.lock().unwrap().insert(key.clone(), token);
    let mut play = PlayServiceClient::new(channel(&world).await);
    for id in ["c1", "c2", "c3"] {
        let request = for_person(forged(id), Some(&key));
        play.r#move(request).await.unwrap();
    }
    let accounts = world.games.state(|state| {
        let accounts = state.stamps.iter().map(|stamps| stamps.account_id.clone());
        accounts.collect::<Vec<_>>()
    });
    assert_eq!(accounts, ["bot", "bot", "bot"]);
    let exchanges = world
        .accounts
        .exchanges
        .load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(exchanges, 1);
    let bad = for_person(forged("c4"), Some("outflank_2f_secret"));
    assert_eq!(
        code(&play.r#move(bad).await.unwrap_err()),
        "api_key_refused"
    );
}

#[tokio::test]
async fn a_number_that_json_cannot_say_is_taken_by_no_door() {
    let world = World::new();
    let mut identity = IdentityServiceClient::new(channel(&world).await);
    for (expires_at_ms, taken) in [
        ((1 << 53) - 1, true),
        (1 << 53, false),
        (i64::MAX, false),
        (i64::MIN, false),
    ] {
        let key = identity::IssueApiKeyRequest {
            name: "at home".into(),
            expires_at_ms,
            ..identity::IssueApiKeyRequest::default()
        };
        let mut key = tonic::Request::new(key);
        let bearer = format!("Bearer {}", world.token("anna")).parse().unwrap();
        key.metadata_mut().insert("authorization", bearer);
        let issued = identity.issue_api_key(key).await;
        let refused = issued.is_err_and(|status| code(&status) == "malformed_message");
        assert_eq!(refused, !taken, "{expires_at_ms}");
    }
}

#[tokio::test]
async fn health_is_for_everybody_and_reflection_for_administrators() {
    use tonic_reflection::pb::v1::{
        ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
        server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
    };
    let world = World::new();
    let channel = channel(&world).await;
    let mut health = HealthClient::new(channel.clone());
    // The first beat is not answered at once.
    let serving = async {
        loop {
            let asked = health.check(HealthCheckRequest::default()).await;
            if asked.is_ok_and(|answer| answer.get_ref().status == 1) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let serving = tokio::time::timeout(PATIENCE, serving);
    serving.await.unwrap();
    let mut reflection = ServerReflectionClient::new(channel);
    let question = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let asked = |token: Option<&str>| {
        let mut request = Request::new(futures_util::stream::iter([question.clone()]));
        if let Some(token) = token {
            let value = format!("Bearer {token}").parse().unwrap();
            request.metadata_mut().insert("authorization", value);
        }
        request
    };
    let token = world.token("anna");
    for (token, refusal) in [
        (None, "unauthenticated"),
        (Some(token.as_str()), "administrators_only"),
    ] {
        let refused = reflection.server_reflection_info(asked(token)).await;
        assert_eq!(code(&refused.unwrap_err()), refusal);
    }
    let administrators = &world.accounts.administrators;
    administrators.store(true, std::sync::atomic::Ordering::Relaxed);
    let answer = reflection.server_reflection_info(asked(Some(&token))).await;
    let told = answer.unwrap().into_inner().message().await.unwrap();
    let Some(MessageResponse::ListServicesResponse(listed)) = told.unwrap().message_response else {
        panic!("an administrator is not told the services");
    };
    let names: Vec<String> = listed.service.into_iter().map(|of| of.name).collect();
    for service in [
        "outflank.live.v1.LiveService",
        "outflank.play.v1.PlayService",
        "outflank.pairing.v1.PairingService",
        "grpc.health.v1.Health",
    ] {
        assert!(names.iter().any(|name| name == service), "{names:?}");
    }
}

#[tokio::test]
async fn what_is_no_call_of_ours_is_refused_with_a_status() {
    let world = World::new();
    let path = |path: &str| {
        http::Request::post(path)
            .version(http::Version::HTTP_2)
            .header("content-type", "application/grpc")
    };
    let empty = || axum::body::Body::from(vec![0; 5]);
    let oversized = || axum::body::Body::from(vec![0; 70_000]);
    let known = "/outflank.play.v1.PlayService/GetTable";
    let requests = [
        path("/outflank.play.v1.PlayService/Cheat").body(empty()),
        path("/index.html").body(empty()),
        path(known).body(oversized()),
        path(known).body(axum::body::Body::empty()),
        path(known).version(http::Version::HTTP_11).body(empty()),
    ];
    for (request, status) in requests.into_iter().zip(["5", "5", "3", "3", "3"]) {
        let answer = world.ask(request.unwrap()).await;
        assert_eq!((answer.status, answer.header("grpc-status")), (200, status));
    }
}
