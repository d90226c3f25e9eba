//! PAPP's pairings: every pair has an integer penalty and the complete pairing with the smallest sum is
//! chosen, in every round. Nothing is forbidden, only dear.
//!
//! A penalty adds up colours, floats, repeats, countries and elitism, in half-points, and is cut at
//! [`PAPP_MAXIMUM`]; a pair costs what its cheaper direction costs. The sum is the one level,
//! [`PairingLevel::Penalties`](crate::PairingLevel::Penalties), of a Swiss pairing; what is here are the penalties.

mod history;
mod model;
mod penalties;

pub(crate) use model::Model;
pub use penalties::{PAPP_MAXIMUM, PappPenalties, papp_bye};
