//! Files of PAPP, the pairing program of the Othello world.

mod countries;
mod players;
mod xml;

pub use countries::{COUNTRIES, Country, country, first_free_number};
pub use players::{PappPlayer, PlayersList, read_players};
pub use xml::{XmlPair, XmlPlayer, XmlRound, XmlStanding, rounds_xml, standing_xml};
