//! Transcripts and files.

use outflank_formats::papp::{config, folder, work_file};
use outflank_formats::{
    elo, flip_the_disc as web, ggf as games_file, papp, read_transcripts, wthor as base,
};
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

/// PAPP's list of players: what is written of it is read alike.
pub fn papp_players(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let list = papp::read_players(data).value;
    let again = papp::read_players(papp::write_players(&list).as_bytes()).value;
    assert_eq!(again.players.len(), list.players.len());
    let told = |player: &papp::PappPlayer| (player.id, player.country.clone(), player.rating);
    assert!(
        again
            .players
            .iter()
            .map(told)
            .eq(list.players.iter().map(told))
    );
}

/// PAPP's log: what is written of it is read alike and comes to the same.
pub fn papp_work_file(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let file = work_file::read_work_file(data).value;
    let again = work_file::read_work_file(work_file::write_work_file(&file).as_bytes());
    assert!(again.problems.is_empty());
    let (course, same) = (file.course().value, again.value.course().value);
    assert_eq!(same.players, course.players);
    assert_eq!(same.rounds.len(), course.rounds.len());
    let files = folder::FolderFiles {
        work_file: data,
        ..folder::FolderFiles::default()
    };
    let _ = folder::read_folder(&files).event.table();
}

/// PAPP's configuration: what was taken of it is written and read alike.
pub fn papp_config(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let config = config::read_config(data).value;
    let written = config::write_config(&config);
    let again = written.map(|text| config::read_config(text.as_bytes()).value);
    assert_eq!(again, Ok(config));
}

/// FlipTheDisc's JSON: everybody who plays is an entrant.
pub fn flip_the_disc(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let event = web::read(data).value.event;
    for game in event.rounds.iter().flat_map(|round| &round.games) {
        assert!(event.entrant(game.black).is_some() && event.entrant(game.white).is_some());
    }
    let _ = event.table();
}
