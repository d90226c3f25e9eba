//! A forged event file.

use std::{fs, path::PathBuf, process::Command};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_client::{Client, Session};
use outflank_tests::{Event, Server, corpus::FilePlayer, server::binary};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::moved_events::store_location::StoreLocation;

/// What the forger wants to be answered with the administrator's tokens.
const REFRESH_TOKEN: &str = "a refresh token of the forger's";

/// Rows of a table: whose it is, its name, the rows.
type Planted<'a> = (&'a str, &'a str, Vec<Value>);

/// Somebody who has a server of his own, an event saved there and a key that nobody knows.
struct Forger {
    folder: tempfile::TempDir,
    saved: String,
    key: SigningKey,
}

impl Forger {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saved");
        let own = StoreLocation::on_sqlite();
        let event = Event::announce(&own.serve(), "Bait", &json!({}), &players(10)).await;
        own.done("save", &file, &["--event", &event.id]);
        Self {
            folder,
            saved: fs::read_to_string(file).unwrap(),
            key: SigningKey::from_bytes(&[7; 32]),
        }
    }

    fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().as_bytes())
    }

    /// The saved event with more rows, signed anew; whatever its digests say is true.
    fn forged(&self, planted: &[Planted<'_>]) -> PathBuf {
        let lines: Vec<&str> = self.saved.lines().collect();
        let mut manifest: Value = serde_json::from_str(lines[1]).unwrap();
        // Whoever prints it has a clean screen, in red.
        manifest["tournament"] = json!("Bait\u{1b}[2J\u{9b}31m");
        let mut added = Vec::new();
        for (service, table, rows) in planted {
            let rows: Vec<String> = rows.iter().map(|row| format!("{row}\n")).collect();
            let digest = Sha256::digest(rows.concat().as_bytes());
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            let section = json!({
                "service": service, "table": table, "rows": rows.len(), "sha256": digest,
            });
            manifest["records"].as_array_mut().unwrap().push(section);
            added.extend(rows);
        }
        let manifest = manifest.to_string();
        let signed = json!({
            "public_key": self.public_key(),
            "signature": URL_SAFE_NO_PAD.encode(self.key.sign(manifest.as_bytes()).to_bytes()),
        });
        let rest = lines[3..].join("\n");
        let text = format!(
            "{}\n{manifest}\n{signed}\n{rest}\n{}",
            lines[0],
            added.concat()
        );
        let file = self.folder.path().join("forged");
        fs::write(&file, text).unwrap();
        file
    }
}

fn players(from: u32) -> Vec<FilePlayer> {
    (from..from + 2)
        .map(|number| FilePlayer {
            number,
            surname: format!("Player {number}"),
            given_names: "Honest".to_owned(),
            country: "NOR".to_owned(),
            rating: 1_000,
        })
        .collect()
}

/// A session of an account, and the token that renews it.
fn session_of(account_id: &str) -> [Planted<'static>; 2] {
    let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(REFRESH_TOKEN.as_bytes()));
    let far_away: i64 = 4_102_444_800_000;
    [
        (
            "identity",
            "sessions",
            vec![json!(["forged", account_id, 0, null])],
        ),
        (
            "identity",
            "refresh_tokens",
            vec![json!([digest, "forged", far_away, null])],
        ),
    ]
}

/// Whom the forger's token signs in at a server, or why nobody.
async fn signed_in(server: &Server) -> Result<Value, String> {
    let session = Session {
        account_id: String::new(),
        access_token: String::new(),
        refresh_token: REFRESH_TOKEN.to_owned(),
    };
    let client = Client::new(&server.base()).with_session(session);
    match client.moved_to(&server.base()).await {
        Ok(client) => Ok(client.get("/account").await.unwrap()),
        Err(failure) => Err(failure.code().unwrap_or_default().to_owned()),
    }
}

