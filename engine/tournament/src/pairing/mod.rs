//! Pairing rules as data, what a director may set for one round, and what it is paired from.

mod constraints;
mod extra_round;
mod request;
mod rules;
mod starting_scores;

pub use constraints::{LockedPair, PairingConstraints};
pub use extra_round::{extra_round, perfect_scores};
pub use request::PairingRequest;
pub(crate) use request::VirtualPoints;
pub use rules::{
    Acceleration, FirstRound, McMahonBand, PairingModel, PairingRules, RoundRobinTable,
    StartingScores,
};
pub use starting_scores::{mcmahon_band, starting_scores, virtual_scores};
