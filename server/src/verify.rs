//! `outflank verify FILE|DIR|DATABASE|ADDRESS`; what a file is is found out.

mod draws;
mod event;
pub mod export;
mod journals;
mod mirror;
mod rating_files;

use std::path::Path;

use outflank_offline::exit::{Exit, misuse};

use crate::cli::Verify;

/// Verifies.
pub fn run(arguments: &Verify) -> anyhow::Result<Exit> {
    if arguments.rating_files.is_some() && !event::is_event(&arguments.target) {
        Err(misuse(format!(
            "{} is no saved event, of which alone rating files are made again",
            arguments.target
        )))
    } else if mirror::is_mirror(Path::new(&arguments.target)) {
        mirror::run(arguments)
    } else if event::is_event(&arguments.target) {
        event::run(arguments)
    } else if export::is_export(&arguments.target) {
        export::run(arguments)
    } else {
        journals::run(arguments)
    }
}

/// What is to be said of a key that nobody named.
fn trust(is_named: bool) -> &'static str {
    if is_named {
        ""
    } else {
        ". Whether that key is to be trusted is not checked: name the right one with --key"
    }
}
