//! `outflank pair`.

use std::collections::BTreeSet;

use crate::run::{corpus, outflank, text, write};
use serde_json::{Value, json};

const HEAD: &str = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n\n";

/// A file with that many entrants, numbered from 1, and these rounds.
fn event(entrants: u32, rounds: &[&str]) -> String {
    let players: String = (1..=entrants)
        .map(|id| format!("%_%  {id}, P{id}, A, XXX, 0, 0, 0\n"))
        .collect();
    let rounds: String = rounds
        .iter()
        .zip(1..)
        .map(|(games, number)| format!("%Round: {number}\n{games}"))
        .collect();
    format!("{HEAD}{players}{rounds}")
}

/// The pairs of an answer, and everybody in it.
fn pairs(answer: &Value) -> (Vec<(u64, u64)>, BTreeSet<u64>) {
    let pairs: Vec<(u64, u64)> = answer["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(index, pair)| {
            assert_eq!(pair["table"].as_u64(), Some(index as u64 + 1));
            (
                pair["black"].as_u64().unwrap(),
                pair["white"].as_u64().unwrap(),
            )
        })
        .collect();
    let everybody: Vec<u64> = pairs
        .iter()
        .flat_map(|&(black, white)| [black, white])
        .chain(answer["bye"].as_u64())
        .collect();
    let set: BTreeSet<u64> = everybody.iter().copied().collect();
    assert_eq!(set.len(), everybody.len(), "somebody is paired twice");
    (pairs, set)
}

