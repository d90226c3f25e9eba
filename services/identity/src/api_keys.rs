//! The table of API keys. A key is shown once; what is kept is its digest.

use outflank_access::{Kind, Page, Problem, Scope, Scopes, identifier, problem};
use outflank_journal::{Executor, WriteTransaction, records};
use outflank_proto::{identity::v1 as proto, printable::is_unprintable};

use crate::{accounts, refusals, refusals::stored};

/// What every key begins with, so that one is known for what it is wherever it turns up.
const MARK: &str = "outflank_";
/// Random bytes of the id; as hexadecimal digits it has twice as many characters.
const ID_BYTES: usize = 6;
/// The last use is noted once in so many ms.
const USE_NOTED_EVERY_MS: i64 = 60 * 1000;
/// Longest name, in characters.
const LONGEST_NAME: usize = 60;
/// Keys of one account that are good at the same time.
const MOST_KEYS: i64 = 20;

/// One key, without its secret.
#[derive(Debug, Clone)]
pub(crate) struct ApiKey {
    pub id: String,
    digest: Vec<u8>,
    pub account_id: String,
    name: String,
    pub scopes: Scopes,
    created_at_ms: i64,
    expires_at_ms: Option<i64>,
    last_used_at_ms: Option<i64>,
    revoked_at_ms: Option<i64>,
}

outflank_journal::from_row!(ApiKey {
    id,
    digest,
    account_id,
    name,
    scopes [from |names: String| Scopes::named(&names)],
    created_at_ms,
    expires_at_ms,
    last_used_at_ms,
    revoked_at_ms,
});

/// A key as it was asked for.
#[derive(Debug)]
pub(crate) struct NewApiKey {
    pub account_id: String,
    pub name: String,
    pub scopes: Scopes,
    pub expires_at_ms: Option<i64>,
}

/// What a key may be good for; a key never manages accounts and keys.
pub(crate) fn check_scopes(
    asked: impl Iterator<Item = proto::ApiScope>,
) -> Result<Scopes, Problem> {
    let mut scopes = Scopes::none();
    for scope in asked {
        scopes = scopes.with(match scope {
            proto::ApiScope::Read => Scope::Read,
            proto::ApiScope::Play => Scope::Play,
            proto::ApiScope::Direct => Scope::Direct,
            proto::ApiScope::Office => Scope::Office,
            proto::ApiScope::Unspecified => return Err(refusals::no_scope()),
        });
    }
    if scopes == Scopes::none() {
        return Err(refusals::no_scope());
    }
    Ok(scopes)
}

impl ApiKey {
    /// As the contract shows it.
    pub(crate) fn to_proto(&self) -> proto::ApiKey {
        let scopes = [
            (Scope::Read, proto::ApiScope::Read),
            (Scope::Play, proto::ApiScope::Play),
            (Scope::Direct, proto::ApiScope::Direct),
            (Scope::Office, proto::ApiScope::Office),
        ];
        proto::ApiKey {
            id: self.id.clone(),
            account_id: self.account_id.clone(),
            name: self.name.clone(),
            scopes: scopes
                .into_iter()
                .filter(|(scope, _)| self.scopes.holds(*scope))
                .map(|(_, shown)| shown.into())
                .collect(),
            created_at_ms: self.created_at_ms,
            expires_at_ms: self.expires_at_ms.unwrap_or_default(),
            last_used_at_ms: self.last_used_at_ms.unwrap_or_default(),
            revoked_at_ms: self.revoked_at_ms.unwrap_or_default(),
        }
    }

    /// Where it stands in the list.
    pub(crate) fn key(&self) -> ApiKeyKey {
        (self.created_at_ms, self.id.clone())
    }

    fn is_good(&self, now_ms: i64) -> bool {
        self.revoked_at_ms.is_none() && self.expires_at_ms.is_none_or(|end| now_ms < end)
    }
}

/// Makes a key: what is kept of it, and the key itself, which nobody can show again.
pub(crate) async fn issue(
    transaction: &mut WriteTransaction,
    asked: NewApiKey,
    now_ms: i64,
) -> Result<(ApiKey, String), Problem> {
    let name = asked.name.trim().to_owned();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(is_unprintable) {
        return Err(problem!(
            Kind::Invalid,
            "invalid_name",
            "A key's name has 1 to {most} characters, none of them hidden or a control character.",
            most = LONGEST_NAME,
        ));
    }
    if asked.expires_at_ms.is_some_and(|end| end <= now_ms) {
        return Err(refusals::invalid(
            "invalid_expiry",
            "A key ends in the future, or never.",
        ));
    }
    accounts::take_turns(transaction, &asked.account_id)
        .await
        .map_err(stored)?;
    let good: i64 = records::query_scalar(
        "SELECT count(*) FROM api_keys WHERE account_id = $1 AND revoked_at_ms IS NULL
         AND (expires_at_ms IS NULL OR expires_at_ms > $2)",
    )
    .bind(&asked.account_id)
    .bind(now_ms)
    .fetch_one(transaction.on())
    .await
    .map_err(stored)?;
    if good >= MOST_KEYS {
        return Err(refusals::too_many_keys(MOST_KEYS));
    }
    let id = identifier::random_bytes::<ID_BYTES>().map_err(Problem::internal)?;
    let id = identifier::hex(&id);
    let secret = identifier::random_secret().map_err(Problem::internal)?;
    let key = format!("{MARK}{id}_{secret}");
    let kept = ApiKey {
        digest: identifier::secret_digest(&key),
        id,
        account_id: asked.account_id,
        name,
        scopes: asked.scopes,
        created_at_ms: now_ms,
        expires_at_ms: asked.expires_at_ms,
        last_used_at_ms: None,
        revoked_at_ms: None,
    };
    insert(transaction, &kept).await.map_err(stored)?;
    Ok((kept, key))
}

