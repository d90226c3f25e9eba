//! Tests of the binary through its public faces.
//!
//! Each test starts its own server on a free port with a temporary data folder, and talks to it as a
//! browser or a program would. Nothing in here knows the engine: standings, games and files are checked
//! against code of the tests' own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

pub mod acts;
pub mod bad_frames;
pub mod bout;
pub mod bystanders;
pub mod chaos;
pub mod checker;
pub mod cluster;
pub mod contract;
pub mod corpus;
pub mod event;
pub mod load;
pub mod opponent;
pub mod othello;
pub mod outage;
pub mod program;
pub mod ranking;
pub mod server;
pub mod tls_proxy;
pub mod waiting;

pub use corpus::corpus;
pub use event::Event;
pub use server::Server;
