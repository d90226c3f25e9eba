//! Pairing rules as data, and what a director may set for one round.

mod constraints;
mod rules;

pub use constraints::{LockedPair, PairingConstraints};
pub use rules::{
    Acceleration, FirstRound, McMahonBand, PairingModel, PairingRules, RoundRobinTable,
    StartingScores,
};
