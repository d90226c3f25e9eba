//! The contracts' tables and their JSON: every rule of the dialect case by case, and every message of every contract
//! against protobuf's own reflection.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

// The build's own, for contracts that it has not seen.
#[path = "../../build/messages/mod.rs"]
#[allow(dead_code, clippy::print_stdout)]
mod messages;
#[path = "../../build/tables.rs"]
mod method_tables;
#[path = "../../build/methods.rs"]
mod methods;
#[path = "../../build/options.rs"]
mod options;

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
mod rules;
mod tables;
mod wire;
