//! Which passwords are taken, and Argon2id behind semaphores: a flood of sign-ins waits in line instead of taking every
//! core, and in another line than whoever is known.

use std::{ops::RangeInclusive, sync::Arc};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use outflank_access::{Kind, Problem, problem};
use tokio::sync::Semaphore;
use zxcvbn::{Score, zxcvbn};

use crate::refusals;

/// Shortest and longest password, in characters.
const LENGTH: RangeInclusive<usize> = 10..=200;
/// A shorter name may stand in a password by chance, in characters.
const SHORTEST_NAME: usize = 4;
/// What it takes at least: beyond 10^8 guesses.
const LEAST_SCORE: Score = Score::Three;

/// Hashes computed at the same time for strangers; each takes 19 MiB and some 40 ms of a core.
const STRANGERS_AT_ONCE: usize = 2;
/// Besides, for whoever is known.
const KNOWN_AT_ONCE: usize = 1;

/// Checked when there is no such login, so that the answer takes as long as for a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$b3V0ZmxhbmtuYW5vYm9keQ$2fLdUXvTrMFsHVYLmQYHhvuDJfYHYpCqwIpVfLAo0Zs";

/// Who waits for a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// Somebody signed in, or at a device or an address that the account signed in from.
    Known,
    /// Everybody else.
    Strangers,
}

#[derive(Debug)]
pub(crate) struct Passwords {
    known: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
    /// Those that are guessed early are refused.
    refuse_common: bool,
}

impl Passwords {
    pub(crate) fn new(refuse_common: bool) -> Self {
        Self {
            known: Arc::new(Semaphore::new(KNOWN_AT_ONCE)),
            strangers: Arc::new(Semaphore::new(STRANGERS_AT_ONCE)),
            refuse_common,
        }
    }

    /// The hash of a new password as a PHC string. `names` are what its account is called.
    pub(crate) async fn choose(
        &self,
        password: String,
        names: Vec<String>,
        line: Line,
    ) -> Result<String, Problem> {
        check_length(&password)?;
        let refuse_common = self.refuse_common;
        self.in_line(line, move || {
            if refuse_common {
                check_common(&password, &names)?;
            }
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
        line: Line,
    ) -> Result<bool, Problem> {
        self.in_line(line, move || {
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
        line: Line,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let line = match line {
            Line::Known => &self.known,
            Line::Strangers => &self.strangers,
        };
        let place = Arc::clone(line)
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

fn check_length(password: &str) -> Result<(), Problem> {
    if LENGTH.contains(&password.chars().count()) {
        return Ok(());
    }
    Err(problem!(
        Kind::Invalid,
        "invalid_password",
        "A password has at least {least} and at most {most} characters.",
        least = *LENGTH.start(),
        most = *LENGTH.end(),
    ))
}

fn check_common(password: &str, names: &[String]) -> Result<(), Problem> {
    let lower = password.to_lowercase();
    let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let told = |name: &&String| name.chars().count() >= SHORTEST_NAME && lower.contains(*name);
    if names.iter().any(|name| told(&name)) {
        return Err(refusals::password_tells_name());
    }
    let words = names.iter().flat_map(|name| name.split_whitespace());
    let inputs: Vec<&str> = words.chain(names.iter().map(String::as_str)).collect();
    if zxcvbn(password, &inputs).score() < LEAST_SCORE {
        return Err(refusals::common_password());
    }
    Ok(())
}
