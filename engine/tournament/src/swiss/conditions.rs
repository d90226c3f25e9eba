//! A director's conditions, checked and ready for the search.

use std::collections::BTreeSet;

use super::PairingError;
use crate::pairing::{LockedPair, PairingConstraints};
use crate::table::ResultTable;

/// The conditions of one round.
pub(super) struct Conditions {
    /// The pairs to be made.
    pub locked: Vec<LockedPair>,
    /// Who is to have the bye.
    pub bye: Option<usize>,
    /// The players without a place by condition, in the order given.
    pub free: Vec<usize>,
    forbidden: BTreeSet<(usize, usize)>,
    no_bye: BTreeSet<usize>,
}

impl Conditions {
    /// Checks the conditions against the players present, who are each named once.
    pub fn of(
        table: &ResultTable,
        asked: &PairingConstraints,
        order: &[usize],
    ) -> Result<Self, PairingError> {
        let id = |player: usize| id_of(table, player);
        let mut seated = vec![None; table.players.len()];
        for &player in order {
            if let Some(slot) = seated.get_mut(player) {
                *slot = Some(false);
            }
        }
        let mut seat = |player: usize| match seated.get_mut(player) {
            Some(Some(taken)) if !*taken => {
                *taken = true;
                Ok(())
            }
            Some(Some(_)) => Err(PairingError::TwoPlaces { player: id(player) }),
            _ => Err(PairingError::NotPresent { player: id(player) }),
        };
        let forbidden: BTreeSet<(usize, usize)> = asked
            .forbidden
            .iter()
            .map(|&(one, two)| (one.min(two), one.max(two)))
            .collect();
        for pair in &asked.locked {
            seat(pair.one)?;
            seat(pair.two)?;
            let (one, two) = (id(pair.one), id(pair.two));
            if forbidden.contains(&(pair.one.min(pair.two), pair.one.max(pair.two))) {
                return Err(PairingError::LockedAndForbidden { one, two });
            }
            if pair
                .black
                .is_some_and(|black| black != pair.one && black != pair.two)
            {
                return Err(PairingError::WrongBlack { one, two });
            }
        }
        let no_bye: BTreeSet<usize> = asked.no_bye.iter().copied().collect();
        if let Some(player) = asked.bye {
            seat(player)?;
            if order.len().is_multiple_of(2) {
                return Err(PairingError::NoBye {
                    player: id(player),
                    present: order.len(),
                });
            }
            if no_bye.contains(&player) {
                return Err(PairingError::ByeAndNoBye { player: id(player) });
            }
        }
        let free = order
            .iter()
            .copied()
            .filter(|&player| seated.get(player) == Some(&Some(false)))
            .collect();
        Ok(Self {
            locked: asked.locked.clone(),
            bye: asked.bye,
            free,
            forbidden,
            no_bye,
        })
    }

    /// True if any pair or bye is forbidden.
    pub fn forbids(&self) -> bool {
        !(self.forbidden.is_empty() && self.no_bye.is_empty())
    }

    /// True if that pair is not to be made.
    pub fn pair_forbidden(&self, one: usize, two: usize) -> bool {
        self.forbidden.contains(&(one.min(two), one.max(two)))
    }

    /// True if that player is not to have the bye.
    pub fn bye_forbidden(&self, player: usize) -> bool {
        self.no_bye.contains(&player)
    }

    /// The forbidden pairs and byes of a complete pairing, by ids.
    pub fn broken_by(
        &self,
        table: &ResultTable,
        pairs: &[(usize, usize)],
        bye: Option<usize>,
    ) -> (Vec<(String, String)>, Option<String>) {
        let pairs = pairs
            .iter()
            .filter(|&&(one, two)| self.pair_forbidden(one, two))
            .map(|&(one, two)| (id_of(table, one), id_of(table, two)))
            .collect();
        let bye = bye.filter(|&player| self.bye_forbidden(player));
        (pairs, bye.map(|player| id_of(table, player)))
    }
}

/// The player's id, or his number where the table has none.
pub(super) fn id_of(table: &ResultTable, player: usize) -> String {
    table
        .players
        .get(player)
        .map_or_else(|| format!("number {player}"), |player| player.id.clone())
}
