//! A World Championship over REST alone: nations enter and name their players, two rounds are published.

use outflank_client::Client;
use outflank_tests::Server;
use serde_json::{Value, json};

/// Nations with the players that each sends.
const TEAMS: [(&str, u32); 5] = [("NOR", 3), ("SWE", 4), ("DNK", 4), ("FIN", 4), ("ISL", 1)];

struct Championship {
    director: Client,
    path: String,
}

impl Championship {
    async fn announce(server: &Server) -> Self {
        let director = server.client();
        director
            .create_account("Ingrid Vestergrund", "ingrid", "a long password", None)
            .await
            .unwrap();
        let asked = json!({"name": "World Championship", "country": "NOR", "date": "2026-07-18",
            "rule_set": "woc-2024", "accept_deviations": true});
        let created: Value = director.post("/tournaments", &asked).await.unwrap();
        let id = created["summary"]["id"].as_str().unwrap();
        Self {
            director,
            path: format!("/tournaments/{id}"),
        }
    }

    async fn send(&self, method: &str, of: &str, body: Value) -> Value {
        let path = format!("{}{of}", self.path);
        let sent = self
            .director
            .send(method.parse().unwrap(), &path, &body, None);
        sent.await
            .unwrap_or_else(|failure| panic!("{method} {path}: {failure}"))
    }

    async fn read(&self, of: &str) -> Value {
        let path = format!("{}{of}", self.path);
        let read = self.director.get(&path).await;
        read.unwrap_or_else(|failure| panic!("{path}: {failure}"))
    }

    async fn enter(&self) -> Vec<Value> {
        let mut entrants = Vec::new();
        for (country, players) in TEAMS {
            let nation = json!({"country": country, "host": country == "NOR", "contact_person": players == 1});
            self.send("POST", "/nations", nation).await;
            let reason = json!({"reason": "The flights were moved."});
            let late = format!("/nations/{country}/late-change");
            self.send("POST", &late, reason).await;
            for number in 1..=players {
                let player = json!({"surname": format!("Player {number}"), "given_names": country,
                    "country": country, "rating": 2_000 - 50 * number, "categories": {"woman": number == 4},
                    "representation": {"citizen": true}});
                let entered = self.send("POST", "/entrants", player).await;
                entrants.push(entered["entrant_id"].clone());
            }
        }
        entrants
    }

    /// Publishes a round; the director enters every result, and closes it.
    async fn play(&self) -> Value {
        let round = self.send("POST", "/rounds", json!({"accept_deviations": true}));
        let round = round.await;
        for board in round["boards"].as_array().unwrap() {
            let result = format!(
                "/rounds/{}/tables/{}/result",
                round["number"], board["table"]
            );
            let entered = json!({"black_discs": 40, "reason": "As both players wrote it down."});
            self.send("PUT", &result, entered).await;
        }
        let finish = format!("/rounds/{}/finish", round["number"]);
        self.send("POST", &finish, json!({})).await;
        round
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nations_enter_and_rounds_are_published_over_rest_alone() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let event = Championship::announce(&server).await;
    let entrants = event.enter().await;
    event
        .send("POST", "/nations", json!({"country": "EST"}))
        .await;
    event.send("DELETE", "/nations/EST", json!({})).await;
    let group = json!({"entrant_ids": &entrants[..2]});
    event.send("PUT", "/group-a", group).await;

    let first = event.play().await;
    assert_eq!(
        first["boards"].as_array().unwrap().len(),
        entrants.len() / 2
    );
    let second = event.play().await;
    assert_eq!(second["number"], 2);

    let shown = event.read("").await;
    let nations = shown["nations"].as_array().unwrap();
    let countries: Vec<_> = nations
        .iter()
        .map(|nation| nation["country"].as_str())
        .collect();
    assert_eq!(countries.len(), TEAMS.len(), "{nations:?}");
    assert!(
        TEAMS
            .iter()
            .all(|(country, _)| countries.contains(&Some(*country)))
    );
    let teams = event.read("/standings/teams").await;
    assert_eq!(
        teams["rows"].as_array().unwrap().len(),
        TEAMS.len(),
        "{teams}"
    );
    let board = &second["boards"][0];
    let pair = format!(
        "/rounds/2/explanation?one_entrant_id={}&two_entrant_id={}",
        board["black_entrant_id"].as_str().unwrap(),
        board["white_entrant_id"].as_str().unwrap(),
    );
    let why = event.read(&pair).await;
    assert_eq!(why["chosen"], true, "{why}");
}
