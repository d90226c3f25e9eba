//! One thing fails under load, and everything else is well: what players and spectators notice of it.
//!
//! `FAILOVERS` (1) says how often each process and Postgres fail, `REDIS_FAILURES` (4) how often Redis is flushed and how
//! often it is killed, `ROLLING_RESTARTS` (twice `FAILOVERS`) how often play and gateways are restarted in good order,
//! `FAILOVER_EVENTS` (2) how many events are played, `SEED` what is drawn.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_tests::{
    chaos::{
        failover::{Gallery, Play},
        ledger::now_us,
        logs::Logs,
        test_cluster::{DEPLOYMENT, TestCluster},
    },
    cluster::Rolled,
    load::{count, machine, setting},
};
use tokio::time::sleep;

/// How long what is down stays down.
const DOWN: Duration = Duration::from_secs(1);
/// How long Redis does, each time.
const REDIS_DOWN: Duration = Duration::from_millis(400);

async fn kill(cluster: &Arc<TestCluster>, role: &'static str, time: usize) {
    cluster
        .with(move |cluster| {
            let places = cluster.of_role(role);
            let at = places[time % places.len()];
            cluster.kill(at);
            std::thread::sleep(DOWN);
            cluster.revive(at);
        })
        .await;
}

async fn processes_fail(play: &Play, times: usize) {
    let from = now_us();
    sleep(Duration::from_secs(4)).await;
    play.moves(from, now_us() - 500_000).tell("undisturbed");

    let killed = play
        .failing(times, async |cluster, time| {
            kill(cluster, "play", time).await
        })
        .await;
    play.moves_of(&killed).tell("play_killed");

    let killed = play
        .failing(times, async |cluster, time| {
            kill(cluster, "gateway", time).await
        })
        .await;
    play.moves_of(&killed).tell("gateway_killed");
    eprintln!(
        "figure gateway_killed_back_ms {} ms",
        play.slowest_return_ms(&killed)
    );

    let restarted = play
        .failing(times, async |cluster, _| {
            cluster
                .with(|cluster| {
                    cluster.postgres.kill();
                    std::thread::sleep(DOWN);
                    cluster.postgres.restart();
                })
                .await;
        })
        .await;
    eprintln!(
        "figure postgres_back_play_on_ms {} ms",
        play.slowest_resumption_ms(&restarted)
    );
}

/// Moves that were refused for want of something.
fn away(play: &Play) -> u64 {
    let refusals = play.ledger.refusals();
    let codes = ["unavailable", "role_away", "outcome_unknown", "internal"];
    codes.iter().filter_map(|code| refusals.get(*code)).sum()
}

/// Waits until nothing of an earlier failure is felt any more; answers what was refused until then.
async fn quiet(play: &Play) -> u64 {
    let (mut refused, mut since) = (away(play), Instant::now());
    while since.elapsed() < Duration::from_secs(3) {
        sleep(Duration::from_millis(100)).await;
        let now = away(play);
        if now != refused {
            (refused, since) = (now, Instant::now());
        }
    }
    refused
}

async fn redis_fails(play: &Play, times: usize) {
    let gallery = Gallery::open(play);
    let before = quiet(play).await;
    let mut outages = Vec::new();
    let from = now_us();
    for _ in 0..times {
        play.cluster.with(|cluster| cluster.redis.flush()).await;
        sleep(Duration::from_millis(300)).await;
    }
    play.moves(from, now_us()).tell("redis_flushed");
    let from = now_us();
    for _ in 0..times {
        let down = now_us();
        play.cluster
            .with(|cluster| {
                cluster.redis.kill();
                std::thread::sleep(REDIS_DOWN);
                cluster.redis.restart();
            })
            .await;
        outages.push((down, now_us()));
        sleep(Duration::from_millis(600)).await;
    }
    sleep(Duration::from_secs(3)).await;
    play.moves(from, now_us() - 500_000).tell("redis_killed");
    let missed = gallery.missed(&outages);
    let refused = away(play);
    eprintln!(
        "figure redis_failures {} ({times} flushed, {times} killed)",
        2 * times
    );
    eprintln!("figure redis_moves_refused {}", refused - before);
    eprintln!(
        "figure redis_spectators_exact_after_ms {} ms ({} plies of {} games)",
        missed.slowest_ms, missed.plies, missed.games
    );
    eprintln!("figure redis_spectators_missed {}", missed.never);
    assert_eq!(refused, before, "a command was refused for want of Redis");
    assert!(missed.plies > 0, "spectators were shown nothing");
    assert_eq!(missed.never, 0, "a spectator never saw a ply");
}

async fn roll(play: &Play, times: usize) {
    let rolled = play
        .failing(times, async |cluster, time| {
            cluster
                .with(move |cluster| {
                    let role = if time % 2 == 0 { "play" } else { "gateway" };
                    let places = cluster.of_role(role);
                    let at = places[time / 2 % places.len()];
                    assert_eq!(cluster.roll(at), Rolled::WELL, "{role}");
                })
                .await;
        })
        .await;
    eprintln!("figure rolling_restarts {}", rolled.len());
    play.moves_of(&rolled).tell("rolling");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "figures of minutes: make chaos"]
async fn little_is_noticed_of_one_failure() {
    machine::raise_open_files();
    let begun = Instant::now();
    let times = count("FAILOVERS", 1);
    let seed = setting("SEED", 7);
    let logs = Logs::new(seed);
    let cluster = TestCluster::start(logs.folder(), &DEPLOYMENT, seed, None).await;
    let how = (seed, 8, Duration::from_millis(200));
    let play = Play::start(&cluster, count("FAILOVER_EVENTS", 2), how).await;
    eprintln!("{}", machine::load());
    processes_fail(&play, times).await;
    redis_fails(&play, count("REDIS_FAILURES", 4)).await;
    roll(&play, count("ROLLING_RESTARTS", 2 * times)).await;
    eprintln!("{}", machine::load());
    play.end_well("failover").await;
    eprintln!(
        "figure failover_took_s {:.0} s",
        begun.elapsed().as_secs_f64()
    );
}
