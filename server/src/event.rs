//! `outflank event`: an event saved into a file, which fences it off here, and loaded from it at another server.

pub mod bundle;
mod content;
mod load;
mod save;
mod stores;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use outflank_offline::exit::{Exit, OrMisuse as _};

use crate::{
    configuration::{Deployment, Settings, StoreUrl},
    telemetry,
};

/// What is done with an event.
#[derive(Debug, Subcommand)]
pub enum MovingAct {
    /// Save an event into a file for another server.
    ///
    /// From then on this one takes nothing more of it; whoever looks on may read on. Clocks stand until it goes on. Saved
    /// again, the same event gives the same file again.
    #[command(after_help = "Examples:
  outflank event save open.event --data event --to https://club.example  # the only event under way")]
    Save(Save),
    /// Load a saved event, which then goes on here.
    ///
    /// Loaded at the server it was saved at, it goes on there again.
    #[command(after_help = "Examples:
  outflank event load open.event --data event --resume-in 60  # clocks go on after a minute")]
    Load(Load),
}

/// Arguments of `event save`.
#[derive(Debug, Args)]
pub struct Save {
    /// The file to write. It holds secrets (digests of passwords, the draws to come): keep it to yourself.
    pub file: PathBuf,
    /// Id of the event; the only one under way unless given.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub event: Option<String>,
    /// Where it goes, as players who come here are told: an address, or a name.
    #[arg(
        long,
        value_name = "WHERE",
        default_value = "ask the director for its address"
    )]
    pub to: String,
    #[command(flatten)]
    pub at: StoreOptions,
}

/// Arguments of `event load`.
#[derive(Debug, Args)]
pub struct Load {
    /// The saved event.
    pub file: PathBuf,
    /// The clocks that were stopped for the move go on so many seconds after the event came in; unless given, when the
    /// director resumes them.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub resume_in: Option<u32>,
    /// The key that must have signed the file, base64url: `event save` says which it is.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub key: Option<String>,
    #[command(flatten)]
    pub at: StoreOptions,
}

/// The server that an event leaves or comes to. It may run meanwhile.
#[derive(Debug, Args)]
pub struct StoreOptions {
    /// Folder that holds everything the server keeps [default: data].
    #[arg(long, env = "OUTFLANK_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Postgres, where the server keeps everything there.
    #[arg(
        long,
        env = "OUTFLANK_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database: Option<StoreUrl>,
    /// Folder with the keys of the deployment [default: keys in the data folder].
    #[arg(long, env = "OUTFLANK_KEYS", value_name = "DIR")]
    pub keys: Option<PathBuf>,
    /// The server's file with settings (TOML); the command line and the environment come before it.
    #[arg(long, env = "OUTFLANK_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl StoreOptions {
    /// The server's stores and keys, with every role here: what it runs elsewhere does not matter.
    pub fn deployment(&self) -> anyhow::Result<Deployment> {
        let file = self.config.as_deref().map(Settings::read).transpose();
        let file = file.or_misuse()?;
        let file = file.unwrap_or_default();
        let given = Settings {
            data: self.data.clone().or(file.data),
            database: self.database.clone().or(file.database),
            keys: self.keys.clone().or(file.keys),
            clock_offset_ms: clock_offset(),
            ..Settings::default()
        };
        Ok(Deployment::of(given)?)
    }
}

/// Of a server that tests run at another time.
fn clock_offset() -> Option<i64> {
    std::env::var("OUTFLANK_CLOCK_OFFSET_MS").ok()?.parse().ok()
}

/// Does it.
pub fn run(act: &MovingAct) -> anyhow::Result<Exit> {
    telemetry::start_log();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")?;
    runtime.block_on(async {
        match act {
            MovingAct::Save(save) => save::save(save).await,
            MovingAct::Load(load) => load::load(load).await,
        }
    })?;
    Ok(Exit::Good)
}
