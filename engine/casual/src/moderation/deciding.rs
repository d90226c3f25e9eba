//! What may follow in the stream of moderation. That somebody is a moderator or an administrator, whoever appends it
//! knows; here stands what even they may not.

use super::{
    Act, Deed, LONGEST_RESTRICTION_MS, MOST_MODERATORS, MOST_OPEN_OF_ALL, MOST_OPEN_OF_GUESTS,
    MOST_OPEN_REPORTS, Moderation, ModerationEvent, REPORTED_WITHIN_MS, Report, reported,
};
use crate::Refusal;

/// What somebody wants of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModerationCommand {
    /// Report somebody at a game.
    Report {
        /// What would stand.
        report: Report,
        /// When the game was booked, ms of cluster time.
        booked_at_ms: i64,
        /// Who is reported wrote at its table.
        wrote: bool,
    },
    /// Keep order, as a moderator.
    Act {
        /// How.
        act: Act,
        /// What it follows from.
        report: Option<Report>,
        /// The act's id.
        id: String,
        /// The moderator.
        by: String,
    },
    /// Name a moderator, as an administrator.
    NameModerator {
        /// Who.
        account: String,
        /// The act's id.
        id: String,
        /// The administrator.
        by: String,
    },
    /// Dismiss one, as an administrator.
    DismissModerator {
        /// Who.
        account: String,
        /// The act's id.
        id: String,
        /// The administrator.
        by: String,
    },
}

impl Moderation {
    /// What a command makes happen.
    ///
    /// # Errors
    /// Why it does not.
    pub fn decide(
        &self,
        command: &ModerationCommand,
        now_ms: i64,
    ) -> Result<ModerationEvent, Refusal> {
        match command {
            ModerationCommand::Report {
                report,
                booked_at_ms,
                wrote,
            } => {
                self.may_report((report, *wrote), *booked_at_ms, now_ms)?;
                Ok(ModerationEvent::Reported(report.clone()))
            }
            ModerationCommand::Act {
                act,
                report,
                id,
                by,
            } => {
                judges_nothing_of_his_own(by, act, report.as_ref())?;
                let deed = Deed {
                    id: id.clone(),
                    by: by.clone(),
                    report: report.as_ref().map(|report| report.id.clone()),
                };
                let event = self.act(act, deed, now_ms)?;
                // Whether there is such a report nobody finds out by what would be refused anyway.
                if act
                    .judged()
                    .any(|account| self.share_a_report(by, account, now_ms))
                {
                    return Err(Refusal::ConcernsYourself);
                }
                Ok(event)
            }
            ModerationCommand::NameModerator { account, id, by } => {
                if self.is_moderator(account) {
                    return Err(Refusal::ModeratorAlready);
                }
                if self.moderators.len() >= MOST_MODERATORS {
                    return Err(Refusal::TooManyModerators {
                        most: MOST_MODERATORS,
                    });
                }
                Ok(ModerationEvent::ModeratorNamed {
                    account: account.clone(),
                    deed: of_administrator(id, by),
                })
            }
            ModerationCommand::DismissModerator { account, id, by } => {
                if !self.is_moderator(account) {
                    return Err(Refusal::NoModerator);
                }
                Ok(ModerationEvent::ModeratorDismissed {
                    account: account.clone(),
                    deed: of_administrator(id, by),
                })
            }
        }
    }

    fn may_report(
        &self,
        (report, wrote): (&Report, bool),
        booked_at_ms: i64,
        now_ms: i64,
    ) -> Result<(), Refusal> {
        if report.by == report.about {
            return Err(Refusal::ReportOneself);
        }
        if !wrote && !report.players.contains(&report.about) {
            return Err(Refusal::NotOfThisGame);
        }
        if now_ms.saturating_sub(booked_at_ms) >= REPORTED_WITHIN_MS {
            return Err(Refusal::ReportTooLate {
                most_ms: outflank_othello::refusal::Milliseconds(REPORTED_WITHIN_MS),
            });
        }
        if self.reported.contains_key(&reported(report)) {
            return Err(Refusal::ReportedAlready);
        }
        let own = self.open.values().filter(|open| open.by == report.by);
        if own.count() >= MOST_OPEN_REPORTS {
            return Err(Refusal::TooManyReports {
                most: MOST_OPEN_REPORTS,
            });
        }
        self.has_room_for(report)
    }

