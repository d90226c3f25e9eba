//! Which sessions have ended, as the bus tells it: enough for what is not to wait for identity.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_access::tokens::ACCESS_LIFETIME_MS;
use tokio::time::Instant;

/// What is not heard of by the bus is asked about this often.
const ASK_AGAIN: Duration = Duration::from_secs(4);
/// So much longer than any access token is good an end is remembered.
const REMEMBERED: Duration = Duration::from_millis(ACCESS_LIFETIME_MS.unsigned_abs() + 60_000);
/// Sessions that were asked about; beyond, all are asked about again.
const MOST_ASKED: usize = 50_000;
/// Ends between two looks for those that may be forgotten.
const SWEEP_ABOVE: usize = 1024;

/// Which sessions have ended, and which were last asked about when.
#[derive(Default)]
pub struct EndedSessions(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    /// When the end was heard of.
    ended: BTreeMap<String, Instant>,
    sweep_at: usize,
    asked: BTreeMap<String, Asked>,
    /// Since when nothing on the bus was missed; none while it is away.
    since: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Asked {
    at: Instant,
    stood: bool,
}

impl EndedSessions {
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every end from now on is heard of; or, until this is said again, none is.
    pub fn hearing(&self, hears: bool) {
        self.lock().since = hears.then(Instant::now);
    }

    /// A session has ended.
    pub fn note(&self, session_id: &str) {
        let now = Instant::now();
        let mut heard = self.lock();
        if heard.ended.len() >= heard.sweep_at.max(SWEEP_ABOVE) {
            heard.ended.retain(|_, at| now - *at < REMEMBERED);
            heard.sweep_at = heard.ended.len() * 2;
        }
        heard.asked.remove(session_id);
        heard.ended.insert(session_id.to_owned(), now);
    }

    /// Whether a session is known to have ended.
    pub fn has(&self, session_id: &str) -> bool {
        self.lock().ended.contains_key(session_id)
    }

    /// Whether identity is to be asked now whether a session stands: nobody did since the bus is heard, or a while ago
    /// where it is not. Whoever is told so asks.
    pub fn is_due(&self, session_id: &str) -> bool {
        let now = Instant::now();
        let mut heard = self.lock();
        let asked = heard.asked.get(session_id);
        let due = match (asked, heard.since) {
            (None, _) => true,
            (Some(asked), Some(since)) if asked.stood => asked.at < since,
            (Some(asked), _) => now - asked.at >= ASK_AGAIN,
        };
        if due {
            if heard.asked.len() >= MOST_ASKED {
                heard.asked.clear();
            }
            let asked = Asked {
                at: now,
                stood: false,
            };
            heard.asked.insert(session_id.to_owned(), asked);
        }
        due
    }

    /// Identity said that a session stands, as it was asked.
    pub fn stood(&self, session_id: &str) {
        if let Some(asked) = self.lock().asked.get_mut(session_id) {
            asked.stood = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn identity_is_asked_once_while_the_bus_is_heard_and_now_and_then_while_it_is_not() {
        let sessions = EndedSessions::default();
        sessions.hearing(true);
        assert!(sessions.is_due("s"));
        assert!(!sessions.is_due("s"), "it is being asked");
        sessions.stood("s");
        tokio::time::advance(ASK_AGAIN * 9).await;
        assert!(!sessions.is_due("s"), "its end would have been heard");
        // Something was missed.
        sessions.hearing(true);
        assert!(sessions.is_due("s"));
        sessions.stood("s");
        sessions.hearing(false);
        assert!(!sessions.is_due("s"));
        tokio::time::advance(ASK_AGAIN).await;
        assert!(sessions.is_due("s"));
        // Nobody answered.
        sessions.hearing(true);
        assert!(!sessions.is_due("s"));
        tokio::time::advance(ASK_AGAIN).await;
        assert!(sessions.is_due("s"));
        assert!(!sessions.has("s"));
        sessions.note("s");
        assert!(sessions.has("s"));
    }

    #[tokio::test(start_paused = true)]
    async fn an_end_is_remembered_for_as_long_as_a_token_is_good_and_not_for_ever() {
        let sessions = EndedSessions::default();
        for number in 0..SWEEP_ABOVE {
            sessions.note(&format!("early {number}"));
        }
        tokio::time::advance(REMEMBERED - ASK_AGAIN).await;
        sessions.note("late");
        assert!(sessions.has("early 0") && sessions.has("late"));
        tokio::time::advance(ASK_AGAIN).await;
        for number in 0..=SWEEP_ABOVE {
            sessions.note(&format!("later {number}"));
        }
        assert!(!sessions.has("early 0") && sessions.has("late"));
    }
}
