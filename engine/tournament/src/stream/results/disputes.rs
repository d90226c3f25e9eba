//! Disputes of results.

use crate::ids::EntrantId;
use crate::refusals::{Refusal, ResultsRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::{Event, TournamentState, results};

/// A player's dispute of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The player.
    pub entrant: EntrantId,
    /// Id of the recorded reason.
    pub reason: String,
    /// The director lets it hold up the next pairing.
    pub holds_pairing: bool,
}

/// Some result is disputed.
pub(in crate::stream) fn check_disputed(state: &TournamentState) -> Result<(), Refusal> {
    results::check_published(state)?;
    let mut boards = state.rounds.iter().flat_map(|round| &round.boards);
    ensure(
        boards.any(|board| board.dispute.is_some()),
        ResultsRefusal::NothingDisputed,
    )
}

pub(in crate::stream) fn dispute(
    state: &TournamentState,
    (round, table): (u32, u32),
    entrant: &EntrantId,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let board = results::board(state, round, table)?;
    check_id("the reason", reason)?;
    if board.pairing.black != *entrant && board.pairing.white != *entrant {
        return Err(ResultsRefusal::NotAtTable { table, round }.into());
    }
    if board.result().is_none() {
        return Err(ResultsRefusal::NoResultToDispute { table, round }.into());
    }
    if board.dispute.is_some() {
        return Err(ResultsRefusal::AlreadyDisputed { table, round }.into());
    }
    Ok(vec![Event::ResultDisputed {
        round,
        table,
        entrant: entrant.clone(),
        reason: reason.to_owned(),
    }])
}

pub(in crate::stream) fn hold_pairing(
    state: &TournamentState,
    (round, table): (u32, u32),
    held: bool,
) -> Result<Vec<Event>, Refusal> {
    if open_dispute(state, round, table)?.holds_pairing == held {
        return Err(ResultsRefusal::HoldUnchanged { table, round }.into());
    }
    Ok(vec![Event::PairingHeld { round, table, held }])
}

pub(in crate::stream) fn settle(
    state: &TournamentState,
    (round, table): (u32, u32),
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    open_dispute(state, round, table)?;
    check_id("the reason", reason)?;
    Ok(vec![Event::DisputeSettled {
        round,
        table,
        reason: reason.to_owned(),
    }])
}

fn open_dispute(state: &TournamentState, round: u32, table: u32) -> Result<&Dispute, Refusal> {
    let board = results::board(state, round, table)?;
    board
        .dispute
        .as_ref()
        .ok_or_else(|| ResultsRefusal::NotDisputed { table, round }.into())
}

impl TournamentState {
    pub(in crate::stream) fn apply_to_disputes(&mut self, event: &Event) {
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
}
