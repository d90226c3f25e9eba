//! Which records are whole games, and which are kept all the same.

use outflank_othello::transcript::{Outcome, replay_squares};

use super::{Games, Record, write_games};
use crate::problem::Problem;

/// The records that are no whole games, by number from 1, with what they lack: moves that do not end the game or that are
/// not legal, codes that are no squares, a score that is not the board's. A base holds some; an archive takes them and
/// [`write_games`] writes them back as they were read, and this list is the flag on them.
#[must_use]
pub fn not_whole(games: &Games) -> Vec<Problem> {
    let records = games.records.iter().zip(1_u32..);
    records
        .filter_map(|(record, number)| {
            let (code, what) = lacks(record)?;
            Some(Problem::new(number, code, what))
        })
        .collect()
}

/// Writes a base of games of one's own, all of which must be whole: the score of a record is that of its board.
///
/// # Errors
/// The list of [`not_whole`], if there is one; nothing is written then.
pub fn write_own_games(games: &Games) -> Result<Vec<u8>, Vec<Problem>> {
    let flagged = not_whole(games);
    if flagged.is_empty() {
        Ok(write_games(games))
    } else {
        Err(flagged)
    }
}

fn lacks(record: &Record) -> Option<(&'static str, String)> {
    if !record.no_moves.is_empty() {
        let what = "codes that are no squares stand behind the moves".to_owned();
        return Some(("no_moves", what));
    }
    let plies = record.moves.len();
    match replay_squares(&record.moves).outcome {
        Outcome::Finished { discs } if discs.black == record.black_discs => None,
        Outcome::Finished { discs } => {
            let what = format!(
                "black has {} discs on the board and {} in the record",
                discs.black, record.black_discs
            );
            Some(("score", what))
        }
        Outcome::Unfinished { .. } => {
            let what = format!(
                "the game is not over after its {plies} moves; the score does not follow from them"
            );
            Some(("unfinished", what))
        }
        Outcome::Illegal { .. } => Some(("illegal", "a move is not legal".to_owned())),
    }
}
