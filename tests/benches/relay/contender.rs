//! What is measured side by side, and what came of it.

use std::{
    ops::AddAssign,
    sync::{Arc, Mutex},
    time::Instant,
};

use outflank_tests::load::{
    Samples, machine, median,
    relay::{Pace, Run},
    socket::Socket,
    stage::Stage,
};

/// What one contender did so far.
#[derive(Debug, Default)]
pub struct Measured {
    /// Latencies of plies 1 and 2 at the set rate, in microseconds.
    pub opening: Vec<u64>,
    /// Those of all later plies.
    pub later: Vec<u64>,
    /// How late the client sent, in microseconds.
    pub late: Vec<u64>,
    /// Round by round, later plies: p50 and p99, in ms.
    pub quantiles: Vec<[f64; 2]>,
    /// Round by round, later plies: processor time of a move, in microseconds.
    pub at_rate_us: Vec<f64>,
    /// The same: how often its threads were woken for a move.
    pub at_rate_wakes: Vec<f64>,
    /// Round by round, as fast as it goes: moves a second.
    pub rates: Vec<f64>,
    /// The same: processor time of a move, in microseconds.
    pub flat_out_us: Vec<f64>,
    /// The same: bytes that clients read of a move.
    pub bytes: Vec<f64>,
    /// The same: in how many reads.
    pub reads: Vec<f64>,
}

impl Measured {
    /// One round's later plies have been made.
    pub fn end_round(&mut self, latencies: Vec<u64>, effort: Effort) {
        let moves = float(latencies.len());
        let samples = Samples::new(latencies.clone());
        self.quantiles
            .push([500, 990].map(|per_mille| samples.per_mille_ms(per_mille)));
        self.at_rate_us.push(1_000_000.0 * effort.busy_s / moves);
        self.at_rate_wakes.push(effort.wakes / moves);
        self.later.extend(latencies);
    }

    /// All latencies at the set rate.
    pub fn all(&self) -> Samples {
        Samples::new([self.opening.as_slice(), self.later.as_slice()].concat())
    }
}

/// A server with its games.
#[derive(Debug)]
pub struct Contender {
    pub name: &'static str,
    pub stage: Stage,
    pub measured: Measured,
}

impl Contender {
    /// Nothing measured yet.
    pub fn new(name: &'static str, stage: Stage) -> Self {
        Self {
            name,
            stage,
            measured: Measured::default(),
        }
    }
}

/// A yardstick with its pairs of sockets.
#[derive(Debug)]
pub struct Pairs {
    pub name: &'static str,
    pub process: u32,
    sockets: Vec<[Socket; 2]>,
    pub measured: Mutex<Measured>,
}

impl Pairs {
    /// Opens them.
    pub async fn open(name: &'static str, port: u16, process: u32, count: usize) -> Self {
        let mut sockets = Vec::new();
        for pair in 0..count {
            let black = Socket::open(port, &format!("/{pair}/0")).await.unwrap();
            let white = Socket::open(port, &format!("/{pair}/1")).await.unwrap();
            sockets.push([black, white]);
        }
        Self {
            name,
            process,
            sockets,
            measured: Mutex::default(),
        }
    }

    /// So many moves back and forth in each pair.
    pub fn runs(&self, plies: usize, pace: Pace) -> Vec<Arc<Run>> {
        let pairs = self.sockets.iter().enumerate();
        pairs
            .map(|(number, sockets)| Run::at_yardstick(number, sockets.clone(), plies, pace))
            .collect()
    }
}

/// What a process did for moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effort {
    /// Processor time, in seconds.
    pub busy_s: f64,
    /// How often its threads were woken.
    pub wakes: f64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, more: Self) {
        self.busy_s += more.busy_s;
        self.wakes += more.wakes;
    }
}

/// What a process is busy from now on.
pub struct Busy {
    process: u32,
    before_s: f64,
    wakes_before: u64,
    begun: Instant,
}

impl Busy {
    /// From now on.
    pub fn from_now(process: u32) -> Self {
        Self {
            process,
            before_s: machine::processor_seconds(process),
            wakes_before: machine::wakes(process),
            begun: Instant::now(),
        }
    }

    /// Processor time so far, in seconds.
    pub fn seconds(&self) -> f64 {
        machine::processor_seconds(self.process) - self.before_s
    }

    /// All of it so far.
    pub fn effort(&self) -> Effort {
        let wakes = machine::wakes(self.process).saturating_sub(self.wakes_before);
        Effort {
            busy_s: self.seconds(),
            wakes: f64::from(u32::try_from(wakes).unwrap_or(u32::MAX)),
        }
    }

    /// The share of a processor so far.
    pub fn share(&self) -> f64 {
        self.seconds() / self.begun.elapsed().as_secs_f64()
    }
}

/// A count as a number to reckon with.
pub fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

/// The median, over the rounds, of one measurement by another of the same round.
pub fn median_ratio(ours: &[f64], theirs: &[f64]) -> f64 {
    let ratios: Vec<f64> = ours
        .iter()
        .zip(theirs)
        .map(|(one, other)| one / other)
        .collect();
    median(&ratios)
}
