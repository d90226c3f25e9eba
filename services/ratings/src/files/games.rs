//! `games.txt` and `games.ggf`: the games that were played here. And the line of a casual game.

use std::fmt::Write as _;

use outflank_casual::{Terms, Variant};
use outflank_formats::ggf::{GgfRecord, moves_on, write_ggf};
use outflank_othello::{self as othello, DrawnOpening, GameRules, Goal, Square, transcript::Token};
use outflank_proto::{
    pairing::v1::{
        Board, CasualGame, CasualPlayer, CasualTerms, CasualVariant, Entrant, Result as BoardResult,
    },
    play::v1::{PlayedGame, RecordedPly},
};
use time::OffsetDateTime;

use super::Event;

/// A game with its board and its players.
pub(crate) struct OfBoard<'a> {
    pub round: u32,
    pub board: &'a Board,
    pub result: &'a BoardResult,
    pub game: &'a PlayedGame,
    pub black: &'a Entrant,
    pub white: &'a Entrant,
}

impl OfBoard<'_> {
    /// Round and table, and the game of a match.
    pub fn place(&self) -> String {
        let Board { table, game, .. } = self.board;
        let of_match = if *game > 0 {
            format!("/{game}")
        } else {
            String::new()
        };
        format!("{}/{table}{of_match}", self.round)
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.game.plies.iter().filter_map(square)
    }
}

/// Where a ply was played; none of a pass.
pub(super) fn square(ply: &RecordedPly) -> Option<Square> {
    ply.square.parse().ok()
}

/// The games with at least one move, in the order of rounds and tables.
pub(super) fn played<'a>(event: &Event<'a>) -> Result<Vec<OfBoard<'a>>, String> {
    let mut games = Vec::new();
    for round in &event.tournament().rounds {
        let mut boards: Vec<&Board> = round.boards.iter().collect();
        boards.sort_by_key(|board| (board.table, board.game));
        for board in boards {
            let of_board = || {
                let game = *event.games.get(board.game_id.as_str())?;
                let moved = game.plies.iter().any(|ply| square(ply).is_some());
                moved.then_some(OfBoard {
                    round: round.number,
                    board,
                    result: board.result.as_ref()?,
                    game,
                    black: event.entrants.get(board.black_entrant_id.as_str())?,
                    white: event.entrants.get(board.white_entrant_id.as_str())?,
                })
            };
            games.extend(of_board());
        }
    }
    if games.is_empty() {
        return Err("no game of it was played at this server".to_owned());
    }
    Ok(games)
}

/// A transcript a line, and before it what it is; passes are left out.
pub(super) fn transcripts(event: &Event<'_>) -> Result<String, String> {
    let mut text = String::new();
    for of in played(event)? {
        let (black, white) = (of.black.federation_number, of.white.federation_number);
        let (own, other) = (of.result.black_discs, of.result.white_discs);
        let (place, ended_by) = (of.place(), &of.game.ended_by);
        // Writing to a string cannot fail.
        _ = writeln!(text, "# {place} {black} {own}-{other} {white} {ended_by}");
        let squares = of.squares().map(|square| square.to_string());
        text.extend(squares);
        text.push('\n');
    }
    Ok(text)
}

pub(super) fn ggf(event: &Event<'_>) -> Result<String, String> {
    let games = played(event)?;
    let name = &event.standing.summary.name;
    let records: Vec<GgfRecord> = games.iter().map(|of| record(name, of)).collect();
    Ok(write_ggf(&records))
}

/// One game of an event of that name.
pub(crate) fn one(event: &str, of: &OfBoard<'_>) -> String {
    write_ggf(&[record(event, of)])
}

fn record(event: &str, of: &OfBoard<'_>) -> GgfRecord {
    let side = |entrant: &Entrant| {
        let name = format!("{} {}", entrant.given_names, entrant.surname);
        let rating = (entrant.rating > 0).then_some(entrant.rating);
        (name.trim().to_owned(), rating)
    };
    let control = of.board.time_control.clone().unwrap_or_default();
    let (own, other) = (of.result.black_discs, of.result.white_discs);
    let (setup, moves) = moves_on(&othello::Board::OTHELLO, Goal::Most, plies(of.game));
    GgfRecord {
        place: format!("{event} {}", of.place()),
        date: date(of.game.starts_at_ms),
        black: side(of.black),
        white: side(of.white),
        time_ms: Some((control.main_ms, control.increment_ms)),
        setup,
        result: (
            i64::from(own).saturating_sub(other.into()),
            ended_by(of.game),
        ),
        moves,
    }
}

/// The line of a casual game; none where nobody made a move.
pub(crate) fn casual(of: &CasualGame, game: &PlayedGame) -> Option<String> {
    game.plies.iter().find_map(square)?;
    let terms = terms(of.terms.as_ref()?)?;
    let rules = GameRules {
        drawn_opening: drawn(game),
        ..terms.game_rules()
    };
    let (setup, moves) = moves_on(&rules.board(), rules.goal, plies(game));
    // Beside a game that is not rated stand the live ratings of whenever it is asked for.
    let is_rated = of.result.as_ref().is_some_and(|result| result.rated);
    let side = |player: &Option<CasualPlayer>| {
        let player = player.clone().unwrap_or_default();
        let rating = i32::try_from(player.live_rating).ok();
        let rating = rating.filter(|rating| is_rated && *rating > 0);
        (player.display_name, rating)
    };
    let (own, other) = (i64::from(game.black_discs), i64::from(game.white_discs));
    Some(write_ggf(&[GgfRecord {
        place: "Outflank".to_owned(),
        date: date(game.starts_at_ms),
        black: side(&of.black),
        white: side(&of.white),
        time_ms: Some((terms.main_ms, terms.increment_ms)),
        setup,
        result: (own - other, ended_by(game)),
        moves,
    }]))
}

fn terms(told: &CasualTerms) -> Option<Terms> {
    Some(Terms {
        variant: variant(told.variant())?,
        main_ms: told.main_ms,
        increment_ms: told.increment_ms,
    })
}

fn variant(told: CasualVariant) -> Option<Variant> {
    let name = told.as_str_name().strip_prefix("CASUAL_VARIANT_")?;
    Variant::named(&name.to_ascii_lowercase())
}

fn drawn(game: &PlayedGame) -> Option<DrawnOpening> {
    let squares = game.drawn_squares.iter().map(|square| square.parse().ok());
    let squares: Vec<Square> = squares.collect::<Option<_>>()?;
    DrawnOpening::new(squares.try_into().ok()?).ok()
}

/// Its words in a transcript, and the time that each took, in ms.
fn plies(game: &PlayedGame) -> impl Iterator<Item = (Token, Option<i64>)> {
    game.plies.iter().map(|ply| {
        let placed = square(ply).map(|square| Token::of(square, ply.flip.parse().ok()));
        (placed.unwrap_or(Token::Pass), Some(ply.charged_ms))
    })
}

/// The letter of what ended it otherwise than the board.
fn ended_by(game: &PlayedGame) -> Option<char> {
    match &*game.ended_by {
        "board_complete" => None,
        "flag" => Some('t'),
        "resignation" => Some('r'),
        _ => Some('s'),
    }
}

fn date(at_ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1_000));
    at.map_or_else(
        |_| "?".to_owned(),
        |at| {
            let (hour, minute, second) = at.to_hms();
            let (year, month, day) = at.to_calendar_date();
            let month = u8::from(month);
            format!("{year:04}.{month:02}.{day:02}_{hour:02}:{minute:02}:{second:02}.UTC")
        },
    )
}
