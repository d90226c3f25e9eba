//! A gateway as far as seeks go: it stamps them, keeps them in the live state as long as their line is open, and tells
//! who is booked.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use outflank_access::{Problem, Role};
use outflank_live::{Live as _, Received, StandingSeek, Subscription, topic};
use outflank_proto::pairing::v1::{
    self as pairing, CasualBooking, HeardBookings, pairing_service_client::PairingServiceClient,
};
use outflank_transport::Transport;
use prost::Message as _;
use tokio::{
    sync::{Notify, watch},
    time::MissedTickBehavior,
};

use super::{Sought, Told, Wish};
use crate::{life::Life, live::FaultyLive, wiring::Wiring};

/// A seek that is not said again within this time vanishes.
pub const LIFETIME: Duration = Duration::from_secs(6);
/// It is said again so often.
const RENEWED_EVERY: Duration = Duration::from_secs(2);
/// What a seek of somebody who is booked is refused with.
const ALREADY_BOOKED: &str = "already_booked";

#[derive(Debug)]
struct Held {
    account: String,
    standing: Bytes,
}

/// Seeks of one gateway's lines.
pub struct Seeking {
    wiring: Arc<Wiring>,
    name: String,
    pairing: PairingServiceClient<Transport>,
    live: FaultyLive,
    held: Mutex<BTreeMap<String, Held>>,
    ended: Mutex<Vec<String>>,
    wake: Notify,
    /// The open lines: what was told over each last.
    lines: Mutex<BTreeMap<String, watch::Sender<Option<Told>>>>,
    begun: Mutex<u32>,
}

/// One line's seek: it ends when this is dropped.
pub struct KeptSeek {
    seeking: Arc<Seeking>,
    id: String,
}

