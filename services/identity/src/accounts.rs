//! The table of accounts.

use outflank_proto::identity::v1 as proto;
use outflank_runtime::Problem;
use sqlx::{Row as _, SqliteConnection, sqlite::SqliteRow};

use crate::refusals;

/// Longest display name, in characters.
const LONGEST_NAME: usize = 70;
/// Longest login, in characters.
const LONGEST_LOGIN: usize = 40;
/// Shortest and longest password, in bytes.
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// One person.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub id: String,
    pub display_name: String,
    /// `None` for a light account, which has only its session.
    pub login: Option<String>,
    pub password_hash: Option<String>,
    pub administrator: bool,
    /// Who operates this program; `None` for a person.
    pub operator_id: Option<String>,
}

impl Account {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            display_name: row.try_get("display_name")?,
            login: row.try_get("login")?,
            password_hash: row.try_get("password_hash")?,
            administrator: row.try_get("administrator")?,
            operator_id: row.try_get("operator_id")?,
        })
    }

    pub(crate) fn to_proto(&self) -> proto::Account {
        proto::Account {
            id: self.id.clone(),
            display_name: self.display_name.clone(),
            login: self.login.clone().unwrap_or_default(),
            administrator: self.administrator,
            operator_account_id: self.operator_id.clone().unwrap_or_default(),
        }
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    account: &Account,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO accounts (id, display_name, login, password_hash, administrator, created_at_ms, operator_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&account.id)
    .bind(&account.display_name)
    .bind(&account.login)
    .bind(&account.password_hash)
    .bind(account.administrator)
    .bind(now_ms)
    .bind(&account.operator_id)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(crate) async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM accounts WHERE id = ?")
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(Account::from_row).transpose()
}

pub(crate) async fn by_login(
    connection: &mut SqliteConnection,
    login: &str,
) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM accounts WHERE login = ?")
        .bind(login)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(Account::from_row).transpose()
}

/// The programs that a person operates, the oldest first.
pub(crate) async fn operated_by(
    connection: &mut SqliteConnection,
    operator_id: &str,
) -> Result<Vec<Account>, sqlx::Error> {
    sqlx::query("SELECT * FROM accounts WHERE operator_id = ? ORDER BY created_at_ms, id")
        .bind(operator_id)
        .fetch_all(connection)
        .await?
        .iter()
        .map(Account::from_row)
        .collect()
}

/// The name as it will be shown: trimmed, and fit to be shown.
pub(crate) fn check_display_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(refusals::invalid(
            "invalid_name",
            format!("A name has 1 to {LONGEST_NAME} characters and no line breaks."),
        ));
    }
    Ok(name.to_owned())
}

/// The login in lower case.
pub(crate) fn check_login(login: &str) -> Result<String, Problem> {
    let login = login.trim().to_lowercase();
    let plain = |c: char| c.is_alphanumeric() || "._-@+".contains(c);
    let length = login.chars().count();
    if !(3..=LONGEST_LOGIN).contains(&length) || !login.chars().all(plain) {
        return Err(refusals::invalid(
            "invalid_login",
            format!("A login has 3 to {LONGEST_LOGIN} letters, digits or . _ - @ +"),
        ));
    }
    Ok(login)
}

pub(crate) fn check_password(password: &str) -> Result<(), Problem> {
    if PASSWORD_LENGTH.contains(&password.len()) {
        return Ok(());
    }
    Err(refusals::invalid(
        "invalid_password",
        "A password has at least 8 and at most 200 characters.",
    ))
}
