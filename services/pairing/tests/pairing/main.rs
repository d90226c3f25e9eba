//! The pairing service through its contract. One binary: each costs a link of the whole service.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

#[macro_use]
mod world;

mod abuse;
mod announcements;
mod approval;
mod at_once;
mod casual;
mod commands;
mod contests;
mod correction;
mod databases;
mod description;
mod early_end;
mod entry;
mod entry_facts;
mod events;
mod exclusions;
mod federations;
mod finals;
mod finding;
mod following;
mod history;
mod indexing;
mod interest;
mod library;
mod moderation;
mod officers_numbers;
mod officials;
mod one_person;
mod pages;
mod papp;
mod permissions;
mod players_lists;
mod preview;
mod rating_events;
mod rating_office;
mod rehearsals;
mod renumbering;
mod rules;
mod rulings;
mod seasons;
mod snapshots;
mod summonses;
mod tables;
mod timetable;
mod unreadable;
mod views;
