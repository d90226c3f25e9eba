//! Casual games on a whole server: guests find each other, play by both carriers, are rated, and play again.

use std::time::Duration;

use outflank_client::{
    Booked, Carrier, CasualTerms, Choice, Client, Color, Frame, Line, Seat, Strategy, Table,
    TablePhase, find_game,
};
use outflank_tests::{
    Server,
    event::text,
    waiting::{PATIENCE, until},
};
use reqwest::Method;
use serde_json::{Value, json};

/// The first legal move.
struct First;

#[async_trait::async_trait]
impl Strategy for First {
    async fn choose(&mut self, table: &Table) -> Choice {
        Choice::Square(table.legal_squares[0].clone())
    }
}

async fn guest(server: &Server, name: &str) -> Client {
    let client = server.client().anonymous();
    client.open_guest_session(Some(name)).await.unwrap();
    client
}

/// Two seek the same and have the same game.
async fn found(players: [&Client; 2], terms: &CasualTerms) -> [Booked; 2] {
    let seek = |player, carrier| Box::pin(find_game(player, carrier, terms));
    let both = async {
        tokio::try_join!(
            seek(players[0], Carrier::WebSocket),
            seek(players[1], Carrier::Grpc),
        )
    };
    let found = tokio::time::timeout(PATIENCE, both).await;
    let (one, other) = found.expect("they do not find each other").unwrap();
    assert_eq!(one.game, other.game);
    assert_eq!(&one.terms, terms);
    assert_ne!(one.color, other.color);
    [one, other]
}

async fn played(client: &Client, game_id: &str, color: Color, carrier: Carrier) -> Table {
    let mut seat = Seat::new(client.clone(), game_id, color).over(carrier);
    seat.play(&mut First).await.unwrap()
}

async fn game(client: &Client, game_id: &str) -> Value {
    let path = format!("/casual-games/{game_id}");
    until("the game is over", async || {
        let game: Value = client.get(&path).await.unwrap();
        if game["over_at_ms"].is_null() {
            Err(game)
        } else {
            Ok(game)
        }
    })
    .await
}

