//! The fold of rounds and their boards.

use crate::ids::EntrantId;
use crate::stream::event::{EntryHeader, Event, PublishedPairing, ResultRecord};
use crate::stream::late_seat::PairedEntrant;
use crate::stream::round::{Board, BoardResult, Round};
use crate::stream::state::TournamentState;

impl TournamentState {
    pub(super) fn apply_to_round(&mut self, header: &EntryHeader, event: &Event) {
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
                let seats = pairings.iter().flat_map(|one| [&one.black, &one.white]);
                self.note_paired((header.seq, *round), seats.chain(byes));
                self.published_announcement = self.announced.take();
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
                let announced = self.published_announcement.take();
                if *announcement_stands {
                    self.announced = announced;
                }
            }
            _ => {}
        }
    }

    pub(super) fn note_paired<'a>(
        &mut self,
        (seq, round): (u64, u32),
        entrants: impl Iterator<Item = &'a EntrantId>,
    ) {
        self.paired_rounds = self.paired_rounds.max(round);
        for entrant in entrants {
            let paired = self.paired_entrants.entry(entrant.clone());
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

    pub(super) fn board_mut(&mut self, round: u32, table: u32) -> Option<&mut Board> {
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
