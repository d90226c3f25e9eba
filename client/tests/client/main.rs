//! The client for programs, where it needs no server: engines of the NBoard protocol, and answers that are none.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod away;
mod nboard;
