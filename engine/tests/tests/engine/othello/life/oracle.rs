//! A second opinion on what players may do, with a board of its own: a letter a square.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "indices of 64 squares"
)]

use outflank_othello::{
    AdjournmentStage, Color, Command, MAX_COMMAND_AGE_MS, Moment, Phase, TableState,
};

/// The board of a table as its record gives it.
pub struct Board {
    squares: [char; 64],
    next: char,
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'b' } else { 'w' }
}

impl Board {
    pub fn of(state: &TableState) -> Self {
        let mut board = Self {
            squares: ['.'; 64],
            next: 'b',
        };
        for (index, disc) in [(27, 'w'), (36, 'w'), (28, 'b'), (35, 'b')] {
            board.squares[index] = disc;
        }
        for played in state.record() {
            board.next = letter(played.color);
            if let Some(square) = played.square {
                let index = usize::from(square.index());
                for flipped in board.flips(index) {
                    board.squares[flipped] = board.next;
                }
                board.squares[index] = board.next;
            }
            board.next = if board.next == 'b' { 'w' } else { 'b' };
        }
        board
    }

    fn flips(&self, index: usize) -> Vec<usize> {
        let mut all = Vec::new();
        if self.squares[index] != '.' {
            return all;
        }
        let (row, column) = (index as i32 / 8, index as i32 % 8);
        for (down, right) in [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ] {
            let mut line = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while (0..8).contains(&r) && (0..8).contains(&c) {
                let at = (r * 8 + c) as usize;
                if self.squares[at] == '.' {
                    break;
                }
                if self.squares[at] == self.next {
                    all.append(&mut line);
                    break;
                }
                line.push(at);
                (r, c) = (r + down, c + right);
            }
        }
        all
    }

    fn can_move(&self) -> bool {
        (0..64).any(|index| !self.flips(index).is_empty())
    }

    /// Whether a player's ply may be taken now, clocks apart.
    pub fn allows(&self, state: &TableState, command: &Command, moment: &Moment) -> bool {
        let received = moment.stamps.map_or(moment.now_ms, |stamps| {
            stamps.received_at_ms.min(moment.now_ms)
        });
        let fresh = moment.now_ms.saturating_sub(received) < MAX_COMMAND_AGE_MS;
        let running = match state.phase() {
            Phase::Live => true,
            Phase::Paused => state.pause().is_some_and(|pause| received < pause.since_ms),
            _ => false,
        };
        let sealing = state
            .adjournment()
            .filter(|adjournment| adjournment.stage == AdjournmentStage::Sealing);
        let playing = sealing.is_none_or(|adjournment| received < adjournment.at_ms);
        let turn = |color: Color, ply: u32| {
            let defaulter_idles = state.plays_both().is_some();
            let mine = if defaulter_idles {
                state.plays_both() == Some(color)
            } else {
                letter(color) == self.next
            };
            fresh && running && mine && ply as usize == state.record().len() + 1
        };
        match command {
            Command::Move {
                color, ply, square, ..
            } => {
                turn(*color, *ply) && playing && !self.flips(usize::from(square.index())).is_empty()
            }
            Command::Pass { color, ply } => turn(*color, *ply) && playing && !self.can_move(),
            Command::SealMove { color, ply, .. } => turn(*color, *ply) && sealing.is_some(),
            Command::Resign { .. } => fresh && running,
            _ => false,
        }
    }
}
