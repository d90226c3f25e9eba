//! Who seeks a casual game over a connection of this gateway: kept in the live state as long as the connection is open,
//! and told once an opponent is found.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_access::{Kind, Problem, identifier, problem};
use outflank_live::{Received, SharedLive, StandingSeek, Subscription, topic};
use outflank_proto::{
    live::v1 as live,
    pairing::v1::{self as pairing, CasualBooking, EndedSeek, HeardBookings},
};
use outflank_transport::ClusterClock;
use prost::Message as _;
use tokio::{
    sync::Notify,
    time::{Interval, MissedTickBehavior},
};
use tokio_util::sync::CancellationToken;

use crate::{
    connection_registry::ConnectionRegistry,
    frames::{
        outbox::Outbox,
        server_frame::{self, Side},
    },
    services::Services,
};

/// A seek that is not said again within this time vanishes.
const LIFETIME: Duration = Duration::from_secs(6);
/// It is said again so often.
const RENEWED_EVERY: Duration = Duration::from_secs(2);
/// A line knows of its seek after so long, in ms.
const SETTLED_MS: i64 = 1_000;
/// What a seek of somebody who is booked is refused with.
const ALREADY_BOOKED: &str = "already_booked";
/// Accounts asked about in one call.
const ASKED_AT_ONCE: usize = 1_000;
/// What an API key may not seek now it may after so long, in s: a line that broke is found out by then.
const SEEK_AGAIN_AFTER_S: u64 = 10;

struct Held {
    account_id: String,
    line: Line,
    standing: Bytes,
    since_ms: i64,
}

/// The line that a seek is of.
pub struct Line {
    /// The API key that opened it; none for a person's.
    pub key: Option<String>,
    /// Where it is told.
    pub outbox: Arc<Outbox>,
    /// The id of the frame that seeks.
    pub frame: String,
}

/// Every seek of this gateway's connections.
pub struct Seeking {
    services: Services,
    live: SharedLive,
    clock: Arc<ClusterClock>,
    connections: Arc<ConnectionRegistry>,
    held: Mutex<BTreeMap<String, Held>>,
    /// Seeks whose connection closed, or that were taken back.
    ended: Mutex<Vec<String>>,
    wake: Notify,
    /// News of bookings may have been lost: all that are connected are looked for.
    missed: Notify,
}

/// One connection's seek: it ends when this is dropped.
pub struct KeptSeek {
    seeking: Arc<Seeking>,
    id: String,
}

/// A seek that stands.
pub struct Begun {
    /// What ends it.
    pub kept: KeptSeek,
    /// What is sought: of a contest, its terms.
    pub terms: Option<pairing::CasualTerms>,
    /// Since when, cluster time in ms.
    pub since_ms: i64,
}

