//! The contracts' tables and their JSON: every rule of the dialect case by case, and every message of every contract
//! against protobuf's own reflection.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

mod agreement;
mod answers;
mod arbitrary;
mod bounds;
mod controls;
mod oracle;
mod property;
mod refusals;
mod refused_contracts;
mod requests;
mod tables;
mod wire;
