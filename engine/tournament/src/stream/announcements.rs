//! Announcements: what the directors tell everybody, a board or the officials alone, in order. Nothing is taken out of
//! the order; a correction is another announcement that names what it corrects.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::refusals::{AnnouncementsRefusal, Refusal, ensure};
use crate::rule_set::{AnnouncementKind, Deviation};
use crate::stream::checks::{check_id, paragraph};
use crate::stream::{EntryHeader, Event, TournamentState, results};

/// Most announcements of one event.
const MOST_ANNOUNCEMENTS: usize = 1_000;

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
    /// Id of the record that holds its text.
    pub text: String,
    /// Who announces it.
    pub by: AccountId,
}

/// An announcement where it stands in the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeAnnouncement {
    /// What was announced.
    pub announcement: Announcement,
    /// When, cluster time in ms since 1970.
    pub at_ms: i64,
}

/// What an event knows of its announcements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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

    fn numbered(&self, number: u32) -> Option<&Announcement> {
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

    pub(super) fn apply(&mut self, header: &EntryHeader, event: &Event) {
        if let Event::AnnouncementMade(announcement) = event {
            self.made.push(MadeAnnouncement {
                announcement: announcement.clone(),
                at_ms: header.at_ms,
            });
        }
    }
}

impl TournamentState {
    /// The accounts that an announcement is for; `None`: everybody's.
    #[must_use]
    pub fn heard_by(&self, announcement: &Announcement) -> Option<Vec<AccountId>> {
        if announcement.audience == AnnouncementAudience::Everybody {
            return None;
        }
        let mut accounts: Vec<AccountId> = self.officials.keys().cloned().collect();
        for entrant in announcement
            .entrants
            .iter()
            .filter_map(|id| self.entrant(id))
        {
            accounts.extend(entrant.account.clone());
            accounts.extend(entrant.accommodation.assistant.clone());
        }
        accounts.sort();
        accounts.dedup();
        Some(accounts)
    }

    /// Whether somebody reads an announcement; `None` is somebody without an account.
    #[must_use]
    pub fn hears(&self, account: Option<&AccountId>, announcement: &Announcement) -> bool {
        match (self.heard_by(announcement), account) {
            (None, _) => true,
            (Some(accounts), Some(account)) => accounts.contains(account),
            (Some(_), None) => false,
        }
    }
}

/// There is room for another.
pub(super) fn may_announce(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.announcements.made.len() < MOST_ANNOUNCEMENTS,
        AnnouncementsRefusal::TooManyAnnouncements {
            most: MOST_ANNOUNCEMENTS,
        },
    )
}

pub(super) fn announce(
    state: &TournamentState,
    asked: &NewAnnouncement,
) -> Result<Vec<Event>, Refusal> {
    check_id("the text", &asked.text)?;
    check_id("who announces", asked.by.as_str())?;
    let (kind, audience, corrects) = match asked.subject {
        AnnouncementSubject::New { kind, audience } => {
            ensure(
                !kind.is_made_with_an_act(),
                AnnouncementsRefusal::MadeWithItsAct {
                    kind: kind.name().to_owned(),
                },
            )?;
            (kind, audience, None)
        }
        AnnouncementSubject::Correction { of } => {
            let earlier = state
                .announcements
                .numbered(of)
                .ok_or(AnnouncementsRefusal::UnknownAnnouncement { number: of })?;
            (earlier.kind, earlier.audience, Some(of))
        }
    };
    let entrants = match (
        corrects.and_then(|of| state.announcements.numbered(of)),
        audience,
    ) {
        (Some(earlier), _) => earlier.entrants.clone(),
        (None, AnnouncementAudience::Board { round, table }) => {
            let pairing = &results::board(state, round, table)?.pairing;
            vec![pairing.black.clone(), pairing.white.clone()]
        }
        (None, AnnouncementAudience::Everybody | AnnouncementAudience::Officials) => Vec::new(),
    };
    Ok(vec![Event::AnnouncementMade(Announcement {
        number: state.announcements.last().saturating_add(1),
        kind,
        audience,
        entrants,
        corrects,
        text: asked.text.clone(),
        by: asked.by.clone(),
    })])
}

/// What the rules want announced to everybody before round 1, and was not (AGA V.E.2, V.E.13.d).
pub(super) fn unannounced(state: &TournamentState) -> Vec<Deviation> {
    let wanted = state.rule_set.iter();
    let wanted = wanted.flat_map(|rules| &rules.announced_before_round_one);
    wanted
        .filter(|kind| !state.announcements.told_everybody(**kind))
        .map(|kind| {
            let what = kind.subject();
            let detail =
                format!("{what} announced to everybody before round 1; nothing was announced.");
            let value = format!("announced_before_round_one.{}", kind.name());
            let rule = paragraph(state, &value);
            Deviation::new(value, rule, detail).with("kind", kind.name())
        })
        .collect()
}
