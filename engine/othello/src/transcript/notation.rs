use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::{Square, Symmetry};

/// The line `f5d6c3`: the squares in order, lower case, no separators, passes left out.
#[must_use]
pub fn linear(squares: impl IntoIterator<Item = Square>) -> String {
    let mut line = String::new();
    for square in squares {
        // Writing to a string cannot fail.
        let _ = write!(line, "{square}");
    }
    line
}

/// The same game turned so that its first move is f5. Unchanged if its first move is not one of
/// the four that the start allows.
#[must_use]
pub fn canonical(squares: &[Square]) -> Vec<Square> {
    let f5 = Square::at(5, 4);
    let turned = Symmetry::ALL.into_iter().find(|symmetry| {
        let first = squares.first().map(|first| symmetry.apply(*first));
        first.is_some() && first == f5
    });
    let symmetry = turned.unwrap_or(Symmetry::Identity);
    squares
        .iter()
        .map(|square| symmetry.apply(*square))
        .collect()
}

/// The 8x8 sheet of move numbers. Printed, it has a line of column letters, eight rows from the
/// top, `..` for empties and the starting discs as `()` (white) and `##` (black).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid([Option<u8>; 64]);

/// The grid of a list of squares: the first disc on a square numbers it, from 1.
#[must_use]
pub fn grid(squares: &[Square]) -> Grid {
    let mut cells = [None; 64];
    for (number, square) in (1..=u8::MAX).zip(squares) {
        let cell = &mut cells[usize::from(square.index())];
        *cell = cell.or(Some(number));
    }
    Grid(cells)
}

impl Grid {
    /// The number of the move that was made on this square.
    #[must_use]
    pub fn number(&self, square: Square) -> Option<u8> {
        self.0.get(usize::from(square.index())).copied().flatten()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("   a  b  c  d  e  f  g  h")?;
        for square in Square::all() {
            if square.column() == 0 {
                write!(f, "\n{}", square.row() + 1)?;
            }
            match (self.number(square), square.index()) {
                (Some(number), _) => write!(f, " {number:2}")?,
                (None, 27 | 36) => f.write_str(" ()")?,
                (None, 28 | 35) => f.write_str(" ##")?,
                (None, _) => f.write_str(" ..")?,
            }
        }
        Ok(())
    }
}
