//! Rating files of the World Othello Federation (`.ELO`): one tournament a file.
//!
//! [`read`] takes everything the public archive holds; [`write`] gives the strict form, byte for byte
//! as PAPP writes it; [`strict_check`] names every departure of a file from that form and [`rewrite`]
//! mends what can be mended without inventing anything; [`differences`] tells what a later version says otherwise.

mod canonical;
mod check;
mod difference;
mod file_name;
mod game_line;
mod label;
mod line;
mod player_line;
mod read;
mod rewrite;
mod write;

pub use check::{Departure, strict_check};
pub use difference::differences;
pub use file_name::{FileName, FileNameFault, NAME_LIMIT, name_part};
pub use read::read;
pub use rewrite::{Rewritten, rewrite};
pub use write::{
    CreationTime, Obstacle, Submission, SubmittedGame, SubmittedPlayer, TableResult, creator_line,
    write,
};

use crate::date::CivilDate;
use crate::text::Encoding;

/// One rating file as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RatingFile {
    /// `%%Tournament`, empty if missing.
    pub tournament: String,
    /// `%%Country`, usually an English name ("World" for world championships).
    pub country: String,
    /// First day played, from `%%Date`.
    pub first_day: Option<CivilDate>,
    /// Last day played, where the file gives a range.
    pub last_day: Option<CivilDate>,
    /// `%%Sender`, empty if missing.
    pub sender: String,
    /// `%%Creator`: the program that wrote the file.
    pub creator: Option<String>,
    /// `%%CreationDate` as written.
    pub creation_date: Option<String>,
    /// Encoding of the bytes; `None` only for a default value.
    pub encoding: Option<Encoding>,
    /// The player lines, in the order of the file.
    pub players: Vec<ListedPlayer>,
    /// Runs of games under one label, in the order of the file.
    pub sections: Vec<Section>,
}

impl RatingFile {
    /// Every game of the file, whatever its section.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.sections.iter().flat_map(|section| &section.games)
    }
}

/// A player line (`%_%  150016, FJALLRYD, Ossian, SWE,  8.5, 429, 2140`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPlayer {
    /// Line of the file, from 1.
    pub line: u32,
    /// Federation number; `None` where the file has `??????`.
    pub id: Option<u32>,
    /// Marked `+`: a player new to the rating list.
    pub is_new: bool,
    /// Surname as written.
    pub surname: String,
    /// First names as written, may be empty.
    pub first_names: String,
    /// Country code as written, without braces.
    pub country: Option<String>,
    /// Score in half-points.
    pub half_points: Option<u32>,
    /// Disc total in half-discs.
    pub half_discs: Option<u32>,
    /// Rating; `None` where missing, `-` or not a number.
    pub rating: Option<i32>,
}

/// What a run of games belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionKind {
    /// Games before any label.
    Unlabelled,
    /// A numbered round.
    Round(u32),
    /// `%%Added results`: rated, but no part of the tournament's list.
    Added,
    /// Finals, semi-finals or play-offs named by a comment of their own.
    Finals,
}

/// Games under one label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Line of the label; 0 for games before any label.
    pub line: u32,
    /// What the label says.
    pub kind: SectionKind,
    /// The label as written, without its percent signs.
    pub label: String,
    /// The games, in the order of the file.
    pub games: Vec<Game>,
}

/// The outcome of a game by the glyph between the two players: it rules over the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// `>`
    FirstWon,
    /// `=`
    Drawn,
    /// `<`
    SecondWon,
}

impl Outcome {
    /// `>`, `=` or `<`.
    #[must_use]
    pub const fn glyph(self) -> char {
        match self {
            Self::FirstWon => '>',
            Self::Drawn => '=',
            Self::SecondWon => '<',
        }
    }

    /// The outcome a glyph stands for.
    #[must_use]
    pub const fn from_glyph(glyph: char) -> Option<Self> {
        match glyph {
            '>' => Some(Self::FirstWon),
            '=' => Some(Self::Drawn),
            '<' => Some(Self::SecondWon),
            _ => None,
        }
    }

    /// The same outcome with the players named the other way round.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::FirstWon => Self::SecondWon,
            Self::Drawn => Self::Drawn,
            Self::SecondWon => Self::FirstWon,
        }
    }

    /// The outcome a pair of disc counts suggests.
    #[must_use]
    pub const fn of_discs(first: u16, second: u16) -> Self {
        if first > second {
            Self::FirstWon
        } else if first < second {
            Self::SecondWon
        } else {
            Self::Drawn
        }
    }
}

/// The colour of the first-named player, by the letter at the end of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstColour {
    /// `B`
    Black,
    /// `W`
    White,
    /// No letter: the order of the names says nothing.
    Unknown,
}

/// A game line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// Line of the file, from 1.
    pub line: u32,
    /// Federation number of the first-named player.
    pub first: u32,
    /// Federation number of the second-named player.
    pub second: u32,
    /// Who won, by the glyph.
    pub outcome: Outcome,
    /// Discs of the first- and the second-named player, where given.
    pub discs: Option<(u16, u16)>,
    /// Colour of the first-named player.
    pub colour: FirstColour,
}

impl Game {
    /// The same game with the players named the other way round.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
            outcome: self.outcome.reversed(),
            discs: self.discs.map(|(first, second)| (second, first)),
            colour: match self.colour {
                FirstColour::Black => FirstColour::White,
                FirstColour::White => FirstColour::Black,
                FirstColour::Unknown => FirstColour::Unknown,
            },
            ..self
        }
    }
}
