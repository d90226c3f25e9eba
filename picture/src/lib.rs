//! Pictures of a board and of standings, for link previews and for whoever sends one on: facts in, the bytes of a PNG
//! out. Nothing is looked up and no clock is read here; only [`Fonts::with_machine`] reads files, once.
//!
//! A picture says what it is given and nothing beside: who may see what was decided before. Names are others' words:
//! whatever characters they are made of, each stays in its place.

mod board;
mod drawing;
mod facts;
mod fonts;
mod look;
mod numbers;
mod sheet;
mod standings;
mod words;

pub use drawing::NotDrawn;
pub use facts::{
    BoardPicture, Color, Delay, Lay, Moment, Player, Ranked, Score, Side, Stand, StandingsPicture,
    StandingsState, Style, Undrawable,
};
pub use fonts::{Fonts, UnreadableFont};
pub use look::Theme;
pub use words::Language;

/// How wide a picture is, in pixels: what link previews ask for.
pub const WIDTH: u32 = 1200;
/// How high, in pixels.
pub const HEIGHT: u32 = 630;

/// The PNG of a board.
///
/// # Errors
/// Where no font was given that has a letter.
pub fn board(shown: &BoardPicture, style: Style, fonts: &Fonts) -> Result<Vec<u8>, NotDrawn> {
    drawing::png(&board::sheet(shown, style, fonts), fonts)
}

/// The PNG of standings.
///
/// # Errors
/// Where no font was given that has a letter.
pub fn standings(
    shown: &StandingsPicture,
    style: Style,
    fonts: &Fonts,
) -> Result<Vec<u8>, NotDrawn> {
    drawing::png(&standings::sheet(shown, style, fonts), fonts)
}
