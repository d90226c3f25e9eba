//! Files of PAPP, the pairing program of the Othello world.

mod players;

pub use players::{PappPlayer, PlayersList, read_players};
