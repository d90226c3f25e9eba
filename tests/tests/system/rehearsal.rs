//! A director rehearses an event: house bots play it to the confirmation, through a restart of the server, and nothing of it
//! counts.

use std::time::Duration;

use outflank_client::{Client, Round, Tournament};
use outflank_tests::{Event, Server, corpus, event::text, waiting::until};
use serde_json::{Value, json};

/// Of a rehearsal: its id and the desk's client.
struct Desk {
    id: String,
    director: Client,
}

impl Desk {
    fn path(&self, rest: &str) -> String {
        format!("/tournaments/{}{rest}", self.id)
    }

    async fn read(&self) -> Tournament {
        self.director.get(&self.path("")).await.unwrap()
    }

    async fn act(&self, rest: &str) -> Value {
        self.director
            .post(&self.path(rest), &json!({}))
            .await
            .unwrap()
    }

    async fn publish(&self) -> Round {
        serde_json::from_value(self.act("/rounds").await).unwrap()
    }

    /// Every board of a round has a result.
    async fn until_played(&self, number: u32) {
        until(&format!("every result of round {number}"), async || {
            let read = self.read().await;
            let round = read.rounds.into_iter().find(|one| one.number == number);
            let mut open = round.unwrap().boards;
            open.retain(|board| board.result.is_none());
            match open.is_empty() {
                true => Ok(()),
                false => Err(open),
            }
        })
        .await;
    }
}

async fn rehearse(event: &Event, command: &str) -> Desk {
    let path = format!("/tournaments/{}/rehearsals", event.id);
    let made: Value = event
        .director
        .command(&path, &json!({}), command)
        .await
        .unwrap();
    assert_eq!(made["summary"]["rehearsal_of"], json!(event.id));
    Desk {
        id: text(&made["summary"]["id"]),
        director: event.director.clone(),
    }
}

async fn code(answer: Result<Value, outflank_client::Failure>) -> String {
    answer.unwrap_err().code().unwrap_or_default().to_owned()
}

/// Plies that stand at a board.
async fn plies(desk: &Desk, game_id: &str) -> usize {
    let table: Value = desk
        .director
        .get(&format!("/games/{game_id}"))
        .await
        .unwrap();
    table["plies"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn house_bots_play_a_rehearsal_to_its_confirmation_and_nothing_of_it_counts() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..4];
    let club = json!({ "rule_set": "club", "swiss_rounds": 2, "accept_deviations": true });
    let event = Event::announce(&server, "Rehearsed Open", &club, players).await;
    let before = event.read().await;
    let desk = rehearse(&event, "rehearsal-1").await;
    assert_eq!(rehearse(&event, "rehearsal-1").await.id, desk.id, "once");

    // House bots have every seat, and come for the check-in.
    until("a house bot at every seat", async || {
        let read = desk.read().await;
        match read.entrants.iter().all(|one| one.seated) {
            true => Ok(()),
            false => Err(read.entrants),
        }
    })
    .await;
    desk.act("/rounds/1/check-in/open").await;
    until("everybody checked in", async || {
        let lists = desk.read().await.check_ins;
        match lists.iter().all(|list| list.entrant_ids.len() == 4) {
            true => Ok(()),
            false => Err(lists),
        }
    })
    .await;
    desk.act("/rounds/1/check-in/close").await;

    // The server is killed in the middle of a round; the bots come back.
    let first = desk.publish().await;
    let game = &first.boards[0].game_id;
    until("ten plies", async || match plies(&desk, game).await {
        played @ 0..10 => Err(played),
        _ => Ok(()),
    })
    .await;
    server = tokio::task::spawn_blocking(move || {
        server.kill_and_restart(Duration::ZERO);
        server
    })
    .await
    .unwrap();
    desk.until_played(1).await;
    desk.act("/rounds/1/finish").await;

    let second = desk.publish().await;
    desk.until_played(second.number).await;
    desk.act(&format!("/rounds/{}/finish", second.number)).await;
    let confirmed = desk.act("/confirmation").await;
    assert!(confirmed["seq"].as_u64().is_some());

    // Nothing of it is told to anybody else.
    let path = desk.path("/rating-file");
    until("the refusal of a rating file", async || {
        match code(desk.director.get(&path).await).await.as_str() {
            "rehearsal" => Ok(()),
            other => Err(other.to_owned()),
        }
    })
    .await;
    let anybody = server.client();
    for (list, key) in [
        ("/tournaments", "tournaments"),
        ("/rating-files", "exports"),
    ] {
        let Ok(listed) = anybody.get::<Value>(list).await else {
            panic!("{list} is not answered");
        };
        let all = listed[key].as_array().unwrap();
        assert!(
            !all.iter().any(|one| one.to_string().contains(&desk.id)),
            "{list}"
        );
    }
    let listed: Value = event
        .director
        .get(&format!("/tournaments/{}/rehearsals", event.id))
        .await
        .unwrap();
    assert_eq!(listed["rehearsals"][0]["id"], json!(desk.id));
    assert_eq!(event.read().await, before, "the event stays as it is");
}
