//! The table of accounts.

use std::ops::RangeInclusive;

use outflank_access::{Kind, Page, Problem, identifier, problem};
use outflank_journal::{Executor, WriteTransaction, records};
use outflank_proto::{identity::v1 as proto, printable::is_unprintable};
use sqlx::AssertSqlSafe;

use crate::sought::words_of;

/// Longest display name, in characters.
const LONGEST_NAME: usize = 70;
/// Shortest and longest login, in characters.
const LOGIN_LENGTH: RangeInclusive<usize> = 3..=40;

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

outflank_journal::from_row!(Account {
    id,
    display_name,
    login,
    password_hash,
    administrator,
    operator_id,
});

/// A program's account, and when it was made.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub account: Account,
    created_at_ms: i64,
}

outflank_journal::from_row!(Program {
    account [flat],
    created_at_ms,
});

/// What orders a person's programs: when they were made, and their ids.
pub(crate) type ProgramKey = (i64, String);

impl Program {
    pub(crate) fn key(&self) -> ProgramKey {
        (self.created_at_ms, self.account.id.clone())
    }
}

impl Account {
    /// One that has neither login nor password nor office, of this id.
    pub(crate) const fn light(id: String, display_name: String) -> Self {
        Self {
            id,
            display_name,
            login: None,
            password_hash: None,
            administrator: false,
            operator_id: None,
        }
    }

    /// Whether a code may sign in as it: nobody else has a way in, and it can do nothing to the whole server.
    pub(crate) fn may_be_let_in(&self) -> bool {
        let nobody_else = self.password_hash.is_none() && self.operator_id.is_none();
        nobody_else && !self.administrator && identifier::house_bot(&self.id).is_none()
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
    transaction: &mut WriteTransaction,
    account: &Account,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    records::query(
        "INSERT INTO accounts (id, display_name, login, password_hash, administrator, created_at_ms, operator_id, sought)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&account.id)
    .bind(&account.display_name)
    .bind(&account.login)
    .bind(&account.password_hash)
    .bind(account.administrator)
    .bind(now_ms)
    .bind(&account.operator_id)
    .bind(words_of(&account.display_name))
    .execute(transaction)
    .await
    .map(|_| ())
}

/// An account that nobody finds by its name; one of that id stays as it is.
pub(crate) async fn insert_unsought(
    transaction: &mut WriteTransaction,
    account: &Account,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    records::query(
        "INSERT INTO accounts (id, display_name, administrator, created_at_ms, sought)
         VALUES ($1, $2, $3, $4, '') ON CONFLICT (id) DO NOTHING",
    )
    .bind(&account.id)
    .bind(&account.display_name)
    .bind(account.administrator)
    .bind(now_ms)
    .execute(transaction)
    .await
    .map(|_| ())
}

pub(crate) async fn by_id(on: Executor<'_>, id: &str) -> Result<Option<Account>, sqlx::Error> {
    records::query_as("SELECT * FROM accounts WHERE id = $1")
        .bind(id)
        .fetch_optional(on)
        .await
}

/// What an account is called, and of a program its operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    id: String,
    display_name: String,
    operator_id: Option<String>,
    operator_name: Option<String>,
}

outflank_journal::from_row!(Named {
    id,
    display_name,
    operator_id,
    operator_name,
});

impl Named {
    /// As the contract tells it; house bots are programs of the house.
    pub(crate) fn into_proto(self) -> proto::AccountName {
        let house = identifier::house_bot(&self.id).map(|_| identifier::HOUSE.to_owned());
        proto::AccountName {
            account_id: self.id,
            display_name: self.display_name,
            operator_account_id: self.operator_id.or(house).unwrap_or_default(),
            operator_display_name: self.operator_name.unwrap_or_default(),
        }
    }
}

/// What accounts are called, by their ids; those that there are.
pub(crate) async fn names(on: Executor<'_>, ids: &[String]) -> Result<Vec<Named>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT named.id, named.display_name, named.operator_id, operators.display_name AS operator_name \
         FROM accounts AS named LEFT JOIN accounts AS operators ON operators.id = named.operator_id \
         WHERE named.id IN ({}) ORDER BY named.id",
        places.join(", ")
    );
    ids.iter()
        .fold(
            records::query_as(AssertSqlSafe(sql)),
            records::QueryAs::bind,
        )
        .fetch_all(on)
        .await
}

