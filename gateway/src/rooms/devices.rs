//! On which devices a game is open at one of its seats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// No more of one seat are told apart.
const MOST: usize = 16;

/// Devices by the session that each is signed in with, and since when it shows the game, cluster time in ms. The tabs of
/// one browser share a session, and so does a connection with the one that it replaces: each is one device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Devices(BTreeMap<String, i64>);

impl Devices {
    /// One more, or one that is here already. Of too many the one that has been here longest is let go.
    pub fn add(&mut self, session_id: &str, since_ms: i64) {
        let since = self.0.entry(session_id.to_owned()).or_insert(since_ms);
        *since = since_ms.min(*since);
        if self.0.len() > MOST
            && let Some(oldest) = self.by_age().first().map(|oldest| (*oldest).to_owned())
        {
            self.0.remove(&oldest);
        }
    }

    /// With those of elsewhere.
    pub fn and(mut self, others: &Self) -> Self {
        for (session_id, since_ms) in &others.0 {
            self.add(session_id, *since_ms);
        }
        self
    }

    /// How many.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// Whether of several this one came last.
    pub fn is_newest(&self, session_id: &str) -> bool {
        self.0.len() > 1 && self.by_age().last() == Some(&session_id)
    }

    /// The longest here first.
    fn by_age(&self) -> Vec<&str> {
        let mut all: Vec<_> = self.0.iter().map(|(id, since)| (*since, id)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, id)| id.as_str()).collect()
    }
}
