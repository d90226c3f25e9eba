//! What a command is as an official's act, and whom it touches.

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::interest::Deed;
use crate::people::Limits;
use crate::result_kind::ResultKind;
use crate::stake::{Officer, Touched};
use crate::stream::results::absence::absent_too_often;
use crate::stream::{
    Absence, AdjudicatedBoard, AppealEffect, Appealed, Command, Offender, PenaltyRuling,
    ProtestFiling, ResultRecord, TournamentState, UnfinishedRound,
};

/// What the command is as an official's act, and what it touches; nothing named is the event as a whole. `None`: it is
/// nobody's act as an official. `now_ms` is cluster time, ms since 1970.
#[must_use]
#[allow(clippy::too_many_lines, reason = "one table, a row a command")]
pub fn deed_of(
    state: &TournamentState,
    command: &Command,
    now_ms: i64,
) -> Option<(Deed, Vec<Touched>)> {
    let at = |round: &u32, table: &u32| state.touched_at(Some(BoardRef::new(*round, *table)), None);
    let whom = |entrant: &EntrantId| state.touched_at(None, Some(entrant));
    let whole = Vec::new();
    Some(match command {
        Command::RecordResult {
            round,
            table,
            result,
        } => {
            let board = BoardRef::new(*round, *table);
            let deed = if let Some(deed) = state.deed_of_kind(board, result) {
                deed
            } else if state.is_live(board, now_ms) {
                Deed::EnterResultOfLiveGame
            } else {
                Deed::EnterResult
            };
            (deed, at(round, table))
        }
        Command::CorrectResult {
            round,
            table,
            result,
            ..
        } => {
            let played = state
                .board(BoardRef::new(*round, *table))
                .and_then(|board| board.result())
                .is_some_and(|result| result.game.is_some());
            let deed = match result.kind {
                _ if played => Deed::CorrectPlayedResult,
                ResultKind::Forfeit | ResultKind::DoubleForfeit => Deed::EnterForfeit,
                ResultKind::NoShow => Deed::RecordNoShow,
                ResultKind::Played
                | ResultKind::TimeDefault
                | ResultKind::Resigned
                | ResultKind::Ruling
                | ResultKind::Adjudicated
                | ResultKind::Walkover => Deed::EnterResult,
            };
            (deed, at(round, table))
        }
        Command::RecordNoShow {
            round,
            table,
            absent,
        } => {
            let deed = if state.withdraws(BoardRef::new(*round, *table), *absent) {
                Deed::WithdrawAbsentEntrant
            } else {
                Deed::RecordNoShow
            };
            (deed, at(round, table))
        }
        Command::DisputeResult { round, table, .. } => (Deed::DisputeResult, at(round, table)),
        Command::HoldPairing { round, table, .. } => (Deed::HoldPairing, at(round, table)),
        Command::SettleDispute { round, table, .. } => (Deed::SettleDispute, at(round, table)),
        Command::AmendConfirmed { results, .. } => {
            let boards = results.iter();
            let touched = boards.flat_map(|one| at(&one.round, &one.table)).collect();
            let deed = if results.is_empty() {
                Deed::AmendRanking
            } else {
                Deed::AmendResults
            };
            (deed, touched)
        }
        Command::ImposePenalty(act) => {
            let is_entrant = matches!(act.whom, Offender::Entrant { .. });
            let deed = if is_entrant && act.penalty.puts_out() {
                Deed::ExpelEntrant
            } else {
                Deed::ImposePenalty
            };
            (deed, touched_by_penalty(state, act))
        }
        Command::ReviewPenalty { ruling, .. } => {
            (Deed::ReviewPenalty, state.touched_by_ruling(ruling))
        }
        Command::FileProtest(filing) => (Deed::FileProtest, touched_by_protest(state, filing)),
        Command::DecideProtest(decision) => {
            let protest = state.protest(&decision.protest);
            let touched = protest.map(|known| touched_by_protest(state, &known.filing));
            (Deed::DecideProtest, touched.unwrap_or_default())
        }
        Command::AnswerReport(answer) => {
            let report = state.report(&answer.report);
            let touched = report.map(|known| at(&known.filing.round, &known.filing.table));
            (Deed::AnswerReport, touched.unwrap_or_default())
        }
        Command::AppointCommittee(committee) => (
            Deed::AppointCommittee,
            state.touched_by_appeal(&committee.appeal),
        ),
        Command::DecideAppeal(decision) => {
            let mut touched = state.touched_by_appeal(&decision.appeal);
            match &decision.effect {
                AppealEffect::Nothing | AppealEffect::Annul => {}
                AppealEffect::Replace { ruling } => {
                    touched.extend(touched_by_penalty(state, ruling));
                }
                AppealEffect::Result { round, table, .. } => touched.extend(at(round, table)),
            }
            (Deed::DecideAppeal, touched)
        }
        Command::ChangeRuleSet { .. } => (Deed::ChangeRuleSet, whole),
        Command::AmendRules(_) => (Deed::AmendRules, whole),
        Command::Announce(_) => (Deed::Announce, whole),
        Command::DescribeTournament { .. } => (Deed::DescribeTournament, whole),
        Command::AppointOfficial { .. } => (Deed::AppointOfficial, whole),
        Command::DismissOfficial { .. } => (Deed::DismissOfficial, whole),
        Command::RegisterEntrant(registration) if registration.self_entry => return None,
        Command::RegisterEntrant(_) => (Deed::RegisterEntrant, whole),
        Command::AssignTables { .. } => (Deed::AssignTables, whole),
        Command::AppointAppealsCommittee { .. } => (Deed::AppointAppealsCommittee, whole),
        Command::DissolveAppealsCommittee { .. } => (Deed::DissolveAppealsCommittee, whole),
        Command::TickDuty { .. } => (Deed::TickDuty, whole),
        Command::UntickDuty { .. } => (Deed::UntickDuty, whole),
        Command::InviteEntrant { .. } => (Deed::InviteEntrant, whole),
        Command::RevokeInvitation { .. } => (Deed::RevokeInvitation, whole),
        Command::EnterNation(_) => (Deed::EnterNation, whole),
        Command::DecideNation { .. } => (Deed::DecideNation, whole),
        Command::RemoveNation { .. } => (Deed::RemoveNation, whole),
        Command::CorrectEntrant(asked) => (Deed::CorrectEntrant, whom(&asked.entrant)),
        Command::DeclareEntry { entrant, .. } => (Deed::DeclareEntry, whom(entrant)),
        Command::NoteFee { entrant, .. } => (Deed::NoteFee, whom(entrant)),
        Command::NoteFederationAgreement { entrant, .. } => {
            (Deed::NoteFederationAgreement, whom(entrant))
        }
        Command::ConfirmListedPlayer { entrant, .. } => (Deed::ConfirmListedPlayer, whom(entrant)),
        Command::DeclareOverTheBoard { .. } => (Deed::DeclareOverTheBoard, whole),
        Command::PermitLateChange(_) => (Deed::PermitLateChange, whole),
        Command::NameGroupA { .. } => (Deed::NameGroupA, whole),
        Command::RemoveEntrant { .. } => (Deed::RemoveEntrant, whole),
        Command::SetTimetable { .. } => (Deed::SetTimetable, whole),
        Command::MoveTimetable(_) => (Deed::MoveTimetable, whole),
        Command::OpenCheckIn { .. } => (Deed::OpenCheckIn, whole),
        Command::CloseCheckIn { .. } => (Deed::CloseCheckIn, whole),
        Command::PublishRound { .. } => (Deed::PublishRound, whole),
        Command::UnpublishRound { .. } => (Deed::UnpublishRound, whole),
        Command::AnnounceFinalsRound { .. } => (Deed::AnnounceFinalsRound, whole),
        Command::DrawLots { .. } => (Deed::DrawLots, whole),
        Command::FinishRound { .. } => (Deed::FinishRound, whole),
        Command::ConfirmTournament { .. } => (Deed::ConfirmTournament, whole),
        Command::ShortenQualification(_) => (Deed::ShortenQualification, whole),
        Command::EndEarly(act) => match adjudicated(state, act.unfinished.as_ref()) {
            Some(touched) => (Deed::AdjudicateAtEnd, touched),
            None => (Deed::EndEarly, whole),
        },
        Command::AbandonTournament(act) => match adjudicated(state, act.unfinished.as_ref()) {
            Some(touched) => (Deed::AdjudicateAtAbandonment, touched),
            None => (Deed::AbandonTournament, whole),
        },
        Command::CancelTournament { .. } => (Deed::CancelTournament, whole),
        Command::CheckIn { entrant } => (Deed::CheckIn, whom(entrant)),
        Command::AnnounceAbsence { entrant, .. } => (Deed::AnnounceAbsence, whom(entrant)),
        Command::EndAbsence { entrant } => (Deed::EndAbsence, whom(entrant)),
        Command::RefuseComputers { entrant, .. } => (Deed::RefuseComputers, whom(entrant)),
        Command::AcceptComputers { entrant } => (Deed::AcceptComputers, whom(entrant)),
        Command::SetComputerParameters { entrant, .. } => {
            (Deed::SetComputerParameters, whom(entrant))
        }
        Command::WithdrawEntrant { entrant } => (Deed::WithdrawEntrant, whom(entrant)),
        Command::IssueSeatCode { entrant, .. } => (Deed::IssueSeatCode, whom(entrant)),
        Command::ChooseColour { choice, .. } => (Deed::ChooseColour, whom(&choice.player)),
        Command::AgreeToPlayoff { entrant, opponent } => {
            let mut touched = whom(entrant);
            touched.extend(whom(opponent));
            (Deed::AgreeToPlayoff, touched)
        }
        Command::GrantAccommodation {
            entrant,
            accommodation,
            ..
        } => {
            let known = state.entrant(entrant);
            let before = known.and_then(|known| known.accommodation.assistant.as_ref());
            let assistant = accommodation.assistant.as_ref();
            let deed = if assistant.is_some() && assistant != before {
                Deed::NamePlayersAssistant
            } else {
                Deed::GrantAccommodation
            };
            (deed, whom(entrant))
        }
        Command::CreateTournament { .. }
        | Command::GiveConsent(_)
        | Command::EndConsents { .. }
        | Command::AssignSeat { .. }
        | Command::ReleaseSeat { .. }
        | Command::CommitNonce { .. }
        | Command::GiveNonce { .. }
        | Command::WithdrawResult { .. }
        | Command::FileAppeal(_)
        | Command::NoteTestimony { .. }
        | Command::TransferAway { .. }
        | Command::BeginTransferIn { .. }
        | Command::ReportIrregularity(_)
        | Command::NameChair { .. }
        | Command::TransferIn { .. }
        | Command::ApproveEvent { .. }
        | Command::WithdrawApproval { .. }
        | Command::ReleaseRatingFile { .. }
        | Command::ReturnRatingFile { .. }
        | Command::FileComplaint { .. }
        | Command::AnswerComplaint { .. } => return None,
    })
}

