//! What the service does: load, decide, write.

use std::sync::Arc;

use outflank_journal::{SqliteJournal, WriteTransaction, feed};
use outflank_live::{SharedLive, topic};
use outflank_proto::{
    feed::v1::{ReadFactsRequest, ReadFactsResponse},
    identity::v1 as proto,
};
use outflank_runtime::{
    ClusterClock, Person, Problem,
    access::Scopes,
    identifier, keys,
    tokens::{Signer, TokenError},
};
use sqlx::{Sqlite, pool::PoolConnection};

use crate::{
    accounts::{self, Account},
    api_keys,
    password::Passwords,
    refusals, seats,
    sessions::{self, RefreshToken, Refreshed},
};

/// What the service is made of.
pub struct IdentityParts {
    /// Its own journal and records.
    pub journal: Arc<SqliteJournal>,
    /// For wake-ups.
    pub live: SharedLive,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// Signs access tokens.
    pub signing_key: ed25519_dalek::SigningKey,
}

impl std::fmt::Debug for IdentityParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("IdentityParts")
    }
}

/// The identity service.
pub struct Identity {
    pub(crate) journal: Arc<SqliteJournal>,
    pub(crate) live: SharedLive,
    pub(crate) clock: Arc<ClusterClock>,
    signer: Signer,
    key_set: String,
    passwords: Passwords,
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Identity")
    }
}

/// A new account as it was asked for.
#[derive(Debug)]
pub(crate) struct NewAccount {
    pub display_name: String,
    pub login: String,
    pub password: String,
    pub administrator_code: Option<String>,
}

impl Identity {
    /// The service over its parts. Seats whose claim a crash cut short are announced first.
    ///
    /// # Errors
    /// When the signing key or the store cannot be used.
    pub async fn start(parts: IdentityParts) -> Result<Arc<Self>, Problem> {
        let public = parts.signing_key.verifying_key();
        let identity = Arc::new(Self {
            journal: parts.journal,
            live: parts.live,
            clock: parts.clock,
            signer: Signer::new(&parts.signing_key).map_err(signing)?,
            key_set: serde_json::json!({ "keys": [keys::json_web_key(&public)] }).to_string(),
            passwords: Passwords::new(),
        });
        let cut_short = {
            let mut connection = identity.reader().await?;
            seats::unannounced(&mut connection)
                .await
                .map_err(Problem::internal)?
        };
        for code in &cut_short {
            identity.announce(code).await?;
        }
        Ok(identity)
    }

