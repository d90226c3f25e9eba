//! What a forged file is refused by: the same attack with each check left out, until it succeeds.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod altered;

use std::path::{Path, PathBuf};

use ed25519_dalek::SigningKey;
use outflank_access::identifier;
use outflank_client::{Client, Failure, Session};
use outflank_identity::PROOFS;
use outflank_journal::{DataFolder, NewFact, entry_hash, records::Value};
use outflank_offline::Format;
use serde_json::{Value as Json, json};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use super::{
    LinkOptions, Load, Save, StoreOptions,
    bundle::{self, Bundle, Head, Unfinished},
    content::{Carried, Owner},
    load::{self, Intake},
    save,
    trust::Signers,
};
use crate::{configuration::Settings, serve::wiring::Process};

/// What the forger wants to be answered with the administrator's tokens.
const REFRESH_TOKEN: &str = "a refresh token of the forger's";

/// Where a server keeps everything.
struct House {
    data: tempfile::TempDir,
}

/// A server at work in this process.
struct Running {
    base: String,
    administrator_code: Option<String>,
    stop: CancellationToken,
    served: JoinHandle<anyhow::Result<()>>,
}

impl House {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { data }
    }

    fn at(&self) -> StoreOptions {
        StoreOptions {
            data: Some(self.data.path().to_owned()),
            database: None,
            keys: None,
            config: None,
        }
    }

    async fn serve(&self) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = Settings {
            data: Some(self.data.path().to_owned()),
            ..Settings::default()
        };
        let deployment = crate::configuration::Deployment::of(settings).unwrap();
        let folder = DataFolder::open(&deployment.data).unwrap();
        let stop = CancellationToken::new();
        let opened = Process::open(&deployment, Some(&folder), stop.clone()).await;
        let process = opened.unwrap();
        let administrator_code = process.administrator_code().await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let served = tokio::spawn(async move {
            let served = process.serve(listener, None).await;
            drop(folder);
            served
        });
        Running {
            base,
            administrator_code,
            stop,
            served,
        }
    }

    /// Saves the only event; answers its file.
    async fn save(&self, file: PathBuf) -> PathBuf {
        let arguments = Save {
            file: file.clone(),
            event: None,
            to: "the club".to_owned(),
            at: self.at(),
        };
        save::save(&arguments).await.unwrap();
        file
    }

    async fn load(&self, file: &Path, intake: &Intake) -> anyhow::Result<()> {
        let arguments = Load {
            file: file.to_owned(),
            trust: Vec::new(),
            resume_in: None,
            key: None,
            links: LinkOptions {
                links: None,
                origin: None,
                format: Format::Text,
            },
            at: self.at(),
        };
        load::load(&arguments, intake).await
    }
}

impl Running {
    async fn end(self) {
        self.stop.cancel();
        self.served.await.unwrap().unwrap();
    }
}

/// An event saved at a server of its own: with one official, and so many players, who play if there are two.
async fn saved(folder: &Path, name: &str, players: usize) -> PathBuf {
    let own = House::new();
    let server = own.serve().await;
    let director = Client::new(&server.base);
    let code = server.administrator_code.as_deref();
    let made = director.create_account("Ingrid", "ingrid", "a long password", code);
    made.await.unwrap();
    let body = json!({
        "name": name, "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
    });
    let made: Json = director.post("/tournaments", &body).await.unwrap();
    let path = format!("/tournaments/{}", made["summary"]["id"].as_str().unwrap());
    for number in 0..players {
        let body = json!({
            "surname": format!("Player {number}"), "given_names": "Honest", "country": "NOR",
            "rating": 1_000, "federation_number": 10 + number,
        });
        let entrants = format!("{path}/entrants");
        let _: Json = director.post(&entrants, &body).await.unwrap();
    }
    if players == 2 {
        let rounds = format!("{path}/rounds");
        let _: Json = director.post(&rounds, &json!({})).await.unwrap();
    }
    server.end().await;
    own.save(folder.join(name)).await
}

fn read(saved: &Path) -> Bundle {
    bundle::read(saved, &Signers::Anybody).unwrap()
}

