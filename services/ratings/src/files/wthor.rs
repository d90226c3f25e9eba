//! The games as a WTHOR base of one event: `games.wtb`, with the names of players (`games.jou`) and tournament
//! (`games.trn`). A base holds whole games alone: its stored score is that of the board.

use std::collections::BTreeMap;

use outflank_formats::wthor::{
    FileCreated, Games, Header, Names, Record, write_own_games, write_player_names,
    write_tournament_names,
};
use outflank_othello::{
    Square,
    transcript::{Outcome, canonical, replay_squares},
};
use outflank_proto::pairing::v1::Entrant;
use time::OffsetDateTime;

use super::{
    Event,
    games::{OfBoard, played},
};

pub(super) fn games(event: &Event<'_>) -> Result<Vec<u8>, String> {
    let places: BTreeMap<&str, u16> = event
        .tournament()
        .entrants
        .iter()
        .zip(0..=u16::MAX)
        .map(|(entrant, place)| (entrant.id.as_str(), place))
        .collect();
    let index = |entrant: &Entrant| {
        let place = places.get(entrant.id.as_str()).copied();
        place.ok_or_else(|| "it has more players than a base can name".to_owned())
    };
    let mut records = Vec::new();
    for (of, moves) in whole(event)? {
        let black_discs = u8::try_from(of.result.black_discs).unwrap_or(u8::MAX);
        records.push(Record {
            tournament: 0,
            black: index(of.black)?,
            white: index(of.white)?,
            black_discs,
            // From the last empty square on every play is perfect: see the header's depth.
            theoretical_black_discs: black_discs,
            moves,
            no_moves: Vec::new(),
        });
    }
    let header = header(event, true)?;
    write_own_games(&Games { header, records }).map_err(|flagged| {
        let flagged: Vec<String> = flagged
            .iter()
            .map(|flag| format!("record {}: {}", flag.line, flag.what))
            .collect();
        flagged.join("; ")
    })
}

pub(super) fn players(event: &Event<'_>) -> Result<Vec<u8>, String> {
    whole(event)?;
    let entrants = event.tournament().entrants.iter();
    let name = |entrant: &Entrant| {
        let name = format!("{} {}", entrant.surname, entrant.given_names);
        name.trim().to_owned()
    };
    Ok(write_player_names(&Names {
        header: header(event, false)?,
        names: entrants.map(name).collect(),
    }))
}

pub(super) fn tournament(event: &Event<'_>) -> Result<Vec<u8>, String> {
    whole(event)?;
    Ok(write_tournament_names(&Names {
        header: header(event, false)?,
        names: vec![event.standing.summary.name.clone()],
    }))
}

/// The games that a base has no place for.
pub(super) fn without(event: &Event<'_>) -> Vec<String> {
    let games = played(event).unwrap_or_default();
    let games = games.iter().filter(|of| moves(of).is_none());
    games.map(OfBoard::place).collect()
}

/// The games that were played to the end of the board, each with its moves turned so that the first is f5.
fn whole<'a>(event: &Event<'a>) -> Result<Vec<(OfBoard<'a>, Vec<Square>)>, String> {
    let games = played(event)?.into_iter();
    let whole: Vec<_> = games
        .filter_map(|of| {
            let moves = moves(&of)?;
            Some((of, moves))
        })
        .collect();
    if whole.is_empty() {
        return Err("no game of it was played to the end of the board".to_owned());
    }
    Ok(whole)
}

/// The moves of a whole game whose result is that of its board.
fn moves(of: &OfBoard<'_>) -> Option<Vec<Square>> {
    let squares: Vec<Square> = of.squares().collect();
    let Outcome::Finished { discs } = replay_squares(&squares).outcome else {
        return None;
    };
    let told = (of.result.black_discs, of.result.white_discs);
    let fits = told == (discs.black.into(), discs.white.into());
    fits.then(|| canonical(&squares))
}

fn header(event: &Event<'_>, of_games: bool) -> Result<Header, String> {
    let date = &event.standing.summary.date;
    let year = date.split('-').next().and_then(|year| year.parse().ok());
    let year: u16 = year.ok_or_else(|| format!("{date:?} is no date"))?;
    let at_ms = event.standing.told.at_ms;
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1_000));
    let at = at.map_err(|error| error.to_string())?;
    Ok(Header {
        created: FileCreated {
            year: u16::try_from(at.year()).unwrap_or(0),
            month: at.month().into(),
            day: at.day(),
        },
        games: 0,
        names: 0,
        year: if of_games { year } else { 0 },
        board_size: 8,
        solitaires: false,
        depth: 1,
        reserved: 0,
    })
}
