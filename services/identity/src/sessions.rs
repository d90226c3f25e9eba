//! Sessions and their single-use refresh tokens.

use ed25519_dalek::{Signer as _, SigningKey};
use outflank_access::{Problem, identifier};
use outflank_journal::{Executor, WriteTransaction, records};

use crate::{refusals, refusals::stored};

/// How long a session lives without being used, in ms.
const REFRESH_LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// A token used again within this time is a lost answer, not a theft, in ms.
const LOST_ANSWER_MS: i64 = 60 * 1000;
/// One used again so soon was traded by two at once, in ms: the later one may have the answer by another way, as tabs of
/// one browser have, and asks again if not.
const RACED_MS: i64 = 2 * 1000;
/// Nothing else that the signing key signs begins like this.
const CONTEXT: &[u8] = b"outflank refresh token v1\0";

/// A refresh token as it is handed out; only its digest is kept.
#[derive(Debug)]
pub(crate) struct RefreshToken {
    pub session_id: String,
    pub secret: String,
    pub expires_at_ms: i64,
}

/// What a refresh token says when it is used.
#[derive(Debug)]
pub(crate) enum Refreshed {
    /// A new token of the same session.
    Next {
        account_id: String,
        token: RefreshToken,
    },
    /// Somebody else traded it a moment ago.
    Raced,
    /// Used twice: the whole session was revoked by this.
    Revoked { session_id: String },
}

/// Makes the token that comes after another: always the same one, which nobody can tell without the signing key. So it can
/// be given twice, and still only its digest is kept.
pub(crate) struct Successors {
    key: SigningKey,
    one: bool,
}

impl Successors {
    /// Under this key; unless `one`, every use of a token has another successor.
    pub(crate) fn new(key: SigningKey, one: bool) -> Self {
        Self { key, one }
    }

    fn of(&self, secret: &str) -> Result<String, Problem> {
        if !self.one {
            return identifier::random_secret().map_err(Problem::internal);
        }
        let signature = self.key.sign(&[CONTEXT, secret.as_bytes()].concat());
        let digest = identifier::secret_digest(&identifier::hex(&signature.to_bytes()));
        Ok(identifier::hex(&digest))
    }
}

/// A refresh token and the session it belongs to, as they are kept.
#[derive(Debug)]
struct Family {
    session_id: String,
    account_id: String,
    expires_at_ms: i64,
    used_at_ms: Option<i64>,
    revoked_at_ms: Option<i64>,
}

outflank_journal::from_row!(Family {
    session_id,
    account_id,
    expires_at_ms,
    used_at_ms,
    revoked_at_ms,
});

/// Opens a session for an account.
pub(crate) async fn open(
    transaction: &mut WriteTransaction,
    account_id: &str,
    now_ms: i64,
) -> Result<RefreshToken, Problem> {
    let session_id = identifier::random_id().map_err(Problem::internal)?;
    records::query("INSERT INTO sessions (id, account_id, created_at_ms) VALUES ($1, $2, $3)")
        .bind(&session_id)
        .bind(account_id)
        .bind(now_ms)
        .execute(transaction.on())
        .await
        .map_err(stored)?;
    let secret = identifier::random_secret().map_err(Problem::internal)?;
    issue(transaction, session_id, secret, now_ms).await
}

async fn issue(
    transaction: &mut WriteTransaction,
    session_id: String,
    secret: String,
    now_ms: i64,
) -> Result<RefreshToken, Problem> {
    let token = RefreshToken {
        session_id,
        secret,
        expires_at_ms: now_ms.saturating_add(REFRESH_LIFETIME_MS),
    };
    records::query(
        "INSERT INTO refresh_tokens (digest, session_id, expires_at_ms) VALUES ($1, $2, $3)",
    )
    .bind(identifier::secret_digest(&token.secret))
    .bind(&token.session_id)
    .bind(token.expires_at_ms)
    .execute(transaction)
    .await
    .map_err(stored)?;
    Ok(token)
}

/// Trades a refresh token. One statement says who was first.
pub(crate) async fn refresh(
    transaction: &mut WriteTransaction,
    successors: &Successors,
    secret: &str,
    now_ms: i64,
) -> Result<Refreshed, Problem> {
    let digest = identifier::secret_digest(secret);
    let first: Option<String> = records::query_scalar(
        "UPDATE refresh_tokens SET used_at_ms = $1
         WHERE digest = $2 AND used_at_ms IS NULL AND expires_at_ms > $3
           AND EXISTS (SELECT 1 FROM sessions
                       WHERE sessions.id = refresh_tokens.session_id AND sessions.revoked_at_ms IS NULL)
         RETURNING session_id",
    )
    .bind(now_ms)
    .bind(&digest)
    .bind(now_ms)
    .fetch_optional(transaction.on())
    .await
    .map_err(stored)?;
    let family = family(transaction, &digest)
        .await?
        .ok_or_else(refusals::session_ended)?;
    if first.is_some() {
        let secret = successors.of(secret)?;
        return next(transaction, family, secret, now_ms).await;
    }
    if family.revoked_at_ms.is_some() || family.expires_at_ms <= now_ms {
        return Err(refusals::session_ended());
    }
    let ago_ms = now_ms.saturating_sub(family.used_at_ms.unwrap_or(now_ms));
    if !successors.one && ago_ms <= LOST_ANSWER_MS {
        let secret = successors.of(secret)?;
        return next(transaction, family, secret, now_ms).await;
    }
    if ago_ms < RACED_MS {
        return Ok(Refreshed::Raced);
    }
    again(
        transaction,
        family,
        successors.of(secret)?,
        (now_ms, ago_ms),
    )
    .await
}

