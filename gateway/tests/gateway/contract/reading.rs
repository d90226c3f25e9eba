//! What a request may say, where, and how it is refused.

use axum::{Router, body::Body};
use http::Request;
use serde_json::{Value, json};

use super::{
    ask,
    filler::{Fill, Filler},
    message,
    mirror::{Mirror, bare},
};
use crate::world::{Answer, json_request};
use outflank_proto::contract::METHODS;

const SEASON: &str = "/outflank.standings.v1.StandingsService/GetSeason";

/// Every method is answered.
fn mirror() -> (Mirror, Router) {
    let mirror = Mirror::default();
    for method in METHODS {
        let answer = Filler::new(Fill::Whole, false, 0).message(message(method.output));
        mirror.answers(method.path, answer);
    }
    let router = mirror.router();
    (mirror, router)
}

#[track_caller]
fn assert_about(answer: &Answer, code: &str, field: &str) {
    answer.assert_problem(400, code);
    let document = answer.json();
    assert_eq!(document["field"], field, "{document}");
    let detail = document["detail"].as_str().unwrap();
    assert!(detail.contains(&format!("`{field}`")), "{document}");
}

#[tokio::test]
async fn a_query_says_what_its_method_reads_and_says_it_once() {
    let (mirror, router) = mirror();
    for (path, field) in [
        ("tournaments/t1/standings?afterround=2", "afterround"),
        (
            "tournaments/t1/standings?after_round=2&after_round=3",
            "after_round",
        ),
        ("tournaments/t1/standings?after_round=last", "after_round"),
        ("tournaments/t1/standings?after_round=", "after_round"),
        ("tournaments/t1/standings?tournament_id=t2", "tournament_id"),
        ("games/g?viewer_account_id=anna", "viewer_account_id"),
        ("season?rule_set=egp-2020", "tournament_ids"),
        ("tournaments/t1/standings?a%0ab", "a\\nb"),
    ] {
        let answer = ask(&router, bare("GET", &format!("/api/v1/{path}"))).await;
        assert_about(&answer, "invalid_query", field);
    }
    let request = json_request("POST", "/api/v1/tournaments?name=Open", &json!({}));
    assert_about(&ask(&router, request).await, "invalid_query", "name");
    assert_eq!(mirror.asked(), []);

    let lists = "/api/v1/season?tournament_ids=t1&tournament_ids=t%202";
    assert_eq!(ask(&router, bare("GET", lists)).await.status, 200);
    let asked = mirror.asked();
    let asked = asked.iter().find(|(path, _)| path == SEASON).unwrap();
    let asked = super::json(message("outflank.standings.v1.GetSeasonRequest"), &asked.1);
    assert_eq!(asked["tournament_ids"], json!(["t1", "t 2"]));
}

#[tokio::test]
async fn a_body_says_what_its_method_takes_and_nothing_that_is_said_elsewhere() {
    let (mirror, router) = mirror();
    let rounds = "/api/v1/tournaments/t1/rounds";
    let nations = "/api/v1/tournaments/t1/nations";
    for (path, body, field) in [
        (rounds, json!({"startz": 1}), "startz"),
        (rounds, json!({"tournament_id": "t2"}), "tournament_id"),
        (rounds, json!({"command_id": "c1"}), "command_id"),
        (
            rounds,
            json!({"accept_deviations": null}),
            "accept_deviations",
        ),
        (
            rounds,
            json!({"clocks": [{"entrant_id": "e1"}]}),
            "clocks[0].time_control",
        ),
        ("/api/v1/games/g/moves", json!({"ply": 1}), "square"),
        (
            "/api/v1/games/g/moves",
            json!({"ply": 1, "square": "f5", "stamps": {}}),
            "stamps",
        ),
        (
            "/api/v1/games/g/acts",
            json!({"act": {"type": "applaud"}, "reason": "Well played."}),
            "act.type",
        ),
        (nations, json!({}), "country"),
        (nations, json!({"nation": {}}), "nation"),
    ] {
        let answer = ask(&router, json_request("POST", path, &body)).await;
        let document = answer.json();
        answer.assert_problem(400, "invalid_body");
        assert_eq!(document["field"], field, "{path} {body}: {document}");
        assert!(document["parameters"]["mistake"].is_string(), "{document}");
    }
    let sent = |kind: &str, body: &str| {
        Request::post(rounds)
            .header("content-type", kind)
            .body(Body::from(body.to_owned()))
            .unwrap()
    };
    for (kind, body, status, code) in [
        ("application/json", "{", 400, "malformed_json"),
        ("application/json", "[]", 400, "invalid_body"),
        ("text/plain", "{}", 415, "unsupported_media_type"),
        (
            "application/json",
            &"x".repeat(65 * 1024),
            413,
            "body_too_large",
        ),
    ] {
        let answer = ask(&router, sent(kind, body)).await;
        answer.assert_problem(status, code);
        assert_eq!(answer.json()["field"], Value::Null);
    }
    assert_eq!(mirror.asked(), []);
    // Nothing at all is an empty object.
    assert_eq!(ask(&router, bare("POST", rounds)).await.status, 201);
}

#[tokio::test]
async fn where_the_address_says_everything_no_body_is_read() {
    let (mirror, router) = mirror();
    let resignation = "/api/v1/games/g/resignation";
    for (kind, body) in [
        ("application/json", "{"),
        ("application/json", "{\"ply\":1}"),
        ("text/plain", "I resign"),
        ("application/x-www-form-urlencoded", &"x".repeat(65 * 1024)),
    ] {
        let request = Request::post(resignation).header("content-type", kind);
        let request = request.body(Body::from(body.to_owned())).unwrap();
        assert_eq!(ask(&router, request).await.status, 200, "{kind}");
    }
    assert_eq!(mirror.asked().len(), 4);
}

#[tokio::test]
async fn what_an_address_names_is_read_as_its_field() {
    let (mirror, router) = mirror();
    let path = |round: &str| format!("/api/v1/tournaments/t%2F1/rounds/{round}/finish");
    for round in ["first", "-1", "01", "4294967296"] {
        let answer = ask(&router, bare("POST", &path(round))).await;
        assert_about(&answer, "invalid_path", "round");
    }
    assert_eq!(ask(&router, bare("POST", &path("3"))).await.status, 200);
    let asked = mirror.asked();
    let of = message("outflank.pairing.v1.FinishRoundRequest");
    let asked = super::json(of, &asked.last().unwrap().1);
    assert_eq!(
        (&asked["tournament_id"], &asked["round"]),
        (&json!("t/1"), &json!(3))
    );
    // Without a header, whoever asks gets a command id that nobody else has.
    assert!(asked["command_id"].as_str().unwrap().len() >= 22, "{asked}");
}