/// What the boards touch that are adjudicated with an end; `None` where none is.
fn adjudicated(
    state: &TournamentState,
    unfinished: Option<&UnfinishedRound>,
) -> Option<Vec<Touched>> {
    let Some(UnfinishedRound::Adjudicated { boards }) = unfinished else {
        return None;
    };
    let round = state.rounds.last()?.number;
    let at = |board: &AdjudicatedBoard| Some(BoardRef::new(round, board.table));
    Some(
        boards
            .iter()
            .flat_map(|board| state.touched_at(at(board), None))
            .collect(),
    )
}

/// Somebody as he gives that command: who decides an appeal as its committee's chair does it by that right, whatever else
/// he was given.
#[must_use]
pub fn officer_of(state: &TournamentState, account: &AccountId, command: &Command) -> Officer {
    let officer = state.officer(account, state.role_of(account).official);
    let Command::DecideAppeal(decision) = command else {
        return officer;
    };
    let committee = state
        .appeal(&decision.appeal)
        .and_then(|known| known.committee.as_ref());
    let is_chair = committee.is_some_and(|committee| committee.chair == *account);
    let limits = match is_chair {
        true => Limits::default(),
        false => officer.limits,
    };
    Officer { limits, ..officer }
}

/// Whom a penalty is against, and the board it is about.
pub(in crate::stream) fn touched_by_penalty(
    state: &TournamentState,
    act: &PenaltyRuling,
) -> Vec<Touched> {
    let entrant = match &act.whom {
        Offender::Entrant { entrant } => Some(entrant.clone()),
        Offender::Spectator { account } => state.role_of(account).entrant,
    };
    match act.penalty.board() {
        Some(board) => state.touched_at(Some(board), None),
        None => state.touched_at(None, entrant.as_ref()),
    }
}

