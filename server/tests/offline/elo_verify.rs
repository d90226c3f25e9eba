//! `outflank elo` and `outflank verify`.

use crate::run::{corpus, outflank, text, write};
use outflank_journal::{DataFolder, DeadlineChange, Journal, NewEntry, SqliteJournal, StreamId};
use serde_json::{Value, json};

const MESSY: &str = "%%Tournament: Open\r\n%%Country: X\r\n%%Date: 1/2/2003\r\n%%Sender: Y\r\n%_% 12, A, B, XXX, 1, 40\r\n%_% 13, C, D, XXX, 0, 24\r\n%Round 1\r\n12 (40)>(24) 13 B\r\n";

#[test]
fn departures_are_listed_with_file_line_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "20030201_Open.ELO", MESSY);
    let ran = outflank(["elo", &file]);
    assert_eq!(ran.code, 1);
    let wanted = format!(
        "{file}:8: the game is not set as PAPP writes it; right:     12 (40)>(24)     13 B\n"
    );
    assert!(ran.stdout.contains(&wanted), "{}", ran.stdout);
    let ran = outflank(["elo", "--format", "json", &file]);
    let report = &ran.json()[0];
    assert_eq!(
        (&report["players"], &report["games"], &report["problems"]),
        (&json!(2), &json!(1), &json!([]))
    );
    let codes: Vec<(u64, &str)> = report["departures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|departure| {
            (
                departure["line"].as_u64().unwrap(),
                departure["code"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        (0, "line_ends"),
        (3, "header_form"),
        (5, "player_line"),
        (6, "player_line"),
        (7, "round_label"),
        (8, "game_form"),
    ];
    assert_eq!(codes, expected);
}

#[test]
fn strict_files_are_written_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "open.elo", MESSY);
    let target = text(&folder.path().join("strict"));
    let ran = outflank(["elo", "--strict", "--output", &target, &file]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let written = format!("{target}/20030201_Open.ELO");
    let strict = outflank(["elo", &written]);
    assert_eq!(
        (strict.code, strict.stdout.as_str()),
        (0, "1 files, 1 games, 0 departures from the strict form\n")
    );
    let ran = outflank(["elo", "--strict", "--output", &target, &file]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("is there already and is left as it is"),
        "{}",
        ran.stderr
    );
    assert_eq!(outflank(["elo", "--strict", &file]).code, 2);
    assert_eq!(outflank(["elo", &format!("{file}.none")]).code, 2);
}

#[test]
fn the_file_of_papp_departs_in_its_name_only() {
    let ran = outflank([
        "elo",
        "--format",
        "json",
        &text(&corpus("elo/EGP_NORWAY.ELO")),
    ]);
    assert_eq!(ran.code, 1);
    let departures = ran.json()[0]["departures"].clone();
    let found: Vec<&Value> = departures
        .as_array()
        .unwrap()
        .iter()
        .map(|departure| &departure["right"])
        .collect();
    assert_eq!(found, [&json!("20170513_EGP_Norway_2017.ELO")]);
}

/// Makes a journal of three entries in two streams.
fn journal(folder: &std::path::Path) -> String {
    let folder = DataFolder::open(folder).unwrap();
    let path = folder.database("play");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let journal = SqliteJournal::open(&path, None).await.unwrap();
        for (stream, seq) in [("one", 0), ("one", 1), ("two", 0)] {
            let entry = NewEntry {
                stream: StreamId::new("walk", stream),
                expected_seq: seq,
                at_ms: 1,
                actor: "somebody".to_owned(),
                command_id: format!("command {seq}"),
                schema_version: 1,
                body: format!("{{\"stone\":\"{stream} {seq}\"}}").into_bytes(),
                facts: Vec::new(),
                deadline: DeadlineChange::Keep,
                records: Vec::new(),
            };
            journal.append(entry).await.unwrap();
        }
        journal.close().await;
    });
    text(&path)
}

#[test]
fn a_sound_journal_is_called_sound_and_an_altered_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = journal(folder.path());
    let ran = outflank(["verify", &file]);
    assert_eq!(
        (ran.code, ran.stdout),
        (
            0,
            format!("{file}: 2 streams, 3 entries, 0 facts: every chain is sound\n")
        )
    );
    let ran = outflank(["verify", "--format", "json", &file]);
    assert_eq!(
        ran.json(),
        json!({
            "file": file, "streams": 2, "entries": 3, "facts": 0, "breaks": [],
            "draws": {"tournaments": 0, "checked": 0, "failures": [], "not_rederivable": []},
            "games": {"games": 0, "acts": 0, "discs": 0, "failures": []},
            "results": {"countersigned": 0, "failures": []}
        })
    );

    let mut bytes = std::fs::read(&file).unwrap();
    let body = b"{\"stone\":\"one 0\"}";
    let at = bytes
        .windows(body.len())
        .position(|window| window == body)
        .expect("the body is in the file");
    bytes[at + 2] = b'S';
    std::fs::write(&file, bytes).unwrap();
    let ran = outflank(["verify", &file]);
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains(&format!(
            "{file}: walk/one, entry 1: its hash does not fit its contents"
        )),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with("3 entries, 0 facts: 1 break\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_is_no_journal_is_a_usage_error() {
    let folder = tempfile::tempdir().unwrap();
    let other = write(folder.path(), "other.db", "no database at all");
    assert_eq!(outflank(["verify", &other]).code, 2);
    let missing = text(&folder.path().join("missing.db"));
    assert_eq!(outflank(["verify", &missing]).code, 2);
    assert!(
        !std::path::Path::new(&missing).exists(),
        "verify makes no database"
    );
}
