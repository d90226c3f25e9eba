//! Every game at a set rate of moves: how long each takes.

use std::sync::Arc;

use outflank_tests::load::{
    Samples, median,
    metrics::{self, Stages},
    relay::{Pace, Run, drive, until},
    saturation::ready,
    setting,
};

use crate::contender::{Busy, Contender, Effort, Pairs, median_ratio};

/// Plies of every game in one slice; slices of servers and yardsticks alternate.
const SLICE: usize = 10;
/// The plies of the opening: each player's first.
const OPENING: usize = 2;
/// Reads of games' streams.
const READS: &str = "outflank_entry_reads_total{role=\"play\"}";

/// The games of one server in one round.
struct Playing<'c> {
    contender: &'c mut Contender,
    runs: Vec<Arc<Run>>,
    later: Vec<u64>,
    effort: Effort,
    stages: Stages,
}

/// One round of every game of every server, slice by slice, the yardsticks' between them.
pub async fn at_rate(
    servers: &mut [Contender],
    yardsticks: [&Pairs; 2],
    (round, rounds): (u64, u64),
) {
    let rate = setting("RATE", 1_000);
    let mut playing = Vec::new();
    for contender in servers {
        playing.push(open(contender, (round, rounds), rate).await);
    }
    let longest = playing.iter().flat_map(|one| &one.runs);
    let longest = longest.map(|run| run.length()).max().unwrap_or(0);
    let mut bare = [(); 2].map(|()| (Vec::new(), Effort::default()));
    for from in (OPENING + 1..=longest).step_by(SLICE) {
        let plies = from..=(from + SLICE - 1).min(longest);
        let mut said = Vec::new();
        for one in &mut playing {
            let busy = Busy::from_now(one.contender.stage.server.pid());
            let late = drive(&one.runs, plies.clone(), rate).await;
            let latencies = latencies(&one.runs);
            let share = 100.0 * busy.share();
            let shown = shown(&latencies);
            said.push(format!(
                "{} {shown} (busy {share:.0} %)",
                one.contender.name
            ));
            one.contender.measured.late.extend(late);
            one.effort += busy.effort();
            one.later.extend(latencies);
        }
        for (pairs, (all, effort)) in yardsticks.iter().zip(&mut bare) {
            let runs = pairs.runs(SLICE, Pace::Driven);
            let busy = Busy::from_now(pairs.process);
            drive(&runs, 1..=SLICE, rate).await;
            let latencies = latencies(&runs);
            *effort += busy.effort();
            said.push(format!("{} yardstick {}", pairs.name, shown(&latencies)));
            all.extend(latencies);
        }
        println!(
            "round {round} of {rounds}, plies from {from}: {}",
            said.join(", ")
        );
    }
    for one in playing {
        until(&one.runs, "over", Run::is_over).await;
        let name = one.contender.name;
        let stages = Stages::read(one.contender.stage.server.port()).since(&one.stages);
        show_stages(
            &format!("round {round} of {rounds}, {name}, at the rate"),
            &stages,
        );
        one.contender.measured.end_round(one.later, one.effort);
    }
    for (pairs, (all, effort)) in yardsticks.iter().zip(bare) {
        pairs.measured.lock().unwrap().end_round(all, effort);
    }
}

/// Publishes a round, has everybody watch, and at once makes the first plies.
async fn open<'c>(
    contender: &'c mut Contender,
    (round, rounds): (u64, u64),
    rate: u64,
) -> Playing<'c> {
    let port = contender.stage.server.port();
    let tables = contender.stage.next_round().await;
    let reads = metrics::value(port, READS);
    let runs = ready(&tables, round, Pace::Driven).await;
    let late = drive(&runs, 1..=OPENING, rate).await;
    let opening = latencies(&runs);
    let reads = reads.and_then(|before| Some(metrics::value(port, READS)? - before));
    let reads = reads.map_or_else(|| "an unknown number of".to_owned(), |of| of.to_string());
    println!(
        "round {round} of {rounds}, opening: {} {}, {reads} reads of games' streams",
        contender.name,
        shown(&opening),
    );
    contender.measured.late.extend(late);
    contender.measured.opening.extend(opening);
    Playing {
        contender,
        runs,
        later: Vec::new(),
        effort: Effort::default(),
        stages: Stages::read(port),
    }
}

