//! PAPP's pairings: every pair has an integer penalty and the complete pairing with the smallest sum is
//! chosen, in every round. Nothing is forbidden, only dear.
//!
//! A penalty adds up colours, floats, repeats, countries and elitism, in half-points, and is cut at
//! [`PAPP_MAXIMUM`]; a pair costs what its cheaper direction costs. Among optimal pairings the draw
//! decides, from the canonical order of the players, so that the order of the input has no say.

mod history;
mod matching;
mod model;
mod penalties;

use crate::draw::{Draw, Seed};
use crate::swiss::{MAX_SWISS_PLAYERS, PairingError};
use crate::table::{Colour, ResultTable};

pub use penalties::{PAPP_MAXIMUM, PappPenalties, papp_bye};

use history::{History, histories};
use model::Model;

/// What a round is paired from.
#[derive(Debug, Clone, Copy)]
pub struct PappRequest<'a> {
    /// All players and all rounds so far; games without a result count as meetings with no points yet.
    pub table: &'a ResultTable,
    /// Indexes of the players present: neither withdrawn nor absent.
    pub present: &'a [usize],
    /// The penalties.
    pub penalties: &'a PappPenalties,
    /// What a bye scores, in half-points.
    pub bye_half_points: u32,
}

/// A paired round. Indexes are those of the table's players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappPairing {
    /// (black, white) by table; the highest scores sit at the first tables.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye, if the number of players present is odd.
    pub bye: Option<usize>,
    /// The sum of the penalties.
    pub cost: i64,
}

/// Pairs one round by the smallest sum of penalties.
///
/// # Errors
/// See [`PairingError`].
pub fn pair_papp(request: &PappRequest<'_>, seed: &Seed) -> Result<PappPairing, PairingError> {
    let model = model_of(request)?;
    let mut draw = Draw::new(seed, "papp");
    let mut present = request.present.to_vec();
    present.sort_unstable();
    let mut order = request.table.canonical_order();
    order.retain(|player| present.binary_search(player).is_ok());
    draw.shuffle(&mut order);

    let mates = matching::optimal(&model, &order, &mut draw);
    let mut pairs = Vec::with_capacity(order.len() / 2);
    let mut bye = None;
    for (vertex, &mate) in mates.iter().enumerate() {
        match (order.get(vertex), order.get(mate)) {
            (Some(&player), None) => bye = Some(player),
            (Some(&one), Some(&two)) if vertex < mate => {
                pairs.push(coloured(&model, one, two, &mut draw));
            }
            _ => {}
        }
    }
    pairs.sort_by_key(|&(black, white)| {
        let (a, b) = (model.history(black).score, model.history(white).score);
        std::cmp::Reverse((a.max(b), a.saturating_add(b)))
    });
    let cost = sum(&model, &pairs, bye);
    Ok(PappPairing { pairs, bye, cost })
}

/// The sum of the penalties of a given pairing of the players present, (black, white) as given.
///
/// # Errors
/// See [`PairingError`].
pub fn papp_cost(
    request: &PappRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Result<i64, PairingError> {
    let model = model_of(request)?;
    let mut named: Vec<usize> = pairs.iter().flat_map(|&(b, w)| [b, w]).chain(bye).collect();
    named.sort_unstable();
    let mut present = request.present.to_vec();
    present.sort_unstable();
    if named != present {
        return Err(PairingError::NotAPairing);
    }
    Ok(sum(&model, pairs, bye))
}

fn sum(model: &Model<'_>, pairs: &[(usize, usize)], bye: Option<usize>) -> i64 {
    let games: i64 = pairs
        .iter()
        .map(|&(black, white)| model.directed(black, white))
        .sum();
    games + bye.map_or(0, |player| model.bye(player))
}

fn model_of<'a>(request: &PappRequest<'a>) -> Result<Model<'a>, PairingError> {
    let present = request.present.len();
    if present < 2 {
        return Err(PairingError::TooFewPlayers { present });
    }
    if present > MAX_SWISS_PLAYERS {
        return Err(PairingError::TooManyPlayers { present });
    }
    let mut seen = vec![false; request.table.players.len()];
    for &index in request.present {
        match seen.get_mut(index) {
            Some(slot) if !*slot => *slot = true,
            _ => return Err(PairingError::WrongPresence { index }),
        }
    }
    let histories = histories(request.table, request.bye_half_points)?;
    Ok(Model::new(
        request.table,
        request.penalties,
        histories,
        request.present,
    ))
}

/// The pair as (black, white): the cheaper direction; then the latest round in which their colours
/// differed, swapped, a bye or an absence differing from any colour; then by lot.
fn coloured(model: &Model<'_>, one: usize, two: usize, draw: &mut Draw) -> (usize, usize) {
    let one_is_black = match model.directed(one, two).cmp(&model.directed(two, one)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            swapped(model.history(one), model.history(two)).unwrap_or_else(|| draw.below(2) == 0)
        }
    };
    if one_is_black { (one, two) } else { (two, one) }
}

/// Whether the first player gets black because of the latest round in which their colours differed.
fn swapped(one: &History, two: &History) -> Option<bool> {
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
