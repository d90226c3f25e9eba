//! The Outflank binary: the server's roles and the offline tools.

mod cli;
mod offline;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Offline(tool) => offline::run(tool),
    }
}
