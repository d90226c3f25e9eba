//! A round of a Swiss stage ready to be paired: what its publication and its explanations both rest on.

use crate::draw::Seed;
use crate::ids::EntrantId;
use crate::pairing::{PairingConstraints, PairingRequest, pair_round};
use crate::plan::PlannedStage;
use crate::refusals::{Refusal, RoundsRefusal};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::rounds::publish::edit;
use crate::stream::{RoundConstraints, StartingScore, TournamentState};
use crate::swiss::PairingError;
use crate::table::ResultTable;

/// The next round of a Swiss stage.
pub(in crate::stream) struct SwissRound<'a> {
    state: &'a TournamentState,
    rules: &'a RuleSet,
    table: ResultTable,
    /// Indexes of the entrants who play.
    pub present: Vec<usize>,
    group_a: Vec<usize>,
    key: Seed,
    modified: bool,
    /// First round of the part that counts, where colours of the earlier part are reversed.
    part_from: Option<u32>,
}

impl<'a> SwissRound<'a> {
    /// The round `within` (from 1) of the stage, under that key of its draw; `scores` are those that the
    /// publication fixes.
    pub fn new(
        state: &'a TournamentState,
        rules: &'a RuleSet,
        planned: &PlannedStage,
        within: u32,
        scores: &[StartingScore],
        key: Seed,
    ) -> Self {
        let present = present(state);
        let group_a = state
            .seeding
            .group_a
            .iter()
            .filter_map(|id| state.index_of(id))
            .filter(|index| present.contains(index))
            .collect();
        let (modified, continues) = match planned {
            PlannedStage::Swiss {
                modified,
                continues,
                ..
            } => (*modified, *continues),
            PlannedStage::RoundRobin { .. } => (false, false),
        };
        let first = state.next_round().saturating_sub(within).saturating_add(1);
        Self {
            state,
            rules,
            table: table_with(state, scores),
            present,
            group_a,
            key,
            modified,
            part_from: continues.then_some(first),
        }
    }

    /// The request without the director's conditions.
    pub fn request(&self) -> PairingRequest<'_> {
        PairingRequest {
            group_a: &self.group_a,
            modified: self.modified,
            since_round: self.part_from.unwrap_or(1),
            reverse_colours_before: self.part_from.unwrap_or(0),
            bye_half_points: self.rules.scoring.bye_half_points,
            ..PairingRequest::new(&self.table, &self.present, &self.rules.pairing, &self.key)
        }
    }

    /// The director's conditions, and the pairs with computer programs that are refused.
    pub fn conditions(&self, asked: &RoundConstraints) -> Result<PairingConstraints, Refusal> {
        let mut conditions = edit::conditions(self.state, &self.present, asked)?;
        conditions.forbidden.extend(self.refused()?);
        Ok(conditions)
    }

    /// The conditions that hold without the director's.
    pub fn standing_conditions(&self) -> Result<PairingConstraints, Refusal> {
        self.conditions(&RoundConstraints::default())
    }

    /// The pairs of a round set by hand in which a human meets a program that he refuses.
    pub fn refusals_overridden(&self, pairs: &[(usize, usize)], byes: &[usize]) -> Vec<Deviation> {
        let bye = byes
            .first()
            .and_then(|&index| self.state.entrants.get(index));
        let refused = match bye {
            Some(entrant) => self.state.forbidden_pairs_against_bye(&entrant.id),
            None => self.state.forbidden_pairs(),
        };
        let made = |human: &EntrantId, program: &EntrantId| {
            let (human, program) = (self.state.index_of(human), self.state.index_of(program));
            human.zip(program).is_some_and(|(human, program)| {
                pairs.contains(&(human, program)) || pairs.contains(&(program, human))
            })
        };
        let overridden = refused
            .iter()
            .filter(|(human, program)| made(human, program));
        overridden
            .map(|(human, program)| {
                let (round, human, program) =
                    (self.state.next_round(), human.as_str(), program.as_str());
                let detail = format!(
                    "Round {round} is set by hand: {human} plays the computer program {program} although he refuses \
                     to play programs."
                );
                let rule = self.rules.source("entry.computers").map(str::to_owned);
                Deviation::new("entry.computers", rule, detail)
                    .with("round", round)
                    .with("entrant_id", human)
                    .with("program_id", program)
            })
            .collect()
    }

    /// The pairs that refusals of computer programs forbid, as indexes of entrants who play. Where a
    /// pairing under all of them has a bye, who plays a program rather than have the bye refuses none (AGA).
    fn refused(&self) -> Result<Vec<(usize, usize)>, Refusal> {
        let indexes = |pairs: Vec<(EntrantId, EntrantId)>| -> Vec<(usize, usize)> {
            pairs
                .iter()
                .filter_map(|(human, program)| {
                    Some((self.state.index_of(human)?, self.state.index_of(program)?))
                })
                .filter(|(human, program)| {
                    self.present.contains(human) && self.present.contains(program)
                })
                .collect()
        };
        let all = indexes(self.state.forbidden_pairs());
        if all.is_empty() {
            return Ok(all);
        }
        let conditions = PairingConstraints {
            forbidden: all.clone(),
            ..PairingConstraints::default()
        };
        let found = pair_round(&PairingRequest {
            constraints: &conditions,
            ..self.request()
        })
        .map_err(unpairable)?;
        let bye = found.bye.and_then(|index| self.state.entrants.get(index));
        Ok(bye.map_or(all, |entrant| {
            indexes(self.state.forbidden_pairs_against_bye(&entrant.id))
        }))
    }
}

/// The entrants who play, as indexes.
pub(super) fn present(state: &TournamentState) -> Vec<usize> {
    let round = state.next_round();
    let entrants = state.entrants.iter().enumerate();
    entrants
        .filter(|(_, entrant)| state.plays(entrant, round))
        .map(|(index, _)| index)
        .collect()
}

/// The results with the starting scores that this publication fixes.
fn table_with(state: &TournamentState, scores: &[StartingScore]) -> ResultTable {
    let mut table = state.result_table();
    for score in scores {
        let index = state.index_of(&score.entrant);
        if let Some(player) = index.and_then(|index| table.players.get_mut(index)) {
            player.starting_half_points = score.half_points;
        }
    }
    table
}

/// Why a round cannot be paired.
pub(in crate::stream) fn unpairable(problem: PairingError) -> RoundsRefusal {
    match problem {
        PairingError::ManualFirstRound { .. } => RoundsRefusal::ManualPairingNeeded { problem },
        _ => RoundsRefusal::Unpairable { problem },
    }
}
