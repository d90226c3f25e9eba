//! Whose access token this is, where the gateway itself has to know.

use std::sync::Arc;

use outflank_access::{Person, Problem, tokens::Verifier};
use outflank_transport::ClusterClock;

/// Reads people's access tokens.
pub struct Tokens {
    verifier: Arc<Verifier>,
    clock: Arc<ClusterClock>,
}

impl Tokens {
    /// By the keys of people's tokens.
    pub fn new(verifier: Arc<Verifier>, clock: Arc<ClusterClock>) -> Self {
        Self { verifier, clock }
    }

    /// The person behind a token.
    ///
    /// # Errors
    /// When the token is not good.
    pub fn person(&self, token: &str) -> Result<Person, Problem> {
        let person = self.verifier.person(token, self.clock.now_ms());
        person.map_err(|error| Problem::from(&error))
    }

    /// The same, and until when the token is good, cluster time in ms.
    ///
    /// # Errors
    /// When the token is not good.
    pub fn person_until(&self, token: &str) -> Result<(Person, i64), Problem> {
        let person = self.verifier.person_until(token, self.clock.now_ms());
        person.map_err(|error| Problem::from(&error))
    }
}
