//! How long it takes to pair a round, against the bare matching on the same weights.
//!
//! Each figure is the least CPU time of several runs, in ms; states are those after some rounds between players of
//! different strength, each round paired by the engine itself.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a benchmark prints, and may stop

use std::hint::black_box;

use integer_blossom::min_weight_perfect_matching;
use outflank_tournament::*;
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: u32 = 6;
const SIZES: [usize; 4] = [20, 100, 250, 1000];

fn main() {
    let levels = PairingRules::by_levels(&PairingLevel::UNMODIFIED);
    let papp = PairingRules {
        model: PairingModel::Papp(PappPenalties::default()),
        ..levels.clone()
    };
    let mut figures = Vec::new();
    for (name, rules) in [("levels", &levels), ("papp", &papp)] {
        println!("{name}: players, round by round: ms for the whole call (ms for the matching)");
        let mut last: Option<(usize, f64)> = None;
        for players in SIZES {
            let (whole, bare) = measure(players, rules);
            println!("  {players}: slowest round {whole:.2} ms, matching {bare:.2} ms");
            if let Some((before, ms)) = last {
                let times = players as f64 / before as f64;
                println!("    growth exponent {:.2}", (whole / ms).ln() / times.ln());
            }
            last = Some((players, whole));
            figures.push((name, players, whole, whole / bare));
        }
    }
    for (name, players, whole, ratio) in &figures {
        let suffix = if *name == "levels" {
            String::new()
        } else {
            format!("_{name}")
        };
        println!("figure pair{suffix}_{players}_ms {whole:.3} ms");
        if *players == 250 {
            println!("figure pair{suffix}_ratio {ratio:.3}");
        }
    }
}

/// The slowest round's whole call and bare matching.
fn measure(players: usize, rules: &PairingRules) -> (f64, f64) {
    let runs = if players < 1000 { 21 } else { 3 };
    let present: Vec<usize> = (0..players).collect();
    let mut draw = Lottery::new(&Seed::of_number(players as u64), "benchmark results");
    let mut table = ResultTable {
        players: present.iter().map(|number| player(*number)).collect(),
        rounds: Vec::new(),
    };
    let mut slowest = (0.0, 0.0);
    for round in 0..ROUNDS {
        let seed = Seed::of_number(u64::from(round));
        let request = PairingRequest::new(&table, &present, rules, &seed);
        let weights = pairing_weights(&request).unwrap();
        let narrow: Option<Vec<i64>> = (weights.beyond < 1 << 58).then(|| {
            let weights = weights.weights.iter();
            weights.map(|&weight| weight.try_into().unwrap()).collect()
        });
        let (mut whole, mut bare) = (f64::MAX, f64::MAX);
        for _ in 0..runs {
            whole = whole.min(cpu_ms_of(|| pair_round(&request).unwrap()));
            bare = bare.min(match &narrow {
                Some(narrow) => cpu_ms_of(|| min_weight_perfect_matching(narrow, weights.vertices)),
                None => {
                    cpu_ms_of(|| min_weight_perfect_matching(&weights.weights, weights.vertices))
                }
            });
        }
        println!("  {players}, round {}: {whole:.2} ({bare:.2})", round + 1);
        if round > 0 && whole > slowest.0 {
            slowest = (whole, bare);
        }
        let pairing = pair_round(&request).unwrap();
        table.rounds.push(played(&pairing, players, &mut draw));
    }
    slowest
}

/// CPU time of a call, in ms.
fn cpu_ms_of<T>(call: impl FnOnce() -> T) -> f64 {
    let start = cpu_ms();
    black_box(call());
    cpu_ms() - start
}

/// CPU time of this thread: a busy machine is not what is measured.
fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn player(number: usize) -> TablePlayer {
    TablePlayer {
        id: format!("p{number:04}"),
        country: Some(format!("X{}", number % 12)),
        ..TablePlayer::default()
    }
}

/// Lower numbers are stronger; one game in thirty is drawn.
fn played(pairing: &SwissPairing, players: usize, draw: &mut Lottery) -> TableRound {
    let games = pairing.pairs.iter().map(|&(black, white)| {
        let chance = 500 + 450 * (white as i64 - black as i64) / players as i64;
        let discs = match (draw.below(30), i64::from(draw.below(1000)) < chance) {
            (0, _) => 32,
            (_, true) => 40,
            (_, false) => 24,
        };
        TableGame {
            black,
            white,
            result: Some(GameResult::played(discs)),
            flag_fell: None,
        }
    });
    TableRound {
        games: games.collect(),
        byes: pairing.bye.into_iter().collect(),
        ..TableRound::default()
    }
}
