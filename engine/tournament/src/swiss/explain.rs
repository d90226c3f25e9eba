//! Why a board of a pairing is as it is: the best pairing of the round without it, and what that costs.

use super::conditions::id_of;
use super::error::PairingError;
use super::levels::{Cost, PairingLevel};
use super::round::{Round, SwissPairing};
use crate::pairing::{LockedPair, PairingConstraints, PairingRequest};
use crate::player_index::PlayerIndex;

/// A pair or a bye, by indexes of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardOf {
    /// Two players, in either order.
    Pair(usize, usize),
    /// The player who has the bye.
    Bye(usize),
}

/// Why a board is or is not part of a round's pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardExplanation {
    /// The board.
    pub board: BoardOf,
    /// True if the engine's own pairing has this board.
    pub chosen: bool,
    /// The best pairing without the board if it was chosen, else the best one with it; `None` where
    /// there is none.
    pub alternative: Option<SwissPairing>,
    /// What the alternative costs more than the engine's own pairing, by level; negative where less.
    pub difference: Cost,
    /// The level that decided for the engine's own pairing: the first on which the alternative costs
    /// more. `None` where both are equal and the draw decided, or there is no alternative.
    pub bound: Option<PairingLevel>,
    /// True if the director set the board.
    pub set: bool,
    /// All of it in one sentence, the players named by their ids.
    pub sentence: String,
}

impl BoardExplanation {
    /// All of it in one sentence, the players named as given.
    #[must_use]
    pub fn sentence_naming(&self, name: &dyn Fn(usize) -> String) -> String {
        let board = match self.board {
            BoardOf::Pair(one, two) => format!("{} - {}", name(one), name(two)),
            BoardOf::Bye(player) => format!("the bye of {}", name(player)),
        };
        if self.set {
            return format!("{board}: set by the director.");
        }
        let more = self
            .bound
            .map(|level| (level, self.difference.get(&level).copied().unwrap_or(0)));
        sentence(&board, self.chosen, self.alternative.is_some(), more)
    }
}

/// Explains one board, whether the engine's own pairing of the request has it or not.
///
/// # Errors
/// See [`PairingError`]: those of the round's pairing, and a board of players who are not present.
pub fn explain_board(
    request: &PairingRequest<'_>,
    board: BoardOf,
) -> Result<BoardExplanation, PairingError> {
    explain_with_own(request, board).map(|(_, explanation)| explanation)
}

/// The engine's own pairing of the request, and one board of it or of another explained.
pub(crate) fn explain_with_own(
    request: &PairingRequest<'_>,
    board: BoardOf,
) -> Result<(SwissPairing, BoardExplanation), PairingError> {
    let round = Round::new(request)?;
    let own = round.own_pairing()?;
    let explanation = explained(request, &round, &own, board)?;
    Ok((own, explanation))
}

/// Explains every board of the engine's own pairing, in the order of its tables, the bye last. The
/// round's weights are computed once; each board takes one search.
///
/// # Errors
/// See [`PairingError`].
pub fn explain_round(request: &PairingRequest<'_>) -> Result<Vec<BoardExplanation>, PairingError> {
    let round = Round::new(request)?;
    let own = round.own_pairing()?;
    let pairs = own.pairs.iter().map(|&(one, two)| BoardOf::Pair(one, two));
    pairs
        .chain(own.bye.map(BoardOf::Bye))
        .map(|board| explained(request, &round, &own, board))
        .collect()
}

pub(super) fn explained(
    request: &PairingRequest<'_>,
    round: &Round<'_>,
    own: &SwissPairing,
    board: BoardOf,
) -> Result<BoardExplanation, PairingError> {
    let chosen = match board {
        BoardOf::Pair(one, two) => {
            own.pairs.contains(&(one, two)) || own.pairs.contains(&(two, one))
        }
        BoardOf::Bye(player) => own.bye == Some(player),
    };
    let locked = chosen && is_locked(request.constraints, board);
    let alternative = if locked {
        None
    } else if chosen {
        without(round, board)
    } else {
        with(request, board)?
    };
    let difference: Cost = alternative.iter().flat_map(|other| &other.cost).fold(
        Cost::new(),
        |mut difference, (&level, &cost)| {
            let ours = own.cost.get(&level).copied().unwrap_or(0);
            difference.insert(level, cost.saturating_sub(ours));
            difference
        },
    );
    let levels = &round.field.levels;
    let bound = levels
        .iter()
        .copied()
        .find(|level| difference.get(level).is_some_and(|&more| more != 0));
    let mut explanation = BoardExplanation {
        board,
        chosen,
        alternative,
        difference,
        bound,
        set: locked,
        sentence: String::new(),
    };
    explanation.sentence =
        explanation.sentence_naming(&|player| id_of(round.table, PlayerIndex(player)));
    Ok(explanation)
}

pub(super) fn is_locked(constraints: &PairingConstraints, board: BoardOf) -> bool {
    match board {
        BoardOf::Pair(one, two) => constraints
            .locked
            .iter()
            .any(|pair| (pair.one, pair.two) == (one, two) || (pair.two, pair.one) == (one, two)),
        BoardOf::Bye(player) => constraints.bye == Some(player),
    }
}

fn without(round: &Round<'_>, board: BoardOf) -> Option<SwissPairing> {
    let matched = match board {
        BoardOf::Pair(one, two) => {
            let search = &round.search;
            search.solve_without(PlayerIndex(one), Some(PlayerIndex(two)))
        }
        BoardOf::Bye(player) => round.search.solve_without(PlayerIndex(player), None),
    }?;
    let (pairs, bye) = round
        .conditions
        .broken_by(round.table, &matched.pairs, matched.bye);
    (pairs.is_empty() && bye.is_none()).then(|| round.coloured(matched))
}

/// The best pairing with a board that the engine did not choose; `None` where the conditions of the
/// round exclude it.
fn with(
    request: &PairingRequest<'_>,
    board: BoardOf,
) -> Result<Option<SwissPairing>, PairingError> {
    let mut constraints = request.constraints.clone();
    let black = None;
    match board {
        BoardOf::Pair(one, two) => constraints.locked.push(LockedPair { one, two, black }),
        BoardOf::Bye(player) => constraints.bye = Some(player),
    }
    let request = PairingRequest {
        constraints: &constraints,
        ..*request
    };
    match Round::new(&request).and_then(|round| round.own_pairing()) {
        Ok(pairing) => Ok(Some(pairing)),
        Err(problem @ PairingError::NotPresent { .. }) => Err(problem),
        Err(_) => Ok(None),
    }
}

fn sentence(
    board: &str,
    chosen: bool,
    possible: bool,
    more: Option<(PairingLevel, i64)>,
) -> String {
    let subject = if chosen {
        format!("Without {board}, the best pairing of the round")
    } else {
        format!("With {board}, the best pairing of the round")
    };
    match more {
        _ if !possible && chosen => format!("No other pairing is possible: {board} must be."),
        _ if !possible => format!("The conditions of the round exclude {board}."),
        Some((level, more)) => format!(
            "{subject} costs {more} more on {} ({}).",
            level.name(),
            level.meaning()
        ),
        None => {
            format!("{subject} is equally good on every level; the draw decided.")
        }
    }
}
