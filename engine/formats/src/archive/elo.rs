//! Rating files.

use outflank_othello::Color;

use super::players::Players;
use super::{ArchiveEvent, ArchiveFile, ArchiveGame, ArchivePlayer, stem};
use crate::elo::{self, FirstColour, Game, Outcome, RatingFile, SectionKind};
use crate::problem::Problem;

pub(super) fn take(file: ArchiveFile<'_>, problems: &mut Vec<Problem>) -> Vec<ArchiveEvent> {
    let parsed = elo::read(file.bytes);
    problems.extend(parsed.problems);
    let read = parsed.value;
    if read.first_day.is_none() {
        let what = "the file has no date: its games count for no rating list";
        problems.push(Problem::new(1, "no_date", what));
    }
    let mut players = players_of(&read);
    let mut games = Vec::new();
    for section in &read.sections {
        let round = match section.kind {
            SectionKind::Round(number) => Some(number),
            SectionKind::Unlabelled | SectionKind::Added | SectionKind::Finals => None,
        };
        for game in &section.games {
            // Of somebody with himself the reader tells.
            if game.first != game.second {
                games.push(taken(&mut players, round, game));
            }
        }
    }
    if games.is_empty() {
        return Vec::new();
    }
    let name = match read.tournament.trim() {
        "" => stem(file.name),
        name => name,
    };
    let country = read.country.trim();
    vec![ArchiveEvent {
        name: name.to_owned(),
        country: (!country.is_empty()).then(|| country.to_owned()),
        day: read.first_day,
        players: players.all,
        games,
        ..ArchiveEvent::default()
    }]
}

/// The players by their numbers; one who is in no line of players has no name.
fn players_of(file: &RatingFile) -> Players<u32> {
    let mut players = Players::new();
    for listed in &file.players {
        let Some(number) = listed.id else {
            continue;
        };
        let place = players.place(number, ArchivePlayer::default);
        players.all[place] = ArchivePlayer {
            number: Some(number),
            surname: listed.surname.clone(),
            given_names: listed.first_names.clone(),
            country: listed.country.clone(),
        };
    }
    players
}

fn taken(players: &mut Players<u32>, round: Option<u32>, game: &Game) -> ArchiveGame {
    let colours_known = game.colour != FirstColour::Unknown;
    let game = match game.colour {
        FirstColour::White => game.swapped(),
        FirstColour::Black | FirstColour::Unknown => *game,
    };
    let mut place = |number| {
        players.place(number, || ArchivePlayer {
            number: Some(number),
            ..ArchivePlayer::default()
        })
    };
    ArchiveGame {
        round,
        black: place(game.first),
        white: place(game.second),
        colours_known,
        winner: match game.outcome {
            Outcome::FirstWon => Some(Color::Black),
            Outcome::Drawn => None,
            Outcome::SecondWon => Some(Color::White),
        },
        discs: game.discs,
        moves: Vec::new(),
    }
}
