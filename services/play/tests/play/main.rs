//! The play service through its contract. One binary: each costs a link of the whole service.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod abuse;
mod arrival;
mod casual;
mod clock_sheet;
mod clocks;
mod commands;
mod databases;
mod disputes;
mod entered;
mod every_field;
mod evidence;
mod faults;
mod games;
mod instances;
mod life;
mod limits;
mod moderated;
mod played;
mod player_commands;
mod real_stores;
mod refused;
mod replay;
mod rules;
mod two_processes;
mod unreadable;
mod variants;
mod world;
