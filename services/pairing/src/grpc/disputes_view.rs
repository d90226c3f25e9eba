//! Disputes of results, open and decided, as officials and the players of their boards see them.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{AccountId, Board, DecidedDispute, Dispute, Round};
use serde::{Deserialize, Serialize};

use super::{
    concerned::{About, Viewer},
    rulings_view::{Texts, account, text},
};
use crate::app::{LoadedTournament, invalid};

/// Which disputes are asked for.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Which {
    Open,
    Decided,
    All,
}

impl Which {
    pub(super) fn asked(name: &str) -> Result<Self, Problem> {
        match name {
            "" | "open" => Ok(Self::Open),
            "decided" => Ok(Self::Decided),
            "all" => Ok(Self::All),
            _ => Err(invalid(
                "bad_disputes",
                "The disputes listed are open, decided or all.",
            )),
        }
    }

    const fn has(self, decided: bool) -> bool {
        match self {
            Self::Open => !decided,
            Self::Decided => decided,
            Self::All => true,
        }
    }
}

/// A dispute and the board that it is about.
pub(super) struct Disputed<'a> {
    pub round: u32,
    pub table: u32,
    dispute: &'a Dispute,
    decided: Option<&'a DecidedDispute>,
    by: Option<&'a AccountId>,
}

impl Disputed<'_> {
    pub(super) fn shown(&self, texts: &Texts) -> proto::Dispute {
        let decided = self.decided;
        let reason = decided.and_then(|one| one.reason.as_ref());
        proto::Dispute {
            round: self.round,
            table: self.table,
            entrant_id: self.dispute.entrant.0.clone(),
            reason: text(texts, &self.dispute.reason),
            holds_pairing: decided.is_none() && self.dispute.holds_pairing,
            at_ms: self.dispute.at_ms,
            decided: decided.is_some(),
            outcome: decided
                .map(|one| one.outcome.name())
                .unwrap_or_default()
                .to_owned(),
            decision: reason.map(|id| text(texts, id)).unwrap_or_default(),
            decided_at_ms: decided.map(|one| one.at_ms).unwrap_or_default(),
            decided_by_account_id: account(self.by),
        }
    }
}

/// By round and table, each with its number among those of its board, from 0.
pub(super) fn disputes<'a>(
    tournament: &'a LoadedTournament,
    viewer: &Viewer<'_>,
    (which, about): (Which, About<'_>),
) -> Vec<(u32, Disputed<'a>)> {
    let on_board = |round: &'a Round, board: &'a Board| {
        let disputed = move |dispute, decided: Option<&'a DecidedDispute>| Disputed {
            round: round.number,
            table: board.pairing.table,
            dispute,
            decided,
            by: decided.and_then(|one| tournament.settled_by.get(&one.seq)),
        };
        let decided = board.decided_disputes.iter();
        let decided = decided.map(move |one| disputed(&one.dispute, Some(one)));
        let open = board.dispute.iter().map(move |one| disputed(one, None));
        (0..).zip(decided.chain(open))
    };
    let shown = |board: &Board| viewer.concerned_by_board(board) && about.board(board);
    let rounds = tournament.state.rounds.iter();
    let boards = rounds.flat_map(|round| round.boards.iter().map(move |board| (round, board)));
    let mut listed: Vec<(u32, Disputed<'a>)> = boards
        .filter(|(_, board)| shown(board))
        .flat_map(|(round, board)| on_board(round, board))
        .filter(|(_, one)| which.has(one.decided.is_some()))
        .collect();
    listed.sort_by_key(|(number, one)| (one.round, one.table, *number));
    listed
}
