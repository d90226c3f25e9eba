use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::{Board, Color, Square, Symmetry};

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

/// The sheet of move numbers. Printed, it has a line of column letters, its board's rows from the
/// top, `..` for empties and the starting discs as `()` (white) and `##` (black).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    board: Board,
    cells: [Option<u8>; 64],
}

/// The grid of a list of squares of Othello: the first disc on a square numbers it, from 1.
#[must_use]
pub fn grid(squares: &[Square]) -> Grid {
    grid_on(&Board::OTHELLO, squares)
}

/// [`grid`] of a game on this board.
#[must_use]
pub fn grid_on(board: &Board, squares: &[Square]) -> Grid {
    let mut cells = [None; 64];
    for (number, square) in (1..=u8::MAX).zip(squares) {
        let cell = &mut cells[usize::from(square.index())];
        *cell = cell.or(Some(number));
    }
    Grid {
        board: *board,
        cells,
    }
}

impl Grid {
    /// The number of the move that was made on this square.
    #[must_use]
    pub fn number(&self, square: Square) -> Option<u8> {
        self.cells
            .get(usize::from(square.index()))
            .copied()
            .flatten()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.board.start();
        f.write_str(" ")?;
        for column in (b'a'..).take(usize::from(self.board.size.side())) {
            write!(f, "  {}", char::from(column))?;
        }
        for square in self.board.size.squares() {
            if square.column() == 0 {
                write!(f, "\n{}", square.row() + 1)?;
            }
            match self.number(square) {
                Some(number) => write!(f, " {number:2}")?,
                None if start.discs(Color::White).contains(square) => f.write_str(" ()")?,
                None if start.discs(Color::Black).contains(square) => f.write_str(" ##")?,
                None => f.write_str(" ..")?,
            }
        }
        Ok(())
    }
}
