//! Guests: whoever plays before he signs up, under a light account without a seat; and light accounts that are kept by a
//! login.

use outflank_access::{Person, Problem, identifier};
use outflank_proto::identity::v1 as proto;

use crate::{
    accounts::{self, Account},
    app::Identity,
    password::Line,
    refusals,
    refusals::stored,
    renaming, sessions,
};

/// The least of the numbers in guests' names, all of which have five digits.
const LEAST_NUMBER: u32 = 10_000;
/// So many there are.
const NUMBERS: u32 = 90_000;

impl Identity {
    /// A light account without a seat, and its session. A name that was made here would hide people's where somebody looks
    /// for them, so that nobody finds it.
    pub(crate) async fn open_guest_session(
        &self,
        display_name: &str,
    ) -> Result<(Account, proto::Tokens), Problem> {
        let given = accounts::given_display_name(display_name)?;
        let is_sought = given.is_some();
        let display_name = match given {
            Some(name) => name,
            None => drawn_name()?,
        };
        let id = identifier::random_id().map_err(Problem::internal)?;
        let account = Account::light(id, display_name);
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let inserted = if is_sought {
            accounts::insert(&mut transaction, &account, now_ms).await
        } else {
            accounts::insert_unsought(&mut transaction, &account, now_ms).await
        };
        inserted.map_err(stored)?;
        let refresh = sessions::open(&mut transaction, &account.id, now_ms).await?;
        transaction.commit().await.map_err(stored)?;
        let tokens = self.tokens(&account, refresh)?;
        Ok((account, tokens))
    }

    /// Gives the caller's light account a login and a password; its sessions stay. Answers an access token of the caller's
    /// session that says so.
    pub(crate) async fn keep_account(
        &self,
        caller: &Person,
        asked: proto::KeepAccountRequest,
    ) -> Result<proto::KeepAccountResponse, Problem> {
        let before = self.account(&caller.account_id).await?;
        check_light(&before)?;
        let given = accounts::given_display_name(&asked.display_name)?;
        let display_name = given.unwrap_or(before.display_name);
        let login = accounts::check_login(&asked.login)?;
        let names = vec![login.clone(), display_name.clone()];
        // Anybody has as many guests as he likes: they wait in the line of strangers.
        let chosen = self
            .passwords
            .choose(asked.password, names, Line::Strangers);
        let password_hash = chosen.await?;
        let mut transaction = self.writer().await?;
        // Of several who keep one account at once the first does.
        accounts::take_turns(&mut transaction, &caller.account_id)
            .await
            .map_err(stored)?;
        let account = accounts::by_id(transaction.on(), &caller.account_id)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::session_ended)?;
        check_light(&account)?;
        // A login outlives the session that it is made in.
        let now_ms = self.clock.now_ms();
        if !sessions::stands(transaction.on(), &caller.session_id, now_ms).await? {
            return Err(refusals::session_ended());
        }
        if account.display_name != display_name {
            renaming::keep_former(&mut transaction, &account, now_ms)
                .await
                .map_err(stored)?;
        }
        let account = Account {
            display_name,
            login: Some(login.clone()),
            password_hash: Some(password_hash),
            ..account
        };
        accounts::give_login(&mut transaction, &account)
            .await
            .map_err(|error| refusals::login_not_written(error, &login))?;
        transaction.commit().await.map_err(stored)?;
        let (access_token, access_expires_at_ms) = self.access_token(&Person {
            light: false,
            ..caller.clone()
        })?;
        Ok(proto::KeepAccountResponse {
            account: Some(account.to_proto()),
            access_token,
            access_expires_at_ms,
        })
    }
}

/// Whether an account may be kept: a person's that has neither login nor password.
fn check_light(account: &Account) -> Result<(), Problem> {
    if account.login.is_some() || account.password_hash.is_some() {
        return Err(refusals::account_has_login());
    }
    if !account.may_be_let_in() {
        return Err(refusals::people_only());
    }
    Ok(())
}

/// What a guest is called who says nothing.
fn drawn_name() -> Result<String, Problem> {
    let drawn = identifier::random_bytes().map_err(Problem::internal)?;
    let number = LEAST_NUMBER + u32::from_be_bytes(drawn) % NUMBERS;
    Ok(format!("Guest {number}"))
}
