//! A server that is away for a moment, behind a proxy that says so.

use std::collections::BTreeSet;

use outflank_client::{Client, Color, Failure, HeldSeat};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

/// Answers one request after another so, and then nobody any more; an empty answer is none.
async fn answering(answers: Vec<String>) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        for answer in answers {
            let (mut line, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; 4_096];
            assert!(line.read(&mut asked).await.unwrap() > 0);
            line.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    Client::here(&base)
}

fn answer(status: &str, text: &str) -> String {
    let length = text.len();
    format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}")
}

const PAGE: &str = "<html><h1>Nobody is there</h1></html>";

#[tokio::test]
async fn a_proxy_that_reaches_nobody_is_of_the_moment() {
    for (status, is_of_the_moment) in [
        ("502 Bad Gateway", true),
        ("503 Service Unavailable", true),
        ("504 Gateway Timeout", true),
        ("500 Internal Server Error", false),
        ("404 Not Found", false),
    ] {
        let client = answering(vec![answer(status, PAGE)]).await;
        let failure = client.get_text("/time").await.unwrap_err();
        assert_eq!(failure.is_of_the_moment(), is_of_the_moment, "{failure}");
    }
    // What the server itself says is heard as before.
    let problem = json!({"code": "banned", "detail": "No.", "status": 503, "rule": null});
    let client = answering(vec![answer(
        "503 Service Unavailable",
        &problem.to_string(),
    )])
    .await;
    let failure = client.get_text("/time").await.unwrap_err();
    assert_eq!(failure.code(), Some("banned"));
}

#[tokio::test]
async fn the_games_of_a_seat_are_asked_for_until_the_server_is_back() {
    let board = json!({
        "table": 1, "black_entrant_id": "A", "white_entrant_id": "B", "game_id": "G", "result": null,
        "purpose": "qualification", "game": 0,
    });
    let event = json!({
        "summary": {"id": "T", "name": "", "phase": "round_open", "entrants": 2, "round": 1, "rounds": 1},
        "entrants": [], "next": null, "announced": null, "conformant": true, "titles": [],
        "rounds": [{"number": 1, "starts_at_ms": 0, "boards": [board], "finished": false}],
    });
    let seat = HeldSeat {
        tournament_id: "T".to_owned(),
        entrant_id: "B".to_owned(),
    };
    let answers = vec![
        answer("502 Bad Gateway", PAGE),
        String::new(),
        answer("200 OK", &event.to_string()),
    ];
    let client = answering(answers).await;
    let games = seat.open_games(&client, &BTreeSet::new()).await.unwrap();
    assert_eq!(games, Some(vec![("G".to_owned(), Color::White)]));
    // What is refused for good is not asked for again.
    let client = answering(vec![answer("404 Not Found", PAGE)]).await;
    let failure = seat.open_games(&client, &BTreeSet::new()).await;
    assert!(matches!(failure, Err(Failure::Unreadable(_))));
}
