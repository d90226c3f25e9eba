//! Every open connection of a client, to be told something or to be closed.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use outflank_access::{Kind, Problem};
use outflank_live::{LiveError, Received, SharedLive, Subscription, topic};
use outflank_proto::identity::v1 as identity;
use tokio_util::sync::CancellationToken;

use crate::{
    ended_sessions::EndedSessions,
    frames::{
        outbox::{Closing, Outbox},
        outbox_budget::OutboxBudget,
        server_frame::Outgoing,
    },
    holder::Holder,
    metrics::Metrics,
    places::{Occupant, Places, Standing},
    services::Services,
};

/// While the bus is down, identity is asked this often which sessions still stand: one that has ended loses its
/// connections within 5 s.
const CHECK_EVERY: Duration = Duration::from_secs(4);
/// Questions to identity at the same time.
const AT_ONCE: usize = 16;

/// Its session was signed out or revoked.
pub const SESSION_ENDED: Closing = Closing {
    code: 4001,
    reason: "The session has ended: sign in and open another socket.",
};

/// What its holder sees is less than it was.
const OFFICE_ENDED: Closing = Closing {
    code: 1012,
    reason: "An office has ended: open another socket.",
};

/// Too much waits for all connections together.
const NO_PLACE: Closing = Closing {
    code: 1013,
    reason: "The server keeps more than it may for clients that do not read: open another socket, and read it.",
};
/// Whoever has less waiting is let go for nobody, in bytes.
const LITTLE: usize = 16 * 1024;
/// Place is made again after so long, at the earliest.
const PLACE_AGAIN: Duration = Duration::from_millis(100);

/// Somebody for whom much waits.
enum SlowReader {
    /// Frames of a socket or stream.
    Frames(Arc<Outbox>),
    /// Plain answers of a connection.
    Answers(Arc<Occupant>),
}

impl SlowReader {
    fn let_go(&self) {
        match self {
            Self::Frames(outbox) => outbox.give_up(NO_PLACE),
            Self::Answers(occupant) => occupant.let_go(),
        }
    }
}

struct Connection {
    session_id: Option<String>,
    account_id: Option<String>,
    outbox: Arc<Outbox>,
}

#[derive(Default)]
struct Connections {
    next: u64,
    open: BTreeMap<u64, Connection>,
    /// Those of each account.
    by_account: BTreeMap<String, BTreeSet<u64>>,
}

impl Connections {
    fn open(&mut self, connection: Connection) -> u64 {
        let number = self.next;
        self.next += 1;
        if let Some(account_id) = &connection.account_id {
            let own = self.by_account.entry(account_id.clone()).or_default();
            own.insert(number);
        }
        self.open.insert(number, connection);
        number
    }

    fn close(&mut self, number: u64) {
        let closed = self.open.remove(&number);
        let Some(account_id) = closed.and_then(|closed| closed.account_id) else {
            return;
        };
        if let Some(own) = self.by_account.get_mut(&account_id) {
            own.remove(&number);
            if own.is_empty() {
                self.by_account.remove(&account_id);
            }
        }
    }

    fn of_account(&self, account_id: &str) -> impl Iterator<Item = &Connection> {
        let own = self.by_account.get(account_id).into_iter().flatten();
        own.filter_map(|number| self.open.get(number))
    }
}

/// Every open connection.
#[derive(Default)]
pub struct ConnectionRegistry {
    connections: Mutex<Connections>,
    /// The sessions that ended.
    pub ended: EndedSessions,
}

/// What whoever acts under a session that has ended is told.
pub fn session_ended() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "session_ended",
        "This session has ended: sign in again.",
    )
}

/// One connection's registration, given up when dropped.
pub struct Registration {
    registry: Arc<ConnectionRegistry>,
    number: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.registry.lock().close(self.number);
    }
}

impl Registration {
    /// The connection goes on under another session of the same account.
    pub fn change_session(&self, session_id: String) {
        if let Some(connection) = self.registry.lock().open.get_mut(&self.number) {
            connection.session_id = Some(session_id);
        }
    }
}

impl ConnectionRegistry {
    fn lock(&self) -> MutexGuard<'_, Connections> {
        let connections = self.connections.lock();
        connections.unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection opened, under a session if it speaks for somebody.
    pub fn register(self: &Arc<Self>, holder: &Holder, outbox: &Arc<Outbox>) -> Registration {
        let session = holder.session.as_ref();
        let connection = Connection {
            session_id: session.map(|of| of.session_id.clone()),
            account_id: holder.account_id.clone(),
            outbox: Arc::clone(outbox),
        };
        Registration {
            registry: Arc::clone(self),
            number: self.lock().open(connection),
        }
    }

    /// Whether the session behind a connection is known to have ended.
    pub fn has_ended(&self, holder: &Holder) -> bool {
        let session = holder.session.as_ref();
        session.is_some_and(|of| self.ended.has(&of.session_id))
    }

    /// Tells everybody.
    pub fn tell(&self, frame: &Outgoing) {
        for connection in self.lock().open.values() {
            connection.outbox.answer(frame.clone());
        }
    }

    /// Tells every connection of an account.
    pub fn tell_account(&self, account_id: &str, frame: &Outgoing) {
        for connection in self.lock().of_account(account_id) {
            connection.outbox.answer(frame.clone());
        }
    }

    /// The accounts that connections are open for.
    pub fn accounts(&self) -> BTreeSet<String> {
        self.lock().by_account.keys().cloned().collect()
    }

    /// A session has ended: its connections are closed, and nothing is done under it any more.
    pub fn end_session(&self, session_id: &str) {
        self.ended.note(session_id);
        for connection in self.lock().open.values() {
            if connection.session_id.as_deref() == Some(session_id) {
                connection.outbox.close(SESSION_ENDED);
            }
        }
    }

