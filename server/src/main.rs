//! The Outflank binary: the server's roles and the offline tools.

mod backup;
mod cli;
mod configuration;
mod doctor;
mod event;
mod keys;
mod keys_folder;
mod roles;
mod serve;
mod telemetry;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command = Cli::parse()
        .command
        .or_else(|| Cli::parse_from(["outflank", "serve"]).command);
    match command {
        None => ExitCode::from(2),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments),
        Some(Command::Backup(arguments)) => backup::run(backup::Act::Backup, &arguments),
        Some(Command::Restore(arguments)) => backup::run(backup::Act::Restore, &arguments),
        Some(Command::Event(act)) => event::run(&act),
        Some(Command::Keys(keys)) => keys::run(&keys),
        Some(Command::Offline(tool)) => outflank_offline::run(tool),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
    }
}
