//! Readers and writers of the file formats of the Othello world.
//!
//! Every reader takes bytes and gives the value it could read together with the problems it met, each
//! with its line; none fails or panics on any input, and none does I/O.

mod csv;
mod date;
mod fold;
mod problem;
mod text;
mod transcripts;

pub mod elo;
pub mod ggf;
pub mod papp;
pub mod wthor;

pub use csv::CsvTable;
pub use date::CivilDate;
pub use fold::{Folded, fold_ascii};
pub use problem::{Parsed, Problem};
pub use text::{Encoding, decode};
pub use transcripts::{TranscriptLine, read_transcripts};
