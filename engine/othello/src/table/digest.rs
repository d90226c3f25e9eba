use alloc::string::String;
use core::fmt::Write;

use sha2::{Digest, Sha256};

use crate::table::event::EndReason;
use crate::table::state::TableState;
use crate::{BoardSize, GameRules, Goal, Opening};

/// The transcript that both players sign, as text: where and by whom the game was played, every
/// ply (a pass is `--`), and the result. Two tables have the same text only if all of that is
/// the same.
#[must_use]
pub fn canonical_transcript(state: &TableState) -> String {
    let mut text = String::from("othello transcript 1\n");
    // Writing to a string cannot fail.
    let _ = match state.place() {
        Some(place) => writeln!(
            text,
            "tournament {} round {} table {} game {}",
            Quoted(&place.tournament),
            place.round,
            place.table,
            place.game
        ),
        None => writeln!(text, "casual"),
    };
    if let Some(seats) = state.seats() {
        let _ = writeln!(text, "black {}", Quoted(&seats.black.entrant));
        let _ = writeln!(text, "white {}", Quoted(&seats.white.entrant));
    }
    if let Some(game_rules) = state.game_rules() {
        variant(&mut text, game_rules);
    }
    text.push_str("plies ");
    for played in state.record() {
        let _ = write!(text, "{}", played.token());
    }
    text.push('\n');
    result(&mut text, state);
    text
}

/// What of the board and the goal is not Othello's.
fn variant(text: &mut String, game_rules: &GameRules) {
    let board = game_rules.board();
    if board.size != BoardSize::Eight {
        let _ = writeln!(text, "board {}", board.size.as_str());
    }
    if board.opening != Opening::Standard {
        let _ = writeln!(text, "opening {}", board.opening.as_str());
    }
    if let Some(drawn) = board.drawn {
        text.push_str("drawn ");
        for square in drawn.plies() {
            let _ = write!(text, "{square}");
        }
        text.push('\n');
    }
    if let Some(handicap) = board.handicap {
        let _ = write!(text, "handicap {}", handicap.to);
        for corner in handicap.squares(board.size) {
            let _ = write!(text, " {corner}");
        }
        text.push('\n');
    }
    if game_rules.goal == Goal::Fewest {
        text.push_str("goal fewest\n");
    }
}

fn result(text: &mut String, state: &TableState) {
    let Some(finished) = state.finished() else {
        text.push_str("unfinished\n");
        return;
    };
    let _ = write!(
        text,
        "result {}-{}",
        finished.black_discs, finished.white_discs
    );
    let _ = match finished.winner {
        Some(winner) => write!(text, " winner {winner}"),
        None => write!(text, " draw"),
    };
    let reason = match finished.reason {
        EndReason::BoardComplete => "board_complete",
        EndReason::Flag => "flag",
        EndReason::Resignation => "resignation",
        EndReason::Ruling => "ruling",
        EndReason::Absence => "absence",
    };
    let _ = write!(text, " by {reason}");
    if let Some(defaulter) = finished.defaulter {
        let _ = write!(text, " defaulter {defaulter}");
    }
    text.push('\n');
}

/// An id with whatever could be mistaken for the text around it escaped.
struct Quoted<'a>(&'a str);

impl core::fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The SHA-256 digest of the [`canonical_transcript`], in lower-case hexadecimal.
#[must_use]
pub fn transcript_digest(state: &TableState) -> String {
    let mut digest = String::with_capacity(64);
    for byte in Sha256::digest(canonical_transcript(state)) {
        let _ = write!(digest, "{byte:02x}");
    }
    digest
}
