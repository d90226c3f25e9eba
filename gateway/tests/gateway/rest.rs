//! REST: statuses, problem documents, cookies, limits, headers. What the services decide is tested with them.

use crate::world::{World, eventually_ready, json_request};
use axum::body::Body;
use http::Request;
use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as pairing;
use serde_json::{Value, json};
use std::{io::Read as _, sync::atomic::Ordering::Relaxed};

#[tokio::test]
async fn every_kind_of_refusal_has_its_status() {
    let world = World::new();
    let table = [
        (Kind::Invalid, 400),
        (Kind::Unauthenticated, 401),
        (Kind::Forbidden, 403),
        (Kind::NotFound, 404),
        (Kind::Refused, 409),
        (Kind::Conflict, 409),
        (Kind::TooMany, 429),
        (Kind::Unavailable, 503),
        (Kind::Internal, 500),
    ];
    for (number, (kind, status)) in table.into_iter().enumerate() {
        let problem = Problem::new(kind, "some_code", "A sentence.")
            .by_rule(Some("EGP I.1"))
            .with("round", 3)
            .with("final", true)
            .with("entrant_ids", vec!["e1".to_owned(), "e2".to_owned()])
            .about("login");
        *world.accounts.refusal.lock().unwrap() = Some(problem);
        let who = json!({"login": format!("anna{number}"), "password": "x"});
        let answer = world.post("/api/v1/sessions", &who).await;
        answer.assert_problem(status, "some_code");
        assert_eq!(answer.json()["rule"], "EGP I.1");
        assert_eq!(answer.json()["detail"], "A sentence.");
        let parameters = json!({"round": 3, "final": true, "entrant_ids": ["e1", "e2"]});
        assert_eq!(answer.json()["parameters"], parameters);
        assert_eq!(answer.json()["field"], "login");
    }
}

