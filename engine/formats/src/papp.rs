//! Files of PAPP, the pairing program of the Othello world.
//!
//! Each file has a lenient reader and a strict writer; [`folder`] puts them together: an event that PAPP goes on with, and
//! one that PAPP held. [`exchange`] has an event of this platform go on in them and come back.

pub mod config;
mod countries;
pub mod exchange;
pub mod folder;
mod players;
mod players_write;
mod statements;
mod tokens;
pub mod work_file;
mod xml;

pub use countries::{COUNTRIES, Country, country, first_free_number};
pub use players::{PappPlayer, PlayersList, read_players};
pub use players_write::{write_new_players, write_players};
pub use xml::{XmlPair, XmlPlayer, XmlRound, XmlStanding, rounds_xml, standing_xml};
