//! What was written at a table, as long as anybody waits for it: one copy for all who are told the same.

use std::sync::{Mutex, PoisonError};

use crate::frames::server_frame::{Outgoing, WeakOutgoing};

/// The frames that somebody waits for.
#[derive(Default)]
pub struct ChatHistories(Mutex<Vec<WeakOutgoing>>);

impl ChatHistories {
    /// The frame, or the one that says the same and that others wait for.
    pub fn shared(&self, frame: Outgoing) -> Outgoing {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|one| one.upgrade().is_some());
        let mut waiting = known.iter().filter_map(WeakOutgoing::upgrade);
        if let Some(same) = waiting.find(|one| one.protobuf() == frame.protobuf()) {
            return same;
        }
        drop(waiting);
        known.push(frame.downgrade());
        frame
    }
}
