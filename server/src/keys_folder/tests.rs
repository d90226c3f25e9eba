//! Keys of a folder at work: who trusts whom over TLS.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use outflank_testbed::PATIENCE;
use outflank_transport::{
    Acquaintance, AuthLayer, ClusterClock, Internal, PeerAddress, Pool, Standing, to_nobody,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::configuration::Settings;

/// Between two looks.
const LOOK_AGAIN: std::time::Duration = std::time::Duration::from_millis(10);

fn deployment(keys: &Path) -> Deployment {
    Deployment::of(Settings {
        keys: Some(keys.to_owned()),
        internal_tls: Some(Tls::Auto),
        ..Settings::default()
    })
    .unwrap()
}

/// A process that runs play under the keys in a folder; where it answers.
async fn play(keys: &Path, stop: &CancellationToken) -> PeerAddress {
    let deployment = deployment(keys);
    let folder = KeysFolder::of(&deployment).unwrap();
    let clock = Arc::new(ClusterClock::new());
    let layer = AuthLayer::new(Arc::new(folder.verifier().unwrap()), Arc::clone(&clock));
    let services = BTreeMap::from([(Role::Play, to_nobody(Role::Play))]);
    let internal = Internal::new(services, None, &layer, ("play-1", clock));
    internal.serving(true).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    let tls = folder.internal_tls(&deployment).unwrap();
    tokio::spawn(internal.serve(listener, tls, stop.clone()));
    address.parse().unwrap()
}

/// A gateway's way to play at an address, under the keys in a folder.
fn pool(keys: &Path, address: &PeerAddress, stop: &CancellationToken) -> Pool {
    let deployment = deployment(keys);
    let folder = KeysFolder::of(&deployment).unwrap();
    let us = Acquaintance {
        instance: "gateway-1".to_owned(),
        roles: BTreeMap::from([(Role::Gateway, folder.identity(Role::Gateway).unwrap())]),
        clock: Arc::new(ClusterClock::new()),
    };
    let trusted = folder.peer_tls(&deployment).unwrap();
    let addresses = vec![address.clone()];
    Pool::open(Role::Play, addresses, trusted, Arc::new(us), stop.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_of_one_folder_trust_each_other_over_tls_and_no_others() {
    let (ours, foreign) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&ours, &foreign] {
        KeysFolder::create(folder.path(), &[]).unwrap();
    }
    let stop = CancellationToken::new();
    let address = play(ours.path(), &stop).await;
    let known = pool(ours.path(), &address, &stop);
    let serves = async {
        while !known.answers() {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    let serves = tokio::time::timeout(PATIENCE, serves).await;
    assert!(serves.is_ok(), "{:?}", known.standings());
    let unknown = pool(foreign.path(), &address, &stop);
    unknown.acquainted(PATIENCE).await;
    let standings = unknown.standings();
    assert!(
        matches!(standings.as_slice(), [(_, Standing::Away(_))]),
        "{standings:?}"
    );
    stop.cancel();
}

fn published(folder: &KeysFolder) -> Vec<(Signs, VerifyingKey, bool)> {
    let all = folder.published().unwrap().into_iter();
    all.map(|one| (one.signs, one.key, one.retired)).collect()
}

#[test]
fn the_keys_of_files_and_results_are_published_with_those_that_signed_before() {
    let path = tempfile::tempdir().unwrap();
    let folder = KeysFolder::create(path.path(), &[]).unwrap();
    let key = |name| folder.public(name).unwrap();
    let (first, results) = (key(EXPORTS), key(RESULTS));
    assert_eq!(
        published(&folder),
        [
            (Signs::RatingFiles, first, false),
            (Signs::Results, results, false),
        ]
    );

    // Another key signs from now on. Of the one before, the public part stays.
    let moved = |from: &str, to: &str| fs::rename(path.path().join(from), path.path().join(to));
    moved("exports.pub.pem", "exports.2026.pub.pem").unwrap();
    fs::remove_file(path.path().join("exports.pem")).unwrap();
    let folder = KeysFolder::create(path.path(), &[]).unwrap();
    let second = folder.public(EXPORTS).unwrap();
    assert_ne!(second, first);
    // Whole, as an operator of one process renames it.
    moved("results.pem", "results.2026.pem").unwrap();
    moved("results.pub.pem", "results.2026.pub.pem").unwrap();
    let folder = KeysFolder::create(path.path(), &[]).unwrap();
    let newer = folder.public(RESULTS).unwrap();
    assert_eq!(
        published(&folder),
        [
            (Signs::RatingFiles, second, false),
            (Signs::RatingFiles, first, true),
            (Signs::Results, newer, false),
            (Signs::Results, results, true),
        ]
    );
    let people = folder.public(PEOPLE).unwrap();
    assert!(published(&folder).iter().all(|(_, key, _)| *key != people));
}

#[test]
fn what_is_published_is_a_key_or_is_named() {
    let path = tempfile::tempdir().unwrap();
    let folder = KeysFolder::create(path.path(), &[]).unwrap();
    fs::write(path.path().join("exports.old.pub.pem"), "no key").unwrap();
    let error = folder.published().unwrap_err().to_string();
    assert!(error.contains("exports.old.pub.pem"), "{error}");
}

#[test]
fn a_folder_without_the_keys_of_files_publishes_the_rest() {
    let path = tempfile::tempdir().unwrap();
    KeysFolder::create(path.path(), &[]).unwrap();
    for file in ["exports.pem", "exports.pub.pem"] {
        fs::remove_file(path.path().join(file)).unwrap();
    }
    let folder = KeysFolder::of(&deployment(path.path())).unwrap();
    let results = folder.public(RESULTS).unwrap();
    assert_eq!(published(&folder), [(Signs::Results, results, false)]);
}
