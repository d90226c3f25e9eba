//! What an archive takes of files: events with their players, results and games, whichever program wrote them down.

mod base;
mod elo;
mod flip_the_disc;
mod ggf;
mod papp;
mod players;
mod told;
mod wthor;

use outflank_othello::{Color, Square};

use crate::date::CivilDate;
use crate::problem::Problem;

pub use base::{Base, BaseFile, BaseFull};

/// Which format files are read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveFormat {
    /// Rating files: results.
    Elo,
    /// A WTHOR base, games with the names that they point to: games.
    Wthor,
    /// The Generic Game Format: games.
    Ggf,
    /// FlipTheDisc's JSON: results, and games where it has them.
    FlipTheDisc,
    /// PAPP's work file with the lists beside it: results.
    Papp,
}

impl ArchiveFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Elo,
        Self::Wthor,
        Self::Ggf,
        Self::FlipTheDisc,
        Self::Papp,
    ];

    /// Its name: `elo`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elo => "elo",
            Self::Wthor => "wthor",
            Self::Ggf => "ggf",
            Self::FlipTheDisc => "flip_the_disc",
            Self::Papp => "papp",
        }
    }

    /// The format of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Takes files that belong together in, the events in the order of the files. Nothing that can be read is lost for
    /// something that cannot.
    #[must_use]
    pub fn take(self, files: &[ArchiveFile<'_>]) -> Taken {
        match self {
            Self::Elo => each(files, elo::take),
            Self::Ggf => each(files, ggf::take),
            Self::FlipTheDisc => each(files, flip_the_disc::take),
            Self::Wthor => wthor::take(files),
            Self::Papp => papp::take(files),
        }
    }
}

/// A file by its name.
#[derive(Debug, Clone, Copy)]
pub struct ArchiveFile<'a> {
    /// Its name, without a folder: `20260718_EGP_ORESUND.ELO`.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// What was taken of files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Taken {
    /// The events.
    pub events: Vec<ArchiveEvent>,
    /// What could not be taken as it stands, in the order of the files.
    pub findings: Vec<Finding>,
}

/// Something that could not be taken as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file, by its place among them, from 0.
    pub file: usize,
    /// What.
    pub problem: Problem,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArchiveEvent {
    /// The file that it is in, by its place among them, from 0.
    pub file: usize,
    /// Its name, empty if nothing says it.
    pub name: String,
    /// Its country as the file has it, a code or a name.
    pub country: Option<String>,
    /// The first day.
    pub day: Option<CivilDate>,
    /// The year, where the day is not known.
    pub year: Option<u16>,
    /// Who played, each once.
    pub players: Vec<ArchivePlayer>,
    /// What they played.
    pub games: Vec<ArchiveGame>,
}

/// Who played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArchivePlayer {
    /// Federation number; none where names alone are known.
    pub number: Option<u32>,
    /// Surname, or the whole name where it is in one piece.
    pub surname: String,
    /// Given names.
    pub given_names: String,
    /// Country code.
    pub country: Option<String>,
}

/// A result, with the moves where somebody wrote them down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveGame {
    /// The round; none of finals, and where nothing says it.
    pub round: Option<u32>,
    /// The player with black, by the place among the event's players; the first-named where colours are not known.
    pub black: usize,
    /// The player with white.
    pub white: usize,
    /// Whether it is known who had which colour.
    pub colours_known: bool,
    /// Who won; none is a draw.
    pub winner: Option<Color>,
    /// Discs of black and of white.
    pub discs: Option<(u16, u16)>,
    /// The moves without passes; none where nobody wrote them down.
    pub moves: Vec<Square>,
}

impl ArchiveEvent {
    /// The year that it was held in.
    #[must_use]
    pub fn held_in(&self) -> Option<u16> {
        self.day.map(CivilDate::year).or(self.year)
    }
}

/// One file after the other, each read by itself.
fn each(
    files: &[ArchiveFile<'_>],
    take: fn(ArchiveFile<'_>, &mut Vec<Problem>) -> Vec<ArchiveEvent>,
) -> Taken {
    let mut taken = Taken::default();
    for (file, read) in files.iter().enumerate() {
        let mut problems = Vec::new();
        let events = take(*read, &mut problems).into_iter();
        taken
            .events
            .extend(events.map(|event| ArchiveEvent { file, ..event }));
        let findings = problems.into_iter();
        let findings = findings.map(|problem| Finding { file, problem });
        taken.findings.extend(findings);
    }
    taken
}

/// A file's name without what follows its last full stop.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The winner by discs.
fn winner_of((black, white): (u16, u16)) -> Option<Color> {
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => Some(Color::Black),
        std::cmp::Ordering::Less => Some(Color::White),
        std::cmp::Ordering::Equal => None,
    }
}
