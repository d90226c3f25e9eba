//! `outflank verify FILE|DIR|DATABASE|ADDRESS`; what a file is is found out.

mod draws;
mod event;
pub mod export;
mod journals;
mod mirror;

use outflank_offline::exit::Exit;

use crate::cli::Verify;

/// Verifies.
pub fn run(arguments: &Verify) -> anyhow::Result<Exit> {
    if mirror::is_mirror(&arguments.target) {
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
