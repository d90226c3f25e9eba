//! Sessions and their single-use refresh tokens.

use outflank_access::{Problem, identifier};
use outflank_journal::{Executor, WriteTransaction, records};

use crate::{refusals, refusals::stored};

/// How long a session lives without being used, in ms.
const REFRESH_LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// A token used again within this time is a lost answer, not a theft, in ms.
const LOST_ANSWER_MS: i64 = 60 * 1000;

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
    /// Used twice: the whole session was revoked by this.
    Revoked { session_id: String },
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
    issue(transaction, session_id, now_ms).await
}

async fn issue(
    transaction: &mut WriteTransaction,
    session_id: String,
    now_ms: i64,
) -> Result<RefreshToken, Problem> {
    let token = RefreshToken {
        session_id,
        secret: identifier::random_secret().map_err(Problem::internal)?,
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

/// Uses a refresh token.
pub(crate) async fn refresh(
    transaction: &mut WriteTransaction,
    secret: &str,
    now_ms: i64,
) -> Result<Refreshed, Problem> {
    let digest = identifier::secret_digest(secret);
    let family: Family = records::query_as(
        "SELECT t.session_id, t.expires_at_ms, t.used_at_ms, s.account_id, s.revoked_at_ms
         FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.digest = $1",
    )
    .bind(&digest)
    .fetch_optional(transaction.on())
    .await
    .map_err(stored)?
    .ok_or_else(refusals::session_ended)?;
    let Family {
        session_id,
        account_id,
        ..
    } = family;
    if family.revoked_at_ms.is_some() || family.expires_at_ms <= now_ms {
        return Err(refusals::session_ended());
    }
    if family
        .used_at_ms
        .is_some_and(|used| now_ms.saturating_sub(used) > LOST_ANSWER_MS)
    {
        revoke(transaction, &session_id, now_ms).await?;
        return Ok(Refreshed::Revoked { session_id });
    }
    records::query(
        "UPDATE refresh_tokens SET used_at_ms = coalesce(used_at_ms, $1) WHERE digest = $2",
    )
    .bind(now_ms)
    .bind(&digest)
    .execute(transaction.on())
    .await
    .map_err(stored)?;
    let token = issue(transaction, session_id, now_ms).await?;
    Ok(Refreshed::Next { account_id, token })
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
