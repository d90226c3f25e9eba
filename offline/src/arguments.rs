//! The arguments of every tool.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outflank_formats::CivilDate;
use outflank_othello::{BoardSize, Color, Handicap, Opening};

use crate::answer::{Answer, Format};

/// Tools that work on files alone.
#[derive(Debug, Subcommand)]
pub enum Offline {
    /// Count the game tree from the starting position; a pass is a ply.
    #[command(after_help = "Examples:
  outflank perft 9                 # 3005288 leaves
  outflank perft 11 --format json  # for programs
  outflank perft 8 --board 6x6     # of a smaller board")]
    Perft(Perft),
    /// Replay games by the rules: WTHOR files (.wtb), GGF, or one transcript a line.
    #[command(after_help = "Examples:
  outflank replay WTH_2020.wtb               # a year of the WTHOR base
  outflank replay games.ggf transcripts.txt  # what a file is, is found out
  outflank replay --board 6x6 small.txt      # transcripts of a variant; GGF says itself what it is of")]
    Replay(Replay),
    /// The standings of a rating file.
    #[command(after_help = "Examples:
  outflank standings event.ELO                             # under the rules of the European Grand Prix
  outflank standings event.ELO --rule-set papp --explain   # what parts every two neighbours
  outflank standings event.ELO --format json > event.json  # for `outflank season` and programs")]
    Standings(Standings),
    /// The next round of a rating file.
    #[command(after_help = "Examples:
  outflank pair event.ELO                                  # the round after the last in the file
  outflank pair event.ELO --withdrawn 1234,5678 --seed 42  # two players have left
  outflank pair event.ELO --explain                        # what every board costs, and what stands against the next best")]
    Pair(Pair),
    /// The stages of an event before it is played.
    #[command(after_help = "Examples:
  outflank plan --entrants 24                      # under the rules of the European Grand Prix
  outflank plan --entrants 60 --rule-set woc-2024  # a World Championship")]
    Plan(Plan),
    /// The rule sets, or one of them with the source of every value.
    #[command(after_help = "Examples:
  outflank rule-sets           # their names
  outflank rule-sets woc-2024  # one of them whole")]
    RuleSets(RuleSets),
    /// The table of a season from its events, in the order of their dates.
    #[command(after_help = "Examples:
  outflank season paris.ELO rome.ELO oslo.ELO  # of rating files
  outflank season paris.json rome.json         # of what `outflank standings` printed")]
    Season(Season),
    /// The list of teams of a rating file; a player's team is his country.
    #[command(after_help = "Examples:
  outflank teams event.ELO                    # the three best of each country
  outflank teams event.ELO --additional 1234  # one of the host's additional players")]
    Teams(Teams),
    /// Read rating files and name every departure from the strict form.
    #[command(after_help = "Examples:
  outflank elo event.ELO                           # one line for each departure
  outflank elo event.ELO --strict --output strict  # rewritten into the folder strict")]
    Elo(Elo),
    /// The rating list of a day from all results since the beginning, in the manner of the World Othello Federation.
    ///
    /// Everybody is rated who is compared with at least ten players by wins and draws that lead from each to each;
    /// active is who played within 38 months. Ratings of two components are not comparable. Only what the federation
    /// publishes is official; how it reckons uncertainty is not known, and the uncertainty here is ours.
    #[command(after_help = "Examples:
  outflank ratings results --date 2018-01-01                         # every .ELO file in the folder and those in it
  outflank ratings results --date 2018-01-01 --format text           # a table
  outflank ratings results --date 2018-01-01 --official joueurs.txt  # how far from the official list, which is another day's")]
    Ratings(Ratings),
    /// Write an event as PAPP's files, from which PAPP goes on with it; or read the files that PAPP left.
    ///
    /// Of a rating file or a server's record (event.json), the files are joueurs.txt, nouveaux.txt, papp.cfg and
    /// papp-internal-workfile.txt. Of a folder with such files, the answer is the list after the last round that is over.
    #[command(after_help = "Examples:
  outflank papp event.json --output papp             # the event goes on in PAPP
  outflank papp event.ELO --rounds 11 --output papp  # of a rating file
  outflank papp papp                                 # the list of what PAPP held
  outflank papp papp --sender Doe --output results   # and its rating file")]
    Papp(Papp),
    /// The list and the rating file of an event that FlipTheDisc held.
    #[command(after_help = "Examples:
  outflank flip-the-disc event.json                                # by the rules of the European Grand Prix
  outflank flip-the-disc event.json --sender Doe --output results  # and its rating file")]
    FlipTheDisc(FlipTheDisc),
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct Perft {
    /// Plies to count.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    pub depth: u32,
    #[command(flatten)]
    pub board: Board,
    #[command(flatten)]
    pub answer: Answer,
}

/// The board of a variant.
#[derive(Debug, Args)]
pub struct Board {
    /// Size of the board.
    #[arg(long = "board", value_name = "SIZE", default_value = "8x8", value_parser = ["4x4", "6x6", "8x8"])]
    pub size: String,
    /// How it begins: four discs crosswise, or the opening of 1883.
    #[arg(
        long,
        value_name = "OPENING",
        default_value = "standard",
        value_parser = ["standard", "placed_1883", "placed_1883_may_flip", "placed_1883_must_flip"]
    )]
    pub opening: String,
    /// Discs that one side has in corners before the start, 1 to 4; the other side moves first.
    #[arg(long, value_name = "SIDE:DISCS", value_parser = handicap)]
    pub handicap: Option<Handicap>,
}

