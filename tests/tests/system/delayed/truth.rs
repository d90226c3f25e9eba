//! The game as it was played, and what of it may be seen.

use std::{sync::Mutex, time::Instant};

use outflank_tests::othello::{Board, Ply, random_game};

use super::{PLIES, SECONDS};

/// How far this host's clock and the server's may be apart, in ms.
const CLOCKS_APART_MS: i64 = 20;

/// What was played, and when at the earliest.
pub struct Truth {
    pub plies: Vec<Ply>,
    boards: Vec<String>,
    pub sent: Mutex<Vec<Instant>>,
}

/// How much of the game an answer gives away.
pub struct Shown {
    pub plies: usize,
    pub board: Option<String>,
    pub as_of_ms: Option<i64>,
}

/// What may not be shown yet.
#[derive(Debug)]
pub enum TooYoung {
    /// A ply.
    Ply(String),
    /// Clocks, by the wall clock of this host, which somebody may set.
    Clocks(String),
}

impl Truth {
    pub fn new(seed: u64) -> Self {
        let plies = random_game(seed);
        let mut board = Board::default();
        let mut boards = vec![board.text()];
        for ply in &plies {
            if let Some(square) = ply.square {
                board.place(ply.black, square);
            }
            boards.push(board.text());
        }
        Self {
            plies,
            boards,
            sent: Mutex::default(),
        }
    }

    /// Whether an answer that has just arrived may be shown to a spectator.
    pub fn judge(&self, shown: &Shown) -> Result<(), TooYoung> {
        let (now, now_ms) = (Instant::now(), wall_ms());
        let count = shown.plies;
        if let Some(board) = &shown.board
            && *board != self.boards[count]
        {
            let what = format!("{count} plies and the board of another number");
            return Err(TooYoung::Ply(what));
        }
        if count == 0 {
            return Ok(());
        }
        let sent = self.sent.lock().unwrap();
        if sent.len() < count + PLIES {
            let what = format!("ply {count} of {} is shown", sent.len());
            return Err(TooYoung::Ply(what));
        }
        let age = now.saturating_duration_since(sent[count - 1]);
        if age < SECONDS {
            return Err(TooYoung::Ply(format!("ply {count} is shown after {age:?}")));
        }
        let oldest_ms = i64::try_from(SECONDS.as_millis()).unwrap();
        match shown.as_of_ms {
            Some(as_of_ms) if as_of_ms + oldest_ms > now_ms + CLOCKS_APART_MS => {
                let what = format!("the clocks of {} ms ago", now_ms - as_of_ms);
                Err(TooYoung::Clocks(what))
            }
            _ => Ok(()),
        }
    }
}

fn wall_ms() -> i64 {
    i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}
