//! Games in the Generic Game Format. A file is an event; names may be anything, so they are in one piece.

use outflank_othello::{Color, Position, Square};

use super::players::Players;
use super::{ArchiveEvent, ArchiveFile, ArchiveGame, ArchivePlayer, stem, winner_of};
use crate::ggf::{self, GgfGame};
use crate::problem::Problem;

pub(super) fn take(file: ArchiveFile<'_>, problems: &mut Vec<Problem>) -> Vec<ArchiveEvent> {
    let parsed = ggf::read_ggf(file.bytes);
    problems.extend(parsed.problems);
    let mut event = ArchiveEvent {
        name: stem(file.name).to_owned(),
        ..ArchiveEvent::default()
    };
    let mut players = Players::new();
    for game in &parsed.value {
        match taken(game) {
            Ok((discs, winner, moves)) => {
                let mut place = |name: &str| {
                    players.place(name.to_owned(), || ArchivePlayer {
                        surname: name.trim().to_owned(),
                        ..ArchivePlayer::default()
                    })
                };
                event.games.push(ArchiveGame {
                    round: None,
                    black: place(&game.black),
                    white: place(&game.white),
                    colours_known: true,
                    winner,
                    discs,
                    moves,
                });
            }
            Err(what) => problems.push(Problem::new(game.line, "game_left_out", what)),
        }
    }
    if event.games.is_empty() {
        return Vec::new();
    }
    event.players = players.all;
    vec![event]
}

type Told = (Option<(u16, u16)>, Option<Color>, Vec<Square>);

fn taken(game: &GgfGame) -> Result<Told, &'static str> {
    if game.start != Position::START {
        return Err("the game begins from another position than Othello's");
    }
    let Some(result) = game.result else {
        return Err("the game has no result");
    };
    let moves: Vec<Square> = game
        .moves
        .iter()
        .filter_map(|(_, token)| token.square())
        .collect();
    let difference = result.disc_difference.filter(|by| by.abs() <= 64);
    let Some(difference) = difference else {
        return Err("the game's result is no whole number of discs from -64 to 64");
    };
    let black = u16::try_from((64 + difference) / 2).unwrap_or(32);
    let discs = (black, 64 - black);
    Ok(match result.on_the_board {
        true => (Some(discs), winner_of(discs), moves),
        // Resigned or lost on time: the discs are not those of a board.
        false => (None, winner_of(discs), moves),
    })
}
