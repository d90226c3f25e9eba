//! FlipTheDisc's JSON: every shape it comes in, and what is told of what makes no sense.

use outflank_formats::archive::{ArchiveFile, ArchiveFormat};
use outflank_formats::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use outflank_formats::flip_the_disc::{FlipTheDisc, read};
use outflank_formats::{CivilDate, ToldConstant};
use outflank_tournament::{GameResult, ResultKind};
use serde_json::{Value, json};

fn player(id: u32, discs: u32, result: u32) -> Value {
    json!({
        "id": id, "surname": format!("SAMPLE{id}"), "name": "Ann", "country_code": "FRA", "score": discs,
        "result": result, "left": false, "comment": null, "transcript": null, "gameId": 5, "roundStarted": true,
    })
}

fn game(black: u32, white: u32, discs: u32) -> Value {
    let result = [0, 1, 2][1 + usize::from(discs > 32) - usize::from(discs < 32)];
    json!([
        player(black, discs, result),
        player(white, 64 - discs, 2 - result)
    ])
}

fn bye(id: u32) -> Value {
    json!([player(id, 32, 2), {"id": null, "name": null}])
}

fn rounds() -> Vec<Value> {
    vec![
        json!([game(1, 2, 40), bye(3)]),
        json!([game(3, 1, 32), bye(2)]),
    ]
}

fn document(pairing: &Value) -> Value {
    json!({
        "info": {
            "id": 482, "name": "Sample  Open", "country_code": "FRA", "city": "Nowhere", "rounds": 11,
            "pairing_system": "Swiss System", "expected_start": "2026-03-14T09:00:00.000Z", "mbq_coef": 6,
            "tie-breaker": "mbq", "xot": false,
        },
        "pairing": pairing,
        "standings": [
            {"player_id": 3, "surname": "SAMPLE3", "name": "Ann", "score": 3, "mbq": 130, "left_after_round": null},
            {"player_id": 1, "score": 3, "mbq": 128, "left_after_round": 2},
            {"player_id": 2, "score": 2, "mbq": 120, "left_after_round": 5},
        ],
    })
}

fn told(value: &Value) -> (FlipTheDisc, Vec<(u32, &'static str)>) {
    let parsed = read(serde_json::to_string_pretty(value).unwrap().as_bytes());
    let problems = parsed.problems.iter();
    let problems = problems.map(|problem| (problem.line, problem.code));
    (parsed.value, problems.collect())
}

fn codes(value: &Value) -> Vec<&'static str> {
    told(value).1.into_iter().map(|(_, code)| code).collect()
}

fn wanted() -> ToldEvent {
    let entrant = |number: u32| ToldEntrant {
        number,
        surname: format!("SAMPLE{number}"),
        first_names: "Ann".to_owned(),
        country: Some("FRA".to_owned()),
        left: number == 1,
        ..ToldEntrant::default()
    };
    let round = |black, white, discs, bye| ToldRound {
        games: vec![ToldGame {
            black,
            white,
            result: Some(GameResult::played(discs)),
            moves: Vec::new(),
        }],
        byes: vec![bye],
        over: true,
    };
    ToldEvent {
        name: "Sample Open".to_owned(),
        country: Some("FRA".to_owned()),
        first_day: CivilDate::new(2026, 3, 14),
        planned_rounds: Some(11),
        constant: ToldConstant::of_whole(6),
        entrants: [3, 1, 2].map(entrant).to_vec(),
        rounds: vec![round(1, 2, 40, 3), round(3, 1, 32, 2)],
        added: Vec::new(),
    }
}

#[test]
fn every_shape_of_rounds_is_the_same_event() {
    let list = rounds();
    let numbered = json!({"1": list[0], "2": list[1]});
    let objects = json!([{"round": 2, "pairing": list[1]}, {"round": 1, "pairings": list[0]}]);
    for pairing in [json!(list), numbered, objects] {
        let (told, problems) = told(&document(&pairing));
        assert_eq!(problems, []);
        assert_eq!(told.event, wanted());
        assert_eq!(told.pairing_system.as_deref(), Some("Swiss System"));
    }
    let mut without_info = document(&json!(list));
    let info = without_info
        .as_object_mut()
        .unwrap()
        .remove("info")
        .unwrap();
    without_info
        .as_object_mut()
        .unwrap()
        .extend(info.as_object().unwrap().clone());
    let (told_flat, problems) = told(&without_info);
    assert_eq!((told_flat.event, problems), (wanted(), vec![]));
    // Pairings alone: of several rounds, and of one.
    let (event, problems) = (told(&json!(list)).0.event, codes(&json!(list)));
    assert_eq!((event.rounds, problems), (wanted().rounds, vec![]));
    assert_eq!(told(&list[0]).0.event.rounds, wanted().rounds[..1]);
}

