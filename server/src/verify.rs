//! `outflank verify FILE|DATABASE|ADDRESS`; what a file is is found out.

mod event;
mod export;
mod journals;

use outflank_offline::exit::Exit;

use crate::cli::Verify;

/// Verifies.
pub fn run(arguments: &Verify) -> anyhow::Result<Exit> {
    if event::is_event(&arguments.target) {
        event::run(arguments)
    } else if export::is_export(&arguments.target) {
        export::run(arguments)
    } else {
        journals::run(arguments)
    }
}
