//! Accounts, sessions, tokens and seat claim codes.
//!
//! Accounts and credentials are records: correctable and erasable. What other services depend on, a
//! claimed seat, is an entry in the account's stream and a fact.

mod accounts;
mod api_keys;
mod app;
mod claims;
mod grpc;
mod password;
mod programs;
mod refusals;
mod seats;
mod sessions;

use sqlx::migrate::Migrator;

pub use app::{Identity, IdentityParts};
pub use grpc::IdentityGrpc;

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrator = sqlx::migrate!();
