//! A server that lies: nothing that does not fit comes in, and what was told first stays.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::{Path as InPath, State},
    http::StatusCode,
    response::{IntoResponse as _, Response},
    routing::get,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{names, pulled, verified, versions};

const FILE: &str = "20260718_MIRROR_OPEN.ELO";
const CONTENT: &str = "%%Tournament: Mirror Open\n";

/// What the server answers: a list, or a refusal, and one file for every version.
#[derive(Clone)]
struct Answers {
    list: Result<Vec<Value>, Value>,
    file: Vec<u8>,
}

type Shared = Arc<Mutex<Answers>>;

async fn list(State(shared): State<Shared>) -> Response {
    let answers = shared.lock().unwrap().clone();
    match answers.list {
        Ok(exports) => {
            let page = json!({ "exports": exports, "next_page_token": null, "resume_token": "t", "list_version": 1 });
            page.to_string().into_response()
        }
        Err(refusal) => (StatusCode::CONFLICT, refusal.to_string()).into_response(),
    }
}

async fn file(State(shared): State<Shared>, InPath(_): InPath<String>) -> Response {
    shared.lock().unwrap().file.clone().into_response()
}

async fn beside(State(shared): State<Shared>, InPath(_): InPath<(String, String)>) -> Response {
    shared.lock().unwrap().file.clone().into_response()
}

