//! The published rounds and their boards.

mod extra_round;
pub(super) mod pairing;
pub(super) mod publish;
pub(super) mod seeding;
pub(super) mod table;
pub(super) mod unpublish;

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::stream::{
    BoardPurpose, BoardResult, DecidedDispute, Dispute, DisputeOutcome, PairingEdit,
    PublishedPairing, ResultRecord,
};
use crate::swiss::Cost;

/// One table of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Who plays whom.
    pub pairing: PublishedPairing,
    /// The results it had, but for those of games that go on; the last is in force, none means the board is open.
    pub results: Vec<BoardResult>,
    /// The dispute about it, until it is settled or the result corrected.
    pub dispute: Option<Dispute>,
    /// The disputes about it that are decided, in order of time.
    pub decided_disputes: Vec<DecidedDispute>,
    /// A director has signed that the result in force was played over the board.
    pub over_the_board: bool,
}

impl Board {
    pub(super) fn open(pairing: &PublishedPairing) -> Self {
        Self {
            pairing: pairing.clone(),
            results: Vec::new(),
            dispute: None,
            decided_disputes: Vec::new(),
            over_the_board: false,
        }
    }

    pub(super) fn add_result(&mut self, result: BoardResult) {
        self.decide_dispute(
            DisputeOutcome::Changed,
            result.reason.as_deref(),
            (result.seq, result.at_ms),
        );
        self.over_the_board = false;
        self.results.push(result);
    }

    /// The open dispute, if there is one, is decided by an entry with that seq and time.
    pub(super) fn decide_dispute(
        &mut self,
        outcome: DisputeOutcome,
        reason: Option<&str>,
        (seq, at_ms): (u64, i64),
    ) {
        self.decided_disputes
            .extend(self.dispute.take().map(|dispute| DecidedDispute {
                dispute,
                outcome,
                reason: reason.map(str::to_owned),
                seq,
                at_ms,
            }));
    }

    /// The result in force.
    #[must_use]
    pub fn result(&self) -> Option<&ResultRecord> {
        self.results.last().map(|entry| &entry.result)
    }

    /// True where a result is a game line of a rating file and no game that players began ever gave one: an official
    /// entered it.
    #[must_use]
    pub fn without_game(&self) -> bool {
        self.result()
            .is_some_and(|result| result.counts().game_line)
            && !self
                .results
                .iter()
                .any(|entry| entry.result.rests_on_game())
    }
}

/// One published round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Round, from 1.
    pub number: u32,
    /// Stage, from 0.
    pub stage: u32,
    /// When the clocks start, in ms since 1970.
    pub starts_at_ms: i64,
    /// The tables.
    pub boards: Vec<Board>,
    /// Who has a bye.
    pub byes: Vec<EntrantId>,
    /// Cost of a Swiss pairing.
    pub cost: Cost,
    /// The draw it rests on.
    pub draw: Option<u32>,
    /// Sequence number of the entry that published it.
    pub seq: u64,
    /// When it was published, in ms since 1970.
    pub published_at_ms: i64,
    /// The director has closed it.
    pub finished: bool,
    /// The director's hand in it.
    pub edit: Option<PairingEdit>,
}

/// Where a round stands, derived from its boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundState {
    /// Boards are open.
    Open,
    /// Every board has a result; the director has not closed it.
    Complete,
    /// Closed by the director.
    Finished,
}

impl Round {
    /// Who plays in it or has a bye.
    pub fn entrants(&self) -> impl Iterator<Item = &EntrantId> + Clone {
        let boards = self.boards.iter().map(|board| &board.pairing);
        let players = boards.flat_map(|pairing| [&pairing.black, &pairing.white]);
        players.chain(&self.byes)
    }

    /// Where the round stands.
    #[must_use]
    pub fn state(&self) -> RoundState {
        if self.finished {
            RoundState::Finished
        } else if self.boards.iter().all(|board| board.result().is_some()) {
            RoundState::Complete
        } else {
            RoundState::Open
        }
    }

    /// True where the round holds boards or byes that count in the list; a round of matches alone does not.
    #[must_use]
    pub fn counts_in_list(&self) -> bool {
        !self.byes.is_empty()
            || self.boards.is_empty()
            || self
                .boards
                .iter()
                .any(|board| board.pairing.purpose.counts_in_list())
    }

    /// True for a round of the finals.
    pub(in crate::stream) fn of_finals(&self) -> bool {
        self.boards.iter().any(|board| {
            matches!(
                board.pairing.purpose,
                BoardPurpose::Match { .. } | BoardPurpose::SideSwiss
            )
        })
    }

    /// True for a Swiss round beside the matches of the finals.
    pub(in crate::stream) fn beside_matches(&self) -> bool {
        let purposes = self.boards.iter().map(|board| &board.pairing.purpose);
        purposes
            .into_iter()
            .any(|purpose| *purpose == BoardPurpose::SideSwiss)
    }

    /// The tables without a result.
    pub fn open_tables(&self) -> impl Iterator<Item = u32> + '_ {
        self.boards
            .iter()
            .filter(|board| board.result().is_none())
            .map(|board| board.pairing.table)
    }

    /// A table of the round.
    #[must_use]
    pub fn board(&self, table: u32) -> Option<&Board> {
        self.boards
            .iter()
            .find(|board| board.pairing.table == table)
    }
}