    /// The code that makes the first administrator: a new one at each start until it was used, none afterwards.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn administrator_code(&self) -> Result<Option<String>, Problem> {
        let mut transaction = self.writer().await?;
        let administrators: i64 =
            sqlx::query_scalar("SELECT count(*) FROM accounts WHERE administrator = 1")
                .fetch_one(&mut *transaction)
                .await
                .map_err(Problem::internal)?;
        if administrators > 0 {
            return Ok(None);
        }
        let code = identifier::random_secret().map_err(Problem::internal)?;
        sqlx::query("INSERT OR REPLACE INTO administrator_code (only_row, digest) VALUES (1, ?)")
            .bind(identifier::secret_digest(&code))
            .execute(&mut *transaction)
            .await
            .map_err(Problem::internal)?;
        transaction.commit().await.map_err(Problem::internal)?;
        Ok(Some(code))
    }

    pub(crate) fn key_set(&self) -> String {
        self.key_set.clone()
    }

    pub(crate) async fn create_account(
        &self,
        asked: NewAccount,
    ) -> Result<(Account, proto::Tokens), Problem> {
        let display_name = accounts::check_display_name(&asked.display_name)?;
        let login = accounts::check_login(&asked.login)?;
        accounts::check_password(&asked.password)?;
        let password_hash = self.passwords.hash(asked.password).await?;
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let connection = &mut *transaction;
        let taken = accounts::by_login(connection, &login)
            .await
            .map_err(Problem::internal)?;
        if taken.is_some() {
            return Err(refusals::login_taken(&login));
        }
        let administrator = match asked.administrator_code {
            Some(code) => {
                let used = sqlx::query("DELETE FROM administrator_code WHERE digest = ?")
                    .bind(identifier::secret_digest(&code))
                    .execute(&mut *connection)
                    .await
                    .map_err(Problem::internal)?;
                if used.rows_affected() == 0 {
                    return Err(refusals::wrong_administrator_code());
                }
                true
            }
            None => false,
        };
        let account = Account {
            id: identifier::random_id().map_err(Problem::internal)?,
            display_name,
            login: Some(login),
            password_hash: Some(password_hash),
            administrator,
            operator_id: None,
        };
        accounts::insert(connection, &account, now_ms)
            .await
            .map_err(Problem::internal)?;
        let refresh = sessions::open(connection, &account.id, now_ms).await?;
        transaction.commit().await.map_err(Problem::internal)?;
        let tokens = self.tokens(&account, refresh)?;
        Ok((account, tokens))
    }

    pub(crate) async fn sign_in(
        &self,
        login: &str,
        password: String,
    ) -> Result<(Account, proto::Tokens), Problem> {
        let login = login.trim().to_lowercase();
        let account = {
            let mut connection = self.reader().await?;
            accounts::by_login(&mut connection, &login)
                .await
                .map_err(Problem::internal)?
        };
        let hash = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let right = self.passwords.matches(password, hash).await?;
        let account = account
            .filter(|_| right)
            .ok_or_else(refusals::wrong_credentials)?;
        let mut transaction = self.writer().await?;
        let refresh = sessions::open(&mut transaction, &account.id, self.clock.now_ms()).await?;
        transaction.commit().await.map_err(Problem::internal)?;
        let tokens = self.tokens(&account, refresh)?;
        Ok((account, tokens))
    }

    pub(crate) async fn refresh(&self, secret: &str) -> Result<(Account, proto::Tokens), Problem> {
        let mut transaction = self.writer().await?;
        let connection = &mut *transaction;
        let refreshed = sessions::refresh(connection, secret, self.clock.now_ms()).await?;
        let found = match &refreshed {
            Refreshed::Next { account_id, .. } => accounts::by_id(connection, account_id)
                .await
                .map_err(Problem::internal)?,
            Refreshed::Revoked { .. } => None,
        };
        transaction.commit().await.map_err(Problem::internal)?;
        match (refreshed, found) {
            (Refreshed::Next { token, .. }, Some(account)) => {
                let tokens = self.tokens(&account, token)?;
                Ok((account, tokens))
            }
            (Refreshed::Next { .. }, None) => Err(refusals::session_ended()),
            (Refreshed::Revoked { session_id }, _) => {
                self.announce_end(&session_id).await;
                Err(refusals::session_reused())
            }
        }
    }

    pub(crate) async fn sign_out(&self, secret: &str) -> Result<(), Problem> {
        let mut transaction = self.writer().await?;
        let ended = sessions::sign_out(&mut transaction, secret, self.clock.now_ms()).await?;
        transaction.commit().await.map_err(Problem::internal)?;
        if let Some(session_id) = ended {
            self.announce_end(&session_id).await;
        }
        Ok(())
    }

    /// Gateways close the sockets of a session that has ended. One that does not hear of it asks when the
    /// access token runs out.
    pub(crate) async fn announce_end(&self, session_id: &str) {
        let message = session_id.to_owned().into();
        if let Err(error) = self.live.publish(&topic::ended_sessions(), message).await {
            tracing::debug!(%error, "gateways were not told that a session ended");
        }
    }

    pub(crate) async fn session_stands(&self, session_id: &str) -> Result<bool, Problem> {
        let mut connection = self.reader().await?;
        let now_ms = self.clock.now_ms();
        match api_keys::id_of_session(session_id) {
            Some(key) => api_keys::stands(&mut connection, key, now_ms)
                .await
                .map_err(Problem::internal),
            None => sessions::stands(&mut connection, session_id, now_ms).await,
        }
    }

    pub(crate) async fn account(&self, id: &str) -> Result<Account, Problem> {
        let mut connection = self.reader().await?;
        accounts::by_id(&mut connection, id)
            .await
            .map_err(Problem::internal)?
            .ok_or_else(refusals::session_ended)
    }

    pub(crate) async fn read_facts(
        &self,
        request: ReadFactsRequest,
    ) -> Result<ReadFactsResponse, Problem> {
        feed::read_facts(self.journal.as_ref(), request)
            .await
            .map_err(Problem::internal)
    }

    pub(crate) async fn reader(&self) -> Result<PoolConnection<Sqlite>, Problem> {
        self.journal
            .records()
            .read()
            .acquire()
            .await
            .map_err(Problem::internal)
    }

    pub(crate) async fn writer(&self) -> Result<WriteTransaction, Problem> {
        self.journal
            .records()
            .write()
            .await
            .map_err(Problem::internal)
    }

    /// An access token, and when it ends.
    pub(crate) fn access_token(&self, person: &Person) -> Result<(String, i64), Problem> {
        self.signer
            .access_token(person, self.clock.now_ms())
            .map_err(signing)
    }

    pub(crate) fn tokens(
        &self,
        account: &Account,
        refresh: RefreshToken,
    ) -> Result<proto::Tokens, Problem> {
        let person = Person {
            account_id: account.id.clone(),
            session_id: refresh.session_id,
            light: account.password_hash.is_none(),
            scopes: Scopes::all(),
        };
        let (access_token, access_expires_at_ms) = self.access_token(&person)?;
        Ok(proto::Tokens {
            access_token,
            access_expires_at_ms,
            refresh_token: refresh.secret,
            refresh_expires_at_ms: refresh.expires_at_ms,
        })
    }
}

fn signing(error: TokenError) -> Problem {
    Problem::internal(error)
}
