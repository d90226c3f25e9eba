//! Codes for the people of an event that came from another server: whoever has no way in here gets one.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};

use crate::{
    accounts::{self, Account},
    moving::Moving,
    refusals::stored,
    seats::{self, Purpose},
};

/// Somebody of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The entrant whose games they play; `None` for an official.
    pub entrant_id: Option<String>,
    /// Their account; `None` where nobody has claimed the seat.
    pub account_id: Option<String>,
    /// An entrant's name; an official's is that of the account.
    pub display_name: String,
}

/// A code for somebody who has no other way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The entrant; `None` for an official.
    pub entrant_id: Option<String>,
    /// Whom it is for.
    pub display_name: String,
    /// Good once.
    pub code: String,
    /// When it ends, in ms since 1970.
    pub expires_at_ms: i64,
}

impl Moving {
    /// Makes a code for everybody who has neither a password, nor a session, nor a key here; earlier unused ones end.
    /// Nobody gets two: who plays and directs comes in by the seat.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invite(
        &self,
        tournament_id: &str,
        guests: &[Guest],
        now_ms: i64,
    ) -> Result<Vec<Invitation>, Problem> {
        let mut transaction = self.store().records.write().await.map_err(stored)?;
        let mut invited = Vec::new();
        let mut let_in = BTreeSet::new();
        for guest in guests {
            let account = known(&mut transaction, guest).await?;
            let is_official = guest.entrant_id.is_none();
            if let Some(account) = &account
                && (let_in.contains(&account.id)
                    || has_way_in(&mut transaction, account, now_ms).await?)
            {
                continue;
            }
            // A program's seat is claimed by whoever runs it here.
            let account = account.filter(Account::may_be_let_in);
            if is_official && account.is_none() {
                continue;
            }
            let display_name = match &account {
                Some(account) if is_official => &account.display_name,
                _ => &guest.display_name,
            };
            let purpose = Purpose {
                tournament_id,
                entrant_id: guest.entrant_id.as_deref().unwrap_or_default(),
                display_name,
                account_id: account.as_ref().map(|account| account.id.as_str()),
            };
            let (code, expires_at_ms) = seats::issue(&mut transaction, purpose, now_ms).await?;
            invited.push(Invitation {
                entrant_id: guest.entrant_id.clone(),
                display_name: display_name.clone(),
                code,
                expires_at_ms,
            });
            let_in.extend(account.map(|account| account.id));
        }
        transaction.commit().await.map_err(stored)?;
        Ok(invited)
    }
}

async fn known(
    transaction: &mut WriteTransaction,
    guest: &Guest,
) -> Result<Option<Account>, Problem> {
    match &guest.account_id {
        Some(id) => accounts::by_id(transaction.on(), id).await.map_err(stored),
        None => Ok(None),
    }
}

async fn has_way_in(
    transaction: &mut WriteTransaction,
    account: &Account,
    now_ms: i64,
) -> Result<bool, Problem> {
    if account.password_hash.is_some() {
        return Ok(true);
    }
    let ways: i64 = records::query_scalar(
        "SELECT (SELECT count(*) FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id
                 WHERE s.account_id = $1 AND s.revoked_at_ms IS NULL AND t.expires_at_ms > $2)
              + (SELECT count(*) FROM api_keys WHERE account_id = $3 AND revoked_at_ms IS NULL
                 AND (expires_at_ms IS NULL OR expires_at_ms > $4))",
    )
    .bind(&account.id)
    .bind(now_ms)
    .bind(&account.id)
    .bind(now_ms)
    .fetch_one(transaction.on())
    .await
    .map_err(stored)?;
    Ok(ways > 0)
}
