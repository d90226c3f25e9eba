//! Every open line to a client, to be told something or to be closed.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_live::{Received, SharedLive, topic};
use tokio_util::sync::CancellationToken;

use crate::socket::{
    outbox::{Closing, Outbox},
    server_frame::Outgoing,
};

/// The bus is asked again after so long when it is down.
const SUBSCRIBE_AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// Its session was signed out or revoked.
pub const SESSION_ENDED: Closing = Closing {
    code: 4001,
    reason: "The session has ended: sign in and open another socket.",
};

struct Line {
    session_id: Option<String>,
    outbox: Arc<Outbox>,
}

#[derive(Default)]
struct Lines {
    next: u64,
    open: BTreeMap<u64, Line>,
}

/// Every open line.
#[derive(Default)]
pub struct Roll(Mutex<Lines>);

/// One line's place on the roll, given up when dropped.
pub struct Place {
    roll: Arc<Roll>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.roll.lock().open.remove(&self.number);
    }
}

impl Place {
    /// The line goes on under another session of the same account.
    pub fn change_session(&self, session_id: String) {
        if let Some(line) = self.roll.lock().open.get_mut(&self.number) {
            line.session_id = Some(session_id);
        }
    }
}

impl Roll {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line opened, under a session if it speaks for somebody.
    pub fn enter(self: &Arc<Self>, session_id: Option<String>, outbox: &Arc<Outbox>) -> Place {
        let mut lines = self.lock();
        let number = lines.next;
        lines.next += 1;
        let line = Line {
            session_id,
            outbox: Arc::clone(outbox),
        };
        lines.open.insert(number, line);
        Place {
            roll: Arc::clone(self),
            number,
        }
    }

    /// Tells everybody.
    pub fn tell(&self, frame: &Outgoing) {
        for line in self.lock().open.values() {
            line.outbox.answer(frame.clone());
        }
    }

    /// Closes the lines of a session.
    pub fn end_session(&self, session_id: &str) {
        for line in self.lock().open.values() {
            if line.session_id.as_deref() == Some(session_id) {
                line.outbox.close(SESSION_ENDED);
            }
        }
    }

    /// Hears which sessions end, until told to stop. What is missed while the bus is down is found out when the
    /// access token that opened the line runs out.
    pub async fn run(&self, live: &SharedLive, stop: &CancellationToken) {
        loop {
            if let Ok(mut ended) = live.subscribe(&topic::ended_sessions()).await {
                loop {
                    let heard = tokio::select! {
                        () = stop.cancelled() => return,
                        heard = ended.next() => heard,
                    };
                    match heard {
                        Received::Message(message) => {
                            self.end_session(std::str::from_utf8(&message).unwrap_or_default());
                        }
                        Received::Missed(missed) => {
                            tracing::warn!(missed, "ends of sessions were not heard");
                        }
                        Received::Closed => break,
                    }
                }
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(SUBSCRIBE_AGAIN) => {}
            }
        }
    }
}