/// Signs what was altered by a key that nobody knows.
fn sign(altered: Bundle, file: PathBuf) -> PathBuf {
    let Bundle {
        manifest,
        streams,
        records,
        ..
    } = altered;
    let head = Head {
        move_id: manifest.move_id,
        tournament_id: manifest.tournament_id,
        tournament: manifest.tournament,
        to: manifest.to,
        saved_at_ms: manifest.saved_at_ms,
    };
    let unfinished = Unfinished::begin(&file).unwrap();
    let key = SigningKey::from_bytes(&[7; 32]);
    bundle::write(unfinished, head, &streams, &records, &key).unwrap();
    file
}

/// The same with a session of somebody else's account, signed by a key that nobody knows.
fn forged(saved: &Path, account_id: &str) -> PathBuf {
    let mut altered = read(saved);
    let own = |text: &str| Value::Text(Some(text.to_owned()));
    let plant = |table: &str, row: Vec<Value>| Carried {
        owner: Owner::Identity,
        table: Owner::Identity.table(table).unwrap(),
        rows: vec![row],
        first_line: 0,
    };
    altered.records.push(plant(
        "sessions",
        vec![
            own("forged"),
            own(account_id),
            Value::Integer(Some(0)),
            Value::Integer(None),
        ],
    ));
    let digest = identifier::secret_digest(REFRESH_TOKEN);
    altered.records.push(plant(
        "refresh_tokens",
        vec![
            Value::Bytes(Some(digest)),
            own("forged"),
            Value::Integer(Some(i64::MAX)),
            Value::Integer(None),
        ],
    ));
    sign(altered, saved.with_extension("forged"))
}

/// Tries to load a forged file at a server with an administrator; why it was not loaded, and whose account the forged
/// token is answered with.
async fn attack(intake: &Intake) -> (Option<String>, Result<bool, Failure>) {
    let folder = tempfile::tempdir().unwrap();
    let saved = saved(folder.path(), "Bait", 0).await;
    let club = House::new();
    let server = club.serve().await;
    let code = server.administrator_code.clone().unwrap();
    let made = Client::new(&server.base)
        .create_account("Ada", "ada", "a long password", Some(&code))
        .await;
    let administrator = made.unwrap().account_id;
    server.end().await;

    let file = forged(&saved, &administrator);
    let refused = club.load(&file, intake).await.err();

    let server = club.serve().await;
    let session = Session {
        account_id: String::new(),
        access_token: String::new(),
        refresh_token: REFRESH_TOKEN.to_owned(),
    };
    let client = Client::new(&server.base).with_session(session);
    let signed_in = match client.moved_to(&server.base).await {
        Ok(client) => {
            let account: Json = client.get("/account").await.unwrap();
            Ok(account["id"] == json!(administrator) && account["administrator"] == json!(true))
        }
        Err(refused) => Err(refused),
    };
    server.end().await;
    (refused.map(|error| format!("{error:#}")), signed_in)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_file_is_refused_for_its_signer_for_its_rows_and_for_what_they_prove() {
    let (refused, signed_in) = Box::pin(attack(&Intake::WHOLE)).await;
    assert!(refused.unwrap().contains("nobody here trusts"));
    assert_eq!(signed_in.unwrap_err().code(), Some("session_ended"));

    // Whoever signed it, each of the other two is enough.
    let (refused, signed_in) = Box::pin(attack(&Intake {
        signer_checked: false,
        rows_checked: true,
        left_behind: &[],
    }))
    .await;
    assert!(
        refused
            .unwrap()
            .contains("a row of sessions: its account_id")
    );
    assert_eq!(signed_in.unwrap_err().code(), Some("session_ended"));
    let (refused, signed_in) = Box::pin(attack(&Intake {
        signer_checked: false,
        rows_checked: false,
        left_behind: &PROOFS,
    }))
    .await;
    assert_eq!(refused, None);
    assert_eq!(signed_in.unwrap_err().code(), Some("session_ended"));
}

/// The control: without any of them the attack succeeds.
#[tokio::test(flavor = "multi_thread")]
async fn without_its_checks_a_forged_file_signs_its_maker_in_as_the_administrator() {
    let (refused, signed_in) = Box::pin(attack(&Intake {
        signer_checked: false,
        rows_checked: false,
        left_behind: &[],
    }))
    .await;
    assert_eq!(refused, None);
    assert!(signed_in.unwrap());
}

/// Streams as well as rows: whose they are follows from the event's own stream, whatever the manifest says.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_streams_of_another_event_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (bait, other) = tokio::join!(
        saved(folder.path(), "Bait", 0),
        saved(folder.path(), "Other", 2)
    );
    let club = House::new();
    club.serve().await.end().await;
    let trusting = Intake {
        signer_checked: false,
        ..Intake::WHOLE
    };

    let mut game = read(&bait);
    game.streams.push(read(&other).streams.remove(1));
    let mut tournament = read(&bait);
    tournament.streams = read(&other).streams;
    let mut second = read(&bait);
    second.streams.push(read(&other).streams.remove(0));
    let mut later = read(&other);
    let last = later.streams[1].last_mut().unwrap();
    let told = json!({
        "game_id": last.entry.stream.id, "tournament_id": later.manifest.tournament_id,
    });
    last.facts.push(NewFact {
        kind: "board_turned".to_owned(),
        body: told.to_string().into_bytes(),
    });
    last.entry.hash = entry_hash(&last.entry, &last.facts);
    for (altered, sentence) in [
        (game, "no round of it has this game"),
        (tournament, "the first stream is tournament/"),
        (second, "does not belong to this event"),
        (later, "is of another version of the program"),
    ] {
        let file = folder.path().join("altered");
        let file = sign(altered, file);
        let refused = club.load(&file, &trusting).await.unwrap_err();
        assert!(format!("{refused:#}").contains(sentence), "{refused:#}");
        std::fs::remove_file(file).unwrap();
    }
    let server = club.serve().await;
    let events: Json = Client::new(&server.base).get("/tournaments").await.unwrap();
    assert_eq!(events["tournaments"], json!([]));
    server.end().await;
    // Each alone is good.
    club.load(&bait, &trusting).await.unwrap();
    club.load(&other, &trusting).await.unwrap();
}

