//! The documents are checked in, because clients are generated from them.

use std::{collections::BTreeSet, fs, path::Path};

use outflank_proto::{ASYNCAPI, OPENAPI};
use serde_json::Value;

use crate::world::World;

/// What the first release answers under `/api/v1`: programs that know it find it there.
const ROUTES: [&str; 59] = [
    "post /accounts",
    "post /sessions",
    "delete /sessions",
    "post /sessions/refresh",
    "get /me",
    "get /account/programs",
    "post /account/programs",
    "get /account/api-keys",
    "post /account/api-keys",
    "delete /account/api-keys/{}",
    "get /seats/{}",
    "post /seats/claim",
    "get /rule-sets",
    "get /tournaments",
    "post /tournaments",
    "get /tournaments/{}",
    "post /tournaments/{}/officials",
    "post /tournaments/{}/entrants",
    "delete /tournaments/{}/entrants/{}",
    "post /tournaments/{}/entrants/{}/withdrawal",
    "post /tournaments/{}/entrants/{}/seat-code",
    "post /tournaments/{}/entrants/{}/accommodation",
    "get /tournaments/{}/accommodations",
    "post /tournaments/{}/rounds",
    "delete /tournaments/{}/rounds/{}",
    "get /tournaments/{}/finals",
    "post /tournaments/{}/finals",
    "post /tournaments/{}/lots",
    "post /tournaments/{}/entrants/{}/colour-choice",
    "post /tournaments/{}/rounds/{}/finish",
    "put /tournaments/{}/rounds/{}/tables/{}/result",
    "post /tournaments/{}/confirmation",
    "get /tournaments/{}/standings",
    "get /tournaments/{}/games",
    "get /tournaments/{}/rating-file",
    "get /tournaments/{}/rating-file/manifest",
    "get /games/{}",
    "get /games/{}/entries",
    "post /games/{}/moves",
    "post /games/{}/passes",
    "post /games/{}/resignation",
    "post /games/{}/director-calls",
    "post /games/{}/sealed-moves",
    "post /games/{}/confirmations",
    "post /games/{}/disputes",
    "get /games/{}/transcript",
    "post /games/{}/acts",
    "post /tournaments/{}/rounds/{}/acts",
    "get /games/{}/clock-sheet",
    "get /games/{}/evidence",
    "get /games/{}/evidence/file",
    "get /games/{}/chat",
    "post /games/{}/chat",
    "post /games/{}/chat/moderation",
    "put /players-list",
    "get /players",
    "post /tickets",
    "get /socket",
    "get /time",
];

/// What is public changes in them, and is looked at there.
#[tokio::test]
async fn the_checked_in_documents_are_the_served_ones() {
    let world = World::new();
    for (name, made) in [("openapi.json", OPENAPI), ("asyncapi.json", ASYNCAPI)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(&path, made).unwrap();
        }
        let served = world.get(&format!("/api/v1/{name}")).await.text();
        let checked_in = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            checked_in == served,
            "gateway/{name} is not the served document: run this test with UPDATE_OPENAPI=1"
        );
    }
}

/// Every text in these folders' sources.
fn sources(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            *found += &fs::read_to_string(path).unwrap();
        }
    }
}

/// The codes of a document's `x-refusals`, wherever they stand.
fn codes<'d>(value: &'d Value, found: &mut BTreeSet<&'d str>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| codes(value, found)),
        Value::Object(members) => {
            let listed = members.get("x-refusals").and_then(Value::as_array);
            found.extend(listed.into_iter().flatten().filter_map(Value::as_str));
            members.values().for_each(|value| codes(value, found));
        }
        _ => {}
    }
}

#[test]
fn every_code_that_is_documented_is_one_of_the_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for folder in ["engine", "gateway/src", "platform", "services", "proto/src"] {
        sources(&root.join(folder), &mut text);
    }
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut documented = BTreeSet::new();
    codes(&document, &mut documented);
    assert!(documented.len() > 250, "{documented:?}");
    for code in documented {
        assert!(text.contains(&format!("\"{code}\"")), "{code}");
    }
}

#[test]
fn every_route_of_the_first_release_is_in_the_document_and_every_refusal_is_a_problem() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut documented = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path: String = path
            .strip_prefix("/api/v1")
            .unwrap()
            .split('/')
            .map(|part| if part.starts_with('{') { "{}" } else { part })
            .collect::<Vec<_>>()
            .join("/");
        for (method, operation) in item.as_object().unwrap() {
            documented.insert(format!("{method} {path}"));
            let failures = operation["responses"].as_object().unwrap();
            for (status, response) in failures
                .iter()
                .filter(|(status, _)| status.as_str() >= "400")
            {
                let shared = response["$ref"].as_str().unwrap().strip_prefix('#');
                let response = document.pointer(shared.unwrap()).unwrap();
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(
                    schema, "#/components/schemas/ProblemDocument",
                    "{method} {path} {status}"
                );
            }
        }
    }
    for route in ROUTES {
        assert!(documented.contains(route), "{route}");
    }
}
