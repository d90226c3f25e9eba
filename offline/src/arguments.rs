//! The arguments of every tool.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Tools that work on files alone. Exit code 0: good; 1: findings, or nothing left to do; 2: usage.
#[derive(Debug, Subcommand)]
pub enum Offline {
    /// Count the game tree from the starting position; a pass is a ply.
    Perft(Perft),
    /// Replay games by the rules: WTHOR files (.wtb), GGF, or one transcript a line.
    Replay(Replay),
    /// The standings of a rating file.
    Standings(Standings),
    /// The next round of a rating file.
    Pair(Pair),
    /// The stages of an event before it is played.
    Plan(Plan),
    /// The rule sets, or one of them with the source of every value.
    RuleSets(RuleSets),
    /// The table of a season from its events, in the order of their dates.
    Season(Season),
    /// The list of teams of a rating file; a player's team is his country.
    Teams(Teams),
    /// Read rating files and name every departure from the strict form.
    Elo(Elo),
}

/// How a tool answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// JSON for machines.
    Json,
}

/// The answer of tools that always speak JSON: indented on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JsonFormat {
    /// JSON for machines.
    Json,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct Perft {
    /// Plies to count.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Files of games; what they are is found out.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Which event a rating file describes.
#[derive(Debug, Args)]
pub struct Event {
    /// The rating file (.ELO).
    pub file: PathBuf,
    /// Rule set of the event.
    #[arg(long, default_value = "egp-2020", value_name = "NAME")]
    pub rule_set: String,
    /// Federation numbers of players who withdrew.
    #[arg(long, value_delimiter = ',', value_name = "ID,...")]
    pub withdrawn: Vec<u32>,
}

/// Arguments of `standings`.
#[derive(Debug, Args)]
pub struct Standings {
    #[command(flatten)]
    pub event: Event,
    /// Constant C of the Brightwell Quotient; the rule set's own unless given.
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub constant: Option<u32>,
    /// Discs of a bye in the disc-count; as the file's creator has it unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub bye_discs: Option<u32>,
    /// Say for every player what parts him from the one above, and all criteria.
    #[arg(long)]
    pub explain: bool,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `pair`.
#[derive(Debug, Args)]
pub struct Pair {
    #[command(flatten)]
    pub event: Event,
    /// Rounds of the event; the rule set's own number unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub rounds: Option<u32>,
    /// Seed of the draw.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Say for every board what it costs, the best pairing without it, and what decides between the two.
    #[arg(long)]
    pub explain: bool,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `plan`.
#[derive(Debug, Args)]
pub struct Plan {
    /// Rule set of the event.
    #[arg(long, default_value = "egp-2020", value_name = "NAME")]
    pub rule_set: String,
    /// Number of entrants.
    #[arg(long, value_name = "N")]
    pub entrants: u32,
    /// Rounds of the event; the rule set's own number unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub rounds: Option<u32>,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `rule-sets`.
#[derive(Debug, Args)]
pub struct RuleSets {
    /// The rule set to print whole.
    pub name: Option<String>,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `season`.
#[derive(Debug, Args)]
pub struct Season {
    /// Rating files, or lists of `standings` as .json files, in the order of their dates.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Rule set of the season.
    #[arg(long, default_value = "egp-2020", value_name = "NAME")]
    pub rule_set: String,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `teams`.
#[derive(Debug, Args)]
pub struct Teams {
    #[command(flatten)]
    pub event: Event,
    /// Federation numbers of the host's additional players.
    #[arg(long, value_delimiter = ',', value_name = "ID,...")]
    pub additional: Vec<u32>,
    /// The answer is JSON.
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// Arguments of `elo`.
#[derive(Debug, Args)]
pub struct Elo {
    /// Rating files.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Rewrite each file into the strict form as far as its facts allow.
    #[arg(long, requires = "output")]
    pub strict: bool,
    /// Folder for the rewritten files; nothing there is overwritten.
    #[arg(long, value_name = "DIR", requires = "strict")]
    pub output: Option<PathBuf>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