async fn rating(client: &Client, game: &Value, color: &str) -> Value {
    let id = text(&game[color]["account_id"]);
    let path = format!("/accounts/{id}/live-ratings");
    let rated: Value = client.get(&path).await.unwrap();
    rated["ratings"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_find_each_other_play_are_rated_and_play_again_through_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (ingrid, halvard) = (
        guest(&server, "Ingrid").await,
        guest(&server, "Halvard").await,
    );
    let terms = CasualTerms {
        variant: "othello_6x6".to_owned(),
        increment_ms: 1_000,
        ..CasualTerms::minutes(5)
    };
    let [one, other] = found([&ingrid, &halvard], &terms).await;
    let lobby: Value = ingrid.anonymous().get("/lobby").await.unwrap();
    assert_eq!(lobby["games"], 1, "{lobby}");
    assert_eq!(lobby["playing"][0]["game_id"], one.game);

    // The server falls and starts again in the middle of it.
    server.kill_and_restart(Duration::from_millis(200));
    let (table, same) = tokio::join!(
        played(&ingrid, &one.game, one.color, Carrier::WebSocket),
        played(&halvard, &other.game, other.color, Carrier::Grpc),
    );
    assert_eq!(table.phase, TablePhase::Finished);
    assert_eq!(table.result, same.result);
    let result = table.result.unwrap();
    assert_eq!(result.black_discs + result.white_discs, 36);
    let over = game(&ingrid, &one.game).await;
    assert_eq!(over["result"]["rated"], true, "{over}");
    assert_eq!(over["result"]["black_discs"], result.black_discs);
    for color in ["black", "white"] {
        let ratings = rating(&ingrid, &over, color).await;
        assert_eq!(ratings[0]["variant"], "othello_6x6");
        assert_eq!(ratings[0]["live_rating"], over[color]["live_rating"]);
        assert_eq!(ratings[0]["games"], 1);
    }

    // Both want another, with the colours changed.
    let path = format!("/casual-games/{}/rematch", one.game);
    let mut line = Line::open(&ingrid).await.unwrap();
    let offered: Value = ingrid.post(&path, &json!({})).await.unwrap();
    assert!(offered["game"].is_null());
    let taken: Value = halvard.post(&path, &json!({})).await.unwrap();
    let next = text(&taken["game"]["game_id"]);
    let booked = async {
        loop {
            if let Frame::Booked(booked) = line.next().await.unwrap() {
                break booked;
            }
        }
    };
    let booked = tokio::time::timeout(PATIENCE, booked)
        .await
        .expect("nobody says so");
    assert_eq!(booked.game, next);
    assert_ne!(booked.color, one.color);
    // One resigns before the first move: it counts for nothing.
    let resign = json!({"type": "resign", "id": "r", "game": next});
    until("the resignation stands", async || {
        line.send(&resign).await.unwrap();
        let table: Value = ingrid
            .get(&format!("/games/{next}"))
            .await
            .map_err(|error| error.to_string())?;
        match table["phase"].as_str() {
            Some("finished") => Ok(()),
            phase => Err(format!("{phase:?}")),
        }
    })
    .await;
    let aborted = game(&ingrid, &next).await;
    assert_eq!(aborted["result"]["rated"], false, "{aborted}");
    assert_eq!(rating(&ingrid, &over, "black").await[0]["games"], 1);
    let listed: Value = ingrid
        .get(&format!(
            "/accounts/{}/casual-games",
            booked.opponent_account_id
        ))
        .await
        .unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2);

    // What was played is written down by one and by all; in the other game nobody moved.
    let record = format!("/games/{}/record", one.game);
    let record: Value = ingrid.anonymous().get(&record).await.unwrap();
    let line = text(&record["ggf"]);
    assert!(line.contains("TI[05:00/00:01]TY[6]RE["), "{line}");
    let records = format!(
        "/accounts/{}/casual-games/records",
        booked.opponent_account_id
    );
    let records: Value = ingrid.get(&records).await.unwrap();
    assert_eq!(records["records"], json!([record]));
    assert!(records["next_page_token"].is_null());

    // Who signs up keeps what was played.
    ingrid
        .keep_account("ingrid", "a long password", Some("Ingrid Vestergrund"))
        .await
        .unwrap();
    let known = game(&halvard, &one.game).await;
    let names = [
        &known["black"]["display_name"],
        &known["white"]["display_name"],
    ];
    assert!(names.contains(&&json!("Ingrid Vestergrund")), "{known}");
    let again = server.client().anonymous();
    again.sign_in("ingrid", "a long password").await.unwrap();
    let account: Value = again.get("/account").await.unwrap();
    // Another name is the account's in games of before as well.
    let asked = json!({"display_name": "Ingrid Skogheim"});
    let renamed = again.send(Method::PUT, "/account/name", &asked, None).await;
    let renamed: Value = renamed.unwrap();
    assert_eq!(renamed["id"], account["id"]);
    let known = game(&halvard, &one.game).await;
    let names = ["black", "white"].map(|side| &known[side]["display_name"]);
    assert!(names.contains(&&json!("Ingrid Skogheim")), "{known}");
    let own: Value = again
        .get(&format!("/accounts/{}/casual-games", text(&account["id"])))
        .await
        .unwrap();
    assert_eq!(own["games"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_bot_comes_to_whoever_waits_alone_and_plays_on_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start_with(data.path(), &["--casual-bots", "1"]);
    let ingrid = guest(&server, "Ingrid").await;
    let terms = CasualTerms {
        variant: "othello_4x4".to_owned(),
        ..CasualTerms::minutes(1)
    };
    let sought = Box::pin(find_game(&ingrid, Carrier::WebSocket, &terms));
    let booked = tokio::time::timeout(PATIENCE, sought).await;
    let booked = booked.expect("nobody comes").unwrap();

    server.kill_and_restart(Duration::from_millis(200));
    let table = played(&ingrid, &booked.game, booked.color, Carrier::WebSocket).await;
    assert_eq!(table.result.unwrap().reason, "played");
    let over = game(&ingrid, &booked.game).await;
    assert_eq!(over["result"]["rated"], false, "{over}");
    let (own, bot) = match booked.color {
        Color::Black => ("black", "white"),
        Color::White => ("white", "black"),
    };
    assert_eq!(over[bot]["account_id"], booked.opponent_account_id);
    assert_eq!(over[bot]["operator_account_id"], "house", "{over}");
    assert!(over[own]["operator_account_id"].is_null(), "{over}");
}
