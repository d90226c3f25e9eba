//! What may follow in the stream of a contest.

use std::borrow::Cow;

use outflank_othello::refusal::Milliseconds;

use super::{
    Contest, ContestEvent, Founding, LONGEST_AHEAD_MS, MOST_ENTRANTS, MOST_ENTRIES, MOST_LINES,
};
use crate::Refusal;

/// A start that was "now" when it was chosen is some moments past when it arrives, ms.
const NOW_MS: i64 = 5_000;

/// What somebody wants of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestCommand {
    /// Found it.
    Found(Founding),
    /// Enter it, or come back.
    Join {
        /// Who.
        account: String,
        /// Of a program's account: the account of the person who operates it.
        operator: Option<String>,
        /// It comes by an API key: a program speaks, whosever account it is.
        by_key: bool,
    },
    /// Leave it.
    Leave {
        /// Who.
        account: String,
    },
    /// Remove somebody for good.
    Remove {
        /// Who.
        account: String,
        /// By whom.
        by: String,
        /// Whoever wants it is a moderator.
        by_moderator: bool,
    },
    /// Challenge somebody above on a ladder.
    Challenge {
        /// Who.
        challenger: String,
        /// Whom.
        challenged: String,
    },
    /// Take the own challenge back.
    Withdraw {
        /// Who.
        challenger: String,
    },
    /// Give the own place without a game.
    Yield {
        /// Who.
        challenged: String,
    },
    /// End it before its time; of what is over already a moderator takes the title.
    End {
        /// By whom.
        by: String,
        /// Whoever wants it is a moderator.
        by_moderator: bool,
    },
}

impl Contest {
    /// What a command makes happen.
    ///
    /// # Errors
    /// Why it does not.
    pub fn decide(&self, command: &ContestCommand, now_ms: i64) -> Result<ContestEvent, Refusal> {
        let now = self.at(now_ms);
        match command {
            ContestCommand::Found(founding) => found(founding, now_ms),
            ContestCommand::Join {
                account,
                operator,
                by_key,
            } => now.join((account, operator.as_deref()), *by_key, now_ms),
            ContestCommand::Leave { account } => {
                now.goes_on(now_ms)?;
                now.taking_part(account)?;
                let account = account.clone();
                Ok(ContestEvent::Left { account })
            }
            ContestCommand::Remove {
                account,
                by,
                by_moderator,
            } => {
                // What is over stands; a moderator may still undo what was won by foul means, but not where he is the founder.
                if !by_moderator || now.is_founded_by(by) {
                    now.goes_on(now_ms)?;
                }
                now.remove(account, (by, *by_moderator))
            }
            ContestCommand::Challenge {
                challenger,
                challenged,
            } => now.may_challenge(challenger, challenged, now_ms),
            ContestCommand::Withdraw { challenger } => {
                let challenge = now.own_challenge(challenger, now_ms)?;
                if challenge.challenger != *challenger {
                    return Err(Refusal::NoOwnChallenge);
                }
                let challenger = challenger.clone();
                Ok(ContestEvent::Withdrawn { challenger })
            }
            ContestCommand::Yield { challenged } => {
                let challenge = now.own_challenge(challenged, now_ms)?;
                if challenge.challenged != *challenged {
                    return Err(Refusal::NotChallenged);
                }
                let challenged = challenged.clone();
                Ok(ContestEvent::Yielded { challenged })
            }
            ContestCommand::End { by, by_moderator } => {
                // What is over stands, but its title is shown until a moderator takes it, once, where he is not the founder.
                if !by_moderator || now.is_founded_by(by) || now.unnamed {
                    now.goes_on(now_ms)?;
                }
                now.directed_by((by, *by_moderator))?;
                Ok(ContestEvent::Ended { by: by.clone() })
            }
        }
    }

    pub(super) fn at(&self, now_ms: i64) -> Cow<'_, Self> {
        if self.is_settled(now_ms) {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(self.clone().settled(now_ms))
        }
    }

    pub(super) fn goes_on(&self, now_ms: i64) -> Result<(), Refusal> {
        if self.phase(now_ms).goes_on() {
            Ok(())
        } else {
            Err(Refusal::ContestOver)
        }
    }

    fn join(
        &self,
        (account, operator): (&str, Option<&str>),
        by_key: bool,
        now_ms: i64,
    ) -> Result<ContestEvent, Refusal> {
        self.goes_on(now_ms)?;
        if let Some(founding) = self.founding() {
            founding.rules.admit(operator.is_some() || by_key)?;
        }
        // Whoever was removed comes back by no program of his either.
        let own = operator.and_then(|operator| self.entrant(operator));
        if own.is_some_and(|own| own.removed) {
            return Err(Refusal::RemovedFromContest);
        }
        match self.entrant(account) {
            Some(known) if known.removed => return Err(Refusal::RemovedFromContest),
            Some(known) if known.is_in() => return Err(Refusal::EnteredAlready),
            Some(known) if known.entries >= MOST_ENTRIES => {
                return Err(Refusal::EnteredTooOften { most: MOST_ENTRIES });
            }
            // Who has left keeps his line, and comes back to it.
            Some(_) => {}
            None if self.entrants.len() >= MOST_LINES => {
                return Err(Refusal::ContestFull { most: MOST_LINES });
            }
            None => {}
        }
        if self.entrants() >= MOST_ENTRANTS {
            return Err(Refusal::ContestFull {
                most: MOST_ENTRANTS,
            });
        }
        Ok(ContestEvent::Joined {
            account: account.to_owned(),
            operator: operator.map(str::to_owned),
            by_key,
        })
    }

    fn remove(&self, account: &str, by: (&str, bool)) -> Result<ContestEvent, Refusal> {
        self.directed_by(by)?;
        let entrant = self.entrant(account).ok_or(Refusal::NotInContest)?;
        if entrant.removed {
            return Err(Refusal::RemovedFromContest);
        }
        Ok(ContestEvent::Removed {
            account: account.to_owned(),
            by: by.0.to_owned(),
        })
    }

    fn directed_by(&self, (account, is_moderator): (&str, bool)) -> Result<(), Refusal> {
        if self.is_founded_by(account) {
            return Ok(());
        }
        if is_moderator {
            // Who plays in it himself, or by a program of his, keeps no order there.
            let mut own = self.removed_with(account);
            return if own.any(|one| self.entrant(one).is_some()) {
                Err(Refusal::ConcernsYourself)
            } else {
                Ok(())
            };
        }
        Err(Refusal::NotYourContest)
    }
}

fn found(founding: &Founding, now_ms: i64) -> Result<ContestEvent, Refusal> {
    founding.rules.check()?;
    let ahead_ms = founding.starts_at_ms.saturating_sub(now_ms);
    if !(-NOW_MS..=LONGEST_AHEAD_MS).contains(&ahead_ms) {
        return Err(Refusal::BadContestStart {
            most_ms: Milliseconds(LONGEST_AHEAD_MS),
        });
    }
    Ok(ContestEvent::Founded(founding.clone()))
}