    /// Guests are made at will: they fill no more than a part of the room, so that others can report still.
    fn has_room_for(&self, report: &Report) -> Result<(), Refusal> {
        if self.open.len() >= MOST_OPEN_OF_ALL {
            return Err(Refusal::TooManyOpenReports {
                most: MOST_OPEN_OF_ALL,
            });
        }
        let of_guests = self.open.values().filter(|open| open.by_guest);
        if report.by_guest && of_guests.count() >= MOST_OPEN_OF_GUESTS {
            return Err(Refusal::TooManyOfGuests {
                most: MOST_OPEN_OF_GUESTS,
            });
        }
        Ok(())
    }

    fn act(&self, act: &Act, deed: Deed, now_ms: i64) -> Result<ModerationEvent, Refusal> {
        match act.clone() {
            Act::Answer(answer) => {
                let report = deed.report.clone().unwrap_or_default();
                if !self.open.contains_key(&report) {
                    return Err(Refusal::ReportAnswered);
                }
                Ok(ModerationEvent::Answered {
                    report,
                    answer,
                    deed,
                })
            }
            Act::Mute { account, until_ms } => {
                ends_in_time(until_ms, now_ms)?;
                Ok(ModerationEvent::Muted {
                    account,
                    until_ms,
                    deed,
                })
            }
            Act::Unmute { account } => {
                if self.muted(&account, now_ms).is_none() {
                    return Err(Refusal::NotMuted);
                }
                Ok(ModerationEvent::Unmuted { account, deed })
            }
            Act::Bar { account, until_ms } => {
                ends_in_time(until_ms, now_ms)?;
                Ok(ModerationEvent::Barred {
                    account,
                    until_ms,
                    deed,
                })
            }
            Act::Readmit { account } => {
                if self.barred(&account, now_ms).is_none() {
                    return Err(Refusal::NotBarred);
                }
                Ok(ModerationEvent::Readmitted { account, deed })
            }
            Act::RemoveMessage {
                game,
                number,
                account,
                ..
            } => Ok(ModerationEvent::MessageRemoved {
                game,
                number,
                account,
                deed,
            }),
            Act::EndContest { contest, founder } => Ok(ModerationEvent::ContestEnded {
                contest,
                founder,
                deed,
            }),
            Act::RemoveContestEntrant {
                contest, account, ..
            } => Ok(ModerationEvent::ContestEntrantRemoved {
                contest,
                account,
                deed,
            }),
        }
    }
}

/// Nobody judges himself, a report of his own or about himself, or what happened at a game that he played. Whether
/// he has a report with somebody that he does not name, the state tells.
fn judges_nothing_of_his_own(by: &str, act: &Act, report: Option<&Report>) -> Result<(), Refusal> {
    let of_act = match act {
        Act::RemoveMessage {
            players, account, ..
        } => account == by || players.iter().any(|player| player == by),
        _ => act.whom() == Some(by),
    };
    if of_act || report.is_some_and(|report| report.concerns(by)) {
        return Err(Refusal::ConcernsYourself);
    }
    Ok(())
}

impl Report {
    /// Whether an account made it, is reported, or played the game: it does not judge it.
    #[must_use]
    pub fn concerns(&self, account: &str) -> bool {
        self.by == account
            || self.about == account
            || self.players.iter().any(|player| player == account)
    }
}

fn ends_in_time(until_ms: Option<i64>, now_ms: i64) -> Result<(), Refusal> {
    let lasts = until_ms.map(|until_ms| until_ms.saturating_sub(now_ms));
    if lasts.is_none_or(|ms| ms > 0 && ms <= LONGEST_RESTRICTION_MS) {
        return Ok(());
    }
    Err(Refusal::BadUntil {
        most_ms: outflank_othello::refusal::Milliseconds(LONGEST_RESTRICTION_MS),
    })
}

fn of_administrator(id: &str, by: &str) -> Deed {
    Deed {
        id: id.to_owned(),
        by: by.to_owned(),
        report: None,
    }
}
