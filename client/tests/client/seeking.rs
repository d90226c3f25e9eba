//! Lines that cannot be opened, and a game that is found at the last moment.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use outflank_client::{Booked, Carrier, CasualTerms, Client, Color, find_game, find_game_within};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time,
};
use tokio_tungstenite::{WebSocketStream, accept_async};

/// Somebody waits so long.
const PATIENCE: Duration = Duration::from_secs(5);
/// No test waits longer.
const AT_MOST: Duration = Duration::from_secs(60);

async fn listening() -> (TcpListener, Client) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    (listener, Client::here(&base))
}

/// The next request is answered so.
async fn answer(listener: &TcpListener, status: &str, text: &str) {
    let (mut line, _) = listener.accept().await.unwrap();
    let mut asked = vec![0; 4_096];
    assert!(line.read(&mut asked).await.unwrap() > 0);
    let length = text.len();
    let answer =
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}");
    line.write_all(answer.as_bytes()).await.unwrap();
}

async fn heard(line: &mut WebSocketStream<TcpStream>) -> Value {
    let text = line.next().await.unwrap().unwrap().into_text().unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The next line is opened, and what it seeks is heard.
async fn line_that_seeks(listener: &TcpListener) -> WebSocketStream<TcpStream> {
    answer(listener, "200 OK", r#"{"ticket": "once"}"#).await;
    let (line, _) = listener.accept().await.unwrap();
    let mut line = accept_async(line).await.unwrap();
    assert_eq!(heard(&mut line).await["type"], "seek");
    line
}

fn found() -> Booked {
    Booked {
        game: "G".to_owned(),
        color: Color::Black,
        opponent_account_id: "berit".to_owned(),
        terms: CasualTerms::minutes(5),
    }
}

/// Says that the game is found.
async fn say_booked(line: &mut WebSocketStream<TcpStream>) {
    let terms = CasualTerms::minutes(5);
    let booked = json!({
        "type": "booked", "game": "G", "color": "black", "opponent_account_id": "berit", "terms": terms,
    });
    line.send(booked.to_string().into()).await.unwrap();
}

async fn until_closed(mut line: WebSocketStream<TcpStream>) {
    while let Some(Ok(_)) = line.next().await {}
}

#[tokio::test]
async fn a_line_that_cannot_be_opened_is_opened_again() {
    let (listener, client) = listening().await;
    tokio::spawn(async move {
        answer(&listener, "502 Bad Gateway", "<html>").await;
        answer(&listener, "200 OK", r#"{"ticket": "once"}"#).await;
        // Nobody shakes hands.
        drop(listener.accept().await.unwrap());
        drop(line_that_seeks(&listener).await);
        let mut line = line_that_seeks(&listener).await;
        say_booked(&mut line).await;
        until_closed(line).await;
    });
    let terms = CasualTerms::minutes(5);
    let sought = Box::pin(find_game(&client, Carrier::WebSocket, &terms));
    let sought = time::timeout(AT_MOST, sought).await;
    assert_eq!(sought.unwrap().unwrap(), found());
}

#[tokio::test]
async fn who_is_found_as_the_patience_ends_is_heard_of() {
    let (listener, client) = listening().await;
    tokio::spawn(async move {
        let mut line = line_that_seeks(&listener).await;
        time::pause();
        time::advance(PATIENCE).await;
        // It is on the line before the clock goes on.
        say_booked(&mut line).await;
        time::resume();
        assert_eq!(heard(&mut line).await, json!({"type": "unseek"}));
        until_closed(line).await;
    });
    let terms = CasualTerms::minutes(5);
    let sought = find_game_within(&client, Carrier::WebSocket, &terms, PATIENCE);
    let sought = time::timeout(AT_MOST, Box::pin(sought)).await;
    assert_eq!(sought.unwrap().unwrap(), Some(found()));
}

#[tokio::test]
async fn a_line_that_nobody_answers_is_given_up_with_the_patience() {
    let (_listener, client) = listening().await;
    let terms = CasualTerms::minutes(5);
    let patience = Duration::from_millis(50);
    let sought = find_game_within(&client, Carrier::WebSocket, &terms, patience);
    let sought = time::timeout(AT_MOST, Box::pin(sought)).await;
    assert_eq!(sought.unwrap().unwrap(), None);
}
