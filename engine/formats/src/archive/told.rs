//! Events as files of other programs tell one.

use outflank_othello::Color;
use outflank_tournament::Colour;

use super::players::Players;
use super::{ArchiveEvent, ArchiveGame, ArchivePlayer, stem};
use crate::event::{ToldEvent, ToldGame};
use crate::problem::Problem;

/// What a file of this name tells; none where it has no result. A missing date is a finding.
pub(super) fn taken(
    told: ToldEvent,
    file_name: &str,
    problems: &mut Vec<Problem>,
) -> Option<ArchiveEvent> {
    let mut players = Players::new();
    for entrant in &told.entrants {
        players.place(entrant.number, || ArchivePlayer {
            number: Some(entrant.number),
            surname: entrant.surname.clone(),
            given_names: entrant.first_names.clone(),
            country: entrant.country.clone(),
        });
    }
    let mut games = Vec::new();
    for (number, round) in (1..).zip(&told.rounds) {
        let of_round = round.games.iter();
        games.extend(of_round.filter_map(|told| game(&mut players, Some(number), told)));
    }
    let added = told.added.iter();
    games.extend(added.filter_map(|told| game(&mut players, None, told)));
    if games.is_empty() {
        return None;
    }
    if told.first_day.is_none() {
        let what = "nothing says when it was held";
        problems.push(Problem::new(1, "no_date", what));
    }
    let name = match told.name.trim() {
        "" => stem(file_name),
        name => name,
    };
    Some(ArchiveEvent {
        name: name.to_owned(),
        country: told.country,
        day: told.first_day,
        games,
        players: players.all,
        ..ArchiveEvent::default()
    })
}

/// A result of two; none of what was no game, such as one that both lost.
fn game(players: &mut Players<u32>, round: Option<u32>, told: &ToldGame) -> Option<ArchiveGame> {
    let result = told.result.filter(|result| result.counts().game_line)?;
    let discs = (
        u16::try_from(result.black_discs).ok()?,
        u16::try_from(result.white_discs).ok()?,
    );
    if told.black == told.white {
        return None;
    }
    let mut place = |number| {
        players.place(number, || ArchivePlayer {
            number: Some(number),
            ..ArchivePlayer::default()
        })
    };
    Some(ArchiveGame {
        round,
        black: place(told.black),
        white: place(told.white),
        colours_known: true,
        winner: result.winner.map(|winner| match winner {
            Colour::Black => Color::Black,
            Colour::White => Color::White,
        }),
        discs: Some(discs),
        moves: told.moves.clone(),
    })
}
