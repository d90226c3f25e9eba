//! Roles that call each other, as a process uses them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod addresses;
mod commands;
mod feeds;
mod instances;
mod site;
