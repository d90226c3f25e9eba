//! What every service needs to run, as a service uses it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod configuration;
mod pages;
mod tokens;
mod transport;
