//! Ties taken through the chain of criteria: the strict order, and what parted each neighbours.

use std::cmp::Ordering;
use std::ops::Range;

use super::criteria::Criteria;
use super::rules::{TieBreak, TieResolution};

/// A group that a criterion parted.
pub(super) struct Split {
    pub criterion: TieBreak,
    /// How many criteria its players had been through; of nested groups the outer has the smaller one.
    depth: usize,
    /// The players with their values, sorted by player.
    values: Vec<(usize, Option<i64>)>,
    /// Who could not be best for having lost to another of the group, sorted.
    beaten: Vec<usize>,
}

impl Split {
    pub fn value(&self, player: usize) -> i64 {
        self.values
            .binary_search_by_key(&player, |&(player, _)| player)
            .ok()
            .and_then(|found| self.values[found].1)
            .unwrap_or(0)
    }

    pub fn beaten(&self, player: usize) -> bool {
        self.beaten.binary_search(&player).is_ok()
    }
}

/// The strict order with its reasons.
#[derive(Default)]
pub(super) struct Order {
    /// The players, best first.
    pub players: Vec<usize>,
    splits: Vec<Split>,
    /// What parted the player at a position from the one before; `None`: nothing did.
    boundaries: Vec<Option<usize>>,
}

impl Order {
    /// What parted two positions; `None`: nothing, they are equal on every criterion.
    pub fn parted(&self, above: usize, below: usize) -> Option<&Split> {
        let between = self.boundaries.get(above + 1..=below)?;
        let splits = between
            .iter()
            .filter_map(|split| self.splits.get((*split)?));
        splits.min_by_key(|split| split.depth)
    }
}

/// A stretch of the order that is still tied.
struct Tied {
    range: Range<usize>,
    /// The criterion to apply next.
    step: usize,
    depth: usize,
}

/// Orders the players; who stays tied keeps the order given.
pub(super) fn order(criteria: &Criteria<'_>, players: Vec<usize>) -> Order {
    let mut order = Order {
        boundaries: vec![None; players.len()],
        players,
        splits: Vec::new(),
    };
    let mut open = vec![Tied {
        range: 0..order.players.len(),
        step: 0,
        depth: 0,
    }];
    // A stack of our own: a chain of thousands of parts must not exhaust the thread's.
    while let Some(tied) = open.pop() {
        if tied.range.len() < 2 {
            continue;
        }
        let Some(&criterion) = criteria.ranking.tie_breaks.get(tied.step) else {
            continue;
        };
        part(criteria, criterion, &tied, &mut order, &mut open);
    }
    order
}

fn part(
    criteria: &Criteria<'_>,
    criterion: TieBreak,
    tied: &Tied,
    order: &mut Order,
    open: &mut Vec<Tied>,
) {
    let group: Vec<usize> = order.players[tied.range.clone()].to_vec();
    let values = criteria.values(criterion, &group);
    let resolution = criteria.ranking.resolution;
    let games_against_each_other = matches!(
        criterion,
        TieBreak::HeadToHead | TieBreak::ScoreAgainstCommonOpponents
    );
    let by_best =
        resolution == TieResolution::DropBelowBest && group.len() > 2 && games_against_each_other;
    let beaten = if by_best && criterion == TieBreak::HeadToHead {
        criteria.beaten(&group)
    } else {
        vec![false; group.len()]
    };
    let parts = if by_best {
        best_and_rest(criterion, &values, &beaten)
    } else {
        by_value(criterion, &values)
    };
    let next = |range: Range<usize>, step: usize| Tied {
        range,
        step,
        depth: tied.depth.saturating_add(1),
    };
    if parts.len() < 2 {
        open.push(next(tied.range.clone(), tied.step + 1));
        return;
    }
    let split = order.splits.len();
    let mut start = tied.range.start;
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            order.boundaries[start] = Some(split);
        }
        for (slot, &member) in order.players[start..].iter_mut().zip(part) {
            *slot = group[member];
        }
        let step = match resolution {
            TieResolution::RestartInSubsets => 0,
            TieResolution::DropBelowBest if by_best && number > 0 => tied.step,
            TieResolution::Plain | TieResolution::DropBelowBest => tied.step + 1,
        };
        open.push(next(start..start + part.len(), step));
        start += part.len();
    }
    order
        .splits
        .push(split_of(criterion, tied.depth, &group, values, &beaten));
}

fn split_of(
    criterion: TieBreak,
    depth: usize,
    group: &[usize],
    values: Vec<Option<i64>>,
    beaten: &[bool],
) -> Split {
    let mut values: Vec<(usize, Option<i64>)> = group.iter().copied().zip(values).collect();
    values.sort_unstable();
    let lost = group.iter().zip(beaten).filter(|&(_, &beaten)| beaten);
    let mut beaten: Vec<usize> = lost.map(|(&player, _)| player).collect();
    beaten.sort_unstable();
    Split {
        criterion,
        depth,
        values,
        beaten,
    }
}

/// Members of a group by equal values, best first.
fn by_value(criterion: TieBreak, values: &[Option<i64>]) -> Vec<Vec<usize>> {
    let mut members: Vec<usize> = (0..values.len()).collect();
    members.sort_by(|&a, &b| better(criterion, values[a], values[b]));
    members
        .chunk_by(|&a, &b| values[a] == values[b])
        .map(<[usize]>::to_vec)
        .collect()
}

/// The best members, and all others; everyone together where nobody can be best.
fn best_and_rest(criterion: TieBreak, values: &[Option<i64>], beaten: &[bool]) -> Vec<Vec<usize>> {
    let best = (0..values.len())
        .filter(|&member| !beaten[member])
        .map(|member| values[member])
        .min_by(|&a, &b| better(criterion, a, b));
    let (best, rest): (Vec<usize>, Vec<usize>) =
        (0..values.len()).partition(|&member| !beaten[member] && Some(values[member]) == best);
    [best, rest]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect()
}

/// Less is the better value. Undrawn lots are equal.
fn better(criterion: TieBreak, a: Option<i64>, b: Option<i64>) -> Ordering {
    match criterion {
        TieBreak::Lots | TieBreak::FewestTimeouts => {
            a.unwrap_or(i64::MAX).cmp(&b.unwrap_or(i64::MAX))
        }
        _ => b.cmp(&a),
    }
}
