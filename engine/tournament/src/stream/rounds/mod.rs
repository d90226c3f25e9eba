//! The published rounds and their boards.

mod extra_round;
pub(super) mod pairing;
pub(super) mod publish;
pub(super) mod seeding;
pub(super) mod table;
pub(super) mod unpublish;

use crate::ids::EntrantId;
use crate::stream::{
    Absence, BoardPurpose, BoardResult, Dispute, EntryHeader, Event, PairedEntrant, PairingEdit,
    PlannedPlay, PublishedPairing, ResultRecord, TournamentState,
};
use crate::swiss::Cost;

/// One table of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Who plays whom.
    pub pairing: PublishedPairing,
    /// The results it had, but for those of games that go on; the last is in force, none means the board is open.
    pub results: Vec<BoardResult>,
    /// The dispute about it, until it is settled or the result corrected.
    pub dispute: Option<Dispute>,
    /// A director has signed that the result in force was played over the board.
    pub over_the_board: bool,
}

impl Board {
    /// The result in force.
    #[must_use]
    pub fn result(&self) -> Option<&ResultRecord> {
        self.results.last().map(|entry| &entry.result)
    }

    /// True where a result counts as a game's and no game that players began ever gave one: an official entered it.
    #[must_use]
    pub fn without_game(&self) -> bool {
        self.result()
            .is_some_and(|result| result.absent == Absence::Nobody)
            && !self
                .results
                .iter()
                .any(|entry| entry.result.rests_on_game())
    }
}

/// One published round.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub(crate) fn entrants(&self) -> impl Iterator<Item = &EntrantId> + Clone {
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

impl TournamentState {
    pub(in crate::stream) fn apply_to_round(&mut self, header: &EntryHeader, event: &Event) {
        match event {
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
            } => {
                self.deviate(deviations);
                if let Some(timetable) = &mut self.timetable {
                    timetable.publish(PlannedPlay::Round { round: *round }, *starts_at_ms);
                    for play in pairings.iter().filter_map(PublishedPairing::finals_play) {
                        timetable.publish(play, *starts_at_ms);
                    }
                }
                self.presence.missing.remove(round);
                let seats = pairings.iter().flat_map(|one| [&one.black, &one.white]);
                self.note_paired((header.seq, *round), seats.chain(byes));
                self.finals.published_announcement = self.finals.announced.take();
                self.rounds.push(Round {
                    number: *round,
                    stage: *stage,
                    starts_at_ms: *starts_at_ms,
                    boards: pairings.iter().map(open_board).collect(),
                    byes: byes.clone(),
                    cost: cost.clone(),
                    draw: *draw,
                    seq: header.seq,
                    finished: false,
                    edit: edit.clone(),
                });
            }
            Event::ResultRecorded {
                round,
                table,
                result,
            } => self.add_result(header, (*round, *table), result, (None, None)),
            Event::ResultCorrected {
                round,
                table,
                result,
                reason,
                after_pairing_of,
            } => {
                let correction = (Some(reason.clone()), *after_pairing_of);
                self.add_result(header, (*round, *table), result, correction);
            }
            Event::ResultWithdrawn { round, table, .. } => {
                if let Some(board) = self.board_mut(*round, *table) {
                    board.dispute = None;
                    board.results.pop();
                }
            }
            Event::RoundFinished { round } => {
                if let Some(known) = self.rounds.iter_mut().find(|known| known.number == *round) {
                    known.finished = true;
                }
            }
            Event::RoundUnpublished {
                round,
                announcement_stands,
                ..
            } => {
                self.rounds.retain(|known| known.number != *round);
                let announced = self.finals.published_announcement.take();
                if *announcement_stands {
                    self.finals.announced = announced;
                }
            }
            _ => {}
        }
    }

    pub(in crate::stream) fn note_paired<'a>(
        &mut self,
        (seq, round): (u64, u32),
        entrants: impl Iterator<Item = &'a EntrantId>,
    ) {
        self.interests.paired_rounds = self.interests.paired_rounds.max(round);
        for entrant in entrants {
            let paired = self.interests.paired_entrants.entry(entrant.clone());
            let paired = paired.or_insert(PairedEntrant {
                first_seq: seq,
                last_round: round,
            });
            paired.last_round = paired.last_round.max(round);
        }
    }

    fn add_result(
        &mut self,
        header: &EntryHeader,
        (round, table): (u32, u32),
        result: &ResultRecord,
        (reason, after_pairing_of): (Option<String>, Option<u32>),
    ) {
        if let Some(board) = self.board_mut(round, table) {
            board.dispute = None;
            board.over_the_board = false;
            board.results.push(BoardResult {
                result: result.clone(),
                reason,
                after_pairing_of,
                seq: header.seq,
                at_ms: header.at_ms,
            });
        }
    }

    pub(in crate::stream) fn board_mut(&mut self, round: u32, table: u32) -> Option<&mut Board> {
        self.rounds
            .iter_mut()
            .find(|known| known.number == round)?
            .boards
            .iter_mut()
            .find(|board| board.pairing.table == table)
    }
}

fn open_board(pairing: &PublishedPairing) -> Board {
    Board {
        pairing: pairing.clone(),
        results: Vec::new(),
        dispute: None,
        over_the_board: false,
    }
}
