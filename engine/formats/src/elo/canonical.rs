//! The strict form of single lines, byte for byte as PAPP writes them.

use super::{Game, ListedPlayer, Outcome};
use crate::fold::fold_ascii;

/// The heading of the player list.
pub(super) const PLAYER_HEADING: &str =
    "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating";

/// The label of the games after the numbered rounds.
pub(super) const ADDED_LABEL: &str = "%%Added results";

/// The label of a numbered round.
pub(super) fn round_label(number: u32) -> String {
    format!("%Round: {number}")
}

/// A game line with scores, black first.
pub(super) fn scored_game(black: u32, white: u32, outcome: Outcome, discs: (u16, u16)) -> String {
    format!(
        "{black:>6} ({:02}){}({:02}) {white:>6} B",
        discs.0,
        outcome.glyph(),
        discs.1
    )
}

/// A game line with whatever the game has, in the strict form's columns.
pub(super) fn game(game: &Game) -> String {
    let game = if game.colour == super::FirstColour::White {
        game.swapped()
    } else {
        *game
    };
    let glyph = game.outcome.glyph();
    let mut line = match game.discs {
        Some((first, second)) => format!(
            "{:>6} ({first:02}){glyph}({second:02}) {:>6}",
            game.first, game.second
        ),
        None => format!("{:>6} {glyph} {:>6}", game.first, game.second),
    };
    if game.colour != super::FirstColour::Unknown {
        line.push_str(" B");
    }
    line
}

/// A name, country or header value: ASCII, no line breaks, single spaces.
pub(super) fn plain(text: &str) -> String {
    fold_ascii(text)
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A field of a player line: as [`plain`], and without the commas that separate fields.
pub(super) fn field(text: &str) -> String {
    plain(&text.replace(',', " "))
}

/// A player line; the score in half-points, the discs in half-discs, no rating is written as 0.
pub(super) fn player(player: &ListedPlayer) -> Option<String> {
    let mut line = format!(
        "%_% {}{:>6}, {}, {}, {}",
        if player.is_new { '+' } else { ' ' },
        player.id?,
        field(&player.surname),
        field(&player.first_names),
        field(player.country.as_deref()?),
    );
    let (points, discs) = (player.half_points?, player.half_discs?);
    line.push_str(&format!(", {:>2}{}", points / 2, half(points)));
    line.push_str(&format!(
        ", {}{}, {}",
        discs / 2,
        half(discs),
        player.rating.unwrap_or(0)
    ));
    Some(line)
}

const fn half(halves: u32) -> &'static str {
    if halves.is_multiple_of(2) { "" } else { ".5" }
}