    /// Closes the connections of an account whose office has ended.
    fn end_office(&self, account_id: &str) {
        for connection in self.lock().of_account(account_id) {
            connection.outbox.close(OFFICE_ENDED);
        }
    }

    /// Ends connections for which much waits whenever too much waits for all together, until told to stop: the
    /// anonymous before accounts, those with most first, and nobody who has a seat or an office.
    pub async fn make_place(
        &self,
        (budget, places): (&OutboxBudget, &Places),
        metrics: &Metrics,
        stop: &CancellationToken,
    ) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = budget.overdrawn() => {}
            }
            if !budget.is_spent() {
                continue;
            }
            let mut to_go = budget.above_enough();
            for (bytes, reader) in self.by_waiting(places) {
                if to_go == 0 {
                    break;
                }
                reader.let_go();
                to_go = to_go.saturating_sub(bytes);
                metrics.readers_let_go.inc();
            }
            tokio::time::sleep(PLACE_AGAIN).await;
        }
    }

    /// Who may be let go and what waits for each, in that order.
    fn by_waiting(&self, places: &Places) -> Vec<(usize, SlowReader)> {
        let connections = self.lock();
        let outboxes = connections.open.values().map(|open| &open.outbox);
        let open = outboxes.filter(|outbox| !outbox.is_closing());
        let frames = open.map(|outbox| {
            let reader = SlowReader::Frames(Arc::clone(outbox));
            (outbox.reader(), outbox.bytes(), reader)
        });
        let mut found: Vec<_> = frames
            .filter(|(standing, bytes, _)| *standing < Standing::Seated && *bytes >= LITTLE)
            .collect();
        drop(connections);
        let answers = places.slow_readers(LITTLE).into_iter().map(|occupant| {
            let (standing, bytes) = (occupant.standing(), occupant.answers.bytes());
            (standing, bytes, SlowReader::Answers(occupant))
        });
        found.extend(answers);
        found.sort_by_key(|(standing, bytes, _)| (*standing, Reverse(*bytes)));
        let by_waiting = found.into_iter().map(|(_, bytes, reader)| (bytes, reader));
        by_waiting.collect()
    }

    /// The sessions that connections are open under.
    fn sessions(&self) -> BTreeSet<String> {
        let connections = self.lock();
        let sessions = connections.open.values();
        sessions
            .filter_map(|connection| connection.session_id.clone())
            .collect()
    }

    /// Hears which sessions and offices end, until told to stop. While the bus is down identity is asked every 4 s, and
    /// once more when it is back: by then at the latest an ended session's connections are closed. An office that ends
    /// meanwhile is found out where it counts, game by game and tournament by tournament (`viewers`).
    pub async fn watch(&self, live: &SharedLive, services: &Services, stop: &CancellationToken) {
        let mut connectivity = live.connectivity();
        let mut bus = None;
        let mut looks = tokio::time::interval(CHECK_EVERY);
        loop {
            if bus.is_none() {
                bus = subscribe(live).await.ok();
                self.ended.hearing(bus.is_some() && *connectivity.borrow());
            }
            tokio::select! {
                () = stop.cancelled() => return,
                heard = hear(&mut bus) => match heard {
                    Heard::Session(Received::Message(session_id)) => self.end_session(id(&session_id)),
                    Heard::Session(Received::Missed(_)) => {
                        self.ended.hearing(*connectivity.borrow());
                        self.check_sessions(services).await;
                    }
                    Heard::Office(Received::Message(account_id)) => self.end_office(id(&account_id)),
                    Heard::Office(Received::Missed(_)) => {}
                    Heard::Session(Received::Closed) | Heard::Office(Received::Closed) => bus = None,
                },
                Ok(()) = connectivity.changed() => {
                    let connected = *connectivity.borrow_and_update();
                    self.ended.hearing(connected && bus.is_some());
                    if connected {
                        self.check_sessions(services).await;
                    }
                    looks.reset();
                }
                _ = looks.tick() => {
                    let connected = *connectivity.borrow();
                    if bus.is_none() || !connected {
                        self.check_sessions(services).await;
                    }
                }
            }
        }
    }

    /// Asks identity which sessions still stand. One it does not answer about goes on.
    async fn check_sessions(&self, services: &Services) {
        let asks = stream::iter(self.sessions()).map(|session_id| async move {
            let request = identity::GetSessionRequest {
                session_id: session_id.clone(),
            };
            let answer = services.identity().get_session(request).await;
            let over = matches!(answer, Ok(answer) if !answer.get_ref().stands);
            over.then_some(session_id)
        });
        let mut over = std::pin::pin!(asks.buffer_unordered(AT_ONCE));
        while let Some(session_id) = over.next().await {
            if let Some(session_id) = session_id {
                self.end_session(&session_id);
            }
        }
    }
}

struct Bus {
    sessions: Subscription,
    offices: Subscription,
}

enum Heard {
    Session(Received),
    Office(Received),
}

async fn subscribe(live: &SharedLive) -> Result<Bus, LiveError> {
    Ok(Bus {
        sessions: live.subscribe(&topic::ended_sessions()).await?,
        offices: live.subscribe(&topic::dismissed_officials()).await?,
    })
}

/// The next thing on the bus; never while it is down.
async fn hear(bus: &mut Option<Bus>) -> Heard {
    match bus {
        Some(bus) => tokio::select! {
            heard = bus.sessions.next() => Heard::Session(heard),
            heard = bus.offices.next() => Heard::Office(heard),
        },
        None => std::future::pending().await,
    }
}

fn id(message: &Bytes) -> &str {
    std::str::from_utf8(message).unwrap_or_default()
}
