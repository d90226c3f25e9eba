//! What an answer is beside its JSON: its version, its secrets, its consequences, its faults.

use outflank_proto::{
    contract::{METHODS, Verb},
    standings::v1 as standings,
};
use prost::Message as _;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    ask,
    mirror::{Mirror, bare},
    verb,
};

const STANDINGS: &str = "/outflank.standings.v1.StandingsService/GetStandings";

fn standings(version: u64) -> Vec<u8> {
    let list = standings::Standings {
        version,
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
    mirror.answers(STANDINGS, standings(7));
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
    mirror.answers(STANDINGS, standings(8));
    let newer = again(tag.clone()).await;
    assert_eq!(
        (newer.status, newer.json()["version"].as_u64()),
        (200, Some(8))
    );
    assert_ne!(newer.header("etag"), tag);
}

#[tokio::test]
async fn an_answer_that_breaks_its_contract_is_our_fault() {
    let mirror = Mirror::default();
    let router = mirror.router();
    // A cell of no kind, no message at all.
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
