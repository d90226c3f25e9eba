use serde::{Deserialize, Serialize};

use crate::table::event::Event;
use crate::table::official::Expelled;

/// Who may see an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, spectators after their delay.
    All,
    /// The two players and whoever sees more.
    Players,
    /// The tournament's officials and whoever sees more.
    Officials,
    /// The server alone.
    Server,
}

impl Audience {
    /// Whether a viewer of the rank `viewer` may see what is meant for this audience.
    #[must_use]
    pub fn admits(self, viewer: Self) -> bool {
        viewer >= self
    }
}

impl Event {
    /// The one table of who may see what.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Created(_)
            | Self::Started { .. }
            | Self::Moved { .. }
            | Self::Passed { .. }
            | Self::FlagFell { .. }
            | Self::Resigned { .. }
            | Self::TimeCredited { .. }
            | Self::Finished(_)
            | Self::Ruled { .. }
            | Self::Paused { .. }
            | Self::Resumed { .. }
            | Self::ClocksSet { .. }
            | Self::TimeAdjusted { .. }
            | Self::TakenBack(_)
            | Self::DefaultUndone { .. }
            | Self::AdjournmentAnnounced { .. }
            | Self::AdjournmentCancelled
            | Self::SealingBegan
            | Self::MoveSealed { .. }
            | Self::SealRevealed { .. }
            | Self::TranscriptEntered { .. }
            | Self::Reopened(_)
            | Self::Annulled
            | Self::ReplaySet { .. }
            | Self::ResultConfirmed { .. }
            | Self::TransferredAway { .. }
            | Self::TransferredIn { .. }
            | Self::SpectatorsChatSet { .. }
            | Self::Countersigned { .. } => Audience::All,
            // Between the players and the officials.
            Self::DirectorCalled { .. }
            | Self::CallAnswered
            | Self::Expelled {
                whom: Expelled::Seat(_),
                ..
            }
            | Self::Readmitted {
                whom: Expelled::Seat(_),
            }
            | Self::TableJudgeAssigned { .. }
            | Self::Arrived { .. }
            | Self::TranscriptConfirmed { .. }
            | Self::ResultDisputed { .. }
            | Self::DisputeSettled { .. } => Audience::Players,
            // Which account sits where, and how a seat is connected, is nobody's business but the officials'.
            Self::SeatTaken { .. }
            | Self::Stamped { .. }
            | Self::Expelled { .. }
            | Self::Readmitted { .. } => Audience::Officials,
            // What is sealed is known to nobody until it is opened.
            Self::SquareSealed { .. } => Audience::Server,
        }
    }

    /// The tag under which the event is written, such as `"moved"`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created(_) => "created",
            Self::SeatTaken { .. } => "seat_taken",
            Self::Started { .. } => "started",
            Self::Moved { .. } => "moved",
            Self::Passed { .. } => "passed",
            Self::FlagFell { .. } => "flag_fell",
            Self::Resigned { .. } => "resigned",
            Self::TimeCredited { .. } => "time_credited",
            Self::Stamped { .. } => "stamped",
            Self::Finished(_) => "finished",
            Self::Ruled { .. } => "ruled",
            Self::Paused { .. } => "paused",
            Self::Resumed { .. } => "resumed",
            Self::DirectorCalled { .. } => "director_called",
            Self::CallAnswered => "call_answered",
            Self::ClocksSet { .. } => "clocks_set",
            Self::TimeAdjusted { .. } => "time_adjusted",
            Self::TakenBack(_) => "taken_back",
            Self::DefaultUndone { .. } => "default_undone",
            Self::AdjournmentAnnounced { .. } => "adjournment_announced",
            Self::AdjournmentCancelled => "adjournment_cancelled",
            Self::SealingBegan => "sealing_began",
            Self::MoveSealed { .. } => "move_sealed",
            Self::SquareSealed { .. } => "square_sealed",
            Self::SealRevealed { .. } => "seal_revealed",
            Self::Expelled { .. } => "expelled",
            Self::Readmitted { .. } => "readmitted",
            Self::TableJudgeAssigned { .. } => "table_judge_assigned",
            Self::TranscriptEntered { .. } => "transcript_entered",
            Self::Reopened(_) => "reopened",
            Self::Annulled => "annulled",
            Self::ReplaySet { .. } => "replay_set",
            Self::Arrived { .. } => "arrived",
            Self::TranscriptConfirmed { .. } => "transcript_confirmed",
            Self::ResultConfirmed { .. } => "result_confirmed",
            Self::ResultDisputed { .. } => "result_disputed",
            Self::DisputeSettled { .. } => "dispute_settled",
            Self::Countersigned { .. } => "countersigned",
            Self::TransferredAway { .. } => "moved_away",
            Self::TransferredIn { .. } => "moved_in",
            Self::SpectatorsChatSet { .. } => "spectators_chat_set",
        }
    }

    /// Whether it tells what lies on the board.
    #[must_use]
    pub const fn tells_board(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::SealRevealed { .. }
                | Self::TakenBack(_)
                | Self::TranscriptEntered { .. }
                | Self::Reopened(_)
                | Self::ReplaySet { .. }
        )
    }

    /// Whether it changes what somebody is to the game.
    #[must_use]
    pub const fn changes_viewers(&self) -> bool {
        matches!(
            self,
            Self::SeatTaken { .. } | Self::TableJudgeAssigned { .. }
        )
    }
}
