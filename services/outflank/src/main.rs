//! The Outflank binary: the server's roles and the offline tools.

mod cli;
mod offline;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Offline(tool) => offline::run(tool),
    }
}
