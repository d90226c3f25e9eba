//! Who looks for a game, and which two of them fit.

use std::ops::Not;

use outflank_othello::Color;
use serde::{Deserialize, Serialize};

use crate::{ArenaRules, Entrant, LadderChallenge, Refusal, Terms, judged_by};

/// A seek ends after so long, ms: whoever still looks seeks again.
pub const LONGEST_SEEK_MS: i64 = 3_600_000;
/// How far apart two ratings may be that fit at once, in points, and by how much that widens each second.
const REACH: i64 = 150;
const WIDENS_BY: i64 = 25;
/// After so long anybody will do, ms.
pub const UNBOUNDED_AFTER_MS: i64 = 20_000;
/// For each game that two have had within the hour both wait so long before they meet again, ms.
const APART_MS: i64 = 5_000;
/// More games than that have them wait no longer.
pub(crate) const MEETINGS_THAT_COUNT: u8 = 12;

/// Somebody looks for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Its id.
    pub id: String,
    /// Whose.
    pub account: String,
    /// Of what game.
    pub terms: Terms,
    /// The lowest rating of an opponent, in points; without either bound the search widens with waiting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest: Option<i64>,
    /// The highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest: Option<i64>,
    /// The colour that is wanted; any without one. In a game with a handicap the weaker has the corners all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Since when, ms of cluster time, as a gateway stamped it.
    pub since_ms: i64,
    /// Of a program's account: the account of the person who operates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Its line was opened with an API key: a program seeks, whosever account it is.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub by_key: bool,
    /// The arena or ladder that a game of is sought; any casual game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<SoughtIn>,
}

/// The contest that a game of is sought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoughtIn {
    /// Its id.
    pub id: String,
    /// The challenge that is to be played, on a ladder; in an arena anybody may come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<SoughtChallenge>,
}

/// The challenge of a ladder that is to be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoughtChallenge {
    /// Who has to come.
    pub opponent: String,
    /// When it was made, ms of cluster time: the same two may have had another.
    pub at_ms: i64,
}

impl SoughtChallenge {
    /// On which day of the challenge somebody comes now, from 0: once on each he comes anew.
    #[must_use]
    pub const fn day(&self, now_ms: i64) -> i64 {
        LadderChallenge::day(self.at_ms, now_ms)
    }
}

impl Seek {
    /// Refuses what nobody can fit.
    ///
    /// # Errors
    /// Those of [`Terms::check`]; `rating_range_empty`.
    pub fn check(&self) -> Result<(), Refusal> {
        if let (Some(lowest), Some(highest)) = (self.lowest, self.highest)
            && lowest > highest
        {
            return Err(Refusal::RangeUpsideDown { lowest, highest });
        }
        self.terms.check()
    }

    /// The account of the person who answers for whoever seeks.
    #[must_use]
    pub fn person(&self) -> &str {
        self.operator.as_deref().unwrap_or(&self.account)
    }

    /// Whether a program seeks, whosever account it is.
    #[must_use]
    pub const fn is_by_program(&self) -> bool {
        self.by_key || self.operator.is_some()
    }

    /// The accounts by which whoever seeks is judged.
    #[must_use]
    pub fn judged_by(&self) -> [&str; 2] {
        judged_by(&self.account, self.operator.as_deref())
    }

    /// The colour that counts: in a game with a handicap the weaker has the corners, whatever either wants. Corners for
    /// the stronger would make ratings of them.
    pub(crate) fn wanted_color(&self) -> Option<Color> {
        self.color
            .filter(|_| self.terms.variant.handicap().is_none())
    }

    /// The contest that a game of is sought.
    #[must_use]
    pub fn contest(&self) -> Option<&str> {
        self.contest.as_ref().map(|within| within.id.as_str())
    }

    /// The challenge that is to be played.
    pub(crate) fn challenge(&self) -> Option<&SoughtChallenge> {
        self.contest.as_ref()?.challenge.as_ref()
    }

    fn waited_ms(&self, now_ms: i64) -> i64 {
        now_ms.saturating_sub(self.since_ms).max(0)
    }

    /// Whether it takes an opponent of that rating, its own being `own`.
    fn reaches(&self, (own, other): (i64, i64), now_ms: i64) -> bool {
        if self.lowest.is_some() || self.highest.is_some() {
            return self.lowest.is_none_or(|lowest| lowest <= other)
                && self.highest.is_none_or(|highest| other <= highest);
        }
        let waited_ms = self.waited_ms(now_ms);
        let reach = REACH + WIDENS_BY * (waited_ms / 1_000);
        waited_ms >= UNBOUNDED_AFTER_MS || own.abs_diff(other) <= reach.unsigned_abs()
    }
}

/// A seek with what is known of who seeks.
#[derive(Debug, Clone, Copy)]
pub struct Seeker<'a> {
    /// The seek.
    pub seek: &'a Seek,
    /// How he stands.
    pub standing: Standing,
}

/// How somebody stands among those who seek the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// The live rating in what is sought, in points.
    pub points: i64,
    /// How high he stands in the arena that a game of is sought, in rating points: who is near there meets, whatever the
    /// live ratings.
    pub in_arena: Option<i64>,
    /// Games of the contest as black less those as white.
    pub black_over_white: i64,
}

impl Standing {
    /// The same in a contest, as whoever that entrant is; with the rules of an arena, where it is one.
    #[must_use]
    pub fn of_entrant(self, entrant: &Entrant, arena: Option<&ArenaRules>) -> Self {
        Self {
            in_arena: arena.map(|rules| rules.height(entrant.points)),
            black_over_white: entrant.black_over_white,
            ..self
        }
    }

    /// What tells how far two are from each other, in rating points.
    fn height(&self) -> i64 {
        self.in_arena.unwrap_or(self.points)
    }
}

/// Whether two fit, who have met so often within the hour. Nobody is matched with himself, with a program that he operates,
/// or one of his programs with another.
#[must_use]
pub fn fit(one: &Seeker<'_>, other: &Seeker<'_>, met: u32, now_ms: i64) -> bool {
    let (a, b) = (one.seek, other.seek);
    let apart_ms = APART_MS * i64::from(met.min(u32::from(MEETINGS_THAT_COUNT)));
    let same = a.contest() == b.contest()
        && a.terms == b.terms
        && a.person() != b.person()
        && (a.wanted_color().is_none() || a.wanted_color() != b.wanted_color());
    if let (Some(of_a), Some(of_b)) = (a.challenge(), b.challenge()) {
        // It has brought them together: neither strength nor how often they met keeps them apart.
        return same
            && of_a.at_ms == of_b.at_ms
            && of_a.opponent == b.account
            && of_b.opponent == a.account;
    }
    if a.challenge().is_some() || b.challenge().is_some() {
        return false;
    }
    let (own, other) = (one.standing.height(), other.standing.height());
    same && a.waited_ms(now_ms).min(b.waited_ms(now_ms)) >= apart_ms
        && a.reaches((own, other), now_ms)
        && b.reaches((other, own), now_ms)
}
