//! The tools that need no server: the engine on the files of a tournament director.

pub mod answer;
mod arguments;
mod chairs;
mod course;
mod elo;
mod event_file;
mod event_record;
pub mod exit;
mod final_list;
mod flip_the_disc;
pub mod output;
mod pair;
mod pairing_report;
mod papp;
mod perft;
mod plan;
mod progress;
mod ratings;
mod ratings_files;
mod ratings_official;
mod replay;
mod rule_sets;
mod season;
mod standings;
mod teams;
mod text;
mod told_event;

pub use answer::Format;
pub use arguments::Offline;

use outflank_tournament::Refusal;

use exit::Exit;

/// Runs a tool.
///
/// # Errors
/// What kept it from its work; [`Exit::of_error`] says how that ends the command.
pub fn run(tool: &Offline) -> anyhow::Result<Exit> {
    match tool {
        Offline::Perft(args) => perft::run(args),
        Offline::Replay(args) => replay::run(args),
        Offline::Standings(args) => standings::run(args),
        Offline::Pair(args) => pair::run(args),
        Offline::Plan(args) => plan::run(args),
        Offline::RuleSets(args) => rule_sets::run(args),
        Offline::Season(args) => season::run(args),
        Offline::Teams(args) => teams::run(args),
        Offline::Elo(args) => elo::run(args),
        Offline::Ratings(args) => ratings::run(args),
        Offline::Papp(args) => papp::run(args),
        Offline::FlipTheDisc(args) => flip_the_disc::run(args),
    }
}

/// A refusal as one sentence with its paragraph.
fn sentence(refusal: &Refusal) -> String {
    match refusal.rule() {
        Some(rule) => format!("{refusal} ({rule})"),
        None => refusal.to_string(),
    }
}
