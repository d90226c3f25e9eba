//! The engine through its public interface: rule texts as tables, properties, real games and events.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may fail loudly"
)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures, progress and what is left out are printed"
)]

mod casual;
mod circles;
mod citations;
mod formats;
mod matching;
mod othello;
mod property;
mod ratings;
mod refusals;
mod sources;
mod tournament;
mod whole;
