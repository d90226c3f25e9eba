//! Accounts found by their names: by the beginning of any word of the name that is shown, or by a whole login.

use std::ops::RangeInclusive;

use outflank_access::{Kind, Problem, problem};
use outflank_journal::{WriteTransaction, records};
use outflank_proto::identity::v1 as proto;

use crate::{accounts::Account, app::Identity, refusals::stored, sought::words_of};

/// How long what is looked for is, in characters; with fewer letters than its least length nobody is found.
const SOUGHT: RangeInclusive<usize> = 2..=70;
/// Accounts in one answer.
const MOST_FOUND: i64 = 20;
/// Names that are made ready in one transaction.
const NAMES_AT_ONCE: i64 = 500;

impl Identity {
    /// Accounts by the beginning of a name or by a whole login, the best match first.
    pub(crate) async fn find_accounts(&self, name: &str) -> Result<Vec<Account>, Problem> {
        if !SOUGHT.contains(&name.chars().count()) {
            return Err(problem!(
                Kind::Invalid,
                "bad_name_sought",
                "An account is found by {least} to {most} characters of its name.",
                least = *SOUGHT.start(),
                most = *SOUGHT.end(),
            ));
        }
        let words = words_of(name);
        if words.chars().filter(|c| *c != ' ').count() < *SOUGHT.start() {
            return Ok(Vec::new());
        }
        let (begins, holds) = (format!("{words}%"), format!("% {words}%"));
        records::query_as(
            "SELECT * FROM accounts WHERE sought LIKE $1 OR sought LIKE $2 OR login = $3 \
             ORDER BY CASE WHEN sought LIKE $4 THEN 0 ELSE 1 END, sought, id LIMIT $5",
        )
        .bind(&begins)
        .bind(&holds)
        .bind(name.trim().to_lowercase())
        .bind(&begins)
        .bind(MOST_FOUND)
        .fetch_all(self.reader())
        .await
        .map_err(stored)
    }

    /// Gives the words by which they are found to accounts that a program wrote which knew none.
    pub(crate) async fn make_names_ready(&self) -> Result<(), Problem> {
        loop {
            let waiting: Vec<(String, String)> = records::query_as(
                "SELECT id, display_name FROM accounts WHERE sought IS NULL LIMIT $1",
            )
            .bind(NAMES_AT_ONCE)
            .fetch_all(self.reader())
            .await
            .map_err(stored)?;
            if waiting.is_empty() {
                return Ok(());
            }
            let mut transaction = self.writer().await?;
            for (id, name) in &waiting {
                set_sought(&mut transaction, id, name)
                    .await
                    .map_err(stored)?;
            }
            transaction.commit().await.map_err(stored)?;
        }
    }
}

/// Gives an account the words by which it is found.
pub(crate) async fn set_sought(
    transaction: &mut WriteTransaction,
    id: &str,
    name: &str,
) -> Result<(), sqlx::Error> {
    records::query("UPDATE accounts SET sought = $1 WHERE id = $2 AND display_name = $3")
        .bind(words_of(name))
        .bind(id)
        .bind(name)
        .execute(transaction)
        .await
        .map(|_| ())
}

/// An account as it is told to whom looks for it: no login, which may be an address.
pub(crate) fn found(account: Account) -> proto::FoundAccount {
    let kind = match (&account.operator_id, &account.login) {
        (Some(_), _) => "program",
        (None, Some(_)) => "member",
        (None, None) => "guest",
    };
    proto::FoundAccount {
        account_id: account.id,
        display_name: account.display_name,
        kind: kind.to_owned(),
    }
}
