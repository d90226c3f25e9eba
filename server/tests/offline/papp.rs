//! `outflank papp` and `outflank flip-the-disc`.

use std::path::Path;

use serde_json::{Value, json};

use crate::run::{corpus, outflank, text, write};

const NORWAY: &str = "elo/EGP_NORWAY.ELO";
const WORK_FILE: &str = "papp-internal-workfile.txt";
const FILES: [&str; 4] = ["joueurs.txt", "nouveaux.txt", WORK_FILE, "papp.cfg"];

/// What every list says of a player.
fn lines(list: &Value) -> Vec<Value> {
    let line = |line: &Value| {
        json!([
            line["rank"],
            line["id"],
            line["name"],
            line["points"],
            line["bq"],
            line["discs"]
        ])
    };
    list.as_array().unwrap().iter().map(line).collect()
}

fn standings(file: &str) -> Vec<Value> {
    lines(&outflank(["standings", file]).json())
}

#[test]
fn a_rating_file_goes_to_papp_and_comes_back_with_its_list() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = text(&scratch.path().join("papp"));
    let norway = text(&corpus(NORWAY));
    let ran = outflank(["papp", &norway, "--rounds", "11", "-o", &folder]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let written = FILES.map(|name| format!("{folder}/{name}"));
    assert_eq!(ran.json()["written"], json!(written));
    let list = standings(&norway);
    assert_eq!(lines(&ran.json()["standings"]), list);

    let ran = outflank(["papp", &folder, "--rule-set", "egp-2020"]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    let answer = ran.json();
    assert_eq!(lines(&answer["standings"]), list);
    assert_eq!(
        (
            &answer["planned_rounds"],
            &answer["constant"],
            &answer["unfinished_round"]
        ),
        (&json!(11), &json!(6), &Value::Null)
    );

    let results = text(&scratch.path().join("results"));
    let ran = outflank([
        "papp",
        &folder,
        "--sender",
        "DOE Ann",
        "--country",
        "Norway",
        "-o",
        &results,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let file = ran.json()["written"][0].as_str().unwrap().to_owned();
    let checked = outflank(["elo", &file]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    assert_eq!(standings(&file), list);

    // Nothing is overwritten.
    let again = outflank(["papp", &norway, "-o", &folder]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("cannot write"), "{}", again.stderr);
}

fn entrant(number: u32) -> Value {
    json!({
        "entrant_id": format!("e{number}"), "number": number, "new": number == 3, "surname": format!("SAMPLE{number}"),
        "given_names": "Ann", "country": "FRA", "rating": null, "withdrawn_from_round": null,
    })
}

fn board(black: u32, white: u32, discs: u32) -> Value {
    let winner = (discs != 32).then_some(if discs > 32 { "black" } else { "white" });
    json!({
        "match_game": null, "black_entrant_id": format!("e{black}"), "white_entrant_id": format!("e{white}"),
        "result": {"winner": winner, "black_discs": discs, "white_discs": 64 - discs, "kind": "played",
            "black_absent": false, "white_absent": false},
    })
}

/// A record with one round over and one begun.
fn record(folder: &Path) -> String {
    let rules = outflank(["rule-sets", "papp", "--format", "json"]).json();
    let mut begun = board(1, 3, 40);
    begun["result"] = Value::Null;
    let round = |finished: bool, boards: Value, byes: Value| json!({"finished": finished, "boards": boards, "bye_entrant_ids": byes});
    let record = json!({
        "format": "outflank event record 1", "name": "Sample Open", "country": "France", "date": "2026-05-09",
        "rules": {"rule_set": "papp", "document": rules},
        "entrants": [entrant(1), entrant(2), entrant(3)],
        "rounds": [round(true, json!([board(1, 2, 40)]), json!(["e3"])), round(false, json!([begun]), json!(["e2"]))],
    });
    write(folder, "event.json", record.to_string())
}

#[test]
fn an_event_goes_on_in_papp_in_mid_round() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("papp");
    let record = record(scratch.path());
    let ran = outflank(["papp", &record, "--rounds", "3", "-o", &text(&folder)]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let log = std::fs::read_to_string(folder.join(WORK_FILE)).unwrap();
    assert!(
        log.contains("#_Nombre-Rondes = 3 ;\n#_BQ-double = 0.000000 ;\n"),
        "{log}"
    );
    assert!(
        log.ends_with("ronde-suivante;\n\nraz-couplage;\n(000001 000003);\n"),
        "{log}"
    );
    let config = std::fs::read_to_string(folder.join("papp.cfg")).unwrap();
    assert!(config.contains("Pays = \"FRA\";"), "{config}");

    let begun = outflank(["papp", &text(&folder)]).json();
    assert_eq!(
        (&begun["rounds"], &begun["unfinished_round"]),
        (&json!(1), &json!(2))
    );
    // As PAPP goes on.
    let log = format!("{log}(000001 20 000003 44);\nronde-suivante;\n");
    write(&folder, WORK_FILE, log);
    let over = outflank(["papp", &text(&folder)]);
    assert_eq!((over.code, &*over.stderr), (0, ""));
    let list = over.json()["standings"].clone();
    let told: Vec<Value> = lines(&list)
        .iter()
        .map(|line| json!([line[1], line[3], line[5]]))
        .collect();
    assert_eq!(
        told,
        [json!([3, 2, 84]), json!([2, 1, 64]), json!([1, 1, 60])]
    );
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = text(scratch.path());
    write(
        scratch.path(),
        "joueurs",
        "pays = FRA\n\n 1 SAMPLE, Ann\n 2 SAMPLE, Bob\noops\n",
    );
    write(
        scratch.path(),
        WORK_FILE,
        "& +1 +2;\n(1 40 2 25);\nronde-suivante;\n",
    );
    let ran = outflank(["papp", &folder, "--format", "json"]);
    assert_eq!(ran.code, 1);
    for wanted in [
        format!("outflank: {folder}/joueurs:5: \"oops\" is no player"),
        format!("outflank: {folder}/{WORK_FILE}:2: 40 and 25 are no score of 64 discs"),
    ] {
        assert!(ran.stderr.contains(&wanted), "{}", ran.stderr);
    }
    let findings = ran.json()["findings"].clone();
    assert_eq!(
        (&findings[0]["line"], &findings[0]["code"]),
        (&json!(5), &json!("not_a_player"))
    );

    let empty = tempfile::tempdir().unwrap();
    let norway = text(&corpus(NORWAY));
    let record = record(empty.path());
    for arguments in [
        vec!["papp", &*text(empty.path())],
        vec!["papp", &*norway],
        vec!["papp", &*folder, "-o", "x"],
        vec!["papp", &*folder, "--rounds", "7"],
        vec!["papp", &*norway, "-o", "x", "--sender", "DOE Ann"],
        vec!["papp", &*record, "-o", "x", "--withdrawn", "1"],
        vec!["flip-the-disc", &*norway, "-o", "x"],
    ] {
        let ran = outflank(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
    }
    write(scratch.path(), "joueurs.txt", "");
    assert_eq!(
        outflank(["papp", &folder]).code,
        2,
        "PAPP takes one of the two lists"
    );
}

#[test]
fn an_event_of_flip_the_disc_has_a_list_and_a_rating_file() {
    let scratch = tempfile::tempdir().unwrap();
    let player = |id: u32, discs: u32, result: u32| json!({"id": id, "surname": format!("SAMPLE{id}"), "name": "Ann", "country_code": "POL", "score": discs, "result": result});
    let nobody = json!({"id": null});
    let document = |coefficient: Value| {
        json!({
            "info": {"name": "Sample Open", "country_code": "POL", "expected_start": "2026-03-14", "rounds": 11, "mbq_coef": coefficient},
            "pairing": [
                [[player(1, 40, 2), player(2, 24, 0)], [player(3, 32, 2), nobody]],
                [[player(3, 32, 1), player(1, 32, 1)], [player(2, 32, 2), nobody]],
            ],
        })
    };
    let file = write(scratch.path(), "six.json", document(json!(6)).to_string());
    let results = text(&scratch.path().join("results"));
    let ran = outflank([
        "flip-the-disc",
        &file,
        "--sender",
        "DOE Ann",
        "-o",
        &results,
    ]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    let answer = ran.json();
    assert_eq!(answer["constant"], json!(6));
    let ids: Vec<&Value> = answer["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| &line["id"])
        .collect();
    assert_eq!(ids, [&json!(1), &json!(3), &json!(2)]);
    assert_eq!(
        answer["written"],
        json!([format!("{results}/20260314_Sample_Open.ELO")])
    );
    let written = answer["written"][0].as_str().unwrap();
    assert_eq!(outflank(["elo", written]).code, 0);
    let rating = std::fs::read_to_string(written).unwrap();
    assert!(
        rating.contains("%%Country: Poland\n") && rating.contains("     1 (40)>(24)      2 B\n"),
        "{rating}"
    );

    let file = write(
        scratch.path(),
        "eleven.json",
        document(Value::Null).to_string(),
    );
    let ran = outflank(["flip-the-disc", &file]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("C = 5.818"), "{}", ran.stderr);
    assert_eq!(ran.json()["standings"], answer["standings"]);
}
