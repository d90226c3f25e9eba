//! Contests of casual play: arenas of a fixed length, and ladders of clubs. Each is the fold of a stream of its own, by its
//! own rule set.
//!
//! Who seeks a game of an arena meets whoever stands near him in points; of a ladder, whom he has challenged or who has
//! challenged him. What time alone decides, a challenge that nobody came to play, follows from the events and the time
//! that is asked about.

mod challenging;
mod deciding;
mod entrant;
mod event;
mod ladder;
mod listing;
mod phase;
mod rules;
mod turns;

use std::{collections::BTreeMap, iter};

pub use deciding::ContestCommand;
pub use entrant::Entrant;
pub use event::{ContestEvent, ContestGame, Founding};
pub use ladder::{Comings, LadderChallenge};
pub use listing::Placed;
use outflank_othello::Color;
pub use phase::ContestPhase;
pub use rules::{
    ARENA_LENGTHS_MS, ArenaRules, ContestRules, FARTHEST_REACH, Form, LONGEST_AHEAD_MS,
    LONGEST_REST_MS, LONGEST_STREAK, LadderRules, MOST_POINTS, PLAY_WITHIN_MS, Taking,
};

use self::{entrant::Side, turns::Turns};
use crate::{Refusal, SoughtChallenge};

/// Accounts that take part in a contest at the same time.
pub const MOST_ENTRANTS: usize = 1_000;
/// Accounts that ever entered one.
pub const MOST_LINES: usize = 10_000;
/// How often one account enters a contest.
pub const MOST_ENTRIES: u32 = 20;
/// Contests of one founder that are not over.
pub const MOST_CONTESTS: usize = 3;
/// Contests of one founder that are not over, or have been for less than 24 hours.
pub const MOST_CONTESTS_A_DAY: usize = 24;

/// How a contest stands, as its stream tells it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contest {
    founding: Option<Founding>,
    entrants: BTreeMap<String, Entrant>,
    /// Accounts of programs that entered, and who operates each.
    operators: BTreeMap<String, String>,
    /// Who takes part in a ladder, the first place first.
    order: Vec<String>,
    challenges: Vec<LadderChallenge>,
    /// Until when two challenge each other no more, ms of cluster time; the smaller account first.
    rests: BTreeMap<(String, String), i64>,
    /// Who let a challenge go, and until when he challenges nobody, ms of cluster time.
    pauses: BTreeMap<String, i64>,
    /// Who was challenged lately.
    turns: BTreeMap<String, Turns>,
    /// It was ended before its time.
    ended: bool,
    /// A moderator has ended it, or taken its title once it was over.
    unnamed: bool,
}

impl Contest {
    /// The state after one more event, of an entry that was written at that time.
    pub fn evolve(&mut self, at_ms: i64, event: &ContestEvent) {
        self.settle(at_ms);
        match event {
            ContestEvent::Founded(founding) => {
                self.founding.get_or_insert_with(|| founding.clone());
            }
            ContestEvent::Joined {
                account,
                operator,
                by_key,
            } => {
                if let Some(operator) = operator {
                    self.operators.insert(account.clone(), operator.clone());
                }
                let entrant = self.entrants.entry(account.clone()).or_default();
                entrant.joined(*by_key);
                if self.ladder().is_some() && !self.order.contains(account) {
                    self.order.push(account.clone());
                }
            }
            ContestEvent::Left { account } => {
                self.entrants.entry(account.clone()).or_default().left = true;
                let challenge = self.take_off(account, at_ms);
                // Leaving and coming back is no way around the pause of who lets a challenge go.
                if challenge.is_some_and(|own| own.challenger == *account) {
                    self.pause(account, at_ms);
                }
            }
            ContestEvent::Removed { account, .. } => {
                let all: Vec<String> = self.removed_with(account).map(str::to_owned).collect();
                for account in all {
                    self.take_off(&account, at_ms);
                    self.entrants.entry(account).or_default().removed = true;
                }
            }
            ContestEvent::Challenged {
                challenger,
                challenged,
            } => self.challenge(challenger, challenged, at_ms),
            ContestEvent::Came { account } => self.came(account, at_ms),
            ContestEvent::Met { challenger } => self.met(challenger, at_ms),
            ContestEvent::Withdrawn { challenger } => {
                self.end_challenge(challenger, at_ms, 0);
                self.pause(challenger, at_ms);
            }
            ContestEvent::Yielded { challenged } => self.give_place(challenged, at_ms),
            ContestEvent::Played(game) => self.played(game, at_ms),
            ContestEvent::Ended { by } => {
                self.unnamed |= !self.is_founded_by(by);
                // What is over stays as it came to be so.
                if self.phase(at_ms).goes_on() {
                    self.ended = true;
                    self.challenges.clear();
                }
            }
        }
    }

    /// The same, as it stands at that time.
    #[must_use]
    pub fn settled(mut self, now_ms: i64) -> Self {
        self.settle(now_ms);
        self
    }

