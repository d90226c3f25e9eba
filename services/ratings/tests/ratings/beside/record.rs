//! The record of the event.

use super::{HOSTILE, of_people, text, with_finals};
use crate::world::World;
use outflank_proto::pairing::v1 as pairing;
use serde_json::{Value, json};

async fn document(world: &World, id: &str) -> Value {
    serde_json::from_str(&text(world, id, "event.json").await).unwrap()
}

async fn lines(world: &World, id: &str) -> Vec<Value> {
    let text = text(world, id, "event.ndjson").await;
    assert!(text.ends_with('\n'));
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn no_floats(value: &Value) {
    match value {
        Value::Number(number) => assert!(!number.is_f64(), "{number}"),
        Value::Array(all) => all.iter().for_each(no_floats),
        Value::Object(all) => all.values().for_each(no_floats),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_tells_everything_of_the_event() {
    let world = World::new().await;
    let tournament = with_finals(&world).await;
    let document = document(&world, "five").await;
    no_floats(&document);
    assert_eq!(document["format"], "outflank event record 1");
    assert_eq!(document["name"], "Fernwood & Cie");
    assert_eq!(document["rated"], true);
    assert_eq!(document["tournament_seq"], tournament.seq);
    assert_eq!(document["rules"]["rule_set"], "egp-2020");
    let deviations = tournament.shown().deviations;
    assert_eq!(document["rules"]["conformant"], deviations.is_empty());
    let told = document["rules"]["deviations"].as_array().unwrap();
    assert_eq!(told.len(), deviations.len());
    assert!(
        told.iter()
            .zip(deviations)
            .all(|(told, one)| told["what"] == one.what)
    );
    assert_eq!(document["draws"]["anchor"], "anchor");
    assert_eq!(document["draws"]["revealed_seeds"], json!(["seed"]));
    assert_eq!(
        document["people"]["confirmed_by"]["name"], "Anna Ardent",
        "{document}"
    );
    let state = &tournament.state;
    let rounds = document["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), state.rounds.len());
    for (told, round) in rounds.iter().zip(&state.rounds) {
        assert_eq!(told["round"], round.number);
        let boards = told["boards"].as_array().unwrap();
        assert_eq!(boards.len(), round.boards.len());
        for (told, board) in boards.iter().zip(&round.boards) {
            assert_eq!(told["round"], round.number);
            assert_eq!(told["table"], board.pairing.table);
            assert_eq!(told["black_entrant_id"], board.pairing.black.0);
            let result = board.result().unwrap();
            assert_eq!(told["result"]["black_discs"], result.black_discs);
            assert_eq!(told["result"]["kind"], result.kind.name());
        }
    }
    assert_eq!(rounds[1]["boards"][0]["result"]["black_absent"], true);
    assert_eq!(rounds[1]["boards"][0]["match_game"], Value::Null);
    assert_eq!(rounds[10]["boards"][0]["match_game"], 1);
    let ranking = document["ranking"].as_array().unwrap();
    let expected = state.ranking.as_ref().unwrap();
    assert_eq!(ranking.len(), expected.len());
    for (told, line) in ranking.iter().zip(expected) {
        assert_eq!(told["entrant_id"], line.entrant.0);
        assert_eq!(told["half_points"], line.half_points.0);
        assert_eq!(told["bq_half_units"], line.bq_halves);
        assert_eq!(told["discs"], line.discs);
    }
    assert_eq!(ranking[0]["titles"], json!(["champion"]));
}

#[tokio::test]
async fn the_lines_say_the_same_a_thing_each() {
    let world = World::new().await;
    with_finals(&world).await;
    let mut document = document(&world, "five").await;
    let mut lines = lines(&world, "five").await;
    let of = |lines: &mut Vec<Value>, wanted: &str| -> Vec<Value> {
        lines
            .iter_mut()
            .filter(|line| line["type"] == wanted)
            .map(|line| {
                let mut told = line.take();
                told.as_object_mut().unwrap().remove("type");
                told
            })
            .collect()
    };
    assert_eq!(lines[0]["type"], "event", "the event comes first");
    assert_eq!(
        of(&mut lines, "entrant"),
        *document["entrants"].as_array().unwrap()
    );
    assert_eq!(
        of(&mut lines, "ranking"),
        *document["ranking"].as_array().unwrap()
    );
    let mut boards = Vec::new();
    let mut rounds = document["rounds"].take();
    for round in rounds.as_array_mut().unwrap() {
        let told = round.as_object_mut().unwrap().remove("boards").unwrap();
        boards.extend(told.as_array().unwrap().clone());
    }
    assert_eq!(of(&mut lines, "round"), *rounds.as_array().unwrap());
    assert_eq!(of(&mut lines, "board"), boards);
    let mut event = of(&mut lines, "event");
    assert_eq!(event.len(), 1);
    let event = event[0].as_object_mut().unwrap();
    for part in ["entrants", "rounds", "annulled_rounds", "ranking"] {
        document.as_object_mut().unwrap().remove(part);
    }
    assert_eq!(*event, *document.as_object().unwrap());
    assert!(lines.iter().all(Value::is_null), "nothing else: {lines:?}");
}

#[tokio::test]
async fn names_are_told_as_they_are() {
    let world = World::new().await;
    of_people(&world, &HOSTILE).await;
    let document = document(&world, "people").await;
    for (told, person) in document["entrants"].as_array().unwrap().iter().zip(HOSTILE) {
        assert_eq!(told["surname"], person.0);
        assert_eq!(told["given_names"], person.1);
        assert_eq!(told["number"], person.2);
        assert_eq!(told["new"], person.3);
    }
    let told = lines(&world, "people").await;
    let people = told.iter().filter(|line| line["type"] == "entrant");
    assert_eq!(people.count(), HOSTILE.len());
}

#[tokio::test]
async fn officials_draws_rules_and_early_ends_are_told() {
    let world = World::new().await;
    let tournament = of_people(&world, &HOSTILE).await;
    let mut shown = tournament.shown();
    shown.rule_set_json = r#"{"name": "club", "bonus": {"b": 2, "a": 1}}"#.to_owned();
    shown.officials = vec![pairing::Official {
        account_id: "anna".to_owned(),
        role: "head_director".to_owned(),
        ..Default::default()
    }];
    shown.draws = vec![pairing::Draw {
        index: 1,
        purpose: "round 1".to_owned(),
        seed: "aa".to_owned(),
        key: "bb".to_owned(),
        nonces: Vec::new(),
    }];
    shown.early_ends = vec![pairing::EarlyEnd {
        kind: "abandoned".to_owned(),
        rounds: 3,
        planned: 5,
        reason: "The hall burns.".to_owned(),
        account_id: "anna".to_owned(),
        ..Default::default()
    }];
    let ruling = |penalty: pairing::Penalty| pairing::Ruling {
        entrant_id: "e1".to_owned(),
        penalty: Some(penalty),
        paragraph: "WOC V.1".to_owned(),
        reason: "Talking during play.".to_owned(),
        at_ms: 7,
        ..Default::default()
    };
    *world.pairing.rulings.lock().unwrap() = vec![
        ruling(pairing::Penalty {
            kind: "time".to_owned(),
            round: 1,
            table: 2,
            taken_ms: 60_000,
            ..Default::default()
        }),
        ruling(pairing::Penalty {
            kind: "points".to_owned(),
            half_points: 1,
            ..Default::default()
        }),
    ];
    shown.rounds[0].boards[0].result.as_mut().unwrap().corrected = true;
    shown.annulled_rounds = vec![shown.rounds[1].clone()];
    world.told_as("changed", shown, tournament.state.ranking.as_ref().unwrap());
    world.catch_up().await.unwrap();
    let record = text(&world, "changed", "event.json").await;
    assert!(
        record.contains(r#""document":{"bonus":{"a":1,"b":2},"name":"club"}"#),
        "{record}"
    );
    let document = document(&world, "changed").await;
    let official = &document["people"]["officials"][0];
    assert_eq!(official["role"], "head_director");
    assert_eq!(official["name"], "Anna Ardent");
    assert_eq!(document["draws"]["held"][0]["key"], "bb");
    assert_eq!(document["early_ends"][0]["reason"], "The hall burns.");
    assert_eq!(
        document["rounds"][0]["boards"][0]["result"]["corrected"],
        true
    );
    assert_eq!(document["annulled_rounds"][0]["round"], 2);
    assert_eq!(
        document["rulings"][0],
        serde_json::json!({
            "entrant_id": "e1", "penalty": "time", "round": 1, "table": 2, "taken_ms": 60_000, "given_ms": 0,
            "opponent_discs": null, "half_points": null, "places": null, "rule": "WOC V.1", "at_ms": 7,
        })
    );
    assert_eq!(document["rulings"][1]["half_points"], 1);
    assert!(!record.contains("Talking"));
    let lines = lines(&world, "changed").await;
    assert!(lines.iter().any(|line| line["type"] == "annulled_board"));
}
