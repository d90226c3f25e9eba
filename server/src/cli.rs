//! The command line: every subcommand and its arguments.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;
use outflank_offline::{Format, Offline, exit::Exit};

use crate::{backup::Copying, event::MovingAct, serve::Serve};

/// Online tournaments for Othello, and the tools of a tournament director.
#[derive(Debug, Parser)]
#[command(name = "outflank", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads a command line.
    ///
    /// # Errors
    /// When it is none, or asks for help.
    pub fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::whole().try_get_matches_from(arguments)?)
    }

    /// The command line with its table of exit codes.
    pub fn whole() -> clap::Command {
        let codes: Vec<String> = Exit::ALL
            .iter()
            .map(|exit| format!("  {}  {}", exit.code(), exit.meaning()))
            .collect();
        Self::command().after_help(format!(
            "Exit codes of every command:\n{}",
            codes.join("\n")
        ))
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve tournaments from this machine.
    #[command(after_help = "Examples:
  outflank serve                                       # a whole server at 127.0.0.1:8080, its data in ./data
  outflank serve --data event --listen 0.0.0.0:8080    # for everybody on this network
  outflank serve --config /etc/outflank/outflank.toml  # as a file says
  outflank serve --sample-event                        # with an event that house bots play")]
    Serve(Box<Serve>),
    /// Check a deployment and say what is wrong with it.
    #[command(after_help = "Examples:
  outflank doctor --config /etc/outflank/outflank.toml  # the process that this file makes
  outflank doctor http://127.0.0.1:8080                 # a running server
  outflank doctor --data event --format json            # for programs")]
    Doctor(Box<Doctor>),
    /// Move an event to another server, in the middle of a round if need be.
    #[command(subcommand)]
    Event(MovingAct),
    /// Copy everything that a server keeps into a new folder, while it runs.
    #[command(after_help = "Examples:
  outflank backup copies/friday --data event                          # a data folder
  outflank backup copies/friday --config /etc/outflank/outflank.toml  # the stores that a file names")]
    Backup(Copying),
    /// Make what a server keeps of such a copy, where none is yet, and check it byte for byte.
    #[command(after_help = "Examples:
  outflank restore copies/friday --data restored  # into a new data folder")]
    Restore(Copying),
    /// The keys that the processes of a deployment share.
    #[command(subcommand)]
    Keys(Keys),
    /// The tools that need no server.
    #[command(flatten)]
    Offline(Offline),
    /// Mirror a server's rating files into a folder, verified as they come; the next run goes on where this one ended.
    #[command(after_help = "Examples:
  outflank pull https://play.example.org results                      # what counts for ratings
  outflank pull https://play.example.org results --key KEY            # signed by nobody but this key
  outflank pull https://play.example.org everything --all             # unrated events too")]
    Pull(Pull),
    /// Check the hash chains and signatures of a journal, and repeat its draws, rankings and games; or check every byte of a
    /// saved event, the signature of an export, or every version in a mirror.
    #[command(after_help = "Examples:
  outflank verify event/pairing.sqlite                    # a journal
  outflank verify postgres://outflank@localhost/outflank  # every journal of a database
  outflank verify manifest.json --key KEY                 # an export, signed by nobody but this key
  outflank verify results                                 # a mirror made by `outflank pull`
  outflank verify open.event --rating-files results       # a saved event, and what was published of it")]
    Verify(Verify),
    /// Print what has a shell complete these commands.
    #[command(after_help = "Examples:
  outflank completions bash > /etc/bash_completion.d/outflank           # for everybody on this machine
  outflank completions fish > ~/.config/fish/completions/outflank.fish  # for oneself")]
    Completions(Completions),
    /// Write the manual pages.
    #[command(after_help = "Examples:
  outflank manual /usr/local/share/man/man1  # then `man outflank-serve`")]
    Manual(Manual),
}

/// Arguments of `doctor`: those of the process that is checked, or the address of a running server.
#[derive(Debug, Args)]
pub struct Doctor {
    /// A running server to ask instead, http://HOST:PORT.
    #[arg(value_name = "URL")]
    pub server: Option<String>,
    /// Text for people or JSON for programs.
    #[arg(
        long,
        value_enum,
        default_value = "text",
        value_name = "text|json",
        hide_possible_values = true
    )]
    pub format: Format,
    #[command(flatten)]
    pub process: Serve,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: Shell,
}

/// Arguments of `manual`.
#[derive(Debug, Args)]
pub struct Manual {
    /// The folder they are written to, one file a command; made if there is none.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// What is done with keys.
#[derive(Debug, Subcommand)]
pub enum Keys {
    /// Make a folder of keys for a deployment; what is there already stays as it is.
    #[command(after_help = "Examples:
  outflank keys create keys --name open.example  # copy it to every machine")]
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

/// Arguments of `pull`.
#[derive(Debug, Args)]
pub struct Pull {
    /// The server's address, like https://play.example.org.
    #[arg(value_name = "URL")]
    pub server: String,
    /// The folder of the mirror: every version for ever in `versions`, and in `current` the files that count now.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The key that must have signed, base64url; else the key of the first file is kept, and no other taken.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub key: Option<String>,
    /// An API key to come with.
    #[arg(
        long,
        value_name = "KEY",
        env = "OUTFLANK_API_KEY",
        hide_env_values = true,
        allow_hyphen_values = true
    )]
    pub api_key: Option<String>,
    /// Files that do not count for ratings too.
    #[arg(long)]
    pub all: bool,
    /// Text for people or JSON for programs.
    #[arg(
        long,
        value_enum,
        default_value = "text",
        value_name = "text|json",
        hide_possible_values = true
    )]
    pub format: Format,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// A journal's file, a Postgres database with all its journals (`postgres://...`), a saved event, an export's
    /// manifest beside its rating file, the address of a manifest, or the folder of a mirror.
    #[arg(value_name = "FILE|DIR|DATABASE|ADDRESS")]
    pub target: String,
    /// The key that must have signed an export or a saved event, base64url.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub key: Option<String>,
    /// With a saved event: the folder of a mirror, or a manifest beside its rating file. Every rating file of the event in it is
    /// made again from the event's entries.
    #[arg(long, value_name = "DIR|FILE")]
    pub rating_files: Option<PathBuf>,
    /// Text for people or JSON for programs.
    #[arg(
        long,
        value_enum,
        default_value = "text",
        value_name = "text|json",
        hide_possible_values = true
    )]
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
            "outflank event load FILE --trust -Yg7 --trust -Zg8",
            "outflank event links --event -Yg7",
            "outflank verify FILE --key -Yg7",
        ] {
            let read = Cli::try_parse_from(line.split(' '));
            assert!(read.is_ok(), "{line}");
        }
    }
}
