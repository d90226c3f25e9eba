use alloc::vec::Vec;
use core::iter::Sum;
use core::ops::Add;

use crate::position::{flips, moves};
use crate::{Board, Position};

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

/// Counts the game tree of Othello below a position to `depth` plies. A pass is a ply.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> PerftCount {
    let (own, other) = position.sides();
    count(own, other, depth)
}

/// [`perft`] of a game on that board; each disc that a move may flip by choice makes it a move of its own.
#[must_use]
pub fn perft_on(board: &Board, position: &Position, depth: u32) -> PerftCount {
    if board.is_played_as_othello(position) {
        return perft(position, depth);
    }
    if depth == 0 {
        return PerftCount::ONE;
    }
    let below = below(board, position);
    if below.is_empty() {
        return PerftCount::ENDED;
    }
    let counts = below.iter();
    counts.map(|after| perft_on(board, after, depth - 1)).sum()
}

/// Cuts a count into parts for several threads: what the first `plies` plies already settle, and
/// the positions below which `depth - plies` plies remain to be counted. The sum of all is
/// [`perft_on`]. `plies` beyond `depth` counts as `depth`.
#[must_use]
pub fn perft_split(
    board: &Board,
    position: &Position,
    depth: u32,
    plies: u32,
) -> (PerftCount, Vec<(Position, u32)>) {
    let mut settled = PerftCount::default();
    let mut level = alloc::vec![*position];
    let plies = plies.min(depth);
    for _ in 0..plies {
        let mut next = Vec::new();
        for position in &level {
            let below = below(board, position);
            if below.is_empty() {
                settled = settled + PerftCount::ENDED;
            }
            next.extend(below);
        }
        level = next;
    }
    (
        settled,
        level
            .into_iter()
            .map(|position| (position, depth - plies))
            .collect(),
    )
}

/// Every position after one ply; none where the game is over.
fn below(board: &Board, position: &Position) -> Vec<Position> {
    if let Some(after) = board.pass(position) {
        return alloc::vec![after];
    }
    let discs = board.flip_choice(position).map(|choice| choice.discs);
    let flips = discs.unwrap_or_default().iter().map(Some);
    let flips: Vec<_> = core::iter::once(None).chain(flips).collect();
    let squares = board.legal_moves(position).iter();
    squares
        .flat_map(|square| {
            let played = flips.iter();
            played.filter_map(move |flip| board.play(position, square, *flip).ok())
        })
        .collect()
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
