//! The examples, each to the end of a game.

use outflank_client::{CasualTerms, Table, TablePhase};
use outflank_tests::{
    Server,
    opponent::{First, find, guest, play},
    program::{Program, key, operator},
    waiting::until_table,
};

const PYTHON: &str = "../client/examples/bot.py";

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_example_seeks_a_game_over_either_carrier() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let (base, terms) = (server.base(), CasualTerms::minutes(3));
    for carrier in [&[][..], &["--socket"]] {
        let key = key(&operator, "Any Move").await;
        let mut arguments = vec![base.as_str(), "--seek", "3", "--games", "1"];
        arguments.extend(carrier);
        let bot = Program::start("examples/bot", &key, &arguments);
        let client = guest(&server, "Ingrid").await;
        let booked = find(&client, &terms).await;
        let table = play(&client, &booked, &mut First).await;
        assert_eq!(table.result.unwrap().reason, "played");
        assert_eq!(bot.ended().await.code, Some(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_python_example_takes_up_the_challenge_of_another() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let base = server.base();
    let every = ["--every", "0.02"];
    let (one, other) = (key(&operator, "One").await, key(&operator, "Other").await);
    let arguments = [&[base.as_str(), "--challenge", "5"], &every[..]].concat();
    let mut challenger = Program::start(PYTHON, &one, &arguments);
    let said = challenger.says("challenge ").await;
    let (challenge, link) = said.split_once(": ").unwrap();
    assert_eq!(link, format!("{base}/challenge/{challenge}"));
    let arguments = [&[base.as_str(), "--take", challenge], &every[..]].concat();
    let mut taker = Program::start(PYTHON, &other, &arguments);
    let plays = taker.says("plays ").await;
    let (_, game) = plays.split_once(" in ").unwrap();
    for program in [challenger, taker] {
        let ended = program.ended().await;
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
    }
    let over = |table: &Table| table.phase == TablePhase::Finished;
    let table = until_table(&operator, game, ("its end", over)).await;
    assert_eq!(table.result.unwrap().reason, "played");
}