async fn insert(transaction: &mut WriteTransaction, key: &ApiKey) -> Result<(), sqlx::Error> {
    records::query(
        "INSERT INTO api_keys (id, digest, account_id, name, scopes, created_at_ms, expires_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&key.id)
    .bind(&key.digest)
    .bind(&key.account_id)
    .bind(&key.name)
    .bind(key.scopes.names())
    .bind(key.created_at_ms)
    .bind(key.expires_at_ms)
    .execute(transaction)
    .await
    .map(|_| ())
}

/// The key that this text is, if it is good; its use is noted.
pub(crate) async fn find(
    transaction: &mut WriteTransaction,
    text: &str,
    now_ms: i64,
) -> Result<Option<ApiKey>, sqlx::Error> {
    let Some((id, _)) = text
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once('_'))
    else {
        return Ok(None);
    };
    let digest = identifier::secret_digest(text);
    let found = by_id(transaction.on(), id)
        .await?
        .filter(|key| key.digest == digest && key.is_good(now_ms));
    let Some(mut key) = found else {
        return Ok(None);
    };
    let noted = |at: i64| now_ms.saturating_sub(at) < USE_NOTED_EVERY_MS;
    if !key.last_used_at_ms.is_some_and(noted) {
        records::query("UPDATE api_keys SET last_used_at_ms = $1 WHERE id = $2")
            .bind(now_ms)
            .bind(&key.id)
            .execute(transaction)
            .await?;
        key.last_used_at_ms = Some(now_ms);
    }
    Ok(Some(key))
}

/// The key under this id.
pub(crate) async fn by_id(on: Executor<'_>, id: &str) -> Result<Option<ApiKey>, sqlx::Error> {
    records::query_as("SELECT * FROM api_keys WHERE id = $1")
        .bind(id)
        .fetch_optional(on)
        .await
}

/// What orders the keys, the newest first: when they were made, and their ids.
pub(crate) type ApiKeyKey = (i64, String);

/// A page of the keys of a person and of the programs they operate, the newest first, and one more.
pub(crate) async fn of_operator(
    on: Executor<'_>,
    operator_id: &str,
    page: &Page<ApiKeyKey>,
) -> Result<Vec<ApiKey>, sqlx::Error> {
    let (created_at_ms, id) = page.after().cloned().unwrap_or((i64::MAX, String::new()));
    records::query_as(
        "SELECT api_keys.* FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id
         WHERE (accounts.id = $1 OR accounts.operator_id = $2)
         AND (api_keys.created_at_ms < $3 OR api_keys.created_at_ms = $4 AND api_keys.id > $5)
         ORDER BY api_keys.created_at_ms DESC, api_keys.id LIMIT $6",
    )
    .bind(operator_id)
    .bind(operator_id)
    .bind(created_at_ms)
    .bind(created_at_ms)
    .bind(id)
    .bind(page.limit())
    .fetch_all(on)
    .await
}

/// How many keys of a person and of the programs they operate are good.
pub(crate) async fn good_of_operator(
    on: Executor<'_>,
    operator_id: &str,
    now_ms: i64,
) -> Result<i64, sqlx::Error> {
    records::query_scalar(
        "SELECT count(*) FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id
         WHERE (accounts.id = $1 OR accounts.operator_id = $2)
         AND api_keys.revoked_at_ms IS NULL AND (api_keys.expires_at_ms IS NULL OR api_keys.expires_at_ms > $3)",
    )
    .bind(operator_id)
    .bind(operator_id)
    .bind(now_ms)
    .fetch_one(on)
    .await
}

/// Ends every key of a person and of the programs they operate that is good, and says which.
pub(crate) async fn end_all(
    transaction: &mut WriteTransaction,
    operator_id: &str,
    now_ms: i64,
) -> Result<Vec<String>, sqlx::Error> {
    records::query_scalar(
        "UPDATE api_keys SET revoked_at_ms = $1
         WHERE account_id IN (SELECT id FROM accounts WHERE id = $2 OR operator_id = $3)
           AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $4)
         RETURNING id",
    )
    .bind(now_ms)
    .bind(operator_id)
    .bind(operator_id)
    .bind(now_ms)
    .fetch_all(transaction.on())
    .await
}

/// Whether a key is neither revoked nor run out.
pub(crate) async fn stands(on: Executor<'_>, id: &str, now_ms: i64) -> Result<bool, sqlx::Error> {
    let key = by_id(on, id).await?;
    Ok(key.is_some_and(|key| key.is_good(now_ms)))
}

/// Ends a key; one that has ended stays ended.
pub(crate) async fn revoke(
    transaction: &mut WriteTransaction,
    id: &str,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    records::query("UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, $1) WHERE id = $2")
        .bind(now_ms)
        .bind(id)
        .execute(transaction)
        .await
        .map(|_| ())
}
