//! The fold of officials' interests: codes for seats, consents, and what was done with an interest.

use crate::consent::Consent;
use crate::stream::event::{EntryHeader, Event};
use crate::stream::state::{IssuedCode, NotedInterest, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_interests(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::SeatCodeIssued {
                entrant,
                by,
                consents,
            } => {
                if let Some(known) = self.entrant_mut(entrant) {
                    known.code = Some(IssuedCode {
                        by: by.clone(),
                        consented: !consents.is_empty(),
                    });
                }
            }
            Event::ConsentGiven(consent) => self.consents.push(consent.clone()),
            Event::ConsentsEnded { consents } => {
                self.consents
                    .retain(|given| !consents.contains(&given.consent));
            }
            Event::ActedWithInterest {
                act,
                interest,
                by,
                board,
                entrant,
                consents,
            } => {
                let is_used = |given: &Consent| consents.contains(&given.consent);
                let known = std::mem::take(&mut self.consents).into_iter();
                let (used, left) = known.partition(is_used);
                self.consents = left;
                self.noted_interests.push(NotedInterest {
                    seq: header.seq,
                    at_ms: header.at_ms,
                    act: act.clone(),
                    interest: *interest,
                    by: by.clone(),
                    board: *board,
                    entrant: entrant.clone(),
                    consents: used,
                });
            }
            _ => {}
        }
    }
}
