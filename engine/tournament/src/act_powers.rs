//! Which power an act takes: one table of all acts of officials, of an event and at its tables.

use crate::interest::Deed;
use crate::people::Power;

impl Deed {
    /// The power that it takes.
    #[must_use]
    pub const fn power(self) -> Power {
        match self {
            Self::AppointOfficial | Self::DismissOfficial => Power::Officials,
            Self::ChangeRuleSet | Self::AmendRules => Power::Rules,
            Self::RegisterEntrant
            | Self::InviteEntrant
            | Self::RevokeInvitation
            | Self::EnterNation
            | Self::DecideNation
            | Self::RemoveNation
            | Self::DeclareEntry
            | Self::NoteFee
            | Self::NoteFederationAgreement
            | Self::PermitLateChange
            | Self::NameGroupA
            | Self::CorrectEntrant
            | Self::RemoveEntrant
            | Self::WithdrawEntrant
            | Self::IssueSeatCode
            | Self::ClaimSeat
            | Self::ConfirmListedPlayer => Power::Entry,
            Self::OpenCheckIn
            | Self::CloseCheckIn
            | Self::CheckIn
            | Self::AnnounceAbsence
            | Self::EndAbsence
            | Self::RefuseComputers
            | Self::AcceptComputers
            | Self::SetComputerParameters => Power::CheckIn,
            Self::SetTimetable
            | Self::MoveTimetable
            | Self::PublishRound
            | Self::UnpublishRound
            | Self::AnnounceFinalsRound
            | Self::ChooseColour
            | Self::AgreeToPlayoff
            | Self::DrawLots
            | Self::FinishRound => Power::Pairing,
            Self::EnterResult
            | Self::EnterResultOfLiveGame
            | Self::CorrectPlayedResult
            | Self::DisputeResult
            | Self::HoldPairing
            | Self::SettleDispute
            | Self::AmendResults
            | Self::DeclareOverTheBoard => Power::Results,
            Self::ShortenQualification
            | Self::EndEarly
            | Self::AdjudicateAtEnd
            | Self::AbandonTournament
            | Self::AdjudicateAtAbandonment
            | Self::CancelTournament
            | Self::ConfirmTournament
            | Self::AmendRanking => Power::Confirmation,
            Self::RecordNoShow
            | Self::EnterForfeit
            | Self::WithdrawAbsentEntrant
            | Self::ImposePenalty
            | Self::ExpelEntrant
            | Self::DecideProtest
            | Self::Expel
            | Self::Readmit => Power::Penalties,
            Self::GrantAccommodation | Self::NamePlayersAssistant | Self::FileProtest => {
                Power::Rulings
            }
            Self::ReviewPenalty
            | Self::AppointAppealsCommittee
            | Self::DissolveAppealsCommittee
            | Self::AppointCommittee
            | Self::DecideAppeal => Power::Appeals,
            Self::SetClocks | Self::AdjustTime | Self::UndoDefault => Power::Clocks,
            Self::Pause | Self::Resume => Power::Pauses,
            Self::TakeBack
            | Self::AnnounceAdjournment
            | Self::CancelAdjournment
            | Self::ResumeAdjourned
            | Self::DecideSealed
            | Self::Reopen
            | Self::Annul
            | Self::ReplayFrom => Power::Games,
            Self::EnterTranscript | Self::EnterTranscriptOfLiveGame => Power::Transcripts,
            Self::AnswerCall | Self::AnswerReport => Power::Calls,
            Self::OpenSpectatorsChat | Self::CloseSpectatorsChat | Self::ModerateChat => {
                Power::Chat
            }
            Self::Announce | Self::DescribeTournament => Power::Announcements,
            Self::AssignTables | Self::AssignTableJudge => Power::Tables,
            Self::TickDuty | Self::UntickDuty => Power::Duties,
        }
    }
}
