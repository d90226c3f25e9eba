//! What a scenario says: figures, its own verdict on what they are to be, and errors by kind. An aim that is missed is told
//! and no more; what must be nothing and is not fails the run.

#![allow(clippy::print_stdout, reason = "what a harness prints is its answer")]

use std::collections::BTreeMap;

use super::{latencies::Latencies, machine::Shares};

/// How often each kind of thing happened.
pub type Kinds = BTreeMap<String, u64>;

/// Adds these to those.
pub fn add(kinds: &mut Kinds, more: Kinds) {
    for (kind, count) in more {
        *kinds.entry(kind).or_default() += count;
    }
}

/// What an aim compares with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

/// What one scenario has to say, each name under its own.
#[derive(Debug)]
pub struct Report {
    scenario: &'static str,
    failures: Vec<String>,
}

impl Report {
    /// Nothing yet.
    #[must_use]
    pub fn of(scenario: &'static str) -> Self {
        println!("{scenario}: {}", super::machine::load());
        Self {
            scenario,
            failures: Vec::new(),
        }
    }

    /// `figure SCENARIO_NAME VALUE UNIT`.
    pub fn figure(&self, name: &str, value: f64, unit: &str) {
        show(&format!("{}_{name}", self.scenario), value, unit);
    }

    /// How many.
    pub fn count(&self, name: &str, count: u64) {
        println!("figure {}_{name} {count}", self.scenario);
    }

    /// Half of them, and the slowest of a hundred, a thousand and all.
    pub fn latencies(&self, name: &str, latencies: &Latencies) {
        self.count(&format!("{name}_samples"), latencies.count());
        let quantiles = [
            ("p50", 50_000),
            ("p90", 90_000),
            ("p99", 99_000),
            ("p999", 99_900),
            ("max", 100_000),
        ];
        for (quantile, of_100_000) in quantiles {
            let value = latencies.quantile_ms(of_100_000);
            self.figure(&format!("{name}_{quantile}_ms"), value, "ms");
        }
    }

    /// A figure, and whether it is what it is to be.
    pub fn aimed(&self, name: &str, value: f64, unit: &str, aim: Aim) {
        self.figure(name, value, unit);
        let (holds, words, bound) = match aim {
            Aim::AtMost(bound) => (value <= bound, "at most", bound),
            Aim::AtLeast(bound) => (value >= bound, "at least", bound),
        };
        let verdict = if holds { "met" } else { "MISSED" };
        let line = format!(
            "aim {}_{name} {verdict}: {words} {bound} {unit}",
            self.scenario
        );
        println!("{}", line.trim_end());
    }

    /// Processor time of the server and of its clients, and how much of it is the clients'.
    pub fn shares(&self, name: &str, shares: Shares) {
        self.figure(&format!("{name}server_cores"), shares.server, "cores");
        self.figure(&format!("{name}client_cores"), shares.clients, "cores");
        let share = 100.0 * shares.clients / (shares.clients + shares.server);
        self.figure(&format!("{name}client_share_percent"), share, "%");
    }

    /// How often each kind of error happened: there must be none.
    pub fn errors(&mut self, kinds: &Kinds) {
        for (kind, count) in kinds {
            println!("{}: {count} times {kind}", self.scenario);
        }
        self.none("errors", kinds.values().sum());
    }

    /// Something that must not be.
    pub fn none(&mut self, name: &str, count: u64) {
        self.count(name, count);
        if count > 0 {
            self.failures
                .push(format!("{}: {count} {name}", self.scenario));
        }
    }

    /// What failed the run.
    #[must_use]
    pub fn failures(self) -> Vec<String> {
        println!("{}: {}", self.scenario, super::machine::load());
        self.failures
    }
}

/// `figure NAME VALUE UNIT`; without a unit where it has none.
pub fn show(name: &str, value: f64, unit: &str) {
    let line = format!("figure {name} {value:.3} {unit}");
    println!("{}", line.trim_end());
}
