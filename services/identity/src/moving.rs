//! The people of an event that goes on at another server: their accounts with what proves that it is they.
//!
//! Carried are the accounts of its officials and players, the operators of its programs, their keys, their sessions
//! and the seat codes that were given out. Secrets are there as digests only. No office at the server goes along:
//! whoever is an administrator here is none there.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_journal::{
    Store, WriteTransaction,
    records::{self, Column, Rows, Table, Value},
};

use crate::refusals::stored;

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
const LOGIN: usize = 2;
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
/// Place of `claimed_by` in [`SEAT_CODES`].
const CLAIMED_BY: usize = 5;

const TABLES: [Table; 5] = [ACCOUNTS, API_KEYS, SESSIONS, REFRESH_TOKENS, SEAT_CODES];

/// An account whose login somebody else has where it came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// What it was.
    pub login: String,
    /// What it is there.
    pub now: String,
}

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

    /// Every table that is carried.
    pub fn tables() -> impl Iterator<Item = &'static Table> {
        TABLES.iter()
    }

    /// What is carried of these accounts, and of whoever claimed a seat of the tournament.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn records(
        &self,
        tournament_id: &str,
        accounts: &BTreeSet<String>,
    ) -> Result<Vec<(&'static Table, Rows)>, Problem> {
        let codes = self.rows(&SEAT_CODES, &[tournament_id.to_owned()]).await?;
        let mut ids = accounts.clone();
        ids.extend(codes.iter().filter_map(|code| text(code, CLAIMED_BY)));
        let ids: Vec<String> = ids.into_iter().collect();
        let mut people = self.rows(&ACCOUNTS, &ids).await?;
        let known = |operator: &String| !ids.contains(operator);
        let operators: BTreeSet<String> = people
            .iter()
            .filter_map(|account| text(account, OPERATOR))
            .filter(known)
            .collect();
        let operators: Vec<String> = operators.into_iter().collect();
        people.extend(self.rows(&ACCOUNTS, &operators).await?);
        // An operator is there before his programs.
        people.sort_by_key(|account| text(account, OPERATOR).is_some());
        let everybody: Vec<String> = people.iter().filter_map(|row| text(row, 0)).collect();
        let keys = self.rows(&API_KEYS, &everybody).await?;
        let sessions = self.rows(&SESSIONS, &everybody).await?;
        let families: Vec<String> = sessions.iter().filter_map(|row| text(row, 0)).collect();
        let tokens = self.rows(&REFRESH_TOKENS, &families).await?;
        Ok(vec![
            (&TABLES[0], people),
            (&TABLES[1], keys),
            (&TABLES[2], sessions),
            (&TABLES[3], tokens),
            (&TABLES[4], codes),
        ])
    }

    async fn rows(&self, table: &Table, of: &[String]) -> Result<Rows, Problem> {
        let rows = table.rows(&self.0.records, Some(of)).await;
        rows.map_err(stored)
    }

    /// Writes what was carried. An account that is there already stays as it is; of a login that somebody else has
    /// there, the newcomer gets another.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn write(&self, carried: &[(&'static Table, Rows)]) -> Result<Vec<Renamed>, Problem> {
        let mut renamed = Vec::new();
        let mut transaction = self.0.records.write().await.map_err(stored)?;
        for (table, rows) in carried {
            let mut rows = rows.clone();
            if table.name == ACCOUNTS.name {
                for account in &mut rows {
                    set(account, ADMINISTRATOR, Value::Truth(false));
                    renamed.extend(free_login(&mut transaction, account).await?);
                }
            }
            // A code that was claimed since stays claimed.
            let written = table.write(&mut transaction, &rows, false).await;
            written.map_err(stored)?;
        }
        transaction.commit().await.map_err(stored)?;
        Ok(renamed)
    }
}

/// Gives an account another login where somebody else has its own.
async fn free_login(
    transaction: &mut WriteTransaction,
    account: &mut [Value],
) -> Result<Option<Renamed>, Problem> {
    let (Some(id), Some(login)) = (text(account, 0), text(account, LOGIN)) else {
        return Ok(None);
    };
    let known: Option<String> = records::query_scalar("SELECT id FROM accounts WHERE id = $1")
        .bind(&id)
        .fetch_optional(transaction.on())
        .await
        .map_err(stored)?;
    let holder: Option<String> = records::query_scalar("SELECT id FROM accounts WHERE login = $1")
        .bind(&login)
        .fetch_optional(transaction.on())
        .await
        .map_err(stored)?;
    if known.is_some() || holder.is_none() {
        return Ok(None);
    }
    let tail: String = id
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(8)
        .collect();
    let now = format!("{login}-{}", tail.to_ascii_lowercase());
    set(account, LOGIN, Value::Text(Some(now.clone())));
    Ok(Some(Renamed { login, now }))
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
