//! Order in casual play: the fold of the stream of moderation, and what may follow in it.
//!
//! The fold holds what is decided by: who moderates, which reports are open, who has reported whom lately, who is muted
//! or barred. What was answered long ago is on record and decides nothing.

mod act;
mod apart;
mod deciding;
mod event;

use std::collections::BTreeMap;

pub use act::Act;
pub use apart::Apart;
pub use deciding::ModerationCommand;
pub use event::{Answer, Deed, ModerationEvent, ModerationFact, Report, ReportKind};

use crate::Refusal;

/// A game may be reported for so long after it was booked, ms: 14 days.
pub const REPORTED_WITHIN_MS: i64 = 14 * 24 * 3_600_000;
/// What is old is forgotten so often, ms: an hour.
const FORGOTTEN_EVERY_MS: i64 = 3_600_000;
/// A mute or a bar with an end holds at most so long, ms: ten years.
pub const LONGEST_RESTRICTION_MS: i64 = 3_650 * 24 * 3_600_000;
/// Open reports of one account.
pub const MOST_OPEN_REPORTS: usize = 5;
/// Open reports of all accounts together.
pub const MOST_OPEN_OF_ALL: usize = 2_000;
/// Of these, those of accounts without a password.
pub const MOST_OPEN_OF_GUESTS: usize = 500;
/// Moderators of a deployment.
pub const MOST_MODERATORS: usize = 100;
/// Accounts that one account blocks.
pub const MOST_BLOCKS: usize = 500;

/// What somebody is kept from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// Since when, ms of cluster time.
    pub since_ms: i64,
    /// Until when; until it is taken back without.
    pub until_ms: Option<i64>,
    /// The act that did it, by the id of its record.
    pub act: String,
}

impl Restriction {
    fn holds(&self, now_ms: i64) -> bool {
        self.until_ms.is_none_or(|until_ms| now_ms < until_ms)
    }
}

/// Who was reported at which game, and by whom.
type Reported = (String, String, String);

/// A report of the last days, open or not.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lately {
    /// When it was made, ms of cluster time.
    at_ms: i64,
    /// Who played the game.
    players: [String; 2],
}

/// How order stands in casual play, as the stream tells it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moderation {
    /// Each with since when, ms of cluster time.
    moderators: BTreeMap<String, i64>,
    /// Reports that wait, by their ids.
    open: BTreeMap<String, Report>,
    /// Who was reported lately.
    reported: BTreeMap<Reported, Lately>,
    muted: BTreeMap<String, Restriction>,
    barred: BTreeMap<String, Restriction>,
    /// When what is old was forgotten last, ms of cluster time.
    forgotten_ms: i64,
}

impl Moderation {
    /// The state after one more event, of an entry that was written at that time.
    pub fn evolve(&mut self, at_ms: i64, event: &ModerationEvent) {
        self.forget_old(at_ms);
        let restriction = |until_ms: Option<i64>, deed: &Deed| Restriction {
            since_ms: at_ms,
            until_ms,
            act: deed.id.clone(),
        };
        match event {
            ModerationEvent::Reported(report) => {
                let lately = Lately {
                    at_ms,
                    players: report.players.clone(),
                };
                self.reported.insert(reported(report), lately);
                self.open.insert(report.id.clone(), report.clone());
            }
            ModerationEvent::Answered { report, .. } => drop(self.open.remove(report)),
            ModerationEvent::Muted {
                account,
                until_ms,
                deed,
            } => {
                let muted = restriction(*until_ms, deed);
                self.muted.insert(account.clone(), muted);
            }
            ModerationEvent::Unmuted { account, .. } => drop(self.muted.remove(account)),
            ModerationEvent::Barred {
                account,
                until_ms,
                deed,
            } => {
                let barred = restriction(*until_ms, deed);
                self.barred.insert(account.clone(), barred);
            }
            ModerationEvent::Readmitted { account, .. } => drop(self.barred.remove(account)),
            ModerationEvent::MessageRemoved { .. }
            | ModerationEvent::ContestEnded { .. }
            | ModerationEvent::ContestEntrantRemoved { .. } => {}
            ModerationEvent::ModeratorNamed { account, .. } => {
                self.moderators.insert(account.clone(), at_ms);
            }
            ModerationEvent::ModeratorDismissed { account, .. } => {
                self.moderators.remove(account);
            }
        }
    }

