//! Games of the archive as files.

use std::{fmt::Write as _, sync::Arc};

use outflank_access::Problem;
use outflank_formats::{
    CsvTable,
    ggf::{GgfRecord, GgfSetup, untimed_moves, write_ggf},
};
use outflank_othello::{Square, transcript};
use outflank_proto::ratings::v1 as proto;

use super::{Archive, queries::bad};

/// The headings of the table, in the order of its cells.
const HEADINGS: [&str; 19] = [
    "date",
    "year",
    "event",
    "country",
    "round",
    "black_number",
    "black_surname",
    "black_given_names",
    "black_country",
    "white_number",
    "white_surname",
    "white_given_names",
    "white_country",
    "colours_known",
    "won",
    "black_discs",
    "white_discs",
    "opening",
    "moves",
];

/// Games as a piece of a file; the first one may begin with headings.
type Written = fn(games: &[proto::ArchivedGame], first: bool) -> String;

impl Archive {
    /// A piece of the file.
    pub(crate) async fn download(
        self: &Arc<Self>,
        asked: proto::DownloadArchivedGamesRequest,
    ) -> Result<proto::DownloadArchivedGamesResponse, Problem> {
        let first = asked.after.is_empty();
        let written: Option<Written> = match asked.format.as_str() {
            "" | "csv" => Some(table),
            "txt" => Some(transcripts),
            "ggf" => Some(ggf),
            "wthor" => None,
            _ => return Err(bad("format is csv, txt, ggf or wthor")),
        };
        let games = proto::ListArchivedGamesRequest {
            player: asked.player,
            opponent: asked.opponent,
            name: asked.name,
            from_year: asked.from_year,
            to_year: asked.to_year,
            opening: asked.opening,
            position: asked.position,
            outcome: asked.outcome,
            with_moves: asked.with_moves || !matches!(asked.format.as_str(), "" | "csv"),
            page_size: 0,
            page_token: asked.after,
        };
        let (content, next) = match written {
            Some(written) => {
                let (games, next) = self.piece(&games).await?;
                (written(&games, first).into_bytes(), next)
            }
            None => self.base_piece(games).await?,
        };
        Ok(proto::DownloadArchivedGamesResponse { content, next })
    }
}

/// All that is known, a result a line.
fn table(games: &[proto::ArchivedGame], first: bool) -> String {
    let mut table = match first {
        true => CsvTable::with_headings(HEADINGS),
        false => CsvTable::default(),
    };
    for game in games {
        let event = game.event.clone().unwrap_or_default();
        table.own(&event.date);
        table.own(known(event.year));
        table.text(&event.name);
        table.text(&event.country);
        table.own(known(game.round));
        for player in [&game.black, &game.white] {
            let player = player.clone().unwrap_or_default();
            table.own(known(player.federation_number));
            table.text(&player.surname);
            table.text(&player.given_names);
            table.text(&player.country);
        }
        table.own(if game.colours_known { "yes" } else { "no" });
        table.own(&game.outcome);
        let discs = discs(game);
        for discs in [discs.map(|both| both.0), discs.map(|both| both.1)] {
            table.own(discs.map(|discs| discs.to_string()).unwrap_or_default());
        }
        table.text(&game.opening);
        table.own(&game.moves);
        table.end_line();
    }
    table.into_text()
}

/// A transcript a line, and before it what it is.
fn transcripts(games: &[proto::ArchivedGame], _first: bool) -> String {
    let mut text = String::new();
    for game in games {
        let event = game.event.clone().unwrap_or_default();
        let result = match discs(game) {
            Some((black, white)) => format!("{black}-{white}"),
            None => game.outcome.clone(),
        };
        let (black, white) = (name(game.black.as_ref()), name(game.white.as_ref()));
        // Writing to a string cannot fail.
        _ = writeln!(
            text,
            "# {} {}: {black} {result} {white}",
            held(&event),
            one_line(&event.name)
        );
        text.push_str(&game.moves);
        text.push('\n');
    }
    text
}

fn ggf(games: &[proto::ArchivedGame], _first: bool) -> String {
    let records = games.iter().map(|game| {
        let event = game.event.clone().unwrap_or_default();
        let difference = match (discs(game), game.outcome.as_str()) {
            (Some((black, white)), _) => i64::from(black) - i64::from(white),
            (None, "black") => 1,
            (None, "white") => -1,
            (None, _) => 0,
        };
        GgfRecord {
            place: event.name.clone(),
            date: held(&event).replace('-', "."),
            black: (name(game.black.as_ref()), None),
            white: (name(game.white.as_ref()), None),
            time_ms: None,
            setup: GgfSetup::default(),
            // Who won is known, by how much is not: it was settled.
            result: (difference, discs(game).is_none().then_some('s')),
            moves: untimed_moves(&squares(&game.moves)),
        }
    });
    write_ggf(&records.collect::<Vec<_>>())
}

pub(super) fn squares(moves: &str) -> Vec<Square> {
    let tokens = transcript::parse(moves).unwrap_or_default().into_iter();
    tokens.filter_map(|token| token.square()).collect()
}

/// Black's and white's, where they are known.
fn discs(game: &proto::ArchivedGame) -> Option<(u32, u32)> {
    game.black_discs.zip(game.white_discs)
}

fn known(number: u32) -> String {
    match number {
        0 => String::new(),
        number => number.to_string(),
    }
}

/// The day, or the year, or `?`.
fn held(event: &proto::ArchivedEvent) -> String {
    match (event.date.as_str(), event.year) {
        ("", 0) => "?".to_owned(),
        ("", year) => year.to_string(),
        (date, _) => date.to_owned(),
    }
}

fn name(player: Option<&proto::ArchivedPlayer>) -> String {
    let player = player.cloned().unwrap_or_default();
    let name = format!("{} {}", player.given_names, player.surname);
    match one_line(name.trim()) {
        name if name.is_empty() => player.federation_number.to_string(),
        name => name,
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
