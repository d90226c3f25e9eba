//! Entry, teams, presence, rulings, protests and appeals: the clauses one by one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // helpers of tests may fail loudly

#[path = "../support/mod.rs"]
mod support;

mod appeals;
mod computers;
mod entry;
mod old_streams;
mod presence;
mod random;
mod rulings;
mod tables;
mod teams;
mod world;
