//! The identity service through its contract and in its databases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod abuse;
mod databases;
mod finding;
mod guests;
mod house_bots;
mod invitations;
mod pages;
mod people;
mod push;
mod renaming;