/// An event holds its rules whole: nothing of the library that it took them from is carried, and nothing of it is missed.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_takes_its_rules_along_and_leaves_the_library_behind() {
    let folder = tempfile::tempdir().unwrap();
    let own = House::new();
    let server = own.serve().await;
    let director = Client::new(&server.base);
    let code = server.administrator_code.as_deref();
    let made = director.create_account("Ingrid", "ingrid", "a long password", code);
    made.await.unwrap();
    let rules = json!({"name": "Harbour rules", "rules": {"preset": "club"}});
    let kept: Json = director.post("/saved-rule-sets", &rules).await.unwrap();
    let kept = kept["rule_set"]["rule_set_id"].as_str().unwrap().to_owned();
    let body = json!({
        "name": "Harbour Open", "country": "NOR", "date": "2026-07-18", "saved_rule_set_id": kept,
    });
    let made: Json = director.post("/tournaments", &body).await.unwrap();
    let path = format!("/tournaments/{}", made["summary"]["id"].as_str().unwrap());
    let origin = json!({"rule_set_id": kept, "name": "Harbour rules", "version": 1});
    assert_eq!(made["rule_set_origin"], origin);
    server.end().await;
    let file = own.save(folder.path().join("Harbour Open")).await;

    let club = House::new();
    let server = club.serve().await;
    let member = Client::new(&server.base);
    let code = server.administrator_code.as_deref();
    let account = member.create_account("Ada", "ada", "a long password", code);
    account.await.unwrap();
    server.end().await;
    let trusting = Intake {
        signer_checked: false,
        ..Intake::WHOLE
    };
    club.load(&file, &trusting).await.unwrap();
    let server = club.serve().await;
    let member = member.moved_to(&server.base).await.unwrap();
    let there: Json = member.get(&path).await.unwrap();
    for field in ["rule_set_json", "rule_set_origin"] {
        assert_eq!(there[field], made[field], "{field}");
    }
    let missed = member
        .get::<Json>(&format!("/saved-rule-sets/{kept}"))
        .await;
    assert_eq!(missed.unwrap_err().code(), Some("unknown_saved_rule_set"));
    let library: Json = member.get("/saved-rule-sets").await.unwrap();
    assert_eq!(library["rule_sets"], json!([]));
    // Its rules are saved there as they are in any event.
    let rules = json!({"name": "Theirs", "rules": {"tournament_id": made["summary"]["id"]}});
    let copy: Json = member.post("/saved-rule-sets", &rules).await.unwrap();
    assert_eq!(
        copy["version"]["copied_from"]["name"],
        json!("Harbour Open")
    );
    server.end().await;
}
