//! Games on paper (`EGP IV.2`): read the line `f5d6c3` as people write it, replay it, write it
//! back as a canonical line or as the grid of move numbers.

mod notation;
mod parse;
mod replay;
mod walk;

pub use notation::{Grid, canonical, grid, grid_on, linear};
pub use parse::{Token, TranscriptError, parse};
pub use replay::{Outcome, Replay, replay, replay_on, replay_squares};
pub use walk::{Step, Walk, steps};

pub use crate::board::IllegalReason;
