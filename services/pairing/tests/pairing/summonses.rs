//! Whom a published round and an announcement call, as identity asks.

use outflank_access::Role;
use outflank_proto::pairing::v1 as proto;

use crate::world::{DIRECTOR, World};

#[tokio::test]
async fn identity_alone_is_told_who_is_called() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    let (round, seq) = world.publish(&id).await.unwrap();
    let board = &round.boards[0];
    world.claim(&id, &board.white_entrant_id, "nora");
    world.catch_up().await;
    let told = proto::AnnounceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        kind: "general".to_owned(),
        audience: "everybody".to_owned(),
        text: "Lunch is at 13:00.".to_owned(),
        ..proto::AnnounceRequest::default()
    };
    let number = ask!(world, DIRECTOR, announce, told).unwrap().number;
    let tournament = world.tournament(&id).await;
    let black = tournament
        .entrants
        .iter()
        .find(|one| one.id == board.black_entrant_id);
    let black = black.unwrap();

    let of_round = proto::GetSummonsesRequest {
        tournament_id: id.clone(),
        round: 1,
        seq,
        announcement: 0,
        table: 0,
    };
    let mut identity = world.service_client(Role::Identity);
    let called = identity
        .get_summonses(of_round.clone())
        .await
        .unwrap()
        .into_inner();
    let to_the_board = proto::Summons {
        account_id: "nora".to_owned(),
        table: board.table,
        colour: "white".to_owned(),
        opponent: format!("{} {}", black.given_names, black.surname),
    };
    assert_eq!(called.summonses, [to_the_board]);
    assert_eq!(called.starts_at_ms, round.starts_at_ms);
    assert_eq!(called.tournament_name, tournament.summary.unwrap().name);
    assert_eq!(called.text, "");

    let of_announcement = proto::GetSummonsesRequest {
        tournament_id: id.clone(),
        announcement: number,
        ..proto::GetSummonsesRequest::default()
    };
    let heard = identity
        .get_summonses(of_announcement)
        .await
        .unwrap()
        .into_inner();
    let to_nothing = proto::Summons {
        account_id: "nora".to_owned(),
        ..proto::Summons::default()
    };
    assert_eq!(heard.summonses, [to_nothing], "its author knows it");
    assert_eq!(
        (&*heard.text, heard.starts_at_ms),
        ("Lunch is at 13:00.", 0)
    );

    let of_table = proto::GetSummonsesRequest {
        table: board.table,
        seq: 0,
        ..of_round.clone()
    };
    let to_the_table = identity.get_summonses(of_table).await.unwrap().into_inner();
    let directors = to_the_table.summonses.into_iter().map(|one| one.account_id);
    assert_eq!(directors.collect::<Vec<_>>(), [DIRECTOR]);
    assert_eq!(to_the_table.starts_at_ms, 0);

    for request in [
        world.by(DIRECTOR, of_round.clone()),
        tonic::Request::new(of_round.clone()),
    ] {
        assert!(world.client().get_summonses(request).await.is_err());
    }
    let gateway = world
        .service_client(Role::Gateway)
        .get_summonses(of_round)
        .await;
    assert!(gateway.is_err());
}
