//! Live ratings, folded once more from the streams of bookings.
//!
//! The promises:
//!
//! - A rated game is rated at its end from what the rated games before it made of its players, in the order of the entries:
//!   nobody is rated from what stood earlier, whoever decides.
//! - A game that does not count, or for both sides of which one person answers, is not rated. Any other is, unless discs are
//!   given in it: whether that counts follows from who was the stronger, which the engine decides.
//! - What pairing keeps of an account in a variant is what its last rated game there made, to the last digit; of who has no
//!   rated game nothing is kept.

use std::collections::BTreeMap;

use outflank_casual::{LiveRating, Variant, rated};
use outflank_journal::records::query_as;
use outflank_othello::PerColor;

use super::{
    Findings,
    bookings::{Booking, Bookings, Freed},
};
use crate::wiring::Wiring;

/// An account, and what it plays.
type Whose = (String, String);
/// As it is kept: whose it is, rating, deviation, volatility, games, and the end of the last of them.
type Row = (String, String, i64, i64, i64, i64, i64);

pub async fn check(wiring: &Wiring, bookings: &Bookings, findings: &mut Findings) {
    let made = made_by_games(bookings, findings);
    let kept = match kept(wiring).await {
        Ok(kept) => kept,
        Err(error) => return findings.push(format!("the live ratings cannot be read: {error}")),
    };
    for (whose, rating) in &made {
        let kept = kept.get(whose);
        if kept != Some(rating) {
            findings.push(format!(
                "of {whose:?} is kept {kept:?}, and the games made {rating:?}"
            ));
        }
    }
    for (whose, rating) in &kept {
        if !made.contains_key(whose) {
            findings.push(format!(
                "of {whose:?} is kept {rating:?}, and no game made it"
            ));
        }
    }
}

/// What the games that are over made of everybody; finds those that say something else, or are rated and may not be.
fn made_by_games(bookings: &Bookings, findings: &mut Findings) -> BTreeMap<Whose, LiveRating> {
    let mut made: BTreeMap<Whose, LiveRating> = BTreeMap::new();
    for booking in bookings.over.iter().map(|at| &bookings.all[*at]) {
        let Some(freed) = &booking.freed else {
            continue;
        };
        let (game, players) = (&booking.game, &booking.players);
        if let Some(wrong) = misjudged(booking, freed) {
            findings.push(format!("game {game} of {players:?} {wrong}"));
        }
        let Some(told) = freed.ratings else {
            continue;
        };
        let variant = &booking.variant;
        let whose = players.clone().map(|player| (player, variant.clone()));
        let before = whose.each_ref().map(|whose| made.get(whose).copied());
        let after = after(before.map(Option::unwrap_or_default), freed);
        if told != after {
            findings.push(format!(
                "game {game} of {players:?} rates them {told:?}, and the games before it make that {after:?}"
            ));
        }
        made.extend(whose.into_iter().zip(after));
    }
    made
}

/// Both ratings after a game that ended so: it is one more, and the last.
fn after([black, white]: [LiveRating; 2], freed: &Freed) -> [LiveRating; 2] {
    let (_, winner, _) = freed.outcome;
    let after = rated(PerColor::new(black, white), winner, freed.at_ms);
    let counted = |before: LiveRating, after: LiveRating| LiveRating {
        games: before.games + 1,
        at_ms: freed.at_ms,
        ..after
    };
    [counted(black, after.black), counted(white, after.white)]
}

/// What is wrong with whether a game is rated.
fn misjudged(booking: &Booking, freed: &Freed) -> Option<&'static str> {
    let (_, _, counts) = freed.outcome;
    let [black, white] = &booking.persons;
    let gives_discs = Variant::named(&booking.variant).is_some_and(|of| of.handicap().is_some());
    match (freed.ratings.is_some(), counts && black != white) {
        (true, false) => Some("is rated, and does not count or is of one person"),
        (false, true) if !gives_discs => Some("counts, and is not rated"),
        _ => None,
    }
}

/// Everything that pairing keeps of ratings.
async fn kept(wiring: &Wiring) -> Result<BTreeMap<Whose, LiveRating>, sqlx::Error> {
    let rows = query_as::<Row>(
        "SELECT account_id, variant, rating, deviation, volatility, games, at_ms FROM live_ratings",
    );
    let rows = rows.fetch_all(wiring.pairing_records.read()).await?;
    let ratings = rows.into_iter().map(
        |(account, variant, rating, deviation, volatility, games, at_ms)| {
            let rating = LiveRating {
                rating,
                deviation,
                volatility,
                games: u32::try_from(games).unwrap_or(u32::MAX),
                at_ms,
            };
            ((account, variant), rating)
        },
    );
    Ok(ratings.collect())
}
