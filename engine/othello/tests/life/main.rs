//! The life of a table: pauses, officials' acts, adjournment, absence, signatures, spectators.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures and findings are printed"
)]

mod acts;
mod bad_commands;
mod model;
mod moving;
mod oracle;
mod pauses;
mod random;
mod scenarios;
mod scene;
mod signatures;
mod spectators;
