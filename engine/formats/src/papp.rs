//! Files of PAPP, the pairing program of the Othello world.

mod countries;
mod players;

pub use countries::{COUNTRIES, Country, country, first_free_number};
pub use players::{PappPlayer, PlayersList, read_players};
