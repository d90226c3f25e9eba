//! What an event brings with it beside what it says.

use crate::ids::{AccountId, EntrantId};
use crate::stream::Event;

/// What may follow from an event in the act that causes it.
#[derive(Default)]
pub(super) struct Consequences<'a> {
    /// A place on the list may be free, the list may be open again to late entrants, or whoever waits may stand on it now.
    pub frees_place: bool,
    /// The list that the finals go by may change: the record of the reason.
    pub changes_list: Option<&'a str>,
    /// Which consents end.
    pub ended: Option<EndedConsents<'a>>,
}

/// A consent ends with the round in which it was given, with the office of whose act it is, and with the office or the
/// seat by which it was given.
pub(super) enum EndedConsents<'a> {
    /// All of them.
    All,
    /// About boards of that round.
    OfRound(u32),
    /// By that official or for his acts.
    OfOfficial(&'a AccountId),
    /// By whoever holds that entrant's seat.
    OfSeat(&'a EntrantId),
    /// Those, and about the entrant.
    OfEntrant(&'a EntrantId),
}

impl Event {
    pub(super) fn consequences(&self) -> Consequences<'_> {
        let nothing = Consequences::default();
        let changing = |reason| Consequences {
            changes_list: Some(reason),
            ..Consequences::default()
        };
        let ending = |ended| Consequences {
            ended: Some(ended),
            ..Consequences::default()
        };
        match self {
            Self::EntrantRemoved { entrant } => Consequences {
                frees_place: true,
                ..ending(EndedConsents::OfEntrant(entrant))
            },
            Self::EntrantWithdrawn { .. }
            | Self::EntryDeclared { .. }
            | Self::NationEntered(_)
            | Self::NationDecided { .. }
            | Self::LateChangePermitted(_)
            | Self::RoundPublished { .. }
            | Self::RuleSetChanged { .. }
            | Self::RulesAmended(_) => Consequences {
                frees_place: true,
                ..nothing
            },
            Self::ResultCorrected { reason, .. } => changing(reason),
            Self::EntrantCorrected(correction) => Consequences {
                frees_place: true,
                ..changing(&correction.reason)
            },
            Self::PenaltyImposed(act) => changing(&act.reason),
            Self::AppealDecided(decision) => changing(&decision.decision),
            Self::RoundFinished { .. } | Self::RoundAnnulled { .. } => ending(EndedConsents::All),
            Self::RoundUnpublished { round, .. } => Consequences {
                frees_place: true,
                ..ending(EndedConsents::OfRound(*round))
            },
            Self::OfficialDismissed { account } => ending(EndedConsents::OfOfficial(account)),
            Self::OfficialAppointed { account, role, .. } if !role.directs() => {
                ending(EndedConsents::OfOfficial(account))
            }
            Self::SeatReleased { entrant, .. } => ending(EndedConsents::OfSeat(entrant)),
            Self::AnnouncementMade(_)
            | Self::TournamentDescribed { .. }
            | Self::OfficialAppointed { .. }
            | Self::TablesAssigned { .. }
            | Self::DutyTicked { .. }
            | Self::DutyUnticked { .. }
            | Self::IrregularityReported(_)
            | Self::ReportAnswered(_)
            | Self::AppealsCommitteeAppointed { .. }
            | Self::AppealsCommitteeDissolved { .. }
            | Self::ChairNamed { .. }
            | Self::ChairSelected { .. }
            | Self::TournamentCreated { .. }
            | Self::EntrantRegistered(_)
            | Self::FeeNoted { .. }
            | Self::FederationAgreementNoted { .. }
            | Self::TimetableSet { .. }
            | Self::TimetableMoved { .. }
            | Self::MissingEntrantsListed { .. }
            | Self::SeatCodeIssued { .. }
            | Self::ConsentGiven(_)
            | Self::ConsentsEnded { .. }
            | Self::ActedWithInterest { .. }
            | Self::SeatAssigned { .. }
            | Self::RegistrationClosed { .. }
            | Self::DrawRevealed { .. }
            | Self::SeatsDrawn { .. }
            | Self::GroupANamed { .. }
            | Self::ProvisionalListFixed { .. }
            | Self::FinalsRoundAnnounced { .. }
            | Self::ColourChosen { .. }
            | Self::PlayoffAgreed { .. }
            | Self::StartingScoresFixed { .. }
            | Self::NonceCommitted { .. }
            | Self::NonceGiven { .. }
            | Self::ResultRecorded { .. }
            | Self::ResultWithdrawn { .. }
            | Self::LotsDrawn { .. }
            | Self::EndedEarly(_)
            | Self::TournamentConfirmed { .. }
            | Self::EntrantInvited { .. }
            | Self::InvitationRevoked { .. }
            | Self::EntrantWaits(_)
            | Self::WaitingEntrantRemoved { .. }
            | Self::NationRemoved { .. }
            | Self::CheckInOpened { .. }
            | Self::EntrantCheckedIn { .. }
            | Self::CheckInClosed { .. }
            | Self::AbsenceAnnounced { .. }
            | Self::AbsenceEnded { .. }
            | Self::EntrantReinstated { .. }
            | Self::ComputersRefused { .. }
            | Self::ComputersAccepted { .. }
            | Self::ComputerParametersSet { .. }
            | Self::AccommodationGranted { .. }
            | Self::PenaltyProposed(_)
            | Self::PenaltyReviewed { .. }
            | Self::ProtestFiled(_)
            | Self::ProtestDecided(_)
            | Self::AppealFiled(_)
            | Self::CommitteeAppointed(_)
            | Self::TestimonyNoted { .. }
            | Self::ResultDisputed { .. }
            | Self::PairingHeld { .. }
            | Self::DisputeSettled { .. }
            | Self::TransferredAway { .. }
            | Self::TransferringIn { .. }
            | Self::TransferredIn { .. }
            | Self::RankingAmended { .. }
            | Self::ListedPlayerConfirmed { .. }
            | Self::EventApproved { .. }
            | Self::ApprovalWithdrawn { .. }
            | Self::ApprovalLapsed { .. }
            | Self::RatingFileReleased { .. }
            | Self::RatingFileReturned { .. }
            | Self::ComplaintFiled { .. }
            | Self::ComplaintAnswered { .. }
            | Self::OverTheBoardDeclared { .. }
            | Self::RatingFileDue { .. } => nothing,
        }
    }
}
