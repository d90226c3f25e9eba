//! Announcing: what can be announced, to whom, and what corrects what.

use crate::board_ref::BoardRef;
use crate::ids::AccountId;
use crate::refusals::{AnnouncementsRefusal, Refusal, ensure};
use crate::stream::announcements::AnnouncementRoom;
use crate::stream::checks::check_id;
use crate::stream::{
    Announcement, AnnouncementAudience, AnnouncementSubject, Event, NewAnnouncement,
    TournamentState, results,
};

/// Most announcements that directors make of themselves, corrections among them.
const MOST_OWN: usize = 1_000;
/// How often a timetable is moved at most.
const MOST_MOVES: usize = 200;
/// How often rules are amended at most: each amendment keeps them whole.
const MOST_AMENDMENTS: usize = 100;

impl TournamentState {
    /// The accounts that an announcement is for; `None`: everybody's.
    #[must_use]
    pub fn heard_by(&self, announcement: &Announcement) -> Option<Vec<AccountId>> {
        if announcement.audience == AnnouncementAudience::Everybody {
            return None;
        }
        let mut accounts: Vec<AccountId> = self.offices.held.keys().cloned().collect();
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

/// There is room for another that a director makes of himself.
pub(in crate::stream) fn may_announce(state: &TournamentState) -> Result<(), Refusal> {
    has_room(state, AnnouncementRoom::Own)
}

/// Whether an act still finds room for what it announces: none takes the room of another.
pub(in crate::stream) fn has_room(
    state: &TournamentState,
    room: AnnouncementRoom,
) -> Result<(), Refusal> {
    let (most, refusal) = match room {
        AnnouncementRoom::Own => (
            MOST_OWN,
            AnnouncementsRefusal::TooManyAnnouncements { most: MOST_OWN },
        ),
        AnnouncementRoom::Moves => (
            MOST_MOVES,
            AnnouncementsRefusal::TooManyMoves { most: MOST_MOVES },
        ),
        AnnouncementRoom::Amendments => (
            MOST_AMENDMENTS,
            AnnouncementsRefusal::TooManyAmendments {
                most: MOST_AMENDMENTS,
            },
        ),
        AnnouncementRoom::Publications => return Ok(()),
    };
    let made = state.announcements.made().iter();
    let taken = made.filter(|made| made.announcement.room() == room);
    ensure(taken.count() < most, refusal)
}

pub(in crate::stream) fn announce(
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
            let pairing = &results::board(state, BoardRef::new(round, table))?.pairing;
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
        starts: Vec::new(),
        by: Some(asked.by.clone()),
    })])
}