impl Drop for KeptSeek {
    fn drop(&mut self) {
        if self.seeking.held().remove(&self.id).is_some() {
            self.seeking.ended().push(std::mem::take(&mut self.id));
            self.seeking.wake.notify_one();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is under these locks is whole after every statement.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seeking {
    /// Nobody seeks.
    pub fn new(
        services: Services,
        live: SharedLive,
        clock: Arc<ClusterClock>,
        connections: Arc<ConnectionRegistry>,
    ) -> Arc<Self> {
        Arc::new(Self {
            services,
            live,
            clock,
            connections,
            held: Mutex::default(),
            ended: Mutex::default(),
            wake: Notify::new(),
            missed: Notify::new(),
        })
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Held>> {
        lock(&self.held)
    }

    fn ended(&self) -> MutexGuard<'_, Vec<String>> {
        lock(&self.ended)
    }

    /// How many connections of this gateway seek.
    pub fn count(&self) -> usize {
        self.held().len()
    }

    /// An account seeks from now on, over this line. Where that may not stand any more, the line is told so.
    ///
    /// # Errors
    /// Where pairing refuses it, or does not answer; where the line's key seeks over another line of this gateway.
    pub async fn begin(
        self: &Arc<Self>,
        (account_id, line): (&str, Line),
        sought: live::Seek,
    ) -> Result<Begun, Problem> {
        let id = identifier::random_id().map_err(Problem::internal)?;
        let since_ms = self.clock.now_ms();
        let request = pairing::CheckSeekRequest {
            seek_id: id.clone(),
            account_id: account_id.to_owned(),
            terms: sought.terms,
            color: sought.color,
            lowest: sought.lowest,
            highest: sought.highest,
            since_ms,
            by_key: line.key.is_some(),
            contest_id: sought.contest_id,
        };
        let checked = match self.services.pairing().check_seek(request).await {
            Ok(checked) => checked,
            Err(status) => {
                let problem = Problem::from_status(&status);
                if problem.code == ALREADY_BOOKED {
                    // Its line may have been down when that was told.
                    self.look_for(vec![account_id.to_owned()], Vec::new()).await;
                }
                return Err(problem);
            }
        };
        let checked = checked.into_inner();
        let standing = Bytes::from(checked.standing);
        let held = Held {
            account_id: account_id.to_owned(),
            standing: standing.clone(),
            since_ms,
            line,
        };
        self.hold(&id, held)?;
        let kept = KeptSeek {
            seeking: Arc::clone(self),
            id: id.clone(),
        };
        // What does not reach the live state now is said again in a moment.
        let seek = StandingSeek {
            id,
            bytes: standing,
        };
        if let Err(error) = self.live.keep_seeks(&[seek], LIFETIME).await {
            tracing::debug!(%error, "a seek is not known yet");
        }
        self.tell_matchers().await;
        Ok(Begun {
            kept,
            terms: checked.terms.or(sought.terms),
            since_ms,
        })
    }

    /// Holds a seek, unless its key has one already.
    fn hold(&self, id: &str, new: Held) -> Result<(), Problem> {
        let mut held = self.held();
        let key = &new.line.key;
        if key.is_some() && held.values().any(|other| other.line.key == *key) {
            return Err(problem!(
                Kind::TooMany,
                "too_many_requests",
                "This API key seeks a game over another line: end that seek first, or seek again in {retry_after_s} s.",
                retry_after_s = SEEK_AGAIN_AFTER_S,
            ));
        }
        held.insert(id.to_owned(), new);
        Ok(())
    }

    async fn tell_matchers(&self) {
        if let Err(error) = self.live.publish(&topic::seeks(), Bytes::new()).await {
            tracing::debug!(%error, "nobody is told of a seek");
        }
    }

    /// Keeps what is sought here, and tells who is booked, until told to stop. Each goes on beside the others: pairing may
    /// be slow to answer.
    pub async fn run(&self, stop: &CancellationToken) {
        let all = async { tokio::join!(self.keep(), self.hear(), self.look()) };
        tokio::select! {
            () = stop.cancelled() => {}
            _ = all => {}
        }
    }

    /// Says again and again who seeks, and who seeks no more.
    async fn keep(&self) {
        let mut renewals = renewals();
        loop {
            tokio::select! {
                _ = renewals.tick() => self.renew().await,
                () = self.wake.notified() => self.drop_ended().await,
            }
        }
    }

    /// Tells of bookings as they are told.
    async fn hear(&self) {
        let mut connectivity = self.live.connectivity();
        let mut news: Option<Subscription> = None;
        let mut again = renewals();
        loop {
            if news.is_none() {
                news = self.live.subscribe(&topic::bookings()).await.ok();
            }
            tokio::select! {
                // What could not be heard is tried again.
                _ = again.tick(), if news.is_none() => {}
                heard = heard(&mut news) => match heard {
                    Received::Message(message) => {
                        let heard = HeardBookings::decode(message).unwrap_or_default();
                        self.booked(&heard.bookings);
                    }
                    Received::Missed(_) => self.missed.notify_one(),
                    Received::Closed => news = None,
                },
                Ok(()) = connectivity.changed() => if *connectivity.borrow_and_update() {
                    self.missed.notify_one();
                },
            }
        }
    }

    /// Looks again and again whether somebody who seeks was booked whose news was lost, or seeks no more.
    async fn look(&self) {
        let mut looks = renewals();
        loop {
            tokio::select! {
                _ = looks.tick() => self.look_at_seeks().await,
                () = self.missed.notified() => {
                    let accounts: Vec<String> = self.connections.accounts().into_iter().collect();
                    for some in accounts.chunks(ASKED_AT_ONCE) {
                        self.look_for(some.to_vec(), Vec::new()).await;
                    }
                }
            }
        }
    }

    async fn look_at_seeks(&self) {
        // What has just begun was asked about then, and its line may not have been told so yet.
        let begun_ms = self.clock.now_ms().saturating_sub(SETTLED_MS);
        let held: Vec<(String, Vec<u8>)> = {
            let held = self.held();
            let held = held.values().filter(|held| held.since_ms <= begun_ms);
            held.map(|held| (held.account_id.clone(), held.standing.to_vec()))
                .collect()
        };
        for some in held.chunks(ASKED_AT_ONCE) {
            let (accounts, seeks) = some.iter().cloned().unzip();
            self.look_for(accounts, seeks).await;
        }
    }

    /// Says again who seeks.
    async fn renew(&self) {
        let standing: Vec<StandingSeek> = {
            let held = self.held();
            let standing = held.iter().map(|(id, held)| StandingSeek {
                id: id.clone(),
                bytes: held.standing.clone(),
            });
            standing.collect()
        };
        if standing.is_empty() {
            return;
        }
        if let Err(error) = self.live.keep_seeks(&standing, LIFETIME).await {
            tracing::debug!(%error, "seeks are not known while the live state is away");
        }
    }

    async fn drop_ended(&self) {
        let ended = std::mem::take(&mut *self.ended());
        if let Err(error) = self.live.drop_seeks(&ended).await {
            tracing::debug!(%error, "seeks that ended run out by themselves");
        }
    }

    /// Asks pairing who of these is booked, and which of these seeks stand no more, and tells them.
    async fn look_for(&self, account_ids: Vec<String>, seeks: Vec<Vec<u8>>) {
        let request = pairing::FindBookingsRequest { account_ids, seeks };
        match self.services.pairing().find_bookings(request).await {
            Ok(found) => {
                let found = found.into_inner();
                self.booked(&found.bookings);
                self.end(found.ended);
            }
            Err(status) => tracing::debug!(%status, "who is booked is not known now"),
        }
    }

    /// Ends seeks that stand no more, and tells their lines why.
    fn end(&self, ended: Vec<EndedSeek>) {
        for EndedSeek { seek_id, problem } in ended {
            let Some(held) = self.held().remove(&seek_id) else {
                continue;
            };
            let Line { outbox, frame, .. } = held.line;
            outbox.answer(server_frame::refused_by(frame, problem));
            self.ended().push(seek_id);
            self.wake.notify_one();
        }
    }

    /// Tells the players of games, and ends what they sought.
    fn booked(&self, bookings: &[CasualBooking]) {
        for booking in bookings {
            for side in Side::BOTH {
                let (own, _) = side.of(booking);
                self.held().retain(|_, held| held.account_id != own);
                let frame = server_frame::booked(booking, side);
                self.connections.tell_account(own, &frame);
            }
        }
    }
}

fn renewals() -> Interval {
    let mut renewals = tokio::time::interval(RENEWED_EVERY);
    renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
    renewals
}

async fn heard(news: &mut Option<Subscription>) -> Received {
    match news {
        Some(news) => news.next().await,
        None => std::future::pending().await,
    }
}
