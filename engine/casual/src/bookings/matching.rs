//! Which seeks become games: the oldest first, each with the oldest that fits it.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use outflank_othello::{Color, PerColor};

use super::{
    Booking, Bookings, OfContest, Origin, Player,
    lots::{self, Lots},
};
use crate::{Apart, Circumstances, Seek, Seeker, Standing, Terms, fit};

/// Between booking and the start of black's clock, ms: time to find the table.
pub(super) const TO_THE_TABLE_MS: i64 = 3_000;

impl Bookings {
    /// Whether a seek still stands, as far as bookings tell.
    #[must_use]
    pub fn stands(&self, seek: &Seek, now_ms: i64) -> bool {
        let known = Circumstances {
            bookings: Some(self),
            ..Circumstances::default()
        };
        seek.ended(&known, now_ms).is_none()
    }

    /// Whether a pair that was made of these seeks may be booked still: both stand.
    #[must_use]
    pub fn may_book(&self, pair: &Booking, seeks: &[Seek], now_ms: i64) -> bool {
        let players = &pair.players;
        let mut both = [&players.black, &players.white].into_iter();
        both.all(|player| {
            let own = seeks
                .iter()
                .find(|seek| Some(&seek.id) == player.seek.as_ref());
            own.is_some_and(|seek| self.stands(seek, now_ms))
        })
    }

    /// The pairs that the seeks make now, no account in two of them, and none that is booked. Afterwards no two seeks that
    /// are left fit each other. `standing`: how who seeks stands among those who seek the same. Draws follow from `seed`.
    #[must_use]
    pub fn match_seeks(
        &self,
        seeks: &[Seek],
        standing: impl Fn(&Seek) -> Standing,
        draw: (u64, i64),
    ) -> Vec<Booking> {
        self.match_seeks_but(seeks, standing, &Apart::default(), draw)
    }

    /// The same, but nobody with somebody whom he is kept apart from.
    #[must_use]
    pub fn match_seeks_but(
        &self,
        seeks: &[Seek],
        standing: impl Fn(&Seek) -> Standing,
        apart: &Apart,
        (seed, now_ms): (u64, i64),
    ) -> Vec<Booking> {
        let seeks = seeks.iter().filter(|seek| self.stands(seek, now_ms));
        let mut seekers: Vec<Seeker<'_>> = seeks
            .map(|seek| Seeker {
                seek,
                standing: standing(seek),
            })
            .collect();
        seekers.sort_by_key(|seeker| (seeker.seek.since_ms, &seeker.seek.id));
        let mut pools: BTreeMap<Pool<'_>, Vec<Seeker<'_>>> = BTreeMap::new();
        for seeker in &seekers {
            let of_these = pools.entry(pool(seeker.seek)).or_default();
            of_these.push(*seeker);
        }
        let mut matching = Matching {
            bookings: self,
            apart,
            now_ms,
            pools,
            placed: BTreeSet::new(),
        };
        let starts_at_ms = now_ms.saturating_add(TO_THE_TABLE_MS);
        let mut seeds = Lots(seed);
        let pairs = seekers.iter().filter_map(|one| {
            let other = matching.opponent(one)?;
            Some(booked(one, &other, (seeds.next(), starts_at_ms)))
        });
        pairs.collect()
    }
}

/// Those who seek the same: of which contest, and what.
type Pool<'a> = (Option<&'a str>, Terms);

fn pool(seek: &Seek) -> Pool<'_> {
    (seek.contest(), seek.terms)
}

struct Matching<'a> {
    bookings: &'a Bookings,
    apart: &'a Apart,
    now_ms: i64,
    /// Those who may still be found, the oldest first.
    pools: BTreeMap<Pool<'a>, Vec<Seeker<'a>>>,
    /// Accounts that have an opponent: each may seek several games, and plays one.
    placed: BTreeSet<&'a str>,
}

