//! The Outflank binary: the server's roles and the offline tools.

mod cli;
mod offline;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let command = Cli::parse()
        .command
        .or_else(|| Cli::parse_from(["outflank", "serve"]).command);
    match command {
        None => ExitCode::from(2),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Offline(tool)) => offline::run(tool),
    }
}