/// The server and its address.
async fn serve(answers: Answers) -> (Shared, String) {
    let shared = Arc::new(Mutex::new(answers));
    let routes = Router::new()
        .route("/api/v1/rating-files", get(list))
        .route("/api/v1/tournaments/{id}/rating-file", get(file))
        .route("/api/v1/tournaments/{id}/rating-file/{kind}", get(beside))
        .with_state(Arc::clone(&shared));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (shared, base)
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn public(key: &SigningKey) -> String {
    URL_SAFE_NO_PAD.encode(key.verifying_key().to_bytes())
}

fn digest(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn manifest() -> Value {
    json!({
        "format": "outflank rating export 2", "tournament_id": "alder", "tournament": "Mirror Open", "version": 1,
        "file_name": FILE, "sha256": digest(CONTENT.as_bytes()), "bytes": CONTENT.len(), "at_ms": 1, "tournament_seq": 1,
        "rule_set": "club", "conformant": true, "departures": [], "rated": true, "draw_anchor": "", "revealed_seeds": [],
    })
}

/// A version as the list has it, signed.
fn listing(manifest: &Value, by: &SigningKey) -> Value {
    let signed = manifest.to_string();
    json!({
        "tournament_id": manifest["tournament_id"], "version": manifest["version"], "file_name": manifest["file_name"],
        "rated": manifest["rated"], "manifest": URL_SAFE_NO_PAD.encode(&signed), "at_ms": 1, "superseded": false,
        "signature": URL_SAFE_NO_PAD.encode(by.sign(signed.as_bytes()).to_bytes()), "public_key": URL_SAFE_NO_PAD.encode(by.verifying_key().to_bytes()),
    })
}

fn with(mut value: Value, changes: &[(&str, Value)]) -> Value {
    for (field, changed) in changes {
        value[*field] = changed.clone();
    }
    value
}

fn answers(list: Vec<Value>) -> Answers {
    Answers {
        list: Ok(list),
        file: CONTENT.as_bytes().to_vec(),
    }
}

/// One pull of what a server answers, in a task that may wait for it.
async fn run(base: &str, folder: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let (base, folder) = (base.to_owned(), folder.to_owned());
    let more: Vec<String> = more.iter().map(|word| (*word).to_owned()).collect();
    let run = tokio::task::spawn_blocking(move || {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        pulled(&base, &folder, &more)
    });
    run.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_does_not_fit_comes_in() {
    let good = listing(&manifest(), &key(1));
    let signed_anew = |changes: &[(&str, Value)]| listing(&with(manifest(), changes), &key(1));
    let cases: Vec<(&str, Value)> = vec![
        (
            "the signature does not fit",
            with(
                good.clone(),
                &[(
                    "manifest",
                    URL_SAFE_NO_PAD
                        .encode(manifest().to_string().replace("Mirror", "Minor"))
                        .into(),
                )],
            ),
        ),
        (
            "the signature does not fit",
            with(
                good.clone(),
                &[(
                    "public_key",
                    URL_SAFE_NO_PAD
                        .encode(key(2).verifying_key().to_bytes())
                        .into(),
                )],
            ),
        ),
        (
            "is not base64url",
            with(good.clone(), &[("signature", "=".into())]),
        ),
        (
            "has the wrong length",
            with(good.clone(), &[("signature", "AAAA".into())]),
        ),
        (
            "the list says",
            with(good.clone(), &[("version", 2.into())]),
        ),
        (
            "the list says",
            with(good.clone(), &[("rated", false.into())]),
        ),
        (
            "the list says",
            with(good.clone(), &[("tournament_id", "birch".into())]),
        ),
        (
            "no name of a rating file",
            signed_anew(&[("file_name", "../../evil.ELO".into())]),
        ),
        (
            "no name of a rating file",
            signed_anew(&[("file_name", "20260718_A/../../B.ELO".into())]),
        ),
        (
            "names no tournament",
            signed_anew(&[("tournament_id", "..".into())]),
        ),
        ("names no tournament", signed_anew(&[("version", 0.into())])),
        (
            "not a rating export's manifest",
            signed_anew(&[("format", "outflank something else 1".into())]),
        ),
        (
            "no name of a file beside it",
            signed_anew(&[(
                "files",
                json!([{ "kind": "x", "name": "../20260718_MIRROR_OPEN.x", "sha256": "", "bytes": 1 }]),
            )]),
        ),
        (
            "games.txt has SHA-256",
            signed_anew(&[(
                "files",
                json!([{ "kind": "games.txt", "name": "20260718_MIRROR_OPEN.games.txt", "sha256": digest(b"games"), "bytes": 5 }]),
            )]),
        ),
        (
            "the file was changed",
            signed_anew(&[("sha256", digest(b"another").into())]),
        ),
    ];
    for (why, wrong) in cases {
        let folder = tempfile::tempdir().unwrap();
        let (shared, base) = serve(answers(vec![wrong])).await;
        let (code, report) = run(&base, folder.path(), &[]).await;
        let findings = report["findings"].to_string();
        assert_eq!(code, Some(1), "{why}: {report}");
        assert!(findings.contains(why), "{findings} does not say {why:?}");
        assert_eq!(names(&folder.path().join("current")), BTreeSet::new());
        assert_eq!(names(&folder.path().join("versions")), BTreeSet::new());
        // It is asked for again, and comes in once it fits.
        *shared.lock().unwrap() = answers(vec![good.clone()]);
        let (code, report) = run(&base, folder.path(), &[]).await;
        assert_eq!(
            (code, &report["new"]),
            (Some(0), &1.into()),
            "{why}: {report}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_told_first_stays_and_one_key_signs() {
    let folder = tempfile::tempdir().unwrap();
    let good = listing(&manifest(), &key(1));
    let (shared, base) = serve(answers(vec![good.clone()])).await;
    let (code, _) = run(&base, folder.path(), &["--key", &public(&key(2))]).await;
    assert_eq!(code, Some(1), "another key is named");
    let (code, _) = run(&base, folder.path(), &["--key", &public(&key(1))]).await;
    assert_eq!(code, Some(0));

    let told = [
        // The same version told otherwise, a version by another key, one that follows on another file, one of a taken name.
        (
            with(manifest(), &[("tournament", "Other".into())]),
            1,
            "something else than it said",
        ),
        (
            with(manifest(), &[("version", 2.into())]),
            2,
            "it is signed by the key",
        ),
        (
            with(
                manifest(),
                &[
                    ("version", 2.into()),
                    (
                        "supersedes",
                        json!({ "version": 1, "sha256": digest(b"another") }),
                    ),
                ],
            ),
            1,
            "it says that version 1 had SHA-256",
        ),
        (
            with(manifest(), &[("tournament_id", "birch".into())]),
            1,
            "another event's file is named",
        ),
    ];
    for (manifest, signer, why) in told {
        *shared.lock().unwrap() = answers(vec![good.clone(), listing(&manifest, &key(signer))]);
        let (code, report) = run(&base, folder.path(), &[]).await;
        assert_eq!(code, Some(1), "{why}");
        let findings = report["findings"].to_string();
        assert!(findings.contains(why), "{findings} does not say {why:?}");
    }
    let kept = std::fs::read(folder.path().join("current").join(FILE)).unwrap();
    assert_eq!(kept, CONTENT.as_bytes());

    // The store was restored, and the list begins anew: what is here is known.
    let folder = tempfile::tempdir().unwrap();
    *shared.lock().unwrap() = answers(vec![good.clone()]);
    assert_eq!(run(&base, folder.path(), &[]).await.0, Some(0));
    let refusal = json!({ "code": "list_began_anew", "detail": "Begin again." });
    shared.lock().unwrap().list = Err(refusal);
    let (code, _) = run(&base, folder.path(), &[]).await;
    assert_eq!(code, Some(1), "it begins anew without end");
    shared.lock().unwrap().list = Ok(vec![good]);
    let (code, report) = run(&base, folder.path(), &["--all"]).await;
    assert_eq!((code, &report["known"]), (Some(0), &1.into()));
    let (code, report) = run("http://127.0.0.1:9/other", folder.path(), &[]).await;
    assert_eq!(code, Some(2), "{report}");
}

/// Whatever is changed in a mirror afterwards is found.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_in_a_mirror_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let second = with(
        manifest(),
        &[
            ("version", 2.into()),
            (
                "supersedes",
                json!({ "version": 1, "sha256": digest(CONTENT.as_bytes()) }),
            ),
        ],
    );
    let both = [manifest(), second].map(|manifest| listing(&manifest, &key(1)));
    let (_, base) = serve(answers(both.to_vec())).await;
    assert_eq!(run(&base, folder.path(), &[]).await.0, Some(0));
    let (code, report) = verified(folder.path(), &[]);
    assert_eq!((code, &report["good"]), (Some(0), &2.into()), "{report}");
    assert_eq!(versions(folder.path())["alder"], BTreeSet::from([1, 2]));
    assert_eq!(
        verified(folder.path(), &["--key", &public(&key(2))]).0,
        Some(1)
    );
    for file in [
        "1/manifest.json",
        "2/manifest.json",
        &format!("1/{FILE}"),
        &format!("2/{FILE}"),
    ] {
        let path = folder.path().join("versions/alder").join(file);
        let whole = std::fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            // Spaces between the fields of the outer JSON say nothing.
            if serde_json::from_slice::<Value>(&changed).ok() == serde_json::from_slice(&whole).ok()
                && file.ends_with("json")
            {
                continue;
            }
            if place % 16 == 0 {
                std::fs::write(&path, &changed).unwrap();
                let (code, report) = verified(folder.path(), &[]);
                assert_eq!(code, Some(1), "{file} {place}: {report}");
            }
        }
        std::fs::remove_file(&path).unwrap();
        assert_eq!(verified(folder.path(), &[]).0, Some(1), "{file} is gone");
        std::fs::write(&path, &whole).unwrap();
    }
    assert_eq!(verified(folder.path(), &[]).0, Some(0));
}
