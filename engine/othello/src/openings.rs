//! The names that players give to openings.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::{Board, Color, Position, Square, Symmetry, transcript};

/// Openings by their moves, as they are listed: from c4. The longer ones go on from shorter ones.
const NAMED: &[(&str, &str)] = &[
    ("c4c3", "Diagonal"),
    ("c4c3d3c5b2", "X-square"),
    ("c4c3d3c5b3", "Snake"),
    ("c4c3d3c5b3f3", "Lysons"),
    ("c4c3d3c5b3f4b5b4c6d6f5", "Pyramid"),
    ("c4c3d3c5b4", "Heath"),
    ("c4c3d3c5b4d2c2f4d6c6f5e6f7", "Mimura Variation II"),
    ("c4c3d3c5b4d2d6", "Heath-Bat"),
    ("c4c3d3c5b4d2e2", "Iwasaki Variation"),
    ("c4c3d3c5b4e3", "Heath-Chimney"),
    ("c4c3d3c5b5", "Raccoon Dog"),
    ("c4c3d3c5b6", "Hamilton"),
    ("c4c3d3c5b6c6b5", "Lollipop"),
    ("c4c3d3c5d6", "Cow"),
    ("c4c3d3c5d6e3", "Chimney"),
    ("c4c3d3c5d6f4b4", "Bat"),
    ("c4c3d3c5d6f4b4b6b5c6b3", "Bat (Piau Continuation 2)"),
    ("c4c3d3c5d6f4b4b6b5c6f5", "Bat (Piau Continuation 1)"),
    (
        "c4c3d3c5d6f4b4c6b5b3b6e3c2a4a5a6d2",
        "Bat (Kling Continuation)",
    ),
    ("c4c3d3c5d6f4b4e3b3", "Bat (Kling Alternative)"),
    ("c4c3d3c5d6f4f5", "Rose-v-Toth"),
    ("c4c3d3c5d6f4f5d2", "Tanida"),
    ("c4c3d3c5d6f4f5d2b5", "Aircraft"),
    ("c4c3d3c5d6f4f5d2g4d7", "Sailboat"),
    ("c4c3d3c5d6f4f5e6c6d7", "Maruoka"),
    ("c4c3d3c5d6f4f5e6f6", "Landau"),
    ("c4c3d3c5f6", "Buffalo"),
    ("c4c3d3c5f6e2c6", "Maruoka Buffalo"),
    ("c4c3d3c5f6e3c6f5f4g5", "Tanida Buffalo"),
    ("c4c3d3c5f6f5", "Hokuriku Buffalo"),
    ("c4c3e6c5", "Wing Variation"),
    ("c4c3f5c5", "Semi-Wing Variation"),
    ("c4c5", "Parallel"),
    ("c4e3", "Perpendicular"),
    ("c4e3f4c5d6e6", "Mimura"),
    ("c4e3f4c5d6f3c6", "Shaman"),
    ("c4e3f4c5d6f3d3", "Inoue"),
    ("c4e3f4c5d6f3d3c3", "Iago"),
    ("c4e3f4c5d6f3e2", "Bhagat"),
    ("c4e3f4c5d6f3e6c3d3e2", "Rose"),
    ("c4e3f4c5d6f3e6c3d3e2b5", "Flat"),
    ("c4e3f4c5d6f3e6c3d3e2b5f5", "Rotating Flat"),
    ("c4e3f4c5d6f3e6c3d3e2b5f5b3", "Murakami Variation"),
    (
        "c4e3f4c5d6f3e6c3d3e2b5f5b4f6c2e7d2c7",
        "Rotating Flat (Kling Continuation)",
    ),
    ("c4e3f4c5d6f3e6c3d3e2b6f5", "Rose-Birth"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7", "Brightstein"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5", "Rose-Birdie"),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5f6", "Rose-Tamenori-Kling"),
    ("c4e3f4c5d6f3e6c3d3e2d2", "Greenberg"),
    ("c4e3f4c5d6f3e6c6", "Ralle"),
    ("c4e3f4c5e6", "Horse"),
    ("c4e3f5b4", "No-Cat"),
    ("c4e3f5b4f3", "Swallow"),
    ("c4e3f5b4f3f4e2e6g5f6d6c6", "No-Cat (Continuation)"),
    ("c4e3f5e6d3", "Italian"),
    ("c4e3f5e6f4", "Cat"),
    ("c4e3f5e6f4c5d6c6f7f3", "Sakaguchi"),
    ("c4e3f5e6f4c5d6c6f7g5g6", "Berner"),
    ("c4e3f6b4", "Bent Ganglion"),
    ("c4e3f6e6f5", "Tiger"),
    ("c4e3f6e6f5c5c3", "Stephenson"),
    ("c4e3f6e6f5c5c3b4", "No-Kung"),
    ("c4e3f6e6f5c5c3b4d6c6b5a6b6c7", "No-Kung (Continuation)"),
    ("c4e3f6e6f5c5c3c6", "Comp'Oth"),
    ("c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2", "F.A.T. Draw"),
    ("c4e3f6e6f5c5c3c6d6", "Lightning Bolt"),
    ("c4e3f6e6f5c5c3g5", "Kung"),
    ("c4e3f6e6f5c5d3", "Leader's Tiger"),
    ("c4e3f6e6f5c5d6", "Brightwell"),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6", "Ishii"),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6", "Mainline Tiger"),
    ("c4e3f6e6f5c5f4g6f7", "Rose-Bill"),
    ("c4e3f6e6f5c5f4g6f7d3", "Tamenori"),
    ("c4e3f6e6f5c5f4g6f7g5", "Central Rose-Bill"),
    ("c4e3f6e6f5g6", "Aubrey"),
    ("c4e3f6e6f5g6e7c5", "Aubrey (Feldborg Continuation)"),
];

