//! Other names for accounts, and what these were called before.

use outflank_access::{Person, Problem, identifier};
use outflank_journal::{Executor, WriteTransaction, records};
use outflank_proto::identity::v1 as proto;

use crate::{
    accounts::{self, Account},
    app::Identity,
    programs::answers_for,
    refusals,
    refusals::stored,
};

/// New names that an account takes within a day.
const MOST_A_DAY: i64 = 5;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const SECOND_MS: u64 = 1000;
/// Former names that are told of one account.
const MOST_TOLD: i64 = 100;

impl Identity {
    /// Gives the caller's account, or a program of theirs, another name. The one that it has already is no change.
    pub(crate) async fn rename_account(
        &self,
        caller: &Person,
        asked: proto::RenameAccountRequest,
    ) -> Result<Account, Problem> {
        let display_name = accounts::check_display_name(&asked.display_name)?;
        let mut id = asked.account_id;
        if id.is_empty() {
            id.clone_from(&caller.account_id);
        }
        identifier::check_account_id(&id).map_err(|_| refusals::not_your_program())?;
        // Nobody holds up the writes of others where there is nothing of his own to write.
        let stands = own(self.reader(), caller, &id).await?;
        if stands.display_name == display_name {
            return Ok(stands);
        }
        let mut transaction = self.writer().await?;
        // Of several names at once each is counted.
        accounts::take_turns(&mut transaction, &id)
            .await
            .map_err(stored)?;
        let account = own(transaction.on(), caller, &id).await?;
        if account.display_name == display_name {
            return Ok(account);
        }
        let now_ms = self.clock.now_ms();
        let first_of_most: Option<i64> = records::query_scalar(
            "SELECT until_ms FROM former_names WHERE account_id = $1
             ORDER BY number DESC LIMIT 1 OFFSET $2",
        )
        .bind(&account.id)
        .bind(MOST_A_DAY - 1)
        .fetch_optional(transaction.on())
        .await
        .map_err(stored)?;
        let again_at_ms = first_of_most.map_or(now_ms, |at_ms| at_ms.saturating_add(DAY_MS));
        if let Ok(wait_ms @ 1..) = u64::try_from(again_at_ms.saturating_sub(now_ms)) {
            let wait_s = wait_ms.div_ceil(SECOND_MS);
            return Err(refusals::renamed_too_often(MOST_A_DAY, wait_s));
        }
        keep_former(&mut transaction, &account, now_ms)
            .await
            .map_err(stored)?;
        let account = Account {
            display_name,
            ..account
        };
        accounts::set_display_name(&mut transaction, &account)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        Ok(account)
    }

    /// What an account was called before, the latest first.
    pub(crate) async fn former_names(&self, id: &str) -> Result<Vec<proto::FormerName>, Problem> {
        identifier::check_account_id(id)?;
        let names: Vec<(String, i64)> = records::query_as(
            "SELECT display_name, until_ms FROM former_names WHERE account_id = $1
             ORDER BY number DESC LIMIT $2",
        )
        .bind(id)
        .bind(MOST_TOLD)
        .fetch_all(self.reader())
        .await
        .map_err(stored)?;
        let told = |(display_name, until_ms)| proto::FormerName {
            display_name,
            until_ms,
        };
        Ok(names.into_iter().map(told).collect())
    }
}

/// The caller's account of that id, or a program of theirs.
async fn own(on: Executor<'_>, caller: &Person, id: &str) -> Result<Account, Problem> {
    accounts::by_id(on, id)
        .await
        .map_err(stored)?
        .filter(|account| answers_for(caller, account))
        .ok_or_else(refusals::not_your_program)
}

/// Keeps the name that an account has, because it is given another one.
pub(crate) async fn keep_former(
    transaction: &mut WriteTransaction,
    account: &Account,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    records::query(
        "INSERT INTO former_names (account_id, display_name, until_ms) VALUES ($1, $2, $3)",
    )
    .bind(&account.id)
    .bind(&account.display_name)
    .bind(now_ms)
    .execute(transaction)
    .await
    .map(|_| ())
}
