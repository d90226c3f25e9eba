//! Who is booked: the fold of a stream of bookings, and what may follow in it.

mod booked;
mod booking;
mod deciding;
mod lots;
mod matching;
mod meetings;

use std::collections::BTreeMap;

use outflank_othello::BookedAt;

pub use booked::Booked;
pub(crate) use booking::is_nobody;
pub use booking::{
    Booking, Carried, Drawn, Event, FactBody, OfContest, Origin, Outcome, Player, Released,
};
pub use deciding::{Freed, Wanted};
pub use meetings::{MEETINGS_COUNT_MS, Meetings};

use crate::LONGEST_SEEK_MS;

/// A stream with so many entries is closed, and the next one carries on.
pub const ENTRIES_A_STREAM: u64 = 10_000;

/// Who is booked, as a stream of bookings tells it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bookings {
    /// Games that are not over.
    open: BTreeMap<BookedAt, Booking>,
    /// Who plays them.
    by_account: BTreeMap<String, BookedAt>,
    /// Who was free again within the last hour, and when: a seek from before that is an old one.
    freed: BTreeMap<String, i64>,
    /// Who met whom within the last hour, the smaller account first.
    meetings: BTreeMap<(String, String), Meetings>,
    /// The stream that goes on after this one.
    next: Option<u32>,
}

impl Bookings {
    /// The state after one more event of the entry `seq` of that stream, which was written at that time.
    pub fn evolve(&mut self, (stream, seq, at_ms): (u32, u64, i64), event: &Event) {
        match event {
            Event::Carried(carried) => self.carry(carried),
            Event::Booked { bookings } => {
                for (pair, booking) in (1..).zip(bookings) {
                    self.enter(BookedAt { stream, seq, pair }, booking);
                    self.meet(booking, at_ms);
                }
                self.forget_old(at_ms);
            }
            Event::Freed(released) => {
                if let Some(booking) = self.open.remove(&released.booked_at) {
                    for player in [booking.players.black, booking.players.white] {
                        self.by_account.remove(&player.account);
                        self.freed.insert(player.account, at_ms);
                    }
                }
            }
            Event::Closed { next } => self.next = Some(*next),
        }
    }

    fn carry(&mut self, carried: &Carried) {
        *self = Self {
            freed: carried.freed.iter().cloned().collect(),
            ..Self::default()
        };
        for (booked_at, booking) in &carried.open {
            self.enter(*booked_at, booking);
        }
        for (one, other, meetings) in &carried.meetings {
            let pair = (one.clone(), other.clone());
            self.meetings.insert(pair, meetings.clone());
        }
    }

    fn enter(&mut self, booked_at: BookedAt, booking: &Booking) {
        for player in [&booking.players.black, &booking.players.white] {
            self.by_account.insert(player.account.clone(), booked_at);
        }
        self.open.insert(booked_at, booking.clone());
    }

    fn meet(&mut self, booking: &Booking, at_ms: i64) {
        let meetings = self.meetings.entry(pair_of(booking)).or_default();
        meetings.add(at_ms);
    }

    fn forget_old(&mut self, at_ms: i64) {
        self.meetings
            .retain(|_, meetings| meetings.within_hour(at_ms) > 0);
        let last = at_ms.saturating_sub(LONGEST_SEEK_MS);
        self.freed.retain(|_, freed_ms| *freed_ms > last);
    }

    /// How often two accounts have met within the hour, as far as it makes a difference.
    fn met(&self, one: &str, other: &str, now_ms: i64) -> u32 {
        if self.meetings.is_empty() {
            return 0;
        }
        let meetings = self.meetings.get(&ordered(one, other));
        meetings.map_or(0, |meetings| meetings.within_hour(now_ms))
    }

    /// Where an account is booked, and for what.
    #[must_use]
    pub fn of_account(&self, account: &str) -> Option<(BookedAt, &Booking)> {
        let booked_at = self.by_account.get(account)?;
        Some((*booked_at, self.open.get(booked_at)?))
    }

    /// When an account was free again, within the last hour, ms of cluster time: what it sought before was that game.
    #[must_use]
    pub fn freed_at(&self, account: &str) -> Option<i64> {
        self.freed.get(account).copied()
    }

    /// Whether an account is booked, or was after it began to seek then.
    pub(crate) fn booked_since(&self, account: &str, since_ms: i64) -> bool {
        let freed = self.freed_at(account);
        self.by_account.contains_key(account) || freed.is_some_and(|freed_ms| since_ms <= freed_ms)
    }

    /// What is booked there and not over.
    #[must_use]
    pub fn at(&self, booked_at: &BookedAt) -> Option<&Booking> {
        self.open.get(booked_at)
    }

    /// Every game that is not over, in the order of booking.
    pub fn open(&self) -> impl ExactSizeIterator<Item = (BookedAt, &Booking)> {
        self.open.iter().map(|(at, booking)| (*at, booking))
    }

    /// The stream that goes on, once this one is closed.
    #[must_use]
    pub const fn next(&self) -> Option<u32> {
        self.next
    }

    /// What closes a stream with so many entries, if it is full.
    #[must_use]
    pub fn closing(&self, (stream, entries): (u32, u64)) -> Option<Event> {
        let is_full = entries >= ENTRIES_A_STREAM && self.next.is_none();
        is_full.then_some(Event::Closed { next: stream + 1 })
    }

    /// What the next stream begins with.
    #[must_use]
    pub fn carried(&self, stream: u32) -> Carried {
        let freed = self.freed.iter().map(|(who, at_ms)| (who.clone(), *at_ms));
        let met = self.meetings.iter();
        let meetings = met.map(|((one, other), met)| (one.clone(), other.clone(), met.clone()));
        Carried {
            stream,
            open: self.open.iter().map(|(at, of)| (*at, of.clone())).collect(),
            freed: freed.collect(),
            meetings: meetings.collect(),
        }
    }
}

/// Two accounts, the smaller first.
pub(crate) fn ordered(one: &str, other: &str) -> (String, String) {
    let (first, second) = if one <= other {
        (one, other)
    } else {
        (other, one)
    };
    (first.to_owned(), second.to_owned())
}

fn pair_of(booking: &Booking) -> (String, String) {
    let players = &booking.players;
    ordered(&players.black.account, &players.white.account)
}
