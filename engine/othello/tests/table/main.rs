//! The table: decide and evolve.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    reason = "the explorer reports what it found as figures"
)]

mod clocks;
mod controls;
mod defaults;
mod explore;
mod lag;
mod openings;
mod policies;
mod properties;
mod refusals;
mod scene;
mod time_kept;
