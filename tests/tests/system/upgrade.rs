//! A deployment of an older program becomes one of this program while games are played: process by process, and some of
//! them back and forth, so that programs of both versions serve the same games over the same tables.
//!
//! `OLDER` is the path of the older program, `SEED` what is drawn.

use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_tests::{
    chaos::{
        failover::Play,
        logs::Logs,
        test_cluster::{DEPLOYMENT, TestCluster},
    },
    cluster::Rolled,
    load::{machine, setting},
    server::binary,
};

/// What becomes of a process.
#[derive(Debug, Clone, Copy)]
enum Change {
    Newer,
    Older,
}

/// Ends a process in good order and starts the other program in its place.
async fn change(play: &Play, (at, change): (usize, Change), older: &Path) {
    let older = older.to_owned();
    play.cluster
        .with(move |cluster| {
            match change {
                Change::Newer => cluster.programs.remove(&at),
                Change::Older => cluster.programs.insert(at, older),
            };
            let role = cluster.processes[at].role;
            assert_eq!(cluster.roll(at), Rolled::WELL, "{role} as {change:?}");
            eprintln!("{role} {at} is {change:?} now");
        })
        .await;
}

/// A play instance first, so that the newer program changes tables under the older one; both go back once.
fn changes(roles: &[&str]) -> Vec<(usize, Change)> {
    let first = |role| roles.iter().position(|of| *of == role).unwrap();
    let (play, gateway) = (first("play"), first("gateway"));
    let mut changes = vec![(play, Change::Newer), (gateway, Change::Newer)];
    changes.extend([(play, Change::Older), (gateway, Change::Older)]);
    let all = (0..roles.len()).rev();
    changes.extend(all.map(|at| (at, Change::Newer)));
    changes
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "wants an older program: make upgrade OLDER=PATH"]
async fn an_older_program_is_replaced_under_play() {
    machine::raise_open_files();
    let older = std::env::var_os("OLDER").expect("OLDER=PATH of an older program");
    let older = PathBuf::from(older);
    let programs = [&older, &binary()].map(|program| std::fs::read(program).expect("a program"));
    assert!(programs[0] != programs[1], "{older:?} is this program");
    let seed = setting("SEED", 7);
    let logs = Logs::new(seed);
    let cluster = TestCluster::start(logs.folder(), &DEPLOYMENT, seed, Some(&older)).await;
    let how = (seed, 8, Duration::from_millis(200));
    let play = Play::start(&cluster, 2, how).await;
    let changes = changes(&cluster.roles);
    let changed = play
        .failing(changes.len(), async |_, time| {
            change(&play, changes[time], &older).await;
        })
        .await;
    eprintln!("figure upgrade_changes {}", changed.len());
    play.moves_of(&changed).tell("upgrade");
    play.end_well("upgrade").await;
}
