//! The order of a ladder, and its challenges.

use outflank_othello::Color;

use super::{
    Contest, ContestGame, Taking,
    rules::{DAY_MS, HOUR_MS},
};
use crate::{Terms, bookings};

/// Moves of one side, at most.
const MOST_MOVES: i64 = 32;
/// What may come on top of the clocks before a game is told to be over, ms: outages, and their credit.
const BESIDE_CLOCKS_MS: i64 = DAY_MS;
/// Two of whom one gave his place without a game rest so long from each other at least, ms: places are not handed to and fro.
const YIELD_REST_MS: i64 = HOUR_MS;

/// A challenge that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderChallenge {
    /// Who challenges.
    pub challenger: String,
    /// Whom.
    pub challenged: String,
    /// Since when, ms of cluster time.
    pub at_ms: i64,
    /// Until when the game has to begin, ms of cluster time.
    pub due_ms: i64,
    /// How the challenger has come to wait for the game.
    pub challenger_came: Comings,
    /// How the challenged has.
    pub challenged_came: Comings,
    /// When the two were last about to be booked for the game, ms of cluster time.
    pub met_ms: Option<i64>,
}

/// On which days somebody has come, counted from the challenge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Comings {
    /// On so many.
    pub days: u32,
    /// The first on which he comes anew, from 0.
    next_day: i64,
}

impl Comings {
    /// Whether whoever comes on that day of the challenge comes on another one.
    pub(super) const fn is_new(&self, day: i64) -> bool {
        day >= self.next_day
    }

    fn take(&mut self, day: i64) {
        if self.is_new(day) {
            self.days = self.days.saturating_add(1);
            self.next_day = day.saturating_add(1);
        }
    }
}

impl LadderChallenge {
    /// On which day of a challenge that was made then somebody comes now: of 24 hours each, from 0.
    pub(crate) const fn day(at_ms: i64, now_ms: i64) -> i64 {
        now_ms.saturating_sub(at_ms) / DAY_MS
    }

    /// How one of the two has come.
    pub(super) fn comings(&self, account: &str) -> &Comings {
        if self.challenger == account {
            &self.challenger_came
        } else {
            &self.challenged_came
        }
    }

    pub(super) fn is_of(&self, account: &str) -> bool {
        self.challenger == account || self.challenged == account
    }

    pub(super) fn other(&self, account: &str) -> &str {
        if self.challenger == account {
            &self.challenged
        } else {
            &self.challenger
        }
    }

    /// When it ends by itself: not while a game under these terms may be under way for which the two have met.
    fn lapses_ms(&self, terms: &Terms) -> i64 {
        let side_ms = terms.main_ms + MOST_MOVES * terms.increment_ms;
        let game_ms = 2 * side_ms + BESIDE_CLOCKS_MS;
        let over_ms = self.met_ms.map(|met_ms| met_ms.saturating_add(game_ms));
        over_ms.map_or(self.due_ms, |over_ms| over_ms.max(self.due_ms))
    }
}

impl Contest {
    /// Ends the challenges whose time is over by then, the earliest first. The place goes to a challenger who came on more
    /// days than the challenged; one who never came challenges nobody for a while. The two rest from each other for as long as
    /// it stood: nobody is kept from everybody else by one who challenges again and again and does not play.
    pub(super) fn settle(&mut self, now_ms: i64) {
        while let Some((lapsed_ms, lapsed)) = self.lapsed(now_ms) {
            let lapsed = lapsed.clone();
            let stood_ms = self.ladder().map_or(0, |rules| rules.play_within_ms);
            self.end_challenge(&lapsed.challenger, lapsed_ms, stood_ms);
            if lapsed.challenger_came.days > lapsed.challenged_came.days {
                self.take_place(&lapsed);
            }
            if lapsed.challenger_came.days == 0 {
                self.pause(&lapsed.challenger, lapsed_ms);
            }
        }
    }

    /// The challenge whose time was over first by then, and when.
    pub(super) fn lapsed(&self, now_ms: i64) -> Option<(i64, &LadderChallenge)> {
        let terms = self.founding()?.rules.terms;
        let times = self.challenges.iter();
        times
            .map(|challenge| (challenge.lapses_ms(&terms), challenge))
            .filter(|(lapses_ms, _)| *lapses_ms <= now_ms)
            .min_by_key(|(lapses_ms, challenge)| (*lapses_ms, &challenge.challenger))
    }

    pub(super) fn challenge(&mut self, challenger: &str, challenged: &str, at_ms: i64) {
        let within_ms = self.ladder().map_or(0, |rules| rules.play_within_ms);
        self.challenges.push(LadderChallenge {
            challenger: challenger.to_owned(),
            challenged: challenged.to_owned(),
            at_ms,
            due_ms: at_ms.saturating_add(within_ms),
            challenger_came: Comings::default(),
            challenged_came: Comings::default(),
            met_ms: None,
        });
        self.take_turn((challenger, challenged), at_ms);
    }

