//! The simulation: the seeds of the gate, what is broken on purpose and has to be noticed, and the search for new
//! seeds. Its verdicts are final: nothing here depends on the machine, so no second try says anything else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it has seen"
)]

mod choice;
mod conformance;
mod controls;
mod evenings;
mod list;
mod search;
mod seed_results;
mod seeds;
