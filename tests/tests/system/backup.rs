//! Everything a server keeps copied while it runs, and made anew elsewhere, byte for byte.

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Command, Output},
};

use outflank_client::{Board, Client, Color, Table};
use outflank_testbed::{Postgres, breach};
use outflank_tests::{
    Event, Server,
    corpus::{self, RealGame},
    event::{Leash, Script, text},
    server::binary,
};
use serde_json::{Value, json};
use tokio::{sync::watch, time::Duration};

const TABLES: usize = 2;
/// Discs on the board of a game at most until it was copied; then, at the server that was copied; and at its end.
const UNTIL_COPIED: usize = 20;
const AFTER_IT: usize = 30;
const DISCS: usize = 60;

/// `outflank ACT FOLDER` on a data folder, or on a database beside it.
fn outflank(act: &str, folder: &Path, data: &Path, database: Option<&str>) -> Output {
    let mut command = Command::new(binary());
    command.arg(act).arg(folder).arg("--data").arg(data);
    if let Some(url) = database {
        command.args(["--database", url]);
    }
    command.output().unwrap()
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn start(data: &Path, database: Option<&str>) -> Server {
    let arguments: Vec<&str> = database.map_or_else(Vec::new, |url| vec!["--database", url]);
    Server::start_with(data, &arguments)
}

fn play(
    event: &Event,
    board: &Board,
    game: &RealGame,
    length: &watch::Receiver<usize>,
) -> [(outflank_client::Seat, Leash); 2] {
    [Color::Black, Color::White].map(|color| {
        let script = Script {
            squares: game.squares.clone(),
            thought: Duration::from_millis(50),
        };
        let length = length.clone();
        (event.seat(board, color), Leash { script, length })
    })
}

/// The server is copied while a round is played; what the copy makes goes on from there to the end.
async fn survives(database: Option<&str>, other: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let (data, new) = (folder.path().join("data"), folder.path().join("new"));
    let copy = folder.path().join("copy");
    let server = start(&data, database);
    let players = &corpus::players("EGP_NORWAY.ELO")[..2 * TABLES];
    let event = Event::announce(&server, "Copied", &json!({}), players).await;
    let games: Vec<RealGame> = corpus::full_games(1998).into_iter().take(TABLES).collect();
    let round = event.publish().await;
    let (let_go, length) = watch::channel(UNTIL_COPIED);
    let mut seats = Vec::new();
    for (board, game) in round.boards.iter().zip(&games) {
        for (mut seat, mut script) in play(&event, board, game, &length) {
            seats.push(tokio::spawn(async move { seat.play(&mut script).await }));
        }
    }
    event.until_played(&round.boards, 2).await;
    let before = entries(&event, &round.boards).await;
    let rules =
        json!({"name": "Kept", "rules": {"preset": "club"}, "note": "As it was.", "shared": true});
    let library: Value = event
        .director
        .post("/saved-rule-sets", &rules)
        .await
        .unwrap();
    let library = format!(
        "/saved-rule-sets/{}",
        text(&library["rule_set"]["rule_set_id"])
    );
    let kept: Value = event.director.get(&library).await.unwrap();
    let said = done(&outflank("backup", &copy, &data, database));
    assert!(said.contains("entries"), "{said}");
    // Whoever was copied plays on.
    let_go.send_replace(AFTER_IT);
    event.until_played(&round.boards, AFTER_IT).await;
    assert!(
        seats.iter().all(|seat| !seat.is_finished()),
        "play was over"
    );
    for seat in seats {
        seat.abort();
    }
    drop(server);

    let again = refused(&outflank("backup", &copy, &data, database));
    assert!(again.contains("holds something already"), "{again}");
    let said = done(&outflank("restore", &copy, &new, other));
    assert!(said.contains("every chain is sound"), "{said}");
    let twice = refused(&outflank("restore", &copy, &new, other));
    assert!(
        twice.contains("already"),
        "what is there is not written over: {twice}"
    );

    let server = start(&new, other);
    let mut there = Event {
        id: event.id.clone(),
        director: event.director.moved_to(&server.base()).await.unwrap(),
        seats: BTreeMap::new(),
        numbers: event.numbers.clone(),
    };
    assert_eq!(there.director.get::<Value>(&library).await.unwrap(), kept);
    for (entrant, seat) in &event.seats {
        let seat = seat.moved_to(&server.base()).await.unwrap();
        there.seats.insert(entrant.clone(), seat);
    }
    for (known, now) in before.iter().zip(entries(&there, &round.boards).await) {
        if !now.starts_with(known) {
            breach(&format!("{known:?} became {now:?}"));
        }
    }
    let_go.send_replace(DISCS);
    let mut seats = Vec::new();
    for (board, game) in round.boards.iter().zip(&games) {
        for (mut seat, mut script) in play(&there, board, game, &length) {
            seats.push(tokio::spawn(async move { seat.play(&mut script).await }));
        }
    }
    for seat in seats {
        let table: Table = seat.await.unwrap().unwrap();
        assert!(table.result.is_some());
    }
    there.finish(1).await;
    drop(server);
    let target = match other {
        Some(url) => vec![url.to_owned()],
        None => ["identity", "pairing", "play", "ratings"]
            .map(|service| new.join(format!("{service}.sqlite")).display().to_string())
            .to_vec(),
    };
    for target in target {
        let mut verify = Command::new(binary());
        let verified = verify.arg("verify").arg(target).output().unwrap();
        if !verified.status.success() {
            breach(&format!("{verified:?}"));
        }
    }
}

/// Every entry of every game.
async fn entries(event: &Event, boards: &[Board]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for board in boards {
        let path = format!("/games/{}/entries?after_seq=0", board.game_id);
        let answer: Value = event.director.get(&path).await.unwrap();
        all.push(answer["entries"].as_array().unwrap().clone());
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_is_copied_in_mid_round_and_goes_on_elsewhere() {
    survives(None, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_database_is_copied_in_mid_round_and_goes_on_in_another() {
    let postgres = tokio::task::spawn_blocking(Postgres::start).await.unwrap();
    let (database, other) = (postgres.database().url, postgres.database().url);
    survives(Some(&database), Some(&other)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_with_nothing_but_an_account_is_not_restored_into() {
    let postgres = tokio::task::spawn_blocking(Postgres::start).await.unwrap();
    let (database, other) = (postgres.database().url, postgres.database().url);
    let folder = tempfile::tempdir().unwrap();
    let (data, new) = (folder.path().join("data"), folder.path().join("new"));
    let copy = folder.path().join("copy");
    drop(start(&data, Some(&database)));
    done(&outflank("backup", &copy, &data, Some(&database)));

    let server = start(&new, Some(&other));
    let password = "a long password";
    let client = Client::new(&server.base());
    let made = client.create_account("Vera Fern", "vera", password, None);
    made.await.unwrap();
    let running = refused(&outflank("restore", &copy, &new, Some(&other)));
    assert!(running.contains("holds something already"), "{running}");
    drop(server);
    let told = refused(&outflank("restore", &copy, &new, Some(&other)));
    assert!(told.contains("holds something already"), "{told}");
    let server = start(&new, Some(&other));
    let client = Client::new(&server.base());
    client.sign_in("vera", password).await.unwrap();
}

#[test]
fn an_altered_copy_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (data, new) = (folder.path().join("data"), folder.path().join("new"));
    let copy = folder.path().join("copy");
    for (command, from, said) in [
        ("backup", &data, "--data"),
        ("restore", &new, "is no backup"),
    ] {
        let nothing = outflank(command, &copy, from, None);
        assert_eq!(nothing.status.code(), Some(2), "{nothing:?}");
        let nothing = String::from_utf8(nothing.stderr).unwrap();
        assert!(nothing.contains(said), "{nothing}");
    }
    drop(start(&data, None));
    done(&outflank("backup", &copy, &data, None));
    let file = copy.join("pairing.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let altered = refused(&outflank("restore", &copy, &new, None));
    assert!(
        altered.contains("pairing.sqlite") && altered.contains("altered"),
        "{altered}"
    );
}
