//! The table: decide and evolve.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clocks;
mod defaults;
mod properties;
mod refusals;
mod scene;
