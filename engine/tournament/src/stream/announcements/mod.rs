//! Announcements: what the directors tell everybody, a board or the officials alone, in order. Nothing is taken out of
//! the order; a correction is another announcement that names what it corrects.

pub(super) mod announcing;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::rule_set::{AnnouncementKind, Deviation, RuleSet};
use crate::stream::MovedStart;

/// Whom an announcement is for. The officials read every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnnouncementAudience {
    /// Everybody, spectators among them.
    Everybody,
    /// The players of one board, with those who move for them.
    Board {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
    },
    /// The officials alone.
    Officials,
}

/// What an announcement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum AnnouncementSubject {
    /// Something new.
    New {
        /// Its kind.
        kind: AnnouncementKind,
        /// Whom it is for.
        audience: AnnouncementAudience,
    },
    /// An earlier announcement is corrected: of its kind, for those whom it was for.
    Correction {
        /// The number of the announcement.
        of: u32,
    },
}

/// An announcement as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewAnnouncement {
    /// What it is about.
    pub subject: AnnouncementSubject,
    /// Id of the record that holds its text.
    pub text: String,
    /// Who announces it.
    pub by: AccountId,
}

/// An announcement that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Its number in the order of the event, from 1.
    pub number: u32,
    /// Its kind.
    pub kind: AnnouncementKind,
    /// Whom it is for.
    pub audience: AnnouncementAudience,
    /// The players of the board that it is for, as they were paired then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entrants: Vec<EntrantId>,
    /// The number of the announcement that it corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<u32>,
    /// Id of the record that holds its text; empty where it tells of moved starts by itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The starts that were moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<MovedStart>,
    /// Who announces it; nobody where a publication tells it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AccountId>,
}

/// In whose number an announcement counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::stream) enum AnnouncementRoom {
    /// A director makes it of himself, or corrects one of whatever kind.
    Own,
    /// The timetable is moved.
    Moves,
    /// The rules are amended.
    Amendments,
    /// A publication tells by itself that a start moved: it never waits for room.
    Publications,
}

impl Announcement {
    pub(in crate::stream) const fn room(&self) -> AnnouncementRoom {
        if self.corrects.is_some() {
            return AnnouncementRoom::Own;
        }
        match (self.kind, &self.by) {
            (AnnouncementKind::TimetableMoved, Some(_)) => AnnouncementRoom::Moves,
            (AnnouncementKind::TimetableMoved, None) => AnnouncementRoom::Publications,
            (AnnouncementKind::RulesAmended, _) => AnnouncementRoom::Amendments,
            (
                AnnouncementKind::General
                | AnnouncementKind::Monitors
                | AnnouncementKind::TimeRules,
                _,
            ) => AnnouncementRoom::Own,
        }
    }
}

/// An announcement where it stands in the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeAnnouncement {
    /// What was announced.
    pub announcement: Announcement,
    /// When, cluster time in ms since 1970.
    pub at_ms: i64,
    /// How far the event's own time was ahead of UTC then, in minutes.
    pub utc_offset_minutes: i32,
}

/// What an event knows of its announcements.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Announcements {
    made: Vec<MadeAnnouncement>,
}

impl Announcements {
    /// All of them, in their order.
    #[must_use]
    pub fn made(&self) -> &[MadeAnnouncement] {
        &self.made
    }

    /// The number of the last one; 0: there is none.
    #[must_use]
    pub fn last(&self) -> u32 {
        u32::try_from(self.made.len()).unwrap_or(u32::MAX)
    }

    pub(in crate::stream) fn numbered(&self, number: u32) -> Option<&Announcement> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.made.get(index).map(|made| &made.announcement)
    }

    /// Everybody has been told of that kind.
    fn told_everybody(&self, kind: AnnouncementKind) -> bool {
        self.made.iter().any(|made| {
            made.announcement.kind == kind
                && made.announcement.audience == AnnouncementAudience::Everybody
        })
    }

    /// Takes one more down, of an entry of that time and under that offset.
    pub(in crate::stream) fn take(
        &mut self,
        announcement: &Announcement,
        (at_ms, utc_offset_minutes): (i64, i32),
    ) {
        self.made.push(MadeAnnouncement {
            announcement: announcement.clone(),
            at_ms,
            utc_offset_minutes,
        });
    }

    /// What the rules want announced to everybody before round 1, and was not (AGA V.E.2, V.E.13.d).
    pub(in crate::stream) fn unannounced(&self, rules: &RuleSet) -> Vec<Deviation> {
        let wanted = rules.announced_before_round_one.iter();
        wanted
            .filter(|kind| !self.told_everybody(**kind))
            .map(|kind| {
                let what = kind.subject();
                let detail =
                    format!("{what} announced to everybody before round 1; nothing was announced.");
                let value = format!("announced_before_round_one.{}", kind.name());
                let rule = rules.source(&value).map(str::to_owned);
                Deviation::new(value, rule, detail).with("kind", kind.name())
            })
            .collect()
    }
}
