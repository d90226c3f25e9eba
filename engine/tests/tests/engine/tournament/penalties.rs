//! Rounds that are paired by PAPP's penalties alone, as the tests of the penalties ask for them.

use outflank_tournament::*;

use crate::tournament::support::kept;

#[derive(Clone, Copy)]
pub struct PappRequest<'a> {
    pub table: &'a ResultTable,
    pub present: &'a [usize],
    pub penalties: &'a PappPenalties,
    pub constraints: &'a PairingConstraints,
    pub bye_half_points: HalfPoints,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappPairing {
    pub pairs: Vec<(usize, usize)>,
    pub bye: Option<usize>,
    pub cost: i64,
}

#[derive(Debug)]
pub struct PappExplanation {
    pub board: BoardOf,
    pub alternative: Option<PappPairing>,
    pub sentence: String,
}

impl<'a> PappRequest<'a> {
    pub fn new(table: &'a ResultTable, present: &'a [usize], penalties: &'a PappPenalties) -> Self {
        Self {
            table,
            present,
            penalties,
            constraints: PairingConstraints::none(),
            bye_half_points: HalfPoints::WIN,
        }
    }

    fn round(&self, seed: &'a Seed) -> PairingRequest<'a> {
        PairingRequest {
            constraints: self.constraints,
            bye_half_points: self.bye_half_points,
            ..PairingRequest::new(self.table, self.present, by_penalties(self.penalties), seed)
        }
    }
}

pub fn by_penalties(penalties: &PappPenalties) -> &'static PairingRules {
    kept(PairingRules {
        model: PairingModel::Papp(penalties.clone()),
        ..PairingRules::by_levels(&[])
    })
}

pub fn pair_papp(request: &PappRequest<'_>, seed: &Seed) -> Result<PappPairing, PairingError> {
    pair_round(&request.round(seed)).map(PappPairing::from)
}

pub fn papp_cost(
    request: &PappRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Result<i64, PairingError> {
    let nothing_drawn = Seed::of_number(0);
    pairing_cost(&request.round(&nothing_drawn), pairs, bye).map(|cost| sum(&cost))
}

pub fn explain_papp(
    request: &PappRequest<'_>,
    seed: &Seed,
) -> Result<Vec<PappExplanation>, PairingError> {
    let explained = explain_round(&request.round(seed))?;
    Ok(explained
        .into_iter()
        .map(|explained| PappExplanation {
            board: explained.board,
            alternative: explained.alternative.map(PappPairing::from),
            sentence: explained.sentence,
        })
        .collect())
}

impl From<SwissPairing> for PappPairing {
    fn from(pairing: SwissPairing) -> Self {
        Self {
            cost: sum(&pairing.cost),
            pairs: pairing.pairs,
            bye: pairing.bye,
        }
    }
}

fn sum(cost: &Cost) -> i64 {
    cost[&PairingLevel::Penalties]
}
