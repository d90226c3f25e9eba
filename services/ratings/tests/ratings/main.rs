//! The ratings service through its contract, over tournaments that the engine decided.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod abuse;
mod archive;
mod beside;
mod databases;
mod files;
mod following;
mod pages;
mod rated;
mod unreadable;
mod webhooks;
mod world;
