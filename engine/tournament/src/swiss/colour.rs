//! Colours inside a pair: the direction with the smaller (`colour`, `alternation`); then the most recent
//! round in which their colours differed, reversed; then by lot. A pair that met in an earlier part whose
//! colours are to be reversed has no choice.

use super::history::History;
use crate::player_index::PlayerIndex;
use crate::table::Colour;

/// By how much the pair changes the `colour` level, the first player having black.
#[inline]
pub(super) fn balance_cost(black: &History, white: &History) -> i64 {
    let change = |history: &History, colour: Colour| {
        (history.balance + sign(colour)).pow(2) - history.balance.pow(2)
    };
    change(black, Colour::Black) + change(white, Colour::White)
}

/// How many of the two have the colour of their preceding round again, the first having black.
#[inline]
pub(super) fn alternation_cost(black: &History, white: &History) -> i64 {
    i64::from(black.last_colour() == Some(Colour::Black))
        + i64::from(white.last_colour() == Some(Colour::White))
}

/// The (`colour`, `alternation`) cost of the pair with these colours.
#[inline]
pub(super) fn cost(black: &History, white: &History) -> (i64, i64) {
    (balance_cost(black, white), alternation_cost(black, white))
}

/// The (`colour`, `alternation`) cost of the pair in the direction that it will have.
#[inline]
pub(super) fn best(a: &History, (two, b): (PlayerIndex, &History)) -> (i64, i64) {
    match a.forced_colour(two) {
        Some(Colour::Black) => cost(a, b),
        Some(Colour::White) => cost(b, a),
        None => cost(a, b).min(cost(b, a)),
    }
}

/// Whether the first player gets black because of the latest round in which their colours differed.
pub(super) fn reversed_difference(one: &History, two: &History) -> Option<bool> {
    let differing = one
        .colours
        .iter()
        .zip(&two.colours)
        .rev()
        .find(|(a, b)| a != b)?;
    match differing {
        (Some(colour), _) => Some(*colour == Colour::White),
        (None, Some(colour)) => Some(*colour == Colour::Black),
        (None, None) => None,
    }
}

/// Black counts +1 in a player's balance, white -1.
#[inline]
fn sign(colour: Colour) -> i64 {
    match colour {
        Colour::Black => 1,
        Colour::White => -1,
    }
}
