//! The journal through its interface, over real databases. One binary: each costs a link of all that is below.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it has seen"
)]

mod check;
#[path = "../conformance/mod.rs"]
mod conformance;
mod crash;
mod moving;
mod postgres;
mod postgres_faults;
mod sqlite;
mod with_entry;
