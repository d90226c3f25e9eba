//! Every game replayed by the tests' own rules.

use outflank_othello::{Color, EndReason, Event, Finished};

use super::{Findings, GameEntry};
use crate::othello::Board;

/// A game replayed.
#[derive(Debug, Default)]
pub struct Replayed {
    /// The position.
    pub board: Board,
    /// Plies so far, passes among them.
    pub plies: u32,
    /// The result.
    pub finished: Option<Finished>,
    /// Its round was taken back or annulled before it ended.
    pub called_off: bool,
}

/// Replays a game; what is against the rules is found.
pub fn replay(id: &str, entries: &[GameEntry], findings: &mut Findings) -> Replayed {
    let mut replayed = Replayed::default();
    for entry in entries {
        for event in &entry.events {
            if let Some(wrong) = replayed.take_in(event) {
                findings.push(format!("entry {} of game {id}: {wrong}", entry.seq));
            }
        }
    }
    replayed
}

/// `counts`: the game's round stands.
pub fn check(id: &str, entries: &[GameEntry], counts: bool, findings: &mut Findings) {
    let replayed = replay(id, entries, findings);
    if replayed.called_off && counts {
        findings.push(format!("game {id} is annulled, and its round stands"));
    }
    let Some(finished) = replayed.finished else {
        if replayed.called_off {
            return;
        }
        findings.push(format!(
            "game {id} has no result after {} plies",
            replayed.plies
        ));
        return;
    };
    let score = (finished.black_discs, finished.white_discs);
    match finished.reason {
        EndReason::BoardComplete => {
            let over =
                replayed.board.legal(true).is_empty() && replayed.board.legal(false).is_empty();
            if !over {
                findings.push(format!("game {id} is said to be complete, and goes on"));
            }
            let (own, winner) = replayed.score();
            let wrong = finished.defaulter.is_none() && (score, finished.winner) != (own, winner);
            if wrong {
                findings.push(format!("game {id} ended {own:?}, and {finished:?} stands"));
            }
        }
        EndReason::Resignation => {
            let resigned = entries
                .iter()
                .flat_map(|entry| &entry.events)
                .find_map(|event| match event {
                    Event::Resigned { color, .. } => Some(*color),
                    _ => None,
                });
            let winner = finished.defaulter.or(resigned).map(Color::opponent);
            if winner != finished.winner {
                findings.push(format!(
                    "{resigned:?} resigned game {id}, and {finished:?} stands"
                ));
            }
        }
        EndReason::Flag | EndReason::Ruling | EndReason::Absence => {}
    }
    if let Some(defaulter) = finished.defaulter
        && finished.reason != EndReason::Ruling
        && finished.winner != Some(defaulter.opponent())
    {
        findings.push(format!(
            "{defaulter} lost game {id} on time, and {finished:?} stands"
        ));
    }
}

impl Replayed {
    fn take_in(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Moved {
                ply, color, square, ..
            } => {
                let black = *color == Color::Black;
                let wrong = self.next_ply(*ply, black);
                let at = (usize::from(square.row()), usize::from(square.column()));
                if !self.board.legal(black).contains(&at) {
                    return Some(format!("{color} cannot move to {square}"));
                }
                self.board.place(black, at);
                wrong
            }
            Event::Passed { ply, color, .. } => {
                let black = *color == Color::Black;
                let wrong = self.next_ply(*ply, black);
                if !self.board.legal(black).is_empty() {
                    return Some(format!("{color} passes and could move"));
                }
                wrong
            }
            Event::Finished(finished) => {
                let again = self.finished.replace(*finished);
                again.map(|before| format!("the game ended before as {before:?}"))
            }
            Event::Annulled => {
                self.called_off = true;
                None
            }
            _ => None,
        }
    }

    fn next_ply(&mut self, ply: u32, black: bool) -> Option<String> {
        if self.finished.is_some() || self.called_off {
            return Some(format!("ply {ply} comes after the end"));
        }
        let blacks = self.plies.is_multiple_of(2);
        self.plies += 1;
        (ply != self.plies || black != blacks)
            .then(|| format!("ply {ply} is played as ply {} out of turn", self.plies))
    }

    /// Empty squares are the winner's, or halved.
    fn score(&self) -> ((u8, u8), Option<Color>) {
        let text = self.board.text();
        let count = |cell: char| u8::try_from(text.matches(cell).count()).unwrap_or(0);
        let (black, white, empty) = (count('*'), count('O'), count('-'));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => ((black + empty, white), Some(Color::Black)),
            std::cmp::Ordering::Less => ((black, white + empty), Some(Color::White)),
            std::cmp::Ordering::Equal => ((black + empty / 2, white + empty / 2), None),
        }
    }
}
