//! The fold. It judges nothing and accepts every event, so that old streams replay for ever.

mod draws;
mod entrants;
mod rounds;

use super::event::{EntryHeader, Event};
use super::state::TournamentState;
use crate::rule_set::Departure;

/// The state after one more event of the entry with that header.
#[must_use]
pub fn evolve(mut state: TournamentState, header: &EntryHeader, event: &Event) -> TournamentState {
    state.apply(header, event);
    state
}

impl TournamentState {
    fn apply(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::TournamentCreated {
                facts,
                rule_set,
                draw_anchor,
                departures,
            } => {
                self.facts = Some(facts.clone());
                self.rule_set = Some(rule_set.clone());
                self.last_link = Some(*draw_anchor);
                self.depart(departures);
            }
            Event::RuleSetChanged {
                rule_set,
                departures,
            } => {
                self.rule_set = Some(rule_set.clone());
                self.depart(departures);
            }
            Event::OfficialAppointed { account, role } => {
                self.officials.insert(account.clone(), *role);
            }
            Event::OfficialDismissed { account } => {
                self.officials.remove(account);
            }
            Event::EntrantRegistered(_)
            | Event::EntrantRemoved { .. }
            | Event::SeatAssigned { .. }
            | Event::SeatReleased { .. }
            | Event::EntrantWithdrawn { .. } => self.apply_to_entrant(event),
            Event::RegistrationClosed { plan } => {
                self.depart(&plan.departures);
                self.plan = Some(plan.clone());
            }
            Event::DrawRevealed { .. }
            | Event::NonceCommitted { .. }
            | Event::NonceGiven { .. }
            | Event::SeatsDrawn { .. }
            | Event::LotsDrawn { .. }
            | Event::StartingScoresFixed { .. } => self.apply_to_draws(event),
            Event::RoundPublished { .. }
            | Event::RoundUnpublished { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::RoundFinished { .. } => self.apply_to_round(header, event),
            Event::TournamentConfirmed {
                ranking,
                departures,
            } => {
                self.depart(departures);
                self.ranking = Some(ranking.clone());
            }
        }
    }

    fn depart(&mut self, departures: &[Departure]) {
        for departure in departures {
            if !self.departures.contains(departure) {
                self.departures.push(departure.clone());
            }
        }
    }
}
