//! What the service does: load, decide, write.

use std::{
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use outflank_access::{
    Person, Problem, Role, Scopes, identifier,
    keys::{PublishedKey, Signs},
    tokens::{Signer, TokenError},
};
use outflank_journal::{Executor, Store, WriteTransaction, feed, records};
use outflank_live::{SharedLive, topic};
use outflank_outbound::Post;
use outflank_proto::{
    feed::v1::{ReadFactsRequest, ReadFactsResponse},
    identity::v1 as proto,
};
use outflank_transport::{
    ClusterClock, Transport,
    feed::{FactSink, Follower, PairingFacts, PlayFacts},
};
use tokio_util::sync::CancellationToken;

use crate::{
    accounts::{self, Account},
    api_keys,
    guesses::{GuessLimits, Guesses},
    password::{Line, Passwords},
    push::{Callers, Deliverer, Push},
    refusals,
    refusals::stored,
    seats,
    sessions::{self, RefreshToken, Successors},
    sources::{self, Source},
};

/// How often is looked for claims that another process did not bring to an end.
const CUT_SHORT_EVERY: Duration = Duration::from_secs(5);
/// So old is a claim, in ms, that whoever made it has brought it to an end or never will.
const CUT_SHORT_AFTER_MS: i64 = 10 * 1000;
/// Administrator codes that are good at the same time: one for each process that began last.
const ADMINISTRATOR_CODES: i64 = 8;

/// What the service is made of.
pub struct IdentityParts {
    /// Its own journal and records, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    pub store: Store,
    /// For wake-ups.
    pub live: SharedLive,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// Signs access tokens.
    pub signing_key: ed25519_dalek::SigningKey,
    /// The keys of other services that the key set names besides its own: no token of theirs is believed.
    pub published_keys: Vec<PublishedKey>,
    /// What stands against those who use accounts that are not theirs.
    pub defences: Defences,
    /// The way out to the push services of browsers.
    pub post: Arc<dyn Post>,
    /// How browsers reach this server, `https://HOST`: push services turn to it. None where nobody said so.
    pub contact: Option<String>,
    /// Ends the background work.
    pub stop: CancellationToken,
}

/// What stands against those who use accounts that are not theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defences {
    /// How often passwords may be guessed.
    pub guesses: GuessLimits,
    /// New passwords that are guessed early are refused.
    pub refuse_common_passwords: bool,
    /// Of all who trade one refresh token one gets its successor, and nobody another.
    pub one_successor: bool,
    /// Whoever makes an API key tells the account's password.
    pub keys_take_passwords: bool,
    /// Signing out everywhere forgets the addresses that the account is known at, not its devices alone.
    pub forget_addresses: bool,
}

impl Default for Defences {
    fn default() -> Self {
        Self {
            guesses: GuessLimits::default(),
            refuse_common_passwords: true,
            one_successor: true,
            keys_take_passwords: true,
            forget_addresses: true,
        }
    }
}

impl std::fmt::Debug for IdentityParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("IdentityParts")
    }
}

/// The identity service.
pub struct Identity {
    pub(crate) store: Store,
    pub(crate) live: SharedLive,
    pub(crate) clock: Arc<ClusterClock>,
    signer: Signer,
    key_set: String,
    pub(crate) passwords: Passwords,
    pub(crate) guesses: Guesses,
    pub(crate) successors: Successors,
    pub(crate) keys_take_passwords: bool,
    pub(crate) forget_addresses: bool,
    /// Knows who may take which seat.
    pub(crate) pairing: OnceLock<Transport>,
    pub(crate) push: Arc<Push>,
    stop: CancellationToken,
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
    pub source: Source,
}

