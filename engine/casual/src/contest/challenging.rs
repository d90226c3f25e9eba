//! Who challenges whom on a ladder, and the games of challenges.

use outflank_othello::refusal::Milliseconds;

use super::{Contest, ContestEvent, ContestPhase, LadderChallenge, LadderRules, rules::HOUR_MS};
use crate::{Refusal, SoughtChallenge};

impl Contest {
    /// Somebody waits for the game of a challenge: what follows from it, once in a day at most.
    ///
    /// # Errors
    /// `no_challenge`: it stands no more.
    pub fn comes(
        &self,
        (account, sought): (&str, &SoughtChallenge),
        now_ms: i64,
    ) -> Result<Option<ContestEvent>, Refusal> {
        let now = self.at(now_ms);
        let challenge = now
            .challenge_of(account)
            .filter(|challenge| challenge.at_ms == sought.at_ms)
            .ok_or(Refusal::NoChallenge)?;
        let comes = challenge.comings(account).is_new(sought.day(now_ms));
        let account = account.to_owned();
        Ok(comes.then_some(ContestEvent::Came { account }))
    }

    /// These two are about to be booked for the game of the challenge that was made then: what is to be written before, so
    /// that it does not lapse while they play.
    ///
    /// # Errors
    /// `no_challenge`: it stands no more, or its game begins no more.
    pub fn meet(
        &self,
        [one, other]: [&str; 2],
        challenged_at_ms: i64,
        now_ms: i64,
    ) -> Result<ContestEvent, Refusal> {
        let now = self.at(now_ms);
        let challenge = now
            .challenge_of(one)
            .filter(|challenge| challenge.is_of(other))
            .filter(|of| of.at_ms == challenged_at_ms && now_ms < of.due_ms)
            .ok_or(Refusal::NoChallenge)?;
        let challenger = challenge.challenger.clone();
        Ok(ContestEvent::Met { challenger })
    }

    fn on_ladder(&self, now_ms: i64) -> Result<&LadderRules, Refusal> {
        let rules = self.ladder().ok_or(Refusal::NoLadder)?;
        self.goes_on(now_ms)?;
        if self.phase(now_ms) == ContestPhase::Coming {
            return Err(Refusal::ContestNotBegun);
        }
        Ok(rules)
    }

    pub(super) fn own_challenge(
        &self,
        account: &str,
        now_ms: i64,
    ) -> Result<&LadderChallenge, Refusal> {
        self.on_ladder(now_ms)?;
        self.taking_part(account)?;
        self.challenge_of(account).ok_or(Refusal::NoChallenge)
    }

    pub(super) fn may_challenge(
        &self,
        challenger: &str,
        challenged: &str,
        now_ms: i64,
    ) -> Result<ContestEvent, Refusal> {
        let reach = usize::try_from(self.on_ladder(now_ms)?.reach).unwrap_or(usize::MAX);
        let own = self
            .place_on_ladder(challenger)
            .ok_or(Refusal::NotInContest)?;
        let theirs = self.place_on_ladder(challenged);
        let above = theirs.and_then(|theirs| own.checked_sub(theirs));
        if !above.is_some_and(|above| (1..=reach).contains(&above)) {
            return Err(Refusal::NotInReach { most: reach });
        }
        if self.challenge_of(challenger).is_some() {
            return Err(Refusal::ChallengedAlready);
        }
        if self.challenge_of(challenged).is_some() {
            return Err(Refusal::OpponentChallenged);
        }
        if self.is_paused(challenger, now_ms) {
            return Err(Refusal::ChallengeNotPlayed);
        }
        if self.rest_from_each_other(challenger, challenged, now_ms) {
            return Err(Refusal::RestsFromEachOther);
        }
        if let Some(until_ms) = self.others_first((challenger, challenged), reach, now_ms) {
            return Err(Refusal::OthersGoFirst {
                until_ms,
                wait_ms: whole_hours(until_ms.saturating_sub(now_ms)),
            });
        }
        Ok(ContestEvent::Challenged {
            challenger: challenger.to_owned(),
            challenged: challenged.to_owned(),
        })
    }
}

/// No less than that, ms.
const fn whole_hours(ms: i64) -> Milliseconds {
    Milliseconds(ms.saturating_add(HOUR_MS - 1) / HOUR_MS * HOUR_MS)
}