/// Who protests, against whom, about which board.
pub(in crate::stream) fn touched_by_protest(
    state: &TournamentState,
    filing: &ProtestFiling,
) -> Vec<Touched> {
    let mut touched = state.touched_at(None, Some(&filing.entrant));
    if let Some(against) = &filing.against {
        touched.extend(state.touched_at(None, Some(against)));
    }
    if filing.board.is_some() {
        touched.extend(state.touched_at(filing.board, None));
    }
    touched
}

impl TournamentState {
    /// A board with its players, or an entrant; nothing where neither is named.
    #[must_use]
    pub fn touched_at(&self, board: Option<BoardRef>, entrant: Option<&EntrantId>) -> Vec<Touched> {
        if let Some(at) = board {
            let players = self.board(at).map(|found| {
                let pairing = &found.pairing;
                vec![pairing.black.clone(), pairing.white.clone()]
            });
            return vec![Touched {
                board,
                entrants: players.unwrap_or_default(),
            }];
        }
        entrant
            .map(|entrant| Touched {
                board: None,
                entrants: vec![entrant.clone()],
            })
            .into_iter()
            .collect()
    }

    fn touched_by_ruling(&self, ruling: &str) -> Vec<Touched> {
        let known = self.ruling(ruling);
        known
            .map(|known| touched_by_penalty(self, &known.act))
            .unwrap_or_default()
    }