#[test]
fn a_finished_event_has_nothing_left_to_pair() {
    let ran = outflank(["pair", &text(&corpus("elo/EGP_NORWAY.ELO"))]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.contains("all 11 rounds have been played"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_swiss_round_is_paired_the_same_way_for_the_same_seed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read_to_string(corpus("elo/EGP_NORWAY.ELO")).unwrap();
    let file = write(
        folder.path(),
        "norway.ELO",
        whole.split("%Round: 6").next().unwrap(),
    );
    let ran = outflank(["pair", &file, "--seed", "7"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answer = ran.json();
    assert_eq!(answer["round"], json!(6));
    let (tables, everybody) = pairs(&answer);
    assert_eq!((tables.len(), everybody.len()), (8, 17));
    assert_eq!(answer["cost"]["repeats"], json!(0));
    let levels: BTreeSet<&str> = answer["cost"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        levels,
        BTreeSet::from([
            "repeats",
            "difference",
            "difference_squares",
            "colour",
            "floats",
            "alternation"
        ])
    );
    assert_eq!(outflank(["pair", &file, "--seed", "7"]).stdout, ran.stdout);
    let costs: BTreeSet<String> = (0..5)
        .map(|seed| {
            outflank(["pair", &file, "--seed", &seed.to_string()]).json()["cost"].to_string()
        })
        .collect();
    assert_eq!(costs.len(), 1, "the seed decides among equals only");

    let ran = outflank(["pair", &file, "--withdrawn", "2,79", "--explain"]);
    let answer = ran.json();
    let (tables, everybody) = pairs(&answer);
    assert_eq!((tables.len(), everybody.len()), (7, 15));
    assert!(!everybody.contains(&2) && !everybody.contains(&79));
    let explanation = &answer["explanation"];
    assert_eq!(explanation["format"], json!("Swiss system of 11 rounds"));
    for level in explanation["levels"].as_array().unwrap() {
        let name = level["level"].as_str().unwrap();
        let parts = explanation["tables"]
            .as_array()
            .unwrap()
            .iter()
            .chain([&explanation["bye"]]);
        let sum: i64 = parts.map(|part| part["cost"][name].as_i64().unwrap()).sum();
        assert_eq!(Some(sum), level["cost"].as_i64());
        assert_eq!(level["cost"], answer["cost"][name]);
    }
}

#[test]
fn fewer_rounds_make_a_swiss_of_eleven_entrants() {
    let poznan = text(&corpus("elo/20260314_Poznanskie_Rozgrywki.ELO"));
    // Eleven entrants play a round robin by the rules; these did not.
    let ran = outflank(["pair", &poznan]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr
            .contains("was not paired by the round robin whose chairs round 1 gives"),
        "{}",
        ran.stderr
    );
    let ran = outflank(["pair", &poznan, "--rounds", "8"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.json()["round"], json!(8));
    let (tables, everybody) = pairs(&ran.json());
    assert_eq!((tables.len(), everybody.len()), (5, 11));
}

#[test]
fn a_round_robin_goes_on_from_its_chairs() {
    let folder = tempfile::tempdir().unwrap();
    for entrants in [4_u32, 5, 6, 11, 12] {
        let rounds_in_all = match entrants {
            4 => 9,
            5 | 6 => 10,
            _ => 11,
        };
        let mut rounds: Vec<String> = Vec::new();
        let mut met = Vec::new();
        for number in 1..=rounds_in_all {
            let borrowed: Vec<&str> = rounds.iter().map(String::as_str).collect();
            let file = write(folder.path(), "robin.ELO", event(entrants, &borrowed));
            let ran = outflank(["pair", &file]);
            assert_eq!(ran.code, 0, "{entrants} {number}: {}", ran.stderr);
            let answer = ran.json();
            let (tables, everybody) = pairs(&answer);
            assert_eq!(everybody.len(), entrants as usize);
            assert_eq!(
                (answer["round"].as_u64(), &answer["cost"]),
                (Some(number), &json!({}))
            );
            met.extend(tables.iter().copied());
            rounds.push(
                tables
                    .iter()
                    .map(|(black, white)| format!("{black} (33)>(31) {white} B\n"))
                    .collect(),
            );
        }
        // Everybody meets everybody equally often, colours differing by one at most.
        for one in 1..=u64::from(entrants) {
            for two in 1..one {
                let as_black = met.iter().filter(|pair| **pair == (one, two)).count();
                let as_white = met.iter().filter(|pair| **pair == (two, one)).count();
                let cycles = if entrants == 4 {
                    3
                } else if entrants < 7 {
                    2
                } else {
                    1
                };
                assert_eq!(as_black + as_white, cycles, "{entrants}: {one}-{two}");
                assert!(as_black.abs_diff(as_white) <= 1, "{entrants}: {one}-{two}");
            }
        }
        let borrowed: Vec<&str> = rounds.iter().map(String::as_str).collect();
        let file = write(folder.path(), "robin.ELO", event(entrants, &borrowed));
        let ran = outflank(["pair", &file]);
        assert_eq!(ran.code, 1, "{entrants}");
        assert!(
            ran.stderr.contains("nothing is left to pair"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_withdrawn_players_chair_becomes_the_bye() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(
        folder.path(),
        "robin.ELO",
        event(4, &["1 (40)>(24) 2 B\n3 (40)>(24) 4 B\n"]),
    );
    let answer = outflank(["pair", &file, "--withdrawn", "4"]).json();
    let (tables, everybody) = pairs(&answer);
    assert_eq!((tables.len(), everybody), (1, BTreeSet::from([1, 2, 3])));
    let file = write(
        folder.path(),
        "robin5.ELO",
        event(5, &["1 (40)>(24) 2 B\n3 (40)>(24) 4 B\n"]),
    );
    let answer = outflank(["pair", &file, "--withdrawn", "4"]).json();
    let (tables, _) = pairs(&answer);
    let byes = answer["byes"]
        .as_array()
        .map_or(usize::from(answer["bye"].is_u64()), Vec::len);
    assert_eq!(tables.len() * 2 + byes, 4);
}

#[test]
fn seven_to_ten_entrants_begin_with_a_round_robin() {
    let folder = tempfile::tempdir().unwrap();
    for entrants in 7..=10 {
        let file = write(folder.path(), "mid.ELO", event(entrants, &[]));
        let ran = outflank(["pair", &file]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let (tables, everybody) = pairs(&ran.json());
        assert_eq!(tables.len(), entrants as usize / 2);
        assert_eq!(everybody.len(), entrants as usize);
    }
}

#[test]
fn broken_chairs_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let missing = write(
        folder.path(),
        "missing.ELO",
        event(4, &["1 (40)>(24) 2 B\n"]),
    );
    assert!(
        outflank(["pair", &missing])
            .stderr
            .contains("round 1 does not pair every entrant")
    );
    let other = event(
        4,
        &[
            "1 (40)>(24) 2 B\n3 (40)>(24) 4 B\n",
            "1 (40)>(24) 2 B\n3 (40)>(24) 4 B\n",
        ],
    );
    let other = write(folder.path(), "other.ELO", other);
    let ran = outflank(["pair", &other]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr
            .contains("line 14: round 2 was not paired by the round robin"),
        "{}",
        ran.stderr
    );
    assert_eq!(outflank(["pair", &other, "--rule-set", "none"]).code, 2);
    let ran = outflank(["pair", &other, "--rule-set", "woc-2024", "--rounds", "3"]);
    assert!(ran.code < 2, "{}", ran.stderr);
}
