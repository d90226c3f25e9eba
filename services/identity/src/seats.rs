//! One-time codes that give a person a seat, or let somebody whose event moved here into his account.

use outflank_access::{Problem, identifier};
use outflank_journal::{Executor, WriteTransaction, records};

use crate::refusals::stored;

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
    /// Whose seat; empty for an official's code, which claims none.
    pub entrant_id: String,
    pub display_name: String,
    pub expires_at_ms: i64,
    pub claimed_by: Option<String>,
    /// The account that it lets in; `None`: the caller's, or a new one.
    pub account_id: Option<String>,
}

/// What a code is made for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose<'a> {
    pub tournament_id: &'a str,
    /// Whose seat; empty for an official's code.
    pub entrant_id: &'a str,
    pub display_name: &'a str,
    /// The account that it lets in, which has no other way in.
    pub account_id: Option<&'a str>,
}

outflank_journal::from_row!(SeatCode {
    digest,
    tournament_id,
    entrant_id,
    display_name,
    expires_at_ms,
    claimed_by,
    account_id,
});

/// Makes a code; earlier unused ones of the seat, or of the official, end.
pub(crate) async fn issue(
    transaction: &mut WriteTransaction,
    purpose: Purpose<'_>,
    now_ms: i64,
) -> Result<(String, i64), Problem> {
    records::query(
        "DELETE FROM seat_codes WHERE tournament_id = $1 AND entrant_id = $2 AND claimed_by IS NULL
         AND (entrant_id <> '' OR account_id = $3)",
    )
    .bind(purpose.tournament_id)
    .bind(purpose.entrant_id)
    .bind(purpose.account_id)
    .execute(transaction.on())
    .await
    .map_err(stored)?;
    let code = random_code()?;
    let expires_at_ms = now_ms.saturating_add(LIFETIME_MS);
    records::query(
        "INSERT INTO seat_codes (digest, tournament_id, entrant_id, display_name, expires_at_ms, account_id)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(digest(&code))
    .bind(purpose.tournament_id)
    .bind(purpose.entrant_id)
    .bind(purpose.display_name)
    .bind(expires_at_ms)
    .bind(purpose.account_id)
    .execute(transaction)
    .await
    .map_err(stored)?;
    Ok((code, expires_at_ms))
}

/// The code, if it is known and not too old; it may have been used.
pub(crate) async fn find(
    on: Executor<'_>,
    code: &str,
    now_ms: i64,
) -> Result<Option<SeatCode>, sqlx::Error> {
    records::query_as("SELECT * FROM seat_codes WHERE digest = $1 AND expires_at_ms > $2")
        .bind(digest(code))
        .bind(now_ms)
        .fetch_optional(on)
        .await
}

/// A seat with a code that nobody has used.
#[derive(Debug, Clone)]
pub(crate) struct UnusedCode {
    pub entrant_id: String,
    pub expires_at_ms: i64,
}

outflank_journal::from_row!(UnusedCode {
    entrant_id,
    expires_at_ms,
});

/// The seats of a tournament with codes that are good and that nobody has used.
pub(crate) async fn unused(
    on: Executor<'_>,
    tournament_id: &str,
    now_ms: i64,
) -> Result<Vec<UnusedCode>, sqlx::Error> {
    records::query_as(
        "SELECT entrant_id, MAX(expires_at_ms) AS expires_at_ms FROM seat_codes \
         WHERE tournament_id = $1 AND entrant_id <> '' AND claimed_by IS NULL AND expires_at_ms > $2 \
         GROUP BY entrant_id ORDER BY entrant_id",
    )
    .bind(tournament_id)
    .bind(now_ms)
    .fetch_all(on)
    .await
}

/// Marks a code as used by an account; false when somebody was quicker. Of an official's there is nothing to announce.
pub(crate) async fn claim(
    transaction: &mut WriteTransaction,
    code: &SeatCode,
    account_id: &str,
    now_ms: i64,
) -> Result<bool, sqlx::Error> {
    let statement = "UPDATE seat_codes SET claimed_by = $1, claimed_at_ms = $2, announced = (entrant_id = '') \
                     WHERE digest = $3 AND claimed_by IS NULL";
    records::query(statement)
        .bind(account_id)
        .bind(now_ms)
        .bind(&code.digest)
        .execute(transaction)
        .await
        .map(|claimed| claimed == 1)
}

/// That a claim stands in its account's stream.
pub(crate) fn mark_announced(code: &SeatCode) -> records::Query {
    records::query("UPDATE seat_codes SET announced = true WHERE digest = $1").bind(&code.digest)
}

/// Codes that were used before an instant but whose entry was not seen to stand: a crash came between. A code whose seat
/// was claimed by a later one stays silent: it would take the seat back.
pub(crate) async fn unannounced(
    on: Executor<'_>,
    before_ms: i64,
) -> Result<Vec<SeatCode>, sqlx::Error> {
    records::query_as(
        "SELECT * FROM seat_codes AS code WHERE claimed_by IS NOT NULL AND NOT announced
         AND coalesce(claimed_at_ms, 0) < $1
         AND NOT EXISTS (
             SELECT 1 FROM seat_codes AS later
             WHERE later.tournament_id = code.tournament_id AND later.entrant_id = code.entrant_id
               AND later.claimed_by IS NOT NULL
               AND coalesce(later.claimed_at_ms, 0) > coalesce(code.claimed_at_ms, 0)
         ) ORDER BY coalesce(claimed_at_ms, 0)",
    )
    .bind(before_ms)
    .fetch_all(on)
    .await
}

fn digest(code: &str) -> Vec<u8> {
    identifier::secret_digest(&identifier::typed_code(code))
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
