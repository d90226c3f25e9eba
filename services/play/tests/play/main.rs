//! The play service through its contract. One binary: each costs a link of the whole service.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod clock_sheet;
mod clocks;
mod commands;
mod databases;
mod ears;
mod entered;
mod evidence;
mod faults;
mod games;
mod instances;
mod interest;
mod life;
mod own_game;
mod reading;
mod real_stores;
mod refused;
mod rules;
mod two_processes;
mod world;
