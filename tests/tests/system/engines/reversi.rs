//! A real search, seated for whole games.

use outflank_client::{
    Carrier, CasualTerms, Color, Table, TablePhase, enter_contest, find_contest_game,
};
use outflank_tests::{
    Event, Server,
    event::text,
    opponent::{First, find, guest, play},
    program::{Program, beside_tests, key, operator},
    waiting::{PATIENCE, until, until_table},
};
use serde_json::{Value, json};

use super::{adapter, code};

/// The Python that has the search.
fn python() -> std::path::PathBuf {
    let python = beside_tests("../target/engines/bin/python");
    assert!(
        python.exists(),
        "{} is missing: scripts/install-tools engines",
        python.display()
    );
    python
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_plays_casual_games_one_after_another_and_ends_when_it_is_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let key = key(&operator, "Reversi").await;
    let options = ["--seek", "5+2", "--depth", "4"];
    let python = python();
    let mut engine = adapter(&server, &key, &options, (&python, "reversi.py"), &[]);
    assert_eq!(engine.says("RustReversi4").await, " is ready");
    let terms = CasualTerms {
        increment_ms: 2_000,
        ..CasualTerms::minutes(5)
    };
    let mut games = Vec::new();
    for name in ["Ingrid", "Halvard"] {
        let client = guest(&server, name).await;
        let booked = find(&client, &terms).await;
        let table = play(&client, &booked, &mut First).await;
        assert_eq!(table.phase, TablePhase::Finished);
        let result = table.result.unwrap();
        assert_eq!(result.reason, "played");
        // It searches, and who takes the first legal square does not.
        assert!(result.winner.is_some_and(|winner| winner != booked.color));
        games.push(booked.game);
    }
    assert_ne!(games[0], games[1]);
    for game in games {
        assert!(
            engine
                .says(&format!("{game} is over: "))
                .await
                .contains("(played)")
        );
    }
    let pid = rustix::process::Pid::from_raw(i32::try_from(engine.pid()).unwrap());
    rustix::process::kill_process(pid.unwrap(), rustix::process::Signal::TERM).unwrap();
    let ended = engine.ended().await;
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_enters_an_arena_that_admits_programs_and_plays_in_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let founder = server.client().anonymous();
    founder
        .create_account("Ingrid", "ingrid", "a long password", None)
        .await
        .unwrap();
    let founding = json!({
        "title": "Programs' night", "programs": true,
        "terms": {"variant": "othello", "main_ms": 300_000, "increment_ms": 2_000},
        "arena": {"length_ms": 3_600_000, "win": 2, "draw": 1},
    });
    let contest: Value = founder.post("/contests", &founding).await.unwrap();
    let id = text(&contest["id"]);
    let options = ["--contest", &id, "--games", "1", "--depth", "4"];
    let (key, python) = (key(&operator, "Reversi").await, python());
    let mut engine = adapter(&server, &key, &options, (&python, "reversi.py"), &[]);
    assert_eq!(engine.says("has entered").await, " Programs' night");
    let contest = enter_contest(&founder, &id).await.unwrap();
    let found = Box::pin(find_contest_game(&founder, Carrier::WebSocket, &contest));
    let found = tokio::time::timeout(PATIENCE, found).await;
    let booked = found.expect("nobody comes").unwrap().unwrap();
    play(&founder, &booked, &mut First).await;
    assert_eq!(engine.ended().await.code, Some(0));
    let list: Vec<Value> = founder
        .list(&format!("/contests/{id}/entrants"), "entrants")
        .await
        .unwrap();
    let told = |one: &Value| {
        (
            one["points"].clone(),
            one["player"]["operator_display_name"].clone(),
        )
    };
    let told: Vec<_> = list.iter().map(told).collect();
    assert_eq!(told[0], (json!(2), json!("Halvard Lund")), "{list:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_and_the_example_play_a_round_of_an_event_by_the_codes_of_their_seats() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let event = Event::announce(&server, "Programs' Open", &json!({}), &[]).await;
    let operator = operator(&server).await;
    let codes = [code(&event, "Reversi").await, code(&event, "Any").await];
    let keys = [key(&operator, "Reversi").await, key(&operator, "Any").await];
    let options = ["--code", &codes[0], "--games", "1", "--depth", "4"];
    let python = python();
    let engine = adapter(&server, &keys[0], &options, (&python, "reversi.py"), &[]);
    let base = server.base();
    let options = [base.as_str(), "--code", &codes[1], "--games", "1"];
    let bot = Program::start("examples/bot", &keys[1], &options);
    // Who has no seat yet is not paired as present.
    until("both seats are taken", async || {
        let entrants = event.read().await.entrants;
        match entrants.iter().all(|entrant| entrant.seated) {
            true => Ok(()),
            false => Err(entrants),
        }
    })
    .await;
    let board = event.publish().await.boards[0].clone();
    for program in [engine, bot] {
        assert_eq!(program.ended().await.code, Some(0));
    }
    let over = |table: &Table| table.phase == TablePhase::Finished;
    let table = until_table(&event.director, &board.game_id, ("its end", over)).await;
    assert_eq!(table.result.unwrap().reason, "played");
    for color in [Color::Black, Color::White] {
        assert!(table.plies.iter().any(|ply| ply.color == color));
    }
}
