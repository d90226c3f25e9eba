//! Programs that play by API key.

use outflank_client::{Carrier, Choice, Client, Color, Strategy, Table, TablePhase};
use outflank_tests::{Event, Server, event::text, waiting::until};
use serde_json::{Value, json};

/// The legal move in the middle of the list.
struct Middle;

#[async_trait::async_trait]
impl Strategy for Middle {
    async fn choose(&mut self, table: &Table) -> Choice {
        Choice::Square(table.legal_squares[table.legal_squares.len() / 2].clone())
    }
}

/// A program's account, its key, and its seat claimed by that key.
async fn seated(server: &Server, event: &mut Event, operator: &Client, name: &str) {
    let made: Value = operator
        .post("/account/programs", &json!({"display_name": name}))
        .await
        .unwrap();
    let wanted = json!({
        "account_id": made["id"], "name": "at home", "scopes": ["play"], "password": "a long password",
    });
    let made: Value = operator.post("/account/api-keys", &wanted).await.unwrap();
    let program = server.client().with_api_key(&text(&made["key"]));
    let path = format!("/tournaments/{}/entrants", event.id);
    let entrant = json!({
        "surname": name, "given_names": "Program", "country": "NOR", "computer": true,
        "operator": "Ingrid Vestergrund",
    });
    let registered: Value = event.director.post(&path, &entrant).await.unwrap();
    let entrant = text(&registered["entrant_id"]);
    let issued: Value = event
        .director
        .post(&format!("{path}/{entrant}/seat-code"), &json!({}))
        .await
        .unwrap();
    program.claim_seat(&text(&issued["code"])).await.unwrap();
    event.seats.insert(entrant, program);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_on_the_grpc_stream_plays_a_whole_game_against_one_on_the_websocket() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut event = Event::announce(&server, "Programs' Open", &json!({}), &[]).await;
    let operator = event.director.anonymous();
    let (name, login) = ("Halvard Lund", "halvard");
    operator
        .create_account(name, login, "a long password", None)
        .await
        .unwrap();
    for name in ["Edge", "Centre"] {
        seated(&server, &mut event, &operator, name).await;
    }
    let board = event.publish().await.boards[0].clone();
    let mut black = event.seat(&board, Color::Black).over(Carrier::Grpc);
    let mut white = event.seat(&board, Color::White).over(Carrier::WebSocket);
    let (mut first, mut second) = (Middle, Middle);
    let (streamed, socketed) = tokio::join!(black.play(&mut first), white.play(&mut second));
    let (streamed, socketed) = (streamed.unwrap(), socketed.unwrap());
    assert_eq!(streamed.phase, TablePhase::Finished);
    assert_eq!(
        (&streamed.board, &streamed.plies, &streamed.result),
        (&socketed.board, &socketed.plies, &socketed.result),
        "both carriers tell the same game"
    );
    for (seat, color) in [(&black, Color::Black), (&white, Color::White)] {
        let acknowledged: Vec<_> = seat
            .acknowledged
            .iter()
            .map(|of| (of.ply, of.square.clone()))
            .collect();
        let recorded: Vec<_> = streamed
            .plies
            .iter()
            .filter(|ply| ply.color == color)
            .map(|ply| (ply.ply, ply.square.clone()))
            .collect();
        assert_eq!(acknowledged, recorded, "{color:?}");
    }
    assert!(streamed.plies.len() >= 20, "{}", streamed.plies.len());
    let result = streamed.result.unwrap();
    assert_eq!(result.black_discs + result.white_discs, 64);
    assert_eq!(result.reason, "played");
    until_goodbye(&event.director, &board.game_id, "white").await;
}

/// Waits until the last of a seat's connections was ended by its client.
async fn until_goodbye(director: &Client, game_id: &str, color: &str) {
    // Beyond the game's end, in the year 2100.
    let path = format!("/games/{game_id}/evidence?until_ms=4102444800000");
    let look = async || {
        let evidence: Value = director.get(&path).await.unwrap();
        let seats = evidence["seats"].as_array().unwrap();
        let seat = seats.iter().find(|seat| seat["color"] == color).unwrap();
        let events = seat["events"].as_array().unwrap();
        let mut ended = events.iter().filter(|one| one["by"].is_string());
        match ended.next_back() {
            Some(last) if last["by"] == "client" => Ok(()),
            _ => Err(evidence),
        }
    };
    until("a goodbye of the program that is done", look).await;
}
