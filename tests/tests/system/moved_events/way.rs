//! The way of an event from one server to another, and what has to hold at both ends.

use std::path::Path;

use outflank_client::{Acknowledged, Board, Client, Failure};
use outflank_testbed::breach;
use outflank_tests::{Event, Server, event::text};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::{play::Play, store_location::StoreLocation};

async fn entries(client: &Client, game_id: &str) -> Value {
    let path = format!("/games/{game_id}/entries?after_seq=0");
    client.get(&path).await.unwrap()
}

async fn clocks(client: &Client, game_id: &str) -> (Value, Value) {
    let table: Value = client.get(&format!("/games/{game_id}")).await.unwrap();
    assert_eq!(table["clocks"]["running"], Value::Null, "{table}");
    let clocks = &table["clocks"];
    (clocks["black_ms"].clone(), clocks["white_ms"].clone())
}

/// Everybody of the event comes to another server: by the links that were written there, or, where they were known before,
/// by the sessions they have there.
pub async fn follow(
    event: &Event,
    server: &Server,
    loaded: &Value,
    known: Option<&Event>,
) -> Event {
    let links = loaded["links"].as_array().unwrap();
    let come = async |entrant: Option<&str>| {
        let mut of_entrant = links
            .iter()
            .filter(|link| link["entrant_id"].as_str() == entrant);
        let Some(link) = of_entrant.next() else {
            let known = known.expect("neither a link nor a way in");
            return entrant
                .map_or(&known.director, |id| &known.seats[id])
                .clone();
        };
        assert!(known.is_none(), "a link for somebody who is known: {link}");
        let client = server.client();
        let claimed = client.claim_seat(&text(&link["code"])).await.unwrap();
        assert_eq!(claimed.1, entrant.unwrap_or_default());
        let again = server.client().claim_seat(&text(&link["code"])).await;
        assert_eq!(again.unwrap_err().code(), Some("seat_code_used"));
        client
    };
    let mut moved = Event {
        id: event.id.clone(),
        director: come(None).await,
        seats: std::collections::BTreeMap::new(),
        numbers: event.numbers.clone(),
    };
    for entrant in event.seats.keys() {
        let seat = come(Some(entrant)).await;
        moved.seats.insert(entrant.clone(), seat);
    }
    let people = std::iter::once((&event.director, &moved.director));
    let seats = event.seats.values().zip(moved.seats.values());
    for (there, here) in people.chain(seats) {
        let (there, here) = (there.session().await, here.session().await);
        assert_eq!(
            here.map(|session| session.account_id),
            there.map(|session| session.account_id),
            "somebody came in as somebody else"
        );
    }
    moved
}

/// A director lets the clocks go on.
async fn resume(event: &Event, boards: &[Board]) {
    let round = event.read().await.rounds.len();
    let path = format!("/tournaments/{}/rounds/{round}/acts", event.id);
    let body = json!({ "act": { "type": "resume" }, "reason": "Everybody is here." });
    let _: Value = event.director.post(&path, &body).await.unwrap();
    for board in boards {
        let path = format!("/games/{}", board.game_id);
        let table: Value = event.director.get(&path).await.unwrap();
        assert_eq!(table["pause"], Value::Null, "{table}");
    }
}

/// Nothing is taken where the event went away; whoever looks on may.
async fn check_fence(event: &Event, boards: &[Board], to: &str) {
    let refused = event
        .director
        .post::<Value>(&format!("/tournaments/{}/rounds", event.id), &json!({}))
        .await;
    let Failure::Refused(refused) = refused.unwrap_err() else {
        panic!("no refusal");
    };
    assert_eq!(refused.code, "moved_away");
    assert!(refused.detail.contains(to), "{refused}");
    for board in boards {
        let path = format!("/games/{}", board.game_id);
        let resigned = event.seats[&board.black_entrant_id]
            .post::<Value>(&format!("{path}/resignation"), &json!({}))
            .await;
        let Failure::Refused(refused) = resigned.unwrap_err() else {
            panic!("no refusal");
        };
        assert_eq!(refused.code, "moved_away");
        assert!(refused.detail.contains(to), "{refused}");
        let _: Value = event.director.anonymous().get(&path).await.unwrap();
    }
}

/// What moves an event, and what it finds at both ends.
pub struct Move<'a> {
    pub from: &'a StoreLocation,
    pub to: &'a StoreLocation,
    pub file: &'a Path,
    pub words: &'a str,
    /// The event as it was where it goes, if it was there before.
    pub known: Option<&'a Event>,
}

impl Move<'_> {
    /// Moves the event while its round is played; answers it as it is there, what was acknowledged before, and how
    /// long saving and loading took together.
    pub async fn go(
        &self,
        event: &Event,
        (boards, play): (&[Board], Play),
        server: &Server,
    ) -> (Event, Vec<Acknowledged>, Duration) {
        let begun = Instant::now();
        self.from.done("save", self.file, &["--to", self.words]);
        let saving = begun.elapsed();
        let acknowledged = play.leave().await;
        check_fence(event, boards, self.words).await;
        let mut before = Vec::new();
        for board in boards {
            let stood = clocks(&event.director, &board.game_id).await;
            before.push((stood, entries(&event.director, &board.game_id).await));
        }
        // Nobody's clock pays for the way.
        sleep(Duration::from_millis(400)).await;
        let begun = Instant::now();
        let loaded = self.to.loaded(self.file);
        let took = saving + begun.elapsed();
        let moved = follow(event, server, &loaded, self.known).await;
        for (board, (stood, known)) in boards.iter().zip(&before) {
            assert_eq!(&clocks(&moved.director, &board.game_id).await, stood);
            let now = entries(&moved.director, &board.game_id).await;
            let known = known["entries"].as_array().unwrap();
            if !now["entries"].as_array().unwrap().starts_with(known) {
                breach(&format!("{known:?} became {now}"));
            }
        }
        resume(&moved, boards).await;
        (moved, acknowledged, took)
    }
}