#[tokio::test]
async fn whatever_cannot_be_read_is_a_problem_document() {
    let world = World::new();
    let post = |body: &str, kind: &str| {
        Request::post("/api/v1/sessions")
            .header("content-type", kind)
            .body(Body::from(body.to_owned()))
            .unwrap()
    };
    world
        .ask(post("{", "application/json"))
        .await
        .assert_problem(400, "malformed_json");
    world
        .ask(post("{}", "application/json"))
        .await
        .assert_problem(400, "invalid_body");
    world
        .ask(post(
            r#"{"login":1,"password":"x"}"#,
            "application/json; charset=utf-8",
        ))
        .await
        .assert_problem(400, "invalid_body");
    world
        .ask(post("login=a", "application/x-www-form-urlencoded"))
        .await
        .assert_problem(415, "unsupported_media_type");
    let large = format!(r#"{{"login":"{}"}}"#, "x".repeat(65 * 1024));
    world
        .ask(post(&large, "application/json"))
        .await
        .assert_problem(413, "body_too_large");

    world
        .get("/api/v1/nothing")
        .await
        .assert_problem(404, "unknown_route");
    world.get("/api").await.assert_problem(404, "unknown_route");
    world
        .get("/.well-known/nothing")
        .await
        .assert_problem(404, "unknown_route");
    world
        .get("/assets/nothing.js")
        .await
        .assert_problem(404, "unknown_route");
    let wrong = world
        .ask(
            Request::patch("/api/v1/tournaments")
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    wrong.assert_problem(405, "method_not_allowed");
    assert!(
        wrong.header("allow").contains("POST"),
        "{:?}",
        wrong.headers
    );
    world
        .post("/tournament/x", &json!({}))
        .await
        .assert_problem(405, "method_not_allowed");
    let mut first = json_request(
        "POST",
        "/api/v1/tournaments/t1/rounds/first/finish",
        &json!({}),
    );
    let bearer = format!("Bearer {}", world.token("anna")).parse().unwrap();
    first.headers_mut().insert("authorization", bearer);
    let first = world.ask(first).await;
    first.assert_problem(400, "invalid_path");
    world
        .get("/api/v1/tournaments/t1/standings?after_round=last")
        .await
        .assert_problem(400, "invalid_query");
    world
        .get("/api/v1/tournaments/t9")
        .await
        .assert_problem(404, "unknown_tournament");
    world
        .get("/api/v1/socket?ticket=x")
        .await
        .assert_problem(400, "websocket_only");

    let basic = Request::get("/api/v1/me")
        .header("authorization", "Basic eDp5")
        .body(Body::empty())
        .unwrap();
    world.ask(basic).await.assert_problem(401, "token_refused");
    world
        .get("/api/v1/me")
        .await
        .assert_problem(401, "unauthenticated");
}

#[tokio::test]
async fn who_asks_who_they_are_is_told_all_that_they_hold() {
    let world = World::new();
    let me = Request::get("/api/v1/me")
        .header("authorization", format!("Bearer {}", world.token("rosa")))
        .body(Body::empty())
        .unwrap();
    let me = world.ask(me).await.json();
    assert_eq!(
        me["seats"],
        json!([{"tournament_id": "t1", "entrant_id": "e1"}])
    );
    assert_eq!(me["directed_tournament_ids"], json!(["t1"]));
}

#[tokio::test]
async fn a_players_list_may_be_larger_than_other_bodies() {
    let world = World::new();
    world.accounts.administrators.store(true, Relaxed);
    let put = |bytes: usize| {
        Request::put("/api/v1/players-list")
            .header("content-type", "text/plain")
            .header("authorization", format!("Bearer {}", world.token("anna")))
            .body(Body::from(vec![0xe9; bytes]))
            .unwrap()
    };
    let answer = world.ask(put(4_000_000)).await;
    assert_eq!(
        (answer.status, &answer.json()["players"]),
        (200, &json!(4_000_000)),
        "{}",
        answer.text()
    );
    world
        .ask(put(4_000_001))
        .await
        .assert_problem(413, "body_too_large");
}

#[tokio::test]
async fn absent_values_are_null_and_enums_are_words() {
    let world = World::new();
    let event = world.get("/api/v1/tournaments/t1").await.json();
    assert_eq!(event["summary"]["phase"], "between_rounds");
    assert_eq!(event["rounds"][0]["bye_entrant_ids"], serde_json::json!([]));
    assert_eq!(event["rounds"][0]["boards"][0]["result"], Value::Null);
    let list = world
        .get("/api/v1/tournaments/t1/standings?after_round=2")
        .await
        .json();
    assert_eq!(list["round"], 2);
    assert_eq!(list["rows"][0]["cells"][0]["kind"], "bye");
    assert_eq!(
        list["rows"][0]["cells"][0]["opponent_entrant_id"],
        Value::Null
    );
    let table = world.get("/api/v1/games/g").await.json();
    assert_eq!(
        (&table["phase"], &table["to_move"]),
        (&json!("live"), &json!("black"))
    );
    for name in ["last_square", "defaulted", "result"] {
        assert_eq!(table[name], Value::Null, "{name}");
    }
    world.games.commit().await;
    let entries = world
        .get("/api/v1/games/g/entries?after_seq=1")
        .await
        .json();
    assert_eq!(
        entries["entries"],
        json!([{"seq": 2, "at_ms": 5, "events": [{"event": "moved", "n": 2}]}])
    );
}

#[tokio::test]
async fn the_idempotency_key_is_the_command_id() {
    let world = World::new();
    let request = |key: Option<&str>| {
        let mut request = json_request("POST", "/api/v1/tournaments/t1/confirmation", &json!({}));
        let bearer = format!("Bearer {}", world.token("anna"));
        request
            .headers_mut()
            .insert("authorization", bearer.parse().unwrap());
        if let Some(key) = key {
            request
                .headers_mut()
                .insert("idempotency-key", key.parse().unwrap());
        }
        request
    };
    assert_eq!(world.ask(request(Some("my-key"))).await.status, 200);
    assert_eq!(world.ask(request(None)).await.status, 200);
    assert_eq!(world.ask(request(None)).await.status, 200);
    let ids = world.event.command_ids.lock().unwrap().clone();
    assert_eq!(ids[0], "my-key");
    assert!(ids[1].len() >= 22 && ids[1] != ids[2]);
    for bad in ["", "two words", &"x".repeat(65)] {
        world
            .ask(request(Some(bad)))
            .await
            .assert_problem(400, "invalid_command_id");
    }
    assert_eq!(world.event.command_ids.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn a_move_over_rest_is_stamped_for_its_account() {
    let world = World::new();
    let mut request = json_request(
        "POST",
        "/api/v1/games/g/moves",
        &json!({"ply": 1, "square": "f5"}),
    );
    let bearer = format!("Bearer {}", world.token("anna"));
    request
        .headers_mut()
        .insert("authorization", bearer.parse().unwrap());
    let before = world.clock.now_ms();
    let answer = world.ask(request).await;
    assert_eq!(answer.json(), json!({"seq": 2, "repeated": false}));
    let stamps = world.games.state(|state| state.stamps[0].clone());
    assert_eq!(
        (stamps.account_id.as_str(), stamps.delivered_at_ms),
        ("anna", 0)
    );
    assert!((before..=world.clock.now_ms()).contains(&stamps.received_at_ms));
}

#[tokio::test]
async fn accommodations_and_clocks_of_ones_own_go_through() {
    let world = World::new();
    let ask = |method: &str, path: &str, body: &Value| {
        let mut request = json_request(method, &format!("/api/v1/tournaments/{path}"), body);
        let bearer = format!("Bearer {}", world.token("anna"));
        let headers = request.headers_mut();
        headers.insert("authorization", bearer.parse().unwrap());
        world.ask(request)
    };
    let granted =
        json!({"extra_ms": 300_000, "assistant_account_id": "helper", "accept_deviations": true});
    let answer = ask("POST", "t1/entrants/e1/accommodation", &granted).await;
    assert_eq!(
        (answer.status, answer.json()),
        (200, json!({"seq": 7, "round_taken_back": null}))
    );
    let answer = ask(
        "POST",
        "t1/entrants/e2/accommodation",
        &json!({"sight_impaired": true}),
    );
    assert_eq!(answer.await.status, 200);
    let asked = world.event.granted.lock().unwrap()[0].clone();
    assert_eq!(
        (asked.tournament_id.as_str(), asked.accept_deviations),
        ("t1", true)
    );
    let listed = ask("GET", "t1/accommodations", &Value::Null).await.json();
    let wanted = json!([
        {"entrant_id": "e1", "extra_ms": 300_000, "assistant_account_id": "helper", "sight_impaired": false},
        {"entrant_id": "e2", "extra_ms": 0, "assistant_account_id": null, "sight_impaired": true},
    ]);
    assert_eq!(listed["accommodations"], wanted);
    let unknown = ask("GET", "t2/accommodations", &Value::Null).await;
    unknown.assert_problem(404, "unknown_tournament");

    let control = json!({"kind": "fischer", "main_ms": 900_000, "increment_ms": 5_000});
    let own = json!({"clocks": [{"entrant_id": "e1", "time_control": control}]});
    let answer = ask("POST", "t1/rounds", &own).await;
    assert_eq!(answer.status, 201);
    let clocks = world.event.clocks.lock().unwrap().clone();
    let asked = clocks[0].time_control.clone().unwrap();
    assert_eq!(
        (clocks[0].entrant_id.as_str(), asked.kind.as_str()),
        ("e1", "fischer")
    );
    assert_eq!((asked.main_ms, asked.increment_ms), (900_000, 5_000));
    let board = answer.json()["boards"][0].clone();
    assert_eq!(board["black_clock"]["extra_ms"], 300_000);
    assert_eq!(board["black_clock"]["time_control"]["increment_ms"], 5_000);
    assert_eq!(board["white_clock"], Value::Null);
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let world = World::new();
    for path in [
        "/",
        "/t/any-page",
        "/healthz",
        "/metrics",
        "/api/docs",
        "/api/docs/docs.js",
        "/api/v1/openapi.json",
        "/api/v1/tournaments",
        "/api/v1/nothing",
        "/.well-known/jwks.json",
        "/assets/nothing.js",
    ] {
        let answer = world.get(path).await;
        assert_eq!(
            answer.header("content-security-policy"),
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(!answer.header("permissions-policy").is_empty(), "{path}");
        assert_eq!(answer.header("strict-transport-security"), "", "{path}");
    }
}

#[tokio::test]
async fn pages_to_be_framed_and_no_others_may_stand_in_a_frame() {
    let world = World::new();
    for (path, framed) in [
        ("/embed/g/any-game", true),
        ("/embed/t/any-event/standings", true),
        ("/embed/t/any-event/table/3", true),
        ("/embed", false),
        ("/embed/g/", false),
        ("/embed/x", false),
        ("/embed/g/any-game/more", false),
        ("/embed/../account", false),
        ("/embed/g/..", false),
        ("/embed/..%2f..%2fsign-in", false),
        ("/embedded/g/any-game", false),
        ("/g/any-game", false),
        ("/overlay/g/any-game", false),
        ("/api/v1/embed/g", false),
    ] {
        let answer = world.get(path).await;
        let policy = answer.header("content-security-policy");
        assert_eq!(policy.contains("frame-ancestors *"), framed, "{path}");
        assert_eq!(policy.contains("frame-ancestors 'none'"), !framed, "{path}");
        let denied = if framed { "" } else { "DENY" };
        assert_eq!(answer.header("x-frame-options"), denied, "{path}");
        assert!(policy.starts_with("default-src 'self';"), "{path}");
    }
}

#[tokio::test]
async fn the_docs_page_needs_nothing_from_elsewhere_and_nothing_inline() {
    let world = World::new();
    let page = world.get("/api/docs").await;
    assert_eq!(page.status, 200);
    let html = page.text();
    for refused in [
        "http://", "https://", "style=", "<style", "onclick", "onload",
    ] {
        assert!(!html.contains(refused), "{refused}");
    }
    assert!(!html.contains("<script>"));
    for (path, kind) in [
        ("/api/docs/docs.js", "text/javascript"),
        ("/api/docs/docs.css", "text/css"),
    ] {
        let answer = world.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("content-type").starts_with(kind));
        assert!(html.contains(path));
    }
}

#[tokio::test]
async fn text_is_compressed_and_secrets_are_not() {
    let world = World::new();
    let request = Request::get("/api/v1/openapi.json")
        .header("accept-encoding", "gzip")
        .body(Body::empty())
        .unwrap();
    let answer = world.ask(request).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    assert_eq!(answer.body[..2], [0x1f, 0x8b]);
    let mut request = json_request(
        "POST",
        "/api/v1/sessions",
        &json!({"login": "a", "password": "x"}),
    );
    request
        .headers_mut()
        .insert("accept-encoding", "gzip".parse().unwrap());
    assert_eq!(world.ask(request).await.header("content-encoding"), "");
}

#[tokio::test]
async fn a_tournament_has_the_tag_of_what_is_shown_of_it() {
    let world = World::new();
    let path = "/api/v1/tournaments/t1";
    let tag = world.get(path).await.header("etag").to_owned();
    assert!(tag.starts_with("W/\"7-"), "{tag}");
    let again = || {
        let request = Request::get(path).header("if-none-match", &tag);
        world.ask(request.body(Body::empty()).unwrap())
    };
    let known = again().await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    world.event.seq.store(8, Relaxed);
    let newer = again().await;
    assert_eq!(newer.status, 200);
    assert!(newer.header("etag").starts_with("W/\"8-"));
}

#[tokio::test]
async fn a_rating_file_is_an_attachment_with_a_tag() {
    let world = World::new();
    let answer = world.get("/api/v1/tournaments/t1/rating-file").await;
    assert_eq!(answer.text(), "%%Harbour Open\r\n");
    assert_eq!(
        answer.header("content-type"),
        "text/plain; charset=us-ascii"
    );
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"20260718_HARBOUR__OPEN_.ELO\""
    );
    let tag = answer.header("etag").to_owned();
    let request = Request::get("/api/v1/tournaments/t1/rating-file")
        .header("if-none-match", &tag)
        .body(Body::empty())
        .unwrap();
    let again = world.ask(request).await;
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (304, 0, tag.as_str())
    );
    world
        .get("/api/v1/tournaments/t2/rating-file")
        .await
        .assert_problem(404, "not_confirmed");
    let manifest = world
        .get("/api/v1/tournaments/t1/rating-file/manifest")
        .await
        .json();
    assert_eq!(
        (
            manifest["manifest"].as_str(),
            manifest["signature"].as_str()
        ),
        (Some(r#"{"version": 1}"#), Some("-_8"))
    );
}

#[tokio::test]
async fn a_file_beside_it_is_an_attachment_with_its_digest_as_tag() {
    let world = World::new();
    let path = "/api/v1/tournaments/t1/rating-file/standings.csv?version=2";
    let answer = world.get(path).await;
    assert_eq!(answer.text(), "place,surname\r\n2,Ærøvang\r\n");
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"20260718_HARBOUR__OPEN_.standings.csv\""
    );
    assert_eq!(answer.header("etag"), "\"5c4e\"");
    let request = Request::get(path).header("if-none-match", "\"5c4e\"");
    let again = world.ask(request.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (304, 0, "\"5c4e\"")
    );
    for path in ["t1/rating-file/games.txt", "t2/rating-file/standings.csv"] {
        let missing = world.get(&format!("/api/v1/tournaments/{path}")).await;
        missing.assert_problem(404, "no_such_file");
    }
}

#[tokio::test(start_paused = true)]
async fn operators_see_health_readiness_counters_and_keys() {
    let world = World::new();
    assert_eq!(world.get("/healthz").await.status, 200);
    let not_yet = world.get("/readyz").await;
    not_yet.assert_problem(503, "not_ready");
    assert!(not_yet.json()["detail"].as_str().unwrap().contains("play"));
    world.inside();
    eventually_ready(&world).await;
    assert_eq!(world.get("/readyz").await.json(), json!({"ready": true}));
    world.get("/api/v1/tournaments/t9").await;
    let text = world.get("/metrics").await.text();
    for line in [
        "outflank_http_requests_total{method=\"GET\",route=\"/api/v1/tournaments/{tournament_id}\",status=\"404\"} 1",
        "outflank_refusals_total{face=\"rest\",code=\"unknown_tournament\"} 1",
        "outflank_sockets_open 0",
        "outflank_play_answers 1",
    ] {
        assert!(
            text.lines().any(|have| have == line),
            "{line} is not in\n{text}"
        );
    }
    let keys = world.get("/.well-known/jwks.json").await;
    assert_eq!(keys.header("content-type"), "application/jwk-set+json");
    assert_eq!(keys.json(), json!({"keys": []}));
}

#[tokio::test]
async fn the_web_app_is_served_or_its_absence_is_explained() {
    let world = World::new();
    let page = world.get("/").await;
    if page.status == 503 {
        assert!(page.text().contains("npm run build"));
        // Whatever keeps an earlier app on a device learns that there is none.
        assert_eq!(world.get("/service-worker.js").await.status, 404);
        return;
    }
    assert!(page.header("content-type").starts_with("text/html"));
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_eq!(world.get("/claim").await.body, page.body);
    for (file, media_type) in [
        ("/service-worker.js", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let answer = world.get(file).await;
        assert!(answer.header("content-type").starts_with(media_type));
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    assert_eq!(world.get("/assets/gone.js").await.status, 404);
    let html = page.text();
    let asset = html
        .split('"')
        .find(|part| part.starts_with("/assets/"))
        .unwrap();
    let answer = world.get(asset).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    let request = Request::get(asset)
        .header("if-none-match", answer.header("etag"))
        .body(Body::empty())
        .unwrap();
    assert_eq!(world.ask(request).await.status, 304);
}

/// Whoever asks for the same after the first has it as it was made for them, compressed where they take that.
#[tokio::test]
async fn a_document_that_many_read_is_the_same_to_all_of_them() {
    let world = World::new();
    let shown = |seq| {
        let entrant = |number| pairing::Entrant {
            id: format!("e{number}"),
            surname: format!("Player {number}"),
            ..pairing::Entrant::default()
        };
        let mut tournament = world.event.tournament();
        tournament.entrants = (0..200).map(entrant).collect();
        if let Some(summary) = &mut tournament.summary {
            summary.seq = seq;
        }
        world.event.shown.lock().unwrap().tournament = Some(tournament);
    };
    shown(7);
    let ask = async |coding: &'static str| {
        let request = Request::get("/api/v1/tournaments/t1").header("accept-encoding", coding);
        world.ask(request.body(Body::empty()).unwrap()).await
    };
    let first = ask("identity").await;
    assert_eq!((first.status, first.header("content-encoding")), (200, ""));
    let tag = first.header("etag").to_owned();
    for _ in 0..2 {
        let compressed = ask("gzip").await;
        assert_eq!(compressed.header("content-encoding"), "gzip");
        assert_eq!(compressed.header("vary"), "accept-encoding");
        assert_eq!(compressed.header("content-type"), "application/json");
        assert_eq!(compressed.header("etag"), tag);
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&*compressed.body)
            .read_to_end(&mut text)
            .unwrap();
        assert_eq!(text, first.body);
        assert_eq!(ask("identity").await.body, first.body);
    }
    shown(8);
    let newer = ask("identity").await;
    assert_ne!(newer.header("etag"), tag);
    assert_ne!(newer.body, first.body);
}
