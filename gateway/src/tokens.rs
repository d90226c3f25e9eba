//! Whose access token this is, where the gateway itself has to know.

use outflank_runtime::{Person, Problem};

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
