//! One entry point for every round of a Swiss system, whatever the rule set's model.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::starting_scores::virtual_scores;
use super::{FirstRound, PairingConstraints, PairingModel, PairingRules, StartingScores};
use crate::draw::Seed;
use crate::swiss::{
    BoardExplanation, BoardOf, PairingError, PairingJudgement, PairingLevel, SwissPairing,
    SwissRequest, explain_board, explain_round, explain_with_own, judge_pairing, pair_swiss,
};
use crate::table::ResultTable;

/// A paired round.
pub type RoundPairing = SwissPairing;

/// What a round of a Swiss system is paired from.
#[derive(Debug, Clone, Copy)]
pub struct PairingRequest<'a> {
    /// All players and all rounds so far.
    pub table: &'a ResultTable,
    /// Indexes of the players present: neither withdrawn nor absent.
    pub present: &'a [usize],
    /// The rule set's policies.
    pub rules: &'a PairingRules,
    /// True in a modified Swiss system.
    pub modified: bool,
    /// The seed of the round's draw.
    pub seed: &'a Seed,
    /// What the director set for this round.
    pub constraints: &'a PairingConstraints,
    /// First round (from 1) whose meetings, byes and floats count; colours count from round 1.
    pub since_round: u32,
    /// A pair that met in a round before this one (from 1) plays with the colours of that round
    /// reversed; 0: none does.
    pub reverse_colours_before: u32,
    /// What a bye scores, in half-points.
    pub bye_half_points: u32,
    /// Players of group A in the first round (WOC II.6.1): those who played in a semi-final of the last
    /// ten world championships.
    pub group_a: &'a [usize],
}

impl<'a> PairingRequest<'a> {
    /// A round of an unmodified Swiss system that counts from round 1, without conditions.
    #[must_use]
    pub fn new(
        table: &'a ResultTable,
        present: &'a [usize],
        rules: &'a PairingRules,
        seed: &'a Seed,
    ) -> Self {
        Self {
            table,
            present,
            rules,
            modified: false,
            seed,
            constraints: PairingConstraints::none(),
            since_round: 1,
            reverse_colours_before: 0,
            bye_half_points: 2,
            group_a: &[],
        }
    }

    fn with_swiss<T>(&self, call: impl FnOnce(&SwissRequest<'_>) -> T) -> T {
        let opening = self.table.rounds.is_empty()
            && !matches!(
                self.rules.first_round,
                FirstRound::Random | FirstRound::Manual
            );
        let (levels, penalties) = match &self.rules.model {
            PairingModel::Levels {
                modified_levels, ..
            } if self.modified && !modified_levels.is_empty() => (modified_levels.as_slice(), None),
            PairingModel::Levels { levels, .. } => (levels.as_slice(), None),
            PairingModel::Papp(penalties) => {
                ([PairingLevel::Penalties].as_slice(), Some(penalties))
            }
        };
        let mut levels = Cow::Borrowed(levels);
        if opening && !levels.contains(&PairingLevel::FirstRound) {
            levels.to_mut().insert(0, PairingLevel::FirstRound);
        }
        let (virtual_half_points, accelerated_rounds) = match &self.rules.start {
            StartingScores::Accelerated(acceleration) => (
                virtual_scores(acceleration, self.table),
                acceleration.rounds,
            ),
            StartingScores::None | StartingScores::McMahon { .. } => (Vec::new(), 0),
        };
        call(&SwissRequest {
            constraints: self.constraints,
            since_round: self.since_round,
            reverse_colours_before: self.reverse_colours_before,
            bye_half_points: self.bye_half_points,
            virtual_half_points: &virtual_half_points,
            accelerated_rounds,
            penalties,
            first_round: self.rules.first_round,
            group_a: self.group_a,
            ..SwissRequest::new(self.table, self.present, &levels, self.seed)
        })
    }

    /// Explains one board, whether the round's own pairing has it or not.
    ///
    /// # Errors
    /// See [`PairingError`].
    pub fn explain_board(&self, board: BoardOf) -> Result<BoardExplanation, PairingError> {
        self.with_swiss(|request| explain_board(request, board))
    }

    /// The round's own pairing, and one board of it or of another explained.
    pub(crate) fn explain_with_own(
        &self,
        board: BoardOf,
    ) -> Result<(RoundPairing, BoardExplanation), PairingError> {
        self.with_swiss(|request| explain_with_own(request, board))
    }

    /// Explains every board of the round's own pairing, in the order of its tables, the bye last.
    ///
    /// # Errors
    /// See [`PairingError`].
    pub fn explain_round(&self) -> Result<Vec<BoardExplanation>, PairingError> {
        self.with_swiss(explain_round)
    }

    /// Judges a pairing made by hand, (black, white), against the round's own, under conditions that
    /// hold whatever the director wants; `sources` are the rule set's paragraphs by field.
    ///
    /// # Errors
    /// See [`PairingError`].
    pub fn judge(
        &self,
        pairs: &[(usize, usize)],
        bye: Option<usize>,
        sources: &BTreeMap<String, String>,
    ) -> Result<PairingJudgement, PairingError> {
        self.with_swiss(|request| judge_pairing(request, pairs, bye, sources))
    }
}

/// Pairs one round by the rule set's model and, with no round played, its policy for the first round.
///
/// # Errors
/// See [`PairingError`]; where the director makes the first round's pairs, those of the conditions must
/// be all of them.
pub fn pair_round(request: &PairingRequest<'_>) -> Result<RoundPairing, PairingError> {
    let manual = request.rules.first_round == FirstRound::Manual && request.table.rounds.is_empty();
    if manual {
        let constraints = request.constraints;
        let placed =
            constraints.locked.len().saturating_mul(2) + usize::from(constraints.bye.is_some());
        let without_place = request.present.len().saturating_sub(placed);
        if without_place > 0 {
            return Err(PairingError::ManualFirstRound { without_place });
        }
    }
    request.with_swiss(pair_swiss)
}
