//! The WTHOR base: game records (`.wtb`), player names (`.JOU`) and tournament names (`.TRN`).
//!
//! Little-endian, a header of 16 bytes, then records of fixed size. Names are Latin-1.

mod games;
mod header;
mod names;
mod whole;

pub use games::{Games, Record, read_games, write_games};
pub use header::{FileCreated, HEADER_BYTES, Header};
pub use whole::{not_whole, write_own_games};

pub use names::{
    Names, PLAYER_NAME_BYTES, TOURNAMENT_NAME_BYTES, read_player_names, read_tournament_names,
    write_player_names, write_tournament_names,
};

/// Why the bytes are no WTHOR file at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// Less than a header.
    #[error("the file has {found} bytes; a WTHOR file begins with a header of 16 bytes")]
    NoHeader {
        /// Bytes found.
        found: usize,
    },
    /// A board of another size than 8x8.
    #[error("the games are on a board of {size}x{size}; only 8x8 can be read")]
    BoardSize {
        /// The header's board size.
        size: u8,
    },
    /// Solitaire positions, not games.
    #[error("the file holds solitaires, not games")]
    Solitaires,
}
