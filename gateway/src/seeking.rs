//! Who seeks a casual game over a connection of this gateway: kept in the live state as long as the connection is open,
//! and told once an opponent is found.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_access::{Kind, Problem, identifier, problem};
use outflank_live::{Received, SharedLive, StandingSeek, Subscription, topic};
use outflank_proto::{
    live::v1 as live,
    pairing::v1::{self as pairing, CasualBooking, HeardBookings},
};
use outflank_transport::ClusterClock;
use prost::Message as _;
use tokio::{sync::Notify, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::{
    connection_registry::ConnectionRegistry,
    frames::server_frame::{self, Side},
    services::Services,
};

/// A seek that is not said again within this time vanishes.
const LIFETIME: Duration = Duration::from_secs(6);
/// It is said again so often.
const RENEWED_EVERY: Duration = Duration::from_secs(2);
/// A seek ends after so long, in ms: whoever still looks seeks again.
const LONGEST_MS: i64 = 3_600_000;
/// What a seek of somebody who is booked is refused with.
const ALREADY_BOOKED: &str = "already_booked";
/// Accounts asked about in one call.
const ASKED_AT_ONCE: usize = 1_000;
/// What an API key may not seek now it may after so long, in s: a line that broke is found out by then.
const SEEK_AGAIN_AFTER_S: u64 = 10;

#[derive(Debug)]
struct Held {
    account_id: String,
    /// The API key whose line it is; none for a person's.
    key: Option<String>,
    standing: Bytes,
    since_ms: i64,
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

    /// An account seeks from now on, over a line that a person's session or this API key opened.
    ///
    /// # Errors
    /// Where pairing refuses it, or does not answer; where the key seeks over another line of this gateway.
    pub async fn begin(
        self: &Arc<Self>,
        (account_id, key): (&str, Option<String>),
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
            by_key: key.is_some(),
            contest_id: sought.contest_id,
        };
        let checked = match self.services.pairing().check_seek(request).await {
            Ok(checked) => checked,
            Err(status) => {
                let problem = Problem::from_status(&status);
                if problem.code == ALREADY_BOOKED {
                    // Its line may have been down when that was told.
                    self.look_for([account_id.to_owned()].into()).await;
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
            key,
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
        if new.key.is_some() && held.values().any(|other| other.key == new.key) {
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

    /// Keeps what is sought here, and tells who is booked, until told to stop.
    pub async fn run(&self, stop: &CancellationToken) {
        let mut connectivity = self.live.connectivity();
        let mut renewals = tokio::time::interval(RENEWED_EVERY);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut news: Option<Subscription> = None;
        loop {
            if news.is_none() {
                news = self.live.subscribe(&topic::bookings()).await.ok();
            }
            tokio::select! {
                () = stop.cancelled() => return,
                _ = renewals.tick() => self.renew().await,
                () = self.wake.notified() => self.drop_ended().await,
                heard = heard(&mut news) => match heard {
                    Received::Message(message) => {
                        let heard = HeardBookings::decode(message).unwrap_or_default();
                        self.booked(&heard.bookings);
                    }
                    Received::Missed(_) => self.look_for(self.connections.accounts()).await,
                    Received::Closed => news = None,
                },
                Ok(()) = connectivity.changed() => if *connectivity.borrow_and_update() {
                    self.look_for(self.connections.accounts()).await;
                },
            }
        }
    }

    /// Says again who seeks, and looks whether somebody was booked whose news was lost.
    async fn renew(&self) {
        let accounts: BTreeSet<String> = {
            let mut held = self.held();
            let oldest_ms = self.clock.now_ms().saturating_sub(LONGEST_MS);
            held.retain(|_, held| held.since_ms > oldest_ms);
            held.values().map(|held| held.account_id.clone()).collect()
        };
        if accounts.is_empty() {
            return;
        }
        self.look_for(accounts).await;
        let standing: Vec<StandingSeek> = {
            let held = self.held();
            let standing = held.iter().map(|(id, held)| StandingSeek {
                id: id.clone(),
                bytes: held.standing.clone(),
            });
            standing.collect()
        };
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

    /// Asks pairing who of these is booked, and tells them.
    async fn look_for(&self, accounts: BTreeSet<String>) {
        let accounts: Vec<String> = accounts.into_iter().collect();
        for some in accounts.chunks(ASKED_AT_ONCE) {
            let request = pairing::FindBookingsRequest {
                account_ids: some.to_vec(),
            };
            match self.services.pairing().find_bookings(request).await {
                Ok(found) => self.booked(&found.get_ref().bookings),
                Err(status) => tracing::debug!(%status, "who is booked is not known now"),
            }
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

async fn heard(news: &mut Option<Subscription>) -> Received {
    match news {
        Some(news) => news.next().await,
        None => std::future::pending().await,
    }
}
