//! `outflank rule-sets`, `plan`, `season`, `teams`, and the other rule sets of `standings` and `pair`.

use std::collections::BTreeSet;

use crate::run::{corpus, outflank, text, write};
use serde_json::{Value, json};

const NORWAY: &str = "elo/EGP_NORWAY.ELO";
const POZNAN: &str = "elo/20260314_Poznanskie_Rozgrywki.ELO";

fn names() -> Vec<String> {
    let answer = outflank(["rule-sets"]).json();
    let lines = answer.as_array().unwrap().iter();
    lines
        .map(|line| line["name"].as_str().unwrap().to_owned())
        .collect()
}

/// The Norwegian event before round 6.
fn norway(folder: &std::path::Path) -> String {
    let whole = std::fs::read_to_string(corpus(NORWAY)).unwrap();
    write(
        folder,
        "norway.ELO",
        whole.split("%Round: 6").next().unwrap(),
    )
}

#[test]
fn every_rule_set_is_listed_and_printed_whole() {
    let names = names();
    for wanted in [
        "egp-2020",
        "woc-2024",
        "mso-swiss",
        "mso-round-robin",
        "aga-swiss",
        "aga-mcmahon",
        "papp",
        "club",
    ] {
        assert!(names.iter().any(|name| name == wanted), "{names:?}");
    }
    for name in &names {
        let ran = outflank(["rule-sets", name]);
        assert_eq!((ran.code, &ran.json()["name"]), (0, &json!(name)));
        assert!(ran.json()["sources"].is_object(), "{name}");
    }
    assert_eq!(outflank(["rule-sets", "none"]).code, 2);
}

#[test]
fn every_rule_set_ranks_and_pairs_real_events() {
    let folder = tempfile::tempdir().unwrap();
    let part = norway(folder.path());
    for name in names() {
        for file in [NORWAY, POZNAN] {
            let ran = outflank([
                "standings",
                &text(&corpus(file)),
                "--rule-set",
                &name,
                "--explain",
            ]);
            assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
            let list = ran.json();
            let lines = list.as_array().unwrap();
            let key = |line: &Value| line["points"].as_f64().unwrap();
            assert!(
                lines.windows(2).all(|pair| key(&pair[0]) >= key(&pair[1])),
                "{name}"
            );
            assert!(
                lines.iter().skip(1).all(|line| line["decided"].is_string()),
                "{name}"
            );
        }
        let ran = outflank([
            "pair",
            &part,
            "--rule-set",
            &name,
            "--rounds",
            "11",
            "--explain",
        ]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
        let answer = ran.json();
        assert_eq!(answer["pairings"].as_array().unwrap().len(), 8, "{name}");
        assert_eq!(answer["papp_cost"].is_i64(), name == "papp", "{name}");
        for table in answer["explanation"]["tables"].as_array().unwrap() {
            let alternative = &table["alternative"];
            assert_eq!(
                alternative["pairings"].as_array().unwrap().len(),
                8,
                "{name}"
            );
            assert!(!table["sentence"].as_str().unwrap().is_empty());
            let kept = alternative["pairings"]
                .as_array()
                .unwrap()
                .iter()
                .any(|other| {
                    let pair = |of: &Value| {
                        BTreeSet::from([
                            of["black"].as_u64().unwrap(),
                            of["white"].as_u64().unwrap(),
                        ])
                    };
                    pair(other) == pair(table)
                });
            assert!(!kept, "{name}: the best pairing without the board has it");
        }
    }
}

#[test]
fn papps_constant_follows_the_number_of_rounds() {
    // Poznan has seven rounds (C = 0), Norway eleven (C = 6).
    for (file, constant) in [(POZNAN, "0"), (NORWAY, "6")] {
        let own = outflank(["standings", &text(&corpus(file)), "--rule-set", "papp"]).json();
        let set = outflank([
            "standings",
            &text(&corpus(file)),
            "--rule-set",
            "papp",
            "--constant",
            constant,
        ]);
        assert_eq!(own, set.json());
    }
}

#[test]
fn a_plan_names_its_stages_and_paragraph() {
    let ran = outflank(["plan", "--entrants", "8"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let plan = ran.json();
    assert_eq!(
        (&plan["rounds"], &plan["rule"]),
        (&json!(11), &json!("EGP II.2"))
    );
    assert_eq!(plan["stages"][0]["kind"], json!("round_robin"));
    assert_eq!(plan["stages"][1]["first_round"], json!(8));
    assert_eq!(plan["stages"][1]["continues"], json!(true));
    assert_eq!(outflank(["plan", "--entrants", "1"]).code, 1);
    assert_eq!(
        outflank(["plan", "--entrants", "8", "--rule-set", "none"]).code,
        2
    );
}

#[test]
fn a_season_adds_up_its_events() {
    let folder = tempfile::tempdir().unwrap();
    let list = |places: &[(u32, u32)]| {
        let lines: Vec<Value> = places
            .iter()
            .map(|(rank, id)| json!({"rank": rank, "id": id, "name": format!("P{id}"), "points": 20 - rank}))
            .collect();
        Value::from(lines).to_string()
    };
    let one = write(folder.path(), "one.json", list(&[(1, 7), (2, 8), (3, 9)]));
    let two = write(folder.path(), "two.json", list(&[(1, 8), (2, 9), (3, 7)]));
    let ran = outflank(["season", &one, &two]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let table = ran.json();
    let lines: Vec<(u64, &str, u64)> = table
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["rank"].as_u64().unwrap(),
                line["id"].as_str().unwrap(),
                line["points"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(lines, [(1, "8", 340), (2, "7", 290), (3, "9", 230)]);
    let twice = write(folder.path(), "twice.json", list(&[(1, 7), (2, 7)]));
    assert_eq!(outflank(["season", &twice]).code, 1);
}

#[test]
fn teams_add_their_three_best() {
    let ran = outflank(["teams", &text(&corpus(NORWAY))]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let teams = ran.json();
    for team in teams.as_array().unwrap() {
        let members = team["members"].as_array().unwrap();
        let counted = members
            .iter()
            .filter(|member| member["counts"] == json!(true));
        let sum: f64 = counted
            .clone()
            .map(|member| member["points"].as_f64().unwrap())
            .sum();
        assert!(counted.count() <= 3);
        assert!((team["points"].as_f64().unwrap() - sum).abs() < 0.01);
    }
}
