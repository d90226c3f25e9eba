//! Who is there, round by round.

pub(super) mod accommodation;
pub(super) mod attendance;
pub(super) mod missing;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::people::CheckInPolicy;
use crate::stream::{EntrantState, Event, MissingEntrant, TournamentState};

/// A round from which an entrant is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentRound {
    /// Round, from 1.
    pub round: u32,
    /// What it scores, in half-points.
    pub half_points: u32,
}

/// The check-in of one round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckInList {
    /// Entrants can check in.
    pub open: bool,
    /// Who has.
    pub checked_in: BTreeSet<EntrantId>,
}

/// Who is there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Presence {
    /// The check-ins by round.
    pub check_ins: BTreeMap<u32, CheckInList>,
    /// Who was not there as each round was published, by its last publication.
    pub missing: BTreeMap<u32, Vec<MissingEntrant>>,
}

impl EntrantState {
    /// True when the entrant can play a round: entered, not withdrawn, not announced absent.
    #[must_use]
    pub fn plays(&self, round: u32) -> bool {
        self.from_round <= round
            && self.withdrawn_from.is_none_or(|from| round < from)
            && !self.absences.contains_key(&round)
    }

    /// What a round scores in which the entrant has neither a board nor a bye, in half-points.
    #[must_use]
    pub fn granted_half_points(&self, round: u32) -> u32 {
        if self.withdrawn_from.is_some_and(|from| from <= round) {
            0
        } else if round < self.from_round {
            self.missed_half_points
        } else {
            self.absences.get(&round).copied().unwrap_or(0)
        }
    }
}

impl TournamentState {
    /// The entrants to pair in a round, in the order of registration: entered, not withdrawn, not absent,
    /// and checked in where there is a check-in for the round.
    pub fn present_for(&self, round: u32) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(move |entrant| self.plays(entrant, round))
    }

    /// True when an entrant is to be paired in a round; see [`TournamentState::present_for`].
    #[must_use]
    pub fn plays(&self, entrant: &EntrantState, round: u32) -> bool {
        let list = self.presence.check_ins.get(&round);
        entrant.plays(round) && list.is_none_or(|list| list.checked_in.contains(&entrant.id))
    }

    /// True when the rules want a check-in before a round.
    #[must_use]
    pub fn check_in_wanted(&self, round: u32) -> bool {
        let policy = self.rule_set.as_ref().map(|rules| rules.entry.check_in);
        match policy {
            Some(CheckInPolicy::EveryRound) => true,
            Some(CheckInPolicy::FirstRound) => round == 1,
            Some(CheckInPolicy::NotRequired) | None => false,
        }
    }

    /// The pairs not to be made, each human before the program he refuses (AGA).
    #[must_use]
    pub fn forbidden_pairs(&self) -> Vec<(EntrantId, EntrantId)> {
        self.refusals(|_| true)
    }

    /// The pairs not to be made once that entrant would have the bye: a human who plays a program rather
    /// than have the bye refuses none then, and a program's bye frees those who would play it instead.
    #[must_use]
    pub fn forbidden_pairs_against_bye(&self, bye: &EntrantId) -> Vec<(EntrantId, EntrantId)> {
        let program = self.entrant(bye).is_some_and(|entrant| entrant.computer);
        self.refusals(|human| {
            let frees = program || human.id == *bye;
            !(frees && human.refuses_computers == Some(true))
        })
    }

    fn refusals(&self, refuses: impl Fn(&EntrantState) -> bool) -> Vec<(EntrantId, EntrantId)> {
        let mut pairs = Vec::new();
        for human in &self.entrants {
            if human.refuses_computers.is_none() || !refuses(human) {
                continue;
            }
            for program in self.entrants.iter().filter(|entrant| entrant.computer) {
                pairs.push((human.id.clone(), program.id.clone()));
            }
        }
        pairs
    }
}

impl TournamentState {
    pub(in crate::stream) fn apply_to_entry(&mut self, event: &Event) {
        match event {
            Event::EntrantInvited { entrant } => {
                self.entry.invited.insert(entrant.clone());
            }
            Event::InvitationRevoked { entrant } => {
                self.entry.invited.remove(entrant);
            }
            Event::EntrantWaits(registration) => self.entry.waiting.push(registration.clone()),
            Event::WaitingEntrantRemoved { entrant } => {
                self.entry.waiting.retain(|waits| waits.entrant != *entrant);
            }
            Event::NationEntered(nation) => self.teams.nations.push(nation.clone()),
            Event::NationRemoved { country } => {
                self.teams
                    .nations
                    .retain(|nation| nation.country != *country);
            }
            Event::LateChangePermitted(permission) => {
                self.teams.late_changes.push(permission.clone())
            }
            _ => {}
        }
    }

    pub(in crate::stream) fn apply_to_presence(&mut self, event: &Event) {
        match event {
            Event::MissingEntrantsListed { round, missing } => {
                self.presence.missing.insert(*round, missing.clone());
            }
            Event::CheckInOpened { round } => {
                self.presence.check_ins.entry(*round).or_default().open = true;
            }
            Event::EntrantCheckedIn { round, entrant } => {
                let list = self.presence.check_ins.entry(*round).or_default();
                list.checked_in.insert(entrant.clone());
            }
            Event::CheckInClosed { round } => {
                self.presence.check_ins.entry(*round).or_default().open = false;
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
