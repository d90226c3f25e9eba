//! The fold. It judges nothing and accepts every event, so that old streams replay for ever.

use super::event::{EntryHeader, Event, PublishedPairing, ResultRecord};
use super::round::{Board, BoardResult, Round};
use super::state::{EntrantState, TournamentState};
use crate::ids::{AccountId, EntrantId};
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
            Event::EntrantRegistered { .. }
            | Event::EntrantRemoved { .. }
            | Event::SeatAssigned { .. }
            | Event::SeatReleased { .. }
            | Event::EntrantWithdrawn { .. } => self.apply_to_entrant(event),
            Event::RegistrationClosed { plan } => {
                self.depart(&plan.departures);
                self.plan = Some(plan.clone());
            }
            Event::DrawRevealed { index, seed, .. } => {
                self.draws_revealed = *index;
                self.last_link = Some(*seed);
            }
            Event::SeatsDrawn { stage, chairs } => {
                self.chairs.insert(*stage, chairs.clone());
            }
            Event::RoundPublished { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::RoundFinished { .. } => self.apply_to_round(header, event),
            Event::LotsDrawn { order } => self.lots = Some(order.clone()),
            Event::TournamentConfirmed {
                ranking,
                departures,
            } => {
                self.depart(departures);
                self.ranking = Some(ranking.clone());
            }
        }
    }

    fn apply_to_entrant(&mut self, event: &Event) {
        match event {
            Event::EntrantRegistered {
                entrant,
                country,
                rating,
                computer,
            } => {
                self.entrant_index
                    .insert(entrant.clone(), self.entrants.len());
                self.entrants.push(EntrantState {
                    id: entrant.clone(),
                    country: country.clone(),
                    rating: *rating,
                    computer: *computer,
                    account: None,
                    withdrawn_from: None,
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
            Event::SeatReleased { entrant } => self.release(entrant),
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

    fn apply_to_round(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::RoundPublished {
                round,
                stage,
                starts_at_ms,
                pairings,
                byes,
                cost,
                draw,
                departures,
            } => {
                self.depart(departures);
                self.rounds.push(Round {
                    number: *round,
                    stage: *stage,
                    starts_at_ms: *starts_at_ms,
                    boards: pairings.iter().map(open_board).collect(),
                    byes: byes.clone(),
                    cost: cost.clone(),
                    draw: *draw,
                    seq: header.seq,
                    finished: false,
                });
            }
            Event::ResultRecorded {
                round,
                table,
                result,
            } => self.add_result(header, (*round, *table), result, None),
            Event::ResultCorrected {
                round,
                table,
                result,
                reason,
            } => self.add_result(header, (*round, *table), result, Some(reason.clone())),
            Event::RoundFinished { round } => {
                if let Some(known) = self.rounds.iter_mut().find(|known| known.number == *round) {
                    known.finished = true;
                }
            }
            _ => {}
        }
    }

    fn add_result(
        &mut self,
        header: &EntryHeader,
        (round, table): (u32, u32),
        result: &ResultRecord,
        reason: Option<String>,
    ) {
        let board = self
            .rounds
            .iter_mut()
            .find(|known| known.number == round)
            .and_then(|known| {
                known
                    .boards
                    .iter_mut()
                    .find(|board| board.pairing.table == table)
            });
        if let Some(board) = board {
            board.results.push(BoardResult {
                result: result.clone(),
                reason,
                seq: header.seq,
                at_ms: header.at_ms,
            });
        }
    }

    fn depart(&mut self, departures: &[Departure]) {
        for departure in departures {
            if !self.departures.contains(departure) {
                self.departures.push(departure.clone());
            }
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

    fn entrant_mut(&mut self, id: &EntrantId) -> Option<&mut EntrantState> {
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

fn open_board(pairing: &PublishedPairing) -> Board {
    Board {
        pairing: pairing.clone(),
        results: Vec::new(),
    }
}
