use crate::board_size::BoardSize;
use crate::{Color, Goal, PerColor, Position};

/// The final score of the discs on the board of Othello: empties to the side with more discs, a draw is
/// 32-32, a wipe-out 64-0 whatever the empties (`EGP IV.8`). Always sums to 64. It does not depend
/// on the [`Goal`]: who wins with it does.
#[must_use]
pub fn final_score(position: &Position) -> PerColor<u8> {
    score_on(position, BoardSize::Eight)
}

/// [`final_score`] on a board of that size, whose squares it sums to.
#[must_use]
pub fn score_on(position: &Position, size: BoardSize) -> PerColor<u8> {
    let counts = position.disc_counts();
    let squares = size.count();
    match counts.black.cmp(&counts.white) {
        core::cmp::Ordering::Greater => {
            PerColor::new(squares.saturating_sub(counts.white), counts.white)
        }
        core::cmp::Ordering::Less => {
            PerColor::new(counts.black, squares.saturating_sub(counts.black))
        }
        core::cmp::Ordering::Equal => PerColor::new(size.half(), size.half()),
    }
}

/// The score of a game whose win was fixed for `winner` by the opponent's time default: the
/// board's score, at least 33-31 of 64 (`WOC IV.6`); mirrored at most 31-33.
#[must_use]
pub fn guaranteed_score(
    position: &Position,
    winner: Color,
    (goal, size): (Goal, BoardSize),
) -> PerColor<u8> {
    let discs = score_on(position, size);
    if goal.winner(discs) == Some(winner) {
        discs
    } else {
        goal.least_win(winner, size)
    }
}
