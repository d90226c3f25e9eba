//! Prizes: what tied places win together is summed and split evenly (AGA).

use serde::{Deserialize, Serialize};

use super::IndividualLine;

/// Who is tied for a prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TiedBy {
    /// Neighbours of equal rank.
    #[default]
    Rank,
    /// Neighbours of equal points, whatever broke the tie (AGA: tie-breaks only place the victors).
    Score,
}

/// Who gets the minor units that cannot be split evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrizeRemainder {
    /// One unit each to the first of the tied, in the order of the list.
    #[default]
    FirstInList,
    /// Nobody: the organiser keeps them.
    Kept,
}

/// The prizes of a tournament or a category.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PrizeRules {
    /// Currency code ("EUR"), for print only.
    pub currency: String,
    /// Prizes by place, first to last, in minor currency units (cents).
    pub prizes: Vec<u64>,
    /// Who is tied.
    pub tied_by: TiedBy,
    /// What becomes of a remainder.
    pub remainder: PrizeRemainder,
}

/// What one player wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeShare {
    /// Index of the player in the table.
    pub player: usize,
    /// First place that he and those tied with him cover, from 1.
    pub from_place: u32,
    /// Last place that they cover.
    pub to_place: u32,
    /// His share, in minor currency units.
    pub amount: u64,
}

/// Prizes split. The shares and what is kept add up to all prizes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PrizeSplit {
    /// The currency; empty where the rules name none.
    #[serde(default)]
    pub currency: String,
    /// One share a player, in the order of the list; players without a prize have 0.
    pub shares: Vec<PrizeShare>,
    /// What nobody wins, in minor currency units: prizes of places without a player, and remainders under
    /// [`PrizeRemainder::Kept`].
    pub kept: u128,
}

/// Splits the prizes over a list, best first.
#[must_use]
pub fn split_prizes(list: &[IndividualLine], rules: &PrizeRules) -> PrizeSplit {
    let mut split = PrizeSplit {
        currency: rules.currency.clone(),
        ..PrizeSplit::default()
    };
    let mut start = 0;
    let groups = list.chunk_by(|a, b| match rules.tied_by {
        TiedBy::Rank => a.rank == b.rank,
        TiedBy::Score => a.half_points == b.half_points,
    });
    for group in groups {
        let end = start + group.len();
        share(
            group,
            start,
            prizes_between(rules, start, end),
            rules,
            &mut split,
        );
        start = end;
    }
    split.kept += sum(rules.prizes.get(start..).unwrap_or_default());
    split
}

fn prizes_between(rules: &PrizeRules, start: usize, end: usize) -> &[u64] {
    let end = end.min(rules.prizes.len());
    rules.prizes.get(start..end).unwrap_or_default()
}

fn sum(prizes: &[u64]) -> u128 {
    prizes.iter().map(|&prize| u128::from(prize)).sum()
}

fn share(
    group: &[IndividualLine],
    start: usize,
    prizes: &[u64],
    rules: &PrizeRules,
    split: &mut PrizeSplit,
) {
    let total = sum(prizes);
    let heads = group.len().max(1) as u128;
    let (even, remainder) = (total / heads, total % heads);
    for (index, line) in (0_u128..).zip(group) {
        let extra = rules.remainder == PrizeRemainder::FirstInList && index < remainder;
        split.shares.push(PrizeShare {
            player: line.player,
            from_place: place(start + 1),
            to_place: place(start + group.len()),
            // An even share is at most the largest prize, and smaller than it when a unit is added.
            amount: u64::try_from(even + u128::from(extra)).unwrap_or(u64::MAX),
        });
    }
    if rules.remainder == PrizeRemainder::Kept {
        split.kept += remainder;
    }
}

fn place(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
