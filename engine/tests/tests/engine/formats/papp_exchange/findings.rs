//! What stands in the way, a case each.

use outflank_tournament::Command;

use super::{compared, enter, event, number, play, written};
use crate::tournament::support::Stream;

/// Three rounds of nine entrants, and the pairs of the last by their numbers.
fn after_three() -> (Stream, Vec<(u32, u32)>) {
    let mut stream = event(9);
    for _ in 0..3 {
        play(&mut stream);
    }
    let pairs = pairs(&stream);
    (stream, pairs)
}

fn pairs(stream: &Stream) -> Vec<(u32, u32)> {
    let boards = &stream.state.rounds.last().unwrap().boards;
    let pair = |board: &outflank_tournament::Board| {
        let pairing = &board.pairing;
        (
            number(stream, &pairing.black),
            number(stream, &pairing.white),
        )
    };
    boards.iter().map(pair).collect()
}

/// The files with something else in the work file.
fn changed(stream: &Stream, change: impl FnOnce(&str) -> String) -> super::Comparison {
    let mut files = written(stream);
    let changed = change(&files.work_file);
    assert_ne!(changed, files.work_file);
    files.work_file = changed;
    compared(stream, &files)
}

fn appended(stream: &Stream, log: &str) -> super::Comparison {
    changed(stream, |work_file| format!("{work_file}{log}"))
}

fn told(compared: &super::Comparison) -> Vec<(&'static str, Option<u32>, Vec<u32>)> {
    let findings = compared.findings.iter();
    findings
        .map(|found| (found.code(), found.round(), found.players()))
        .collect()
}

/// A round of everybody in the order of the numbers, the last with the bye.
fn round(scores: &str) -> String {
    let mut log = "raz-couplage;\n".to_owned();
    for black in [101, 103, 105, 107] {
        let pair = match scores {
            "" => format!("({black} {});\n", black + 1),
            scores => format!("({black} {scores} {} 24);\n", black + 1),
        };
        log.push_str(&pair);
    }
    log
}

#[test]
fn a_result_that_is_another_here() {
    let (stream, pairs) = after_three();
    let (black, white) = pairs[1];
    let compared = changed(&stream, |log| {
        let last = format!("({black:06} 40 {white:06} 24);");
        let (before, after) = log.rsplit_once(&last).unwrap();
        format!("{before}({black:06} 39 {white:06} 25);{after}")
    });
    assert_eq!(
        told(&compared),
        [("result_differs", Some(3), vec![black, white])]
    );
    assert_eq!(
        compared.findings[0].to_string(),
        format!(
            "round 3: SAMPLE{black}, Ann ({black}) – SAMPLE{white}, Ann ({white}) is 40 to 24 here and 39 to 25 in PAPP; correct whichever is wrong"
        )
    );
    assert_eq!(compared.agreed, [1, 2]);
}

#[test]
fn another_pairing_of_a_round_that_both_have() {
    let (stream, pairs) = after_three();
    let (black, white) = pairs[0];
    let compared = changed(&stream, |log| {
        let last = format!("({black:06} 40 {white:06} 24);");
        let (before, after) = log.rsplit_once(&last).unwrap();
        format!("{before}({white:06} 24 {black:06} 40);{after}")
    });
    let both = vec![black, white, white, black];
    assert_eq!(told(&compared), [("pairing_differs", Some(3), both)]);
}

#[test]
fn another_bye() {
    let (mut stream, _) = after_three();
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let bye = stream.state.rounds[3].byes[0].clone();
    let bye = number(&stream, &bye);
    let compared = changed(&stream, |log| {
        let (before, after) = log.rsplit_once("raz-couplage;").unwrap();
        format!("{before}& -{bye};\nraz-couplage;{after}")
    });
    assert_eq!(told(&compared), [("bye_differs", Some(4), vec![bye])]);
}