async fn first_surname(event: &Event) -> Value {
    let path = format!("/tournaments/{}", event.id);
    let told: Value = event.director.get(&path).await.unwrap();
    told["entrants"][0]["surname"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_event_file_signs_nobody_in_and_changes_no_other_event() {
    let forger = Forger::begin().await;
    let club = StoreLocation::on_sqlite();
    let server = club.serve();
    let line = server.administrator_line();
    let code = line.rsplit('#').next().unwrap();
    let administrator = server
        .client()
        .create_account("Ada", "ada", "a long password", Some(code))
        .await
        .unwrap();
    let administrator = administrator.account_id;
    let open = Event::announce(&server, "Club Open", &json!({}), &players(20)).await;
    let surname = first_surname(&open).await;
    let entrant = open.seats.keys().next().unwrap();
    let session = session_of(&administrator);
    let name = json!([open.id, entrant, "Overwritten", "", 99, false, 0]);
    let row_of_another: Planted<'_> = ("pairing", "entrant_names", vec![name]);

    // By a key that nobody knows.
    let mut everything = session.to_vec();
    everything.push(row_of_another.clone());
    let file = forger.forged(&everything);
    let attempt = club.event("load", &file, &[]);
    let came_in = signed_in(&server).await;
    eprintln!("load: {}, refresh: {came_in:?}", attempt.status);
    assert_eq!(came_in, Err("session_ended".to_owned()));
    let said = String::from_utf8(attempt.stderr).unwrap();
    assert_eq!(attempt.status.code(), Some(1));
    assert!(said.contains("nobody here trusts"), "{said}");
    let checked = Command::new(binary()).arg("verify").arg(&file).output();
    let checked = checked.unwrap();
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let checked = String::from_utf8(checked.stdout).unwrap();
    assert!(checked.contains("a row of entrant_names"), "{checked}");

    // By one that the operator was talked into trusting.
    let key = forger.public_key();
    let account = json!([administrator, "Mallory", "mallory", null, true, 0, null]);
    let reason = json!(["reason", open.id, "of another event"]);
    for planted in [
        row_of_another,
        ("identity", "accounts", vec![account]),
        ("play", "reasons", vec![reason]),
    ] {
        let table = planted.1;
        let file = forger.forged(&[planted]);
        let said = club.refused("load", &file, &["--trust", &key]);
        let named = format!("a row of {table}: its ");
        assert!(said.contains(&named) && said.contains("line "), "{said}");
        let unknown: Result<Value, _> = server.client().get("/tournaments").await;
        assert!(!unknown.unwrap().to_string().contains("Bait"));
    }

    // What proves a person is not even looked at.
    let file = forger.forged(&session);
    let checked = Command::new(binary()).arg("verify").arg(&file).output();
    let mut for_programs = Command::new(binary());
    for_programs.args(["verify", "--format", "json"]).arg(&file);
    let said = for_programs.output().unwrap().stdout;
    assert!(said.is_ascii());
    let said: Value = serde_json::from_slice(&said).unwrap();
    assert_eq!(said["tournament"], "Bait\u{1b}[2J\u{9b}31m");
    let loaded = club.event("load", &file, &["--trust", &key]);
    assert!(loaded.status.success(), "{loaded:?}");
    for answer in [&checked.unwrap(), &loaded] {
        let said = String::from_utf8_lossy(&answer.stdout);
        assert!(said.contains(r"Bait\u{1b}[2J\u{9b}31m"), "{said}");
        let commands = |letter: char| letter.is_control() && letter != '\n';
        assert!(!said.contains(commands), "{said:?}");
    }
    let told = String::from_utf8(loaded.stderr).unwrap();
    assert!(
        told.contains("1 of refresh_tokens, 1 of sessions"),
        "{told}"
    );
    let said = String::from_utf8(loaded.stdout).unwrap();
    assert!(
        said.contains(&format!("signed by {key} (named with --trust)")),
        "{said}"
    );
    assert_eq!(signed_in(&server).await, Err("session_ended".to_owned()));
    assert_eq!(first_surname(&open).await, surname);
}
