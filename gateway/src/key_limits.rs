//! What one API key may use of this gateway: requests, and lines that are open. A program that runs wild under its key
//! takes nothing from its operator's other programs, and nothing from anybody else.

use std::sync::Arc;

use outflank_access::{Kind, Person, Problem, identifier::key_of_session, problem};
use outflank_live::{InProcess, Live as _};

use crate::{
    limits::{Limits, Rate},
    place_counts::{CountedPlace, PlaceCounts},
};

/// Who has all his lines open may try again after so long, in s: one that broke is found out by then.
const LINES_AGAIN_AFTER_S: u64 = 10;

/// What one API key may use of this gateway.
pub struct KeyLimits {
    requests: Rate,
    lines: usize,
    counted: InProcess,
    /// Lines that are open, by key.
    open: Arc<PlaceCounts>,
}

/// One line of a key: it counts until this is dropped.
pub type KeyLine = CountedPlace;

impl KeyLimits {
    /// No key was used.
    pub fn new(limits: &Limits) -> Self {
        Self {
            requests: limits.requests_per_key,
            lines: limits.lines_per_key,
            counted: InProcess::new(),
            open: Arc::default(),
        }
    }

    /// Counts a request that bears a key's token; a person's session is not counted.
    ///
    /// # Errors
    /// When the key asks too often.
    pub async fn admit(&self, person: Option<&Person>) -> Result<(), Problem> {
        let key = person.and_then(|person| key_of_session(&person.session_id));
        let Some(key) = key.filter(|_| self.requests != Rate::UNLIMITED) else {
            return Ok(());
        };
        let Rate { allowed, window } = self.requests;
        // The map of this process does not fail.
        if self
            .counted
            .admit(key, allowed, window)
            .await
            .unwrap_or(true)
        {
            return Ok(());
        }
        Err(problem!(
            Kind::TooMany,
            "too_many_requests",
            "This API key asks too often: nothing changed; wait {retry_after_s} s, and ask less often or listen to a line.",
            retry_after_s = window.as_secs(),
        ))
    }

    /// Counts a line that a key opens.
    ///
    /// # Errors
    /// When the key has as many as it may.
    pub fn line(&self, key: &str) -> Result<KeyLine, Problem> {
        let line = self.open.take(key, (usize::MAX, self.lines));
        line.map_err(|_| {
            problem!(
                Kind::TooMany,
                "too_many_requests",
                "This API key has {most} lines open, as many as it may: close one, or try again in {retry_after_s} s.",
                most = self.lines,
                retry_after_s = LINES_AGAIN_AFTER_S,
            )
        })
    }
}
