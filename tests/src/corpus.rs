//! Real games and events, read by code of the tests' own.

use std::path::PathBuf;

/// The folder of real data: `OUTFLANK_CORPUS`, or `../shared/data` beside the project.
#[must_use]
pub fn corpus() -> PathBuf {
    let folder = std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    assert!(
        folder.is_dir(),
        "{} is missing; set OUTFLANK_CORPUS",
        folder.display()
    );
    folder
}

/// A game that was played to a full board.
#[derive(Debug, Clone)]
pub struct RealGame {
    /// Sixty squares; passes are not written.
    pub squares: Vec<String>,
    /// Black's final discs as stored.
    pub black_discs: u32,
}

/// Games of one year that filled the board, oldest first.
#[must_use]
pub fn full_games(year: u32) -> Vec<RealGame> {
    const HEADER: usize = 16;
    const RECORD: usize = 68;
    let path = corpus().join(format!("wthor/WTH_{year}.wtb"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes[HEADER..]
        .chunks_exact(RECORD)
        .filter(|record| record[8..].iter().all(|code| *code != 0))
        .map(|record| RealGame {
            squares: record[8..].iter().map(|code| square(*code)).collect(),
            black_discs: u32::from(record[6]),
        })
        .collect()
}

/// 10 x row + column, both from 1.
fn square(code: u8) -> String {
    format!("{}{}", char::from(b'a' + code % 10 - 1), code / 10)
}

/// A player line of a rating file.
#[derive(Debug, Clone)]
pub struct FilePlayer {
    /// Federation number.
    pub number: u32,
    /// Surname.
    pub surname: String,
    /// First names.
    pub given_names: String,
    /// Country code.
    pub country: String,
    /// List rating.
    pub rating: i32,
}

/// The player lines of a rating file.
#[must_use]
pub fn players(file: &str) -> Vec<FilePlayer> {
    let path = corpus().join("elo").join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter_map(|line| line.strip_prefix("%_%"))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            FilePlayer {
                number: fields[0].parse().unwrap(),
                surname: fields[1].to_owned(),
                given_names: fields[2].to_owned(),
                country: fields[3].to_owned(),
                rating: fields[6].parse().unwrap_or(0),
            }
        })
        .collect()
}

/// A game line of a rating file: black's number and discs, white's number and discs, and the glyph between.
#[must_use]
pub fn game_line(line: &str) -> Option<(u32, u32, char, u32, u32)> {
    let (black, rest) = line.trim().split_once('(')?;
    let (black_discs, rest) = rest.split_once(')')?;
    let glyph = rest.chars().next()?;
    let (white_discs, rest) = rest[1..].strip_prefix('(')?.split_once(')')?;
    let white = rest.trim().strip_suffix('B')?;
    Some((
        black.trim().parse().ok()?,
        black_discs.parse().ok()?,
        glyph,
        white.trim().parse().ok()?,
        white_discs.parse().ok()?,
    ))
}