impl Board {
    /// The board as the engine has it.
    pub fn board(&self) -> outflank_othello::Board {
        let mut sizes = BoardSize::ALL.into_iter();
        let mut openings = Opening::ALL.into_iter();
        let size = sizes.find(|size| size.as_str() == self.size);
        let opening = openings.find(|opening| opening.as_str() == self.opening);
        outflank_othello::Board {
            size: size.unwrap_or_default(),
            opening: opening.unwrap_or_default(),
            handicap: self.handicap,
            drawn: None,
        }
    }
}

fn handicap(text: &str) -> Result<Handicap, String> {
    let wanted = || "write black:2, the side and one to four discs".to_owned();
    let (side, discs) = text.split_once(':').ok_or_else(wanted)?;
    let to = Color::BOTH.into_iter().find(|color| color.as_str() == side);
    let discs = discs.parse().ok();
    let discs = discs.filter(|discs| (1..=Handicap::MOST).contains(discs));
    match (to, discs) {
        (Some(to), Some(discs)) => Ok(Handicap { to, discs }),
        _ => Err(wanted()),
    }
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Files of games; what they are is found out.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub board: Board,
    #[command(flatten)]
    pub answer: Answer,
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
    #[command(flatten)]
    pub answer: Answer,
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
    #[command(flatten)]
    pub answer: Answer,
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
    #[command(flatten)]
    pub answer: Answer,
}

/// Arguments of `rule-sets`.
#[derive(Debug, Args)]
pub struct RuleSets {
    /// The rule set to print whole.
    pub name: Option<String>,
    #[command(flatten)]
    pub answer: Answer,
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
    #[command(flatten)]
    pub answer: Answer,
}

/// Arguments of `teams`.
#[derive(Debug, Args)]
pub struct Teams {
    #[command(flatten)]
    pub event: Event,
    /// Federation numbers of the host's additional players.
    #[arg(long, value_delimiter = ',', value_name = "ID,...")]
    pub additional: Vec<u32>,
    #[command(flatten)]
    pub answer: Answer,
}

/// Arguments of `ratings`.
#[derive(Debug, Args)]
pub struct Ratings {
    /// Rating files, and folders of them.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// The day of the list; later games are left out, and an event of many days is of its first.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub date: CivilDate,
    /// A players list (joueurs.txt) to say the distance from.
    #[arg(long, value_name = "FILE")]
    pub official: Option<PathBuf>,
    #[command(flatten)]
    pub answer: Answer,
}

fn day(text: &str) -> Result<CivilDate, String> {
    let day = CivilDate::from_hyphens(text);
    day.ok_or_else(|| "write YYYY-MM-DD, a day of the calendar".to_owned())
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

/// Arguments of `papp`.
#[derive(Debug, Args)]
pub struct Papp {
    /// A rating file (.ELO) or a server's record of an event (.json) to write; or a folder of PAPP's files to read.
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// Folder for PAPP's files, or for the rating file of what was read; nothing there is overwritten.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Rule set of the event: egp-2020 for a rating file, the record's own, papp for what PAPP held.
    #[arg(long, value_name = "NAME")]
    pub rule_set: Option<String>,
    /// Constant C of the Brightwell Quotient; the event's or the rule set's own unless given.
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub constant: Option<u32>,
    /// Rounds of the event, for PAPP; as the rule set has it unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    pub rounds: Option<u32>,
    /// Federation numbers of players who withdrew, of a rating file.
    #[arg(long, value_delimiter = ',', value_name = "ID,...")]
    pub withdrawn: Vec<u32>,
    /// Who sends the rating file.
    #[arg(long, value_name = "NAME")]
    pub sender: Option<String>,
    /// The country in the rating file, an English name; that of papp.cfg unless given.
    #[arg(long, value_name = "NAME")]
    pub country: Option<String>,
    #[command(flatten)]
    pub answer: Answer,
}

impl Papp {
    /// An option that makes sense for writing PAPP's files alone, if one was given.
    pub fn for_writing(&self) -> Option<&'static str> {
        match (self.rounds, self.withdrawn.is_empty()) {
            (Some(_), _) => Some("--rounds"),
            (None, false) => Some("--withdrawn"),
            (None, true) => None,
        }
    }
}

/// Arguments of `flip-the-disc`.
#[derive(Debug, Args)]
pub struct FlipTheDisc {
    /// The document: info, pairing and standings (.json).
    pub file: PathBuf,
    /// Folder for the rating file; nothing there is overwritten.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Rule set of the event.
    #[arg(long, default_value = "egp-2020", value_name = "NAME")]
    pub rule_set: String,
    /// Constant C of the Brightwell Quotient; the rule set's own unless given.
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub constant: Option<u32>,
    /// Who sends the rating file.
    #[arg(long, value_name = "NAME")]
    pub sender: Option<String>,
    /// The country in the rating file, an English name; the document's own unless given.
    #[arg(long, value_name = "NAME")]
    pub country: Option<String>,
    #[command(flatten)]
    pub answer: Answer,
}
