//! Officials' interests: codes for seats, consents, and what was done with an interest.

pub(super) mod consents;
pub(super) mod late_seat;
pub(super) mod stakes;
pub(super) mod touched;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::consent::Consent;
use crate::ids::{AccountId, EntrantId};
use crate::interest::Interest;

/// A code for a seat, and who had it made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedCode {
    /// The official.
    pub by: AccountId,
    /// Others consented.
    pub consented: bool,
}

/// An act that an official did with an interest in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedInterest {
    /// Sequence number of the entry.
    pub seq: u64,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The name of the act.
    pub act: String,
    /// The interest.
    pub interest: Interest,
    /// Who acted.
    pub by: AccountId,
    /// The board it touched.
    pub board: Option<BoardRef>,
    /// The entrant it touched.
    pub entrant: Option<EntrantId>,
    /// The consents that it used up.
    pub consents: Vec<Consent>,
}

/// What officials' interests rest on, and what they did with them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Interests {
    /// The last round that was ever published or announced; a publication taken back counts.
    pub paired_rounds: u32,
    /// Who was ever in a published or announced round, likewise.
    pub paired_entrants: BTreeMap<EntrantId, PairedEntrant>,
    /// The consents that no act has used up, in their order.
    pub consents: Vec<Consent>,
    /// What officials did with an interest in it, in order.
    pub noted: Vec<NotedInterest>,
}

/// When an entrant was paired, in rounds that were taken back too. A bye counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedEntrant {
    /// The entry that published or announced the first of these rounds.
    pub first_seq: u64,
    /// The last of them, from 1.
    pub last_round: u32,
}

impl Interests {
    pub(super) fn note_paired<'a>(
        &mut self,
        (seq, round): (u64, u32),
        entrants: impl Iterator<Item = &'a EntrantId>,
    ) {
        self.paired_rounds = self.paired_rounds.max(round);
        for entrant in entrants {
            let paired = self.paired_entrants.entry(entrant.clone());
            let paired = paired.or_insert(PairedEntrant {
                first_seq: seq,
                last_round: round,
            });
            paired.last_round = paired.last_round.max(round);
        }
    }

    /// Takes out the consents with these ids.
    pub(super) fn take(&mut self, ids: &[String]) -> Vec<Consent> {
        let given = std::mem::take(&mut self.consents).into_iter();
        let (taken, left) = given.partition(|given| ids.contains(&given.consent));
        self.consents = left;
        taken
    }
}
