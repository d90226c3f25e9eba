//! Live ratings by Glicko-2 (Glickman 2013), in whole hundredths and millionths: the same games give the same ratings
//! wherever they are computed again.

use outflank_othello::{Color, PerColor};
use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2},
};

/// After so long without a game a rating is one period less sure, ms: five days.
pub const PERIOD_MS: i64 = 5 * 24 * 3_600_000;
/// A rating with at most this deviation, in hundredths of points, is settled; others are shown as provisional.
pub const SETTLED_DEVIATION: i64 = 11_000;
/// Above this deviation nobody knows less, in hundredths of points.
const UNKNOWN_DEVIATION: i64 = 35_000;
/// So sure one is at most: whoever plays much can still move.
const SUREST_DEVIATION: i64 = 4_500;
const RATINGS: (i64, i64) = (10_000, 400_000);
const VOLATILITIES: (i64, i64) = (10_000, 100_000);
/// More periods change nothing: by then nothing is known.
const MOST_PERIODS: i64 = 1_000;

/// What is thought of a player's strength in one variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveRating {
    /// Hundredths of points; 1500 points at first.
    pub rating: i64,
    /// How sure that is, hundredths of points: 350 at first, 45 at the surest.
    pub deviation: i64,
    /// How steady the player is, millionths.
    pub volatility: i64,
    /// Rated games.
    pub games: u32,
    /// The end of the last of them, ms since 1970; 0 before the first.
    pub at_ms: i64,
}

impl Default for LiveRating {
    fn default() -> Self {
        Self {
            rating: 150_000,
            deviation: UNKNOWN_DEVIATION,
            volatility: 60_000,
            games: 0,
            at_ms: 0,
        }
    }
}

impl LiveRating {
    /// In whole points.
    #[must_use]
    pub const fn points(&self) -> i64 {
        (self.rating + 50) / 100
    }

    /// Whether few games stand behind it, or old ones.
    #[must_use]
    pub fn is_provisional(&self, now_ms: i64) -> bool {
        self.at(now_ms).deviation > SETTLED_DEVIATION
    }

    /// What is left of it at that time: less sure with every period without a game.
    #[must_use]
    pub fn at(&self, now_ms: i64) -> Self {
        if self.games == 0 {
            return *self;
        }
        let periods = now_ms.saturating_sub(self.at_ms) / PERIOD_MS;
        let mut decayed = self.as_glicko();
        for _ in 0..periods.clamp(0, MOST_PERIODS) {
            decayed = decay_deviation(&decayed);
        }
        Self {
            deviation: self.kept(&decayed).deviation,
            ..*self
        }
    }

    fn as_glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: as_float(self.rating) / 100.0,
            deviation: as_float(self.deviation) / 100.0,
            volatility: as_float(self.volatility) / 1_000_000.0,
        }
    }

    fn kept(&self, glicko: &Glicko2Rating) -> Self {
        let (lowest, highest) = RATINGS;
        let (steadiest, wildest) = VOLATILITIES;
        Self {
            rating: rounded(glicko.rating * 100.0, lowest, highest),
            deviation: rounded(
                glicko.deviation * 100.0,
                SUREST_DEVIATION,
                UNKNOWN_DEVIATION,
            ),
            volatility: rounded(glicko.volatility * 1_000_000.0, steadiest, wildest),
            ..*self
        }
    }
}

/// Both ratings after a game that ended at `at_ms`; `winner`: `None` after a draw.
#[must_use]
pub fn rated(
    before: PerColor<LiveRating>,
    winner: Option<Color>,
    at_ms: i64,
) -> PerColor<LiveRating> {
    let outcome = match winner {
        Some(Color::Black) => Outcomes::WIN,
        Some(Color::White) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (black, white) = (before.black.at(at_ms), before.white.at(at_ms));
    let config = Glicko2Config::default();
    let after = glicko2(&black.as_glicko(), &white.as_glicko(), &outcome, &config);
    let played = |before: LiveRating, after: &Glicko2Rating| LiveRating {
        games: before.games.saturating_add(1),
        at_ms,
        ..before.kept(after)
    };
    PerColor::new(played(black, &after.0), played(white, &after.1))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "kept within millions, far below what a float holds exactly"
)]
const fn as_float(whole: i64) -> f64 {
    whole as f64
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a float becomes the nearest whole number, and stays within the bounds; none is NaN's"
)]
fn rounded(value: f64, least: i64, most: i64) -> i64 {
    (value.round() as i64).clamp(least, most)
}
