//! Accounts, sessions, tokens and seat claim codes.
//!
//! Accounts and credentials are records: correctable and erasable. What other services depend on, a
//! claimed seat, is an entry in the account's stream and a fact.

mod accounts;
mod api_keys;
mod app;
mod claims;
mod grpc;
mod moving;
mod password;
mod programs;
mod refusals;
mod seats;
mod sessions;

use outflank_journal::Migrations;

pub use app::{Identity, IdentityParts};
pub use grpc::IdentityGrpc;
pub use moving::{Moving, Renamed};

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrations = Migrations {
    sqlite: sqlx::migrate!("migrations/sqlite"),
    postgres: sqlx::migrate!("migrations/postgres"),
};
