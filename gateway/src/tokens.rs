//! Whose access token this is, where the gateway itself has to know.

use outflank_runtime::{Kind, Person, Problem, tokens::TokenError};

use crate::state::Shared;

/// The person behind a token.
///
/// # Errors
/// When the token is not good.
pub fn person(shared: &Shared, token: &str) -> Result<Person, Problem> {
    let refused = |error| {
        let (code, detail) = match error {
            TokenError::Expired => (
                "token_expired",
                "The access token has expired: refresh the session.",
            ),
            _ => (
                "token_refused",
                "The access token is not one of this server's: sign in again.",
            ),
        };
        Problem::new(Kind::Unauthenticated, code, detail)
    };
    shared
        .verifier
        .person(token, shared.clock.now_ms())
        .map_err(refused)
}
