//! The rules of the game, written for the tests alone: what the server says is checked against them.

// By its path: the simulation has these rules by theirs, and nothing else of the tests.
#[path = "../testbed/src/dice.rs"]
mod dice;

pub use dice::Dice;

/// One ply of a scripted game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// Whether black makes it.
    pub black: bool,
    /// Row and column from 0; `None` is a forced pass.
    pub square: Option<(usize, usize)>,
}

impl Ply {
    /// "f5"; `None` for a pass.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.square.map(|(row, column)| {
            let letter = char::from(b"abcdefgh"[column]);
            format!("{letter}{}", row + 1)
        })
    }
}

/// A board: 1 black, -1 white, 0 empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board([[i8; 8]; 8]);

impl Default for Board {
    fn default() -> Self {
        let mut cells = [[0; 8]; 8];
        (cells[3][3], cells[4][4]) = (-1, -1);
        (cells[3][4], cells[4][3]) = (1, 1);
        Self(cells)
    }
}

fn side(black: bool) -> i8 {
    if black { 1 } else { -1 }
}

impl Board {
    fn flips(&self, black: bool, square: (usize, usize)) -> Vec<(usize, usize)> {
        let own = side(black);
        let mut all = Vec::new();
        if self.0[square.0][square.1] != 0 {
            return all;
        }
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let mut run = Vec::new();
            let mut at = step(square, down, right);
            while let Some((row, column)) = at.filter(|at| self.0[at.0][at.1] == -own) {
                run.push((row, column));
                at = step((row, column), down, right);
            }
            if at.is_some_and(|at| self.0[at.0][at.1] == own) {
                all.extend(run);
            }
        }
        all
    }

    /// Where a side may move, along the rows.
    #[must_use]
    pub fn legal(&self, black: bool) -> Vec<(usize, usize)> {
        let squares = (0..64).map(|index| (index / 8, index % 8));
        squares
            .filter(|square| !self.flips(black, *square).is_empty())
            .collect()
    }

    /// Puts a disc and turns what it encloses.
    pub fn place(&mut self, black: bool, square: (usize, usize)) {
        for (row, column) in self.flips(black, square) {
            self.0[row][column] = side(black);
        }
        self.0[square.0][square.1] = side(black);
    }

    /// 64 cells from a1 along the rows, as the server writes them.
    #[must_use]
    pub fn text(&self) -> String {
        let cell = |value: &i8| match value {
            1 => '*',
            -1 => 'O',
            _ => '-',
        };
        self.0.iter().flatten().map(cell).collect()
    }
}

fn step(from: (usize, usize), down: isize, right: isize) -> Option<(usize, usize)> {
    let row = from.0.checked_add_signed(down).filter(|row| *row < 8)?;
    let column = from
        .1
        .checked_add_signed(right)
        .filter(|column| *column < 8)?;
    Some((row, column))
}

/// A whole game of random moves, forced passes included.
#[must_use]
pub fn random_game(seed: u64) -> Vec<Ply> {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut board = Board::default();
    let mut black = true;
    let mut plies = Vec::new();
    loop {
        let legal = board.legal(black);
        let square = if legal.is_empty() {
            if board.legal(!black).is_empty() {
                return plies;
            }
            None
        } else {
            Some(legal[dice.below(legal.len())])
        };
        if let Some(square) = square {
            board.place(black, square);
        }
        plies.push(Ply { black, square });
        black = !black;
    }
}
