//! Steady rounds with and without hostile guests beside them, one after the other: what the guests cost the players.

use std::time::Duration;

use outflank_tests::{
    bout::endless_rule_set,
    load::{
        count, hostile,
        machine::Working,
        metrics,
        report::{Aim, Report, add},
        setting,
        socket::Pongs,
        stage::Stage,
    },
};
use serde_json::json;

use crate::{
    steady::limited,
    steady_rounds::{Measured, play},
};

pub async fn run() -> Report {
    let mut report = Report::of("hostile_mix");
    let (games, guests) = (count("MIX_GAMES", 200), count("HOSTILE", 140));
    let every = Duration::from_millis(setting("INTERVAL_MS", 2_000));
    let pause = setting("HOSTILE_PAUSE_MS", 1_000);
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let mut stage = Stage::set_with(server, games, &endless_rule_set(), |_| Pongs::Honest).await;
    let (mut without, mut with) = (Measured::default(), Measured::default());
    let mut shares = None;
    for pair in 1..=setting("MIX_PAIRS", 1) {
        if !play(&mut stage, every, None, &mut without).await {
            break;
        }
        let crowd = hostile::start();
        let order = json!({"do": "aim", "port": port, "count": guests, "pause_ms": pause});
        crowd.ask(order).await;
        let working = Working::from_now(pid, &[crowd.pid()]);
        // They begin when there are games to watch.
        let goes_on = play(&mut stage, every, Some(&crowd), &mut with).await;
        shares = Some(working.shares());
        let did = crowd.ask(json!({"do": "count"})).await;
        println!("pair {pair}, what guests did (well, ill): {did}");
        if !goes_on {
            break;
        }
    }
    without.tell(&report, "without_");
    with.tell(&report, "with_");
    let (before, after) = (without.all(), with.all());
    for (name, of_100_000, aim) in [("p50", 50_000, None), ("p99", 99_000, Some(1.5))] {
        let ratio = after.quantile_ms(of_100_000) / before.quantile_ms(of_100_000);
        match aim {
            Some(most) => report.aimed(&format!("{name}_ratio"), ratio, "", Aim::AtMost(most)),
            None => report.figure(&format!("{name}_ratio"), ratio, ""),
        }
    }
    if let Some(shares) = shares {
        report.shares("with_", shares);
    }
    for name in [
        "readers_given_up_total",
        "socket_shed_total",
        "connection_shed_total",
    ] {
        let value = metrics::value(port, &format!("outflank_{name}"));
        report.figure(name, value.unwrap_or(f64::NAN), "");
    }
    add(&mut without.errors, with.errors);
    report.errors(&without.errors);
    report
}
