//! The NBoard protocol as its documentation has it, what an engine is told of a game, and engines that fail at once.

use std::time::{Duration, Instant};

use outflank_client::{
    Table,
    nboard::{
        Answer, Command, Conversation, Engine, Fault, Heard, MOST_LINE, MOST_SAID, NotItsGame,
        game_so_far,
    },
};
use serde_json::{Value, json};

fn hear(conversation: &mut Conversation, line: &str) -> Heard {
    conversation.hear(line.as_bytes()).unwrap()
}

fn square(square: &str) -> Heard {
    Heard::Move(Answer::Square(square.to_owned()))
}

#[test]
fn the_session_of_the_documentation_is_spoken() {
    let (mut engine, first) = Conversation::begin(6);
    assert_eq!(first, "nboard 2\nset depth 6\nping 1\n");
    assert_eq!(hear(&mut engine, "set myname Edax6"), Heard::Nothing);
    assert_eq!(engine.name(), Some("Edax6"));
    assert_eq!(hear(&mut engine, "pong 1"), Heard::Ready);
    assert_eq!(
        engine.ask("(;GM[Othello];)"),
        "set game (;GM[Othello];)\nping 2\ngo\n"
    );
    assert_eq!(hear(&mut engine, "pong 2\r"), Heard::Ready);
    for line in [
        "status Edax is thinking",
        "nodestats 35805 0.00",
        "search F5d6C3 -1.00 0 6 anything",
        "book F5 0.00 12 20",
        "learned",
        "analysis 12 -1.00",
        "",
        "a command of a later version",
    ] {
        assert_eq!(hear(&mut engine, line), Heard::Nothing, "{line}");
    }
    assert_eq!(hear(&mut engine, "=== d6 -1.00 0.0"), square("d6"));
    assert_eq!(hear(&mut engine, "status Edax is waiting"), Heard::Nothing);
}

#[test]
fn the_name_of_an_engine_is_shown_without_what_a_terminal_obeys() {
    let (mut engine, _) = Conversation::begin(6);
    hear(&mut engine, "set myname Edax\x1b]0;mine\x07 6");
    assert_eq!(engine.name(), Some("Edax]0;mine 6"));
}

#[test]
fn a_move_is_read_in_every_form_that_engines_write() {
    let pass = Heard::Move(Answer::Pass);
    let forms = [
        ("=== F5", square("f5")),
        ("=== F5/1.50/0.3", square("f5")),
        ("=== f5//0.3", square("f5")),
        ("===   H8   2.00   1.0", square("h8")),
        ("=== PA", pass.clone()),
        ("=== pass/0.00", pass.clone()),
        ("=== --", pass),
    ];
    for (line, meant) in forms {
        let (mut engine, _) = Conversation::begin(6);
        engine.ask("(;;)");
        assert_eq!(hear(&mut engine, "pong 2"), Heard::Ready);
        assert_eq!(hear(&mut engine, line), meant, "{line}");
    }
    for line in [
        "===",
        "=== i5",
        "=== f9",
        "=== f55",
        "=== \u{e9}5",
        "=== resign",
    ] {
        let (mut engine, _) = Conversation::begin(6);
        engine.ask("(;;)");
        assert_eq!(hear(&mut engine, "pong 2"), Heard::Ready);
        let fault = engine.hear(line.as_bytes()).unwrap_err();
        assert!(matches!(fault, Fault::Illegible(_)), "{line}: {fault}");
    }
}

#[test]
fn what_is_said_of_an_earlier_question_moves_nothing() {
    let (mut engine, _) = Conversation::begin(6);
    assert_eq!(hear(&mut engine, "=== f5"), Heard::Nothing, "nobody asked");
    assert_eq!(hear(&mut engine, "pong 1"), Heard::Ready);
    engine.ask("(;;)");
    assert!(!engine.is_behind());
    engine.ask("(;;)");
    assert!(engine.is_behind());
    for line in ["pong 2", "=== f5", "pong 1", "pong x", "pong"] {
        assert_eq!(hear(&mut engine, line), Heard::Nothing, "{line}");
    }
    assert_eq!(hear(&mut engine, "pong 3"), Heard::Ready);
    assert!(!engine.is_behind());
    assert_eq!(hear(&mut engine, "=== e6"), square("e6"));
    assert_eq!(
        hear(&mut engine, "=== d6"),
        Heard::Nothing,
        "one answer to a question"
    );
}

#[test]
fn what_an_engine_says_to_one_question_is_bounded_in_bytes() {
    let (mut engine, _) = Conversation::begin(6);
    let line = vec![b'x'; MOST_LINE - 1];
    let lines = MOST_SAID / MOST_LINE;
    for _ in 0..lines {
        engine.hear(&line).unwrap();
    }
    assert!(matches!(engine.hear(b"").unwrap_err(), Fault::Flood));
    engine.ask("(;;)");
    engine.hear(&line).unwrap();
}

