//! The list of entrants, and who sits for them.

use crate::ids::{AccountId, EntrantId};
use crate::stream::{EntrantState, EntryFacts, Registration, TournamentState};

impl TournamentState {
    pub(in crate::stream) fn register(&mut self, registration: &Registration) {
        let entrant = &registration.entrant;
        self.deviate(&registration.deviations);
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

    /// Which rules of the event are in force, from 1: each change makes another edition.
    #[must_use]
    pub fn rules_edition(&self) -> u32 {
        self.rules_changed.saturating_add(1)
    }

    /// Who is held back from the pairing of that round: now, or when it was published.
    pub(in crate::stream) fn holds_back(&self, entry: &EntryFacts, round: u32) -> bool {
        if self.round(round).is_some() {
            return entry.held_rounds.contains(&round);
        }
        let rules = self.rule_set.as_ref();
        rules.is_some_and(|rules| entry.held_back(rules))
    }

    /// Notes who was held back from a round as it is published.
    pub(in crate::stream) fn note_held_back(&mut self, round: u32) {
        let Some(rules) = &self.rule_set else { return };
        for entrant in &mut self.entrants {
            if entrant.entry.held_back(rules) {
                entrant.entry.held_rounds.push(round);
            }
        }
    }

    pub(in crate::stream) fn forget_held_back(&mut self, round: u32) {
        for entrant in &mut self.entrants {
            entrant.entry.held_rounds.retain(|known| *known != round);
        }
    }
}
