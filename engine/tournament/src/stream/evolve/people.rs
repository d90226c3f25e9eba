//! The fold of invitations, nations, presence and computer programs.

use crate::ids::EntrantId;
use crate::stream::event::Event;
use crate::stream::state::{EntrantState, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_entry(&mut self, event: &Event) {
        match event {
            Event::EntrantInvited { entrant } => {
                self.invited.insert(entrant.clone());
            }
            Event::InvitationRevoked { entrant } => {
                self.invited.remove(entrant);
            }
            Event::EntrantWaits(registration) => self.waiting.push(registration.clone()),
            Event::WaitingEntrantRemoved { entrant } => {
                self.waiting.retain(|waits| waits.entrant != *entrant);
            }
            Event::NationEntered(nation) => self.nations.push(nation.clone()),
            Event::NationRemoved { country } => {
                self.nations.retain(|nation| nation.country != *country);
            }
            Event::LateChangePermitted(permission) => self.late_changes.push(permission.clone()),
            _ => {}
        }
    }

    pub(super) fn apply_to_presence(&mut self, event: &Event) {
        match event {
            Event::CheckInOpened { round } => {
                self.check_ins.entry(*round).or_default().open = true;
            }
            Event::EntrantCheckedIn { round, entrant } => {
                let list = self.check_ins.entry(*round).or_default();
                list.checked_in.insert(entrant.clone());
            }
            Event::CheckInClosed { round } => {
                self.check_ins.entry(*round).or_default().open = false;
            }
            Event::AbsenceAnnounced { entrant, rounds } => self.change(entrant, |known| {
                for absent in rounds {
                    known.absences.insert(absent.round, absent.half_points);
                }
            }),
            Event::AbsenceEnded {
                entrant,
                from_round,
            } => self.change(entrant, |known| {
                known.absences.retain(|round, _| round < from_round);
            }),
            Event::EntrantReinstated { entrant } => self.change(entrant, |known| {
                known.withdrawn_from = None;
            }),
            Event::ComputersRefused {
                entrant,
                rather_than_bye,
            } => self.change(entrant, |known| {
                known.refuses_computers = Some(*rather_than_bye);
            }),
            Event::ComputersAccepted { entrant } => self.change(entrant, |known| {
                known.refuses_computers = None;
            }),
            Event::ComputerParametersSet {
                entrant,
                parameters,
            } => self.change(entrant, |known| {
                known.parameters = Some(parameters.clone());
            }),
            _ => {}
        }
    }

    fn change(&mut self, entrant: &EntrantId, change: impl FnOnce(&mut EntrantState)) {
        if let Some(known) = self.entrant_mut(entrant) {
            change(known);
        }
    }
}
