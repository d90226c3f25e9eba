//! Invented games of listed players.

use outflank_client::{Client, Refused};
use outflank_tests::{Server, waiting::until};
use reqwest::Method;
use serde_json::{Value, json};

use crate::moved_events::store_location::StoreLocation;

const PASSWORD: &str = "seven wet umbrellas";

async fn member(server: &Server, login: &str) -> Client {
    let client = server.client();
    let made = client.create_account(login, login, PASSWORD, None).await;
    made.unwrap();
    client
}

async fn administrator(server: &Server) -> Client {
    let line = server.administrator_line();
    let (_, code) = line.rsplit_once('#').unwrap();
    let client = server.client();
    let made = client
        .create_account("Clara", "clara", PASSWORD, Some(code))
        .await;
    made.unwrap();
    client
}

/// The federation of the events' nation: its two rating officers, and whom it lets direct.
struct RatingOffice {
    olga: Client,
    omar: Client,
}

impl RatingOffice {
    async fn of(server: &Server, administrator: &Client, directors: &[&Client]) -> Self {
        let federation = json!({ "code": "DNK", "name": "Sample federation" });
        let _: Value = administrator
            .post("/federations", &federation)
            .await
            .unwrap();
        let (olga, omar) = (member(server, "olga").await, member(server, "omar").await);
        let put = |path: String, body: Value, by: &Client| {
            let by = by.clone();
            async move { by.send::<Value>(Method::PUT, &path, &body, None).await }
        };
        for officer in [&olga, &omar] {
            let path = format!("/federations/DNK/officers/{}", account_of(officer).await);
            put(path, json!({}), administrator).await.unwrap();
        }
        for director in directors {
            let path = format!("/federations/DNK/directors/{}", account_of(director).await);
            let why = json!({ "reason": "Has directed for years." });
            put(path, why, &olga).await.unwrap();
        }
        Self { olga, omar }
    }
}

async fn account_of(client: &Client) -> String {
    let account: Value = client.get("/account").await.unwrap();
    text(&account["id"])
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, outflank_client::Failure>) -> Refused {
    match answer.unwrap_err() {
        outflank_client::Failure::Refused(refused) => refused,
        other => panic!("no refusal: {other:?}"),
    }
}

async fn found(client: &Client) -> Result<String, outflank_client::Failure> {
    let body = json!({
        "name": "Invented Open", "country": "DNK", "date": "2026-07-18", "rule_set": "club",
    });
    let created: Value = client.post("/tournaments", &body).await?;
    Ok(text(&created["summary"]["id"]))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// An event and whoever directs it.
struct Invented<'server> {
    server: &'server Server,
    director: Client,
    path: String,
}

impl<'server> Invented<'server> {
    async fn founded(server: &'server Server, director: &Client) -> Self {
        let id = found(director).await.unwrap();
        Self {
            server,
            director: director.clone(),
            path: format!("/tournaments/{id}"),
        }
    }

    async fn enter(&self, surname: &str, number: u32) {
        let body = json!({
            "surname": surname, "given_names": "A", "country": "DNK", "rating": 1900,
            "federation_number": number,
        });
        let path = format!("{}/entrants", self.path);
        let _: Value = self.director.post(&path, &body).await.unwrap();
    }

    /// Two whole games at tables where nobody ever sat.
    async fn enters_transcripts(&self) {
        for round in 1..=2 {
            let rounds = format!("{}/rounds", self.path);
            let published: Value = self.director.post(&rounds, &json!({})).await.unwrap();
            let game = format!("/games/{}", text(&published["boards"][0]["game_id"]));
            let body = json!({
                "act": { "type": "enter_transcript", "text": "e6f4e3f6g5d6e7f5c5", "final": true },
                "reason": "x",
            });
            let acts = format!("{game}/acts");
            until("the table", async || {
                let ruled = self.director.post::<Value>(&acts, &body).await;
                ruled.map_err(|failure| failure.to_string())
            })
            .await;
            let path = format!("{rounds}/{round}/finish");
            until("the result at the desk", async || {
                let finished = self.director.post::<Value>(&path, &json!({})).await;
                finished.map_err(|failure| failure.to_string())
            })
            .await;
        }
    }

