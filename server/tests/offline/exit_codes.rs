//! The one table of exit codes, by every command and class; and what is said of command lines that are none.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::run::{outflank, write};

const GOOD: i32 = 0;
const FINDINGS: i32 = 1;
const USAGE: i32 = 2;

const HEAD: &str = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n\n";
const PLAYERS: &str = "%_%  1, P1, A, XXX, 0, 0, 0\n%_%  2, P2, A, XXX, 0, 0, 0\n%_%  3, P3, A, XXX, 0, 0, 0\n\
     %_%  4, P4, A, XXX, 0, 0, 0\n";

/// Starts a server on a data folder, has it stop, and answers its exit code.
fn served(data: &str) -> i32 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", data])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.starts_with("Outflank is at http://"), "{first}");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    child.wait().unwrap().code().expect("an exit code")
}

#[test]
fn one_table_of_exit_codes_holds_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy, restored) = (at("data"), at("copy"), at("restored"));
    let missing = at("missing");
    let file = write(folder.path(), "a-file", "a file");
    let under_a_file = format!("{file}/folder");
    let illegal = write(folder.path(), "illegal.txt", "f5f5\n");
    let legal = write(folder.path(), "legal.txt", "f5d6c3\n");
    let list = write(
        folder.path(),
        "list.json",
        r#"[{"rank": 1, "id": 7, "points": 1}]"#,
    );
    let twice = write(
        folder.path(),
        "twice.json",
        r#"[{"rank": 1, "id": 7, "points": 1}, {"rank": 2, "id": 7, "points": 1}]"#,
    );
    let event = write(folder.path(), "event.ELO", format!("{HEAD}{PLAYERS}"));
    let empty = write(folder.path(), "empty.ELO", HEAD);
    let strict = at("strict");
    let nobody = "http://127.0.0.1:1";
    let config = ["--config", missing.as_str()];
    assert_eq!(served(&data), GOOD);
    let journal = format!("{data}/pairing.sqlite");

    let table: &[(&[&str], i32)] = &[
        (&[], USAGE),
        (&["--help"], GOOD),
        (&["--version"], GOOD),
        (&["help", "serve"], GOOD),
        (&["nothing"], USAGE),
        (&["serve", "--help"], GOOD),
        (&["serve", "--listen", "1"], USAGE),
        (&["serve", "--config", &missing], USAGE),
        (&["serve", "--config", &file], USAGE),
        (&["serve", "--roles", "play"], FINDINGS),
        (&["serve", "--data", &file], FINDINGS),
        (&["doctor", "--data", &data], GOOD),
        (&["doctor", "--roles", "play"], FINDINGS),
        (&["doctor", nobody], FINDINGS),
        (&["doctor", "ftp://somewhere"], USAGE),
        (&["doctor", config[0], config[1]], USAGE),
        (&["backup", &copy, "--data", &data], GOOD),
        (&["backup", &copy, "--data", &data], FINDINGS),
        (&["backup", &at("other"), "--data", &missing], USAGE),
        (&["backup", &at("third"), config[0], config[1]], USAGE),
        (&["backup"], USAGE),
        (&["restore", &copy, "--data", &restored], GOOD),
        (&["restore", &copy, "--data", &restored], FINDINGS),
        (&["restore", &missing, "--data", &at("new")], USAGE),
        (&["restore", &copy, config[0], config[1]], USAGE),
        (&["event"], USAGE),
        (&["event", "save", &at("saved"), "--data", &data], FINDINGS),
        (&["event", "save", &file, "--data", &data], FINDINGS),
        (&["event", "save"], USAGE),
        (&["event", "load", &missing, "--data", &data], USAGE),
        (&["event", "load", &file, "--data", &data], USAGE),
        (&["keys"], USAGE),
        (&["keys", "create", &at("keys")], GOOD),
        (&["keys", "create", &under_a_file], FINDINGS),
        (&["perft", "3"], GOOD),
        (&["perft", "61"], USAGE),
        (&["replay", &legal], GOOD),
        (&["replay", &illegal], FINDINGS),
        (&["replay", &missing], USAGE),
        (&["standings", &event], GOOD),
        (&["standings", &missing], USAGE),
        (&["standings", &event, "--rule-set", "none"], USAGE),
        (&["standings", &event, "--withdrawn", "7"], USAGE),
        (&["pair", &event], GOOD),
        (&["pair", &empty], FINDINGS),
        (&["pair", &missing], USAGE),
        (&["plan", "--entrants", "8"], GOOD),
        (&["plan", "--entrants", "1"], FINDINGS),
        (&["plan"], USAGE),
        (&["rule-sets"], GOOD),
        (&["rule-sets", "none"], USAGE),
        (&["season", &list], GOOD),
        (&["season", &twice], FINDINGS),
        (&["season", &missing], USAGE),
        (&["season", &list, "--rule-set", "papp"], USAGE),
        (&["teams", &event], GOOD),
        (&["teams", &missing], USAGE),
        (&["teams", &event, "--additional", "7"], USAGE),
        (&["elo", &event, "--strict", "--output", &strict], GOOD),
        (&["elo", &event], FINDINGS),
        (&["elo", &missing], USAGE),
        (&["elo", &event, "--strict"], USAGE),
        (
            &["elo", &event, "--strict", "--output", &under_a_file],
            FINDINGS,
        ),
        (&["ratings", &event, "--date", "2003-03-01"], GOOD),
        (&["ratings", &illegal, "--date", "2003-03-01"], FINDINGS),
        (&["ratings", &missing, "--date", "2003-03-01"], USAGE),
        (&["ratings", &event], USAGE),
        (&["papp", &event, "--output", &at("papp")], GOOD),
        (&["papp", &at("papp")], GOOD),
        (&["papp", &event, "--output", &at("papp")], FINDINGS),
        (&["papp", &event], USAGE),
        (&["papp", &missing], USAGE),
        (&["flip-the-disc", &list], FINDINGS),
        (&["flip-the-disc", &missing], USAGE),
        (&["verify", &journal], GOOD),
        (&["verify", &file], USAGE),
        (&["verify", &missing], USAGE),
        (&["completions", "bash"], GOOD),
        (&["completions", "none"], USAGE),
        (&["manual", &at("manual")], GOOD),
        (&["manual", &under_a_file], FINDINGS),
    ];
    for (arguments, code) in table {
        let ran = outflank(*arguments);
        assert_eq!(
            ran.code, *code,
            "{arguments:?}: {}{}",
            ran.stdout, ran.stderr
        );
    }
}

