//! The Outflank binary: the server's roles and the offline tools.

mod backup;
mod cli;
mod configuration;
mod doctor;
#[cfg(test)]
mod documents;
mod event;
mod keys;
mod keys_folder;
mod manual;
mod misuse;
mod open_files;
mod pull;
mod roles;
mod serve;
mod telemetry;
mod verify;

use std::{ffi::OsString, process::ExitCode};

use clap::error::ErrorKind;
use outflank_offline::{exit::Exit, output::note};

use cli::{Cli, Command};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let exit = match Cli::read(&arguments) {
        Ok(cli) => run(cli.command),
        Err(error) => not_run(&error, &arguments),
    };
    exit.into()
}

fn run(command: Command) -> Exit {
    let ended = match command {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Backup(arguments) => backup::run(backup::Act::Backup, &arguments),
        Command::Restore(arguments) => backup::run(backup::Act::Restore, &arguments),
        Command::Event(act) => event::run(&act),
        Command::Keys(keys) => keys::run(&keys),
        Command::Offline(tool) => outflank_offline::run(&tool),
        Command::Pull(arguments) => pull::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Completions(arguments) => manual::complete(&arguments),
        Command::Manual(arguments) => manual::write(&arguments),
    };
    ended.unwrap_or_else(|error| {
        note(&format!("{error:#}"));
        Exit::of_error(&error)
    })
}

/// The command line asks for help, or is none.
fn not_run(error: &clap::Error, arguments: &[OsString]) -> Exit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
            Ok(()) => Exit::Good,
            Err(_) => Exit::Findings,
        },
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // A closed stderr leaves nobody to tell.
            let _ = error.print();
            Exit::Usage
        }
        _ => {
            note(&misuse::sentence(error, &Cli::whole(), arguments));
            Exit::Usage
        }
    }
}
