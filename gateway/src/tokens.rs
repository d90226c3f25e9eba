//! Whose access token this is, where the gateway itself has to know.

use outflank_access::{Person, Problem};

use crate::state::Shared;

/// The person behind a token.
///
/// # Errors
/// When the token is not good.
pub fn person(shared: &Shared, token: &str) -> Result<Person, Problem> {
    shared
        .verifier
        .person(token, shared.clock.now_ms())
        .map_err(|error| Problem::from(&error))
}

/// The same, and until when the token is good, cluster time in ms.
///
/// # Errors
/// When the token is not good.
pub fn person_until(shared: &Shared, token: &str) -> Result<(Person, i64), Problem> {
    shared
        .verifier
        .person_until(token, shared.clock.now_ms())
        .map_err(|error| Problem::from(&error))
}
