//! The command line: every subcommand and its arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use outflank_offline::{Format, Offline};

use crate::{backup::Copying, event::MovingAct, serve::Serve};

/// Online tournaments for Othello, and the tools of a tournament director.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, about)]
pub struct Cli {
    /// What to do; `serve` unless given.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve tournaments from this machine.
    Serve(Box<Serve>),
    /// Check a deployment and say what is wrong with it. Exit code 0: good; 1: findings; 2: usage.
    Doctor(Box<Doctor>),
    /// Move an event to another server, in the middle of a round if need be.
    #[command(subcommand)]
    Event(MovingAct),
    /// Copy everything that a server keeps into a new folder, while it runs.
    Backup(Copying),
    /// Make what a server keeps of such a copy, where none is yet, and check it byte for byte.
    Restore(Copying),
    /// The keys that the processes of a deployment share.
    #[command(subcommand)]
    Keys(Keys),
    /// The tools that need no server.
    #[command(flatten)]
    Offline(Offline),
    /// Check the hash chains, draws and signatures of a journal, every byte of a saved event, or the signature of an
    /// export.
    Verify(Verify),
}

/// Arguments of `doctor`: those of the process that is checked, or the address of a running server.
#[derive(Debug, Args)]
pub struct Doctor {
    /// A running server to ask instead, http://HOST:PORT.
    #[arg(value_name = "URL")]
    pub server: Option<String>,
    #[command(flatten)]
    pub process: Serve,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// What is done with keys.
#[derive(Debug, Subcommand)]
pub enum Keys {
    /// Make a folder of keys for a deployment; what is there already stays as it is.
    Create(CreateKeys),
}

/// Arguments of `keys create`.
#[derive(Debug, Args)]
pub struct CreateKeys {
    /// The folder.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What browsers call the gateways, for `--tls auto`.
    #[arg(long = "name", value_name = "HOST")]
    pub names: Vec<String>,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// A journal's file, a Postgres database with all its journals (`postgres://...`), a saved event, an export's
    /// manifest beside its rating file, or the address of a manifest.
    #[arg(value_name = "FILE|DATABASE|ADDRESS")]
    pub target: String,
    /// The key that must have signed an export or a saved event, base64url.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub key: Option<String>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_keys_may_begin_with_a_hyphen() {
        for line in [
            "outflank event save FILE --event -Yg7",
            "outflank event load FILE --key -Yg7",
            "outflank verify FILE --key -Yg7",
        ] {
            let read = Cli::try_parse_from(line.split(' '));
            assert!(read.is_ok(), "{line}");
        }
    }
}
