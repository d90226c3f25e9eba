//! `outflank ratings`.

use serde_json::{Value, json};

use crate::run::{Ran, corpus, outflank, text, write};

/// A rating file with these games.
fn file(date: &str, lines: &str) -> String {
    format!("%%Tournament: Open\n%%Country: Utopia\n%%Date: {date}\n%%Sender: X\n\n{lines}")
}

/// Five won three of four games against each of five others, and lost one.
fn fives() -> String {
    let mut lines =
        String::from("%_%  1, KROGH, Ida, DNK, 0, 0, 0\n%_%  6, ABE, , JPN, 0, 0, 0\n%Round: 1\n");
    for one in 1..6 {
        for other in 6..11 {
            for glyph in [">", ">", ">", "<"] {
                lines += &format!("{one} {glyph} {other}\n");
            }
        }
    }
    lines
}

fn rows(ran: &Ran) -> Vec<Value> {
    ran.json().as_array().unwrap().clone()
}

#[test]
fn three_to_one_is_two_hundred_points() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(
        folder.path(),
        "20200105_OPEN.ELO",
        file("05/01/2020", &fives()),
    );
    let ran = outflank(["ratings", &path, "--date", "2020-01-31"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.stderr,
        "outflank: 1 files, 100 games; 10 players: 10 rated, 10 of them active, 0 unrated\n"
    );
    let rows = rows(&ran);
    let expected = json!({
        "rank": 1, "id": 1, "name": "KROGH, Ida", "rating": 1900.0, "uncertainty": 94.0, "games": 20,
        "active": true, "component": 0
    });
    assert_eq!(rows[0], expected);
    let of = |member: &str| -> Vec<Value> { rows.iter().map(|row| row[member].clone()).collect() };
    assert_eq!(of("id"), (1..11).map(Value::from).collect::<Vec<_>>());
    assert_eq!(of("rating")[4..6], [json!(1900.0), json!(1700.0)]);
    assert_eq!(of("rank")[3..7], [json!(1), json!(1), json!(6), json!(6)]);
    assert_eq!(of("name")[5], "ABE");
    let ran = outflank(["ratings", &path, "--date", "2020-01-31", "--format", "text"]);
    let first = ran
        .stdout
        .lines()
        .find(|line| line.contains("KROGH"))
        .unwrap();
    let words: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(
        words,
        ["1", "1", "KROGH,", "Ida", "1900", "94", "20", "yes", "0"]
    );
}

