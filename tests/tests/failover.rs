//! One thing fails under load, and everything else is well: what players and spectators notice of it.
//!
//! `FAILOVERS` (1) says how often each process and Postgres fail, `REDIS_FAILURES` (4) how often Redis is flushed and how
//! often it is killed, `ROLLING_RESTARTS` (twice `FAILOVERS`) how often play and gateways are restarted in good order,
//! `FAILOVER_EVENTS` (2) how many events are played, `SEED` what is drawn.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_tests::{
    chaos::{
        failover::{Gallery, Moves, Play},
        field::{DEPLOYMENT, Field},
        ledger::now_us,
        logs::Logs,
        run::judged,
    },
    load::{count, machine, setting},
};
use tokio::time::sleep;

/// How long what is down stays down.
const DOWN: Duration = Duration::from_secs(1);
/// How long Redis does, each time.
const REDIS_DOWN: Duration = Duration::from_millis(400);

fn tell(name: &str, moves: &Moves) {
    let (count, delayed) = (moves.samples.count(), moves.delayed);
    eprintln!(
        "figure {name}_delayed_share {:.2} % ({delayed} of {count} moves over 250 ms)",
        100.0 * f64::from(u32::try_from(delayed).unwrap())
            / f64::from(u32::try_from(count.max(1)).unwrap())
    );
    eprintln!(
        "figure {name}_p50_ms {:.1} ms",
        moves.samples.per_mille_ms(500)
    );
    eprintln!(
        "figure {name}_p99_ms {:.0} ms",
        moves.samples.per_mille_ms(990)
    );
    eprintln!(
        "figure {name}_longest_ms {:.0} ms",
        moves.samples.per_mille_ms(1_000)
    );
}

async fn kill(field: &Arc<Field>, role: &'static str, time: usize) {
    field
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
    tell("undisturbed", &play.moves(from, now_us() - 500_000));

    let killed = play
        .failing(times, async |field, time| kill(field, "play", time).await)
        .await;
    tell("play_killed", &play.moves_of(&killed));

    let killed = play
        .failing(times, async |field, time| {
            kill(field, "gateway", time).await
        })
        .await;
    tell("gateway_killed", &play.moves_of(&killed));
    eprintln!(
        "figure gateway_killed_back_ms {} ms",
        play.slowest_return_ms(&killed)
    );

    let restarted = play
        .failing(times, async |field, _| {
            field
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
        play.field.with(|cluster| cluster.redis.flush()).await;
        sleep(Duration::from_millis(300)).await;
    }
    tell("redis_flushed", &play.moves(from, now_us()));
    let from = now_us();
    for _ in 0..times {
        let down = now_us();
        play.field
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
    tell("redis_killed", &play.moves(from, now_us() - 500_000));
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
        .failing(times, async |field, time| {
            field
                .with(move |cluster| {
                    let role = if time % 2 == 0 { "play" } else { "gateway" };
                    let places = cluster.of_role(role);
                    let at = places[time / 2 % places.len()];
                    assert!(cluster.roll(at), "{role} did not end in good order");
                })
                .await;
        })
        .await;
    eprintln!("figure rolling_restarts {}", rolled.len());
    tell("rolling", &play.moves_of(&rolled));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "figures of minutes: make chaos"]
async fn little_is_noticed_of_one_failure() {
    machine::raise_open_files();
    let begun = Instant::now();
    let times = count("FAILOVERS", 1);
    let seed = setting("SEED", 7);
    let logs = Logs::new(seed);
    let field = Field::start(logs.folder(), &DEPLOYMENT, seed).await;
    let how = (seed, 8, Duration::from_millis(200));
    let mut play = Play::start(&field, count("FAILOVER_EVENTS", 2), how).await;
    eprintln!("{}", machine::load());
    processes_fail(&play, times).await;
    redis_fails(&play, count("REDIS_FAILURES", 4)).await;
    roll(&play, count("ROLLING_RESTARTS", 2 * times)).await;
    eprintln!("{}", machine::load());
    play.end().await;
    let verdict = judged(&field, &play.ledger).await;
    let wrong = play.ledger.wrong();
    eprintln!("figure failover_games {}", verdict.games);
    eprintln!("figure failover_games_aborted {}", wrong.len());
    eprintln!("figure failover_acks {}", verdict.acknowledged);
    eprintln!(
        "figure failover_took_s {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    assert!(wrong.is_empty(), "clients saw {wrong:#?}");
    assert!(verdict.games > 0 && verdict.acknowledged > 0 && verdict.clocked > 0);
    assert!(verdict.is_clean(), "{:#?}", verdict.findings);
}