impl Drop for KeptSeek {
    fn drop(&mut self) {
        if lock(&self.seeking.held).remove(&self.id).is_some() {
            lock(&self.seeking.ended).push(std::mem::take(&mut self.id));
            self.seeking.wake.notify_one();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seeking {
    /// That of the gateway of that name.
    #[must_use]
    pub fn new(wiring: &Arc<Wiring>, name: &str) -> Arc<Self> {
        let way = wiring.way(Role::Gateway, &wiring.pairing, name);
        Arc::new(Self {
            pairing: PairingServiceClient::new(way),
            live: FaultyLive::new(&wiring.live, &wiring.world, (name, &Life::default())),
            wiring: Arc::clone(wiring),
            name: name.to_owned(),
            held: Mutex::default(),
            ended: Mutex::default(),
            wake: Notify::new(),
            lines: Mutex::default(),
            begun: Mutex::default(),
        })
    }

    /// An account opens a line.
    pub fn line(&self, account: &str) -> watch::Receiver<Option<Told>> {
        let mut lines = lock(&self.lines);
        lines.entry(account.to_owned()).or_default().subscribe()
    }

    /// An account seeks from now on.
    ///
    /// # Errors
    /// Where pairing refuses it, or does not answer.
    pub async fn begin(self: &Arc<Self>, account: &str, wish: Wish) -> Result<KeptSeek, Problem> {
        let id = {
            let mut begun = lock(&self.begun);
            *begun += 1;
            format!("seek-{begun}-{}", self.name)
        };
        let since_ms = self.wiring.clock.now_ms();
        let request = pairing::CheckSeekRequest {
            seek_id: id.clone(),
            account_id: account.to_owned(),
            terms: Some(wish.wire_terms()),
            color: wish.wire_color(),
            lowest: wish.range.0,
            highest: wish.range.1,
            since_ms,
            contest_id: wish.contest.clone().unwrap_or_default(),
            ..pairing::CheckSeekRequest::default()
        };
        let checked = self.pairing.clone().check_seek(request).await;
        let checked = checked.map_err(|status| Problem::from_status(&status));
        let code = checked.as_ref().err().map_or("", |problem| &problem.code);
        self.wiring.world.seen.answered("CheckSeek", code);
        let standing = match checked {
            Ok(checked) => self.standing(&wish, checked.into_inner()),
            Err(problem) => {
                if problem.code == ALREADY_BOOKED {
                    self.look_for([account.to_owned()].into(), Vec::new()).await;
                }
                return Err(problem);
            }
        };
        self.wiring.world.seen.sought(Sought {
            id: id.clone(),
            account: account.to_owned(),
            wish,
            since_ms,
        });
        let held = Held {
            account: account.to_owned(),
            standing: standing.clone(),
        };
        lock(&self.held).insert(id.clone(), held);
        let kept = KeptSeek {
            seeking: Arc::clone(self),
            id: id.clone(),
        };
        let seek = StandingSeek {
            id,
            bytes: standing,
        };
        let _said_again = self.live.keep_seeks(&[seek], LIFETIME).await;
        let _looked_for = self.live.publish(&topic::seeks(), Bytes::new()).await;
        Ok(kept)
    }

    /// What stands in the live state; whoever seeks is told what he will play.
    fn standing(&self, wish: &Wish, checked: pairing::CheckSeekResponse) -> Bytes {
        if checked.terms != Some(wish.wire_terms()) {
            let complaint = format!("{wish:?} is sought, and {:?} told", checked.terms);
            self.wiring.world.log.complain(complaint);
        }
        Bytes::from(checked.standing)
    }

    /// Keeps what is sought here, and tells who is booked.
    pub async fn run(self: Arc<Self>) {
        let mut connectivity = self.live.connectivity();
        let mut renewals = tokio::time::interval(RENEWED_EVERY);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut news: Option<Subscription> = None;
        loop {
            if news.is_none() {
                news = self.live.subscribe(&topic::bookings()).await.ok();
            }
            tokio::select! {
                biased;
                _ = renewals.tick() => self.renew().await,
                () = self.wake.notified() => self.drop_ended().await,
                heard = heard(&mut news) => match heard {
                    Received::Message(message) => {
                        let heard = HeardBookings::decode(message).unwrap_or_default();
                        self.booked(&heard.bookings);
                    }
                    Received::Missed(_) => self.look_for(self.accounts(), Vec::new()).await,
                    Received::Closed => news = None,
                },
                Ok(()) = connectivity.changed() => if *connectivity.borrow_and_update() {
                    self.look_for(self.accounts(), Vec::new()).await;
                },
            }
        }
    }

    fn accounts(&self) -> BTreeSet<String> {
        lock(&self.lines).keys().cloned().collect()
    }

    async fn renew(&self) {
        let held: Vec<(String, String, Bytes)> = {
            let held = lock(&self.held);
            let held = held.iter();
            held.map(|(id, held)| (id.clone(), held.account.clone(), held.standing.clone()))
                .collect()
        };
        if held.is_empty() {
            return;
        }
        let standing = held.iter().map(|(id, _, bytes)| StandingSeek {
            id: id.clone(),
            bytes: bytes.clone(),
        });
        let standing: Vec<StandingSeek> = standing.collect();
        let _said_again = self.live.keep_seeks(&standing, LIFETIME).await;
        let accounts = held.iter().map(|(_, account, _)| account.clone());
        let seeks = held.iter().map(|(_, _, bytes)| bytes.to_vec());
        self.look_for(accounts.collect(), seeks.collect()).await;
    }

    async fn drop_ended(&self) {
        let ended = std::mem::take(&mut *lock(&self.ended));
        let _run_out = self.live.drop_seeks(&ended).await;
    }

    async fn look_for(&self, accounts: BTreeSet<String>, seeks: Vec<Vec<u8>>) {
        let request = pairing::FindBookingsRequest {
            account_ids: accounts.into_iter().collect(),
            seeks,
        };
        let found = self.pairing.clone().find_bookings(request).await;
        let code = match &found {
            Ok(_) => String::new(),
            Err(status) => Problem::from_status(status).code,
        };
        self.wiring.world.seen.answered("FindBookings", &code);
        if let Ok(found) = found {
            let found = found.into_inner();
            self.booked(&found.bookings);
            for ended in found.ended {
                if lock(&self.held).remove(&ended.seek_id).is_some() {
                    lock(&self.ended).push(ended.seek_id);
                    self.wake.notify_one();
                }
            }
        }
    }

    /// Tells the players of games, and ends what they sought.
    fn booked(&self, bookings: &[CasualBooking]) {
        for booking in bookings {
            let (black, white) = (&booking.black_account_id, &booking.white_account_id);
            for (own, opponent) in [(black, white), (white, black)] {
                lock(&self.held).retain(|_, held| held.account != *own);
                let Some(line) = lock(&self.lines).get(own).cloned() else {
                    continue;
                };
                let told = Told {
                    account: own.clone(),
                    game: booking.game_id.clone(),
                    black: own == black,
                    opponent: opponent.clone(),
                };
                self.wiring.world.seen.told(told.clone());
                line.send_replace(Some(told));
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
