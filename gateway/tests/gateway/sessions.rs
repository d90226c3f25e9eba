//! Sessions, seats and limits: cookies, foreign pages, guessing.

use crate::world::{World, json_request};
use axum::body::Body;
use http::Request;
use outflank_gateway::{Limits, PublicOrigin, Rate};
use serde_json::{Value, json};

#[tokio::test]
async fn the_refresh_token_goes_into_a_cookie_that_only_our_pages_can_use() {
    let world = World::new();
    let who = json!({"login": "anna", "password": "x"});
    let plain = world.post("/api/v1/sessions", &who).await;
    assert_eq!(plain.json()["refresh_token"], "refresh-1");
    assert_eq!(plain.header("set-cookie"), "");
    assert_eq!(plain.header("cache-control"), "no-store");

    let who = json!({"login": "anna", "password": "x", "cookie": true});
    let answer = world.post("/api/v1/sessions", &who).await;
    assert_eq!(answer.json()["refresh_token"], Value::Null);
    assert_eq!(answer.json()["account"]["login"], Value::Null);
    let cookies: Vec<&str> = answer
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|one| one.to_str().unwrap())
        .collect();
    let [cookie, device] = cookies.as_slice() else {
        panic!("{cookies:?}");
    };
    assert_eq!(
        *device,
        "outflank_device=device-1; Path=/api/v1/sessions; Max-Age=34560000; HttpOnly; SameSite=Strict"
    );
    assert_eq!(answer.json()["device_token"], Value::Null);
    assert_eq!(plain.json()["device_token"], "device-1");
    let rest = cookie
        .strip_prefix("outflank_refresh=refresh-1; Path=/api/v1/sessions; Max-Age=")
        .unwrap();
    let (age, rest) = rest.split_once(';').unwrap();
    assert!(
        (3590..=3600).contains(&age.parse::<i64>().unwrap()),
        "{age}"
    );
    assert_eq!(rest, " HttpOnly; SameSite=Strict");

    let refresh = |headers: &[(&'static str, &str)], cookie: &str| {
        let mut request = json_request("POST", "/api/v1/sessions/refresh", &json!({}));
        request
            .headers_mut()
            .insert("host", "play.example:8080".parse().unwrap());
        request.headers_mut().insert(
            "cookie",
            format!("a=b; outflank_refresh={cookie}").parse().unwrap(),
        );
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        request
    };
    for own in [
        &[][..],
        &[("origin", "http://play.example:8080")],
        &[("sec-fetch-site", "same-origin")],
    ] {
        let answer = world.ask(refresh(own, "r")).await;
        assert_eq!(answer.status, 200, "{own:?}");
        assert_eq!(answer.json()["refresh_token"], Value::Null);
        assert!(answer.header("set-cookie").contains("HttpOnly"));
    }
    let foreign = [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    for foreign in foreign {
        world
            .ask(refresh(&[foreign], "r"))
            .await
            .assert_problem(403, "foreign_origin");
    }
    assert_eq!(world.accounts.refreshed.lock().unwrap().len(), 3);
    let ended = world.ask(refresh(&[], "used")).await;
    ended.assert_problem(401, "session_ended");
    assert!(
        ended
            .header("set-cookie")
            .contains("outflank_refresh=; Path=/api/v1/sessions; Max-Age=0")
    );
    world
        .post("/api/v1/sessions/refresh", &json!({}))
        .await
        .assert_problem(401, "no_session");
}

#[tokio::test]
async fn a_session_goes_into_a_cookie_for_our_own_pages_alone() {
    let world = World::new();
    let asked = |(path, body): (&str, Value), origin: Option<&str>| {
        let mut request = json_request("POST", path, &body);
        let headers = request.headers_mut();
        headers.insert("host", "play.example:8080".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        world.ask(request)
    };
    for (path, mut body) in [
        (
            "/api/v1/accounts",
            json!({"display_name": "Anna", "login": "anna", "password": "seven wet umbrellas"}),
        ),
        (
            "/api/v1/sessions",
            json!({"login": "anna", "password": "seven wet umbrellas"}),
        ),
        ("/api/v1/seats/claim", json!({"code": "CODE"})),
        ("/api/v1/guests", json!({})),
    ] {
        let evil = Some("http://evil.example");
        let answer = asked((path, body.clone()), evil).await;
        assert!(matches!(answer.status, 200 | 201), "{}", answer.text());
        assert!(!answer.headers.contains_key("set-cookie"));
        body["cookie"] = true.into();
        let refused = asked((path, body.clone()), evil).await;
        refused.assert_problem(403, "foreign_origin");
        for own in [None, Some("http://play.example:8080")] {
            let answer = asked((path, body.clone()), own).await;
            assert!(answer.headers.contains_key("set-cookie"), "{path}");
        }
    }
    assert_eq!(world.accounts.sign_ins.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn signing_out_ends_the_session_and_the_cookie() {
    let world = World::new();
    let mut request = json_request("DELETE", "/api/v1/sessions", &json!({}));
    request
        .headers_mut()
        .insert("cookie", "outflank_refresh=r1".parse().unwrap());
    let answer = world.ask(request).await;
    assert_eq!(answer.status, 204);
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    let request = json_request(
        "DELETE",
        "/api/v1/sessions",
        &json!({"refresh_token": "r2"}),
    );
    assert_eq!(world.ask(request).await.status, 204);
    assert_eq!(*world.accounts.signed_out.lock().unwrap(), ["r1", "r2"]);
    assert_eq!(
        world
            .ask(
                Request::delete("/api/v1/sessions")
                    .body(Body::empty())
                    .unwrap()
            )
            .await
            .status,
        204
    );
}

#[tokio::test]
async fn over_tls_the_cookie_is_secure_and_links_are_https() {
    let world = World::with(
        Limits::default(),
        PublicOrigin::new(Some("https://open.example/"), false),
    );
    let mut request = json_request(
        "POST",
        "/api/v1/sessions",
        &json!({"login": "a", "password": "x", "cookie": true}),
    );
    request
        .headers_mut()
        .insert("host", "open.example".parse().unwrap());
    let answer = world.ask(request).await;
    assert!(
        answer
            .header("set-cookie")
            .ends_with("SameSite=Strict; Secure")
    );
    assert_eq!(
        answer.header("strict-transport-security"),
        "max-age=63072000"
    );

    let link = |world: &World, host: &str| {
        let mut request = json_request(
            "POST",
            "/api/v1/tournaments/t1/entrants/e1/seat-code",
            &json!({}),
        );
        let bearer = format!("Bearer {}", world.token("anna"));
        request
            .headers_mut()
            .insert("authorization", bearer.parse().unwrap());
        request.headers_mut().insert("host", host.parse().unwrap());
        request
    };
    let answer = world.ask(link(&world, "10.0.0.5:8080")).await.json();
    assert_eq!(answer["link"], "https://open.example/claim#CODE");
    let world = World::new();
    let answer = world.ask(link(&world, "10.0.0.5:8080")).await.json();
    assert_eq!(answer["link"], "http://10.0.0.5:8080/claim#CODE");
}

#[tokio::test]
async fn a_seat_is_claimed_with_or_without_an_account() {
    let world = World::new();
    let answer = world
        .post(
            "/api/v1/seats/claim",
            &json!({"code": "CODE", "cookie": true}),
        )
        .await;
    assert_eq!(answer.json()["session"]["access_token"], "access");
    assert!(
        answer
            .header("set-cookie")
            .starts_with("outflank_refresh=refresh-1;")
    );
    let mut request = json_request("POST", "/api/v1/seats/claim", &json!({"code": "CODE"}));
    let bearer = format!("Bearer {}", world.token("bert"));
    request
        .headers_mut()
        .insert("authorization", bearer.parse().unwrap());
    let answer = world.ask(request).await;
    assert_eq!(
        answer.json(),
        json!({"tournament_id": "t1", "entrant_id": "e1", "session": null})
    );
    let seat = world.get("/api/v1/seats/CODE").await.json();
    assert_eq!(seat["tournament_name"], "Harbour Open");
}

#[tokio::test]
async fn a_guest_is_signed_in_with_or_without_a_name() {
    let world = World::new();
    for (guest, name) in [
        (json!({}), ""),
        (json!({"display_name": null}), ""),
        (json!({"display_name": "Astrid Holm"}), "Astrid Holm"),
    ] {
        let answer = world.post("/api/v1/guests", &guest).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (201, "no-store")
        );
        let session = answer.json();
        assert_eq!(session["account"]["display_name"], name);
        assert_eq!(session["account"]["login"], Value::Null);
        assert_eq!(session["access_token"], "access");
        assert_eq!(session["refresh_token"], "refresh-1");
        assert_eq!(session["device_token"], Value::Null);
    }
}

#[tokio::test]
async fn whoever_is_signed_in_keeps_the_account_by_a_login() {
    let world = World::new();
    let asked = |login: &str, token: Option<String>| {
        let kept = json!({"login": login, "password": "seven wet umbrellas"});
        let mut request = json_request("POST", "/api/v1/account/login", &kept);
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        world.ask(request)
    };
    let nobody = asked("anna", None).await;
    nobody.assert_problem(401, "unauthenticated");
    let taken = asked("taken", Some(world.token("anna"))).await;
    taken.assert_problem(409, "login_taken");
    let kept = asked("anna", Some(world.token("anna"))).await;
    assert_eq!(
        (kept.status, kept.header("cache-control")),
        (200, "no-store")
    );
    assert_eq!(kept.json()["account"]["login"], "anna");
    assert_eq!(kept.json()["access_token"], "kept");
    world.accounts.ended.lock().unwrap().push("s".into());
    let late = asked("anna", Some(world.token("anna"))).await;
    late.assert_problem(401, "session_ended");
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let limits = Limits {
        seat_claims_per_address: Rate::per_minute(3),
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    for _ in 0..3 {
        assert_eq!(world.get("/api/v1/seats/CODE").await.status, 200);
    }
    world
        .post("/api/v1/seats/claim", &json!({"code": "CODE"}))
        .await
        .assert_problem(429, "too_many_requests");
}
