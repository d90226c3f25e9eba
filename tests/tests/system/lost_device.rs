//! A player who loses a device in mid-game comes back by a new link and plays on; the old device is out.

use outflank_client::Table;
use outflank_tests::{
    Event, Server, corpus,
    event::text,
    waiting::{until, until_live},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_link_gives_the_seat_of_a_running_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let event = Event::announce(&server, "Lost Device Open", &json!({}), players).await;
    let board = event.publish().await.boards[0].clone();
    let moves = format!("/games/{}/moves", board.game_id);
    let old = &event.seats[&board.black_entrant_id];
    until_live(old, &board.game_id).await;
    let _: Value = old
        .post(&moves, &json!({"ply": 1, "square": "f5"}))
        .await
        .unwrap();
    let white = &event.seats[&board.white_entrant_id];
    let _: Value = white
        .post(&moves, &json!({"ply": 2, "square": "d6"}))
        .await
        .unwrap();

    let path = format!(
        "/tournaments/{}/entrants/{}/seat-code",
        event.id, board.black_entrant_id
    );
    let issued: Value = event.director.post(&path, &json!({})).await.unwrap();
    let new = server.client();
    new.claim_seat(&text(&issued["code"])).await.unwrap();

    let third = json!({"ply": 3, "square": "c3"});
    // The claim travels as a fact; the seat changes hands within moments.
    until("the seat", async || new.post::<Value>(&moves, &third).await).await;
    let refused = old
        .post::<Value>(&moves, &json!({"ply": 5, "square": "c4"}))
        .await;
    assert_eq!(refused.unwrap_err().code(), Some("not_your_seat"));
    let table: Table = event
        .director
        .get(&format!("/games/{}", board.game_id))
        .await
        .unwrap();
    assert_eq!(table.plies.len(), 3);
}
