//! Argon2id behind a semaphore: a flood of sign-ins waits in line instead of taking every core.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use outflank_access::Problem;
use tokio::sync::Semaphore;

/// Hashes computed at the same time; each takes 19 MiB and some 40 ms of a core.
const AT_ONCE: usize = 2;

/// Checked when there is no such login, so that the answer takes as long as for a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$b3V0ZmxhbmtuYW5vYm9keQ$2fLdUXvTrMFsHVYLmQYHhvuDJfYHYpCqwIpVfLAo0Zs";

#[derive(Debug)]
pub(crate) struct Passwords {
    line: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self {
            line: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// The password's hash as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Problem> {
        self.in_line(move || {
            Argon2::default()
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(Problem::internal)
        })
        .await?
    }

    /// Whether the password has this hash; `None` = there is no such account, answered as slowly.
    pub(crate) async fn matches(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Problem> {
        self.in_line(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
            let parsed = PasswordHash::new(&hash).map_err(Problem::internal)?;
            let right = Argon2::default()
                .verify_password(password.as_bytes(), &parsed)
                .is_ok();
            Ok(known && right)
        })
        .await?
    }

    async fn in_line<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.line)
            .acquire_owned()
            .await
            .map_err(Problem::internal)?;
        // The place is held by the work, not by its caller, who may leave meanwhile.
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        })
        .await
        .map_err(Problem::internal)
    }
}
