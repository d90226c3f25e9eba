//! Why a board of PAPP's pairing is as it is: its penalties, and the cheapest pairing without it.

use super::model::PappParts;
use super::round::Round;
use super::{PairingError, PappPairing, PappRequest};
use crate::draw::Seed;
use crate::swiss::{BoardOf, id_of};

/// Why a board is part of a round's pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappExplanation {
    /// The board; the first player of a pair has black.
    pub board: BoardOf,
    /// What makes up its penalty.
    pub parts: PappParts,
    /// The cheapest pairing of the round without the board; `None` where the board must be, or the
    /// director set it.
    pub alternative: Option<PappPairing>,
    /// All of it in one sentence.
    pub sentence: String,
}

/// Explains every board of the pairing that [`pair_papp`](super::pair_papp) makes, in the order of its
/// tables, the bye last. Each board takes one search.
///
/// # Errors
/// See [`PairingError`].
pub fn explain_papp(
    request: &PappRequest<'_>,
    seed: &Seed,
) -> Result<Vec<PappExplanation>, PairingError> {
    let round = Round::new(request, seed)?;
    let own = round.own_pairing()?;
    let pairs = own
        .pairs
        .iter()
        .map(|&(black, white)| BoardOf::Pair(black, white));
    Ok(pairs
        .chain(own.bye.map(BoardOf::Bye))
        .map(|board| explained(&round, &own, board))
        .collect())
}

fn explained(round: &Round<'_>, own: &PappPairing, board: BoardOf) -> PappExplanation {
    let id = |player: usize| id_of(round.table, player);
    let conditions = &round.conditions;
    let (name, parts, locked, matched) = match board {
        BoardOf::Pair(black, white) => (
            format!("{} - {}", id(black), id(white)),
            round.model.pair_parts(black, white),
            conditions
                .locked
                .iter()
                .any(|pair| [(black, white), (white, black)].contains(&(pair.one, pair.two))),
            round.search.solve_without(black, Some(white)),
        ),
        BoardOf::Bye(player) => (
            format!("the bye of {}", id(player)),
            round.model.bye_parts(player),
            conditions.bye == Some(player),
            round.search.solve_without(player, None),
        ),
    };
    let alternative = matched
        .filter(|matched| {
            let (pairs, bye) = conditions.broken_by(round.table, &matched.pairs, matched.bye);
            pairs.is_empty() && bye.is_none()
        })
        .map(|matched| round.complete(&matched));
    let sentence = match &alternative {
        _ if locked => format!("{name}: set by the director."),
        None => format!("No other pairing is possible: {name} must be."),
        Some(other) => match other.cost.saturating_sub(own.cost) {
            0 => format!(
                "Without {name}, the best pairing of the round costs the same; the draw decided."
            ),
            more => format!("Without {name}, the best pairing of the round costs {more} more."),
        },
    };
    PappExplanation {
        board,
        parts,
        alternative,
        sentence,
    }
}
