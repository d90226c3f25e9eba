//! The fold. It judges nothing and accepts every event, so that old streams replay for ever.

use crate::rule_set::Deviation;
use crate::stream::{EntryHeader, Event, RankingVersion, TournamentState, Transfer};

/// The state after one more event of the entry with that header.
#[must_use]
pub fn evolve(mut state: TournamentState, header: &EntryHeader, event: &Event) -> TournamentState {
    state.apply(header, event);
    state
}

impl TournamentState {
    fn apply(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::TournamentCreated {
                facts,
                rule_set,
                draw_anchor,
                deviations,
            } => {
                self.facts = Some(facts.clone());
                self.rule_set = Some(rule_set.clone());
                self.lots.last_link = Some(*draw_anchor);
                self.deviate(deviations);
            }
            Event::RuleSetChanged {
                rule_set,
                deviations,
            } => {
                self.rule_set = Some(rule_set.clone());
                self.deviate(deviations);
            }
            Event::AnnouncementMade(made) => self.announcements.take(made, header.at_ms),
            Event::TimetableSet { timetable, .. } => self.timetable = Some(timetable.clone()),
            Event::TimetableMoved {
                timetable,
                deviations,
                ..
            } => {
                self.deviate(deviations);
                self.timetable = Some(timetable.clone());
            }
            Event::OfficialAppointed {
                account,
                role,
                shares,
            } => {
                self.offices.founder.get_or_insert_with(|| account.clone());
                self.offices.held.insert(account.clone(), *role);
                // It stays when the office ends: there may be a code of his.
                self.offices
                    .shared_interests
                    .insert(account.clone(), shares.clone());
            }
            Event::OfficialDismissed { account } => {
                self.offices.held.remove(account);
                self.offices.ended.insert(account.clone(), header.seq);
            }
            Event::SeatCodeIssued { .. }
            | Event::ConsentGiven(_)
            | Event::ConsentsEnded { .. }
            | Event::ActedWithInterest { .. } => self.apply_to_interests(header, event),
            Event::EntrantRegistered(_)
            | Event::EntrantCorrected(_)
            | Event::EntrantRemoved { .. }
            | Event::SeatAssigned { .. }
            | Event::SeatReleased { .. }
            | Event::EntrantWithdrawn { .. } => self.apply_to_entrant(header, event),
            Event::RegistrationClosed { plan } => {
                self.deviate(&plan.deviations);
                self.plan = Some(plan.clone());
            }
            Event::DrawRevealed { .. }
            | Event::NonceCommitted { .. }
            | Event::NonceGiven { .. }
            | Event::SeatsDrawn { .. }
            | Event::LotsDrawn { .. }
            | Event::GroupANamed { .. }
            | Event::StartingScoresFixed { .. } => self.apply_to_draws(event),
            Event::ProvisionalListFixed { .. }
            | Event::FinalsRoundAnnounced { .. }
            | Event::ColourChosen { .. }
            | Event::PlayoffAgreed { .. } => self.apply_to_finals(header, event),
            Event::RoundPublished { .. }
            | Event::RoundUnpublished { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::ResultWithdrawn { .. }
            | Event::RoundFinished { .. } => self.apply_to_round(header, event),
            Event::TournamentConfirmed {
                ranking,
                deviations,
            } => {
                self.deviate(deviations);
                self.ranking = Some(ranking.clone());
                self.ranking_versions = vec![RankingVersion {
                    version: 1,
                    ranking: ranking.clone(),
                    reason: None,
                    by: None,
                    at_ms: header.at_ms,
                }];
            }
            Event::EntrantInvited { .. }
            | Event::InvitationRevoked { .. }
            | Event::EntrantWaits(_)
            | Event::WaitingEntrantRemoved { .. }
            | Event::NationEntered(_)
            | Event::NationRemoved { .. }
            | Event::LateChangePermitted(_) => self.apply_to_entry(event),
            Event::MissingEntrantsListed { .. }
            | Event::CheckInOpened { .. }
            | Event::EntrantCheckedIn { .. }
            | Event::CheckInClosed { .. }
            | Event::AbsenceAnnounced { .. }
            | Event::AbsenceEnded { .. }
            | Event::EntrantReinstated { .. }
            | Event::ComputersRefused { .. }
            | Event::ComputersAccepted { .. }
            | Event::ComputerParametersSet { .. } => self.apply_to_presence(event),
            Event::AccommodationGranted {
                entrant,
                accommodation,
                deviations,
            } => {
                self.deviate(deviations);
                if let Some(known) = self.entrant_mut(entrant) {
                    known.accommodation = accommodation.clone();
                }
            }
            Event::PenaltyProposed(_)
            | Event::PenaltyReviewed { .. }
            | Event::PenaltyImposed(_)
            | Event::ProtestFiled(_)
            | Event::ProtestDecided(_)
            | Event::RankingAmended { .. } => self.apply_to_rulings(header, event),
            Event::AppealFiled(_)
            | Event::CommitteeAppointed(_)
            | Event::TestimonyNoted { .. }
            | Event::AppealDecided(_) => self.apply_to_appeals(header, event),
            Event::TransferredAway {
                transfer_id, to, ..
            } => {
                self.away = Some(Transfer {
                    transfer_id: transfer_id.clone(),
                    to: to.clone(),
                    since_ms: header.at_ms,
                    coming: false,
                });
            }
            Event::TransferringIn { .. } => {
                if let Some(away) = &mut self.away {
                    away.coming = true;
                }
            }
            Event::TransferredIn { .. } => self.away = None,
            Event::ListedPlayerConfirmed { .. }
            | Event::EventApproved { .. }
            | Event::ApprovalWithdrawn { .. }
            | Event::ApprovalLapsed { .. }
            | Event::OverTheBoardDeclared { .. }
            | Event::RatingFileDue { .. } => self.apply_to_approval(header, event),
            Event::ResultDisputed { .. }
            | Event::PairingHeld { .. }
            | Event::DisputeSettled { .. } => self.apply_to_disputes(event),
        }
    }

    pub(super) fn deviate(&mut self, deviations: &[Deviation]) {
        for deviation in deviations {
            if !self.deviations.contains(deviation) {
                self.deviations.push(deviation.clone());
            }
        }
    }
}