impl Identity {
    /// The service over its parts. Seats whose claim a crash cut short are announced first.
    ///
    /// # Errors
    /// When the signing key or the store cannot be used.
    pub async fn start(parts: IdentityParts) -> Result<Arc<Self>, Problem> {
        let own = PublishedKey {
            key: parts.signing_key.verifying_key(),
            signs: Signs::AccessTokens,
            retired: false,
        };
        let published = [own].into_iter().chain(parts.published_keys);
        let published: Vec<_> = published.map(|key| key.json_web_key()).collect();
        let push = Push::open(
            parts.store.clone(),
            Arc::clone(&parts.clock),
            parts.post,
            parts.contact,
        );
        let identity = Arc::new(Self {
            push: Arc::new(push.await?),
            stop: parts.stop,
            store: parts.store,
            guesses: Guesses::new(Arc::clone(&parts.live), parts.defences.guesses),
            live: parts.live,
            clock: parts.clock,
            signer: Signer::new(&parts.signing_key).map_err(signing)?,
            key_set: serde_json::json!({ "keys": published }).to_string(),
            passwords: Passwords::new(parts.defences.refuse_common_passwords),
            successors: Successors::new(parts.signing_key, parts.defences.one_successor),
            keys_take_passwords: parts.defences.keys_take_passwords,
            forget_addresses: parts.defences.forget_addresses,
            pairing: OnceLock::new(),
        });
        identity.make_names_ready().await?;
        identity.announce_cut_short(0).await?;
        tokio::spawn(keep_announcing(Arc::downgrade(&identity)));
        Ok(identity)
    }

    /// Asks pairing from now on who may take a seat, because pairing in turn is made with a transport to this service.
    /// Until then none is given. The transport calls in the name of identity.
    pub fn ask_pairing(&self, pairing: Transport) {
        let _ = self.pairing.set(pairing);
    }

    /// Calls people, by their devices, to what pairing publishes and to tables that call for the director. The transports
    /// call in the name of identity.
    pub fn call_people(&self, pairing: Transport, play: Transport) -> [Arc<Follower>; 2] {
        let deliverer = Deliverer::new(Arc::clone(&self.push), pairing.clone());
        tokio::spawn(deliverer.run(self.stop.clone()));
        let sink = |consumer| Callers::new(&self.push, consumer) as Arc<dyn FactSink>;
        let published = Follower::new(
            (Role::Identity, Role::Pairing),
            PairingFacts::over(pairing),
            sink("identity-from-pairing"),
        );
        let called = Follower::new(
            (Role::Identity, Role::Play),
            PlayFacts::over(play),
            sink("identity-from-play"),
        );
        [published, called].map(|follower| {
            let follower = Arc::new(follower);
            let live = Arc::clone(&self.live);
            tokio::spawn(Arc::clone(&follower).run(live, self.stop.clone()));
            follower
        })
    }

    /// Announces the seats whose claim, made longer ago than this, was not seen to be announced.
    async fn announce_cut_short(&self, longer_ago_ms: i64) -> Result<(), Problem> {
        let before_ms = self.clock.now_ms().saturating_sub(longer_ago_ms);
        let cut_short = seats::unannounced(self.reader(), before_ms)
            .await
            .map_err(stored)?;
        for code in &cut_short {
            self.announce(code).await?;
        }
        Ok(())
    }

