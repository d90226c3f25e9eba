//! The people of an event that goes on at another server.
//!
//! Carried are the names of its officials and players, and who operates its programs. What proves that it is they stays
//! behind: passwords, sessions, keys, seat codes; and so does every office at the server.

use std::collections::BTreeSet;

use outflank_access::{Problem, identifier};
use outflank_journal::{
    Store, WriteTransaction,
    records::{Column, Rows, Table, Value},
};

use crate::{finding, refusals::stored};

const ACCOUNTS: Table = Table {
    name: "accounts",
    about: "id",
    key: &["id"],
    columns: &[
        ("id", Column::Text),
        ("display_name", Column::Text),
        ("login", Column::Text),
        ("password_hash", Column::Text),
        ("administrator", Column::Truth),
        ("created_at_ms", Column::Integer),
        ("operator_id", Column::Text),
    ],
};
/// Places of columns in [`ACCOUNTS`].
const ID: usize = 0;
const NAME: usize = 1;
const LOGIN: usize = 2;
const PASSWORD: usize = 3;
const ADMINISTRATOR: usize = 4;
const OPERATOR: usize = 6;

const API_KEYS: Table = Table {
    name: "api_keys",
    about: "account_id",
    key: &["id"],
    columns: &[
        ("id", Column::Text),
        ("digest", Column::Bytes),
        ("account_id", Column::Text),
        ("name", Column::Text),
        ("scopes", Column::Text),
        ("created_at_ms", Column::Integer),
        ("expires_at_ms", Column::Integer),
        ("last_used_at_ms", Column::Integer),
        ("revoked_at_ms", Column::Integer),
    ],
};

const SESSIONS: Table = Table {
    name: "sessions",
    about: "account_id",
    key: &["id"],
    columns: &[
        ("id", Column::Text),
        ("account_id", Column::Text),
        ("created_at_ms", Column::Integer),
        ("revoked_at_ms", Column::Integer),
    ],
};

const REFRESH_TOKENS: Table = Table {
    name: "refresh_tokens",
    about: "session_id",
    key: &["digest"],
    columns: &[
        ("digest", Column::Bytes),
        ("session_id", Column::Text),
        ("expires_at_ms", Column::Integer),
        ("used_at_ms", Column::Integer),
    ],
};

const SEAT_CODES: Table = Table {
    name: "seat_codes",
    about: "tournament_id",
    key: &["digest"],
    columns: &[
        ("digest", Column::Bytes),
        ("tournament_id", Column::Text),
        ("entrant_id", Column::Text),
        ("display_name", Column::Text),
        ("expires_at_ms", Column::Integer),
        ("claimed_by", Column::Text),
        ("announced", Column::Truth),
        ("claimed_at_ms", Column::Integer),
    ],
};
const TABLES: [Table; 5] = [ACCOUNTS, API_KEYS, SESSIONS, REFRESH_TOKENS, SEAT_CODES];

/// Tables of what proves that a person is who they say they are. Files of earlier versions hold rows of them; an event
/// leaves them behind, when it goes and when it comes.
pub const PROOFS: [&str; 4] = ["api_keys", "sessions", "refresh_tokens", "seat_codes"];

/// The people in this service's store, whether servers run on it or not.
#[derive(Debug)]
pub struct Moving(Store);

impl Moving {
    /// In this store, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    #[must_use]
    pub fn of(store: Store) -> Self {
        Self(store)
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0
    }

    /// Every table that a saved event may hold rows of.
    pub fn tables() -> impl Iterator<Item = &'static Table> {
        TABLES.iter()
    }

    /// What is carried of these accounts: their names, and who operates the programs among them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn records(
        &self,
        accounts: &BTreeSet<String>,
    ) -> Result<Vec<(&'static Table, Rows)>, Problem> {
        let ids: Vec<String> = accounts.iter().cloned().collect();
        let mut people = self.accounts(&ids).await?;
        let operators: BTreeSet<String> = people
            .iter()
            .filter_map(|account| text(account, OPERATOR))
            .filter(|operator| !accounts.contains(operator))
            .collect();
        let operators: Vec<String> = operators.into_iter().collect();
        people.extend(self.accounts(&operators).await?);
        // An operator is there before his programs.
        people.sort_by_key(|account| text(account, OPERATOR).is_some());
        people.iter_mut().for_each(|account| leave_proofs(account));
        Ok(vec![(&TABLES[0], people)])
    }

    async fn accounts(&self, of: &[String]) -> Result<Rows, Problem> {
        let rows = ACCOUNTS.rows(&self.0.records, Some(of)).await;
        rows.map_err(stored)
    }

    /// Writes what was carried, to be committed. An account that is there already stays as it is; a new one has a name
    /// and no way in.
    ///
    /// # Errors
    /// When the store fails, or does not take a row.
    pub async fn write(
        &self,
        carried: &[(&'static Table, Rows)],
    ) -> Result<WriteTransaction, Problem> {
        let mut transaction = self.0.records.write().await.map_err(stored)?;
        for (table, rows) in carried {
            let mut rows = rows.clone();
            if table.name == ACCOUNTS.name {
                // Each server has house bots of its own.
                rows.retain(|account| !is_house_bot(account));
                rows.iter_mut().for_each(|account| leave_proofs(account));
            }
            let written = table.write(&mut transaction, &rows, false).await;
            written.map_err(stored)?;
            if table.name == ACCOUNTS.name {
                for account in &rows {
                    if let (Some(id), Some(name)) = (text(account, ID), text(account, NAME)) {
                        let ready = finding::set_sought(&mut transaction, &id, &name).await;
                        ready.map_err(stored)?;
                    }
                }
            }
        }
        Ok(transaction)
    }
}

/// A login is nobody's without its password, and whoever is an administrator there is none here.
fn leave_proofs(account: &mut [Value]) {
    set(account, LOGIN, Value::Text(None));
    set(account, PASSWORD, Value::Text(None));
    set(account, ADMINISTRATOR, Value::Truth(false));
}

fn is_house_bot(account: &[Value]) -> bool {
    text(account, ID).is_some_and(|id| identifier::house_bot(&id).is_some())
}

fn set(row: &mut [Value], place: usize, value: Value) {
    if let Some(cell) = row.get_mut(place) {
        *cell = value;
    }
}

fn text(row: &[Value], place: usize) -> Option<String> {
    match row.get(place) {
        Some(Value::Text(text)) => text.clone(),
        _ => None,
    }
}
