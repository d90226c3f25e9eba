//! Bad input: malformed, contradictory and extreme values through every public entry point. Each is
//! answered or refused; nothing panics and nothing hangs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)] // helpers of tests may fail loudly

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod events;
mod finals;
mod lists;
mod mutation;
mod pairings;
mod rule_sets;
mod sample;
mod sizes;
mod tables;
mod watch;
