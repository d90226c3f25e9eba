//! Signing in and out, and what keeps a session.

use outflank_access::{Person, Problem, identifier};
use outflank_journal::WriteTransaction;
use outflank_proto::identity::v1 as proto;

use crate::{
    accounts::{self, Account},
    api_keys,
    app::Identity,
    password::Line,
    refusals,
    refusals::stored,
    sessions::{self, Refreshed},
    sources::{self, Known, Source},
};

/// Who wants to sign in, and from where.
#[derive(Debug)]
pub(crate) struct SignIn {
    pub login: String,
    pub password: String,
    pub source: Source,
}

impl Identity {
    pub(crate) async fn sign_in(&self, asked: SignIn) -> Result<(Account, proto::Tokens), Problem> {
        let login = asked.login.trim().to_lowercase();
        let account = accounts::by_login(self.reader(), &login)
            .await
            .map_err(stored)?;
        let known = match &account {
            Some(account) => {
                let now_ms = self.clock.now_ms();
                sources::known(self.reader(), &account.id, &asked.source, now_ms)
                    .await
                    .map_err(stored)?
            }
            None => Known::Nothing,
        };
        let guess = self.guesses.at_login(&login, &asked.source, &known).await?;
        let hash = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let line = match known {
            Known::Nothing => Line::Strangers,
            Known::Device(_) | Known::Address => Line::Known,
        };
        let right = self.passwords.matches(asked.password, hash, line).await?;
        let account = account
            .filter(|_| right)
            .ok_or_else(refusals::wrong_credentials)?;
        self.guesses.was_none(guess).await;
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        accounts::take_turns(&mut transaction, &account.id)
            .await
            .map_err(stored)?;
        let device_token =
            sources::remember(&mut transaction, &account.id, &asked.source, now_ms).await?;
        let refresh = sessions::open(&mut transaction, &account.id, now_ms).await?;
        transaction.commit().await.map_err(stored)?;
        let tokens = self.tokens(&account, refresh)?;
        let tokens = proto::Tokens {
            device_token,
            ..tokens
        };
        Ok((account, tokens))
    }

    pub(crate) async fn refresh(&self, secret: &str) -> Result<(Account, proto::Tokens), Problem> {
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let refreshed =
            sessions::refresh(&mut transaction, &self.successors, secret, now_ms).await?;
        let found = match &refreshed {
            Refreshed::Next { account_id, .. } => accounts::by_id(transaction.on(), account_id)
                .await
                .map_err(stored)?,
            Refreshed::Raced | Refreshed::Revoked { .. } => None,
        };
        transaction.commit().await.map_err(stored)?;
        match (refreshed, found) {
            (Refreshed::Next { token, .. }, Some(account)) => {
                let tokens = self.tokens(&account, token)?;
                Ok((account, tokens))
            }
            (Refreshed::Next { .. }, None) => Err(refusals::session_ended()),
            (Refreshed::Raced, _) => Err(refusals::refresh_raced()),
            (Refreshed::Revoked { session_id }, _) => {
                self.announce_end(&session_id).await;
                Err(refusals::session_reused())
            }
        }
    }

    pub(crate) async fn sign_out(&self, secret: &str) -> Result<(), Problem> {
        let mut transaction = self.writer().await?;
        let ended = sessions::sign_out(&mut transaction, secret, self.clock.now_ms()).await?;
        transaction.commit().await.map_err(stored)?;
        if let Some(session_id) = ended {
            self.announce_end(&session_id).await;
        }
        Ok(())
    }

    /// The caller's account, if this is its password. An account without one cannot prove itself.
    pub(crate) async fn prove(
        &self,
        caller: &Person,
        password: String,
    ) -> Result<Account, Problem> {
        let account = self.account(&caller.account_id).await?;
        let guess = self.guesses.signed_in(&account.id).await?;
        let hash = account.password_hash.clone();
        if !self.passwords.matches(password, hash, Line::Known).await? {
            return Err(refusals::wrong_password());
        }
        self.guesses.was_none(guess).await;
        Ok(account)
    }

    /// Another password for the caller's account; its other sessions end, and where it is said its API keys.
    pub(crate) async fn change_password(
        &self,
        caller: &Person,
        (old, new): (String, String),
        end_keys: bool,
    ) -> Result<(), Problem> {
        let account = self.prove(caller, old).await?;
        let names = account.login.into_iter().chain([account.display_name]);
        let hash = self
            .passwords
            .choose(new, names.collect(), Line::Known)
            .await?;
        let mut transaction = self.writer().await?;
        accounts::set_password(&mut transaction, &account.id, &hash)
            .await
            .map_err(stored)?;
        let but = Some(caller.session_id.as_str());
        let now_ms = self.clock.now_ms();
        let mut ended = sessions::end_all(&mut transaction, &account.id, but, now_ms).await?;
        if end_keys {
            ended.extend(end_keys_of(&mut transaction, &account.id, now_ms).await?);
        }
        transaction.commit().await.map_err(stored)?;
        self.announce_ends(&ended).await;
        Ok(())
    }

    /// Every session of the caller's account ends, and so do its API keys unless they are to be kept; no device and no
    /// address is known any more.
    pub(crate) async fn end_sessions(
        &self,
        caller: &Person,
        keep_keys: bool,
    ) -> Result<(), Problem> {
        let (id, now_ms) = (&caller.account_id, self.clock.now_ms());
        let mut transaction = self.writer().await?;
        // Before everything else, as who signs in does: a session that is being opened now ends, too.
        accounts::take_turns(&mut transaction, id)
            .await
            .map_err(stored)?;
        sources::forget(&mut transaction, id, self.forget_addresses).await?;
        let mut ended = sessions::end_all(&mut transaction, id, None, now_ms).await?;
        if !keep_keys {
            ended.extend(end_keys_of(&mut transaction, id, now_ms).await?);
        }
        transaction.commit().await.map_err(stored)?;
        self.announce_ends(&ended).await;
        Ok(())
    }

    async fn announce_ends(&self, sessions: &[String]) {
        for session_id in sessions {
            self.announce_end(session_id).await;
        }
    }
}

/// Ends the API keys of a person, whose turn it is, and of their programs; answers what stands for a session in the
/// tokens of each.
async fn end_keys_of(
    transaction: &mut WriteTransaction,
    account_id: &str,
    now_ms: i64,
) -> Result<Vec<String>, Problem> {
    let ended = api_keys::end_all(transaction, account_id, now_ms)
        .await
        .map_err(stored)?;
    let sessions = ended.iter().map(|id| identifier::session_of_key(id));
    Ok(sessions.collect())
}
