//! The server is killed with everybody on it, and started again. Players come back as the pages do: a new ticket, a new
//! socket, the table from the entry that they have; and go on. What was acknowledged to them stands, once.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use outflank_tests::{
    bout::endless_rule_set,
    checker::{acknowledged_stands, follows_script},
    load::{
        count,
        machine::{Shares, Working},
        median,
        report::{Aim, Kinds, Report},
        returning::{Game, Playing},
        setting,
        socket::Pongs,
        stage::Stage,
    },
    waiting::PATIENCE,
};
use tokio::time::sleep;

use crate::steady::limited;

/// Games that are read at the same time.
const AT_ONCE: usize = 8;

pub async fn run() -> Report {
    let mut report = Report::of("reconnect_storm");
    let games = count("STORM_GAMES", 500);
    let think = Duration::from_millis(setting("STORM_THINK_MS", 1_000));
    let calm = Duration::from_secs(setting("STORM_CALM_SECONDS", 5));
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let port = server.port();
    let mut stage = Stage::set_with(server, games, &endless_rule_set(), |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let playing = Playing::begin(&tables, port, think);
    until_played(&playing, games, Instant::now()).await;
    let (mut from_kill, mut from_ready) = (Vec::new(), Vec::new());
    let (mut missing, mut errors, mut shares) = (0, Kinds::new(), Vec::new());
    for storm in 1..=setting("STORMS", 3) {
        sleep(calm).await;
        let killed = Instant::now();
        tokio::task::block_in_place(|| stage.server.kill_and_restart(Duration::ZERO));
        let ready = Instant::now();
        let working = Working::from_now(stage.server.pid(), &[]);
        let last = loop {
            let (back, last) = playing.resumed_since(killed);
            if back == playing.players() || killed.elapsed() > PATIENCE {
                missing += playing.players() - back;
                break last.unwrap_or_else(Instant::now);
            }
            sleep(Duration::from_millis(5)).await;
        };
        shares.push(working.shares());
        from_kill.push(last.duration_since(killed).as_secs_f64());
        from_ready.push(last.saturating_duration_since(ready).as_secs_f64());
        println!(
            "storm {storm}: {:.2} s until the server answered, {:.2} s until all of {} had their tables again",
            ready.duration_since(killed).as_secs_f64(),
            last.duration_since(killed).as_secs_f64(),
            playing.players(),
        );
        let (before, since) = (playing.plies(), Instant::now());
        until_played(&playing, before + games / 2, since).await;
    }
    sleep(calm).await;
    playing.stop();
    sleep(think).await;

    let director = &stage.director;
    let checks = playing.games.iter().map(|game| check(director, game));
    let checks: Vec<_> = stream::iter(checks)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let mut acknowledged = 0;
    for (count, wrong) in checks {
        acknowledged += count;
        for what in wrong {
            println!("{what}");
            *errors
                .entry("a game is not as it was acknowledged".to_owned())
                .or_default() += 1;
        }
    }
    for refused in playing.games.iter().flat_map(|game| game.refused()) {
        println!("refused: {refused}");
        *errors
            .entry("a command was refused".to_owned())
            .or_default() += 1;
    }
    report.count("sockets", u64::try_from(playing.players()).unwrap());
    report.count("acknowledged", u64::try_from(acknowledged).unwrap());
    report.count("plies", u64::try_from(playing.plies()).unwrap());
    let of = |each: fn(&Shares) -> f64| median(&shares.iter().map(each).collect::<Vec<_>>());
    let shares = Shares {
        server: of(|shares| shares.server),
        clients: of(|shares| shares.clients),
    };
    report.shares("", shares);
    report.figure("resumed_after_ready_s", median(&from_ready), "s");
    let slowest = from_kill.iter().copied().fold(0.0, f64::max);
    report.figure("resumed_slowest_s", slowest, "s");
    let middle = median(&from_kill);
    report.aimed("resumed_s", middle, "s", Aim::AtMost(5.0));
    report.none("not_resumed", u64::try_from(missing).unwrap());
    report.errors(&errors);
    report
}

/// Waits until so many plies were made.
async fn until_played(playing: &Playing, plies: usize, since: Instant) {
    let most: usize = playing.games.iter().map(|game| game.plies().len()).sum();
    while playing.plies() < plies.min(most) {
        assert!(since.elapsed() < PATIENCE, "nobody plays");
        sleep(Duration::from_millis(20)).await;
    }
}

/// How many acknowledgements there are of a game, and what is not as they say.
async fn check(director: &outflank_client::Client, game: &Arc<Game>) -> (usize, Vec<String>) {
    let acknowledged = game.acknowledged();
    let entries = outflank_tests::bout::entries(director, &game.id).await;
    let stands = acknowledged_stands(&entries, &acknowledged);
    let follows = follows_script(&entries, game.plies()).map(|_| ());
    let wrong = [stands, follows].into_iter().filter_map(Result::err);
    let wrong = wrong.map(|what| format!("game {}: {what}", game.id));
    (acknowledged.len(), wrong.collect())
}
