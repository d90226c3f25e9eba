//! The server was away for two rounds, which went on in PAPP: they come back at once, and their games never run.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_client::{Table, TablePhase};
use outflank_tests::{
    Event, Server, corpus,
    waiting::{until_live, until_table},
};
use serde_json::{Value, json};

const WORK_FILE: &str = "papp-internal-workfile.txt";

/// Four players in PAPP: two rounds of two boards.
fn log(numbers: &[u32]) -> String {
    let mut log = String::from("&");
    for number in numbers {
        write!(log, " +{number:06}").unwrap();
    }
    log.push_str(";\n");
    for pairs in [[(0, 1), (2, 3)], [(2, 0), (3, 1)]] {
        log.push_str("raz-couplage;\n");
        for (black, white) in pairs {
            let (black, white) = (numbers[black], numbers[white]);
            writeln!(log, "({black:06} 40 {white:06} 24);").unwrap();
        }
        log.push_str("ronde-suivante;\n\n");
    }
    log
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_of_papp_come_back_and_their_games_never_run() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..4];
    let event = Event::announce(&server, "Power Cut Open", &json!({}), players).await;
    let path = format!("/tournaments/{}/papp-files", event.id);
    let files: Value = event.director.get(&path).await.unwrap();
    let archive = URL_SAFE_NO_PAD.decode(files["content"].as_str().unwrap());
    assert!(archive.unwrap().starts_with(b"PK"));

    let numbers: Vec<u32> = event.numbers.values().copied().collect();
    let content = URL_SAFE_NO_PAD.encode(log(&numbers));
    let body = json!({
        "files": [{"name": WORK_FILE, "content": content}],
        "reason": "The power was out.",
        "accept_deviations": true,
    });
    let looked = json!({"files": body["files"]});
    let preview: Value = event
        .director
        .post(&format!("{path}/preview"), &looked)
        .await
        .unwrap();
    assert_eq!(preview["findings"], json!([]));
    assert_eq!(preview["obstacles"], json!([]));
    let _: Value = event.director.post(&path, &body).await.unwrap();
    let again = event.director.post::<Value>(&path, &body).await;
    assert_eq!(again.unwrap_err().code(), Some("nothing_to_take"));

    let rounds = event.read().await.rounds;
    assert_eq!(rounds.len(), 2);
    for board in rounds.iter().flat_map(|round| &round.boards) {
        // The results travel as facts behind the rounds.
        let is_over = |table: &Table| table.phase == TablePhase::Finished;
        let table = until_table(&event.director, &board.game_id, ("an end", is_over)).await;
        let result = table.result.unwrap();
        assert_eq!((result.black_discs, result.white_discs), (40, 24));
        assert_eq!((table.plies.len(), table.clocks.running), (0, None));
    }
    // The third round is played here again.
    let board = event.publish().await.boards[0].clone();
    let black = &event.seats[&board.black_entrant_id];
    until_live(black, &board.game_id).await;
    let wanted = json!({"ply": 1, "square": "f5"});
    let moves = format!("/games/{}/moves", board.game_id);
    let _: Value = black.post(&moves, &wanted).await.unwrap();
}
