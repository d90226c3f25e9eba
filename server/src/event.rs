//! `outflank event`: an event saved into a file, which fences it off here, and loaded from it at another server.

pub mod belonging;
pub mod bundle;
mod content;
mod links;
pub mod load;
mod save;
pub mod stores;
#[cfg(test)]
mod tests;
pub mod trust;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
};

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
  outflank event load open.event --data event --resume-in 60           # clocks go on after a minute
  outflank event load open.event --trust KEY --links links.txt         # KEY as `event save` told it")]
    Load(Load),
    /// Make new links for whoever of an event has no way in here.
    ///
    /// `event load` does so too. Links of earlier that nobody used end.
    #[command(after_help = "Examples:
  outflank event links --data event  # of the only event under way")]
    Links(Links),
}

/// Arguments of `event save`.
#[derive(Debug, Args)]
pub struct Save {
    /// The file to write. It holds secrets (the draws to come, what was written in private): keep it to yourself.
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
    /// A key to trust beside this server's own, base64url, as `event save` told it; may be given several times.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    pub trust: Vec<String>,
    /// The clocks that were stopped for the move go on so many seconds after the event came in; unless given, when the
    /// director resumes them.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub resume_in: Option<u32>,
    /// The only key that may have signed the file, base64url: it is trusted, and no other.
    #[arg(
        long,
        value_name = "KEY",
        allow_hyphen_values = true,
        conflicts_with = "trust"
    )]
    pub key: Option<String>,
    #[command(flatten)]
    pub links: LinkOptions,
    #[command(flatten)]
    pub at: StoreOptions,
}

/// Arguments of `event links`.
#[derive(Debug, Args)]
pub struct Links {
    /// Id of the event; the only one under way unless given.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub event: Option<String>,
    #[command(flatten)]
    pub links: LinkOptions,
    #[command(flatten)]
    pub at: StoreOptions,
}

/// Where links are written, and what they look like.
#[derive(Debug, Args)]
pub struct LinkOptions {
    /// A new file for the links, readable by its owner only; the standard output unless given.
    #[arg(long, value_name = "FILE")]
    pub links: Option<PathBuf>,
    /// How browsers reach the server, https://HOST: links begin with it [default: the settings' origin].
    #[arg(long, env = "OUTFLANK_ORIGIN", value_name = "ORIGIN")]
    pub origin: Option<String>,
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
        self.reached_at(None)
    }

    /// The same, with the address that browsers reach it by, the settings' own unless given.
    fn reached_at(&self, origin: Option<&str>) -> anyhow::Result<Deployment> {
        let file = self.config.as_deref().map(Settings::read).transpose();
        let file = file.or_misuse()?;
        let file = file.unwrap_or_default();
        let given = Settings {
            data: self.data.clone().or(file.data),
            database: self.database.clone().or(file.database),
            keys: self.keys.clone().or(file.keys),
            origin: origin.map(str::to_owned).or(file.origin),
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
            MovingAct::Load(load) => load::load(load, &load::Intake::WHOLE).await,
            MovingAct::Links(links) => links::make(links).await,
        }
    })?;
    Ok(Exit::Good)
}
