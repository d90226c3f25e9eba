//! Lists over REST, a page at a time, as the client reads them.

use outflank_client::{Client, Failure, TournamentSummary};
use outflank_testbed::spoilt;
use outflank_tests::{Server, event::text};
use serde_json::{Value, json};

const EVENTS: usize = 5;

async fn refusal(client: &Client, path: &str) -> (u16, String) {
    match client.get::<Value>(path).await {
        Err(Failure::Refused(refused)) => (refused.status, refused.code),
        other => panic!("{path}: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_reads_a_list_to_its_end_and_a_bad_token_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let director = server.client();
    director
        .create_account("Ingrid Vestergrund", "ingrid", "a long password", None)
        .await
        .unwrap();
    for number in 0..EVENTS {
        let event = json!({
            "name": format!("Open {number}"), "country": "NOR", "date": format!("2026-07-1{number}"),
            "rule_set": "egp-2020",
        });
        let _: Value = director.post("/tournaments", &event).await.unwrap();
    }
    let listed = async |path: &str| -> Vec<String> {
        let all: Vec<TournamentSummary> = director.list(path, "tournaments").await.unwrap();
        all.into_iter().map(|one| one.name).collect()
    };
    let whole = listed("/tournaments").await;
    assert_eq!(whole, ["Open 4", "Open 3", "Open 2", "Open 1", "Open 0"]);
    for size in [1, 2, 1_000] {
        let path = format!("/tournaments?page_size={size}");
        assert_eq!(listed(&path).await, whole, "{size}");
    }
    // What held the whole list before is there as it was, beside the token.
    let page: Value = director.get("/tournaments?page_size=2").await.unwrap();
    let token = text(&page["next_page_token"]);
    assert_eq!(page["tournaments"].as_array().map(Vec::len), Some(2));
    let last: Value = director.get("/tournaments").await.unwrap();
    assert!(last["next_page_token"].is_null());

    let me: Value = director.get("/me").await.unwrap();
    assert_eq!(
        me["directed_tournament_ids"].as_array().map(Vec::len),
        Some(EVENTS)
    );
    for token in spoilt(&token) {
        let (status, code) = refusal(&director, &format!("/tournaments?page_token={token}")).await;
        let wanted = if token.len() > 1_024 {
            "invalid_query"
        } else {
            "invalid_page_token"
        };
        assert_eq!((status, &*code), (400, wanted), "{token}");
    }
    let foreign = refusal(&director, &format!("/account/seats?page_token={token}")).await;
    assert_eq!(foreign, (400, "invalid_page_token".into()));
    let large = refusal(&director, "/tournaments?page_size=1001").await;
    assert_eq!(large, (400, "invalid_page_size".into()));
}