    pub(super) fn met(&mut self, challenger: &str, at_ms: i64) {
        let mut challenges = self.challenges.iter_mut();
        if let Some(own) = challenges.find(|one| one.challenger == challenger) {
            own.met_ms = Some(at_ms);
        }
    }

    pub(super) fn came(&mut self, account: &str, at_ms: i64) {
        let own = self.challenges.iter_mut().find(|one| one.is_of(account));
        if let Some(challenge) = own {
            let day = LadderChallenge::day(challenge.at_ms, at_ms);
            if challenge.challenger == account {
                challenge.challenger_came.take(day);
            } else {
                challenge.challenged_came.take(day);
            }
        }
    }

    /// Who lets a challenge go has kept two players from everybody else: he challenges nobody for as long as it could have
    /// stood.
    pub(super) fn pause(&mut self, challenger: &str, at_ms: i64) {
        self.pauses.retain(|_, until_ms| *until_ms > at_ms);
        let for_ms = self.ladder().map_or(0, |rules| rules.play_within_ms);
        self.pauses
            .insert(challenger.to_owned(), at_ms.saturating_add(for_ms));
    }

    pub(super) fn is_paused(&self, challenger: &str, now_ms: i64) -> bool {
        let until = self.pauses.get(challenger);
        until.is_some_and(|until_ms| now_ms < *until_ms)
    }

    /// Ends the challenge that somebody is in; the two rest from each other for so long at least, ms.
    pub(super) fn end_challenge(
        &mut self,
        account: &str,
        at_ms: i64,
        least_ms: i64,
    ) -> Option<LadderChallenge> {
        let at = self.challenges.iter().position(|one| one.is_of(account))?;
        let challenge = self.challenges.remove(at);
        let pair = bookings::ordered(&challenge.challenger, &challenge.challenged);
        let rest_ms = self.ladder().map_or(0, |rules| rules.rest_ms);
        self.rests.retain(|_, until_ms| *until_ms > at_ms);
        self.rests
            .insert(pair, at_ms.saturating_add(rest_ms.max(least_ms)));
        self.begin_turn(&challenge, at_ms);
        Some(challenge)
    }

    /// Whoever is challenged gives his place.
    pub(super) fn give_place(&mut self, challenged: &str, at_ms: i64) {
        if let Some(challenge) = self.end_challenge(challenged, at_ms, YIELD_REST_MS) {
            self.take_place(&challenge);
        }
    }

    /// The challenger has the place of the challenged, if it is still above.
    pub(super) fn take_place(&mut self, challenge: &LadderChallenge) {
        let (Some(from), Some(to)) = (
            self.place_on_ladder(&challenge.challenger),
            self.place_on_ladder(&challenge.challenged),
        ) else {
            return;
        };
        if from <= to {
            return;
        }
        match self.ladder().map(|rules| rules.taking) {
            Some(Taking::Swap) => self.order.swap(from, to),
            Some(Taking::Insert) | None => {
                let winner = self.order.remove(from);
                self.order.insert(to, winner);
            }
        }
    }

    /// Somebody stands on the ladder no more, and is challenged no more.
    pub(super) fn take_off(&mut self, account: &str, at_ms: i64) -> Option<LadderChallenge> {
        self.order.retain(|one| one != account);
        self.end_challenge(account, at_ms, 0)
    }

    /// The challenge that was made then is played.
    pub(super) fn end_played(
        &mut self,
        (game, winner): (&ContestGame, Option<Color>),
        challenged_at_ms: i64,
        at_ms: i64,
    ) {
        let (black, white) = (&game.players.black, &game.players.white);
        let is_theirs = |one: &LadderChallenge| {
            one.at_ms == challenged_at_ms && one.is_of(black) && one.is_of(white)
        };
        if !self.challenges.iter().any(is_theirs) {
            return;
        }
        let Some(challenge) = self.end_challenge(black, at_ms, 0) else {
            return;
        };
        let winner = winner.map(|color| game.players.get(color));
        if winner == Some(&challenge.challenger) {
            self.take_place(&challenge);
        }
    }

    /// From 0, the first place.
    pub(super) fn place_on_ladder(&self, account: &str) -> Option<usize> {
        self.order.iter().position(|one| one == account)
    }

    /// The challenge that somebody is in.
    #[must_use]
    pub fn challenge_of(&self, account: &str) -> Option<&LadderChallenge> {
        self.challenges.iter().find(|one| one.is_of(account))
    }

    /// Challenges that stand, the earliest due first.
    #[must_use]
    pub fn challenges(&self) -> Vec<&LadderChallenge> {
        let mut challenges: Vec<&LadderChallenge> = self.challenges.iter().collect();
        challenges.sort_by_key(|one| (one.due_ms, &one.challenger));
        challenges
    }

    pub(super) fn rest_from_each_other(&self, one: &str, other: &str, now_ms: i64) -> bool {
        let until = self.rests.get(&bookings::ordered(one, other));
        until.is_some_and(|until_ms| now_ms < *until_ms)
    }
}