/// An opening, and the ply after which a game had it, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// Its name.
    pub name: &'static str,
    /// The ply that led to it, from 1.
    pub ply: usize,
}

/// The named openings, by their positions: a game has one whichever way led there.
#[derive(Clone, Debug)]
pub struct Openings(BTreeMap<PositionKey, &'static str>);

/// A position whichever way round it is looked at: black's discs, white's, and whether black moves.
pub type PositionKey = (u64, u64, bool);

/// What a position is called among those that are the same but for a turn or a mirror that keeps the start as it is.
#[must_use]
pub fn position_key(position: &Position) -> PositionKey {
    let of = |color: Color, symmetry: Symmetry| {
        let discs = position.discs(color).into_iter();
        discs
            .map(|square| 1_u64 << symmetry.apply(square).index())
            .sum()
    };
    let black_moves = position.to_move() == Color::Black;
    let keys = Symmetry::ALL.map(|symmetry| {
        let (black, white) = (of(Color::Black, symmetry), of(Color::White, symmetry));
        (black, white, black_moves)
    });
    keys.into_iter().min().unwrap_or_default()
}

/// The positions of a game of Othello, the start first; they end before a move that is not legal. Passes are made where
/// they must be.
#[must_use]
pub fn positions(squares: &[Square]) -> Vec<Position> {
    let mut position = Board::OTHELLO.start();
    let mut all = Vec::with_capacity(squares.len() + 1);
    all.push(position);
    for square in squares {
        if position.must_pass() {
            position = position.pass().unwrap_or(position);
        }
        let Some(next) = position.play(*square) else {
            break;
        };
        position = next;
        all.push(position);
    }
    all
}

impl Openings {
    /// All that have a name.
    #[must_use]
    pub fn named() -> Self {
        let named = NAMED.iter().filter_map(|(moves, name)| {
            let last = positions(&squares(moves)).pop()?;
            Some((position_key(&last), *name))
        });
        Self(named.collect())
    }

    /// The last opening that a game of these squares had.
    #[must_use]
    pub fn of(&self, squares: &[Square]) -> Option<NamedOpening> {
        let positions = positions(squares);
        let mut reached = positions.iter().enumerate().skip(1).rev();
        reached.find_map(|(ply, position)| {
            let name = *self.0.get(&position_key(position))?;
            Some(NamedOpening { name, ply })
        })
    }

    /// Their names, each with its moves from c4.
    pub fn all() -> impl Iterator<Item = (&'static str, Vec<Square>)> {
        NAMED.iter().map(|(moves, name)| (*name, squares(moves)))
    }
}

fn squares(moves: &str) -> Vec<Square> {
    let tokens = transcript::parse(moves).unwrap_or_default().into_iter();
    tokens.filter_map(|token| token.square()).collect()
}
