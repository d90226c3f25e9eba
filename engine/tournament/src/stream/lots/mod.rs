//! Draws by lot.

pub(super) mod nonces;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::draw::{Seed, draw_key};
use crate::ids::EntrantId;

/// A nonce that went into a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawNonce {
    /// Who gave it.
    pub entrant: EntrantId,
    /// The nonce.
    pub nonce: Seed,
}

/// A nonce to which somebody was bound as a draw was held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundNonce {
    /// Who.
    pub entrant: EntrantId,
    /// SHA-256 of the nonce.
    pub commitment: Seed,
    /// The nonce, which went into the draw; `None`: he had not given it.
    pub nonce: Option<Seed>,
}

/// A draw that was held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevealedDraw {
    /// Which draw, from 1.
    pub index: u32,
    /// What it decides ("round 3").
    pub purpose: String,
    /// The link of the chain that it revealed.
    pub seed: Seed,
    /// The nonces of those who were bound to one, in the order of their ids.
    pub nonces: Vec<BoundNonce>,
    /// The key that its numbers come from: link and nonces together.
    pub key: Seed,
}

/// What an entrant has given towards the next draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EntrantNonce {
    /// SHA-256 of the nonce that he is bound to.
    pub commitment: Option<Seed>,
    /// The nonce, once given.
    pub nonce: Option<Seed>,
}

/// The draws by lot, and what goes into the next one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lots {
    /// The last public link of the hash chain; at first its end.
    pub last_link: Option<Seed>,
    /// How many links have been revealed.
    pub draws_revealed: u32,
    /// The draws held so far.
    pub draws: Vec<RevealedDraw>,
    /// What the entrants have given towards the next draw.
    pub nonces: BTreeMap<EntrantId, EntrantNonce>,
    /// The order drawn by lot, best first.
    pub order: Option<Vec<EntrantId>>,
}

impl Lots {
    pub(super) fn reveal(&mut self, index: u32, seed: &Seed, purpose: &str, nonces: &[DrawNonce]) {
        self.draws_revealed = index;
        self.last_link = Some(*seed);
        let bound = std::mem::take(&mut self.nonces);
        let committed = bound.into_iter().filter_map(|(entrant, held)| {
            let commitment = held.commitment?;
            Some((entrant, (commitment, None)))
        });
        let mut bound: BTreeMap<EntrantId, (Seed, Option<Seed>)> = committed.collect();
        for given in nonces {
            let nonce = given.nonce;
            bound.insert(given.entrant.clone(), (nonce.proves(), Some(nonce)));
        }
        let given: Vec<_> = nonces.iter().map(|given| given.nonce).collect();
        self.draws.push(RevealedDraw {
            index,
            purpose: purpose.to_owned(),
            seed: *seed,
            nonces: bound
                .into_iter()
                .map(|(entrant, (commitment, nonce))| BoundNonce {
                    entrant,
                    commitment,
                    nonce,
                })
                .collect(),
            key: draw_key(seed, &given),
        });
    }

    pub(super) fn commit(&mut self, entrant: &EntrantId, commitment: &Seed) {
        let nonce = self.nonces.entry(entrant.clone()).or_default();
        nonce.commitment = Some(*commitment);
    }

    pub(super) fn give(&mut self, entrant: &EntrantId, nonce: &Seed) {
        let given = EntrantNonce {
            commitment: Some(nonce.proves()),
            nonce: Some(*nonce),
        };
        self.nonces.insert(entrant.clone(), given);
    }

    /// The nonces given towards the next draw, in the order of the entrants' ids.
    pub(super) fn given(&self) -> Vec<DrawNonce> {
        let held = self.nonces.iter();
        held.filter_map(|(entrant, held)| {
            Some(DrawNonce {
                entrant: entrant.clone(),
                nonce: held.nonce?,
            })
        })
        .collect()
    }

    /// The key of the next draw, under that link and what was given towards it.
    pub(super) fn key_under(&self, link: &Seed) -> Seed {
        let given: Vec<Seed> = self.nonces.values().filter_map(|held| held.nonce).collect();
        draw_key(link, &given)
    }
}

/// The purpose of a round's draw.
pub(super) fn round_purpose(round: u32) -> String {
    format!("round {round}")
}
