//! The standings service through its contract, over tournaments that the engine decided.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod beside;
mod following;
mod loading;
mod shown_lists;
mod unreadable;
mod world;