#[test]
fn folders_are_read_whole_each_file_once() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("2020/january");
    std::fs::create_dir_all(&inner).unwrap();
    let one = write(&inner, "20200105_OPEN.ELO", file("05/01/2020", &fives()));
    write(
        folder.path(),
        "20200106_open.elo",
        file("06/01/2020 - 08/02/2020", &fives()),
    );
    write(
        folder.path(),
        "20200107_LATER.ELO",
        file("07/01/2020", "1 > 2\n3 = 4\n"),
    );
    write(folder.path(), "README.txt", "1 > 2\n");
    write(&inner, "notes", "1 > 2\n");
    let all = text(folder.path());
    // An event is of its first day; what begins later is left out.
    let ran = outflank(["ratings", &all, &one, "--date", "2020-01-06"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for said in [
        format!(
            "{all}: 2 that are no .ELO files are skipped, the first of them {all}/2020/january/notes\n"
        ),
        format!("1 files are named twice and counted once, the first of them {one}\n"),
        "3 files, 200 games, without 2 later than 2020-01-06; 10 players: 10 rated".to_owned(),
    ] {
        assert!(ran.stderr.contains(&said), "{}", ran.stderr);
    }
    assert_eq!(rows(&ran)[0]["games"], 40);
    let ran = outflank(["ratings", &all, "--date", "2020-01-04"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "[]\n"));
    // Who has not played for 38 months is listed, and not ranked.
    let ran = outflank(["ratings", &all, "--date", "2023-03-01"]);
    let rows = rows(&ran);
    assert_eq!(
        (&rows[0]["active"], &rows[0]["rank"]),
        (&json!(false), &Value::Null)
    );
}

#[test]
fn findings_are_told_by_class_the_first_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let bad = "?????? > 3\n7 > 7\n".repeat(5) + "no game\n";
    let path = write(
        folder.path(),
        "bad.ELO",
        file("05/01/2020", &(fives() + &bad)),
    );
    let undated = write(folder.path(), "undated.ELO", "1 > 2\n");
    let ran = outflank(["ratings", &path, &undated, "--date", "2020-02-01"]);
    assert_eq!(ran.code, 1);
    assert_eq!(rows(&ran).len(), 10);
    for said in [
        format!("{path}:109: a player is given as ?, not by number; the game is left out\n"),
        "outflank: unknown_player: 2 more, 5 in all\n".to_owned(),
        format!("{path}:114: player 7 is paired with himself\n"),
        "outflank: self_game: 2 more, 5 in all\n".to_owned(),
        format!("{path}:119: \"no game\" is neither a comment nor a game"),
        "outflank: not_a_game: 1 in all\n".to_owned(),
        format!("{undated}:1: the file has no date, and its 1 games are left out\n"),
        "2 files, 100 games; 10 players".to_owned(),
    ] {
        assert!(ran.stderr.contains(&said), "{said}: {}", ran.stderr);
    }
    let told = ran.stderr.matches("a player is given as ?").count();
    assert_eq!(told, 3);
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "open.ELO", file("05/01/2020", &fives()));
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    let nothing = text(&nothing);
    let missing = format!("{path}.none");
    let large = write(folder.path(), "large.ELO", vec![b' '; (16 << 20) + 1]);
    for (arguments, sentence) in [
        (
            vec!["ratings", &path],
            "--date <YYYY-MM-DD> is missing".to_owned(),
        ),
        (
            vec!["ratings", &path, "--date", "2020-02-30"],
            "--date 2020-02-30: write YYYY-MM-DD, a day of the calendar".to_owned(),
        ),
        (
            vec!["ratings", &path, "--date", "1/2/2020"],
            "write YYYY-MM-DD".to_owned(),
        ),
        (
            vec!["ratings", &missing, "--date", "2020-02-01"],
            format!("cannot read {missing}"),
        ),
        (
            vec!["ratings", &nothing, "--date", "2020-02-01"],
            "there is no rating file (.ELO) in what is named".to_owned(),
        ),
        (
            vec!["ratings", "/dev/null", "--date", "2020-02-01"],
            "/dev/null is neither a file nor a folder".to_owned(),
        ),
        (
            vec!["ratings", &large, "--date", "2020-02-01"],
            format!("{large} is larger than 16 MiB"),
        ),
        (
            vec![
                "ratings",
                &path,
                "--date",
                "2020-02-01",
                "--official",
                &path,
            ],
            format!("{path} has no ratings: name a players list (joueurs.txt)"),
        ),
    ] {
        let ran = outflank(&arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(&sentence), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
}

/// Names are hostile too.
#[cfg(unix)]
#[test]
fn links_lead_nowhere_and_pipes_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "open.ELO", file("05/01/2020", &fives()));
    std::os::unix::fs::symlink(folder.path(), folder.path().join("round")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless.ELO")).unwrap();
    let ran = outflank(["ratings", &text(folder.path()), "--date", "2020-02-01"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("1 files, 100 games"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("2 that are no .ELO files"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_distance_from_another_list_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "open.ELO", file("05/01/2020", &fives()));
    let list = "pays = DNK\n\n     1 KROGH, Ida   %_<1950>\n     6 ABE %_<1690>\n    99 NOBODY %_<1000>\n     7 NEW\n";
    let official = write(folder.path(), "joueurs.txt", list);
    let arguments = [
        "ratings",
        &path,
        "--date",
        "2020-02-01",
        "--official",
        &official,
    ];
    let ran = outflank(arguments);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = format!(
        "outflank: {official} is of another archive and another day, and nothing that this list aims at: of 2 active \
         players on both the distance is 30.0 points in the mean, 50.0 in the median and 50.0 at most (player 1: 1900.0 \
         here, 1950 there); in the mean they stand -20.0 here\n"
    );
    assert!(ran.stderr.ends_with(&said), "{}", ran.stderr);
    let strangers = write(
        folder.path(),
        "strangers.txt",
        "pays = DNK\n\n     99 NOBODY %_<1000>\n",
    );
    let ran = outflank([
        "ratings",
        &path,
        "--date",
        "2020-02-01",
        "--official",
        &strangers,
    ]);
    assert!(
        ran.stderr
            .contains("rates nobody who is active on this list"),
        "{}",
        ran.stderr
    );
}

#[test]
fn real_files_are_read() {
    let files = [
        "elo/EGP_NORWAY.ELO",
        "elo/20260314_Poznanskie_Rozgrywki.ELO",
    ];
    let files = files.map(|name| text(&corpus(name)));
    let ran = outflank(["ratings", &files[0], &files[1], "--date", "2026-04-01"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("2 files, 129 games; 28 players"),
        "{}",
        ran.stderr
    );
    let rows = rows(&ran);
    assert!(rows.len() >= 10);
    let ratings: Vec<f64> = rows
        .iter()
        .map(|row| row["rating"].as_f64().unwrap())
        .collect();
    assert!(ratings.is_sorted_by(|one, other| one >= other));
}
