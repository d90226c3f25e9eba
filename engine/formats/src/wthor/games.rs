use outflank_othello::Square;

use super::{HEADER_BYTES, Header, WthorError};
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
    /// What stands in their place from the first code on that is no square; empty in every sound record.
    pub no_moves: Vec<u8>,
}

/// Reads a `.wtb` file. Whole records are read even where the header announces another number.
///
/// # Errors
/// If the bytes are no game file of the 8x8 board.
pub fn read_games(bytes: &[u8]) -> Result<Parsed<Games>, WthorError> {
    let (header, rest) = Header::split(bytes)?;
    if !matches!(header.board_size, 0 | 8) {
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
            u32::try_from(records.len()).unwrap_or(u32::MAX).max(1),
            "record_count",
            what,
        ));
    }
    Ok(Parsed {
        value: Games { header, records },
        problems,
    })
}

/// Writes a `.wtb` file: what [`read_games`] read of whole records, byte for byte, however incomplete a game is. The
/// header's number of games is that of the records; what is beyond 60 moves has no place.
#[must_use]
pub fn write_games(games: &Games) -> Vec<u8> {
    let header = Header {
        games: u32::try_from(games.records.len()).unwrap_or(u32::MAX),
        ..games.header
    };
    let mut bytes = Vec::from(header.bytes());
    for (record, end) in games.records.iter().zip(1..) {
        for number in [record.tournament, record.black, record.white] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([record.black_discs, record.theoretical_black_discs]);
        bytes.extend(record.moves.iter().map(|square| code(*square)));
        bytes.extend(&record.no_moves);
        bytes.resize(HEADER_BYTES + end * RECORD_BYTES, 0);
    }
    bytes
}

fn record(number: u32, bytes: &[u8], problems: &mut Vec<Problem>) -> Option<Record> {
    let (&[ta, tb, ba, bb, wa, wb, black_discs, theoretical_black_discs], moves) =
        bytes.split_first_chunk::<MOVES_AT>()?;
    if black_discs > 64 {
        let what = format!("black's {black_discs} discs are more than the board has");
        problems.push(Problem::new(number, "disc_count", what));
    }
    let moves_only = squares(number, moves, problems);
    let behind = moves.get(moves_only.len()..).unwrap_or_default();
    let sound = behind.iter().rposition(|code| *code != 0);
    let no_moves = sound.and_then(|last| behind.get(..=last));
    Some(Record {
        tournament: u16::from_le_bytes([ta, tb]),
        black: u16::from_le_bytes([ba, bb]),
        white: u16::from_le_bytes([wa, wb]),
        black_discs,
        theoretical_black_discs,
        moves: moves_only,
        no_moves: no_moves.unwrap_or_default().to_vec(),
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

fn code(square: Square) -> u8 {
    10 * (square.row() + 1) + square.column() + 1
}
