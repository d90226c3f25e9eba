//! What a picture shows.

use crate::{look::Theme, words::Language};

/// How a picture looks and which language it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// Its words.
    pub language: Language,
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    /// Dark discs.
    Black,
    /// Light discs.
    White,
}

/// A moment, in ms since 1970.
pub type Moment = i64;

/// Somebody who plays.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Player {
    /// Family name.
    pub surname: String,
    /// Given names.
    pub given_names: String,
    /// ISO 3166 alpha-3: `DNK`.
    pub country: String,
}

impl Player {
    /// Their name in the order of a language.
    pub(crate) fn name(&self, language: Language) -> String {
        let (surname, given) = (&self.surname, &self.given_names);
        let name = match language {
            Language::Japanese => format!("{surname} {given}"),
            Language::English | Language::French => format!("{given} {surname}"),
        };
        name.trim().to_owned()
    }
}

/// One side of a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Side {
    /// Who has it.
    pub player: Player,
    /// Its discs on the board; none where the board is hidden.
    pub discs: Option<u32>,
    /// What its clock shows, in ms; none where no clock is shown.
    pub clock_ms: Option<i64>,
}

/// What lies on a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lay {
    size: usize,
    cells: Vec<Option<Color>>,
    last: Option<usize>,
    flipped: Vec<usize>,
}

/// No board is written like that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a board has 16, 36 or 64 cells, each `-`, `*` or `O`, and squares like `f5` within it")]
pub struct Undrawable;

impl Lay {
    /// Reads a board: a cell for each square from a1 along the rows, `-` empty, `*` black, `O` white; where the last disc
    /// was placed, and what it flipped.
    ///
    /// # Errors
    /// When the cells are not a board's, or a square is not on it.
    pub fn read(
        cells: &str,
        last: Option<&str>,
        flipped: &[impl AsRef<str>],
    ) -> Result<Self, Undrawable> {
        let size = match cells.len() {
            16 => 4,
            36 => 6,
            64 => 8,
            _ => return Err(Undrawable),
        };
        let cell = |cell| match cell {
            '-' => Ok(None),
            '*' => Ok(Some(Color::Black)),
            'O' => Ok(Some(Color::White)),
            _ => Err(Undrawable),
        };
        let place = |square: &str| match square.as_bytes() {
            &[file, row] if file >= b'a' && row >= b'1' => {
                let (file, row) = (usize::from(file - b'a'), usize::from(row - b'1'));
                let on = file < size && row < size;
                on.then_some(row * size + file).ok_or(Undrawable)
            }
            _ => Err(Undrawable),
        };
        Ok(Self {
            size,
            cells: cells.chars().map(cell).collect::<Result<_, _>>()?,
            last: last.map(place).transpose()?,
            flipped: flipped
                .iter()
                .map(|square| place(square.as_ref()))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Squares along an edge.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The discs, each with the number of its square.
    pub(crate) fn discs(&self) -> impl Iterator<Item = (usize, Color)> {
        let places = self.cells.iter().enumerate();
        places.filter_map(|(place, cell)| Some((place, (*cell)?)))
    }

    pub(crate) fn last(&self) -> Option<usize> {
        self.last
    }

    pub(crate) fn flipped(&self) -> &[usize] {
        &self.flipped
    }
}

/// A result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// Who won; none: it was drawn.
    pub winner: Option<Color>,
    /// Black's discs.
    pub black: u32,
    /// White's discs.
    pub white: u32,
}

/// How far the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stand {
    /// Before its start, which is planned for then; none: nobody knows.
    Armed(Option<Moment>),
    /// Somebody is on move.
    ToMove(Color),
    /// Both clocks stand.
    Paused,
    /// Broken off, to go on later.
    Adjourned,
    /// Declared void.
    Annulled,
    /// Over.
    Over(Score),
    /// Over, and neither player came.
    NobodyCame,
    /// Neither on move nor over: what is shown is a position within it.
    Between,
}

/// How much later than they happen spectators see moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delay {
    /// At once.
    None,
    /// Once the game is over.
    UntilOver,
    /// So many plies and so many ms.
    By {
        /// Plies.
        plies: u32,
        /// In ms.
        ms: i64,
    },
}

/// A board of a game as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoardPicture {
    /// The event's name.
    pub event: String,
    /// Its round.
    pub round: u32,
    /// Of so many; 0: nobody knows yet.
    pub rounds: u32,
    /// The table's number.
    pub table: u32,
    /// What lies on the board; none: it is hidden.
    pub lay: Option<Lay>,
    /// Who has black.
    pub black: Side,
    /// Who has white.
    pub white: Side,
    /// How far the game is.
    pub stand: Stand,
    /// After so many plies.
    pub ply: u32,
    /// Of so many, where a position of a game is shown that went on; none: it is the newest.
    pub last_ply: Option<u32>,
    /// What is shown is as old as that; none: it is final.
    pub as_of: Option<Moment>,
    /// How much later than they happen moves are shown, while it is played.
    pub delay: Delay,
}

/// A line of standings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ranked {
    /// Equal ranks are equal places.
    pub rank: u32,
    /// Who.
    pub player: Player,
    /// Points, in halves.
    pub half_points: i32,
    /// The first tie-break, as it is printed; empty where there is none.
    pub tie_break: String,
}

/// How far an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StandingsState {
    /// Before the first round.
    Before,
    /// After a round, all its results there.
    After(u32),
    /// Within a round, so many results of it open.
    Within {
        /// The round.
        round: u32,
        /// Games without a result.
        open: u32,
    },
    /// As it stood after a round when the event was stopped.
    Stopped(u32),
    /// Confirmed.
    Final,
}

/// The standings of an event as they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StandingsPicture {
    /// The event's name.
    pub event: String,
    /// Planned rounds; 0: nobody knows yet.
    pub rounds: u32,
    /// How far it is.
    pub state: StandingsState,
    /// The name of the first tie-break, as the standings call it: `bq`; empty where there is none.
    pub tie_break: String,
    /// The first lines, as many as were given: more than [`Self::MOST_ROWS`] are not drawn.
    pub rows: Vec<Ranked>,
    /// How many lines there are in all.
    pub all: usize,
    /// How much later than they happen games are shown, while a round is played.
    pub delay: Delay,
}

impl StandingsPicture {
    /// So many lines have room.
    pub const MOST_ROWS: usize = 8;
}
