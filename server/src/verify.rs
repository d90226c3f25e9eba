//! `outflank verify FILE|DATABASE|ADDRESS`; what a file is is found out.

mod event;
mod export;
mod journals;

use std::process::ExitCode;

use crate::cli::Verify;

/// Verifies; exit code 0 for good, 1 for findings, 2 where nothing could be verified.
pub fn run(arguments: &Verify) -> ExitCode {
    outflank_offline::ended(if event::is_event(&arguments.target) {
        event::run(arguments)
    } else if export::is_export(&arguments.target) {
        export::run(arguments)
    } else {
        journals::run(arguments)
    })
}
