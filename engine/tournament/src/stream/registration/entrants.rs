//! The list of entrants, and who sits for them.

use crate::ids::{AccountId, EntrantId};
use crate::stream::{EntrantState, Registration, TournamentState};

impl TournamentState {
    pub(in crate::stream) fn register(&mut self, registration: &Registration) {
        let entrant = &registration.entrant;
        self.entry.waits_no_longer(entrant);
        self.entrant_index
            .insert(entrant.clone(), self.entrants.len());
        self.entrants.push(EntrantState::new(registration));
    }

    pub(in crate::stream) fn remove(&mut self, entrant: &EntrantId) {
        self.release(entrant);
        self.entrants.retain(|known| known.id != *entrant);
        let entrants = self.entrants.iter().enumerate();
        self.entrant_index = entrants
            .map(|(index, entrant)| (entrant.id.clone(), index))
            .collect();
    }

    /// `seq` is the entry that gives the seat.
    pub(in crate::stream) fn seat(
        &mut self,
        entrant: &EntrantId,
        (account, operator): (&AccountId, Option<&AccountId>),
        seq: u64,
    ) {
        self.release(entrant);
        self.entry.seats.insert(account.clone(), entrant.clone());
        self.change(entrant, |known| {
            known.account = Some(account.clone());
            known.account_operator = operator.cloned();
            known.seated_seq = seq;
        });
    }

    pub(in crate::stream) fn release(&mut self, entrant: &EntrantId) {
        self.entry.seats.retain(|_, seated| seated != entrant);
        self.change(entrant, |known| {
            known.account = None;
            known.account_operator = None;
        });
    }

    pub(in crate::stream) fn change(
        &mut self,
        entrant: &EntrantId,
        change: impl FnOnce(&mut EntrantState),
    ) {
        let index = self.entrant_index.get(entrant);
        if let Some(known) = index.and_then(|&index| self.entrants.get_mut(index)) {
            change(known);
        }
    }
}
