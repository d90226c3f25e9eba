use super::{HEADER_BYTES, Header, WthorError};
use crate::problem::{Parsed, Problem};
use crate::text::latin1;

/// Bytes of a player's name in a `.JOU` file, the closing NUL included.
pub const PLAYER_NAME_BYTES: usize = 20;

/// Bytes of a tournament's name in a `.TRN` file, the closing NUL included.
pub const TOURNAMENT_NAME_BYTES: usize = 26;

/// A file of names: a game record's index points into it, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// The header.
    pub header: Header,
    /// The names; "???" stands for an unknown player.
    pub names: Vec<String>,
}

/// Reads a `.JOU` file: names as "Surname First", cut at 19 characters.
///
/// # Errors
/// If there is no header.
pub fn read_player_names(bytes: &[u8]) -> Result<Parsed<Names>, WthorError> {
    read(bytes, PLAYER_NAME_BYTES)
}

/// Reads a `.TRN` file.
///
/// # Errors
/// If there is no header.
pub fn read_tournament_names(bytes: &[u8]) -> Result<Parsed<Names>, WthorError> {
    read(bytes, TOURNAMENT_NAME_BYTES)
}

/// Writes a `.JOU` file: what [`read_player_names`] read, byte for byte. Names are cut at 19 characters; one that Latin-1
/// does not have is a question mark. The header's number of names is theirs.
#[must_use]
pub fn write_player_names(names: &Names) -> Vec<u8> {
    write(names, PLAYER_NAME_BYTES)
}

/// Writes a `.TRN` file, with names cut at 25 characters.
#[must_use]
pub fn write_tournament_names(names: &Names) -> Vec<u8> {
    write(names, TOURNAMENT_NAME_BYTES)
}

fn write(names: &Names, size: usize) -> Vec<u8> {
    let header = Header {
        names: u16::try_from(names.names.len()).unwrap_or(u16::MAX),
        ..names.header
    };
    let mut bytes = Vec::from(header.bytes());
    for (name, end) in names.names.iter().zip(1..) {
        let letters = name.chars().take(size - 1);
        bytes.extend(letters.map(|letter| u8::try_from(letter).unwrap_or(b'?')));
        bytes.resize(HEADER_BYTES + end * size, 0);
    }
    bytes
}

fn read(bytes: &[u8], size: usize) -> Result<Parsed<Names>, WthorError> {
    let (header, rest) = Header::split(bytes)?;
    let (mut names, mut problems) = (Vec::new(), Vec::new());
    for (record, number) in rest.chunks_exact(size).zip(1_u32..) {
        let name = record.split(|&byte| byte == 0).next().unwrap_or_default();
        if name.len() == size {
            let what = format!(
                "the name has no closing NUL and is cut at {} characters",
                size - 1
            );
            problems.push(Problem::new(number, "name_end", what));
        }
        let name = name.get(..size - 1).unwrap_or(name);
        names.push(latin1(name).trim_end().to_owned());
    }
    if names.len() != usize::from(header.names) || rest.len() % size != 0 {
        let last = u32::try_from(names.len()).unwrap_or(u32::MAX).max(1);
        let what = format!(
            "the header announces {} names, the file holds {}",
            header.names,
            names.len()
        );
        problems.push(Problem::new(last, "record_count", what));
    }
    Ok(Parsed {
        value: Names { header, names },
        problems,
    })
}
