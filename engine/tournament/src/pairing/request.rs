//! What a round of a Swiss system is paired from, whatever the rule set's model.

use std::borrow::Cow;

use super::starting_scores::virtual_scores;
use super::{FirstRound, PairingConstraints, PairingModel, PairingRules, StartingScores};
use crate::draw::Seed;
use crate::half_points::HalfPoints;
use crate::papp::PappPenalties;
use crate::player_index::PlayerIndex;
use crate::swiss::PairingLevel;
use crate::table::ResultTable;

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
    /// What a bye scores.
    pub bye_half_points: HalfPoints,
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
            bye_half_points: HalfPoints::WIN,
            group_a: &[],
        }
    }

    /// The round to be paired, from 1.
    pub(crate) fn round(&self) -> u32 {
        let played = u32::try_from(self.table.rounds.len()).unwrap_or(u32::MAX);
        played.saturating_add(1)
    }

    /// The levels that it is paired by, first to last.
    #[must_use]
    pub fn levels(&self) -> Cow<'a, [PairingLevel]> {
        let mut levels = Cow::Borrowed(match &self.rules.model {
            PairingModel::Levels {
                modified_levels, ..
            } if self.modified && !modified_levels.is_empty() => modified_levels.as_slice(),
            PairingModel::Levels { levels, .. } => levels.as_slice(),
            PairingModel::Papp(_) => [PairingLevel::Penalties].as_slice(),
        });
        let by_policy = !matches!(
            self.rules.first_round,
            FirstRound::Random | FirstRound::Manual
        );
        if by_policy && self.table.rounds.is_empty() && !levels.contains(&PairingLevel::FirstRound)
        {
            levels.to_mut().insert(0, PairingLevel::FirstRound);
        }
        levels
    }

    /// The penalties, where it is paired by them.
    pub(crate) fn penalties(&self) -> Option<&'a PappPenalties> {
        match &self.rules.model {
            PairingModel::Papp(penalties) => Some(penalties),
            PairingModel::Levels { .. } => None,
        }
    }

    pub(crate) fn virtual_points(&self) -> VirtualPoints {
        match &self.rules.start {
            StartingScores::Accelerated(acceleration) => VirtualPoints {
                half_points: virtual_scores(acceleration, self.table),
                rounds: acceleration.rounds,
            },
            StartingScores::None | StartingScores::McMahon { .. } => VirtualPoints::default(),
        }
    }
}

/// Points that are added for pairing only, in the accelerated rounds.
#[derive(Default)]
pub(crate) struct VirtualPoints {
    /// By player.
    half_points: Vec<HalfPoints>,
    /// Number of accelerated rounds.
    rounds: u32,
}

impl VirtualPoints {
    /// Those of a player in a round (from 1).
    pub(crate) fn in_round(&self, player: PlayerIndex, round: u32) -> HalfPoints {
        if round > self.rounds {
            return HalfPoints::ZERO;
        }
        self.half_points.get(player.0).copied().unwrap_or_default()
    }
}