    /// What can decide nothing any more, not at every event: whoever asks looks at the time himself.
    fn forget_old(&mut self, at_ms: i64) {
        if at_ms.saturating_sub(self.forgotten_ms) < FORGOTTEN_EVERY_MS {
            return;
        }
        self.forgotten_ms = at_ms;
        // One that was booked later than it was reported is none.
        let last = at_ms.saturating_sub(REPORTED_WITHIN_MS);
        self.reported.retain(|_, lately| lately.at_ms >= last);
        self.muted.retain(|_, muted| muted.holds(at_ms));
        self.barred.retain(|_, barred| barred.holds(at_ms));
    }

    /// Whether an account is a moderator's.
    #[must_use]
    pub fn is_moderator(&self, account: &str) -> bool {
        self.moderators.contains_key(account)
    }

    /// Moderators, each with since when, ms of cluster time.
    pub fn moderators(&self) -> impl Iterator<Item = (&str, i64)> {
        let all = self.moderators.iter();
        all.map(|(account, at_ms)| (account.as_str(), *at_ms))
    }

    /// How many reports wait.
    #[must_use]
    pub fn open_reports(&self) -> usize {
        self.open.len()
    }

    /// What keeps an account from writing at casual tables.
    #[must_use]
    pub fn muted(&self, account: &str, now_ms: i64) -> Option<&Restriction> {
        let muted = self.muted.get(account);
        muted.filter(|muted| muted.holds(now_ms))
    }

    /// What keeps an account from casual play.
    #[must_use]
    pub fn barred(&self, account: &str, now_ms: i64) -> Option<&Restriction> {
        let barred = self.barred.get(account);
        barred.filter(|barred| barred.holds(now_ms))
    }

    /// Whether somebody who is judged by these accounts may seek, challenge and be booked.
    ///
    /// # Errors
    /// `barred`.
    pub fn may_play(&self, judged_by: [&str; 2], now_ms: i64) -> Result<(), Refusal> {
        let mut accounts = judged_by.iter();
        match accounts.find_map(|account| self.barred(account, now_ms)) {
            None => Ok(()),
            Some(barred) => Err(match barred.until_ms {
                Some(until_ms) => Refusal::BarredUntil { until_ms },
                None => Refusal::Barred,
            }),
        }
    }

    /// Whether two who are judged by these accounts may be booked together, of whom `one` takes the last step.
    ///
    /// # Errors
    /// `barred`, `not_with_each_other`: whether the opponent is barred nobody else learns either.
    pub fn may_meet(
        &self,
        (one, opponent): ([&str; 2], [&str; 2]),
        apart: &Apart,
        now_ms: i64,
    ) -> Result<(), Refusal> {
        self.may_play(one, now_ms)?;
        if self.may_play(opponent, now_ms).is_err() || apart.keep(one, opponent) {
            return Err(Refusal::NotWithEachOther);
        }
        Ok(())
    }

    /// Whether a report that is open, or was made lately, stands between two: one of them reported the other, or both
    /// played the game.
    fn share_a_report(&self, one: &str, other: &str, now_ms: i64) -> bool {
        let between = |by: &str, about: &str, players: &[String; 2]| {
            let both = [(one, other), (other, one)];
            both.contains(&(by, about))
                || [one, other]
                    .iter()
                    .all(|account| players.iter().any(|player| player == account))
        };
        let last = now_ms.saturating_sub(REPORTED_WITHIN_MS);
        let mut lately = self.reported.iter();
        let mut open = self.open.values();
        open.any(|report| between(&report.by, &report.about, &report.players))
            || lately.any(|((by, _, about), lately)| {
                lately.at_ms >= last && between(by, about, &lately.players)
            })
    }
}

fn reported(report: &Report) -> Reported {
    let Report {
        by, game, about, ..
    } = report;
    (by.clone(), game.clone(), about.clone())
}
