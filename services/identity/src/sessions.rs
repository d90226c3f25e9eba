//! Sessions and their single-use refresh tokens.

use outflank_runtime::{Problem, identifier};
use sqlx::{Row as _, SqliteConnection};

use crate::refusals;

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

/// Opens a session for an account.
pub(crate) async fn open(
    connection: &mut SqliteConnection,
    account_id: &str,
    now_ms: i64,
) -> Result<RefreshToken, Problem> {
    let session_id = identifier::random_id().map_err(Problem::internal)?;
    sqlx::query("INSERT INTO sessions (id, account_id, created_at_ms) VALUES (?, ?, ?)")
        .bind(&session_id)
        .bind(account_id)
        .bind(now_ms)
        .execute(&mut *connection)
        .await
        .map_err(Problem::internal)?;
    issue(connection, session_id, now_ms).await
}

async fn issue(
    connection: &mut SqliteConnection,
    session_id: String,
    now_ms: i64,
) -> Result<RefreshToken, Problem> {
    let token = RefreshToken {
        session_id,
        secret: identifier::random_secret().map_err(Problem::internal)?,
        expires_at_ms: now_ms.saturating_add(REFRESH_LIFETIME_MS),
    };
    sqlx::query("INSERT INTO refresh_tokens (digest, session_id, expires_at_ms) VALUES (?, ?, ?)")
        .bind(identifier::secret_digest(&token.secret))
        .bind(&token.session_id)
        .bind(token.expires_at_ms)
        .execute(connection)
        .await
        .map_err(Problem::internal)?;
    Ok(token)
}

/// Uses a refresh token.
pub(crate) async fn refresh(
    connection: &mut SqliteConnection,
    secret: &str,
    now_ms: i64,
) -> Result<Refreshed, Problem> {
    let digest = identifier::secret_digest(secret);
    let row = sqlx::query(
        "SELECT t.session_id, t.expires_at_ms, t.used_at_ms, s.account_id, s.revoked_at_ms
         FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.digest = ?",
    )
    .bind(&digest)
    .fetch_optional(&mut *connection)
    .await
    .map_err(Problem::internal)?
    .ok_or_else(refusals::session_ended)?;
    let session_id: String = row.try_get("session_id").map_err(Problem::internal)?;
    let account_id: String = row.try_get("account_id").map_err(Problem::internal)?;
    let expires_at_ms: i64 = row.try_get("expires_at_ms").map_err(Problem::internal)?;
    let used_at_ms: Option<i64> = row.try_get("used_at_ms").map_err(Problem::internal)?;
    let revoked_at_ms: Option<i64> = row.try_get("revoked_at_ms").map_err(Problem::internal)?;
    if revoked_at_ms.is_some() || expires_at_ms <= now_ms {
        return Err(refusals::session_ended());
    }
    if used_at_ms.is_some_and(|used| now_ms.saturating_sub(used) > LOST_ANSWER_MS) {
        revoke(connection, &session_id, now_ms).await?;
        return Ok(Refreshed::Revoked { session_id });
    }
    sqlx::query("UPDATE refresh_tokens SET used_at_ms = coalesce(used_at_ms, ?) WHERE digest = ?")
        .bind(now_ms)
        .bind(&digest)
        .execute(&mut *connection)
        .await
        .map_err(Problem::internal)?;
    let token = issue(connection, session_id, now_ms).await?;
    Ok(Refreshed::Next { account_id, token })
}

async fn revoke(
    connection: &mut SqliteConnection,
    session_id: &str,
    now_ms: i64,
) -> Result<(), Problem> {
    sqlx::query("UPDATE sessions SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL")
        .bind(now_ms)
        .bind(session_id)
        .execute(connection)
        .await
        .map_err(Problem::internal)
        .map(|_| ())
}

/// Ends the session that a refresh token belongs to and says which; an unknown token has none.
pub(crate) async fn sign_out(
    connection: &mut SqliteConnection,
    secret: &str,
    now_ms: i64,
) -> Result<Option<String>, Problem> {
    let session: Option<String> =
        sqlx::query_scalar("SELECT session_id FROM refresh_tokens WHERE digest = ?")
            .bind(identifier::secret_digest(secret))
            .fetch_optional(&mut *connection)
            .await
            .map_err(Problem::internal)?;
    if let Some(session_id) = &session {
        revoke(connection, session_id, now_ms).await?;
    }
    Ok(session)
}

/// Whether a session is neither revoked nor run out.
pub(crate) async fn stands(
    connection: &mut SqliteConnection,
    session_id: &str,
    now_ms: i64,
) -> Result<bool, Problem> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT 1 FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id
         WHERE s.id = ? AND s.revoked_at_ms IS NULL AND t.expires_at_ms > ? LIMIT 1",
    )
    .bind(session_id)
    .bind(now_ms)
    .fetch_optional(connection)
    .await
    .map_err(Problem::internal)?;
    Ok(found.is_some())
}