#[test]
fn a_number_that_is_nobody_s() {
    let (stream, _) = after_three();
    let log = format!("& +50123;\n{}ronde-suivante;\n", round("40"));
    let compared = appended(&stream, &log);
    let codes: Vec<_> = told(&compared);
    assert_eq!(codes[0], ("unknown_player", None, vec![50_123]));
    let sentence = compared.findings[0].to_string();
    assert!(
        sentence.starts_with("player 50123 is no entrant here"),
        "{sentence}"
    );
}

#[test]
fn a_round_that_ended_without_a_result() {
    let (stream, _) = after_three();
    let log = round("40").replace("(105 40 106 24)", "(105 106)");
    let compared = appended(&stream, &format!("{log}ronde-suivante;\n{}", round("40")));
    assert_eq!(told(&compared), [("no_result", Some(4), vec![105, 106])]);
}

#[test]
fn a_round_of_ours_that_ended_there_without_a_result() {
    let (mut stream, _) = after_three();
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let (black, white) = pairs(&stream)[3];
    for table in 1..=3 {
        enter(&mut stream, (4, table), 40);
    }
    let compared = appended(&stream, "ronde-suivante;\n");
    assert_eq!(
        told(&compared),
        [("no_result", Some(4), vec![black, white])]
    );
    assert!(compared.steps.is_empty(), "{:?}", compared.steps);
}

#[test]
fn several_byes() {
    let (stream, _) = after_three();
    let log = round("40").replace("(107 40 108 24);\n", "");
    let compared = appended(&stream, &format!("{log}ronde-suivante;\n"));
    let players = vec![107, 108, 109];
    let found = told(&compared);
    assert!(
        found.contains(&("several_byes", Some(4), players)),
        "{found:?}"
    );
}

#[test]
fn somebody_who_left_here_plays_there() {
    let (mut stream, _) = after_three();
    let files = written(&stream);
    let entrant = stream.state.entrants[4].id.clone();
    stream.give(&Command::WithdrawEntrant { entrant }).unwrap();
    let mut files = files;
    files
        .work_file
        .push_str(&format!("{}ronde-suivante;\n", round("40")));
    let compared = compared(&stream, &files);
    assert_eq!(told(&compared), [("not_in_round", Some(4), vec![105])]);
}

#[test]
fn a_round_that_is_not_planned() {
    let (mut stream, _) = after_three();
    for _ in 0..3 {
        play(&mut stream);
    }
    let compared = appended(&stream, &format!("{}ronde-suivante;\n", round("40")));
    assert_eq!(told(&compared), [("not_planned", Some(7), vec![])]);
    assert_eq!(compared.agreed, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_round_under_way_where_clocks_would_run() {
    let (mut stream, _) = after_three();
    // Over the board the round is published as it is under way.
    let open = appended(&stream, &round(""));
    assert_eq!((told(&open), open.steps.len()), (vec![], 1));
    let mut rules = stream.state.rule_set.clone().unwrap();
    rules.over_the_board = false;
    stream.state.rule_set = Some(rules);
    let clocks = appended(&stream, &round(""));
    assert_eq!(told(&clocks), [("under_way", Some(4), vec![])]);
    // With all its results there is no game left to play.
    let complete = appended(&stream, &round("40"));
    assert_eq!((told(&complete), complete.steps.len()), (vec![], 5));
}

#[test]
fn what_the_work_file_says_wrongly() {
    for (log, code) in [
        ("(101 41 102 24);\n", "score"),
        ("(101 40 102 24)\n", "no_semicolon"),
        ("(101 101);\n", "self_pair"),
        ("nonsense;\n", "unknown_statement"),
        ("ronde-suivante;\n", "empty_round"),
        ("raz-couplage;\n(101 32.5 102 31.5);\n", "half_discs"),
    ] {
        let (stream, _) = after_three();
        let compared = appended(&stream, log);
        let codes: Vec<_> = compared.findings.iter().map(|one| one.code()).collect();
        assert!(codes.contains(&code), "{log}: {codes:?}");
    }
}