    fn touched_by_appeal(&self, appeal: &str) -> Vec<Touched> {
        self.appeal(appeal)
            .map(|known| self.touched_by_appealed(&known.filing.against))
            .unwrap_or_default()
    }

    pub(in crate::stream) fn touched_by_appealed(&self, against: &Appealed) -> Vec<Touched> {
        match against {
            Appealed::Ruling { ruling } => self.touched_by_ruling(ruling),
            Appealed::Protest { protest } => {
                let known = self.protest(protest);
                known
                    .map(|known| touched_by_protest(self, &known.filing))
                    .unwrap_or_default()
            }
        }
    }

    /// What it is to enter a result that is a penalty, or that somebody did not come; `None`: a result like any other.
    fn deed_of_kind(&self, board: BoardRef, result: &ResultRecord) -> Option<Deed> {
        match result.kind {
            ResultKind::Forfeit | ResultKind::DoubleForfeit => Some(Deed::EnterForfeit),
            ResultKind::NoShow if self.withdraws(board, result.absent) => {
                Some(Deed::WithdrawAbsentEntrant)
            }
            ResultKind::NoShow => Some(Deed::RecordNoShow),
            ResultKind::Played
            | ResultKind::TimeDefault
            | ResultKind::Resigned
            | ResultKind::Ruling
            | ResultKind::Adjudicated
            | ResultKind::Walkover => None,
        }
    }

    /// Who is absent there has been so too often.
    fn withdraws(&self, board: BoardRef, absent: Absence) -> bool {
        self.board(board).is_some_and(|board| {
            let withdrawn = absent_too_often(self, &board.pairing, absent);
            !withdrawn.is_empty()
        })
    }

    /// Two people sit at it, its clocks have started, and it has no result.
    fn is_live(&self, at: BoardRef, now_ms: i64) -> bool {
        let Some(known) = self
            .round(at.round)
            .filter(|known| known.starts_at_ms <= now_ms)
        else {
            return false;
        };
        let is_held = |entrant: &EntrantId| {
            self.entrant(entrant)
                .is_some_and(|known| known.account.is_some())
        };
        known.board(at.table).is_some_and(|board| {
            let pairing = &board.pairing;
            board.result().is_none() && is_held(&pairing.black) && is_held(&pairing.white)
        })
    }
}