/// Uses a token for the first time.
async fn next(
    transaction: &mut WriteTransaction,
    family: Family,
    secret: String,
    now_ms: i64,
) -> Result<Refreshed, Problem> {
    let token = issue(transaction, family.session_id, secret, now_ms).await?;
    Ok(Refreshed::Next {
        account_id: family.account_id,
        token,
    })
}

/// Gives the successor once more to somebody whose answer was lost; ends the session of somebody who has no business to
/// ask: so late, or after the successor was used.
async fn again(
    transaction: &mut WriteTransaction,
    family: Family,
    secret: String,
    (now_ms, ago_ms): (i64, i64),
) -> Result<Refreshed, Problem> {
    let kept: Option<(i64, Option<i64>)> =
        records::query_as("SELECT expires_at_ms, used_at_ms FROM refresh_tokens WHERE digest = $1")
            .bind(identifier::secret_digest(&secret))
            .fetch_optional(transaction.on())
            .await
            .map_err(stored)?;
    match kept {
        Some((expires_at_ms, None)) if ago_ms <= LOST_ANSWER_MS => Ok(Refreshed::Next {
            account_id: family.account_id,
            token: RefreshToken {
                session_id: family.session_id,
                secret,
                expires_at_ms,
            },
        }),
        // Traded by an earlier release, or before the signing key was changed.
        None if ago_ms <= LOST_ANSWER_MS => next(transaction, family, secret, now_ms).await,
        _ => {
            revoke(transaction, &family.session_id, now_ms).await?;
            Ok(Refreshed::Revoked {
                session_id: family.session_id,
            })
        }
    }
}

async fn family(
    transaction: &mut WriteTransaction,
    digest: &Vec<u8>,
) -> Result<Option<Family>, Problem> {
    records::query_as(
        "SELECT t.session_id, t.expires_at_ms, t.used_at_ms, s.account_id, s.revoked_at_ms
         FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.digest = $1",
    )
    .bind(digest)
    .fetch_optional(transaction.on())
    .await
    .map_err(stored)
}

async fn revoke(
    transaction: &mut WriteTransaction,
    session_id: &str,
    now_ms: i64,
) -> Result<(), Problem> {
    records::query("UPDATE sessions SET revoked_at_ms = $1 WHERE id = $2 AND revoked_at_ms IS NULL")
        .bind(now_ms)
        .bind(session_id)
        .execute(transaction)
        .await
        .map_err(stored)
        .map(|_| ())
}

/// Ends the session that a refresh token belongs to and says which; an unknown token has none.
pub(crate) async fn sign_out(
    transaction: &mut WriteTransaction,
    secret: &str,
    now_ms: i64,
) -> Result<Option<String>, Problem> {
    let session: Option<String> =
        records::query_scalar("SELECT session_id FROM refresh_tokens WHERE digest = $1")
            .bind(identifier::secret_digest(secret))
            .fetch_optional(transaction.on())
            .await
            .map_err(stored)?;
    if let Some(session_id) = &session {
        revoke(transaction, session_id, now_ms).await?;
    }
    Ok(session)
}

/// Ends every session of an account but one, and says which.
pub(crate) async fn end_all(
    transaction: &mut WriteTransaction,
    account_id: &str,
    but: Option<&str>,
    now_ms: i64,
) -> Result<Vec<String>, Problem> {
    records::query_scalar(
        "UPDATE sessions SET revoked_at_ms = $1
         WHERE account_id = $2 AND id <> $3 AND revoked_at_ms IS NULL
           AND EXISTS (SELECT 1 FROM refresh_tokens
                       WHERE refresh_tokens.session_id = sessions.id AND refresh_tokens.expires_at_ms > $4)
         RETURNING id",
    )
    .bind(now_ms)
    .bind(account_id)
    .bind(but.unwrap_or_default())
    .bind(now_ms)
    .fetch_all(transaction.on())
    .await
    .map_err(stored)
}

/// Whether a session is neither revoked nor run out.
pub(crate) async fn stands(
    on: Executor<'_>,
    session_id: &str,
    now_ms: i64,
) -> Result<bool, Problem> {
    let found: Option<String> = records::query_scalar(
        "SELECT s.id FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id
         WHERE s.id = $1 AND s.revoked_at_ms IS NULL AND t.expires_at_ms > $2 LIMIT 1",
    )
    .bind(session_id)
    .bind(now_ms)
    .fetch_optional(on)
    .await
    .map_err(stored)?;
    Ok(found.is_some())
}
