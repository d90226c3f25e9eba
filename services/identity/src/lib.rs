//! Accounts, sessions, tokens and seat claim codes.
//!
//! Accounts and credentials are records: correctable and erasable. What other services depend on, a
//! claimed seat, is an entry in the account's stream and a fact.

mod accounts;
mod api_keys;
mod app;
mod claims;
mod finding;
mod grpc;
mod guesses;
mod guests;
mod house;
mod invitations;
mod moving;
mod password;
mod programs;
mod push;
mod refusals;
mod renaming;
mod seats;
mod sessions;
mod sign_in;
mod sought;
mod sources;

use outflank_journal::Migrations;

pub use app::{Defences, Identity, IdentityParts};
pub use grpc::IdentityGrpc;
pub use guesses::{Budget, GuessLimits};
pub use invitations::{Guest, Invitation};
pub use moving::{Moving, PROOFS};
pub use push::sealing;

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrations = Migrations::new(
    || {
        Migrations::scripts(&[
            (
                "accounts",
                include_str!("../migrations/sqlite/0001_accounts.sql"),
            ),
            (
                "programs",
                include_str!("../migrations/sqlite/0002_programs.sql"),
            ),
            (
                "several processes",
                include_str!("../migrations/sqlite/0003_several_processes.sql"),
            ),
            (
                "codes of accounts",
                include_str!("../migrations/sqlite/0004_codes_of_accounts.sql"),
            ),
            (
                "known sources",
                include_str!("../migrations/sqlite/0005_known_sources.sql"),
            ),
            (
                "names sought",
                include_str!("../migrations/sqlite/0006_names_sought.sql"),
            ),
            ("push", include_str!("../migrations/sqlite/0007_push.sql")),
            (
                "former names",
                include_str!("../migrations/sqlite/0008_former_names.sql"),
            ),
        ])
    },
    || {
        Migrations::scripts(&[
            (
                "accounts",
                include_str!("../migrations/postgres/0001_accounts.sql"),
            ),
            (
                "codes of accounts",
                include_str!("../migrations/postgres/0002_codes_of_accounts.sql"),
            ),
            (
                "known sources",
                include_str!("../migrations/postgres/0003_known_sources.sql"),
            ),
            (
                "names sought",
                include_str!("../migrations/postgres/0004_names_sought.sql"),
            ),
            ("push", include_str!("../migrations/postgres/0005_push.sql")),
            (
                "former names",
                include_str!("../migrations/postgres/0006_former_names.sql"),
            ),
        ])
    },
);
