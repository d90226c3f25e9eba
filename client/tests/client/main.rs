//! The client for programs, where it needs no server: engines of the NBoard protocol, answers that are none, and
//! lines that seek.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod away;
mod nboard;
mod seeking;
