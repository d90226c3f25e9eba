//! The fold of rulings, protests, appeals and disputes.

use crate::stream::event::{
    AppealDecision, AppealEffect, Appealed, EntryHeader, Event, Offender, PenaltyRuling,
};
use crate::stream::round::Dispute;
use crate::stream::ruling::{Appeal, Protest, RankingVersion, Ruling, RulingStatus};
use crate::stream::state::TournamentState;

impl TournamentState {
    pub(super) fn apply_to_rulings(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::PenaltyProposed(act) => {
                let ruling = self.new_ruling(header, act, RulingStatus::Proposed);
                self.rulings.push(ruling);
            }
            Event::PenaltyReviewed {
                ruling,
                confirmed,
                by,
            } => {
                if let Some(known) = self.ruling_mut(ruling) {
                    known.reviewed_by = Some(by.clone());
                    if !confirmed {
                        known.status = RulingStatus::Refused;
                    }
                }
            }
            Event::PenaltyImposed(act) => self.impose(header, act),
            Event::ProtestFiled(filing) => self.protests.push(Protest {
                filing: filing.clone(),
                at_ms: header.at_ms,
                decision: None,
                decided_at_ms: None,
            }),
            Event::ProtestDecided(decision) => {
                let known = self
                    .protests
                    .iter_mut()
                    .find(|protest| protest.filing.protest == decision.protest);
                if let Some(known) = known {
                    known.decision = Some(decision.clone());
                    known.decided_at_ms = Some(header.at_ms);
                }
            }
            Event::RankingAmended {
                version,
                ranking,
                reason,
                by,
            } => {
                self.ranking = Some(ranking.clone());
                self.ranking_versions.push(RankingVersion {
                    version: *version,
                    ranking: ranking.clone(),
                    reason: Some(reason.clone()),
                    by: Some(by.clone()),
                    at_ms: header.at_ms,
                });
            }
            _ => {}
        }
    }

    pub(super) fn apply_to_appeals(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::AppealFiled(filing) => self.appeals.push(Appeal {
                filing: filing.clone(),
                at_ms: header.at_ms,
                committee: None,
                testimony: Vec::new(),
                decision: None,
            }),
            Event::CommitteeAppointed(committee) => {
                if let Some(known) = self.appeal_mut(&committee.appeal) {
                    known.committee = Some(committee.clone());
                }
            }
            Event::TestimonyNoted {
                appeal, testimony, ..
            } => {
                if let Some(known) = self.appeal_mut(appeal) {
                    known.testimony.push(testimony.clone());
                }
            }
            Event::AppealDecided(decision) => self.decide_appeal(decision),
            _ => {}
        }
    }

    pub(super) fn apply_to_disputes(&mut self, event: &Event) {
        match event {
            Event::ResultDisputed {
                round,
                table,
                entrant,
                reason,
            } => {
                if let Some(board) = self.board_mut(*round, *table) {
                    board.dispute = Some(Dispute {
                        entrant: entrant.clone(),
                        reason: reason.clone(),
                        holds_pairing: false,
                    });
                }
            }
            Event::PairingHeld { round, table, held } => {
                let board = self.board_mut(*round, *table);
                if let Some(dispute) = board.and_then(|board| board.dispute.as_mut()) {
                    dispute.holds_pairing = *held;
                }
            }
            Event::DisputeSettled { round, table, .. } => {
                if let Some(board) = self.board_mut(*round, *table) {
                    board.dispute = None;
                }
            }
            _ => {}
        }
    }

    fn impose(&mut self, header: &EntryHeader, act: &PenaltyRuling) {
        self.deviate(&act.deviations);
        let mut ruling = self.new_ruling(header, act, RulingStatus::InForce);
        match self.ruling_mut(&act.ruling) {
            Some(known) => {
                ruling.reviewed_by.clone_from(&known.reviewed_by);
                *known = ruling;
            }
            None => self.rulings.push(ruling),
        }
    }

    fn new_ruling(
        &self,
        header: &EntryHeader,
        act: &PenaltyRuling,
        status: RulingStatus,
    ) -> Ruling {
        let board = act
            .penalty
            .board()
            .and_then(|(round, table)| self.round(round)?.board(table));
        let withdrawn = match &act.whom {
            Offender::Entrant { entrant } => {
                let out = self
                    .entrant(entrant)
                    .is_some_and(|known| known.withdrawn_from.is_some());
                out && !self
                    .put_out_by(entrant)
                    .any(|ruling| !ruling.withdrawn_before)
            }
            Offender::Spectator { .. } => false,
        };
        Ruling {
            act: act.clone(),
            status,
            at_ms: header.at_ms,
            seq: header.seq,
            reviewed_by: None,
            results_before: board.map_or(0, |board| board.results.len()),
            withdrawn_before: withdrawn,
        }
    }

    fn decide_appeal(&mut self, decision: &AppealDecision) {
        let Some(known) = self.appeal_mut(&decision.appeal) else {
            return;
        };
        known.decision = Some(decision.clone());
        let against = known.filing.against.clone();
        if decision.upheld
            && decision.effect != AppealEffect::Nothing
            && let Appealed::Ruling { ruling } = against
            && let Some(fallen) = self.ruling_mut(&ruling)
        {
            fallen.status = RulingStatus::Annulled;
        }
    }

    fn ruling_mut(&mut self, id: &str) -> Option<&mut Ruling> {
        self.rulings.iter_mut().find(|known| known.act.ruling == id)
    }

    fn appeal_mut(&mut self, id: &str) -> Option<&mut Appeal> {
        self.appeals
            .iter_mut()
            .find(|known| known.filing.appeal == id)
    }
}