/// How long moves spent in each stage, as far as the server tells.
pub fn show_stages(what: &str, stages: &Stages) {
    let mut said = Vec::new();
    for stage in stages.names() {
        let [p50, p99] = [500, 990].map(|per_mille| {
            let bound = stages.per_mille_ms(stage, per_mille);
            bound.map_or_else(|| "none".to_owned(), |ms| format!("{ms:.2}"))
        });
        said.push(format!("{stage} p50 {p50}, p99 {p99} ms"));
    }
    if said.is_empty() {
        println!("{what}: the server tells of no stage of its moves");
    } else {
        println!("{what}, bounds of stages: {}", said.join("; "));
    }
}

fn latencies(runs: &[Arc<Run>]) -> Vec<u64> {
    runs.iter().flat_map(|run| run.take_latencies()).collect()
}

fn shown(latencies: &[u64]) -> String {
    let samples = Samples::new(latencies.to_vec());
    format!(
        "p50 {:.2} ms, p99 {:.2} ms",
        samples.per_mille_ms(500),
        samples.per_mille_ms(990)
    )
}

/// Says what came of all rounds. What is of a build from before is named so.
pub fn report(servers: &[Contender], [bare, fair]: [&Pairs; 2]) {
    let (bare, fair) = (bare.measured.lock().unwrap(), fair.measured.lock().unwrap());
    for (place, server) in servers.iter().enumerate() {
        let prefix = if place == 0 { "" } else { "before_" };
        let ours = &server.measured;
        let (all, theirs) = (ours.all(), bare.all());
        let (opening, later) = (
            Samples::new(ours.opening.clone()),
            Samples::new(ours.later.clone()),
        );
        for (which, (name, per_mille)) in [("p50", 500), ("p99", 990)].into_iter().enumerate() {
            let (own, other) = (all.per_mille_ms(per_mille), theirs.per_mille_ms(per_mille));
            println!("figure {prefix}relay_{name}_ms {own:.3} ms");
            println!("figure {prefix}relay_{name}_ratio {:.2}", own / other);
            let (first, later) = (
                opening.per_mille_ms(per_mille),
                later.per_mille_ms(per_mille),
            );
            println!("figure {prefix}opening_{name}_ms {first:.3} ms");
            println!("figure {prefix}later_{name}_ms {later:.3} ms");
            println!(
                "figure {prefix}opening_{name}_to_later {:.2}",
                first / later
            );
            let of = |quantiles: &[[f64; 2]]| -> Vec<f64> {
                quantiles.iter().map(|both| both[which]).collect()
            };
            let ratio = median_ratio(&of(&ours.quantiles), &of(&fair.quantiles));
            println!("figure {prefix}fair_relay_{name}_ratio {ratio:.2}");
        }
        let cpu = median(&ours.at_rate_us);
        println!("figure {prefix}server_cpu_us_a_move_at_rate {cpu:.1} us");
        let ratio = median_ratio(&ours.at_rate_us, &bare.at_rate_us);
        println!("figure {prefix}cpu_ratio_at_rate {ratio:.2}");
        let wakes = median(&ours.at_rate_wakes);
        println!("figure {prefix}wakes_a_move_at_rate {wakes:.2}");
        let ratio = median_ratio(&ours.at_rate_wakes, &bare.at_rate_wakes);
        println!("figure {prefix}wakes_ratio_at_rate {ratio:.2}");
        println!("figure {prefix}relay_moves {}", all.count());
        let late = Samples::new(ours.late.clone());
        let late = late.per_mille_ms(990);
        println!("figure {prefix}relay_sent_late_p99_ms {late:.3} ms");
    }
    if let [now, before] = servers {
        let (now, before) = (&now.measured, &before.measured);
        let ratio = median_ratio(&now.at_rate_us, &before.at_rate_us);
        println!("figure cpu_at_rate_to_before {ratio:.2}");
        for (which, name) in ["p50", "p99"].into_iter().enumerate() {
            let of = |quantiles: &[[f64; 2]]| -> Vec<f64> {
                quantiles.iter().map(|both| both[which]).collect()
            };
            let ratio = median_ratio(&of(&now.quantiles), &of(&before.quantiles));
            println!("figure later_{name}_to_before {ratio:.2}");
        }
    }
    for (which, per_mille) in [("p50", 500), ("p99", 990)] {
        let (bare, fair) = (bare.all(), fair.all());
        let (bare, fair) = (bare.per_mille_ms(per_mille), fair.per_mille_ms(per_mille));
        println!("figure relay_yardstick_{which}_ms {bare:.3} ms");
        println!("figure fair_yardstick_{which}_ms {fair:.3} ms");
    }
}
