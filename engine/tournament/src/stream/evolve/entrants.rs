//! The fold of entrants and their seats.

use std::collections::BTreeMap;

use crate::ids::{AccountId, EntrantId};
use crate::stream::event::{Accommodation, Event};
use crate::stream::state::{EntrantState, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_entrant(&mut self, event: &Event) {
        match event {
            Event::EntrantRegistered(registration) => {
                let entrant = &registration.entrant;
                self.waiting.retain(|waits| waits.entrant != *entrant);
                self.entrant_index
                    .insert(entrant.clone(), self.entrants.len());
                self.entrants.push(EntrantState {
                    id: entrant.clone(),
                    country: registration.country.clone(),
                    rating: registration.rating,
                    computer: registration.computer,
                    account: None,
                    withdrawn_from: None,
                    operator: registration.operator.clone(),
                    parameters: None,
                    categories: registration.categories,
                    federation_number_confirmed: registration.federation_number_confirmed,
                    additional: registration.additional,
                    from_round: registration.from_round,
                    missed_half_points: registration.missed_half_points,
                    absences: BTreeMap::new(),
                    refuses_computers: None,
                    accommodation: Accommodation::default(),
                    code: None,
                    list_claim: registration.list_claim.clone(),
                });
            }
            Event::EntrantRemoved { entrant } => {
                self.release(entrant);
                self.entrants.retain(|known| known.id != *entrant);
                self.reindex();
            }
            Event::SeatAssigned { entrant, account } => {
                self.release(entrant);
                self.seats.insert(account.clone(), entrant.clone());
                self.set_account(entrant, Some(account.clone()));
            }
            Event::SeatReleased { entrant, left } => {
                if let Some(left) = left {
                    let key = (left.by.clone(), entrant.clone());
                    self.left_seats.insert(key, left.through_round);
                }
                self.release(entrant);
            }
            Event::EntrantWithdrawn {
                entrant,
                from_round,
            } => {
                if let Some(known) = self.entrant_mut(entrant) {
                    known.withdrawn_from = Some(*from_round);
                }
            }
            _ => {}
        }
    }

    fn reindex(&mut self) {
        self.entrant_index = self
            .entrants
            .iter()
            .enumerate()
            .map(|(index, entrant)| (entrant.id.clone(), index))
            .collect();
    }

    pub(super) fn entrant_mut(&mut self, id: &EntrantId) -> Option<&mut EntrantState> {
        let index = *self.entrant_index.get(id)?;
        self.entrants.get_mut(index)
    }

    fn set_account(&mut self, entrant: &EntrantId, account: Option<AccountId>) {
        if let Some(known) = self.entrant_mut(entrant) {
            known.account = account;
        }
    }

    fn release(&mut self, entrant: &EntrantId) {
        self.seats.retain(|_, seated| seated != entrant);
        self.set_account(entrant, None);
    }
}
