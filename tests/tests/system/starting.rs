//! Starting, and starting wrongly.

use std::{
    path::Path,
    process::{Output, Stdio},
};

use outflank_client::{Failure, TournamentPhase, TournamentSummary};
use outflank_testbed::free_port;
use outflank_tests::{Server, waiting::until};
use serde_json::Value;
use tokio::time::Duration;

fn failing(data: &Path, port: u16) -> Output {
    Server::command(data, port)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}

/// One sentence on standard error, and nothing on standard output.
fn sentence(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_taken_port_gets_one_sentence() {
    let first = tempfile::tempdir().unwrap();
    let second = tempfile::tempdir().unwrap();
    let server = Server::start(first.path());
    let text = sentence(&failing(second.path(), server.port()));
    assert!(
        text.contains(&server.port().to_string()) && text.contains("--listen"),
        "{text}"
    );
}

#[test]
fn a_second_server_on_a_data_folder_gets_one_sentence_and_harms_nothing() {
    let data = tempfile::tempdir().unwrap();
    let _server = Server::start(data.path());
    let text = sentence(&failing(data.path(), free_port()));
    assert!(text.contains(&data.path().display().to_string()), "{text}");
}

#[test]
fn a_data_folder_that_is_a_file_gets_one_sentence() {
    let file = tempfile::NamedTempFile::new().unwrap();
    sentence(&failing(file.path(), free_port()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_printed_link_makes_the_first_administrator_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let client = server.client();
    // The link stands on the second line; a restart prints a new one, and the old one ends.
    let first = link(&server);
    server.kill_and_restart(Duration::ZERO);
    let second = link(&server);
    assert_ne!(first, second);
    let stale = client
        .create_account(
            "Ingrid Vestergrund",
            "ingrid",
            "a long password",
            Some(&first),
        )
        .await;
    assert_eq!(stale.unwrap_err().code(), Some("wrong_administrator_code"));
    client
        .create_account(
            "Ingrid Vestergrund",
            "ingrid",
            "a long password",
            Some(&second),
        )
        .await
        .unwrap();
    let me: Value = client.get("/me").await.unwrap();
    assert_eq!(me["account"]["administrator"], true);
    let again = server
        .client()
        .create_account(
            "Somebody Else",
            "somebody",
            "a long password",
            Some(&second),
        )
        .await;
    assert!(matches!(again, Err(Failure::Refused(_))));
}

/// The code of the printed link.
fn link(server: &Server) -> String {
    let line = server.administrator_line();
    line.rsplit_once('#')
        .map(|(_, code)| code.to_owned())
        .unwrap_or_else(|| panic!("no link in {line:?}"))
}

/// The house holds its event where nobody else but administrators may.
const SAMPLE: [&str; 5] = [
    "--sample-event",
    "--sample-pace",
    "40",
    "--founding",
    "administrators",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_event_moves_and_goes_on_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start_with(data.path(), &SAMPLE);
    let id = running_sample(&server).await;
    let before = plies(&server, &id).await;
    server.kill_and_restart(Duration::ZERO);
    assert_eq!(
        running_sample(&server).await,
        id,
        "a second sample event was made"
    );
    until("forty plies more", async || {
        let after = plies(&server, &id).await;
        if after > before + 40 {
            Ok(())
        } else {
            Err((before, after))
        }
    })
    .await;
}

/// The sample event, once its first round is open and a few moves are made.
async fn running_sample(server: &Server) -> String {
    let client = server.client();
    until("a sample event that moves", async || {
        let list: Vec<TournamentSummary> =
            client.list("/tournaments", "tournaments").await.unwrap();
        match list.as_slice() {
            [only]
                if only.phase != TournamentPhase::Registration
                    && plies(server, &only.id).await > 10 =>
            {
                let shown: Value = client
                    .get(&format!("/tournaments/{}", only.id))
                    .await
                    .unwrap();
                assert_eq!(shown["rated"], false);
                Ok(only.id.clone())
            }
            _ => Err(list),
        }
    })
    .await
}

/// Plies played in all games of an event.
async fn plies(server: &Server, tournament: &str) -> usize {
    let path = format!("/tournaments/{tournament}/games");
    let tables: Vec<Value> = server.client().list(&path, "tables").await.unwrap();
    tables
        .iter()
        .map(|table| table["plies"].as_array().map_or(0, Vec::len))
        .sum()
}
