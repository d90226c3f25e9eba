//! Publications as server-sent events.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use outflank_access::{Kind, Problem};
use outflank_live::{Live as _, topic};
use outflank_testbed::PATIENCE;
use tokio::time::Instant;
use tower::ServiceExt as _;

use crate::world::{Answer, World};

const PATH: &str = "/api/v1/rating-files/stream";

/// What is read of one stream.
struct Reader {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Reader {
    /// The next block of lines, or none at the end.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            let next = tokio::time::timeout(PATIENCE, self.body.next());
            let piece: Bytes = next.await.expect("a piece")?.unwrap();
            self.text += std::str::from_utf8(&piece).unwrap();
        }
    }

    /// The event and the id of the next publication.
    async fn event(&mut self) -> (String, String) {
        loop {
            let block = self.block().await.expect("an event");
            if block == ":" {
                continue;
            }
            let lines: Vec<&str> = block.lines().collect();
            let [id, "event: rating-file", data] = lines[..] else {
                panic!("no publication: {block}");
            };
            let data = data.strip_prefix("data: ").unwrap();
            let data: serde_json::Value = serde_json::from_str(data).unwrap();
            let event = data["tournament_id"].as_str().unwrap().to_owned();
            return (event, id.strip_prefix("id: ").unwrap().to_owned());
        }
    }
}

fn request(query: &str, last: Option<&str>) -> Request<Body> {
    let mut request = Request::get(format!("{PATH}{query}"));
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    request.body(Body::empty()).unwrap()
}

async fn open(world: &World, query: &str, last: Option<&str>) -> Response<Body> {
    let opened = world.router.clone().oneshot(request(query, last));
    opened.await.unwrap()
}

/// A stream that stands, and the id with which it begins.
async fn following(world: &World, query: &str, last: Option<&str>) -> (Reader, String) {
    let answer = open(world, query, last).await;
    assert_eq!(answer.status(), 200);
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-store"),
        ("x-accel-buffering", "no"),
    ] {
        assert_eq!(answer.headers()[name], value);
    }
    assert!(!answer.headers().contains_key("content-encoding"));
    let mut reader = Reader {
        body: answer.into_body().into_data_stream(),
        text: String::new(),
    };
    let begin = reader.block().await.unwrap();
    let (retry, id) = begin.split_once('\n').unwrap();
    assert_eq!(retry, "retry: 3000");
    (reader, id.strip_prefix("id: ").unwrap().to_owned())
}

/// A gateway that listens to the live bus.
async fn running() -> World {
    let world = World::new();
    world.inside();
    tokio::time::sleep(Duration::from_millis(1)).await;
    world
}

async fn publish(world: &World, events: &[&str]) {
    let told: Vec<String> = events.iter().map(|event| (*event).to_owned()).collect();
    world.event.published.lock().unwrap().events.extend(told);
    let topic = topic::rating_files();
    world.bus.publish(&topic, Bytes::new()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn each_publication_is_one_event_and_its_id_goes_on_after_it() {
    let world = running().await;
    publish(&world, &["before"]).await;
    let (mut reader, begin) = following(&world, "", None).await;
    assert_eq!(begin, "after-1");
    publish(&world, &["t1", "t2", "t3"]).await;
    let published = Instant::now();
    let mut ids = Vec::new();
    for event in ["t1", "t2", "t3"] {
        let (told, id) = reader.event().await;
        assert_eq!(told, event);
        ids.push(id);
    }
    // Woken, and not looking by itself.
    assert!(published.elapsed() < Duration::from_secs(1));
    drop(reader);
    publish(&world, &["t4"]).await;
    for (place, last) in ids.iter().enumerate() {
        // The header goes before the query, as browsers that come again have both.
        let (mut reader, begin) = following(&world, "?after=after-1", Some(last)).await;
        assert_eq!(begin, *last);
        for event in &["t1", "t2", "t3", "t4"][place + 1..] {
            assert_eq!(reader.event().await.0, *event);
        }
    }
    let (mut reader, _) = following(&world, "?after=after-3", None).await;
    assert_eq!(reader.event().await.0, "t3");
    let (mut reader, _) = following(&world, "?after=after-3-rated&rated=true", None).await;
    assert_eq!(reader.event().await.1, "after-4-rated");
}

#[tokio::test(start_paused = true)]
async fn a_quiet_stream_says_that_it_stands_and_looks_by_itself_now_and_then() {
    let world = running().await;
    let (mut reader, _) = following(&world, "", None).await;
    let asked = || world.event.published.lock().unwrap().asked;
    let before = asked();
    for _ in 0..8 {
        assert_eq!(reader.block().await.unwrap(), ":");
    }
    let looks = asked() - before;
    assert!((2..=8).contains(&looks), "{looks} looks in two minutes");
    // Nobody tells it, while the live bus is away.
    let missed = "missed".to_owned();
    world.event.published.lock().unwrap().events.push(missed);
    assert_eq!(reader.event().await.0, "missed");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_comes_before_the_stream_and_ends_one_that_stands() {
    let world = running().await;
    let refused = |answer| async move { Answer::of(answer).await };
    let answer = open(&world, "?after=unknown", None).await;
    refused(answer)
        .await
        .assert_problem(400, "invalid_page_token");
    let answer = open(&world, "", Some("unknown")).await;
    refused(answer)
        .await
        .assert_problem(400, "invalid_page_token");
    let (mut reader, _) = following(&world, "", None).await;
    let anew = Problem::new(
        Kind::Conflict,
        "list_began_anew",
        "Begin again without a token.",
    );
    world.event.published.lock().unwrap().refusal = Some(anew);
    let answer = open(&world, "", Some("after-0")).await;
    refused(answer).await.assert_problem(409, "list_began_anew");
    publish(&world, &["t1"]).await;
    assert_eq!(reader.block().await, None);
}

#[tokio::test(start_paused = true)]
async fn trouble_of_the_moment_ends_nothing() {
    let world = running().await;
    let (mut reader, _) = following(&world, "", None).await;
    let away = Problem::new(Kind::Unavailable, "role_away", "Ratings do not answer now.");
    world.event.published.lock().unwrap().refusal = Some(away);
    publish(&world, &["t1"]).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    world.event.published.lock().unwrap().refusal = None;
    assert_eq!(reader.event().await.0, "t1");
}

#[tokio::test(start_paused = true)]
async fn streams_end_with_the_server_and_their_places_are_given_back() {
    let world = running().await;
    let mut readers = Vec::new();
    for _ in 0..16 {
        readers.push(following(&world, "", None).await.0);
    }
    let answer = open(&world, "", None).await;
    Answer::of(answer)
        .await
        .assert_problem(429, "too_many_streams");
    drop(readers.pop());
    readers.push(following(&world, "", None).await.0);
    world.stop.cancel();
    for mut reader in readers {
        assert_eq!(reader.block().await, None);
    }
    let answer = open(&world, "", None).await;
    Answer::of(answer).await.assert_problem(503, "stopping");
}
