use alloc::vec::Vec;
use core::iter::Sum;
use core::ops::Add;

use crate::Position;
use crate::position::{flips, moves};

/// How many positions a game tree holds at a depth, in both usual conventions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCount {
    /// Positions exactly at the depth (a pass is a ply).
    pub leaves: u64,
    /// The same, and the positions in which a game ended earlier.
    pub with_ended: u64,
}

impl PerftCount {
    const ONE: Self = Self {
        leaves: 1,
        with_ended: 1,
    };
    const ENDED: Self = Self {
        leaves: 0,
        with_ended: 1,
    };
}

impl Add for PerftCount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            leaves: self.leaves.saturating_add(other.leaves),
            with_ended: self.with_ended.saturating_add(other.with_ended),
        }
    }
}

impl Sum for PerftCount {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Counts the game tree below a position to `depth` plies. A pass is a ply.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> PerftCount {
    if depth > 0 && position.is_opening() {
        let placed = position.legal_moves().iter();
        return placed
            .filter_map(|square| position.play(square))
            .map(|after| perft(&after, depth - 1))
            .sum();
    }
    let (own, other) = position.sides();
    count(own, other, depth)
}

/// Cuts a count into parts for several threads: what the first `plies` plies already settle, and
/// the positions below which `depth - plies` plies remain to be counted. The sum of all is
/// [`perft`]. `plies` beyond `depth` counts as `depth`.
#[must_use]
pub fn perft_split(
    position: &Position,
    depth: u32,
    plies: u32,
) -> (PerftCount, Vec<(Position, u32)>) {
    let mut settled = PerftCount::default();
    let mut level = alloc::vec![*position];
    let plies = plies.min(depth);
    for _ in 0..plies {
        let mut below = Vec::new();
        for position in &level {
            if let Some(after) = position.pass() {
                below.push(after);
                continue;
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                settled = settled + PerftCount::ENDED;
            }
            below.extend(moves.iter().filter_map(|square| position.play(square)));
        }
        level = below;
    }
    (
        settled,
        level
            .into_iter()
            .map(|position| (position, depth - plies))
            .collect(),
    )
}

fn count(own: u64, other: u64, depth: u32) -> PerftCount {
    if depth == 0 {
        return PerftCount::ONE;
    }
    let legal = moves(own, other);
    if legal == 0 {
        return if moves(other, own) == 0 {
            PerftCount::ENDED
        } else {
            count(other, own, depth - 1)
        };
    }
    if depth == 1 {
        let leaves = u64::from(legal.count_ones());
        return PerftCount {
            leaves,
            with_ended: leaves,
        };
    }
    let mut total = PerftCount::default();
    let mut left = legal;
    while left != 0 {
        let square = left & left.wrapping_neg();
        left ^= square;
        let gained = flips(own, other, square) | square;
        total = total + count(other & !gained, own | gained, depth - 1);
    }
    total
}
