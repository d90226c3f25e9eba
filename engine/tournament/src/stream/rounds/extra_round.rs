//! Rounds added while more than one perfect score stands (MSO, perfect scores policy).

use std::collections::BTreeSet;

use crate::ids::EntrantId;
use crate::pairing::perfect_scores;
use crate::rule_set::ExtraRounds;
use crate::stream::{EntrantState, TournamentState};
use crate::swiss::PairingError;
use crate::table::TableProblem;

impl TournamentState {
    /// The perfect scores that play an extra round now, as indexes of the entrants; `None` where the rules
    /// know none, or one perfect score at most stands.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn perfect_scores(&self) -> Result<Option<Vec<usize>>, TableProblem> {
        let wanted = self
            .rule_set
            .as_ref()
            .is_some_and(|rules| rules.extra_rounds == ExtraRounds::WhilePerfectScores);
        if !wanted || self.rounds.is_empty() || !self.qualification_over() {
            return Ok(None);
        }
        let unopposed = self.unopposed();
        let mut perfect =
            perfect_scores(&self.result_table(), &unopposed).map_err(contradiction)?;
        perfect.retain(|&player| {
            let entrant = self.entrants.get(player);
            entrant.is_some_and(|entrant| entrant.withdrawn_from.is_none())
        });
        Ok((perfect.len() > 1).then_some(perfect))
    }

    /// Who was there for a round and had neither an opponent nor a bye in it, with the round's number among those that
    /// count, from 1.
    fn unopposed(&self) -> Vec<(usize, u32)> {
        let counted = self.rounds.iter().filter(|round| round.counts_in_list());
        let mut unopposed = Vec::new();
        for (number, round) in (1_u32..).zip(counted) {
            let seated: BTreeSet<&EntrantId> = round.entrants().collect();
            let there = |(index, entrant): (usize, &EntrantState)| {
                let alone = self.plays(entrant, round.number) && !seated.contains(&entrant.id);
                alone.then_some((index, number))
            };
            unopposed.extend(self.entrants.iter().enumerate().filter_map(there));
        }
        unopposed
    }
}

/// A contradictory table, however the pairing names it.
fn contradiction(problem: PairingError) -> TableProblem {
    match problem {
        PairingError::Table(problem) => problem,
        _ => TableProblem::UnknownPlayer {
            round: 0,
            index: 0,
            players: 0,
        },
    }
}
