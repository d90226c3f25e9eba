//! Pairing rules as data, what a director may set for one round, and the entry point for pairing it.

mod constraints;
mod extra_round;
mod request;
mod rules;
mod starting_scores;

pub use constraints::{LockedPair, PairingConstraints};
pub use extra_round::{extra_round, perfect_scores};
pub use request::{PairingRequest, RoundPairing, pair_round};
pub use rules::{
    Acceleration, FirstRound, McMahonBand, PairingModel, PairingRules, RoundRobinTable,
    StartingScores,
};
pub use starting_scores::{mcmahon_band, starting_scores, virtual_scores};
