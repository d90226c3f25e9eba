//! Every open line to a client, to be told something or to be closed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt as _, stream};
use outflank_live::{Received, topic};
use outflank_proto::identity::v1 as identity;

use crate::{
    socket::{
        outbox::{Closing, Outbox},
        server_frame::Outgoing,
    },
    state::Shared,
};

/// While the bus is down, identity is asked this often which sessions still stand.
const CHECK_EVERY: Duration = Duration::from_secs(30);
/// Questions to identity at the same time.
const AT_ONCE: usize = 16;

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

    /// The sessions that lines are open under.
    fn sessions(&self) -> BTreeSet<String> {
        let lines = self.lock();
        let sessions = lines.open.values();
        sessions
            .filter_map(|line| line.session_id.clone())
            .collect()
    }
}

/// Hears which sessions end, until told to stop. While the bus is down identity is asked every 30 s, and once more
/// when it is back: by then at the latest an ended session's lines are closed.
pub async fn run(shared: &Shared) {
    let mut reach = shared.live.connectivity();
    let mut ended = None;
    let mut looks = tokio::time::interval(CHECK_EVERY);
    loop {
        if ended.is_none() {
            ended = shared.live.subscribe(&topic::ended_sessions()).await.ok();
        }
        let hear = async {
            match ended.as_mut() {
                Some(ended) => ended.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = shared.stop.cancelled() => return,
            heard = hear => match heard {
                Received::Message(message) => {
                    let session_id = std::str::from_utf8(&message).unwrap_or_default();
                    shared.roll.end_session(session_id);
                }
                Received::Missed(_) => check(shared).await,
                Received::Closed => ended = None,
            },
            Ok(()) = reach.changed() => {
                if *reach.borrow_and_update() {
                    check(shared).await;
                }
                looks.reset();
            }
            _ = looks.tick() => {
                let reached = *reach.borrow();
                if ended.is_none() || !reached {
                    check(shared).await;
                }
            }
        }
    }
}

/// Asks identity which sessions still stand. One it does not answer about goes on.
async fn check(shared: &Shared) {
    let sessions = shared.roll.sessions();
    let asks = stream::iter(sessions).map(|session_id| async move {
        let request = identity::GetSessionRequest {
            session_id: session_id.clone(),
        };
        let answer = shared.services.identity().get_session(request).await;
        let over = matches!(answer, Ok(answer) if !answer.get_ref().stands);
        over.then_some(session_id)
    });
    let mut over = std::pin::pin!(asks.buffer_unordered(AT_ONCE));
    while let Some(session_id) = over.next().await {
        if let Some(session_id) = session_id {
            shared.roll.end_session(&session_id);
        }
    }
}
