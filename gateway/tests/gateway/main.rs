//! The gateway through its faces. One binary: each costs a link of the whole gateway.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod abuse;
mod away;
mod changes;
mod contract;
mod devices;
mod documented;
mod downloads;
mod errors;
mod frames;
mod idle;
mod keys;
mod live;
mod openapi;
mod pictures;
mod programs;
mod publications;
mod readiness;
mod redis;
mod rest;
mod rooms;
mod seeking;
mod sessions;
mod socket;
mod stream;
mod world;
