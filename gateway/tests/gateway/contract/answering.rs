//! What an answer is beside its JSON: its version, its secrets, its consequences, its faults.

use outflank_proto::{
    contract::{METHODS, Method, Verb},
    standings::v1 as standings,
};
use prost::Message as _;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    ask,
    filler::{Fill, Filler},
    message,
    mirror::{Mirror, bare},
    verb,
};

const STANDINGS: &str = "/outflank.standings.v1.StandingsService/GetStandings";

fn named(path: &str) -> &'static Method {
    METHODS.iter().find(|method| method.path == path).unwrap()
}

fn standings(version: u64, round: u32) -> Vec<u8> {
    let list = standings::Standings {
        version,
        round,
        ..standings::Standings::default()
    };
    let answer = standings::GetStandingsResponse {
        standings: Some(list),
    };
    answer.encode_to_vec()
}

#[tokio::test]
async fn who_has_this_version_already_is_not_told_it_again() {
    let mirror = Mirror::default();
    let router = mirror.router();
    mirror.answers(STANDINGS, standings(7, 1));
    let path = "/api/v1/tournaments/t1/standings";
    let first = ask(&router, bare("GET", path)).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\"7-"), "{tag}");
    let again = |tags: String| {
        let mut request = bare("GET", path);
        let headers = request.headers_mut();
        headers.insert("if-none-match", tags.parse().unwrap());
        ask(&router, request)
    };
    let opaque = tag.trim_start_matches("W/");
    for tags in [
        tag.clone(),
        format!("\"x\", {tag}"),
        opaque.into(),
        "*".into(),
    ] {
        let known = again(tags).await;
        assert_eq!((known.status, known.body.len()), (304, 0));
        assert_eq!(known.header("etag"), tag);
    }
    assert_eq!(again("\"7\"".into()).await.status, 200);
    // A store that was restored counts once more to where it stood.
    mirror.answers(STANDINGS, standings(7, 2));
    let restored = again(tag.clone()).await;
    assert_eq!(restored.status, 200);
    assert_ne!(restored.header("etag"), tag);
    mirror.answers(STANDINGS, standings(8, 2));
    let newer = again(tag.clone()).await;
    assert_eq!(
        (newer.status, newer.json()["version"].as_u64()),
        (200, Some(8))
    );
    assert_ne!(newer.header("etag"), tag);
}

#[tokio::test]
async fn no_cache_keeps_a_secret_and_whoever_has_news_is_woken() {
    let mirror = Mirror::default();
    let router = mirror.router();
    for method in METHODS {
        let answer = Filler::new(Fill::Whole, false, 0).message(message(method.output));
        mirror.answers(method.path, answer);
    }
    let key = serde_json::json!({"name": "at home", "scopes": ["play"], "password": "a sentence of no meaning"});
    let request = crate::world::json_request("POST", "/api/v1/account/api-keys", &key);
    let issued = ask(&router, request).await;
    assert_eq!(
        (issued.status, issued.header("cache-control")),
        (201, "no-store")
    );
    let listed = ask(&router, bare("GET", "/api/v1/account/api-keys")).await;
    assert_eq!(listed.header("cache-control"), "no-cache");

    mirror.asked();
    let rounds = "/api/v1/tournaments/t1/rounds";
    assert_eq!(ask(&router, bare("POST", rounds)).await.status, 201);
    let asked = mirror.asked();
    let asked: Vec<_> = asked.iter().map(|(path, _)| path.as_str()).collect();
    let woken = "/outflank.play.v1.PlayService/CatchUp";
    assert_eq!(
        asked,
        ["/outflank.pairing.v1.PairingService/PublishRound", woken]
    );
}

#[tokio::test]
async fn an_answer_that_breaks_its_contract_is_our_fault() {
    let mirror = Mirror::default();
    let router = mirror.router();
    // A table without clocks, a cell of no kind, no message at all.
    mirror.answers("/outflank.play.v1.PlayService/GetTable", vec![0x0a, 0]);
    let table = ask(&router, bare("GET", "/api/v1/games/g")).await;
    table.assert_problem(500, "internal");
    let list = standings::GetStandingsResponse {
        standings: Some(standings::Standings {
            rows: vec![standings::Row {
                cells: vec![standings::Cell::default()],
                ..standings::Row::default()
            }],
            ..standings::Standings::default()
        }),
    };
    mirror.answers(STANDINGS, list.encode_to_vec());
    let path = "/api/v1/tournaments/t1/standings";
    ask(&router, bare("GET", path))
        .await
        .assert_problem(500, "internal");
    mirror.answers(STANDINGS, vec![0xff]);
    ask(&router, bare("GET", path))
        .await
        .assert_problem(500, "internal");
    assert_eq!(named(STANDINGS).status, 200);
}

#[tokio::test]
async fn every_address_of_the_contracts_takes_its_verbs_and_no_others() {
    let router = Mirror::default().router();
    let mut verbs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for http in METHODS.iter().filter_map(|method| method.http) {
        assert_ne!(http.verb, Verb::Patch, "this test asks with it");
        let taken = verbs.entry(http.path).or_default();
        taken.insert(verb(http.verb));
        if http.verb == Verb::Get {
            taken.insert("HEAD");
        }
    }
    for (path, taken) in verbs {
        let address = path.replace(['{', '}'], "");
        let answer = ask(&router, bare("PATCH", &address)).await;
        answer.assert_problem(405, "method_not_allowed");
        let allowed = answer.header("allow").split(',').collect();
        assert_eq!(taken, allowed, "{path}");
    }
}