    async fn approved_by(&self, officer: &Client) -> Result<Value, outflank_client::Failure> {
        let path = format!("{}/approval", self.path);
        let body = json!({ "reason": "Announced in May." });
        officer.send(Method::PUT, &path, &body, None).await
    }

    async fn released_by(
        &self,
        officer: &Client,
        ranking_version: u32,
    ) -> Result<Value, outflank_client::Failure> {
        let path = format!("{}/rating-file/release", self.path);
        let body = json!({ "ranking_version": ranking_version, "reason": "Looked at." });
        officer.post(&path, &body).await
    }

    async fn signs(&self) {
        let path = format!("{}/over-the-board", self.path);
        let body = json!({ "reason": "Score sheets." });
        let _: Value = self.director.post(&path, &body).await.unwrap();
    }

    async fn types_results(&self) {
        for round in 1..=2 {
            let rounds = format!("{}/rounds", self.path);
            let _: Value = self.director.post(&rounds, &json!({})).await.unwrap();
            let body = json!({ "black_discs": 63, "reason": "x" });
            let path = format!("{rounds}/{round}/tables/1/result");
            let _: Value = self
                .director
                .send(Method::PUT, &path, &body, None)
                .await
                .unwrap();
            let path = format!("{rounds}/{round}/finish");
            let _: Value = self.director.post(&path, &json!({})).await.unwrap();
        }
    }

    async fn confirm(&self) -> Result<Value, outflank_client::Failure> {
        let path = format!("{}/confirmation", self.path);
        self.director.post(&path, &json!({})).await
    }

    async fn read(&self) -> Value {
        self.director.get(&self.path).await.unwrap()
    }