#[test]
fn a_bare_call_shows_help_and_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(USAGE));
    let help = String::from_utf8(ran.stderr).unwrap();
    for word in [
        "Usage: outflank <COMMAND>",
        "serve ",
        "Exit codes of every command:",
    ] {
        assert!(help.contains(word), "{help}");
    }
    assert!(ran.stdout.is_empty());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_wrong_command_line_gets_one_line_that_says_what_would_be_right() {
    let table: &[(&[&str], &str)] = &[
        (
            &["srve"],
            "there is no command `srve`; did you mean serve? `outflank --help` says more",
        ),
        (
            &["event", "sav"],
            "there is no command `sav`; did you mean save? `outflank event --help` says more",
        ),
        (
            &["serve", "--lisen", "1"],
            "there is no option --lisen here; did you mean --listen? `outflank serve --help` says more",
        ),
        (
            &["serve", "--listen", "1"],
            "--listen 1: no address to listen on: write IP:PORT, as 127.0.0.1:8080; `outflank serve --help` says more",
        ),
        (
            &["serve", "--listen"],
            "--listen needs a value; `outflank serve --help` says more",
        ),
        (
            &["serve", "--log-format", "xml"],
            "--log-format xml: `xml` is no form of logs: write text or json; `outflank serve --help` says more",
        ),
        (
            &["serve", "--sample-pace", "fast"],
            "--sample-pace fast is no whole number; `outflank serve --help` says more",
        ),
        (
            &["serve", "--sample-pace=0"],
            "--sample-pace 0: 0 is not in 1..=1000; `outflank serve --help` says more",
        ),
        (
            &["perft"],
            "<DEPTH> is missing; `outflank perft --help` says more",
        ),
        (
            &["perft", "61"],
            "DEPTH 61: 61 is not in 0..=60; `outflank perft --help` says more",
        ),
        (
            &["perft", "3", "4"],
            "`4` is one argument too many; `outflank perft --help` says more",
        ),
        (
            &["perft", "3", "--format", "jsn"],
            "--format jsn: write one of text, json; did you mean json? `outflank perft --help` says more",
        ),
    ];
    for (arguments, sentence) in table {
        let ran = outflank(*arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (USAGE, ""));
        assert_eq!(ran.stderr, format!("outflank: {sentence}\n"));
    }
    let ran = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("serve")
        .env("OUTFLANK_LISTEN", "here")
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(
        said.starts_with("outflank: OUTFLANK_LISTEN=here: no address"),
        "{said}"
    );
}

#[test]
fn shells_and_man_get_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = outflank(["completions", shell]);
        assert!(ran.stdout.contains("rule-sets"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("man1");
    let ran = outflank(["manual".as_ref(), man1.as_os_str()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (GOOD, ""));
    let page = |name: &str| std::fs::read_to_string(Path::new(&man1).join(name)).unwrap();
    assert!(page("outflank.1").contains("Exit codes of every command"));
    assert!(page("outflank-serve.1").contains("Address to listen on"));
    assert!(page("outflank-event-save.1").contains("outflank event save open.event"));
}
