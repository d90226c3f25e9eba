//! How long PAPP's pairing takes on events of real size, every round of a whole event.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout)] // figures for the machine that runs the slow tests

mod support;

use std::time::{Duration, Instant};

use outflank_tournament::*;
use support::*;

/// The slowest round of an event of that many players, whose stronger player mostly wins. A round's
/// time is the best of three, so that a busy machine is not what is measured.
fn slowest_round(players: usize) -> Duration {
    let mut table = ResultTable {
        players: (0..players)
            .map(|number| TablePlayer {
                country: Some(format!("X{}", number % 9)),
                ..player(number)
            })
            .collect(),
        rounds: Vec::new(),
    };
    let present: Vec<usize> = (0..players).collect();
    let penalties = PappPenalties::default();
    let mut numbers = Numbers::new("papp speed", u32::try_from(players).unwrap());
    let mut slowest = Duration::ZERO;
    for number in 0..13 {
        let request = PappRequest::new(&table, &present, &penalties);
        let timed = |_| {
            let started = Instant::now();
            let round = pair_papp(&request, &seed(number)).unwrap();
            (started.elapsed(), round)
        };
        let (elapsed, round) = (0..3)
            .map(timed)
            .min_by_key(|(elapsed, _)| *elapsed)
            .unwrap();
        slowest = slowest.max(elapsed);
        let games = round.pairs.iter().map(|&(black, white)| {
            let stronger = (black < white) == (numbers.below(4) > 0);
            let margin = numbers.below(20);
            game(
                black,
                white,
                if stronger { 33 + margin } else { 31 - margin },
            )
        });
        table.rounds.push(TableRound {
            games: games.collect(),
            byes: round.bye.into_iter().collect(),
            granted: Vec::new(),
        });
    }
    slowest
}

#[test]
#[ignore = "measures a release build"]
fn large_rounds_take_milliseconds() {
    let limits = [(25, 2), (100, 10), (101, 10), (250, 60), (500, 600)];
    let measured = limits.map(|(players, most_ms)| {
        let slowest = slowest_round(players);
        println!(
            "figure papp_{players}_ms {:.1}",
            slowest.as_secs_f64() * 1000.0
        );
        (players, slowest, Duration::from_millis(most_ms))
    });
    for (players, slowest, most) in measured {
        assert!(slowest <= most, "{players} players: {slowest:?}");
    }
}
