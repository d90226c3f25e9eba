//! One-time codes that give a person a seat.

use outflank_runtime::{Problem, identifier};
use sqlx::{Row as _, SqliteConnection, sqlite::SqliteRow};

/// How long a code is good, in ms.
const LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Letters and digits that cannot be taken for each other, 32 of them.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";
/// Characters of a code: 60 bits.
const LENGTH: usize = 12;

/// A code and what it claims.
#[derive(Debug, Clone)]
pub(crate) struct SeatCode {
    pub digest: Vec<u8>,
    pub tournament_id: String,
    pub entrant_id: String,
    pub display_name: String,
    pub expires_at_ms: i64,
    pub claimed_by: Option<String>,
}

impl SeatCode {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            digest: row.try_get("digest")?,
            tournament_id: row.try_get("tournament_id")?,
            entrant_id: row.try_get("entrant_id")?,
            display_name: row.try_get("display_name")?,
            expires_at_ms: row.try_get("expires_at_ms")?,
            claimed_by: row.try_get("claimed_by")?,
        })
    }
}

/// Makes a code; earlier unused ones of the seat end.
pub(crate) async fn issue(
    connection: &mut SqliteConnection,
    tournament_id: &str,
    entrant_id: &str,
    display_name: &str,
    now_ms: i64,
) -> Result<(String, i64), Problem> {
    sqlx::query(
        "DELETE FROM seat_codes WHERE tournament_id = ? AND entrant_id = ? AND claimed_by IS NULL",
    )
    .bind(tournament_id)
    .bind(entrant_id)
    .execute(&mut *connection)
    .await
    .map_err(Problem::internal)?;
    let code = random_code()?;
    let expires_at_ms = now_ms.saturating_add(LIFETIME_MS);
    sqlx::query(
        "INSERT INTO seat_codes (digest, tournament_id, entrant_id, display_name, expires_at_ms)
         VALUES (?, ?, ?, ?, ?)",
    )
    .bind(digest(&code))
    .bind(tournament_id)
    .bind(entrant_id)
    .bind(display_name)
    .bind(expires_at_ms)
    .execute(connection)
    .await
    .map_err(Problem::internal)?;
    Ok((code, expires_at_ms))
}

/// The code, if it is known and not too old; it may have been used.
pub(crate) async fn find(
    connection: &mut SqliteConnection,
    code: &str,
    now_ms: i64,
) -> Result<Option<SeatCode>, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM seat_codes WHERE digest = ? AND expires_at_ms > ?")
        .bind(digest(code))
        .bind(now_ms)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(SeatCode::from_row).transpose()
}

/// Marks a code as used by an account; false when somebody was quicker.
pub(crate) async fn claim(
    connection: &mut SqliteConnection,
    code: &SeatCode,
    account_id: &str,
) -> Result<bool, sqlx::Error> {
    sqlx::query("UPDATE seat_codes SET claimed_by = ? WHERE digest = ? AND claimed_by IS NULL")
        .bind(account_id)
        .bind(&code.digest)
        .execute(connection)
        .await
        .map(|done| done.rows_affected() == 1)
}

pub(crate) async fn mark_announced(
    connection: &mut SqliteConnection,
    code: &SeatCode,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE seat_codes SET announced = 1 WHERE digest = ?")
        .bind(&code.digest)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Codes that were used but whose entry was not seen to stand: a crash came between. A code whose seat
/// was claimed by a later one stays silent: it would take the seat back.
pub(crate) async fn unannounced(
    connection: &mut SqliteConnection,
) -> Result<Vec<SeatCode>, sqlx::Error> {
    sqlx::query(
        "SELECT * FROM seat_codes AS code WHERE claimed_by IS NOT NULL AND announced = 0
         AND NOT EXISTS (
             SELECT 1 FROM seat_codes AS later
             WHERE later.tournament_id = code.tournament_id AND later.entrant_id = code.entrant_id
               AND later.claimed_by IS NOT NULL AND later.rowid > code.rowid
         )",
    )
    .fetch_all(connection)
    .await?
    .iter()
    .map(SeatCode::from_row)
    .collect()
}

/// Codes are read aloud and typed: case, spaces and hyphens do not matter.
fn digest(code: &str) -> Vec<u8> {
    let plain: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    identifier::secret_digest(&plain)
}

/// Three groups of four.
fn random_code() -> Result<String, Problem> {
    let bytes = identifier::random_bytes::<LENGTH>().map_err(Problem::internal)?;
    let mut code = String::with_capacity(LENGTH + 2);
    for (place, byte) in bytes.iter().enumerate() {
        if place > 0 && place % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(ALPHABET[usize::from(byte % 32)]));
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_code_may_be_typed_as_one_likes() {
        let code = random_code().unwrap();
        assert_eq!(code.len(), LENGTH + 2);
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(digest(&code), digest(&typed));
    }
}
