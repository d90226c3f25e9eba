//! A director enters a result while the game at that table still runs: the game ends there with that result.

use outflank_client::{Table, TablePhase};
use outflank_tests::{
    Event, Server, corpus,
    waiting::{until_live, until_table},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn an_entered_result_ends_the_game_at_its_table() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let event = Event::announce(&server, "Entered Result Open", &json!({}), players).await;
    let board = event.publish().await.boards[0].clone();
    let game = format!("/games/{}", board.game_id);
    let moves = format!("{game}/moves");
    let black = &event.seats[&board.black_entrant_id];
    let white = &event.seats[&board.white_entrant_id];
    until_live(black, &board.game_id).await;
    for (seat, ply, square) in [(black, 1, "f5"), (white, 2, "d6")] {
        let wanted = json!({"ply": ply, "square": square});
        let _: Value = seat.post(&moves, &wanted).await.unwrap();
    }

    let path = format!("/tournaments/{}/rounds/1/tables/1/result", event.id);
    let entered = json!({"black_discs": 40, "reason": "Both players left; agreed at the desk."});
    let _: Value = event
        .director
        .send("PUT".parse().unwrap(), &path, &entered, None)
        .await
        .unwrap();

    // The result travels as a fact; the game ends within moments.
    let is_over = |table: &Table| table.phase == TablePhase::Finished;
    let table = until_table(&event.director, &board.game_id, ("an end", is_over)).await;
    let result = table.result.unwrap();
    assert_eq!((result.black_discs, result.white_discs), (40, 24));
    assert_eq!(result.reason, "ruling");
    assert_eq!(table.plies.len(), 2);
    assert_eq!(table.clocks.running, None);
    let refused = black
        .post::<Value>(&moves, &json!({"ply": 3, "square": "c3"}))
        .await;
    assert_eq!(refused.unwrap_err().code(), Some("game_over"));

    // The director's result stands, and the round can be closed on it.
    event.finish(1).await;
    let round = event.read().await.rounds.remove(0);
    assert_eq!(round.boards[0].result.as_ref().unwrap().black_discs, 40);
}
