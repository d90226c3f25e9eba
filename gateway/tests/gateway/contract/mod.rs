//! Every route says what its contract says: what it passes on, and what it answers.

mod answering;
mod counted;
mod filler;
mod mirror;
mod reading;

use std::collections::BTreeSet;

use axum::body::Body;
use http::Request;
use outflank_proto::{
    contract::{METHODS, Method, Need, Verb},
    json,
    schema::{self, Message},
};
use serde_json::{Map, Value};

use crate::world::{Answer, json_request};
use filler::{Fill, Filler};
use mirror::Mirror;

/// Enough for every member of every oneof, and every word of every enum.
const TURNS: u32 = 24;

fn message(name: &str) -> &'static Message {
    schema::message(name).unwrap()
}

fn json(of: &Message, bytes: &[u8]) -> Value {
    let mut out = Vec::new();
    json::write(of, bytes, &mut out).unwrap_or_else(|fault| panic!("{fault}"));
    serde_json::from_slice(&out).unwrap()
}

/// What the contract gives over HTTP of a service's answer.
fn given(method: &Method, bytes: &[u8]) -> Value {
    let of = message(method.output);
    let Some(name) = method.http.and_then(|http| http.response_body) else {
        return json(of, bytes);
    };
    let mut out = Vec::new();
    json::write_field(of, of.field(name).unwrap(), bytes, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Get => "GET",
        Verb::Put => "PUT",
        Verb::Post => "POST",
        Verb::Delete => "DELETE",
        Verb::Patch => "PATCH",
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A request that says everything that a message says.
fn request(method: &Method, mut said: Map<String, Value>) -> Request<Body> {
    let http = method.http.unwrap();
    let command_id = said.remove("command_id");
    let mut path = String::new();
    for part in http.path.split('/').skip(1) {
        let field = part
            .strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'));
        path += "/";
        path += &field.map_or_else(
            || part.to_owned(),
            |field| text(&said.remove(field).unwrap()),
        );
    }
    let verb = verb(http.verb);
    let mut request = match http.body {
        Some("*") => json_request(verb, &path, &Value::Object(said)),
        Some(field) => json_request(verb, &path, &said[field]),
        None => {
            let mut query = Vec::new();
            for (key, value) in &said {
                let all = value
                    .as_array()
                    .cloned()
                    .unwrap_or_else(|| vec![value.clone()]);
                query.extend(all.iter().map(|one| format!("{key}={}", text(one))));
            }
            mirror::bare(verb, &format!("{path}?{}", query.join("&")))
        }
    };
    if let Some(id) = command_id {
        let id = text(&id).parse().unwrap();
        request.headers_mut().insert("idempotency-key", id);
    }
    request
}

/// Where two values differ.
fn differences(at: &str, one: &Value, other: &Value, found: &mut BTreeSet<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys()).collect::<BTreeSet<_>>() {
                let at = format!("{at}.{key}");
                match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => differences(&at, one, other, found),
                    _ => drop(found.insert(at)),
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (one, other) in one.iter().zip(other) {
                differences(&format!("{at}[]"), one, other, found);
            }
        }
        _ if one == other => {}
        _ => drop(found.insert(at.to_owned())),
    }
}

/// Translations: every method with a route that the gateway has no handler of its own for.
fn translated() -> impl Iterator<Item = &'static Method> {
    METHODS
        .iter()
        .filter(|method| method.http.is_some() && !method.by_hand)
}

/// Asked by somebody.
async fn ask(router: &axum::Router, mut request: Request<Body>) -> Answer {
    let headers = request.headers_mut();
    let somebody = format!("Bearer {}", mirror::token()).parse().unwrap();
    headers
        .entry(http::header::AUTHORIZATION)
        .or_insert(somebody);
    ask_as_it_is(router, request).await
}

async fn ask_as_it_is(router: &axum::Router, request: Request<Body>) -> Answer {
    use tower::ServiceExt as _;
    let (verb, path) = (request.method().clone(), request.uri().path().to_owned());
    let answer = Answer::of(router.clone().oneshot(request).await.unwrap()).await;
    crate::documented::assert_documented(verb.as_str(), &path, &answer);
    answer
}

#[tokio::test]
async fn every_route_passes_on_what_it_is_told_and_gives_what_it_is_answered() {
    let mirror = Mirror::default();
    let router = mirror.router();
    let mut found = BTreeSet::new();
    for method in translated() {
        let (asked, answered) = (message(method.input), message(method.output));
        for turn in 0..TURNS {
            let fill = if turn == 0 { Fill::Bare } else { Fill::Whole };
            let answer = Filler::new(fill, false, turn).message(answered);
            mirror.answers(method.path, answer.clone());
            let wanted = Filler::new(Fill::Whole, true, turn).message(asked);
            let wanted = json(asked, &wanted);
            let Value::Object(said) = wanted.clone() else {
                panic!("{wanted}")
            };
            let got = ask(&router, request(method, said)).await;
            let name = method.path;
            if got.status == 404 && got.json()["code"] == "unknown_route" || got.status == 405 {
                found.insert(format!("{name} has no route"));
                break;
            }
            if got.status != method.status {
                let detail = text(&got.json()["detail"]);
                found.insert(format!("{name} is refused: {detail}"));
                continue;
            }
            let passed = mirror.asked();
            let passed = passed.iter().find(|(path, _)| path == name).unwrap();
            differences(
                &format!("{name} asked"),
                &json(asked, &passed.1),
                &wanted,
                &mut found,
            );
            if method.status == 204 {
                assert!(got.body.is_empty(), "{name}");
                continue;
            }
            let given = given(method, &answer);
            differences(&format!("{name} answered"), &got.json(), &given, &mut found);
        }
    }
    assert_eq!(found, BTreeSet::new());
}

#[tokio::test]
async fn nobody_is_refused_before_anything_is_read() {
    let mirror = Mirror::default();
    let router = mirror.router();
    for method in translated() {
        let asked = message(method.input);
        let whole = Filler::new(Fill::Whole, true, 0).message(asked);
        let Value::Object(said) = json(asked, &whole) else {
            panic!("{}", method.path)
        };
        let mut request = request(method, said);
        if method.need == Need::Anyone {
            continue;
        }
        *request.body_mut() = Body::from("{");
        let answer = ask_as_it_is(&router, request).await;
        answer.assert_problem(401, "unauthenticated");
        assert_eq!(mirror.asked(), [], "{}", method.path);
    }
}