    /// Whether that time has decided nothing since the last event.
    #[must_use]
    pub fn is_settled(&self, now_ms: i64) -> bool {
        self.lapsed(now_ms).is_none()
    }

    fn played(&mut self, game: &ContestGame, at_ms: i64) {
        let Some(winner) = self.winner(game) else {
            return;
        };
        let arena = self.founding.as_ref().and_then(|of| of.rules.arena());
        let difference = i64::from(game.discs.black) - i64::from(game.discs.white);
        for color in Color::BOTH {
            let side = Side {
                color,
                discs: if color == Color::Black {
                    difference
                } else {
                    -difference
                },
                winner,
                begun: game.begun,
                by_key: *game.by_key.get(color),
            };
            let account = game.players.get(color).clone();
            // Nobody takes part by a game alone.
            let entrant = self.entrants.entry(account).or_insert(Entrant {
                left: true,
                ..Entrant::default()
            });
            entrant.played(side, arena);
        }
        if let Some(challenged_at_ms) = game.challenged_at_ms {
            self.end_played((game, winner), challenged_at_ms, at_ms);
        }
    }

    /// Who won as it counts here, `Some(None)` for a draw; `None` where it counts for nothing. Where programs do not play, a
    /// side that moved by an API key has lost.
    fn winner(&self, game: &ContestGame) -> Option<Option<Color>> {
        let programs = self.founding.as_ref().is_none_or(|of| of.rules.programs);
        match (programs, game.by_key.black, game.by_key.white) {
            (true, ..) | (false, false, false) => Some(game.winner),
            (false, true, false) => Some(Some(Color::White)),
            (false, false, true) => Some(Some(Color::Black)),
            (false, true, true) => None,
        }
    }

    /// What was founded; `None` where nothing was.
    #[must_use]
    pub const fn founding(&self) -> Option<&Founding> {
        self.founding.as_ref()
    }

    /// What it is called where it is shown: nothing once a moderator has ended it or taken its title.
    #[must_use]
    pub fn title(&self) -> &str {
        let founding = self.founding().filter(|_| !self.unnamed);
        founding.map_or("", |founding| founding.title.as_str())
    }

    fn is_founded_by(&self, account: &str) -> bool {
        self.founding().is_some_and(|of| of.founder == account)
    }

    fn ladder(&self) -> Option<&LadderRules> {
        self.founding.as_ref().and_then(|of| of.rules.ladder())
    }

    /// Whether players are paired at that time.
    #[must_use]
    pub fn phase(&self, now_ms: i64) -> ContestPhase {
        let Some(founding) = &self.founding else {
            return ContestPhase::Coming;
        };
        let times = (founding.starts_at_ms, founding.ends_at_ms());
        ContestPhase::at(now_ms, times, self.ended)
    }

    /// How somebody stands.
    #[must_use]
    pub fn entrant(&self, account: &str) -> Option<&Entrant> {
        self.entrants.get(account)
    }

    /// Who is removed where somebody is: himself, and the programs that he operates there.
    pub fn removed_with<'a>(&'a self, account: &'a str) -> impl Iterator<Item = &'a str> {
        let programs = self.operators.iter();
        let own = programs.filter(move |(_, operator)| *operator == account);
        iter::once(account).chain(own.map(|(program, _)| program.as_str()))
    }

    /// How many lines it has, those of who left or was removed among them.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.entrants.len()
    }

    /// How many take part.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.entrants.values().filter(|one| one.is_in()).count()
    }

    /// Whether an account may seek a game of it now, a program or not. Answers with the challenge that it plays, on a ladder.
    ///
    /// # Errors
    /// `not_begun`, `contest_over`, `not_in_contest`, `no_programs`, `no_challenge`.
    pub fn sought_by(
        &self,
        (account, is_program): (&str, bool),
        now_ms: i64,
    ) -> Result<Option<SoughtChallenge>, Refusal> {
        match self.phase(now_ms) {
            ContestPhase::Coming => return Err(Refusal::ContestNotBegun),
            ContestPhase::Running => {}
            ContestPhase::Over | ContestPhase::Ended => return Err(Refusal::ContestOver),
        }
        self.taking_part(account)?;
        if let Some(founding) = &self.founding {
            founding.rules.admit(is_program)?;
        }
        if self.ladder().is_none() {
            return Ok(None);
        }
        let challenge = self
            .challenge_of(account)
            .filter(|challenge| now_ms < challenge.due_ms)
            .ok_or(Refusal::NoChallenge)?;
        Ok(Some(SoughtChallenge {
            opponent: challenge.other(account).to_owned(),
            at_ms: challenge.at_ms,
        }))
    }

    fn taking_part(&self, account: &str) -> Result<&Entrant, Refusal> {
        self.entrants
            .get(account)
            .filter(|entrant| entrant.is_in())
            .ok_or(Refusal::NotInContest)
    }
}
