//! Colours inside a pair: the direction with the smaller (`colour`, `alternation`); then the most recent
//! round in which their colours differed, reversed; then by lot. A pair that met in an earlier part whose
//! colours are to be reversed has no choice.

use super::history::History;
use super::levels::{Field, sign};
use crate::draw::Lottery;
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

#[inline]
fn cost(black: &History, white: &History) -> (i64, i64) {
    (balance_cost(black, white), alternation_cost(black, white))
}

/// The (`colour`, `alternation`) cost of the pair in the direction that it will have.
#[inline]
pub(super) fn best(field: &Field<'_>, one: usize, two: usize) -> (i64, i64) {
    let (a, b) = (field.history(one), field.history(two));
    match a.forced_colour(two) {
        Some(Colour::Black) => cost(a, b),
        Some(Colour::White) => cost(b, a),
        None => cost(a, b).min(cost(b, a)),
    }
}

/// The pair as (black, white).
pub(super) fn assign(
    field: &Field<'_>,
    one: usize,
    two: usize,
    draw: &mut Lottery,
) -> (usize, usize) {
    let (a, b) = (field.history(one), field.history(two));
    let one_is_black = match a.forced_colour(two) {
        Some(colour) => colour == Colour::Black,
        None => match direction(field, one, two) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                reversed_difference(a, b).unwrap_or_else(|| draw.below(2) == 0)
            }
        },
    };
    if one_is_black { (one, two) } else { (two, one) }
}

/// How the pair's cost with the first having black compares with the other direction's.
fn direction(field: &Field<'_>, one: usize, two: usize) -> std::cmp::Ordering {
    let (a, b) = (field.history(one), field.history(two));
    match &field.penalties {
        Some(model) => model.directed(one, two).cmp(&model.directed(two, one)),
        None => cost(a, b).cmp(&cost(b, a)),
    }
}

/// Whether the first player gets black because of the latest round in which their colours differed.
fn reversed_difference(one: &History, two: &History) -> Option<bool> {
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