fn table(changed: &[(&str, Value)]) -> Table {
    let start = format!("{}O*{}*O{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let mut table = json!({
        "game_id": "G", "tournament_id": "", "round": 0, "table": 0, "black_entrant_id": "A[1]",
        "white_entrant_id": "B\n2", "seq": 3, "phase": "live", "board": start, "to_move": "white", "ply": 2,
        "legal_squares": ["f6"], "must_pass": false, "board_size": 8, "flippable_squares": [], "must_flip": false,
        "handicap_to": null, "result": null,
        "clocks": {"black_ms": 298_766, "white_ms": 300_000, "running": "white", "as_of_ms": 1_784_365_200_123_i64},
        "plies": [{"ply": 1, "color": "black", "square": "f5", "charged_ms": 1_234}],
    });
    for (name, value) in changed {
        table[*name] = value.clone();
    }
    serde_json::from_value(table).unwrap()
}

#[test]
fn an_engine_is_told_the_game_and_both_clocks() {
    let head = "(;GM[Othello]PC[Outflank]DT[1784365200]PB[A1]PW[B2]RE[?]";
    let start = "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]";
    assert_eq!(
        game_so_far(&table(&[]), 0),
        Ok(format!("{head}TI[05:00]{start}B[F5//1.234];)"))
    );
    // With what each move added, and a side that had less.
    let clocks =
        json!({"black_ms": 300_766, "white_ms": 61_999, "running": "black", "as_of_ms": 0});
    let plies = json!([
        {"ply": 1, "color": "black", "square": "f5", "charged_ms": 1_234},
        {"ply": 2, "color": "white", "square": null, "charged_ms": 0},
    ]);
    let told = game_so_far(&table(&[("clocks", clocks), ("plies", plies)]), 2_000);
    let head = head.replace("1784365200", "0");
    let times = "TB[05:00/00:02]TW[00:59/00:02]";
    assert_eq!(
        told,
        Ok(format!("{head}{times}{start}B[F5//1.234]W[PA//0.000];)"))
    );
}

#[test]
fn a_drawn_opening_is_told_as_the_first_moves() {
    let drawn = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];
    let played = json!([{"ply": 1, "color": "black", "square": "e6", "charged_ms": 500}]);
    let changed = [
        ("drawn_squares", json!(drawn)),
        ("plies", played),
        ("goal", json!("most")),
    ];
    let told = game_so_far(&table(&changed), 0).unwrap();
    let moves = "B[F5//0.000]W[D6//0.000]B[C3//0.000]W[D3//0.000]B[C4//0.000]W[F4//0.000]B[F6//0.000]W[F3//0.000]";
    let end = format!("{moves}B[E6//0.500];)");
    assert!(told.ends_with(&end), "{told}");
}

#[test]
fn other_games_are_not_told_as_othello() {
    let empty = "-".repeat(64);
    let placed = json!([{"ply": 1, "color": "black", "square": "d4", "charged_ms": 0}]);
    for changed in [
        ("board_size", json!(6)),
        ("handicap_to", json!("white")),
        ("goal", json!("fewest")),
        ("board", json!(empty)),
        ("plies", placed),
    ] {
        let named = changed.0;
        assert_eq!(
            game_so_far(&table(&[changed]), 0),
            Err(NotItsGame),
            "{named}"
        );
    }
}

fn command(script: &str) -> Command {
    Command {
        line: ["sh", "-c", script].map(str::to_owned).to_vec(),
        depth: 6,
        loading: Duration::from_millis(500),
        patience: None,
        listener: None,
    }
}

async fn fault(script: &str) -> Fault {
    match Engine::start(&command(script)).await {
        Ok(_) => panic!("{script} is no engine"),
        Err(fault) => fault,
    }
}

#[tokio::test]
async fn what_is_no_engine_is_said_at_its_start() {
    let missing = Command {
        line: vec!["/no/such/engine".to_owned()],
        ..command("")
    };
    let missing = Engine::start(&missing).await.err().unwrap();
    assert!(
        matches!(&missing, Fault::NotStarted { program, .. } if program == "/no/such/engine"),
        "{missing}"
    );
    assert!(matches!(fault("exit 3").await, Fault::Ended(said) if said.contains('3')));
    let silent = fault("cat > /dev/null; sleep 3600").await;
    assert_eq!(
        silent.to_string(),
        "the engine has not answered its first ping for 0.5 s"
    );
    assert!(matches!(fault("yes").await, Fault::Flood));
    assert!(matches!(fault("yes | tr -d '\\n'").await, Fault::LongLine));
}

/// Whether a process is there, be it one that nobody has asked for its end.
fn is_there(process: &str) -> bool {
    std::path::Path::new("/proc").join(process).exists()
}

#[tokio::test]
async fn nothing_is_left_of_an_engine_that_does_not_quit() {
    let folder = tempfile::tempdir().unwrap();
    let processes = folder.path().join("processes");
    // It starts another one, and neither hears anything.
    let script = format!(
        "trap '' TERM; sleep 3600 & echo $$ $! > {}; echo pong 1; while :; do sleep 1; done",
        processes.display()
    );
    let engine = Engine::start(&command(&script)).await.unwrap();
    let begun = Instant::now();
    engine.end().await;
    assert!(begun.elapsed() < Duration::from_secs(30));
    let processes = std::fs::read_to_string(processes).unwrap();
    let [own, other] = processes.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{processes}");
    };
    assert!(!is_there(own), "a zombie is left");
    // Whoever inherits the other one asks for its end.
    let begun = Instant::now();
    while std::fs::read_to_string(format!("/proc/{other}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z "))
    {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "what it started is left"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
