use outflank_othello::Square;

use super::{Header, WthorError};
use crate::problem::{Parsed, Problem};

const RECORD_BYTES: usize = 68;
const MOVES_AT: usize = 8;

/// A `.wtb` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Games {
    /// The header; its year is the year of the games.
    pub header: Header,
    /// The records in the order of the file.
    pub records: Vec<Record>,
}

/// One game. The base has no passes: who moves follows from the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Index into the `.TRN` names.
    pub tournament: u16,
    /// Index of black into the `.JOU` names.
    pub black: u16,
    /// Index of white into the `.JOU` names.
    pub white: u16,
    /// Black's discs by the tournament's result, empties to the winner. Only where the moves are
    /// complete does it follow from them.
    pub black_discs: u8,
    /// Black's discs under perfect play from the header's depth.
    pub theoretical_black_discs: u8,
    /// The moves; the first is f5 in every normalised record.
    pub moves: Vec<Square>,
}

/// Reads a `.wtb` file. Whole records are read even where the header announces another number.
///
/// # Errors
/// If the bytes are no game file of the 8x8 board.
pub fn read_games(bytes: &[u8]) -> Result<Parsed<Games>, WthorError> {
    let (header, rest) = Header::split(bytes)?;
    if header.board_size != 8 {
        return Err(WthorError::BoardSize {
            size: header.board_size,
        });
    }
    if header.solitaires {
        return Err(WthorError::Solitaires);
    }
    let mut problems = Vec::new();
    let mut records = Vec::with_capacity(rest.len() / RECORD_BYTES);
    for (number, bytes) in (1..=u32::MAX).zip(rest.chunks_exact(RECORD_BYTES)) {
        records.extend(record(number, bytes, &mut problems));
    }
    if usize::try_from(header.games).ok() != Some(records.len()) || rest.len() % RECORD_BYTES != 0 {
        let what = format!(
            "the header announces {} games, the file holds {}",
            header.games,
            records.len()
        );
        problems.push(Problem::new(
            u32::try_from(records.len()).unwrap_or(u32::MAX),
            "record_count",
            what,
        ));
    }
    Ok(Parsed {
        value: Games { header, records },
        problems,
    })
}

fn record(number: u32, bytes: &[u8], problems: &mut Vec<Problem>) -> Option<Record> {
    let (&[ta, tb, ba, bb, wa, wb, black_discs, theoretical_black_discs], moves) =
        bytes.split_first_chunk::<MOVES_AT>()?;
    if black_discs > 64 {
        let what = format!("black's {black_discs} discs are more than the board has");
        problems.push(Problem::new(number, "disc_count", what));
    }
    Some(Record {
        tournament: u16::from_le_bytes([ta, tb]),
        black: u16::from_le_bytes([ba, bb]),
        white: u16::from_le_bytes([wa, wb]),
        black_discs,
        theoretical_black_discs,
        moves: squares(number, moves, problems),
    })
}

/// The moves up to the zero padding; a code that is no square ends them and is a problem.
fn squares(number: u32, codes: &[u8], problems: &mut Vec<Problem>) -> Vec<Square> {
    let mut moves = Vec::with_capacity(codes.len());
    for (&code, ply) in codes.iter().zip(1..) {
        if code == 0 {
            break;
        }
        let Some(square) = square(code) else {
            let ply: u32 = ply;
            let what =
                format!("move {ply} has the code {code}, which is no square (11 = a1 to 88 = h8)");
            problems.push(Problem::new(number, "move_code", what));
            break;
        };
        moves.push(square);
    }
    moves
}

/// `10 * row + column`, both from 1: a1 is 11, h1 is 18, a8 is 81.
fn square(code: u8) -> Option<Square> {
    Square::at((code % 10).checked_sub(1)?, (code / 10).checked_sub(1)?)
}