#[test]
fn a_constant_other_than_that_of_the_rules_is_told() {
    let with = |coefficient: Value, number: Value| {
        let mut document = document(&json!(rounds()));
        document["info"]["mbq_coef"] = coefficient;
        document["info"]["rounds"] = number;
        told(&document)
    };
    let thousandths = |told: &FlipTheDisc| told.constant.map(ToldConstant::thousandths);
    for (coefficient, number, constant, codes) in [
        (json!(6), json!(11), Some(6_000), vec![]),
        (json!("6"), json!(11), Some(6_000), vec![]),
        (json!(null), json!(11), Some(5_818), vec!["constant"]),
        (json!(5.82), json!(11), Some(5_820), vec!["constant"]),
        (json!(9), json!(7), Some(9_000), vec!["constant"]),
        (json!(null), json!(null), None, vec![]),
        (json!(-1), json!(7), None, vec!["mbq_coef"]),
        (json!(1e9), json!(7), None, vec!["mbq_coef"]),
        (json!(6), json!(0), Some(6_000), vec!["rounds"]),
    ] {
        let (told, problems) = with(coefficient.clone(), number);
        let found: Vec<&str> = problems.iter().map(|(_, code)| *code).collect();
        assert_eq!(
            (thousandths(&told), found),
            (constant, codes),
            "{coefficient}"
        );
    }
    let mut document = document(&json!(rounds()));
    document["info"]["mbq_coef"] = json!(null);
    let parsed = read(serde_json::to_string_pretty(&document).unwrap().as_bytes());
    let said = &parsed.problems[0].what;
    assert!(
        said.starts_with("info.rounds: FlipTheDisc reckons its MBQ with C = 5.818"),
        "{said}"
    );
}

/// No rating list counts it, and nobody drew it.
#[test]
fn what_both_lost_is_no_game_of_an_archive() {
    let lost = json!([player(1, 0, 0), player(2, 0, 0)]);
    let text = document(&json!([[lost, game(3, 4, 40)]])).to_string();
    let file = ArchiveFile {
        name: "482.json",
        bytes: text.as_bytes(),
    };
    let taken = ArchiveFormat::FlipTheDisc.take(&[file]);
    let games = taken.events[0].games.iter();
    assert_eq!(
        games.map(|game| game.discs).collect::<Vec<_>>(),
        [Some((40, 24))]
    );
}

#[test]
fn results_rule_over_scores_and_both_may_lose() {
    let one = |black: Value, white: Value| {
        let mut pairing = json!([player(1, 40, 2), player(2, 24, 0)]);
        let pair = [black, white];
        for (side, changes) in pair.into_iter().enumerate() {
            pairing[side]
                .as_object_mut()
                .unwrap()
                .extend(changes.as_object().unwrap().clone());
        }
        let (told, problems) = told(&json!([[pairing]]));
        let result = told.event.rounds.first().map(|round| round.games[0].result);
        (
            result.unwrap(),
            problems
                .into_iter()
                .map(|(_, code)| code)
                .collect::<Vec<_>>(),
        )
    };
    let played = |discs| Some(GameResult::played(discs));
    let lost = Some(GameResult {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        kind: ResultKind::DoubleForfeit,
        ..GameResult::played(0)
    });
    let none = json!({});
    for (black, white, result, codes) in [
        (none.clone(), none.clone(), played(40), vec![]),
        // White's discs left out, or black's again.
        (none.clone(), json!({"score": null}), played(40), vec![]),
        (none.clone(), json!({"score": 40}), played(40), vec![]),
        (
            json!({"result": null}),
            json!({"result": null}),
            played(40),
            vec![],
        ),
        (
            json!({"result": "2", "score": "40"}),
            none.clone(),
            played(40),
            vec![],
        ),
        (
            json!({"result": null, "score": null}),
            json!({"result": null, "score": null}),
            None,
            vec![],
        ),
        (
            json!({"result": 0, "score": 0}),
            json!({"score": 0}),
            lost,
            vec![],
        ),
        (json!({"result": 3}), none.clone(), None, vec!["result"]),
        (
            json!({"result": 2}),
            json!({"result": 2}),
            None,
            vec!["result"],
        ),
    ] {
        assert_eq!(
            one(black.clone(), white.clone()),
            (result, codes),
            "{black} {white}"
        );
    }
    let (result, codes) = one(json!({"result": 0}), json!({"result": 2}));
    assert_eq!(
        (result.unwrap().black_discs, codes),
        (40, vec!["result_against_score"])
    );
    let (result, codes) = one(json!({"score": 65}), none.clone());
    assert_eq!(
        (result.unwrap().winner, codes),
        (GameResult::played(40).winner, vec!["score", "no_score"])
    );
    let (_, codes) = one(json!({"score": 41}), none);
    assert_eq!(codes, ["score", "no_score"]);
}

