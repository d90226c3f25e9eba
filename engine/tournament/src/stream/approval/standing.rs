//! How an event's rating file stands, and who has a part in the event.

use crate::ids::AccountId;
use crate::refusals::{ApprovalRefusal, Refusal, ensure};
use crate::stream::{Phase, TournamentState};

/// How an event's rating file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatingStanding {
    /// Not confirmed, and nobody approved it.
    Announced,
    /// Approved before its confirmation.
    Approved,
    /// Confirmed, for an officer.
    Waiting,
    /// Given back to the director.
    Returned,
    /// Released: it counts.
    Released,
    /// Released, and changed since: for a second officer.
    Correction,
    /// Its approval was withdrawn.
    Withdrawn,
}

impl RatingStanding {
    /// Every one.
    pub const ALL: [Self; 7] = [
        Self::Announced,
        Self::Approved,
        Self::Waiting,
        Self::Returned,
        Self::Released,
        Self::Correction,
        Self::Withdrawn,
    ];

    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Approved => "approved",
            Self::Waiting => "waiting",
            Self::Returned => "returned",
            Self::Released => "released",
            Self::Correction => "correction",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl TournamentState {
    /// How its rating file stands; `None` where there is none to come: a variant of the game, a rehearsal, or an event that
    /// came to nothing.
    #[must_use]
    pub fn rating_standing(&self) -> Option<RatingStanding> {
        let confirmed = self.ranking.is_some();
        let over = matches!(
            self.phase(),
            Phase::Absent | Phase::Cancelled | Phase::Abandoned
        );
        if self.variant_unrated() || self.is_rehearsal() || over && !confirmed {
            return None;
        }
        let office = &self.office;
        let approval = self.approval_in_force();
        Some(match approval {
            None if office.withdrawn_ms.is_some() => RatingStanding::Withdrawn,
            _ if office.returned.is_some() => RatingStanding::Returned,
            None if confirmed => RatingStanding::Waiting,
            None => RatingStanding::Announced,
            Some(_) if !confirmed => RatingStanding::Approved,
            Some(approval) if approval.federation.is_none() => RatingStanding::Released,
            Some(_) if office.release.is_none() => RatingStanding::Waiting,
            Some(_) if office.pending.is_empty() => RatingStanding::Released,
            Some(_) => RatingStanding::Correction,
        })
    }

    /// True where a change of the rating file waits for an officer before it makes another version.
    pub(in crate::stream) fn holds_corrections_back(&self) -> bool {
        self.office.release.is_some()
            && self
                .approval_in_force()
                .is_some_and(|approval| approval.federation.is_some())
    }

    /// True where that account plays in the event or officiates at it, or did so once somebody was paired.
    pub(in crate::stream) fn has_a_part(&self, account: &AccountId) -> bool {
        self.takes_part(account) || self.role_of(account).official.is_some() || {
            let paired = self.interests.paired_entrants.values();
            let first = paired.map(|paired| paired.first_seq).min();
            let ended = self.offices.ended.get(account);
            first
                .zip(ended)
                .is_some_and(|(first, ended)| *ended > first)
        }
    }

    /// True where that account has a seat in the event, or left one once somebody was paired.
    pub(in crate::stream) fn takes_part(&self, account: &AccountId) -> bool {
        let mut left = self.entry.left_seats.keys();
        self.role_of(account).entrant.is_some() || left.any(|(holder, _)| holder == account)
    }
}

/// Who played in an event or officiated at it does not decide on its file.
pub(in crate::stream) fn check_without_part(
    state: &TournamentState,
    by: &AccountId,
) -> Result<(), Refusal> {
    ensure(!state.has_a_part(by), ApprovalRefusal::OwnEvent)
}
