//! What one API key may use of this gateway: requests, and lines that are open. A program that runs wild under its key
//! takes nothing from its operator's other programs, and nothing from anybody else.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_access::{Kind, Person, Problem, identifier::key_of_session, problem};
use outflank_live::{InProcess, Live as _};

use crate::limits::{Limits, Rate};

/// Who has all his lines open may try again after so long, in s: one that broke is found out by then.
const LINES_AGAIN_AFTER_S: u64 = 10;

/// What one API key may use of this gateway.
pub struct KeyLimits {
    requests: Rate,
    lines: usize,
    counted: InProcess,
    /// Lines that are open, by key.
    open: Mutex<BTreeMap<String, usize>>,
}

/// One line of a key: it counts until this is dropped.
pub struct KeyLine {
    limits: Arc<KeyLimits>,
    key: String,
}

impl Drop for KeyLine {
    fn drop(&mut self) {
        let mut open = self.limits.open();
        if let Some(count) = open.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

impl KeyLimits {
    /// No key was used.
    pub fn new(limits: &Limits) -> Self {
        Self {
            requests: limits.requests_per_key,
            lines: limits.lines_per_key,
            counted: InProcess::new(),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub fn line(self: &Arc<Self>, key: &str) -> Result<KeyLine, Problem> {
        let mut open = self.open();
        let count = open.entry(key.to_owned()).or_insert(0);
        if *count >= self.lines {
            return Err(problem!(
                Kind::TooMany,
                "too_many_requests",
                "This API key has {most} lines open, as many as it may: close one, or try again in {retry_after_s} s.",
                most = self.lines,
                retry_after_s = LINES_AGAIN_AFTER_S,
            ));
        }
        *count += 1;
        Ok(KeyLine {
            limits: Arc::clone(self),
            key: key.to_owned(),
        })
    }
}
