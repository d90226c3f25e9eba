//! What only the Postgres backend promises: several processes at a time, and what it refuses.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "../postgres_faults/check.rs"]
mod check;
mod interruptions;
mod processes;
mod refused;
mod stores;
