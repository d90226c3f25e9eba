//! `papp-internal-workfile.txt`: the log of an event, which PAPP appends to and resumes from.
//!
//! [`read_work_file`] gives its statements, [`WorkFile::course`] what they come to, [`WorkFile::of_course`] the log that
//! comes to the same, and [`write_work_file`] its text.

mod course;
mod read;
mod write;

pub use course::{Course, CoursePair, CourseRound};
pub use read::read_work_file;
pub use write::write_work_file;

use crate::constant::ToldConstant;
use crate::date::CivilDate;

/// The file's name.
pub const WORK_FILE: &str = "papp-internal-workfile.txt";
/// Most rounds of an event.
pub const MOST_ROUNDS: u32 = 128;
/// Most players of an event.
pub const MOST_PLAYERS: usize = 256;
/// Half-discs of a board.
pub const HALF_DISCS: u8 = 128;

/// The log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkFile {
    /// What it says of the event.
    pub heading: WorkHeading,
    /// What happened, first to last.
    pub steps: Vec<WorkStep>,
}

/// The lines that begin with `#_`; where one stands twice, the later holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkHeading {
    /// `Nom-Tournoi`.
    pub name: Option<String>,
    /// `Nombre-Rondes`, 1 to 128.
    pub rounds: Option<u32>,
    /// `BQ-double`.
    pub constant: Option<ToldConstant>,
    /// `Date`: the first day.
    pub date: Option<CivilDate>,
}

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkStep {
    /// Line of the file, from 1; 0 where it comes from no file.
    pub line: u32,
    /// What it says.
    pub act: WorkAct,
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkAct {
    /// `& +000001 -000002;`: who came (`true`) and who went.
    Presence(Vec<(u32, bool)>),
    /// `raz-couplage;`: the round is paired anew.
    ClearPairs,
    /// `(000001 000002);` or with the score.
    Pair(WorkPair),
    /// `ronde-suivante;`: the round is over.
    NextRound,
}

/// A pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPair {
    /// Federation number of the player with black.
    pub black: u32,
    /// Federation number of the player with white.
    pub white: u32,
    /// The score, once there is one.
    pub score: Option<PairScore>,
}

/// A score that adds up to 64 discs; halves are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairScore {
    black_half_discs: u8,
}

impl PairScore {
    /// The score by black's half-discs, 0 to 128.
    #[must_use]
    pub const fn new(black_half_discs: u8) -> Option<Self> {
        if black_half_discs <= HALF_DISCS {
            Some(Self { black_half_discs })
        } else {
            None
        }
    }

    /// Black's half-discs.
    #[must_use]
    pub const fn black_half_discs(self) -> u8 {
        self.black_half_discs
    }

    /// White's half-discs.
    #[must_use]
    pub const fn white_half_discs(self) -> u8 {
        HALF_DISCS.saturating_sub(self.black_half_discs)
    }
}
