//! The offline tools: the binary on files, with its exit codes and what it says.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod draws;
mod elo_verify;
mod exit_codes;
mod games;
mod pair;
mod papp;
mod perft_replay;
mod ratings;
mod rules;
mod run;
mod saved_event;
mod standings;
mod text;
mod verify_results;
