//! Programs and API keys: a person makes accounts for programs and answers for them.

use outflank_access::{Page, Person, Problem, identifier};
use outflank_journal::WriteTransaction;
use outflank_proto::identity::v1 as proto;

use crate::{
    accounts::{self, Account, Program, ProgramKey},
    api_keys::{self, ApiKey, ApiKeyKey, NewApiKey},
    app::Identity,
    refusals,
    refusals::stored,
    sessions,
};

/// Programs that one person may operate.
const MOST_PROGRAMS: i64 = 50;

impl Identity {
    /// Makes an account for a program that the caller operates.
    pub(crate) async fn create_program(
        &self,
        operator: &Person,
        display_name: &str,
    ) -> Result<Account, Problem> {
        let display_name = accounts::check_display_name(display_name)?;
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        accounts::take_turns(&mut transaction, &operator.account_id)
            .await
            .map_err(stored)?;
        let operated = accounts::programs_of(transaction.on(), &operator.account_id)
            .await
            .map_err(stored)?;
        if operated >= MOST_PROGRAMS {
            return Err(refusals::too_many_programs(MOST_PROGRAMS));
        }
        let account = Account {
            id: identifier::random_id().map_err(Problem::internal)?,
            display_name,
            login: None,
            password_hash: None,
            administrator: false,
            operator_id: Some(operator.account_id.clone()),
        };
        accounts::insert(&mut transaction, &account, now_ms)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        Ok(account)
    }

    /// A page of the programs that the caller operates, and one more.
    pub(crate) async fn programs(
        &self,
        operator: &Person,
        page: &Page<ProgramKey>,
    ) -> Result<Vec<Program>, Problem> {
        accounts::operated_by(self.reader(), &operator.account_id, page)
            .await
            .map_err(stored)
    }

    /// Makes an API key for the caller's own account or a program of theirs, whoever can tell the caller's password: a
    /// key outlives the access token that it is asked for with. Answers what is kept, and the key.
    pub(crate) async fn issue_api_key(
        &self,
        caller: &Person,
        mut asked: NewApiKey,
        password: String,
    ) -> Result<(ApiKey, String), Problem> {
        if asked.account_id.is_empty() {
            asked.account_id.clone_from(&caller.account_id);
        }
        let proven = match (self.keys_take_passwords, password.is_empty()) {
            (false, _) => None,
            (true, true) => return Err(refusals::no_password()),
            (true, false) => Some(self.prove(caller, password).await?),
        };
        let mut transaction = self.writer().await?;
        self.still_proven(&mut transaction, caller, proven).await?;
        let account = accounts::by_id(transaction.on(), &asked.account_id)
            .await
            .map_err(stored)?
            .filter(|account| answers_for(caller, account))
            .ok_or_else(refusals::not_your_program)?;
        asked.account_id = account.id;
        let issued = api_keys::issue(&mut transaction, asked, self.clock.now_ms()).await?;
        transaction.commit().await.map_err(stored)?;
        Ok(issued)
    }

    /// Neither the password that was told nor the session has ended meanwhile: whoever ends keys with them ends every one.
    async fn still_proven(
        &self,
        transaction: &mut WriteTransaction,
        caller: &Person,
        proven: Option<Account>,
    ) -> Result<(), Problem> {
        accounts::take_turns(transaction, &caller.account_id)
            .await
            .map_err(stored)?;
        let account = accounts::by_id(transaction.on(), &caller.account_id)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::session_ended)?;
        if proven.is_some_and(|proven| proven.password_hash != account.password_hash) {
            return Err(refusals::wrong_password());
        }
        let now_ms = self.clock.now_ms();
        if !sessions::stands(transaction.on(), &caller.session_id, now_ms).await? {
            return Err(refusals::session_ended());
        }
        Ok(())
    }

    /// A page of the keys of the caller and of their programs, and one more.
    pub(crate) async fn api_keys(
        &self,
        caller: &Person,
        page: &Page<ApiKeyKey>,
    ) -> Result<Vec<ApiKey>, Problem> {
        api_keys::of_operator(self.reader(), &caller.account_id, page)
            .await
            .map_err(stored)
    }

    /// How many of them are good.
    pub(crate) async fn good_api_keys(&self, caller: &Person) -> Result<u32, Problem> {
        let now_ms = self.clock.now_ms();
        let good = api_keys::good_of_operator(self.reader(), &caller.account_id, now_ms)
            .await
            .map_err(stored)?;
        Ok(u32::try_from(good).unwrap_or(u32::MAX))
    }

    /// Ends a key of the caller's or of a program of theirs.
    pub(crate) async fn revoke_api_key(&self, caller: &Person, id: &str) -> Result<(), Problem> {
        let mut transaction = self.writer().await?;
        let key = api_keys::by_id(transaction.on(), id)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::unknown_key)?;
        accounts::by_id(transaction.on(), &key.account_id)
            .await
            .map_err(stored)?
            .filter(|account| answers_for(caller, account))
            .ok_or_else(refusals::unknown_key)?;
        api_keys::revoke(&mut transaction, id, self.clock.now_ms())
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        self.announce_end(&identifier::session_of_key(id)).await;
        Ok(())
    }

    /// Trades a key for a short access token.
    pub(crate) async fn exchange_api_key(
        &self,
        key: &str,
    ) -> Result<proto::ExchangeApiKeyResponse, Problem> {
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let key = api_keys::find(&mut transaction, key, now_ms)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::refused_key)?;
        let account = accounts::by_id(transaction.on(), &key.account_id)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::refused_key)?;
        transaction.commit().await.map_err(stored)?;
        let person = Person {
            account_id: account.id.clone(),
            session_id: identifier::session_of_key(&key.id),
            light: account.password_hash.is_none(),
            scopes: key.scopes,
        };
        let (access_token, access_expires_at_ms) = self.access_token(&person)?;
        Ok(proto::ExchangeApiKeyResponse {
            account: Some(account.to_proto()),
            access_token,
            access_expires_at_ms,
        })
    }
}

/// Whether an account is the caller's own or a program of theirs.
pub(crate) fn answers_for(caller: &Person, account: &Account) -> bool {
    account.id == caller.account_id
        || account.operator_id.as_deref() == Some(caller.account_id.as_str())
}
