//! What commands ask for.

/// What a command asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// A move of a player.
    Move {
        /// The ply, from 1.
        ply: u32,
        /// "f5".
        square: String,
    },
    /// A pass.
    Pass {
        /// The ply, from 1.
        ply: u32,
    },
    /// The player gives up.
    Resign,
    /// A signature under the transcript.
    Confirm,
    /// The player does not agree with the result.
    Dispute,
    /// A call for the director.
    Call,
    /// An official's act at a table.
    Officiate(&'static str),
    /// A result from the desk.
    Enter {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result.
        result: Entered,
    },
    /// Something that is told everybody, or the officials.
    Tell {
        /// The act that tells it.
        name: &'static str,
        /// The words.
        text: String,
        /// The number of the announcement that it corrects.
        corrects: Option<u32>,
    },
    /// The event ends otherwise than planned.
    End {
        /// By which act.
        name: &'static str,
        /// And how, of an early end.
        variety: &'static str,
        /// The round whose open boards get a score.
        round: u32,
        /// Their tables, and black's discs there.
        boards: Vec<(u32, u32)>,
    },
    /// What has to be refused.
    Beyond {
        /// What it goes beyond.
        name: &'static str,
        /// With which code.
        code: &'static str,
    },
    /// Another act in the tournament, or one in an arena.
    Direct(&'static str),
}

/// A result as it is entered at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    /// How it came about; empty: nothing is said of that.
    pub kind: &'static str,
    /// Black's discs, where the text does not fix the score.
    pub black_discs: Option<u32>,
    /// Who lost by it, where it does: `black`, `white` or `both`.
    pub lost_by: &'static str,
}

impl Asked {
    /// The kind of command.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Pass { .. } => "pass",
            Self::Resign => "resign",
            Self::Confirm => "confirm",
            Self::Dispute => "dispute",
            Self::Call => "call",
            Self::Officiate(name)
            | Self::Direct(name)
            | Self::Tell { name, .. }
            | Self::End { name, .. }
            | Self::Beyond { name, .. } => name,
            Self::Enter { .. } => "enter",
        }
    }

    /// Which variety of its kind it is, where there are some.
    #[must_use]
    pub const fn variety(&self) -> Option<&'static str> {
        match self {
            Self::Enter { result, .. } if !result.kind.is_empty() => Some(result.kind),
            Self::End { variety, .. } if !variety.is_empty() => Some(variety),
            _ => None,
        }
    }
}