#[test]
fn transcripts_are_read_without_passes_and_checked() {
    for (transcript, moves, codes) in [
        (json!("f5d6c3"), 3, vec![]),
        (json!(""), 0, vec![]),
        (json!("F5 d6"), 2, vec![]),
        (json!("f5f5"), 0, vec!["illegal_transcript"]),
        (json!("hello"), 0, vec!["transcript"]),
        (json!(7), 0, vec!["transcript"]),
    ] {
        let mut pairing = game(1, 2, 40);
        pairing[0]["transcript"] = transcript.clone();
        let (told, problems) = told(&json!([[pairing]]));
        let found: Vec<_> = problems.into_iter().map(|(_, code)| code).collect();
        assert_eq!(
            told.event.rounds[0].games[0].moves.len(),
            moves,
            "{transcript}"
        );
        assert_eq!(found, codes, "{transcript}");
    }
}

#[test]
fn finals_belong_to_no_round() {
    let pairing =
        json!({"1": rounds()[0], "108": [game(1, 2, 50), game(2, 1, 20)], "110": [game(1, 3, 33)]});
    let (told, problems) = told(&document(&pairing));
    assert_eq!(problems, []);
    assert_eq!((told.event.rounds.len(), told.event.added.len()), (1, 3));
}

#[test]
fn what_makes_no_sense_is_named_by_line_and_place() {
    let parsed = read(b"{\"pairing\": [\n[\n[{\"id\": 1}, {\"id\": 0}]\n]\n]}");
    let told: Vec<_> = parsed
        .problems
        .iter()
        .map(|problem| problem.to_string())
        .collect();
    assert_eq!(
        told,
        ["line 3: pairing[0][0][1].id: a player's number is whole and above 0"]
    );
    for (document, wanted) in [
        (json!(7), vec!["rounds"]),
        (json!({}), vec!["no_pairings"]),
        (json!({"info": 7, "pairing": []}), vec!["info"]),
        (json!({"standings": 7, "pairing": []}), vec!["standings"]),
        (
            json!({"standings": [{"player_id": -1}], "pairing": []}),
            vec!["player_number"],
        ),
        (json!({"pairing": {"one": []}}), vec!["round_number"]),
        (json!([[game(1, 1, 40)]]), vec!["self_pair"]),
        (
            json!([[game(1, 2, 40), game(2, 3, 40)]]),
            vec!["paired_twice"],
        ),
        (json!([[[{"id": null}, {"id": null}]]]), vec!["pairing"]),
        (
            json!([[[{"id": 1}, {"id": 2}, {"id": 3}]]]),
            vec!["pairing"],
        ),
        (
            json!({"pairing": {"1": [game(1, 2, 40)], "3": [game(1, 2, 40)]}}),
            vec!["round_missing"],
        ),
        (
            json!([{"round": 1, "pairing": []}, {"round": 1, "pairing": []}]),
            vec!["round_twice"],
        ),
        (json!([{"round": 1}]), vec!["round"]),
        (
            json!({"expected_start": "soon", "pairing": []}),
            vec!["date"],
        ),
    ] {
        assert_eq!(codes(&document), wanted, "{document}");
    }
    let broken = read(b"{\"info\": {},\n\"pairing\": [}");
    assert_eq!(
        (broken.problems[0].line, broken.problems[0].code),
        (2, "not_json")
    );
    let deep = read("[".repeat(200_000).as_bytes());
    assert_eq!(deep.problems[0].code, "not_json");
}

#[test]
fn a_start_is_a_day_or_a_time() {
    for (start, day) in [
        (json!("2026-03-14"), CivilDate::new(2026, 3, 14)),
        (json!(1_773_478_800_000_i64), CivilDate::new(2026, 3, 14)),
        (json!(1_773_478_800), CivilDate::new(2026, 3, 14)),
        (json!("1773478800000"), CivilDate::new(2026, 3, 14)),
    ] {
        let document = json!({"expected_start": start, "pairing": rounds()});
        assert_eq!(told(&document).0.event.first_day, day, "{start}");
    }
}

#[test]
fn days_are_counted_both_ways() {
    let mut day = CivilDate::new(1, 1, 1).unwrap().days_since_1970();
    let last = CivilDate::new(9999, 12, 31).unwrap().days_since_1970();
    assert_eq!(CivilDate::of_days_since_1970(day - 1), None);
    assert_eq!(CivilDate::of_days_since_1970(last + 1), None);
    assert_eq!(CivilDate::of_days_since_1970(i64::MAX), None);
    while day <= last {
        let date = CivilDate::of_days_since_1970(day).unwrap();
        assert_eq!(date.days_since_1970(), day);
        day += 1;
    }
}
