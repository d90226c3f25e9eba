//! Every board of a given pairing: what it costs, what its players bring, why it is as it is, and what of it the draw
//! decides.

use super::error::PairingError;
use super::explain::{BoardExplanation, BoardOf, explained};
use super::history::Float;
use super::levels::Cost;
use super::round::Round;
use crate::half_points::HalfPoints;
use crate::pairing::PairingRequest;
use crate::player_index::PlayerIndex;
use crate::table::Colour;

/// What the draw decides of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lot {
    /// Who plays whom: a pairing without the board is equally good.
    Pair,
    /// Who has black.
    Colours,
    /// The number of its table.
    Table,
}

impl Lot {
    /// Its name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Colours => "colours",
            Self::Table => "table",
        }
    }
}

/// A player as the pairing reads his past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerBefore {
    /// Index in the table of results.
    pub player: usize,
    /// Points so far, with the virtual ones of an accelerated round.
    pub half_points: HalfPoints,
    /// Blacks less whites.
    pub balance: i64,
    /// Colour of each round; none after a bye, an absence or a game that was not played.
    pub colours: Vec<Option<Colour>>,
    /// The latest float.
    pub last_float: Option<Float>,
    /// The float of this board.
    pub float: Option<Float>,
}

/// One board of a pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExplainedBoard {
    /// Black and white, or who has the bye.
    pub players: Vec<PlayerBefore>,
    /// How often the two met in the part that counts; for a bye, how often he had it.
    pub meetings: u32,
    /// What it costs on each level.
    pub cost: Cost,
    /// What the draw of the request decides of it.
    pub lots: Vec<Lot>,
    pub explanation: BoardExplanation,
}

/// Explains every board of a pairing of the players present, which is the request's own if `own` says so, in the order
/// of its tables, the bye last. The round's weights are computed once; each board takes one search, or where the own
/// pairing has it not a round of its own.
///
/// # Errors
/// See [`PairingError`].
pub(crate) fn explain_boards(
    request: &PairingRequest<'_>,
    (pairs, bye): (&[(usize, usize)], Option<usize>),
    is_own: bool,
) -> Result<Vec<ExplainedBoard>, PairingError> {
    let round = Round::new(request)?;
    let own = round.own_pairing()?;
    let boards = pairs.iter().map(|&(black, white)| {
        let board = BoardOf::Pair(black, white);
        let (black, white) = PlayerIndex::pair((black, white));
        let (one, two) = (round.field.history(black), round.field.history(white));
        Ok(ExplainedBoard {
            players: vec![
                before(&round, black, two.points),
                before(&round, white, one.points),
            ],
            meetings: u32::try_from(one.meetings(white)).unwrap_or(u32::MAX),
            cost: cost(&round, |level| round.field.board_cost(level, black, white)),
            lots: Vec::new(),
            explanation: explained(request, &round, &own, board)?,
        })
    });
    let bye = bye.map(|player| {
        let board = BoardOf::Bye(player);
        let player = PlayerIndex(player);
        let history = round.field.history(player);
        Ok(ExplainedBoard {
            players: vec![PlayerBefore {
                float: Some(Float::Down),
                ..before(&round, player, history.points)
            }],
            meetings: history.byes,
            cost: cost(&round, |level| round.field.bye_cost(level, player)),
            lots: Vec::new(),
            explanation: explained(request, &round, &own, board)?,
        })
    });
    let mut boards = boards
        .chain(bye)
        .collect::<Result<Vec<ExplainedBoard>, PairingError>>()?;
    if is_own {
        note_lots(&round, request, &mut boards);
    }
    Ok(boards)
}

fn cost(round: &Round<'_>, on: impl Fn(super::PairingLevel) -> i64) -> Cost {
    let levels = round.field.levels.iter();
    levels.map(|&level| (level, on(level))).collect()
}

fn before(round: &Round<'_>, player: PlayerIndex, opponent: HalfPoints) -> PlayerBefore {
    let history = round.field.history(player);
    PlayerBefore {
        player: player.0,
        half_points: history.points,
        balance: history.balance,
        colours: history.colours.clone(),
        last_float: history.float,
        float: Float::against(history.points.cmp(&opponent)),
    }
}

fn note_lots(round: &Round<'_>, request: &PairingRequest<'_>, boards: &mut [ExplainedBoard]) {
    let key = |board: &ExplainedBoard| match board.explanation.board {
        BoardOf::Pair(black, white) => {
            let (black, white) = PlayerIndex::pair((black, white));
            Some(round.field.table_key(black, white))
        }
        BoardOf::Bye(_) => None,
    };
    let keys: Vec<_> = boards.iter().filter_map(key).collect();
    let by_lot = |board: &ExplainedBoard| {
        let explanation = &board.explanation;
        explanation.alternative.is_some() && explanation.bound.is_none()
    };
    // Which tables the other boards have is open where one of them is.
    let some_by_lot = boards.iter().any(by_lot);
    for board in boards {
        if by_lot(board) {
            board.lots.push(Lot::Pair);
        }
        let BoardOf::Pair(black, white) = board.explanation.board else {
            continue;
        };
        if colours_by_lot(round, request, (black, white)) {
            board.lots.push(Lot::Colours);
        }
        let own = key(board);
        let same = keys.iter().filter(|&&key| Some(key) == own).count();
        if some_by_lot || same > 1 {
            board.lots.push(Lot::Table);
        }
    }
}

fn colours_by_lot(
    round: &Round<'_>,
    request: &PairingRequest<'_>,
    (black, white): (usize, usize),
) -> bool {
    let mut locked = request.constraints.locked.iter();
    let set =
        locked.find(|pair| [(pair.one, pair.two), (pair.two, pair.one)].contains(&(black, white)));
    if set.is_some_and(|pair| pair.black.is_some()) {
        return false;
    }
    let (black, white) = PlayerIndex::pair((black, white));
    let first_round = round.field.first_round.as_ref();
    let in_turn = first_round.and_then(|policy| policy.one_of_group_a(black, white));
    // Group A has black and white in turn, in the order drawn.
    in_turn.is_some() || round.field.one_is_black(black, white).is_none()
}
