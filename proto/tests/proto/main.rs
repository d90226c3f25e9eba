//! The contracts' tables and their JSON: every rule of the dialect case by case, and every message of every contract
//! against protobuf's own reflection, and the documents against both.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    missing_docs
)]

// The build's own, for contracts that it has not seen.
#[path = "../../build/asyncapi.rs"]
#[allow(dead_code)]
mod asyncapi;
#[path = "../../build/comments.rs"]
#[allow(dead_code)]
mod comments;
#[path = "../../build/json.rs"]
#[allow(dead_code)]
mod json;
#[path = "../../src/limits.rs"]
mod limits;
#[path = "../../build/messages/mod.rs"]
#[allow(dead_code, clippy::print_stdout)]
mod messages;
#[path = "../../build/tables.rs"]
mod method_tables;
#[path = "../../build/methods.rs"]
mod methods;
#[path = "../../build/openapi/mod.rs"]
#[allow(dead_code)]
mod openapi;
#[path = "../../build/options.rs"]
mod options;
#[path = "../../src/printable.rs"]
#[allow(dead_code)]
mod printable;
#[path = "../../build/schemas/mod.rs"]
#[allow(dead_code)]
mod schemas;

mod agreement;
mod answers;
mod arbitrary;
mod bounds;
mod controls;
mod documents;
mod examples;
mod oracle;
mod property;
mod refusals;
mod refused_contracts;
mod refused_documents;
mod requests;
mod rules;
mod schema_agreement;
mod schema_controls;
mod tables;
mod told_bounds;
mod wire;