pub(crate) async fn by_login(
    on: Executor<'_>,
    login: &str,
) -> Result<Option<Account>, sqlx::Error> {
    records::query_as("SELECT * FROM accounts WHERE login = $1")
        .bind(login)
        .fetch_optional(on)
        .await
}

/// Gives an account another password.
pub(crate) async fn set_password(
    transaction: &mut WriteTransaction,
    id: &str,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    records::query("UPDATE accounts SET password_hash = $1 WHERE id = $2")
        .bind(password_hash)
        .bind(id)
        .execute(transaction)
        .await
        .map(|_| ())
}

/// Gives an account a login and a password, its name, and the words by which that is found.
pub(crate) async fn give_login(
    transaction: &mut WriteTransaction,
    account: &Account,
) -> Result<(), sqlx::Error> {
    records::query(
        "UPDATE accounts SET display_name = $1, login = $2, password_hash = $3, sought = $4
         WHERE id = $5",
    )
    .bind(&account.display_name)
    .bind(&account.login)
    .bind(&account.password_hash)
    .bind(words_of(&account.display_name))
    .bind(&account.id)
    .execute(transaction)
    .await
    .map(|_| ())
}

/// Gives an account another name, and the words by which that is found.
pub(crate) async fn set_display_name(
    transaction: &mut WriteTransaction,
    account: &Account,
) -> Result<(), sqlx::Error> {
    records::query("UPDATE accounts SET display_name = $1, sought = $2 WHERE id = $3")
        .bind(&account.display_name)
        .bind(words_of(&account.display_name))
        .bind(&account.id)
        .execute(transaction)
        .await
        .map(|_| ())
}

/// Makes transactions that look at an account before they write take turns.
pub(crate) async fn take_turns(
    transaction: &mut WriteTransaction,
    id: &str,
) -> Result<(), sqlx::Error> {
    records::query("UPDATE accounts SET id = id WHERE id = $1")
        .bind(id)
        .execute(transaction)
        .await
        .map(|_| ())
}

/// How many programs a person operates.
pub(crate) async fn programs_of(on: Executor<'_>, operator_id: &str) -> Result<i64, sqlx::Error> {
    records::query_scalar("SELECT count(*) FROM accounts WHERE operator_id = $1")
        .bind(operator_id)
        .fetch_one(on)
        .await
}

/// A page of the programs that a person operates, the oldest first, and one more.
pub(crate) async fn operated_by(
    on: Executor<'_>,
    operator_id: &str,
    page: &Page<ProgramKey>,
) -> Result<Vec<Program>, sqlx::Error> {
    let (created_at_ms, id) = page.after().cloned().unwrap_or((i64::MIN, String::new()));
    records::query_as(
        "SELECT * FROM accounts WHERE operator_id = $1 AND (created_at_ms, id) > ($2, $3)
         ORDER BY created_at_ms, id LIMIT $4",
    )
    .bind(operator_id)
    .bind(created_at_ms)
    .bind(id)
    .bind(page.limit())
    .fetch_all(on)
    .await
}

/// The name as it will be shown: trimmed, and fit to be shown.
pub(crate) fn check_display_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(is_unprintable) {
        return Err(problem!(
            Kind::Invalid,
            "invalid_name",
            "A name has 1 to {most} characters, none of them hidden or a control character.",
            most = LONGEST_NAME,
        ));
    }
    Ok(name.to_owned())
}

/// The name as it will be shown, of somebody who may leave it out: blank it is left out.
pub(crate) fn given_display_name(name: &str) -> Result<Option<String>, Problem> {
    let blank = name.trim().is_empty() && !name.chars().any(is_unprintable);
    if blank && name.chars().count() <= LONGEST_NAME {
        return Ok(None);
    }
    check_display_name(name).map(Some)
}

/// The login in lower case.
pub(crate) fn check_login(login: &str) -> Result<String, Problem> {
    let login = login.trim().to_lowercase();
    let plain = |c: char| c.is_alphanumeric() || "._-@+".contains(c);
    let length = login.chars().count();
    if !LOGIN_LENGTH.contains(&length) || !login.chars().all(plain) {
        return Err(problem!(
            Kind::Invalid,
            "invalid_login",
            "A login has {least} to {most} letters, digits or . _ - @ +",
            least = *LOGIN_LENGTH.start(),
            most = *LOGIN_LENGTH.end(),
        ));
    }
    Ok(login)
}
