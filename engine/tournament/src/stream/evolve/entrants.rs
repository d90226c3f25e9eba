//! The fold of entrants and their seats.

use std::collections::BTreeMap;

use crate::ids::EntrantId;
use crate::stream::event::{Accommodation, EntryHeader, Event};
use crate::stream::state::{EntrantState, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_entrant(&mut self, header: &EntryHeader, event: &Event) {
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
                    account_operator: None,
                    seated_seq: 0,
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
            Event::SeatAssigned {
                entrant,
                account,
                operator,
            } => {
                self.release(entrant);
                self.seats.insert(account.clone(), entrant.clone());
                if let Some(known) = self.entrant_mut(entrant) {
                    known.account = Some(account.clone());
                    known.account_operator.clone_from(operator);
                    known.seated_seq = header.seq;
                }
            }
            Event::SeatReleased { entrant, left } => {
                if let Some(left) = left {
                    for by in std::iter::once(&left.by).chain(&left.operator) {
                        let key = (by.clone(), entrant.clone());
                        self.left_seats.insert(key, left.through_round);
                    }
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

    fn release(&mut self, entrant: &EntrantId) {
        self.seats.retain(|_, seated| seated != entrant);
        if let Some(known) = self.entrant_mut(entrant) {
            known.account = None;
            known.account_operator = None;
        }
    }
}
