//! The finals: every clause as a table, every way through a match, and random events to their end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers of tests may fail loudly

#[path = "../support/mod.rs"]
mod support;

mod colours;
mod formats;
mod matches;
mod playoffs;
mod random;
mod rankings;
mod sittings;
mod withdrawals;
mod women;
mod world;
