//! Places for connections and sockets, and who has one before whom.
//!
//! There are so many places and no more. Whoever has not said who he is may have a share of them, whoever is signed in a
//! larger one, and holders of seats and offices all: so a player always finds a place, whatever others do. Where a share is
//! full, a newcomer takes the place of whoever in it has done nothing for the longest; an answer to a ping is nothing done.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    limits::{Shares, share},
    unread::Answers,
};

/// A newcomer has so long to say who he is before he gives way to another like him, where anybody else can.
const TO_SAY_WHO: Duration = Duration::from_secs(2);
/// Whose request is under way has done something until now, for so long after it began.
const TO_BE_ANSWERED: Duration = Duration::from_secs(10);
/// Places of one account that count as its own; what it opens beyond counts as nobody's.
const OF_ONE_ACCOUNT: usize = 32;

/// Whose a place is, as far as is known. Who is greater comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Nobody's in particular.
    Anonymous,
    /// An account's.
    SignedIn,
    /// An account's that holds a seat or an office.
    Seated,
}

const STANDINGS: [Standing; 3] = [Standing::Anonymous, Standing::SignedIn, Standing::Seated];

impl Standing {
    const fn name(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::SignedIn => "signed_in",
            Self::Seated => "seated",
        }
    }
}

/// When somebody did something last, in µs since the places were made, and his number.
type Turn = (u64, u64);

#[derive(Default)]
struct Taken {
    numbered: u64,
    /// Until each is given back; who was told to leave is among them.
    held: usize,
    /// Who was not told to leave, by standing, in the order in which they did something. A turn may have passed meanwhile:
    /// it is put right when it comes up.
    turns: [BTreeMap<Turn, Arc<Occupant>>; STANDINGS.len()],
    by_account: BTreeMap<String, usize>,
}

/// Places, and who has them.
pub struct Places {
    most: usize,
    shares: Shares,
    began: Instant,
    taken: Mutex<Taken>,
    given_back: Notify,
    shed: AtomicU64,
}

/// Who has a place.
pub struct Occupant {
    places: Arc<Places>,
    number: u64,
    /// When he did something last.
    acted: AtomicU64,
    /// Requests that are not answered to the end.
    open_requests: AtomicUsize,
    /// What he has asked for and does not read, where his place is a connection's.
    pub answers: Arc<Answers>,
    whose: Mutex<Whose>,
    leaves: CancellationToken,
}

struct Whose {
    standing: Standing,
    account_id: Option<String>,
    /// Under which he stands among the turns.
    turn: u64,
}

/// A place that is taken, given back when dropped.
pub struct Place(Arc<Occupant>);

