//! Readers and writers of the file formats of the Othello world.
//!
//! Every reader takes bytes and gives the value it could read together with the problems it met, each
//! with its line; none fails or panics on any input, and none does I/O.

mod constant;
mod csv;
mod date;
mod findings;
mod fold;
mod problem;
mod text;
mod transcripts;

pub mod archive;
pub mod elo;
pub mod event;
pub mod flip_the_disc;
pub mod ggf;
pub mod papp;
pub mod wthor;

pub use constant::ToldConstant;
pub use csv::CsvTable;
pub use date::CivilDate;
pub use fold::{Folded, fold_ascii};
pub use problem::{Parsed, Problem};
pub use text::{Encoding, decode};
pub use transcripts::{TranscriptLine, read_transcripts};
