//! What events are in the tables.

use outflank_formats::{
    CivilDate,
    archive::{ArchiveEvent, ArchiveGame, ArchivePlayer},
    fold_ascii,
};
use outflank_journal::records::Value;
use outflank_othello::{Color, Openings, Position, position_key, positions, transcript};
use sha2::{Digest as _, Sha256};

/// A row's values, in the order of its table's columns below.
pub(super) type Row = Vec<Value>;

pub(super) const EVENTS: &str =
    "archive_events (event, import_id, tournament_id, sha256, name, country, day, year, counts)";
pub(super) const PLAYERS: &str =
    "archive_players (event, place, number, surname, given_names, country, folded)";
pub(super) const GAMES: &str = "archive_games (event, number, day, year, round, black, white, black_number, white_number, \
     colours_known, outcome, black_discs, white_discs, moves, opening)";
pub(super) const POSITIONS: &str = "archive_positions (position, event, number)";
pub(super) const UNSEEN: &str = "archive_unseen (event)";
pub(super) const IMPORTS: &str =
    "archive_imports (import_id, files, events, results, games, findings)";
pub(super) const FINDINGS: &str = "archive_findings (import_id, number, file, line, code, what)";

/// What is asked of an event's number, so that only what is shown is read.
pub(super) const SEEN: &str = "event NOT IN (SELECT event FROM archive_unseen)";

/// An event's own row; `source` is its import or its tournament.
pub(super) fn event_row(
    number: i64,
    source: (Option<String>, Option<String>),
    (event, sha256): (&ArchiveEvent, &str),
    counts: bool,
) -> Row {
    vec![
        number.into(),
        source.0.into(),
        source.1.into(),
        sha256.to_owned().into(),
        event.name.clone().into(),
        event.country.clone().unwrap_or_default().into(),
        event.day.map(day_text).into(),
        i64::from(event.held_in().unwrap_or_default()).into(),
        i64::from(counts && event.day.is_some()).into(),
    ]
}

pub(super) fn player_row(event: i64, place: usize, player: &ArchivePlayer) -> Row {
    let name = format!("{} {}", player.given_names, player.surname);
    vec![
        event.into(),
        whole(place).into(),
        i64::from(player.number.unwrap_or_default()).into(),
        player.surname.clone().into(),
        player.given_names.clone().into(),
        player.country.clone().unwrap_or_default().into(),
        folded(&name).into(),
    ]
}

pub(super) fn game_row(
    openings: &Openings,
    (event, number): (i64, i64),
    of: &ArchiveEvent,
    game: &ArchiveGame,
) -> Row {
    let player_number = |place: usize| {
        let player = of.players.get(place);
        i64::from(player.and_then(|player| player.number).unwrap_or_default())
    };
    let year = of.held_in().unwrap_or_default();
    let ordered = match (of.day, year) {
        (Some(day), _) => day_text(day),
        (None, 0) => String::new(),
        (None, year) => format!("{year:04}"),
    };
    let opening = openings.of(&game.moves).map(|found| found.name);
    let moves = (!game.moves.is_empty()).then(|| transcript::linear(game.moves.clone()));
    vec![
        event.into(),
        number.into(),
        ordered.into(),
        i64::from(year).into(),
        i64::from(game.round.unwrap_or_default()).into(),
        whole(game.black).into(),
        whole(game.white).into(),
        player_number(game.black).into(),
        player_number(game.white).into(),
        i64::from(game.colours_known).into(),
        outcome(game.winner).to_owned().into(),
        game.discs.map(|discs| i64::from(discs.0)).into(),
        game.discs.map(|discs| i64::from(discs.1)).into(),
        moves.into(),
        opening.map(str::to_owned).into(),
    ]
}

/// The positions of a game behind the first, each once.
pub(super) fn position_rows((event, number): (i64, i64), game: &ArchiveGame) -> Vec<Row> {
    if game.moves.is_empty() {
        return Vec::new();
    }
    let reached = positions(&game.moves);
    let mut keys: Vec<i64> = reached.iter().skip(1).map(key_of).collect();
    keys.sort_unstable();
    keys.dedup();
    let rows = keys.into_iter();
    rows.map(|key| vec![key.into(), event.into(), number.into()])
        .collect()
}

/// A number of things as tables have it.
pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Small letters without accents: how names are searched. A letter of another script stands for itself.
pub(super) fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.trim().chars() {
        let plain = fold_ascii(letter.encode_utf8(&mut [0; 4]));
        match plain.lost.is_empty() {
            true => folded.push_str(&plain.text),
            false => folded.push(letter),
        }
    }
    folded.to_lowercase()
}

/// How a game ended, in a word.
const fn outcome(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "draw",
    }
}

fn day_text(day: CivilDate) -> String {
    format!("{:04}-{:02}-{:02}", day.year(), day.month(), day.day())
}

/// A position as the tables have it, whichever way round it is looked at.
pub(super) fn key_of(position: &Position) -> i64 {
    let (black, white, black_moves) = position_key(position);
    let mut hash = Sha256::new();
    hash.update(black.to_be_bytes());
    hash.update(white.to_be_bytes());
    hash.update([u8::from(black_moves)]);
    let digest = hash.finalize();
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    i64::from_be_bytes(first)
}
