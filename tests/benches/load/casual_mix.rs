//! A round of an event alone, and the same beside casual games, in turns: what casual play costs the event's players.

use std::time::{Duration, Instant};

use outflank_tests::{
    bout::endless_rule_set,
    load::{
        casual, count,
        machine::Working,
        median,
        report::{Aim, Kinds, Report, add},
        setting,
        socket::Pongs,
        stage::Stage,
    },
    waiting::until,
};
use serde_json::{Value, json};

use crate::{
    steady::limited,
    steady_rounds::{Measured, play},
};

pub async fn run() -> Report {
    let mut report = Report::of("casual_mix");
    let (games, players) = (count("MIX_GAMES", 200), count("CASUAL_PLAYERS", 600));
    let every = Duration::from_millis(setting("INTERVAL_MS", 2_000));
    let think_ms = setting("CASUAL_INTERVAL_MS", 1_000);
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let mut stage = Stage::set_with(server, games, &endless_rule_set(), |_| Pongs::Honest).await;
    let crew = casual::start();
    let order = json!({"do": "seat", "port": port, "count": players});
    crew.ask(order).await;
    let (mut all_without, mut all_with) = (Measured::default(), Measured::default());
    let (mut ratios, mut rates) = ([Vec::new(), Vec::new()], Vec::new());
    let mut shares = None;
    for pair in 1..=setting("MIX_PAIRS", 5) {
        let rounds = 2 * (pair - 1);
        let (mut without, mut with) = (measured(rounds), measured(rounds + 1));
        if !play(&mut stage, every, None, &mut without).await {
            break;
        }
        crew.ask(json!({"do": "play", "every_ms": think_ms})).await;
        // The first games are booked and begun.
        let under_way = async || {
            let made = moves(&crew.ask(json!({"do": "count"})).await);
            (made >= u32::try_from(players).unwrap())
                .then_some(())
                .ok_or(made)
        };
        until("a move of each casual player", under_way).await;
        let (begun, before) = (
            Instant::now(),
            moves(&crew.ask(json!({"do": "count"})).await),
        );
        let working = Working::from_now(pid, &[crew.pid()]);
        let goes_on = play(&mut stage, every, None, &mut with).await;
        shares = Some(working.shares());
        let beside = moves(&crew.ask(json!({"do": "count"})).await) - before;
        let rate = f64::from(beside) / begun.elapsed().as_secs_f64();
        let did = crew.ask(json!({"do": "leave"})).await;
        println!("pair {pair}: {rate:.1} casual moves a second; {did}");
        let kinds: Kinds = serde_json::from_value(did["errors"].clone()).unwrap();
        add(&mut with.errors, kinds);
        for (of_100_000, ratios) in [50_000, 99_000].into_iter().zip(&mut ratios) {
            let [before, after] = [&without, &with].map(|one| one.all().quantile_ms(of_100_000));
            println!(
                "pair {pair}: {before:.3} ms without, {after:.3} ms with, of 100,000 {of_100_000}"
            );
            ratios.push(after / before);
        }
        rates.push(rate);
        all_without.take(without);
        all_with.take(with);
        if !goes_on {
            break;
        }
    }
    all_without.tell(&report, "without_");
    all_with.tell(&report, "with_");
    let rate = median(&rates);
    report.aimed("moves_per_second", rate, "", Aim::AtLeast(250.0));
    for ((name, most), ratios) in [("p50", 1.2), ("p99", 1.5)].into_iter().zip(&ratios) {
        let ratio = median(ratios);
        report.aimed(&format!("{name}_ratio"), ratio, "", Aim::AtMost(most));
    }
    if let Some(shares) = shares {
        report.shares("with_", shares);
    }
    add(&mut all_without.errors, all_with.errors);
    report.errors(&all_without.errors);
    report
}

/// Nothing yet, after so many rounds: no two are of the same games.
fn measured(rounds: u64) -> Measured {
    Measured {
        rounds,
        ..Measured::default()
    }
}

fn moves(answer: &Value) -> u32 {
    serde_json::from_value(answer["moves"].clone()).unwrap()
}
