use core::fmt;
use core::str::FromStr;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A square of the 8x8 board, `a1` to `h8`: the letter is the column from the left, the digit the
/// row from the top. Written as that name everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// All names, in the order of their squares.
const NAMES: &str = "\
    a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
    a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";

/// The text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter a to h and a digit 1 to 8, such as f5")]
pub struct SquareError;

impl Square {
    /// The square with this index, 0 (`a1`) to 63 (`h8`), row by row from the top.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square in this column and row, both 0 to 7 from the left and the top.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 {
            Some(Self(row * 8 + column))
        } else {
            None
        }
    }

    /// The index, 0 to 63, row by row from the top.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The column from the left, 0 (`a`) to 7 (`h`).
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The row from the top, 0 (`1`) to 7 (`8`).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Its name, such as `f5`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let begin = usize::from(self.0) * 2;
        NAMES.get(begin..begin + 2).unwrap_or_default()
    }

    /// The set that holds this square only.
    #[must_use]
    pub const fn only(self) -> Squares {
        Squares(1 << self.0)
    }

    /// All 64 squares in index order.
    pub fn all() -> SquaresIter {
        Squares(u64::MAX).iter()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let [letter, digit] = text.as_bytes() else {
            return Err(SquareError);
        };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        Self::at(column, digit.wrapping_sub(b'1')).ok_or(SquareError)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Square;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a square such as \"f5\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Square, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Name)
    }
}

/// A set of squares, one bit each (bit 0 = `a1`, bit 63 = `h8`). Written as a list of names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// Number of squares in the set, 0 to 64.
    #[must_use]
    pub fn count(self) -> u8 {
        u8::try_from(self.0.count_ones()).unwrap_or(64)
    }

    /// Whether the set holds no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds this square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// The squares in index order.
    #[must_use]
    pub const fn iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(
            squares
                .into_iter()
                .fold(0, |set, square| set | square.only().0),
        )
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Walks a set of squares in index order.
#[derive(Clone, Debug)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let index = u8::try_from(self.0.trailing_zeros()).ok()?;
        let square = Square::new(index)?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Squares;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of squares")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Squares, A::Error> {
                let mut set = 0;
                while let Some(square) = list.next_element::<Square>()? {
                    set |= square.only().0;
                }
                Ok(Squares(set))
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// The symmetries that keep the starting position as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Half a turn.
    HalfTurn,
    /// Mirrored in the diagonal a1-h8.
    MainDiagonal,
    /// Mirrored in the diagonal h1-a8.
    AntiDiagonal,
}

impl Symmetry {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::Identity,
        Self::HalfTurn,
        Self::MainDiagonal,
        Self::AntiDiagonal,
    ];

    /// Where the square goes.
    #[must_use]
    pub const fn apply(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = match self {
            Self::Identity => (column, row),
            Self::HalfTurn => (7 - column, 7 - row),
            Self::MainDiagonal => (row, column),
            Self::AntiDiagonal => (7 - row, 7 - column),
        };
        Square(row * 8 + column)
    }
}