impl<'a> Matching<'a> {
    /// The oldest seek that fits the oldest one left; both are placed.
    fn opponent(&mut self, one: &Seeker<'a>) -> Option<Seeker<'a>> {
        let (bookings, now_ms, placed) = (self.bookings, self.now_ms, &mut self.placed);
        let apart = self.apart;
        let waiting = self.pools.get_mut(&pool(one.seek))?;
        // Itself comes first, unless it was somebody's opponent.
        if waiting
            .first()
            .is_some_and(|first| first.seek.id == one.seek.id)
        {
            waiting.remove(0);
        }
        if placed.contains(one.seek.account.as_str()) || !mixed(one, waiting) {
            return None;
        }
        let found = waiting.iter().position(|other| {
            !placed.contains(other.seek.account.as_str())
                && fits(bookings, (one, other), now_ms)
                // Who enters a contest meets whoever has entered: nobody picks his opponents, or keeps a place, by blocks.
                && (one.seek.contest().is_some()
                    || !apart.keep(one.seek.judged_by(), other.seek.judged_by()))
        })?;
        let other = waiting.remove(found);
        placed.insert(one.seek.account.as_str());
        placed.insert(other.seek.account.as_str());
        Some(other)
    }
}

fn fits(bookings: &Bookings, (one, other): (&Seeker<'_>, &Seeker<'_>), now_ms: i64) -> bool {
    // What is cheap to see comes first: how often two have met is looked up for few.
    if !fit(one, other, 0, now_ms) {
        return false;
    }
    let met = bookings.met(&one.seek.account, &other.seek.account, now_ms);
    met == 0 || fit(one, other, met, now_ms)
}

/// Whether anybody is left who does not want the same colour.
fn mixed(one: &Seeker<'_>, others: &[Seeker<'_>]) -> bool {
    let wanted = one.seek.wanted_color();
    wanted.is_none()
        || others
            .iter()
            .any(|other| other.seek.wanted_color() != wanted)
}

fn booked(one: &Seeker<'_>, other: &Seeker<'_>, (seed, starts_at_ms): (u64, i64)) -> Booking {
    let due = weaker_has_corners((one, other)).or_else(|| color_due((one, other)));
    let (one, other) = (one.seek, other.seek);
    let color =
        due.unwrap_or_else(|| wanted_color((one.wanted_color(), other.wanted_color()), seed));
    let player = |seek: &Seek| Player {
        account: seek.account.clone(),
        seek: Some(seek.id.clone()),
        operator: seek.operator.clone(),
        by_key: seek.by_key,
    };
    Booking {
        players: PerColor::of(color, player(one), player(other)),
        terms: one.terms,
        origin: Origin::Seeks,
        contest: one.contest.as_ref().map(|within| OfContest {
            id: within.id.clone(),
            challenged_at_ms: within.challenge.as_ref().map(|challenge| challenge.at_ms),
        }),
        drawn: lots::drawn(one.terms.variant, None, seed),
        seed,
        starts_at_ms,
    }
}

/// The colour of the first of two in a game with a handicap.
fn weaker_has_corners((one, other): (&Seeker<'_>, &Seeker<'_>)) -> Option<Color> {
    let handicap = one.seek.terms.variant.handicap()?;
    match one.standing.points.cmp(&other.standing.points) {
        Ordering::Less => Some(handicap.to),
        Ordering::Greater => Some(handicap.to.opponent()),
        Ordering::Equal => None,
    }
}

/// The colour of the first of two in a contest: white for who has had black more often.
fn color_due((one, other): (&Seeker<'_>, &Seeker<'_>)) -> Option<Color> {
    one.seek.contest()?;
    let (one, other) = (one.standing, other.standing);
    match one.black_over_white.cmp(&other.black_over_white) {
        Ordering::Less => Some(Color::Black),
        Ordering::Greater => Some(Color::White),
        Ordering::Equal => None,
    }
}

/// The colour of the first of two, as they want it, or by lot.
pub(super) fn wanted_color((one, other): (Option<Color>, Option<Color>), seed: u64) -> Color {
    one.or_else(|| other.map(Color::opponent))
        .unwrap_or_else(|| lots::color(seed))
}
