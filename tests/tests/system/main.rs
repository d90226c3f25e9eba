//! The binary through its public faces: whole events, bad commands, crashes, deployments of many processes, faults of
//! every kind; and who may use whom in this workspace.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs,
    reason = "a test fails by panicking"
)]

mod abuse;
mod backup;
mod bad_commands;
mod casual;
mod chaos;
mod contests;
mod crash_acts;
mod crashes;
mod delayed;
mod directions;
mod doctor;
mod drawn_game;
mod engines;
mod entered_result;
mod examples;
mod failover;
mod fixtures;
mod forged_pongs;
mod judge;
mod load;
mod lost_device;
mod metrics;
mod moved_events;
mod over_tls;
mod pages;
mod papp_files;
mod programs;
mod pulled;
mod rehearsal;
mod seekers;
mod source_tree;
mod split;
mod starting;
mod traces;
mod upgrade;
mod webhooks;
mod whole_event;
mod world_championship;
