//! A server whose services cannot read a fact of pairing's feed, until they can.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use outflank_journal::{Append, DeadlineChange, NewEntry, NewFact, Store, StreamId, records};
use outflank_pairing::MIGRATIONS;
use outflank_testbed::PATIENCE;
use serde_json::{Value, json};
use tokio::time::{Duration, timeout};

use super::*;
use crate::configuration::Settings;

/// What pairing tells of one event.
fn body(event: &Value) -> Vec<u8> {
    let body = json!({
        "version": 1, "tournament_id": "stray", "seq": 1, "at_ms": 1, "index": 0, "of": 1, "event": event,
    });
    body.to_string().into_bytes()
}

/// Has pairing tell of an event of a later version.
async fn tell(store: &Store) {
    let appended = store.journal.append(NewEntry {
        stream: StreamId::new("stray", "one"),
        expected_seq: 0,
        at_ms: 1,
        actor: "service:pairing".to_owned(),
        command_id: "one".to_owned(),
        schema_version: 1,
        body: b"[]".to_vec(),
        facts: vec![NewFact {
            kind: "board_turned".to_owned(),
            body: body(&json!({"type": "board_turned", "board": 1})),
        }],
        deadline: DeadlineChange::Keep,
        records: Vec::new(),
    });
    assert!(matches!(appended.await, Ok(Append::Appended { .. })));
}

/// Makes of it an event that this version knows, against the guards of the store.
async fn mend(store: &Store) {
    let mut writing = store.records.write().await.unwrap();
    records::query("DROP TRIGGER journal_facts_stand")
        .execute(&mut writing)
        .await
        .unwrap();
    records::query("UPDATE journal_facts SET kind = 'entrant_removed', body = $1")
        .bind(body(&json!({"type": "entrant_removed", "entrant": "e1"})))
        .execute(&mut writing)
        .await
        .unwrap();
    writing.commit().await.unwrap();
}

async fn text(base: &str, path: &str) -> (u16, String) {
    let client = outflank_client::http().build().unwrap();
    let answer = client.get(format!("{base}{path}")).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Waits until the process is ready with so many stopped feeds.
async fn ready_with(base: &str, stopped: usize) -> Value {
    let ready = async {
        loop {
            let (status, told) = text(base, "/readyz").await;
            let told: Value = serde_json::from_str(&told).unwrap();
            let feeds = told["stopped_feeds"].as_array().map_or(0, Vec::len);
            if status == 200 && feeds == stopped {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, ready).await.unwrap()
}

#[tokio::test]
async fn an_unreadable_fact_is_named_at_readyz_and_takes_nobody_out_of_service() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings {
        data: Some(data.path().to_owned()),
        ..Settings::default()
    };
    let deployment = Deployment::of(settings).unwrap();
    let folder = DataFolder::open(&deployment.data).unwrap();
    let stop = CancellationToken::new();
    let opened = Process::open(&deployment, Some(&folder), stop.clone()).await;
    let process = opened.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let served = tokio::spawn(process.serve(listener, None));
    assert_eq!(ready_with(&base, 0).await, json!({"ready": true}));

    let path = folder.database("pairing");
    let store = Store::in_sqlite(&path, Some(&MIGRATIONS)).await.unwrap();
    tell(&store).await;
    let stopped = |role| json!({"feed": "pairing", "role": role, "position": 1});
    let roles = ["play", "standings", "ratings"];
    let told = ready_with(&base, roles.len()).await;
    assert_eq!(told["ready"], true);
    for role in roles {
        let feeds = told["stopped_feeds"].as_array().unwrap();
        assert!(feeds.contains(&stopped(role)), "{role}: {told}");
        let gauge = format!("outflank_feed_unreadable{{feed=\"pairing\",role=\"{role}\"}} 1");
        let (_, metrics) = text(&base, "/metrics").await;
        assert!(metrics.contains(&gauge), "{gauge} is not in\n{metrics}");
    }

    mend(&store).await;
    assert_eq!(ready_with(&base, 0).await, json!({"ready": true}));
    let (_, metrics) = text(&base, "/metrics").await;
    assert!(!metrics.contains("outflank_feed_unreadable{feed=\"pairing\",role=\"play\"} 1"));
    store.journal.close().await;
    stop.cancel();
    served.await.unwrap().unwrap();
}
