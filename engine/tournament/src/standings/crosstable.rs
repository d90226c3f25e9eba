//! The crosstable: what each player did in each round.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::result_kind::ResultKind;
use crate::table::{Colour, PlayerRound, ResultTable, TableProblem};

/// One player's round in the crosstable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CrosstableCell {
    /// A game with a result.
    Game {
        /// Index of the opponent in the table.
        opponent: usize,
        /// The player's colour.
        colour: Colour,
        /// The player's discs.
        discs: u32,
        /// The opponent's discs.
        opponent_discs: u32,
        /// What the player scores.
        half_points: HalfPoints,
        /// Not played: an unplayed round for the BQ.
        absent: bool,
        /// How the result came about.
        #[serde(default)]
        result_kind: ResultKind,
    },
    /// A game that is not over.
    Open {
        /// Index of the opponent in the table.
        opponent: usize,
        /// The player's colour.
        colour: Colour,
    },
    /// The bye.
    Bye,
    /// No game and no bye.
    Unplayed,
    /// Did not play, and scores for it all the same.
    Granted {
        /// The score.
        half_points: HalfPoints,
    },
}

/// The cells by player (in the table's order) and round.
///
/// # Errors
/// A [`TableProblem`] when the table contradicts itself.
pub fn crosstable(table: &ResultTable) -> Result<Vec<Vec<CrosstableCell>>, TableProblem> {
    let rows = table.by_player()?;
    Ok(rows
        .into_iter()
        .map(|row| row.into_iter().map(cell).collect())
        .collect())
}

fn cell(round: PlayerRound) -> CrosstableCell {
    match round {
        PlayerRound::Unplayed | PlayerRound::NotMissed => CrosstableCell::Unplayed,
        PlayerRound::Granted { half_points } => CrosstableCell::Granted { half_points },
        PlayerRound::Bye => CrosstableCell::Bye,
        PlayerRound::Game {
            opponent,
            colour,
            result: None,
        } => CrosstableCell::Open { opponent, colour },
        PlayerRound::Game {
            opponent,
            colour,
            result: Some(result),
        } => CrosstableCell::Game {
            opponent,
            colour,
            discs: result.discs(colour),
            opponent_discs: result.discs(colour.other()),
            half_points: result.half_points(colour),
            absent: !result.counts().played,
            result_kind: result.counted_kind(),
        },
    }
}
