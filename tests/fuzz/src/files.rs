//! Transcripts and files.

use outflank_formats::{elo, ggf as games_file, papp, read_transcripts, wthor as base};
use outflank_othello::{Square, transcript as paper};

/// Longest file that is tried: reading is linear, and mutants grow without end.
const LONGEST: usize = 64 * 1024;

/// A transcript: what is legal in it, written down, is read and replayed alike.
pub fn transcript(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let _ = read_transcripts(data);
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(tokens) = paper::parse(text) else {
        return;
    };
    let replay = paper::replay(&tokens);
    let squares: Vec<Square> = replay.moves.iter().map(|(_, square)| *square).collect();
    assert!(squares.len() <= 60);
    let written = paper::linear(squares.iter().copied());
    let again = paper::parse(&written).unwrap_or_default();
    assert_eq!(paper::replay(&again).moves, replay.moves);
    assert_eq!(paper::canonical(&squares).len(), squares.len());
    let _ = paper::grid(&squares);
}

/// A GGF file.
pub fn ggf(data: &[u8]) {
    if data.len() <= LONGEST {
        let _ = games_file::looks_like_ggf(data);
        let _ = games_file::read_ggf(data);
    }
}

/// A rating file: read, checked, and rewritten; what the rewriting writes is read again.
pub fn elo(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let _ = elo::read(data);
    let _ = elo::strict_check(data, "TEST.ELO");
    let _ = elo::rewrite(data, "TEST.ELO");
}

/// A WTHOR file: games or names.
pub fn wthor(data: &[u8]) {
    if data.len() <= LONGEST {
        let _ = base::read_games(data);
        let _ = base::read_player_names(data);
        let _ = base::read_tournament_names(data);
    }
}

/// PAPP's list of players.
pub fn papp_players(data: &[u8]) {
    if data.len() <= LONGEST {
        let _ = papp::read_players(data);
    }
}
