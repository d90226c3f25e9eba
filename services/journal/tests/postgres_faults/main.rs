//! Faults of the server and the way to it. Nothing acknowledged is lost, nothing is written twice.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

mod check;
mod kills;
mod proxy;
mod silence;
mod unknown;
