//! Games that two agree on, and games that end.

use outflank_othello::{BookedAt, Color, DrawnOpening, PerColor};

use super::{
    Booking, Bookings, Origin, Outcome, Player, Released, lots,
    matching::{TO_THE_TABLE_MS, wanted_color},
};
use crate::{LiveRating, Refusal, Terms, rated};

/// A game that two have agreed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Who asked for it.
    pub challenger: String,
    /// Who agrees.
    pub opponent: String,
    /// What.
    pub terms: Terms,
    /// The challenger's colour; by lot without one.
    pub color: Option<Color>,
    /// How they came together.
    pub origin: Origin,
    /// The opening of the first of two games with a drawn one, which this is the second of.
    pub drawn_before: Option<DrawnOpening>,
}

/// A game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Freed {
    /// Where it was booked.
    pub booked_at: BookedAt,
    /// How it ended; `None` where it counts for nothing at all.
    pub outcome: Option<Outcome>,
    /// The players' live ratings in what was played, before it.
    pub ratings: PerColor<LiveRating>,
}

impl Bookings {
    /// Books two who have agreed; `account` is who takes the last step, and is told what stands in the way.
    ///
    /// # Errors
    /// Those of [`Terms::check`]; `own_opponent`, `already_booked`, `opponent_booked`.
    pub fn book(&self, wanted: &Wanted, (seed, now_ms): (u64, i64)) -> Result<Booking, Refusal> {
        wanted.terms.check()?;
        if wanted.challenger == wanted.opponent {
            return Err(Refusal::OwnOpponent);
        }
        if self.by_account.contains_key(&wanted.opponent) {
            return Err(Refusal::AlreadyBooked);
        }
        if self.by_account.contains_key(&wanted.challenger) {
            return Err(Refusal::OpponentBooked);
        }
        let player = |account: &String| Player {
            account: account.clone(),
            seek: None,
        };
        let color = wanted_color((wanted.color, None), seed);
        Ok(Booking {
            players: PerColor::of(color, player(&wanted.challenger), player(&wanted.opponent)),
            terms: wanted.terms,
            origin: wanted.origin.clone(),
            drawn: lots::drawn(wanted.terms.variant, wanted.drawn_before, seed),
            seed,
            starts_at_ms: now_ms.saturating_add(TO_THE_TABLE_MS),
        })
    }

    /// Frees the players of a game that is over, and rates it if it counts; `None` where they are free already.
    #[must_use]
    pub fn free(&self, freed: &Freed, now_ms: i64) -> Option<Released> {
        self.open.get(&freed.booked_at)?;
        let counted = freed.outcome.filter(|outcome| outcome.counts);
        Some(Released {
            booked_at: freed.booked_at,
            outcome: freed.outcome,
            ratings: counted.map(|outcome| rated(freed.ratings, outcome.winner, now_ms)),
        })
    }
}
