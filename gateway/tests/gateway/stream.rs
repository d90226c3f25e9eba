//! The live conversation over gRPC: the same content as over the WebSocket.

use crate::world::World;
use futures_util::stream;
use outflank_proto::live::v1::{
    self as live, client_message::Message as Say, live_service_client::LiveServiceClient,
    server_message::Message as Told,
};
use outflank_testbed::PATIENCE;
use outflank_transport::for_person;
use tokio::time::timeout;
use tonic::{Streaming, transport::Channel};

fn say(id: &str, message: Say) -> live::ClientMessage {
    live::ClientMessage {
        id: id.into(),
        message: Some(message),
    }
}

async fn next(stream: &mut Streaming<live::ServerMessage>, wanted: fn(&Told) -> bool) -> Told {
    let next = async {
        loop {
            let told = stream.message().await.unwrap().unwrap().message.unwrap();
            if wanted(&told) {
                return told;
            }
        }
    };
    timeout(PATIENCE, next).await.expect("it is told in time")
}

#[tokio::test]
async fn a_program_watches_moves_and_is_refused_what_is_wrong() {
    let world = World::new();
    let address = world.listen().await;
    let endpoint = Channel::from_shared(format!("http://{address}")).unwrap();
    let mut client = LiveServiceClient::new(endpoint.connect().await.unwrap());
    let game_id = || "g".to_owned();
    let said = [
        say(
            "",
            Say::Watch(live::Watch {
                game_id: game_id(),
                after_seq: 0,
            }),
        ),
        live::ClientMessage {
            id: "empty".into(),
            message: None,
        },
        say(
            "c1",
            Say::Move(live::Move {
                game_id: game_id(),
                ply: 1,
                square: "f5".into(),
                flip: String::new(),
            }),
        ),
    ];
    let token = world.token("anna");
    let mut request = for_person((), Some(&token)).map(|()| stream::iter(said));
    request
        .metadata_mut()
        .insert("outflank-service", "forged".parse().unwrap());
    let mut stream = client.connect(request).await.unwrap().into_inner();
    let hello = next(&mut stream, |_| true).await;
    assert!(
        matches!(&hello, Told::Hello(hello) if hello.account_id == "anna"),
        "{hello:?}"
    );
    let Told::Refused(refused) = next(&mut stream, |told| matches!(told, Told::Refused(_))).await
    else {
        panic!()
    };
    assert_eq!(refused.problem.unwrap().code, "unknown_frame");
    // Whoever watches is answered with the commit itself.
    let Told::Commit(commit) = next(&mut stream, |told| matches!(told, Told::Commit(_))).await
    else {
        panic!()
    };
    assert_eq!(
        (commit.id.as_str(), commit.seq, commit.answers),
        ("c1", 2, true)
    );
    let stamps = world.games.state(|state| state.stamps.clone());
    assert_eq!(stamps[0].account_id, "anna");
}
