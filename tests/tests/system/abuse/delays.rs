//! Seconds gained from the server's own delay, by commands that make it.

use std::time::Instant;

use futures_util::{StreamExt as _, stream};
use outflank_client::Client;
use outflank_tests::{
    Server,
    bout::{Bout, entries},
    load::machine,
};
use serde_json::{Value, json};

const COMMANDS: usize = 2_000;
const AT_ONCE: usize = 400;
/// What one seat may send at once, and a second.
const BURST: u64 = 40;
const PER_SECOND: u64 = 20;
/// Entries that a whole flood may leave: there was one for every command that waited.
const FEW: usize = 5;

/// How many illegal moves of a flood were looked at by the rules.
async fn flood(mover: &Client, game: &str) -> u64 {
    let path = format!("/games/{game}/moves");
    let answers = stream::iter(0..COMMANDS).map(|_| {
        let illegal = json!({"ply": 1, "square": "a1"});
        let path = &path;
        async move { mover.post::<Value>(path, &illegal).await }
    });
    let refused = answers
        .buffer_unordered(AT_ONCE)
        .filter_map(async |answer| {
            let code = answer.unwrap_err().code()?.to_owned();
            (code != "too_many_requests").then_some(())
        });
    refused.count().await as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mover_who_floods_his_table_is_owed_nothing_for_it() {
    machine::raise_open_files();
    for limits in ["--no-limits=false", "--no-limits=true"] {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start_with(data.path(), &[limits]);
        let director = server.client();
        director
            .create_account("Ingrid Vestergrund", "ingrid", "a long password", None)
            .await
            .unwrap();
        let bout = Bout::start(&server, &director, 1, None).await;
        let (mover, game) = (&bout.seats[0], &bout.game);
        let before = entries(&director, game).await.len();
        let begun = Instant::now();
        let looked_at = flood(mover, game).await;
        let seconds = begun.elapsed().as_secs() + 1;
        let sheet: Value = director
            .get(&format!("/games/{game}/clock-sheet"))
            .await
            .unwrap();
        let credits = sheet["credits"].as_array().unwrap();
        let added = entries(&director, game).await.len() - before;
        eprintln!("figure flood_looked_at {looked_at}");
        eprintln!(
            "figure flood_credits {} {}",
            credits.len(),
            sheet["black"]["delays_ms"]
        );
        assert!(credits.len() < FEW && added < FEW, "{credits:?}");
        if limits == "--no-limits=false" {
            assert!(looked_at <= BURST + PER_SECOND * seconds, "{looked_at}");
        }
    }
}
