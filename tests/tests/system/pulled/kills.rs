//! Server and puller killed while versions are published: the mirror comes to hold every version once. `KILLS` says how
//! often (20), `EVENTS` of how many events (20).

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use outflank_testbed::is_safe;
use outflank_tests::{
    Server,
    load::{count, setting},
    othello::Dice,
    server::binary,
    waiting::until,
};
use serde_json::Value;

use super::{
    held::{People, RATED, VERSIONS},
    names, pull, pulled, verified, versions,
};

/// Every version that the server lists, to the end, as event and version.
async fn listed(server: &Server) -> Vec<(String, u64)> {
    let client = server.client();
    let mut all = Vec::new();
    let mut path = "/rating-files?page_size=7".to_owned();
    loop {
        let page: Value = client.get(&path).await.unwrap();
        for export in page["exports"].as_array().unwrap() {
            let event = export["tournament_id"].as_str().unwrap().to_owned();
            all.push((event, export["version"].as_u64().unwrap()));
        }
        let Some(token) = page["next_page_token"].as_str() else {
            return all;
        };
        path = format!("/rating-files?page_size=7&page_token={token}");
    }
}

/// How many versions a mirror has, those under way among them.
fn kept(mirror: &Path) -> usize {
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).into_iter().flatten();
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect()
    };
    let events = folders(&mirror.join("versions"));
    events.iter().map(|event| folders(event).len()).sum()
}

/// Kills of a puller that begins when everything is there.
const LATE_KILLS: usize = 4;

/// Kills the puller and the server by turns, each as soon as a version has come to the mirror, or the run is over; answers
/// how many runs were struck before their end.
async fn killing(mut server: Server, mirror: &Path, kills: usize) -> (Server, usize) {
    let mut dice = Dice(setting("SEED", 18));
    let mut struck = 0;
    for kill in 0..kills {
        let before = kept(mirror);
        let wanted = before + 1 + dice.below(4);
        let mut puller = pull(&server.base(), mirror, &["--all"]).spawn().unwrap();
        until("a version, or the end of the run", async || {
            let over = puller.try_wait().unwrap().is_some();
            if over || kept(mirror) >= wanted {
                Ok(())
            } else {
                Err(kept(mirror))
            }
        })
        .await;
        if kill % 2 == 1 {
            let restarted = tokio::task::spawn_blocking(move || {
                server.kill_and_restart(Duration::ZERO);
                server
            });
            server = restarted.await.unwrap();
        }
        struck += usize::from(puller.try_wait().unwrap().is_none());
        // It may have come to its end by itself.
        let _ = puller.kill();
        puller.wait().unwrap();
    }
    (server, struck)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_holds_every_version_once_whatever_was_killed() {
    let (kills, events) = (count("KILLS", 20), count("EVENTS", 20));
    let (data, mirror) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let people = People::of(&server).await;
    let holding = async {
        let mut held = BTreeSet::new();
        for number in 0..events {
            held.insert(people.hold(number).await);
        }
        held
    };
    let (held, (server, struck)) = tokio::join!(holding, killing(server, mirror.path(), kills));
    // Who begins when all is there is in the middle of it for long: these strike however slowly events were held.
    let late = tempfile::tempdir().unwrap();
    let (server, late_struck) = killing(server, late.path(), LATE_KILLS).await;
    assert!(struck + late_struck > 0, "every run had come to its end");
    let all = held.len() * usize::try_from(VERSIONS).unwrap();
    let list = until("the last version", async || {
        let list = listed(&server).await;
        if list.len() < all {
            Err(list.len())
        } else {
            Ok(list)
        }
    })
    .await;
    let once: BTreeSet<_> = list.iter().collect();
    is_safe("versions in the list", (list.len(), once.len()), (all, all));

    let (code, report) = pulled(&server.base(), mirror.path(), &["--all"]);
    assert_eq!(code, Some(0), "{report}");
    let mirrored = versions(mirror.path());
    is_safe(
        "events in the mirror",
        &mirrored.keys().cloned().collect::<BTreeSet<String>>(),
        &held,
    );
    let (code, report) = pulled(&server.base(), late.path(), &["--all"]);
    assert_eq!(code, Some(0), "{report}");
    is_safe("the late mirror", &versions(late.path()), &mirrored);
    for (event, versions) in &mirrored {
        is_safe(event, versions, &(1..=VERSIONS).collect::<BTreeSet<u32>>());
    }
    let (code, report) = verified(mirror.path(), &[]);
    is_safe(
        "good versions",
        (code, &report["good"]),
        (Some(0), &all.into()),
    );
    // A file and its manifest for each event: the last version counts.
    let current = names(&mirror.path().join("current"));
    assert_eq!(current.len(), 2 * held.len(), "{current:?}");

    // Once more there is nothing new, and a mirror of what counts has no more than that.
    let (code, report) = pulled(&server.base(), mirror.path(), &["--all"]);
    assert_eq!(
        (code, &report["new"], &report["known"]),
        (Some(0), &0.into(), &0.into())
    );
    let rated = tempfile::tempdir().unwrap();
    let (code, report) = pulled(&server.base(), rated.path(), &[]);
    let expected = held.len() * usize::try_from(RATED).unwrap();
    assert_eq!((code, &report["new"]), (Some(0), &expected.into()));
    // What is signed says who answers for the event, why this version came, and what it says otherwise.
    let manifest = current.iter().find(|name| name.ends_with("manifest.json"));
    let path = mirror.path().join("current").join(manifest.unwrap());
    let said = Command::new(binary()).arg("verify").arg(path).output();
    let said = String::from_utf8(said.unwrap().stdout).unwrap();
    for sentence in [
        "confirmed by Dagny; approved for ratings by Olga; released by Omar",
        "file released by Omar: Looked at, 2.",
        "discs 64 became 60.",
    ] {
        assert!(said.contains(sentence), "{said} does not say {sentence:?}");
    }
}
