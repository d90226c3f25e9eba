//! Which seeks stood in the live state, and when; bookings end seeks that stood, as they were wanted.

use std::collections::BTreeMap;

use super::{
    Findings,
    bookings::{Booking, Bookings},
};
use crate::{
    evening::{LIFETIME, Sought, Turn},
    wiring::Wiring,
};

/// From one instant to another, ms.
pub type Span = (i64, i64);

/// What two of these have in common; empty where the end is not after the beginning.
pub const fn meet(one: Span, other: Span) -> Span {
    let from = if one.0 > other.0 { one.0 } else { other.0 };
    let to = if one.1 < other.1 { one.1 } else { other.1 };
    (from, to)
}

/// All seeks, and when each stood.
pub struct Standing {
    pub seeks: Vec<(Sought, Vec<Span>)>,
}

impl Standing {
    /// As it was seen.
    pub fn of(wiring: &Wiring) -> Self {
        let lifetime_ms = i64::try_from(LIFETIME.as_millis()).unwrap_or(i64::MAX);
        let mut spans: BTreeMap<String, Vec<Span>> = BTreeMap::new();
        for (at_ms, turn) in wiring.world.seen.turns() {
            match turn {
                Turn::Kept(id) => {
                    let spans = spans.entry(id).or_default();
                    let until_ms = at_ms + lifetime_ms;
                    match spans.last_mut().filter(|(_, until)| *until >= at_ms) {
                        Some((_, until)) => *until = until_ms,
                        None => spans.push((at_ms, until_ms)),
                    }
                }
                Turn::Dropped(id) => {
                    if let Some((_, until)) = spans.get_mut(&id).and_then(|spans| spans.last_mut())
                    {
                        *until = at_ms.min(*until);
                    }
                }
                Turn::Lost => {
                    for (_, until) in spans.values_mut().filter_map(|spans| spans.last_mut()) {
                        *until = at_ms.min(*until);
                    }
                }
            }
        }
        let sought = wiring.world.seen.all_sought().into_iter();
        let seeks = sought.map(|sought| {
            let spans = spans.remove(&sought.id).unwrap_or_default();
            (sought, spans)
        });
        Self {
            seeks: seeks.collect(),
        }
    }

    /// Whatever seeks became a booking were there, and wanted that.
    pub fn check(&self, wiring: &Wiring, bookings: &Bookings, findings: &mut Findings) {
        let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
        for booking in bookings.all.iter().filter(|of| of.origin.0 == "seeks") {
            for side in [0, 1] {
                if let Some(wrong) = self.wrong(bookings, (booking, side), skew_ms) {
                    let (game, player) = (&booking.game, &booking.players[side]);
                    findings.push(format!("game {game} is booked for {player}, and {wrong}"));
                }
            }
        }
    }

    /// When a seek stood for the first time.
    pub fn first_ms(&self, id: &str) -> Option<i64> {
        let (_, spans) = self.seeks.iter().find(|(sought, _)| sought.id == id)?;
        spans.first().map(|(from_ms, _)| *from_ms)
    }

    fn wrong(
        &self,
        bookings: &Bookings,
        (booking, side): (&Booking, usize),
        skew_ms: i64,
    ) -> Option<String> {
        let Some(id) = &booking.seeks[side] else {
            return Some("no seek stands there".to_owned());
        };
        let Some((sought, spans)) = self.seeks.iter().find(|(sought, _)| sought.id == *id) else {
            return Some(format!("there is no seek {id}"));
        };
        if sought.account != booking.players[side] {
            return Some(format!("the seek is {}'s", sought.account));
        }
        if sought.wish.contest != booking.contest {
            let (own, contest) = (&sought.wish.contest, &booking.contest);
            return Some(format!(
                "a game of contest {own:?} was sought, not of {contest:?}"
            ));
        }
        let (variant, main_ms, increment_ms) = sought.wish.terms;
        let terms = (
            booking.variant.as_str(),
            booking.main_ms,
            booking.increment_ms,
        );
        if (variant, main_ms, increment_ms) != terms {
            return Some(format!(
                "{:?} were sought, not {terms:?}",
                sought.wish.terms
            ));
        }
        if sought.wish.black.is_some_and(|black| black != (side == 0)) {
            return Some("another colour was sought".to_owned());
        }
        let opponent = bookings.points(&booking.players[1 - side], variant, booking.ms);
        let (lowest, highest) = sought.wish.range;
        if opponent < lowest || (highest > 0 && opponent > highest) {
            let range = sought.wish.range;
            return Some(format!("{range:?} was sought, not {opponent} points"));
        }
        // Who seeks is read last before the entry gets its time, by a clock that may be off.
        let slack_ms = 2 * skew_ms;
        let stood = |(from_ms, to_ms): &Span| {
            booking.at_ms >= from_ms - slack_ms && booking.at_ms <= to_ms + slack_ms
        };
        let stands = spans.iter().any(stood);
        (!stands).then(|| format!("{id} stood {spans:?}, not at {}", booking.at_ms))
    }
}
