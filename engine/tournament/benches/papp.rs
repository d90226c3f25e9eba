//! How long PAPP's pairing takes on events of real size: the slowest round of a whole event, as the least CPU time of
//! three runs, in ms. The benchmark `pairing` has the yardstick, the bare matching on the same weights.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a benchmark prints, and may stop

use std::hint::black_box;

use outflank_tournament::*;
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: u32 = 13;
const SIZES: [usize; 5] = [25, 100, 101, 250, 500];

fn main() {
    for players in SIZES {
        println!("figure papp_{players}_ms {:.1} ms", slowest_round(players));
    }
}

/// The stronger player mostly wins.
fn slowest_round(players: usize) -> f64 {
    let present: Vec<usize> = (0..players).collect();
    let mut table = ResultTable {
        players: present.iter().map(|number| player(*number)).collect(),
        rounds: Vec::new(),
    };
    let rules = PairingRules {
        model: PairingModel::Papp(PappPenalties::default()),
        ..PairingRules::by_levels(&[])
    };
    let mut draw = Lottery::new(&Seed::of_number(players as u64), "papp speed");
    let mut slowest: f64 = 0.0;
    for number in 0..ROUNDS {
        let seed = Seed::of_number(u64::from(number));
        let request = PairingRequest::new(&table, &present, &rules, &seed);
        let pair = || pair_round(&request).unwrap();
        let least = (0..3).map(|_| cpu_ms_of(pair)).fold(f64::MAX, f64::min);
        slowest = slowest.max(least);
        let round = pair();
        let games = round.pairs.iter().map(|&(black, white)| {
            let stronger = (black < white) == (draw.below(4) > 0);
            let margin = draw.below(20);
            let discs = if stronger { 33 + margin } else { 31 - margin };
            TableGame {
                black,
                white,
                result: Some(GameResult::played(discs)),
                flag_fell: None,
            }
        });
        table.rounds.push(TableRound {
            games: games.collect(),
            byes: round.bye.into_iter().collect(),
            granted: Vec::new(),
            beside: false,
        });
    }
    slowest
}

fn player(number: usize) -> TablePlayer {
    TablePlayer {
        id: format!("p{number:03}"),
        country: Some(format!("X{}", number % 9)),
        ..TablePlayer::default()
    }
}

/// CPU time of a call, in ms.
fn cpu_ms_of<T>(call: impl Fn() -> T) -> f64 {
    let start = cpu_ms();
    black_box(call());
    cpu_ms() - start
}

/// CPU time of this thread: a busy machine is not what is measured.
fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
