//! `outflank verify` repeats the draws of the tournaments in a journal.

#[allow(dead_code, reason = "made for the tests of the engine")]
#[path = "../../../engine/tests/tests/engine/tournament/support.rs"]
mod support;

use std::path::Path;

use crate::run::{Ran, outflank, text};
use outflank_journal::{
    DataFolder, DeadlineChange, Entry, Journal, NewEntry, PostgresJournal, PostgresOptions,
    SqliteJournal, StreamId,
};
use outflank_testbed::Postgres;
use outflank_tournament::{ENGINE_EDITION, EntryHeader, Event, PublishedPairing, RuleSet};
use serde_json::{Value, json};
use support::{Numbers, Stream};

/// An event of fourteen after two rounds of its Swiss system.
pub fn two_rounds() -> Vec<(EntryHeader, Event)> {
    let mut stream = Stream::with_entrants(5, RuleSet::egp_2020(), 14);
    let mut numbers = Numbers::new("verify", 1);
    while stream.state.rounds.len() < 2 || stream.state.rounds[1].open_tables().count() > 0 {
        assert!(stream.step(&mut numbers));
    }
    stream.events
}

/// Appends the event as the pairing service writes it.
async fn append(journal: &dyn Journal, events: &[(EntryHeader, Event)]) {
    for act in events.chunk_by(|one, other| one.0.seq == other.0.seq) {
        let EntryHeader { seq, at_ms } = act[0].0;
        let events: Vec<&Event> = act.iter().map(|(_, event)| event).collect();
        let entry = NewEntry {
            stream: StreamId::new("tournament", "sample"),
            expected_seq: seq - 1,
            at_ms,
            actor: "director".to_owned(),
            command_id: format!("command {seq}"),
            schema_version: 1,
            body: serde_json::to_vec(&json!({ "events": events })).unwrap(),
            facts: Vec::new(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        };
        journal.append(entry).await.unwrap();
    }
}

/// Writes a journal that holds the event as the pairing service writes it; the entries in it.
pub fn journal(path: &Path, events: &[(EntryHeader, Event)]) -> Vec<Entry> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let journal = SqliteJournal::open(path, None).await.unwrap();
        append(&journal, events).await;
        let stream = StreamId::new("tournament", "sample");
        let entries = journal.read(&stream, 0, 10_000).await.unwrap();
        journal.close().await;
        entries
    })
}

/// Verifies such a journal.
fn verify(events: &[(EntryHeader, Event)], format: &str) -> (String, Ran) {
    let folder = tempfile::tempdir().unwrap();
    let path = DataFolder::open(folder.path()).unwrap().database("pairing");
    journal(&path, events);
    let file = text(&path);
    let ran = outflank(["verify", "--format", format, &file]);
    (file, ran)
}

fn failures(ran: &Ran) -> Vec<Value> {
    let report = ran.json();
    assert_eq!(report["breaks"], json!([]), "the chains are sound");
    report["draws"]["failures"].as_array().unwrap().clone()
}

#[test]
fn the_draws_of_a_played_event_come_out_the_same_again() {
    let events = two_rounds();
    let (_, ran) = verify(&events, "json");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(failures(&ran), [] as [Value; 0]);
    let draws = &ran.json()["draws"];
    assert_eq!(draws["tournaments"], json!(1));
    // Each of the two rounds: its link of the hash chain, and its pairing.
    assert_eq!(draws["checked"], json!(4));
    let (file, ran) = verify(&events, "text");
    assert!(
        ran.stdout.ends_with(&format!(
            "{file}: 1 tournaments, 4 draws, rounds and rankings repeated: all comes out the same again\n"
        )),
        "{}",
        ran.stdout
    );
}

/// The event with a board of its second round turned round, and the edition of the engine that is said to have paired it
/// so; with the number of that entry.
pub fn turned_round(engine: u32) -> (Vec<(EntryHeader, Event)>, u64) {
    let mut events = two_rounds();
    let mut published = None;
    for (header, event) in &mut events {
        if let Event::RoundPublished {
            round: 2,
            pairings,
            engine: decided_by,
            ..
        } = event
        {
            let PublishedPairing { black, white, .. } = &mut pairings[0];
            std::mem::swap(black, white);
            *decided_by = Some(engine);
            published = Some(header.seq);
        }
    }
    (events, published.unwrap())
}

#[test]
fn a_pairing_that_was_not_drawn_is_named_with_its_entry() {
    let (events, published) = turned_round(ENGINE_EDITION);
    let (_, ran) = verify(&events, "json");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    let found = failures(&ran);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["stream"], &found[0]["seq"], &found[0]["subject"]),
        (
            &json!("tournament/sample"),
            &json!(published),
            &json!("round 2")
        )
    );
    let (_, ran) = verify(&events, "text");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains(", round 2: "), "{}", ran.stdout);
    assert!(
        ran.stdout.ends_with(": 1 does not hold\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_another_edition_paired_is_not_derived_again_and_is_never_good() {
    let (events, published) = turned_round(ENGINE_EDITION + 1);
    let (_, ran) = verify(&events, "json");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(failures(&ran), [] as [Value; 0]);
    let others = &ran.json()["draws"]["not_rederivable"];
    assert_eq!(others.as_array().unwrap().len(), 1, "{others}");
    assert_eq!(
        (&others[0]["seq"], &others[0]["subject"]),
        (&json!(published), &json!("round 2"))
    );
    let (_, ran) = verify(&events, "text");
    assert_eq!(ran.code, 1);
    let said = ": 1 not derived again, all else comes out the same\n";
    assert!(ran.stdout.ends_with(said), "{}", ran.stdout);
}

#[test]
fn a_link_that_proves_nothing_is_named() {
    let mut events = two_rounds();
    for (_, event) in &mut events {
        if let Event::DrawRevealed { index: 2, seed, .. } = event {
            *seed = support::seed(99);
        }
    }
    let (_, ran) = verify(&events, "json");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(
        failures(&ran)
            .iter()
            .any(|failure| failure["subject"] == json!("draw 2"))
    );
}

#[test]
fn every_journal_of_a_postgres_database_is_verified() {
    let url = Postgres::shared().database().url;
    let ran = outflank(["verify", &url]);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("none of its schemas"), "{}", ran.stderr);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        for schema in ["pairing", "play"] {
            let options = PostgresOptions::new(&url, schema);
            let journal = PostgresJournal::open(&options).await.unwrap();
            append(&journal, &two_rounds()).await;
            journal.close().await;
        }
    });
    let ran = outflank(["verify", "--format", "json", &url]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let report = ran.json();
    for (journal, file) in report["journals"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["pairing", "play"])
    {
        assert_eq!(journal["file"], json!(format!("schema {file}")));
        assert_eq!(journal["breaks"], json!([]));
        assert_eq!(journal["draws"]["checked"], json!(4));
    }
    let ran = outflank(["verify", &url]);
    assert!(
        ran.stdout.contains("schema play: 1 streams"),
        "{}",
        ran.stdout
    );
    let gone = url.replace("test_", "gone_");
    let ran = outflank(["verify", &gone]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot be reached"), "{}", ran.stderr);
}
