//! Play and pairing in one process, over a journal, a network and live state that fail by seed.
//!
//! A seed says how many processes there are, what goes wrong and when, and what players and director do. Time is
//! simulated: it passes while everybody waits, so an event of minutes takes a moment. The services are the
//! real ones with their own group commit; only what they stand on is simulated: the journal's database, the
//! network between them, the live bus, the processes, which die without a word and come back over the same
//! stores. Afterwards [`check`] compares the journal with what was seen outside. A [`Control`] breaks
//! something on purpose, which the check has to find.
//!
//! A seed has two simulations: [`simulate`] has it hold an event, [`evening`] an evening of casual play.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a simulation that cannot be set up is a failed test"
)]

mod asked;
mod chance;
mod check;
mod coverage;
mod director;
mod evening;
mod fault_plan;
mod gateway;
mod identity;
mod journal;
mod life;
mod live;
mod log;
mod network;
#[path = "../../src/othello.rs"]
pub mod othello;
mod player;
mod run;
mod wiring;
mod world;

pub use coverage::{
    BOOK_AND_FREE, CASUAL, COMMANDS, COUNT_A_GAME, Case, Fault, OF_THEMSELVES, Point, VARIETIES,
};
pub use evening::{Figures, evening, evening_broken, run_evening};
pub use fault_plan::{Control, FaultPlan};
pub use run::{Report, run, simulate, simulate_broken};
