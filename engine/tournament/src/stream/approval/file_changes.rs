//! What gives the rating file of a confirmed event another version.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::stream::Event;

/// Why a rating file was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileCause {
    /// The event was confirmed.
    Confirmed,
    /// Results or the ranking were amended.
    RankingAmended,
    /// What the list says of an entrant was put right: a name, a nation, a federation number.
    EntrantCorrected,
    /// The event was approved for ratings.
    EventApproved,
    /// The approval was withdrawn.
    ApprovalWithdrawn,
    /// The approval lapsed.
    ApprovalLapsed,
    /// A director signed for results that no game gave.
    OverTheBoardDeclared,
    /// An officer released the file.
    FileReleased,
}

impl FileCause {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::RankingAmended => "ranking_amended",
            Self::EntrantCorrected => "entrant_corrected",
            Self::EventApproved => "event_approved",
            Self::ApprovalWithdrawn => "approval_withdrawn",
            Self::ApprovalLapsed => "approval_lapsed",
            Self::OverTheBoardDeclared => "over_the_board_declared",
            Self::FileReleased => "file_released",
        }
    }

    /// Whether it changes what the file says of the event, other than that it counts.
    pub(super) const fn is_correction(self) -> bool {
        matches!(
            self,
            Self::RankingAmended | Self::EntrantCorrected | Self::OverTheBoardDeclared
        )
    }
}

/// A change of what a rating file says, with the id of its recorded reason and who made it, where the event tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileChange<'a> {
    /// What kind of change.
    pub cause: FileCause,
    /// Id of the recorded reason.
    pub reason: Option<&'a str>,
    /// Who made it; else whoever the entry is by.
    pub by: Option<&'a AccountId>,
}

impl Event {
    /// What the event changes of a rating file, if anything. The details of an amendment stand beside it in its entry.
    #[must_use]
    pub fn file_change(&self) -> Option<FileChange<'_>> {
        let change = |cause, reason, by| Some(FileChange { cause, reason, by });
        match self {
            Self::TournamentConfirmed { .. } => change(FileCause::Confirmed, None, None),
            Self::RankingAmended { reason, by, .. } => {
                change(FileCause::RankingAmended, Some(reason), Some(by))
            }
            Self::EntrantCorrected(correction) => {
                change(FileCause::EntrantCorrected, Some(&correction.reason), None)
            }
            Self::EventApproved { reason, by, .. } => {
                change(FileCause::EventApproved, Some(reason), Some(by))
            }
            Self::ApprovalWithdrawn { reason, by } => {
                change(FileCause::ApprovalWithdrawn, Some(reason), Some(by))
            }
            Self::ApprovalLapsed { .. } => change(FileCause::ApprovalLapsed, None, None),
            Self::RatingFileReleased { reason, by, .. } => {
                change(FileCause::FileReleased, Some(reason), Some(by))
            }
            Self::OverTheBoardDeclared { reason, by, .. } => {
                change(FileCause::OverTheBoardDeclared, Some(reason), Some(by))
            }
            _ => None,
        }
    }
}
