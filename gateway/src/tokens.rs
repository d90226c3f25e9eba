//! Whose access token this is, where the gateway itself has to know.

use std::sync::Arc;

use http::{Extensions, HeaderMap};
use outflank_access::{Person, Problem, tokens::Verifier};
use outflank_transport::ClusterClock;

use crate::request::Bearer;

/// Whose token a request bears, looked at once, before anything else of it is read; none where it bears none.
#[derive(Debug, Clone)]
pub struct Signed(Result<Option<Person>, Problem>);

impl Signed {
    /// What the front put on a request.
    ///
    /// # Errors
    /// When its token is not good.
    pub fn of(extensions: &Extensions) -> Result<Option<Person>, Problem> {
        let missing = || Problem::internal("a request came past the front");
        let signed = extensions.get::<Self>().cloned();
        signed.ok_or_else(missing)?.0
    }

    /// The person, if its token is good.
    pub fn person(&self) -> Option<&Person> {
        self.0.as_ref().ok()?.as_ref()
    }
}

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

    /// Whose token a request bears.
    pub fn signed(&self, headers: &HeaderMap) -> Signed {
        let bearer = Bearer::of(headers);
        Signed(bearer.and_then(|bearer| bearer.token().map(|token| self.person(token)).transpose()))
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
