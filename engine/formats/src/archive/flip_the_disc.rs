//! FlipTheDisc's JSON.

use outflank_tournament::Colour;

use outflank_othello::Color;

use super::{ArchiveEvent, ArchiveFile, ArchiveGame, ArchivePlayer, stem};
use crate::event::ToldGame;
use crate::flip_the_disc;
use crate::problem::Problem;

pub(super) fn take(file: ArchiveFile<'_>, problems: &mut Vec<Problem>) -> Vec<ArchiveEvent> {
    let parsed = flip_the_disc::read(file.bytes);
    problems.extend(parsed.problems);
    let told = parsed.value.event;
    let players: Vec<ArchivePlayer> = told
        .entrants
        .iter()
        .map(|entrant| ArchivePlayer {
            number: Some(entrant.number),
            surname: entrant.surname.clone(),
            given_names: entrant.first_names.clone(),
            country: entrant.country.clone(),
        })
        .collect();
    let place = |number: u32| {
        let mut places = players.iter();
        places.position(|player| player.number == Some(number))
    };
    let taken = |round: Option<u32>, game: &ToldGame| {
        let result = game.result?;
        let discs = (
            u16::try_from(result.black_discs).ok()?,
            u16::try_from(result.white_discs).ok()?,
        );
        Some(ArchiveGame {
            round,
            black: place(game.black)?,
            white: place(game.white).filter(|_| game.black != game.white)?,
            colours_known: true,
            winner: result.winner.map(|winner| match winner {
                Colour::Black => Color::Black,
                Colour::White => Color::White,
            }),
            discs: Some(discs),
            moves: game.moves.clone(),
        })
    };
    let rounds = (1..).zip(&told.rounds);
    let of_rounds = rounds.flat_map(|(number, round)| {
        let games = round.games.iter();
        games.filter_map(move |game| taken(Some(number), game))
    });
    let added = told.added.iter().filter_map(|game| taken(None, game));
    let games: Vec<ArchiveGame> = of_rounds.chain(added).collect();
    if games.is_empty() {
        return Vec::new();
    }
    if told.first_day.is_none() {
        let what = "the document has no date: its games count for no rating list";
        problems.push(Problem::new(1, "no_date", what));
    }
    let name = match told.name.trim() {
        "" => stem(file.name),
        name => name,
    };
    vec![ArchiveEvent {
        name: name.to_owned(),
        country: told.country,
        day: told.first_day,
        games,
        players,
        ..ArchiveEvent::default()
    }]
}
