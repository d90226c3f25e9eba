//! Rounds added while more than one perfect score stands (MSO, perfect scores policy).

use super::finals::contradiction;
use super::state::TournamentState;
use crate::pairing::perfect_scores;
use crate::rule_set::ExtraRounds;
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
        let mut perfect = perfect_scores(&self.result_table(), &[]).map_err(contradiction)?;
        perfect.retain(|&player| {
            let entrant = self.entrants.get(player);
            entrant.is_some_and(|entrant| entrant.withdrawn_from.is_none())
        });
        Ok((perfect.len() > 1).then_some(perfect))
    }
}