/// A request that is under way until this is dropped.
pub struct OpenRequest(Arc<Occupant>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Places {
    /// So many places, of which nobody has one.
    #[must_use]
    pub fn new(most: usize, shares: Shares) -> Arc<Self> {
        Arc::new(Self {
            most,
            shares,
            began: Instant::now(),
            taken: Mutex::default(),
            given_back: Notify::new(),
            shed: AtomicU64::new(0),
        })
    }

    /// A place for a connection that has said nothing yet, as soon as there is one.
    pub async fn enter(self: &Arc<Self>) -> Place {
        loop {
            {
                let mut taken = lock(&self.taken);
                // Who leaves has not gone yet: there are so many files and no more.
                let has_room = self.make_room(&mut taken, Standing::Anonymous, Standing::SignedIn);
                if has_room && taken.held < self.most {
                    let place = self.take(&mut taken, Standing::Anonymous, None);
                    if taken.held < self.most {
                        // For the next who waits.
                        self.given_back.notify_one();
                    }
                    return place;
                }
            }
            self.given_back.notified().await;
        }
    }

    /// A place at once for a socket of this standing and account; none where all are taken by others who come before it.
    pub fn seat(self: &Arc<Self>, standing: Standing, account_id: Option<&str>) -> Option<Place> {
        let mut taken = lock(&self.taken);
        let standing = taken.standing(standing, account_id);
        self.make_room(&mut taken, standing, standing)
            .then(|| self.take(&mut taken, standing, account_id.map(str::to_owned)))
    }

    /// How many of everybody up to this standing there may be.
    fn most_up_to(&self, standing: Standing) -> usize {
        match standing {
            Standing::Anonymous => share(self.most, self.shares.anonymous_percent),
            Standing::SignedIn => share(self.most, self.shares.signed_in_percent),
            Standing::Seated => self.most,
        }
    }

    /// Sees to it that one more of this standing fits in, at the cost of nobody above `cost`. False where that cannot be.
    fn make_room(&self, taken: &mut Taken, standing: Standing, cost: Standing) -> bool {
        for limit in STANDINGS.into_iter().filter(|limit| *limit >= standing) {
            let count: usize = (0..=limit as usize).map(|at| taken.turns[at].len()).sum();
            if count < self.most_up_to(limit) {
                continue;
            }
            let leaves = self
                .shares
                .sheds
                .then(|| self.longest_idle(taken, limit.min(cost)));
            let Some(leaves) = leaves.flatten() else {
                return false;
            };
            taken.forget(&leaves);
            leaves.leaves.cancel();
            self.shed.fetch_add(1, Ordering::Relaxed);
        }
        true
    }

    /// Who has done nothing for the longest among those up to a standing, the least standing first.
    fn longest_idle(&self, taken: &mut Taken, most: Standing) -> Option<Arc<Occupant>> {
        let now = self.now();
        let mut candidates = (0..=most as usize).filter_map(|at| taken.first(at, now));
        let first = candidates.next()?;
        let has_time = u64::try_from(TO_SAY_WHO.as_micros()).unwrap_or(u64::MAX);
        let had_time = |occupant: &Arc<Occupant>| {
            occupant
                .acted
                .load(Ordering::Relaxed)
                .saturating_add(has_time)
                <= now
        };
        if had_time(&first) {
            return Some(first);
        }
        Some(candidates.find(had_time).unwrap_or(first))
    }

    fn take(
        self: &Arc<Self>,
        taken: &mut Taken,
        standing: Standing,
        account_id: Option<String>,
    ) -> Place {
        taken.numbered += 1;
        taken.held += 1;
        let now = self.now();
        let occupant = Arc::new(Occupant {
            places: Arc::clone(self),
            number: taken.numbered,
            acted: AtomicU64::new(now),
            open_requests: AtomicUsize::new(0),
            answers: Arc::default(),
            whose: Mutex::new(Whose {
                standing,
                account_id: account_id.filter(|_| standing > Standing::Anonymous),
                turn: now,
            }),
            leaves: CancellationToken::new(),
        });
        taken.add(&occupant);
        Place(occupant)
    }

    /// Whoever has neither seat nor office and at least so many bytes of answers that he does not read.
    pub fn slow_readers(&self, least: usize) -> Vec<Arc<Occupant>> {
        let taken = lock(&self.taken);
        let below_seated = taken.turns.iter().take(Standing::Seated as usize);
        let all = below_seated.flat_map(BTreeMap::values);
        let slow = all.filter(|of| of.answers.bytes() >= least && !of.leaves.is_cancelled());
        slow.cloned().collect()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// How many there are.
    pub fn most(&self) -> usize {
        self.most
    }

    /// How many are taken, by the name of whose they are.
    pub fn by_standing(&self) -> [(&'static str, usize); STANDINGS.len()] {
        let taken = lock(&self.taken);
        STANDINGS.map(|standing| (standing.name(), taken.turns[standing as usize].len()))
    }

    /// How many gave theirs to somebody who comes first.
    pub fn shed(&self) -> u64 {
        self.shed.load(Ordering::Relaxed)
    }
}

impl Taken {
    /// What a place of this account counts as.
    fn standing(&self, standing: Standing, account_id: Option<&str>) -> Standing {
        let has = account_id.and_then(|id| self.by_account.get(id)).copied();
        if has.unwrap_or_default() < OF_ONE_ACCOUNT {
            standing
        } else {
            Standing::Anonymous
        }
    }

    fn add(&mut self, occupant: &Arc<Occupant>) {
        let whose = lock(&occupant.whose);
        let turns = &mut self.turns[whose.standing as usize];
        turns.insert((whose.turn, occupant.number), Arc::clone(occupant));
        if let Some(account_id) = &whose.account_id {
            *self.by_account.entry(account_id.clone()).or_default() += 1;
        }
    }

    /// False where he was told to leave before.
    fn forget(&mut self, occupant: &Occupant) -> bool {
        let whose = lock(&occupant.whose);
        let turns = &mut self.turns[whose.standing as usize];
        if turns.remove(&(whose.turn, occupant.number)).is_none() {
            return false;
        }
        if let Some(account_id) = &whose.account_id
            && let Some(count) = self.by_account.get_mut(account_id)
        {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.by_account.remove(account_id);
            }
        }
        true
    }

    /// Who of a standing has done nothing for the longest.
    fn first(&mut self, standing: usize, now: u64) -> Option<Arc<Occupant>> {
        let turns = &mut self.turns[standing];
        loop {
            let (turn, occupant) = turns.pop_first()?;
            let acted = occupant.busy_until(now);
            lock(&occupant.whose).turn = acted;
            let next = (acted, occupant.number);
            turns.insert(next, Arc::clone(&occupant));
            if next == turn {
                return Some(occupant);
            }
        }
    }
}

impl Occupant {
    /// When he did something last.
    fn busy_until(&self, now: u64) -> u64 {
        let acted = self.acted.load(Ordering::Relaxed);
        if self.open_requests.load(Ordering::Relaxed) == 0 {
            return acted;
        }
        let answered = u64::try_from(TO_BE_ANSWERED.as_micros()).unwrap_or(u64::MAX);
        acted.max(now.min(acted.saturating_add(answered)))
    }

    /// He has done something.
    pub fn acted(&self) {
        self.acted.store(self.places.now(), Ordering::Relaxed);
    }

    /// He asks for something.
    pub fn asks(self: &Arc<Self>) -> OpenRequest {
        self.acted();
        self.open_requests.fetch_add(1, Ordering::Relaxed);
        OpenRequest(Arc::clone(self))
    }

    /// Whose the place is, as far as is known.
    pub fn standing(&self) -> Standing {
        lock(&self.whose).standing
    }

    /// Which of all places it is.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// It is known now whose the place is; what is known already stays.
    pub fn is_of(self: &Arc<Self>, standing: Standing, account_id: &str) {
        let mut taken = lock(&self.places.taken);
        let known = lock(&self.whose).standing;
        if known >= standing || !taken.forget(self) {
            return;
        }
        let standing = taken.standing(standing, Some(account_id));
        {
            let mut whose = lock(&self.whose);
            whose.standing = standing;
            whose.account_id = (standing > Standing::Anonymous).then(|| account_id.to_owned());
        }
        taken.add(self);
    }

    /// He is to leave.
    pub fn let_go(&self) {
        self.leaves.cancel();
    }

    /// Returns when somebody else is to have the place.
    pub async fn leaves(&self) {
        self.leaves.cancelled().await;
    }

    /// Returns once there was no request for so long.
    pub async fn idles(&self, most: Duration) {
        loop {
            let idle_since = self.acted.load(Ordering::Relaxed);
            let now = self.places.now();
            let idle = Duration::from_micros(now.saturating_sub(idle_since));
            let is_busy = self.open_requests.load(Ordering::Relaxed) > 0;
            if !is_busy && idle >= most {
                return;
            }
            let wait = if is_busy {
                most
            } else {
                most.saturating_sub(idle)
            };
            tokio::time::sleep(wait).await;
        }
    }
}

impl Place {
    /// Who has it.
    pub fn occupant(&self) -> &Arc<Occupant> {
        &self.0
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let places = &self.0.places;
        let mut taken = lock(&places.taken);
        taken.forget(&self.0);
        taken.held = taken.held.saturating_sub(1);
        places.given_back.notify_one();
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.acted();
        self.0.open_requests.fetch_sub(1, Ordering::Relaxed);
    }
}
