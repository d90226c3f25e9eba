//! The tools that need no server: the engine on the files of a tournament director.

mod arguments;
mod chairs;
mod course;
mod elo;
mod event_file;
mod final_list;
pub mod output;
mod pair;
mod pairing_report;
mod perft;
mod plan;
mod progress;
mod replay;
mod rule_sets;
mod season;
mod standings;
mod teams;

pub use arguments::{Format, Offline};

use std::process::ExitCode;

use outflank_tournament::Refusal;

/// How a tool ended, if it could do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Exit code 0.
    Good,
    /// Exit code 1: something was found, or there is nothing left to do; the sentence is on stderr.
    Findings,
}

impl Verdict {
    /// What a tool ends with that may have found something.
    #[must_use]
    pub fn of(findings: bool) -> Self {
        if findings { Self::Findings } else { Self::Good }
    }
}

/// Runs a tool; its exit code is 0 for good, 1 for findings, 2 for usage.
pub fn run(tool: Offline) -> ExitCode {
    let verdict = match tool {
        Offline::Perft(args) => perft::run(&args),
        Offline::Replay(args) => replay::run(&args),
        Offline::Standings(args) => standings::run(&args),
        Offline::Pair(args) => pair::run(&args),
        Offline::Plan(args) => plan::run(&args),
        Offline::RuleSets(args) => rule_sets::run(&args),
        Offline::Season(args) => season::run(&args),
        Offline::Teams(args) => teams::run(&args),
        Offline::Elo(args) => elo::run(&args),
    };
    ended(verdict)
}

/// The exit code of a tool that ended so; what kept it from its work is said on stderr.
#[must_use]
pub fn ended(verdict: anyhow::Result<Verdict>) -> ExitCode {
    match verdict {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(1),
        Err(error) => {
            output::note(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// A refusal as one sentence with its paragraph.
fn sentence(refusal: &Refusal) -> String {
    match &refusal.rule {
        Some(rule) => format!("{} ({rule})", refusal.detail),
        None => refusal.detail.clone(),
    }
}
