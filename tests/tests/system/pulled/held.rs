//! Small events, held by requests that are sent again until the server answers.

use outflank_client::{Client, Failure};
use outflank_tests::{Server, waiting::until};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const PASSWORD: &str = "seven wet umbrellas";

/// Versions of the rating file of every event that is held here: confirmed, signed for, released, and released again with what
/// the director corrected and signed for in between.
pub const VERSIONS: u32 = 4;
/// Those from the first that counts on: the third and the fourth.
pub const RATED: u32 = 2;

/// Whoever holds the events, and the officers who release their files in turn.
pub struct People {
    director: Client,
    officers: [Client; 2],
}

impl People {
    pub async fn of(server: &Server) -> Self {
        let line = server.administrator_line();
        let (_, code) = line.rsplit_once('#').unwrap();
        let administrator = server.client();
        let made = administrator.create_account("Clara", "clara", PASSWORD, Some(code));
        made.await.unwrap();
        let federation = json!({ "code": "DNK", "name": "Sample federation" });
        let _: Value = administrator
            .post("/federations", &federation)
            .await
            .unwrap();
        let mut officers = [server.client(), server.client()];
        for (officer, name) in officers.iter_mut().zip(["Olga", "Omar"]) {
            let login = name.to_lowercase();
            let made = officer.create_account(name, &login, PASSWORD, None);
            let account = made.await.unwrap().account_id;
            let (path, body) = (format!("/federations/DNK/officers/{account}"), json!({}));
            let appointed = administrator.send::<Value>(Method::PUT, &path, &body, None);
            appointed.await.unwrap();
        }
        let director = server.client();
        let made = director.create_account("Dagny", "dagny", PASSWORD, None);
        let path = format!(
            "/federations/DNK/directors/{}",
            made.await.unwrap().account_id
        );
        let why = json!({ "reason": "Has directed for years." });
        let approved = officers[0].send::<Value>(Method::PUT, &path, &why, None);
        approved.await.unwrap();
        Self { director, officers }
    }

    /// Holds an event of two to the last version of its rating file; answers its id.
    pub async fn hold(&self, number: usize) -> String {
        let body = json!({
            "name": format!("Mirror Open {number}"), "country": "DNK", "date": "2026-07-18", "rule_set": "club",
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
            self.act(
                Method::POST,
                &format!("{rounds}/{round}/finish"),
                &json!({}),
            )
            .await;
        }
        self.act(Method::POST, &format!("{path}/confirmation"), &json!({}))
            .await;
        self.sign(&path, "first").await;
        let [first, second] = &self.officers;
        let why = json!({ "reason": "Announced in May." });
        let approval = format!("{path}/approval");
        sent(first, Method::PUT, &approval, &why, &approval).await;
        release(first, &path, 1).await;
        let body = json!({
            "results": [{ "round": 1, "table": 1, "black_discs": 44 }], "reason": "Miscounted.",
        });
        self.act(Method::POST, &format!("{path}/amendments"), &body)
            .await;
        self.sign(&path, "second").await;
        release(second, &path, 2).await;
        id
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

    async fn done(&self, method: Method, path: &str, body: &Value, command: &str) -> Value {
        sent(&self.director, method, path, body, command).await
    }
}

/// An officer offers the file with that version of the ranking to the committee.
async fn release(officer: &Client, path: &str, ranking_version: u32) {
    let path = format!("{path}/rating-file/release");
    let body = json!({ "ranking_version": ranking_version, "reason": format!("Looked at, {ranking_version}.") });
    let command = format!("{path} {ranking_version}");
    sent(officer, Method::POST, &path, &body, &command).await;
}

/// Sent under one command id until the server says what came of it.
async fn sent(client: &Client, method: Method, path: &str, body: &Value, command: &str) -> Value {
    let digest = Sha256::digest(command);
    let key: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    until(path, async || {
        match client
            .send::<Value>(method.clone(), path, body, Some(&key))
            .await
        {
            Err(Failure::Refused(refused)) if refused.status < 500 && refused.status != 429 => {
                panic!("{method} {path} is refused: {refused:?}")
            }
            answer => answer.map_err(|failure| failure.to_string()),
        }
    })
    .await
}
