//! The fold. It judges nothing and accepts every event, so that old streams replay for ever.

use std::collections::BTreeMap;

use crate::board_ref::BoardRef;
use crate::lists::DutyDone;
use crate::stream::{
    AppealsCommittee, Approval, Board, BoardResult, Dispute, DisputeOutcome, EntryHeader, Event,
    Invitation, IssuedCode, ListClaim, Listing, NotedInterest, PermittedLateChange, PlannedPlay,
    PublishedPairing, RankingVersion, ResultRecord, Round, RuleVersion, TournamentState, Transfer,
};

/// The state after one more event of the entry with that header.
#[must_use]
pub fn evolve(mut state: TournamentState, header: &EntryHeader, event: &Event) -> TournamentState {
    state.apply(*header, event);
    state
}

/// The state after those events, for decisions that go on from there.
pub(super) fn fold(state: TournamentState, events: &[Event]) -> TournamentState {
    let header = EntryHeader { seq: 0, at_ms: 0 };
    events
        .iter()
        .fold(state, |state, event| evolve(state, &header, event))
}

impl TournamentState {
    #[allow(clippy::too_many_lines, reason = "one table, a row an event")]
    fn apply(&mut self, EntryHeader { seq, at_ms }: EntryHeader, event: &Event) {
        let held_back = self.holds_corrections_back();
        self.office.take(event, at_ms, held_back);
        match event {
            Event::TournamentCreated {
                facts,
                rule_set,
                origin,
                draw_anchor,
                deviations,
            } => {
                self.facts = Some(facts.clone());
                self.take_rules(rule_set, origin.as_ref());
                self.rule_versions = vec![RuleVersion::first(rule_set, at_ms)];
                self.lots.last_link = Some(*draw_anchor);
                self.deviate(deviations);
            }
            Event::RuleSetChanged {
                rule_set,
                origin,
                deviations,
            } => {
                self.take_rules(rule_set, origin.as_ref());
                self.rules_changed = self.rules_changed.saturating_add(1);
                self.rule_versions = vec![RuleVersion::first(rule_set, at_ms)];
                self.deviate(deviations);
            }
            Event::RulesAmended(amended) => {
                self.deviate(&amended.deviations);
                if let Some(plan) = &amended.plan {
                    self.deviate(&plan.deviations);
                    self.plan = Some(plan.clone());
                    self.early_ends.rounds = None;
                }
                self.take_rules(&amended.rule_set, None);
                self.rules_changed = self.rules_changed.saturating_add(1);
                self.rule_versions.push(amended.version(at_ms));
            }
            Event::AnnouncementMade(made) => {
                let timetable = self.timetable.as_ref();
                let offset = timetable.map_or(0, |timetable| timetable.utc_offset_minutes);
                self.announcements.take(made, (at_ms, offset));
            }
            Event::TournamentDescribed { description, by } => {
                self.descriptions.take(description, by, at_ms);
            }
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
                powers,
            } => self
                .offices
                .appoint(account, (*role, powers.as_ref()), shares),
            Event::TablesAssigned {
                official,
                round,
                tables,
            } => self.offices.assign(official, *round, tables),
            Event::OfficialDismissed { account } => self.offices.dismiss(account, seq),
            Event::DutyTicked {
                duty,
                note,
                by,
                late,
            } => {
                let done = DutyDone {
                    by: by.clone(),
                    at_ms,
                    note: note.clone(),
                    late: *late,
                };
                self.offices.duties_done.insert(duty.clone(), done);
            }
            Event::DutyUnticked { duty, .. } => {
                self.offices.duties_done.remove(duty);
            }

            Event::EntrantRegistered(registration) => self.register(registration),
            Event::EntrantCorrected(correction) => {
                self.deviate(&correction.deviations);
                self.change(&correction.entrant, |known| known.correct(correction));
            }
            Event::EntryDeclared { entrant, declared } => {
                let mut waiting = self.entry.waiting.iter_mut();
                match waiting.find(|waits| waits.entrant == *entrant) {
                    Some(waits) => waits.declared = declared.clone(),
                    None => self.change(entrant, |known| known.entry.declared = declared.clone()),
                }
            }
            Event::FeeNoted { entrant, note } => self.change(entrant, |known| {
                known.entry.fee = Some((note.clone(), at_ms));
            }),
            Event::FederationAgreementNoted { entrant, agreement } => {
                self.change(entrant, |known| {
                    known.entry.agreement = Some((agreement.clone(), at_ms));
                });
            }
            Event::EntrantRemoved { entrant } => self.remove(entrant),
            Event::SeatCodeIssued {
                entrant,
                by,
                consents,
            } => self.change(entrant, |known| {
                known.code = Some(IssuedCode {
                    by: by.clone(),
                    consented: !consents.is_empty(),
                });
            }),
            Event::ConsentGiven(consent) => self.interests.consents.push(consent.clone()),
            Event::ConsentsEnded { consents } => {
                self.interests.take(consents);
            }
            Event::ActedWithInterest {
                act,
                interest,
                by,
                board,
                entrant,
                consents,
            } => {
                let used = self.interests.take(consents);
                self.interests.noted.push(NotedInterest {
                    seq,
                    at_ms,
                    act: act.clone(),
                    interest: *interest,
                    by: by.clone(),
                    board: *board,
                    entrant: entrant.clone(),
                    consents: used,
                });
            }
            Event::SeatAssigned {
                entrant,
                account,
                operator,
            } => self.seat(entrant, (account, operator.as_ref()), seq),
            Event::SeatReleased { entrant, left } => {
                if let Some(left) = left {
                    self.entry.leave(entrant, left);
                }
                self.release(entrant);
            }
            Event::EntrantWithdrawn {
                entrant,
                from_round,
            } => self.change(entrant, |known| {
                known.withdrawn_from = Some(*from_round);
                known.withdrawn_seq = seq;
            }),
            Event::EntrantReinstated { entrant } => {
                self.change(entrant, |known| known.withdrawn_from = None);
            }
            Event::EntrantInvited { entrant, account } => {
                let invitation = Invitation {
                    account: account.clone(),
                    at_ms,
                };
                self.entry.invited.insert(entrant.clone(), invitation);
            }
            Event::InvitationRevoked { entrant } => {
                self.entry.invited.remove(entrant);
            }
            Event::EntrantWaits(registration) => self.entry.waiting.push(registration.clone()),
            Event::WaitingEntrantRemoved { entrant } => self.entry.waits_no_longer(entrant),
            Event::NationEntered(nation) => self.teams.nations.push(nation.clone()),
            Event::NationDecided { country, decision } => self.teams.decide(country, decision),
            Event::NationRemoved { country } => {
                let nations = &mut self.teams.nations;
                nations.retain(|nation| nation.country != *country);
            }
            Event::LateChangePermitted(permission) => {
                self.teams.late_changes.push(PermittedLateChange {
                    permission: permission.clone(),
                    at_ms,
                });
            }

            Event::MissingEntrantsListed { round, missing } => {
                self.presence.missing.insert(*round, missing.clone());
            }
            Event::CheckInOpened { round } => self.presence.check_in(*round).open = true,
            Event::EntrantCheckedIn { round, entrant } => {
                let list = self.presence.check_in(*round);
                list.checked_in.insert(entrant.clone());
            }
            Event::CheckInClosed { round } => self.presence.check_in(*round).open = false,
            Event::AbsenceAnnounced { entrant, rounds } => self.change(entrant, |known| {
                let absences = rounds.iter().map(|one| (one.round, one.half_points));
                known.absences.extend(absences);
            }),
            Event::AbsenceEnded {
                entrant,
                from_round,
            } => self.change(entrant, |known| {
                known.absences.retain(|round, _| round < from_round);
            }),
            Event::ComputersRefused {
                entrant,
                rather_than_bye,
            } => self.change(entrant, |known| {
                known.refuses_computers = Some(*rather_than_bye);
            }),
            Event::ComputersAccepted { entrant } => {
                self.change(entrant, |known| known.refuses_computers = None);
            }
            Event::ComputerParametersSet {
                entrant,
                parameters,
            } => self.change(entrant, |known| known.parameters = Some(parameters.clone())),
            Event::AccommodationGranted {
                entrant,
                accommodation,
                deviations,
            } => {
                self.deviate(deviations);
                self.change(entrant, |known| known.accommodation = accommodation.clone());
            }

            Event::RegistrationClosed { plan } => {
                self.deviate(&plan.deviations);
                self.plan = Some(plan.clone());
            }
            Event::SeatsDrawn { stage, chairs } => {
                self.seeding.chairs.insert(*stage, chairs.clone());
            }
            Event::GroupANamed { entrants } => {
                self.seeding.group_a = entrants.iter().cloned().collect();
                self.seeding.group_a_named = true;
            }
            Event::StartingScoresFixed { scores } => {
                let scores = scores.iter();
                let by_entrant = scores.map(|score| (score.entrant.clone(), score.half_points));
                self.seeding.starting_scores = by_entrant.collect();
            }
            Event::DrawRevealed {
                index,
                seed,
                purpose,
                nonces,
            } => self.lots.reveal(*index, seed, purpose, nonces),
            Event::NonceCommitted {
                entrant,
                commitment,
            } => self.lots.commit(entrant, commitment),
            Event::NonceGiven { entrant, nonce } => self.lots.give(entrant, nonce),
            Event::LotsDrawn { order } => self.lots.order = Some(order.clone()),

            Event::RoundPublished {
                round,
                stage,
                starts_at_ms,
                pairings,
                byes,
                cost,
                draw,
                deviations,
                edit,
                engine: _,
            } => {
                self.deviate(deviations);
                self.presence.missing.remove(round);
                if let Some(timetable) = &mut self.timetable {
                    timetable.publish(PlannedPlay::Round { round: *round }, *starts_at_ms);
                    for play in pairings.iter().filter_map(PublishedPairing::finals_play) {
                        timetable.publish(play, *starts_at_ms);
                    }
                }
                let players = pairings.iter().flat_map(|one| [&one.black, &one.white]);
                self.interests
                    .note_paired((seq, *round), players.chain(byes));
                self.note_held_back(*round);
                self.finals.published_announcement = self.finals.announced.take();
                self.rounds.push(Round {
                    number: *round,
                    stage: *stage,
                    starts_at_ms: *starts_at_ms,
                    boards: pairings.iter().map(Board::open).collect(),
                    byes: byes.clone(),
                    cost: cost.clone(),
                    draw: *draw,
                    seq,
                    published_at_ms: at_ms,
                    finished: false,
                    edit: edit.clone(),
                });
            }
            Event::RoundUnpublished {
                round,
                announcement_stands,
                ..
            } => {
                self.rounds.retain(|known| known.number != *round);
                self.forget_held_back(*round);
                self.take_back_rules(*round);
                self.finals.unpublish(*announcement_stands);
            }
            Event::ResultRecorded {
                round,
                table,
                result,
            } => {
                let result = recorded(result, (seq, at_ms));
                self.change_board(BoardRef::new(*round, *table), |board| {
                    board.add_result(result)
                });
            }
            Event::ResultCorrected {
                round,
                table,
                result,
                reason,
                after_pairing_of,
            } => {
                let result = BoardResult {
                    reason: Some(reason.clone()),
                    after_pairing_of: *after_pairing_of,
                    ..recorded(result, (seq, at_ms))
                };
                self.change_board(BoardRef::new(*round, *table), |board| {
                    board.add_result(result)
                });
            }
            Event::ResultWithdrawn { round, table, .. } => {
                self.change_board(BoardRef::new(*round, *table), |board| {
                    board.decide_dispute(DisputeOutcome::GameGoesOn, None, (seq, at_ms));
                    board.results.pop();
                });
            }
            Event::ResultDisputed {
                round,
                table,
                entrant,
                reason,
            } => self.change_board(BoardRef::new(*round, *table), |board| {
                board.dispute = Some(Dispute {
                    entrant: entrant.clone(),
                    reason: reason.clone(),
                    at_ms,
                    holds_pairing: false,
                });
            }),
            Event::PairingHeld { round, table, held } => {
                self.change_board(BoardRef::new(*round, *table), |board| {
                    if let Some(dispute) = &mut board.dispute {
                        dispute.holds_pairing = *held;
                    }
                });
            }
            Event::DisputeSettled {
                round,
                table,
                reason,
            } => self.change_board(BoardRef::new(*round, *table), |board| {
                board.decide_dispute(DisputeOutcome::Stands, Some(reason), (seq, at_ms));
            }),
            Event::OverTheBoardDeclared { boards, .. } => {
                for &board in boards {
                    self.change_board(board, |board| board.over_the_board = true);
                }
            }
            Event::RoundFinished { round } => {
                let mut rounds = self.rounds.iter_mut();
                if let Some(known) = rounds.find(|known| known.number == *round) {
                    known.finished = true;
                }
            }

            Event::ProvisionalListFixed { list } => {
                self.finals.provisional = Some(list.clone());
                self.finals.provisional_seq = seq;
            }
            Event::FinalsRoundAnnounced {
                round,
                starts_at_ms,
                session,
                deviations,
            } => {
                self.deviate(deviations);
                let games = session.games.iter();
                let players = games.flat_map(|due| [&due.better, &due.worse]);
                self.interests.note_paired((seq, *round), players);
                self.finals
                    .announce((*round, *starts_at_ms), at_ms, session);
            }
            Event::ColourChosen {
                match_id,
                game,
                choice,
            } => self.finals.choose((match_id, *game), choice),
            Event::PlayoffAgreed { entrant, opponent } => {
                let agreement = (entrant.clone(), opponent.clone());
                self.finals.playoff_agreements.insert(agreement);
            }
            Event::RoundAnnulled { round, reason } => self.annul(*round, reason, at_ms),
            Event::EndedEarly(act) => self.end_early(act, at_ms),
            Event::TournamentConfirmed {
                ranking,
                deviations,
                engine: _,
            } => {
                self.deviate(deviations);
                self.ranking = Some(ranking.clone());
                self.ranking_versions = vec![RankingVersion {
                    version: 1,
                    ranking: ranking.clone(),
                    reason: None,
                    by: None,
                    at_ms,
                }];
            }
            Event::RankingAmended {
                version,
                ranking,
                reason,
                by,
                engine: _,
            } => {
                self.ranking = Some(ranking.clone());
                self.ranking_versions.push(RankingVersion {
                    version: *version,
                    ranking: ranking.clone(),
                    reason: Some(reason.clone()),
                    by: Some(by.clone()),
                    at_ms,
                });
            }

            Event::PenaltyProposed(act) => self.propose(act, (seq, at_ms)),
            Event::PenaltyReviewed {
                ruling,
                confirmed,
                by,
            } => self.rulings.review(ruling, *confirmed, by),
            Event::PenaltyImposed(act) => self.impose(act, (seq, at_ms)),
            Event::ProtestFiled(filing) => self.rulings.file(filing, at_ms),
            Event::ProtestDecided(decision) => self.rulings.decide(decision, at_ms),
            Event::IrregularityReported(filing) => self.rulings.report(filing, at_ms),
            Event::ReportAnswered(answer) => self.rulings.answer(answer, at_ms),
            Event::AppealsCommitteeAppointed { members, chair, by } => {
                self.appeals.standing = Some(AppealsCommittee {
                    members: members.clone(),
                    chair: chair.clone(),
                    named: BTreeMap::new(),
                    by: by.clone(),
                    at_ms,
                });
            }
            Event::AppealsCommitteeDissolved { .. } => self.appeals.standing = None,
            Event::ChairNamed { chair, by } => self.appeals.name_chair(chair, by),
            Event::ChairSelected { chair } => self.appeals.select_chair(chair),
            Event::AppealFiled(filing) => self.appeals.file(filing, at_ms),
            Event::CommitteeAppointed(committee) => self.appeals.appoint(committee),
            Event::TestimonyNoted {
                appeal, testimony, ..
            } => self.appeals.note_testimony(appeal, testimony),
            Event::AppealDecided(decision) => {
                if let Some(ruling) = self.appeals.decide(decision, at_ms) {
                    self.rulings.annul(&ruling);
                }
            }

            Event::TransferredAway {
                transfer_id, to, ..
            } => {
                self.away = Some(Transfer {
                    transfer_id: transfer_id.clone(),
                    to: to.clone(),
                    since_ms: at_ms,
                    coming: false,
                });
            }
            Event::TransferringIn { .. } => {
                if let Some(away) = &mut self.away {
                    away.coming = true;
                }
            }
            Event::TransferredIn { .. } => self.away = None,

            Event::ListedPlayerConfirmed {
                entrant,
                listing,
                by,
            } => self.change(entrant, |known| {
                let confirmed = ListClaim::Confirmed { by: by.clone() };
                (known.list_claim, known.rating) = match listing {
                    Listing::AsClaimed => (confirmed, known.rating),
                    Listing::Another { rating } => (confirmed, *rating),
                    Listing::Nobody => (ListClaim::None, None),
                };
            }),
            Event::EventApproved {
                reason,
                by,
                federation,
            } => {
                self.approval = Some(Approval {
                    by: by.clone(),
                    reason: reason.clone(),
                    at_ms,
                    federation: federation.clone(),
                    seen: self.entrants.iter().map(|known| known.id.clone()).collect(),
                    lapsed: None,
                });
            }
            Event::ApprovalWithdrawn { .. } => self.approval = None,
            Event::ApprovalLapsed { cause } => {
                if let Some(approval) = &mut self.approval {
                    approval.lapsed = Some((cause.clone(), at_ms));
                }
            }
            Event::RatingFileDue { .. }
            | Event::RatingFileReleased { .. }
            | Event::RatingFileReturned { .. }
            | Event::ComplaintFiled { .. }
            | Event::ComplaintAnswered { .. } => {}
        }
    }
}

fn recorded(result: &ResultRecord, (seq, at_ms): (u64, i64)) -> BoardResult {
    BoardResult {
        result: result.clone(),
        reason: None,
        after_pairing_of: None,
        seq,
        at_ms,
    }
}
