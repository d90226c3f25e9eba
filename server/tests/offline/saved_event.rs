//! `outflank verify` decides what a saved event tells again: under a signature that fits stands whatever its signer wrote.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_journal::{DataFolder, Entry};
use outflank_tournament::{ENGINE_EDITION, EntryHeader, Event};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    draws::{journal, turned_round, two_rounds},
    run::{Ran, outflank, write},
};

/// The entries of the event as the pairing service keeps them.
fn entries(events: &[(EntryHeader, Event)]) -> Vec<Entry> {
    let folder = tempfile::tempdir().unwrap();
    let path = DataFolder::open(folder.path()).unwrap().database("pairing");
    journal(&path, events)
}

fn line(entry: &Entry) -> Value {
    json!({
        "stream": [entry.stream.kind, entry.stream.id],
        "seq": entry.seq,
        "at_ms": entry.at_ms,
        "actor": entry.actor,
        "command_id": entry.command_id,
        "schema_version": entry.schema_version,
        "body": std::str::from_utf8(&entry.body).unwrap(),
        "facts": [],
        "previous_hash": entry.previous_hash.to_string(),
        "hash": entry.hash.to_string(),
    })
}

/// The event in the form of saved ones, signed by somebody, as its only stream.
fn saved(events: &[(EntryHeader, Event)]) -> String {
    let entries = entries(events);
    let lines: Vec<String> = entries
        .iter()
        .map(|entry| format!("{}\n", line(entry)))
        .collect();
    let digest = Sha256::digest(lines.concat().as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let manifest = json!({
        "format": 1,
        "program": "a test",
        "move_id": "move",
        "tournament_id": "sample",
        "tournament": "Sample Open",
        "to": "the club",
        "saved_at_ms": 1,
        "streams": [{
            "stream": "tournament/sample",
            "entries": entries.len(),
            "last_hash": entries.last().unwrap().hash.to_string(),
            "sha256": digest,
        }],
        "records": [],
    })
    .to_string();
    let key = SigningKey::from_bytes(&[7; 32]);
    let signed = json!({
        "public_key": URL_SAFE_NO_PAD.encode(key.verifying_key().as_bytes()),
        "signature": URL_SAFE_NO_PAD.encode(key.sign(manifest.as_bytes()).to_bytes()),
    });
    let lines = lines.concat();
    format!("outflank event bundle 1\n{manifest}\n{signed}\n{lines}")
}

fn verify(events: &[(EntryHeader, Event)], format: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "sample.event", saved(events));
    outflank(["verify", "--format", format, &file])
}

fn ending(ran: &Ran) -> &str {
    let (_, ending) = ran.stdout.trim_end().rsplit_once("; ").unwrap();
    ending
}

#[test]
fn an_event_comes_out_the_same_again() {
    let ran = verify(&two_rounds(), "json");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let report = ran.json();
    assert_eq!(report["fault"], json!(null));
    assert_eq!(report["repeated"], json!(4));
    assert_eq!(report["findings"], json!([]));
    assert_eq!(report["not_rederivable"], json!([]));
    let ran = verify(&two_rounds(), "text");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let said = "4 draws, pairings, rankings and acts repeated, 0 countersignatures checked: all comes out the same again";
    assert!(ending(&ran).ends_with(said), "{}", ran.stdout);
}

/// The same pairing, once said to be of this engine and once of another.
#[test]
fn what_this_engine_would_not_have_paired_stands_apart_from_what_another_did() {
    for (engine, list, other, said) in [
        (
            ENGINE_EDITION,
            "findings",
            "not_rederivable",
            "repeated, 0 countersignatures checked: 1 does not hold",
        ),
        (
            ENGINE_EDITION + 1,
            "not_rederivable",
            "findings",
            "repeated, 0 countersignatures checked: 1 not derived again, all else comes out the same",
        ),
    ] {
        let (events, published) = turned_round(engine);
        let ran = verify(&events, "json");
        assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
        let report = ran.json();
        assert_eq!(report[other], json!([]), "edition {engine}");
        let told = report[list].as_array().unwrap();
        let begins = format!("tournament/sample, entry {published}, round 2: ");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].as_str().unwrap().starts_with(&begins), "{told:?}");
        let ran = verify(&events, "text");
        assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(&begins), "{}", ran.stdout);
        assert!(ending(&ran).ends_with(said), "{}", ran.stdout);
    }
}
