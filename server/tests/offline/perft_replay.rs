//! `outflank perft` and `outflank replay`.

use crate::run::{corpus, outflank, text, write};
use serde_json::json;

#[test]
fn perft_counts_the_known_numbers() {
    let known = [1_u64, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for (depth, leaves) in known.into_iter().enumerate() {
        let ran = outflank(["perft", &depth.to_string()]);
        assert_eq!(ran.code, 0);
        assert_eq!(
            ran.json(),
            json!({"leaves": leaves, "with_ended": leaves}),
            "depth {depth}"
        );
    }
    // The first games that end early.
    let ran = outflank(["perft", "10", "--format", "json"]);
    assert_eq!(
        ran.json(),
        json!({"leaves": 24_571_056, "with_ended": 24_571_284})
    );
}

#[test]
fn usage_errors_have_exit_code_2() {
    for arguments in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "61"],
        &["nothing"],
        &["replay"],
        &["replay", "/nowhere/x.wtb"],
    ] {
        assert_eq!(outflank(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn every_given_wthor_year_replays_without_a_fault() {
    let files: Vec<String> = (1978..=2020)
        .step_by(2)
        .map(|year| text(&corpus(&format!("wthor/WTH_{year}.wtb"))))
        .collect();
    let ran = outflank(std::iter::once("replay".to_owned()).chain(files.iter().cloned()));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answer = ran.json();
    let list = answer.as_array().unwrap();
    assert_eq!(
        list.iter()
            .map(|file| file["file"].as_str().unwrap())
            .collect::<Vec<_>>(),
        files
    );
    let sum = |key: &str| {
        list.iter()
            .map(|file| file[key].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(
        (sum("games"), sum("finished"), sum("unfinished")),
        (64_215, 63_996, 219)
    );
    assert_eq!((sum("illegal"), sum("score_mismatches")), (0, 0));
}

/// The shortest game: black wipes white out with the ninth disc.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn transcripts_are_counted_and_faults_name_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(
        folder.path(),
        "good.txt",
        format!("# two games\n{WIPE_OUT}\nf5 d6 C3\n"),
    );
    let ran = outflank(["replay", &good]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        ran.json(),
        json!([{"file": good, "games": 2, "finished": 1, "unfinished": 1, "illegal": 0, "score_mismatches": 0}])
    );
    let bad = write(folder.path(), "bad.txt", "f5d6c3\nf5f5\nf5 zz\nf5a1\n");
    let ran = outflank(["replay", &bad]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.json(),
        json!([{"file": bad, "games": 3, "finished": 0, "unfinished": 1, "illegal": 2, "score_mismatches": 0}])
    );
    let expected = [
        format!("outflank: {bad}:3: column 4: `zz` is neither a square such as f5 nor a pass"),
        format!("outflank: {bad}:2: move 2, f5, is illegal: a disc is there already"),
        format!("outflank: {bad}:4: move 2, a1, is illegal: it flips no disc"),
    ];
    assert_eq!(ran.stderr.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_damaged_wthor_file_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = std::fs::read(corpus("wthor/WTH_1978.wtb")).unwrap();
    bytes[16 + 6] ^= 1;
    bytes[16 + 68 + 8 + 1] = 11;
    // Found by its contents, not by its name.
    let bad = write(folder.path(), "year", &bytes);
    let ran = outflank(["replay", &bad]);
    assert_eq!(ran.code, 1);
    let counts = &ran.json()[0];
    assert_eq!(
        (
            counts["games"].as_u64(),
            counts["illegal"].as_u64(),
            counts["score_mismatches"].as_u64()
        ),
        (Some(8), Some(1), Some(1))
    );
    assert!(
        ran.stderr
            .contains(&format!("{bad}: game 1: black's score is stored as")),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains(&format!(
            "{bad}: game 2: move 2, a1, is illegal: it flips no disc"
        )),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_file_that_is_no_wthor_file_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let short = write(folder.path(), "short.WTB", "too short");
    let ran = outflank(["replay", &short]);
    assert_eq!((ran.code, ran.json()[0]["games"].as_u64()), (1, Some(0)));
    assert!(
        ran.stderr
            .contains(&format!("{short}: the file has 9 bytes")),
        "{}",
        ran.stderr
    );
}

/// `moves` as GGF, black first, no passes.
fn ggf(moves: &str, result: &str) -> String {
    let moves: Vec<char> = moves.chars().collect();
    let moves = moves.chunks(2).zip(["B", "W"].into_iter().cycle());
    let moves: String = moves
        .map(|(square, side)| {
            format!(
                "{side}[{}{}/0.5/1.2]",
                square[0].to_ascii_uppercase(),
                square[1]
            )
        })
        .collect();
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    format!(
        "1 (;GM[Othello]PC[Club]PB[Ann]PW[Bob]TI[05:00//02:00]TY[8]RE[{result}]BO[{board}]{moves};)"
    )
}

#[test]
fn ggf_games_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        ggf(WIPE_OUT, "+64.000"),
        ggf(WIPE_OUT, "+13"),
        ggf(WIPE_OUT, "+12.000"),
        ggf("f5d6", "-64.000:r"),
        ggf("f5f5", "+0"),
        "1 (;GM[Othello]B[Z9];)".to_owned(),
        "1 (;GM[Othello]TY[4]RE[+2]BO[4 **** **** OOOO OOO* *];)".to_owned(),
        "1 (;GM[Othello]TY[4a]RE[-2]BO[4 **** **** OOOO OOO* *];)".to_owned(),
    ];
    let file = write(folder.path(), "games.ggf", lines.join("\n"));
    let ran = outflank(["replay", &file]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.json(),
        json!([{"file": file, "games": 7, "finished": 5, "unfinished": 1, "illegal": 1, "score_mismatches": 1}])
    );
    let expected = [
        format!("outflank: {file}:6: B[Z9] is neither a square nor a pass"),
        format!("outflank: {file}:3: black's score is stored as 12, but the moves give 64"),
        format!("outflank: {file}:5: move 2, f5, is illegal: a disc is there already"),
    ];
    assert_eq!(ran.stderr.lines().collect::<Vec<_>>(), expected);
}
