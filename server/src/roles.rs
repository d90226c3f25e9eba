//! What each role of a deployment stands on beside its service key.

use outflank_access::Role;
use outflank_journal::Migrations;

use crate::keys_folder::{EXPORTS, PEOPLE, RESULTS};

/// What a role stands on.
pub struct Needs {
    /// Whether it keeps a journal.
    pub journal: bool,
    /// The tables of records beside its journal.
    pub tables: Option<&'static Migrations>,
    /// The name of the private key that it signs with.
    pub key: Option<&'static str>,
}

impl Needs {
    /// Those of a role.
    pub fn of(role: Role) -> Self {
        let (journal, tables, key) = match role {
            Role::Gateway | Role::Standings => (false, None, None),
            Role::Identity => (true, Some(&outflank_identity::MIGRATIONS), Some(PEOPLE)),
            Role::Pairing => (true, Some(&outflank_pairing::MIGRATIONS), None),
            Role::Play => (true, Some(&outflank_play::MIGRATIONS), Some(RESULTS)),
            Role::Ratings => (true, Some(&outflank_ratings::MIGRATIONS), Some(EXPORTS)),
        };
        Self {
            journal,
            tables,
            key,
        }
    }
}

/// Every role that keeps a journal, with its tables of records if it has any.
pub fn stores() -> impl Iterator<Item = (Role, Option<&'static Migrations>)> {
    let stores = Role::ALL.into_iter().map(|role| (role, Needs::of(role)));
    stores.filter_map(|(role, needs)| needs.journal.then_some((role, needs.tables)))
}

/// Every key that signs for a role beside its service key: whose it is, and its name.
pub fn keys() -> impl Iterator<Item = (Role, &'static str)> {
    let all = Role::ALL.into_iter();
    all.filter_map(|role| Needs::of(role).key.map(|key| (role, key)))
}
