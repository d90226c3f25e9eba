//! Small events whose rating files are published again and again, held by requests that are sent until the server answers.

use outflank_client::{Client, Failure};
use outflank_tests::{Server, waiting::until};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const PASSWORD: &str = "seven wet umbrellas";

/// Versions of the rating file of every event that is held here: confirmed, signed for, amended, signed for again.
pub const VERSIONS: usize = 4;

/// Whoever holds the events, and whoever has the webhook.
pub struct People {
    director: Client,
    administrator: Client,
}

impl People {
    pub async fn of(server: &Server) -> Self {
        let line = server.administrator_line();
        let (_, code) = line.rsplit_once('#').unwrap();
        let administrator = server.client();
        let made = administrator.create_account("Clara", "clara", PASSWORD, Some(code));
        made.await.unwrap();
        let director = server.client();
        let made = director.create_account("Dagny", "dagny", PASSWORD, None);
        made.await.unwrap();
        Self {
            director,
            administrator,
        }
    }

    /// A webhook's id and secret.
    pub async fn webhook(&self, url: &str) -> (String, String) {
        let body = json!({ "url": url });
        let made: Value = self
            .administrator
            .send(Method::POST, "/webhooks", &body, None)
            .await
            .unwrap();
        let text = |of: &Value| of.as_str().unwrap().to_owned();
        (text(&made["webhook"]["webhook_id"]), text(&made["secret"]))
    }

    /// Every delivery to a webhook that the server tells of.
    pub async fn deliveries(&self, webhook_id: &str) -> Vec<Value> {
        let path = format!("/webhooks/{webhook_id}/deliveries?page_size=1000");
        let page: Value = self.administrator.get(&path).await.unwrap();
        page["deliveries"].as_array().unwrap().clone()
    }

    /// Holds an event of two to the last version of its rating file.
    pub async fn hold(&self, number: usize) {
        let body = json!({
            "name": format!("Herald Open {number}"), "country": "DNK", "date": "2026-07-18", "rule_set": "club",
        });
        let command = format!("create-{number}");
        let created = self
            .done(Method::POST, "/tournaments", &body, &command)
            .await;
        let id = created["summary"]["id"].as_str().unwrap().to_owned();
        let path = format!("/tournaments/{id}");
        for (surname, player) in [("Alder", 1), ("Birch", 2)] {
            let body = json!({
                "surname": surname, "given_names": "A", "country": "DNK", "federation_number": player,
            });
            self.act(Method::POST, &format!("{path}/entrants"), &body)
                .await;
        }
        for round in 1..=2 {
            let rounds = format!("{path}/rounds");
            let command = format!("publish {rounds} {round}");
            self.done(Method::POST, &rounds, &json!({}), &command).await;
            let body = json!({ "black_discs": 40, "reason": "x" });
            let table = format!("{rounds}/{round}/tables/1/result");
            self.act(Method::PUT, &table, &body).await;
            let finish = format!("{rounds}/{round}/finish");
            self.act(Method::POST, &finish, &json!({})).await;
        }
        let confirmation = format!("{path}/confirmation");
        self.act(Method::POST, &confirmation, &json!({})).await;
        self.sign(&path, "first").await;
        let body = json!({
            "results": [{ "round": 1, "table": 1, "black_discs": 44 }], "reason": "Miscounted.",
        });
        self.act(Method::POST, &format!("{path}/amendments"), &body)
            .await;
        self.sign(&path, "second").await;
    }

    async fn sign(&self, path: &str, which: &str) {
        let body = json!({ "reason": format!("Score sheets, {which}.") });
        self.act(Method::POST, &format!("{path}/over-the-board"), &body)
            .await;
    }

    async fn act(&self, method: Method, path: &str, body: &Value) {
        let command = format!("{method} {path} {body}");
        self.done(method, path, body, &command).await;
    }

    /// Sent under one command id until the server says what came of it.
    async fn done(&self, method: Method, path: &str, body: &Value, command: &str) -> Value {
        let digest = Sha256::digest(command);
        let key: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        until(path, async || {
            let sent = self
                .director
                .send::<Value>(method.clone(), path, body, Some(&key));
            match sent.await {
                Err(Failure::Refused(refused)) if refused.status < 500 && refused.status != 429 => {
                    panic!("{method} {path} is refused: {refused:?}")
                }
                answer => answer.map_err(|failure| failure.to_string()),
            }
        })
        .await
    }
}
