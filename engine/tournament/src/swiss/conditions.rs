//! A director's conditions, checked and ready for the search.

use std::collections::BTreeSet;

use super::PairingError;
use crate::pairing::{LockedPair, PairingConstraints};
use crate::player_index::PlayerIndex;
use crate::table::ResultTable;

/// The conditions of one round.
pub(super) struct Conditions {
    /// The pairs to be made.
    pub locked: Vec<LockedPair>,
    /// Who is to have the bye.
    pub bye: Option<PlayerIndex>,
    /// The players without a place by condition, in the order given.
    pub free: Vec<PlayerIndex>,
    forbidden: BTreeSet<(PlayerIndex, PlayerIndex)>,
    no_bye: BTreeSet<PlayerIndex>,
}

impl Conditions {
    /// Checks the conditions against the players present, who are each named once.
    pub fn of(
        table: &ResultTable,
        asked: &PairingConstraints,
        order: &[PlayerIndex],
    ) -> Result<Self, PairingError> {
        let id = |player: PlayerIndex| id_of(table, player);
        let mut seated = vec![None; table.players.len()];
        for &player in order {
            if let Some(slot) = seated.get_mut(player.0) {
                *slot = Some(false);
            }
        }
        let mut seat = |player: PlayerIndex| match seated.get_mut(player.0) {
            Some(Some(taken)) if !*taken => {
                *taken = true;
                Ok(())
            }
            Some(Some(_)) => Err(PairingError::TwoPlaces { player: id(player) }),
            _ => Err(PairingError::NotPresent { player: id(player) }),
        };
        let forbidden: BTreeSet<(PlayerIndex, PlayerIndex)> = asked
            .forbidden
            .iter()
            .copied()
            .map(PlayerIndex::pair)
            .map(unordered)
            .collect();
        for pair in &asked.locked {
            let (first, second) = PlayerIndex::pair((pair.one, pair.two));
            seat(first)?;
            seat(second)?;
            let (one, two) = (id(first), id(second));
            if forbidden.contains(&unordered((first, second))) {
                return Err(PairingError::LockedAndForbidden { one, two });
            }
            if pair
                .black
                .is_some_and(|black| black != pair.one && black != pair.two)
            {
                return Err(PairingError::WrongBlack { one, two });
            }
        }
        let no_bye: BTreeSet<PlayerIndex> = asked.no_bye.iter().copied().map(PlayerIndex).collect();
        let bye = asked.bye.map(PlayerIndex);
        if let Some(player) = bye {
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
            .filter(|&player| seated.get(player.0) == Some(&Some(false)))
            .collect();
        Ok(Self {
            locked: asked.locked.clone(),
            bye,
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
    pub fn pair_forbidden(&self, one: PlayerIndex, two: PlayerIndex) -> bool {
        self.forbidden.contains(&unordered((one, two)))
    }

    /// True if that player is not to have the bye.
    pub fn bye_forbidden(&self, player: PlayerIndex) -> bool {
        self.no_bye.contains(&player)
    }

    /// The forbidden pairs and byes of a complete pairing, by ids.
    pub fn broken_by(
        &self,
        table: &ResultTable,
        pairs: &[(PlayerIndex, PlayerIndex)],
        bye: Option<PlayerIndex>,
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

fn unordered((one, two): (PlayerIndex, PlayerIndex)) -> (PlayerIndex, PlayerIndex) {
    (one.min(two), one.max(two))
}

/// The player's id, or his number where the table has none.
pub(super) fn id_of(table: &ResultTable, PlayerIndex(player): PlayerIndex) -> String {
    table
        .players
        .get(player)
        .map_or_else(|| format!("number {player}"), |player| player.id.clone())
}
