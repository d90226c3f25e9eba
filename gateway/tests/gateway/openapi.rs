//! The OpenAPI document is checked in, because clients are generated from it.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

/// The contract: every route under `/api/v1`.
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

#[test]
fn the_checked_in_document_is_the_served_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let document = outflank_gateway::openapi_json();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &document).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == document,
        "gateway/openapi.json is not the served document: run this test with UPDATE_OPENAPI=1"
    );
}

#[test]
fn every_route_of_the_contract_is_in_the_document_and_no_other() {
    let document: Value = serde_json::from_str(&outflank_gateway::openapi_json()).unwrap();
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
            assert!(
                operation["summary"].is_string(),
                "{method} {path} has no summary"
            );
            let failures = operation["responses"].as_object().unwrap();
            for (status, response) in failures
                .iter()
                .filter(|(status, _)| status.as_str() >= "400")
            {
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(
                    schema, "#/components/schemas/ProblemDocument",
                    "{method} {path} {status}"
                );
            }
        }
    }
    let contract: BTreeSet<String> = ROUTES.iter().map(|route| (*route).to_owned()).collect();
    assert_eq!(documented, contract);
}
