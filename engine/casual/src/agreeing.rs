//! What holds of games that two agree on: of a challenge by link, and of another game after one.

use outflank_othello::Color;

use crate::Terms;

/// A challenge by link ends after so long, ms: a day.
pub const CHALLENGE_STANDS_MS: i64 = 24 * 3_600_000;
/// Challenges by link of one account that stand at the same time.
pub const MOST_OPEN_CHALLENGES: i64 = 20;
/// Another game is offered until so long after the one before, and an offer stands so long, ms.
pub const REMATCH_WITHIN_MS: i64 = 600_000;

impl Terms {
    /// The colour in the next game of whoever had that one: the other, but for a handicap, which stays with whom it was for.
    #[must_use]
    pub const fn next_color(&self, color: Color) -> Color {
        if self.variant.handicap().is_some() {
            color
        } else {
            color.opponent()
        }
    }
}
