//! Games in the Generic Game Format. What was played at one place on one day is an event; names may be anything, so they
//! are in one piece.

use std::collections::BTreeMap;

use outflank_othello::transcript::{Outcome, replay_squares};
use outflank_othello::{Color, Square};

use super::players::Players;
use super::{ArchiveEvent, ArchiveFile, ArchiveGame, ArchivePlayer, stem};
use crate::ggf::{self, GgfGame, GgfSetup};
use crate::problem::Problem;

pub(super) fn take(file: ArchiveFile<'_>, problems: &mut Vec<Problem>) -> Vec<ArchiveEvent> {
    let parsed = ggf::read_ggf(file.bytes);
    problems.extend(parsed.problems);
    let mut places = BTreeMap::new();
    let mut events: Vec<(ArchiveEvent, Players<String>)> = Vec::new();
    for game in &parsed.value {
        let ended = match ended(game) {
            Ok(ended) => ended,
            Err(what) => {
                problems.push(Problem::new(game.line, "game_left_out", what));
                continue;
            }
        };
        let place = *places.entry((&game.place, game.day)).or_insert_with(|| {
            events.push((event(game, file.name), Players::new()));
            events.len() - 1
        });
        if let Some((event, players)) = events.get_mut(place) {
            event.games.push(taken(game, ended, players, problems));
        }
    }
    let events = events.into_iter();
    events
        .map(|(event, players)| ArchiveEvent {
            players: players.all,
            ..event
        })
        .collect()
}

fn event(first: &GgfGame, file_name: &str) -> ArchiveEvent {
    let name = match first.place.trim() {
        "" => stem(file_name),
        place => place,
    };
    ArchiveEvent {
        name: name.to_owned(),
        day: first.day,
        ..ArchiveEvent::default()
    }
}

/// How a game ended.
#[derive(Clone, Copy)]
struct Ended {
    winner: Option<Color>,
    discs: Option<(u16, u16)>,
}

fn ended(game: &GgfGame) -> Result<Ended, &'static str> {
    if game.setup != GgfSetup::default() {
        return Err("the game is of a variant, or begins from another position than Othello's");
    }
    if game.black == game.white && !game.black.trim().is_empty() {
        return Err("a player is paired with himself");
    }
    let Some(result) = game.result else {
        return Err("the game has no result");
    };
    let difference = result.disc_difference.filter(|by| by.unsigned_abs() <= 64);
    let Some(difference) = difference else {
        return Err("the game's result is no whole number of discs from -64 to 64");
    };
    let black = u16::try_from((64 + difference) / 2).unwrap_or(32);
    // Resigned or lost on time: the discs are not those of a board, and no board has an odd difference.
    let of_board = result.on_the_board && difference % 2 == 0;
    Ok(Ended {
        winner: match difference.signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        },
        discs: of_board.then_some((black, 64 - black)),
    })
}

fn taken(
    game: &GgfGame,
    ended: Ended,
    players: &mut Players<String>,
    problems: &mut Vec<Problem>,
) -> ArchiveGame {
    let mut place = |name: &str| {
        players.place(name.to_owned(), || ArchivePlayer {
            surname: name.trim().to_owned(),
            ..ArchivePlayer::default()
        })
    };
    ArchiveGame {
        round: None,
        black: place(&game.black),
        white: place(&game.white),
        colours_known: true,
        winner: ended.winner,
        discs: ended.discs,
        moves: moves(game, problems),
    }
}

/// The moves, all of which are legal; none otherwise.
fn moves(game: &GgfGame, problems: &mut Vec<Problem>) -> Vec<Square> {
    let played = game.moves.iter();
    let squares: Vec<Square> = played.filter_map(|(_, token)| token.square()).collect();
    if matches!(replay_squares(&squares).outcome, Outcome::Illegal { .. }) {
        let what = "the game has an illegal move: its moves are left out";
        problems.push(Problem::new(game.line, "illegal_move", what));
        return Vec::new();
    }
    squares
}
