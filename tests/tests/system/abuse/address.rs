//! Everybody behind one address.

use outflank_client::{Client, Failure};
use outflank_testbed::IdleHttp2;
use outflank_tests::{
    Server,
    event::text,
    load::{machine, stage::socket},
    server::browser,
    waiting::until,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;

const PLAYERS: usize = 24;
/// Open files of the server, and idle connections of somebody.
const FILES: usize = 1_024;
const IDLE: usize = 1_100;
/// What clients have of so many files, and what of that those may have who have not said who they are.
const PLACES: usize = FILES - 256;
const ANONYMOUS: usize = PLACES * 60 / 100;

/// An event whose entrants have their codes.
async fn codes(server: &Server, entrants: usize) -> Vec<String> {
    let director = server.client();
    director
        .create_account("Ingrid Vestergrund", "ingrid", "a long password", None)
        .await
        .unwrap();
    let body = json!({
        "name": "Hall Open", "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
    });
    let created: Value = director.post("/tournaments", &body).await.unwrap();
    let path = format!("/tournaments/{}/entrants", text(&created["summary"]["id"]));
    let mut codes = Vec::new();
    for place in 1..=entrants {
        let body = json!({
            "surname": format!("Player {place}"), "given_names": "Hall", "country": "NOR",
            "rating": 1500, "federation_number": 100_000 + place,
        });
        let registered: Value = director.post(&path, &body).await.unwrap();
        let path = format!("{path}/{}/seat-code", text(&registered["entrant_id"]));
        let issued: Value = director.post(&path, &json!({})).await.unwrap();
        codes.push(text(&issued["code"]));
    }
    codes
}

/// Looks a code up and uses it, as the page of a seat link does.
async fn take_seat(client: &Client, code: &str) -> Result<(), Failure> {
    let _: Value = client.get(&format!("/seats/{code}")).await?;
    client.claim_seat(code).await.map(|_| ())
}

/// Guesses until that is refused, which is when so many were answered within a minute.
async fn until_refused(mut guess: impl AsyncFnMut(usize) -> u16) {
    for number in 0..1_000 {
        if guess(number).await == 429 {
            return;
        }
    }
    panic!("guesses are not bounded");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_is_seated_whoever_guesses_there() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false"]);
    let codes = codes(&server, PLAYERS).await;
    let mut seated = 0;
    for code in &codes {
        until_refused(async |number| guess(&server, number, "").await).await;
        take_seat(&server.client(), code).await.unwrap();
        seated += 1;
    }
    assert_eq!(seated, PLAYERS);
}

/// Waits until idle connections have the share that they may have and no more.
async fn until_few(idle: &[IdleHttp2]) {
    let look = async || {
        let open = idle.iter().filter(|one| one.is_open()).count();
        if open <= ANONYMOUS { Ok(()) } else { Err(open) }
    };
    until("room beside idle connections", look).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_keep_no_newcomer_out_and_put_no_player_out() {
    machine::raise_open_files();
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with_files(data.path(), &[], FILES);
    let codes = codes(&server, 2).await;
    let early = server.client();
    take_seat(&early, &codes[0]).await.unwrap();
    let early = socket(&server, &early).await;
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).await;
        idle.push(IdleHttp2::over(stream.unwrap()));
    }
    until_few(&idle).await;
    for _ in 0..20 {
        let _: Value = server.client().get("/time").await.unwrap();
    }
    let late = server.client();
    take_seat(&late, &codes[1]).await.unwrap();
    let late = socket(&server, &late).await;
    for _ in 0..IDLE {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).await;
        idle.push(IdleHttp2::over(stream.unwrap()));
    }
    until_few(&idle).await;
    assert!(early.is_open() && late.is_open());
}

/// The status of a guess, behind what somebody says of where he is.
async fn guess(server: &Server, number: usize, forwarded_for: &str) -> u16 {
    let address = format!("{}/api/v1/seats/GUESS{number:07}", server.base());
    let request = browser().get(address);
    let request = request.header("X-Forwarded-For", forwarded_for);
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_named_proxy_says_where_its_clients_are() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--no-limits=false"]);
    let elsewhere = |number: usize| format!("203.0.{}.{}", number / 250, number % 250);
    until_refused(async |number| guess(&server, number, &elsewhere(number)).await).await;
    drop(server);

    let arguments = ["--no-limits=false", "--trusted-proxies=127.0.0.1"];
    let server = Server::start_with(data.path(), &arguments);
    for number in 0..100 {
        assert_eq!(guess(&server, number, &elsewhere(number)).await, 404);
    }
    until_refused(async |number| guess(&server, number, "203.0.113.7").await).await;
}