    /// The manifest of a version of the rating file, and the file itself.
    async fn rating_file(&self, version: u64) -> (Value, String) {
        let path = format!("{}/rating-file", self.path);
        let nobody = self.server.client();
        let export = until("the rating file", async || {
            let export: Value = nobody
                .get(&format!("{path}/manifest"))
                .await
                .map_err(|failure| failure.to_string())?;
            if export["version"] == version {
                Ok(export)
            } else {
                Err(export.to_string())
            }
        })
        .await;
        let manifest = serde_json::from_str(export["manifest"].as_str().unwrap()).unwrap();
        (manifest, nobody.get_text(&path).await.unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_gets_no_event_where_administrators_found_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding", "administrators"]);
    let mallory = member(&server, "mallory").await;
    let refused = refusal(found(&mallory).await);
    assert_eq!(
        (refused.status, refused.code.as_str()),
        (403, "founding_closed")
    );
    let list: Vec<Value> = mallory.list("/tournaments", "tournaments").await.unwrap();
    assert!(list.is_empty());
    found(&administrator(&server).await).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn invented_games_of_listed_players_are_not_rated() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding", "accounts"]);
    let clara = administrator(&server).await;
    let mallory = member(&server, "mallory").await;
    let event = Invented::founded(&server, &mallory).await;
    event.enter("Ahlqvist", 12).await;
    let body = json!({ "surname": "Brandt", "given_names": "B", "country": "DNK", "federation_number": 34 });
    let peggy = member(&server, "peggy").await;
    let entry = format!("{}/entry", event.path);
    let _: Value = peggy.post(&entry, &body).await.unwrap();
    event.types_results().await;

    let refused = refusal(event.confirm().await);
    assert_eq!(refused.code, "listed_players_unconfirmed");
    assert!(refused.detail.contains("B Brandt"), "{refused:?}");
    let shown = event.read().await;
    assert_eq!(shown["entrants"][1]["claimed"], true);
    let path = format!(
        "{}/entrants/{}/listed-player",
        event.path,
        text(&shown["entrants"][1]["id"])
    );
    let body = json!({ "federation_number": 34 });
    let put = Method::PUT;
    let refused = refusal(peggy.send::<Value>(put.clone(), &path, &body, None).await);
    assert_eq!(refused.status, 403, "who claims does not confirm");
    let _: Value = mallory.send(put.clone(), &path, &body, None).await.unwrap();
    event.confirm().await.unwrap();

    let (manifest, file) = event.rating_file(1).await;
    assert_eq!(manifest["file_name"], "20260718_UNRATED_Invented_Open.ELO");
    assert_eq!(manifest["rated"], false);
    assert_eq!(manifest["results_without_game"], 2);
    assert_eq!(manifest["unsigned_results"], json!(["1/1", "2/1"]));
    assert!(file.starts_with("%%Tournament: UNRATED "), "{file}");
    assert_eq!(event.read().await["rated"], false);

    // A rating officer alone approves, and nobody while results rest on nothing.
    let office = RatingOffice::of(&server, &clara, &[&mallory]).await;
    for other in [&mallory, &clara] {
        let refused = refusal(event.approved_by(other).await);
        assert_eq!(
            (refused.status, refused.code.as_str()),
            (403, "officers_only")
        );
    }
    let refused = refusal(event.approved_by(&office.olga).await);
    assert_eq!(refused.code, "results_without_game");
    let signing = format!("{}/over-the-board", event.path);
    let why = json!({ "reason": "Score sheets." });
    let refused = refusal(clara.post::<Value>(&signing, &why).await);
    assert_eq!(refused.code, "directors_only", "the director signs");
    event.signs().await;
    event.approved_by(&office.olga).await.unwrap();
    assert_eq!(
        event.read().await["rated"],
        false,
        "its file is not released"
    );
    event.released_by(&office.olga, 1).await.unwrap();
    let (manifest, file) = event.rating_file(3).await;
    assert_eq!(manifest["file_name"], "20260718_Invented_Open.ELO");
    assert_eq!(manifest["rated"], true);
    assert_eq!(manifest["over_the_board"], json!(["1/1", "2/1"]));
    assert!(file.starts_with("%%Tournament: Invented Open"), "{file}");
    assert_eq!(event.read().await["rated"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_dispute_bars_the_confirmation() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding", "accounts"]);
    let mallory = member(&server, "mallory").await;
    let event = Invented::founded(&server, &mallory).await;
    event.enter("Ahlqvist", 12).await;
    event.enter("Brandt", 34).await;
    event.types_results().await;
    let shown = event.read().await;
    let black = text(&shown["rounds"][0]["boards"][0]["black_entrant_id"]);
    let path = format!("{}/rounds/1/tables/1/dispute", event.path);
    let body = json!({ "entrant_id": black, "reason": "Nobody played." });
    let _: Value = mallory.post(&path, &body).await.unwrap();
    let refused = refusal(event.confirm().await);
    assert_eq!(refused.code, "dispute_open");
    let why = json!({ "reason": "Seen." });
    let _: Value = mallory
        .post(&format!("{path}/settlement"), &why)
        .await
        .unwrap();
    event.confirm().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transcript_of_a_table_where_nobody_sat_is_no_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding", "accounts"]);
    let clara = administrator(&server).await;
    let mallory = member(&server, "mallory").await;
    let event = Invented::founded(&server, &mallory).await;
    event.enter("Ahlqvist", 12).await;
    event.enter("Brandt", 34).await;
    event.enters_transcripts().await;
    let office = RatingOffice::of(&server, &clara, &[&mallory]).await;
    let refused = refusal(event.approved_by(&office.olga).await);
    assert_eq!(refused.code, "results_without_game");
    event.confirm().await.unwrap();
    let (manifest, _) = event.rating_file(1).await;
    assert_eq!(manifest["rated"], false);
    assert_eq!(manifest["unsigned_results"], json!(["1/1", "2/1"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_corrected_after_the_release_counts_once_another_officer_saw_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &["--founding", "accounts"]);
    let clara = administrator(&server).await;
    let mallory = member(&server, "mallory").await;
    let office = RatingOffice::of(&server, &clara, &[&mallory]).await;
    let event = Invented::founded(&server, &mallory).await;
    event.approved_by(&office.olga).await.unwrap();
    event.enter("Ahlqvist", 12).await;
    event.enter("Brandt", 34).await;
    event.types_results().await;
    event.signs().await;
    let shown = event.read().await;
    assert_eq!(shown["rated"], false);
    assert_eq!(shown["approval"]["federation"], "DNK");
    event.confirm().await.unwrap();
    assert_eq!(event.rating_file(1).await.0["rated"], false);
    let (_, id) = event.path.rsplit_once('/').unwrap();
    let season = format!("/season?tournament_ids={id}");
    let counted: Value = clara.get(&season).await.unwrap();
    assert_eq!(counted["unrated_tournament_ids"], json!([id]));

    event.released_by(&office.olga, 1).await.unwrap();
    let counted: Value = clara.get(&season).await.unwrap();
    assert_eq!(counted["unrated_tournament_ids"], json!([]));
    let (manifest, first) = event.rating_file(2).await;
    assert_eq!(manifest["rated"], true);
    let path = format!("{}/amendments", event.path);
    let results = json!([{ "round": 1, "table": 1, "black_discs": 1 }]);
    let body = json!({ "results": results, "reason": "x" });
    let _: Value = mallory.post(&path, &body).await.unwrap();
    let refused = refusal(event.released_by(&office.omar, 2).await);
    assert_eq!(refused.code, "results_without_game");
    event.signs().await;
    assert_eq!(event.read().await["rating_state"], "correction");
    let (manifest, file) = event.rating_file(2).await;
    assert_eq!((&manifest["rated"], file), (&json!(true), first));
    for (officer, version, code) in [
        (&office.olga, 2, "same_officer"),
        (&office.omar, 1, "ranking_moved_on"),
    ] {
        let refused = refusal(event.released_by(officer, version).await);
        assert_eq!(refused.code, code);
    }
    event.released_by(&office.omar, 2).await.unwrap();
    let (manifest, file) = event.rating_file(3).await;
    assert_eq!(manifest["rated"], true);
    assert!(file.starts_with("%%Tournament: Invented Open"), "{file}");

    let path = format!("{}/approval", event.path);
    let why = json!({ "reason": "Nobody played." });
    let withdrawn = office
        .omar
        .send::<Value>(Method::DELETE, &path, &why, None)
        .await;
    withdrawn.unwrap();
    let (manifest, file) = event.rating_file(4).await;
    assert_eq!(manifest["rated"], false);
    assert!(file.starts_with("%%Tournament: UNRATED "), "{file}");
    let path = format!("/rating-files?tournament_id={id}");
    let versions: Vec<Value> = clara.list(&path, "exports").await.unwrap();
    let superseded: Vec<&Value> = versions.iter().map(|one| &one["superseded"]).collect();
    assert_eq!(superseded, [true, true, true, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_stays_behind_when_the_event_moves() {
    let (ours, theirs) = (StoreLocation::on_sqlite(), StoreLocation::on_sqlite());
    let (server, stranger) = (ours.serve(), theirs.serve());
    let clara = administrator(&server).await;
    let office = RatingOffice::of(&server, &clara, &[&clara]).await;
    let event = Invented::founded(&server, &clara).await;
    event.enter("Ahlqvist", 12).await;
    event.enter("Brandt", 34).await;
    event.types_results().await;
    event.signs().await;
    event.approved_by(&office.olga).await.unwrap();
    event.confirm().await.unwrap();
    event.released_by(&office.olga, 1).await.unwrap();
    assert_eq!(event.rating_file(2).await.0["rated"], true);

    let files = tempfile::tempdir().unwrap();
    let (_, id) = event.path.rsplit_once('/').unwrap();
    let file = files.path().join("own");
    ours.done("save", &file, &["--event", id]);
    ours.done("load", &file, &[]);
    assert_eq!(event.read().await["rated"], true, "by our own key");
    let file = files.path().join("away");
    ours.done("save", &file, &["--event", id]);
    theirs.loaded(&file);
    let moved = Invented {
        server: &stranger,
        director: stranger.client(),
        path: event.path.clone(),
    };
    let shown = moved.read().await;
    assert_eq!(shown["rated"], false);
    assert_eq!(shown["lapsed_approval"]["cause"], "moved");
    let path = format!("/rating-files?tournament_id={id}");
    moved.rating_file(3).await;
    let signed: Vec<Value> = moved.director.list(&path, "exports").await.unwrap();
    assert_eq!(signed.len(), 3);
    for export in signed {
        let name = text(&export["file_name"]);
        assert!(name.contains("_UNRATED_"), "signed here as rated: {name}");
    }
}