    /// The code that makes the first administrator: a new one at each start until one was used, none
    /// afterwards. Of several processes on one store each has a code of its own.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn administrator_code(&self) -> Result<Option<String>, Problem> {
        let mut transaction = self.writer().await?;
        let administrators: i64 =
            records::query_scalar("SELECT count(*) FROM accounts WHERE administrator")
                .fetch_one(&mut transaction)
                .await
                .map_err(stored)?;
        if administrators > 0 {
            return Ok(None);
        }
        let code = identifier::random_secret().map_err(Problem::internal)?;
        let standing = if self.store.journal.serves_one_process() {
            1
        } else {
            ADMINISTRATOR_CODES
        };
        records::query("INSERT INTO administrator_codes (digest, made_at_ms) VALUES ($1, $2)")
            .bind(identifier::secret_digest(&code))
            .bind(self.clock.now_ms())
            .execute(&mut transaction)
            .await
            .map_err(stored)?;
        records::query(
            "DELETE FROM administrator_codes WHERE number NOT IN
             (SELECT number FROM administrator_codes ORDER BY number DESC LIMIT $1)",
        )
        .bind(standing)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
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
        let names = vec![login.clone(), display_name.clone()];
        let chosen = self
            .passwords
            .choose(asked.password, names, Line::Strangers);
        let password_hash = chosen.await?;
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let administrator = match asked.administrator_code {
            Some(code) => {
                // All at once: of two who come at the same moment with two codes one is the first.
                let good: Vec<Vec<u8>> =
                    records::query_scalar("DELETE FROM administrator_codes RETURNING digest")
                        .fetch_all(&mut transaction)
                        .await
                        .map_err(stored)?;
                if !good.contains(&identifier::secret_digest(&code)) {
                    return Err(refusals::wrong_administrator_code());
                }
                true
            }
            None => false,
        };
        let account = Account {
            id: identifier::random_id().map_err(Problem::internal)?,
            display_name,
            login: Some(login.clone()),
            password_hash: Some(password_hash),
            administrator,
            operator_id: None,
        };
        accounts::insert(&mut transaction, &account, now_ms)
            .await
            .map_err(|error| refusals::login_not_written(error, &login))?;
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

    /// Gateways close the sockets of a session that has ended. One that does not hear of it asks when the
    /// access token runs out.
    pub(crate) async fn announce_end(&self, session_id: &str) {
        let message = session_id.to_owned().into();
        if let Err(error) = self.live.publish(&topic::ended_sessions(), message).await {
            tracing::debug!(%error, "gateways were not told that a session ended");
        }
    }

    pub(crate) async fn session_stands(&self, session_id: &str) -> Result<bool, Problem> {
        let now_ms = self.clock.now_ms();
        match identifier::key_of_session(session_id) {
            Some(key) => api_keys::stands(self.reader(), key, now_ms)
                .await
                .map_err(stored),
            None => sessions::stands(self.reader(), session_id, now_ms).await,
        }
    }

    pub(crate) async fn account(&self, id: &str) -> Result<Account, Problem> {
        accounts::by_id(self.reader(), id)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::session_ended)
    }

    /// What an account is called; empty where there is none.
    pub(crate) async fn account_name(&self, id: &str) -> Result<String, Problem> {
        identifier::check_account_id(id)?;
        let found = accounts::by_id(self.reader(), id).await.map_err(stored)?;
        Ok(found.map_or_else(String::new, |account| account.display_name))
    }

    /// What accounts are called, those that there are.
    pub(crate) async fn account_names(
        &self,
        ids: &[String],
    ) -> Result<Vec<accounts::Named>, Problem> {
        for id in ids {
            identifier::check_account_id(id)?;
        }
        accounts::names(self.reader(), ids).await.map_err(stored)
    }

    pub(crate) async fn read_facts(
        &self,
        request: ReadFactsRequest,
    ) -> Result<ReadFactsResponse, Problem> {
        feed::read_facts(&*self.store.journal, request)
            .await
            .map_err(stored)
    }

    pub(crate) fn reader(&self) -> Executor<'_> {
        self.store.records.read()
    }

    pub(crate) async fn writer(&self) -> Result<WriteTransaction, Problem> {
        self.store.records.write().await.map_err(stored)
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
            device_token: String::new(),
        })
    }
}

/// Looks every few seconds, while the service is there, for what other processes left unfinished.
async fn keep_announcing(identity: Weak<Identity>) {
    loop {
        tokio::time::sleep(CUT_SHORT_EVERY).await;
        let Some(identity) = identity.upgrade() else {
            return;
        };
        if let Err(problem) = identity.announce_cut_short(CUT_SHORT_AFTER_MS).await {
            tracing::warn!(%problem, "cannot look for claims that were cut short");
        }
    }
}

fn signing(error: TokenError) -> Problem {
    Problem::internal(error)
}
