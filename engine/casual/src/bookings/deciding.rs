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
    pub challenger: Player,
    /// Who agrees.
    pub opponent: Player,
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
    /// Sides of which moves came by an API key.
    pub by_key: PerColor<bool>,
}

impl Bookings {
    /// Books two who have agreed; the opponent takes the last step, and is told what stands in the way. A person may agree
    /// on a game with his own program.
    ///
    /// # Errors
    /// Those of [`Terms::check`]; `own_opponent`, `already_booked`, `opponent_booked`.
    pub fn book(&self, wanted: &Wanted, (seed, now_ms): (u64, i64)) -> Result<Booking, Refusal> {
        wanted.terms.check()?;
        let (challenger, opponent) = (&wanted.challenger, &wanted.opponent);
        if challenger.account == opponent.account {
            return Err(Refusal::OwnOpponent);
        }
        if self.by_account.contains_key(&opponent.account) {
            return Err(Refusal::AlreadyBooked);
        }
        if self.by_account.contains_key(&challenger.account) {
            return Err(Refusal::OpponentBooked);
        }
        let color = wanted_color((wanted.color, None), seed);
        Ok(Booking {
            players: PerColor::of(color, challenger.clone(), opponent.clone()),
            terms: wanted.terms,
            origin: wanted.origin.clone(),
            contest: None,
            drawn: lots::drawn(wanted.terms.variant, wanted.drawn_before, seed),
            seed,
            starts_at_ms: now_ms.saturating_add(TO_THE_TABLE_MS),
        })
    }

    /// Frees the players of a game that is over, and rates it if it counts, two people answer for its sides, neither of them
    /// the house, and no corners of a handicap were the stronger's by the live ratings before it; those of equals are rated.
    /// `None` where they are free already.
    #[must_use]
    pub fn free(&self, freed: &Freed, now_ms: i64) -> Option<Released> {
        let booking = self.open.get(&freed.booked_at)?;
        let is_rated = |outcome: &Outcome| {
            outcome.counts
                && !booking.is_of_one_person()
                && !booking.is_with_house()
                && !booking.gives_corners_to_stronger(&freed.ratings)
        };
        let counted = freed.outcome.filter(is_rated);
        let found = |color| *freed.by_key.get(color) && !booking.players.get(color).by_key;
        Some(Released {
            booked_at: freed.booked_at,
            outcome: freed.outcome,
            ratings: counted.map(|outcome| rated(freed.ratings, outcome.winner, now_ms)),
            by_key: PerColor::new(found(Color::Black), found(Color::White)),
        })
    }
}
