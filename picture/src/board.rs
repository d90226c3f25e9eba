//! The picture of a board: the board itself on the left, who plays and how it stands on the right.

use crate::{
    facts::{BoardPicture, Color, Delay, Lay, Moment, Score, Side, Stand, Style},
    fonts::Fonts,
    look::Colors,
    numbers::{clock, minutes, moment},
    sheet::{Anchor, Sheet, Type},
    words::{Language, Word},
};

/// The board: its left upper corner and its edge.
const BOARD: (i32, i32) = (66, 66);
const EDGE: i32 = 528;
/// The column on the right.
const LEFT: i32 = 656;
const RIGHT: i32 = 1152;
const ROOM: i32 = RIGHT - LEFT;

/// The drawing.
pub fn sheet(shown: &BoardPicture, style: Style, fonts: &Fonts) -> String {
    let language = style.language;
    let mut sheet = Sheet::new(style.theme, fonts);
    let colors = sheet.colors;
    coordinates(&mut sheet, shown.lay.as_ref().map_or(8, Lay::size));
    match &shown.lay {
        Some(lay) => board(&mut sheet, lay),
        None => covered(&mut sheet, language),
    }
    let event = Type::new(34, 600, colors.ink);
    sheet.text((LEFT, 88), ROOM, event, &shown.event);
    let place = Type::new(24, 400, colors.ink_2);
    let round = round_text((shown.round, shown.rounds), language);
    let words = [round, table(shown, language)].join(" · ");
    sheet.text((LEFT, 124), ROOM, place, &words);
    let acting = match shown.stand {
        Stand::ToMove(color) => Some(color),
        _ => None,
    };
    let winner = match shown.stand {
        Stand::Over(score) => score.winner,
        _ => None,
    };
    for (color, side, top) in [
        (Color::White, &shown.white, 144),
        (Color::Black, &shown.black, 270),
    ] {
        let place = Place {
            top,
            acts: acting == Some(color),
            won: winner == Some(color),
        };
        player(&mut sheet, &place, (color, side), language);
    }
    sheet.rect((LEFT, 396, ROOM, 2), colors.line);
    let below = state(&mut sheet, shown, language);
    let delay = Type::new(22, 400, colors.ink_2);
    if let Some(text) = delay_text(shown.delay, language) {
        sheet.lines((LEFT, below), (ROOM, 2, 30), delay, &text);
    }
    foot(&mut sheet, shown.as_of, language);
    sheet.end()
}

/// A round of so many; 0: nobody knows yet. Those of the finals are beyond their number.
pub fn round_text((round, rounds): (u32, u32), language: Language) -> String {
    let (number, all) = (round.to_string(), rounds.to_string());
    match round > rounds {
        true => language.say(Word::RoundAlone, &[("round", &number)]),
        false => language.say(Word::Round, &[("round", &number), ("rounds", &all)]),
    }
}

fn table(shown: &BoardPicture, language: Language) -> String {
    language.say(Word::Table, &[("table", &shown.table.to_string())])
}

/// The server's name below on the right, and how old the picture is before it.
fn foot(sheet: &mut Sheet<'_>, as_of: Option<Moment>, language: Language) {
    let colors = sheet.colors;
    let name = Type::new(22, 600, colors.ink).at(Anchor::End);
    let app = language.text(Word::App);
    let width = sheet.text((RIGHT, 594), ROOM, name, app);
    let middle = RIGHT - width - 22;
    mark(sheet, (middle, 587), 11);
    if let Some(at) = as_of {
        let text = language.say(Word::AsOf, &[("time", &moment(at))]);
        let kind = Type::new(20, 400, colors.ink_3);
        sheet.text((LEFT, 594), middle - 27 - LEFT, kind, &text);
    }
}

/// The app's sign.
pub fn mark(sheet: &mut Sheet<'_>, (x, y): (i32, i32), radius: i32) {
    let Colors { page, ink, .. } = *sheet.colors;
    let top = y - radius;
    sheet.shape(format_args!(
        r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{page}" stroke="{ink}" stroke-width="2.5"/><path d="M{x} {top}a{radius} {radius} 0 0 0 0 {}z" fill="{ink}"/>"#,
        2 * radius,
    ));
}

/// The letters above and the numbers beside the board.
fn coordinates(sheet: &mut Sheet<'_>, size: usize) {
    let kind = Type::new(18, 400, sheet.colors.ink_2).at(Anchor::Middle);
    let squares = i32::try_from(size).unwrap_or(8);
    for (place, file) in (0..squares).zip('a'..) {
        let middle = (2 * place + 1) * EDGE / (2 * squares);
        let (left, top) = BOARD;
        sheet.text((left + middle, top - 14), 60, kind, &file.to_string());
        let row = (place + 1).to_string();
        sheet.text((left - 24, top + middle + 6), 40, kind, &row);
    }
}

fn board(sheet: &mut Sheet<'_>, lay: &Lay) {
    let Colors {
        board,
        grid,
        last,
        disc_black,
        disc_white,
        ..
    } = *sheet.colors;
    let size = lay.size();
    let units = size * 100;
    let (left, top) = BOARD;
    // The board is drawn as on the page, a square a hundred units wide.
    let scale = f64::from(EDGE) / f64::from(u32::try_from(units).unwrap_or(800));
    sheet.shape(format_args!(
        r#"<g transform="translate({left} {top}) scale({scale})"><rect width="{units}" height="{units}" fill="{board}" stroke="{grid}" stroke-width="3"/>"#
    ));
    for line in (1..size).map(|line| line * 100) {
        sheet.shape(format_args!(
            r#"<path d="M{line} 0V{units}M0 {line}H{units}" stroke="{grid}" stroke-width="1.5"/>"#
        ));
    }
    if size > 4 {
        for (x, y) in [
            (200, 200),
            (200, units - 200),
            (units - 200, 200),
            (units - 200, units - 200),
        ] {
            sheet.shape(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="7" fill="{grid}"/>"#
            ));
        }
    }
    let middle = |place: usize| (place % size * 100 + 50, place / size * 100 + 50);
    for (place, color) in lay.discs() {
        let (x, y) = middle(place);
        let (face, rim) = match color {
            Color::Black => (disc_black, disc_white),
            Color::White => (disc_white, disc_black),
        };
        sheet.shape(format_args!(
            r#"<circle cx="{x}" cy="{}" r="41" fill="{rim}" opacity="0.72"/><circle cx="{x}" cy="{y}" r="41" fill="{face}"/>"#,
            y + 3,
        ));
    }
    for (x, y) in lay.flipped().iter().map(|place| middle(*place)) {
        sheet.shape(format_args!(
            r##"<circle cx="{x}" cy="{y}" r="27" fill="none" stroke="#808684" stroke-width="2.5"/>"##
        ));
    }
    if let Some((x, y)) = lay.last().map(middle) {
        sheet.shape(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="13" fill="{last}"/>"#
        ));
    }
    sheet.shape(format_args!("</g>"));
}

/// In place of a board that is hidden.
fn covered(sheet: &mut Sheet<'_>, language: Language) {
    let colors = sheet.colors;
    let (left, top) = BOARD;
    sheet.rect((left, top, EDGE, EDGE), colors.sunk);
    let kind = Type::new(28, 400, colors.ink).at(Anchor::Middle);
    let middle = (left + EDGE / 2, top + EDGE / 2 - 30);
    sheet.lines(
        middle,
        (EDGE - 80, 4, 38),
        kind,
        language.text(Word::Hidden),
    );
}

struct Place {
    top: i32,
    /// On move.
    acts: bool,
    won: bool,
}

fn player(sheet: &mut Sheet<'_>, place: &Place, (color, side): (Color, &Side), language: Language) {
    let colors = sheet.colors;
    let top = place.top;
    match place.acts {
        true => sheet.rect((LEFT, top, ROOM, 6), colors.signal),
        false => sheet.rect((LEFT, top, ROOM, 2), colors.ink),
    }
    disc(sheet, (LEFT, top + 25), color);
    let country = Type::new(22, 400, colors.ink_3).at(Anchor::End);
    let width = sheet.text((RIGHT, top + 48), 90, country, &side.player.country);
    let name = Type::new(30, 600, colors.ink);
    let room = ROOM - 40 - width - 16;
    sheet.text(
        (LEFT + 40, top + 49),
        room,
        name,
        &side.player.name(language),
    );
    let weight = if place.acts || place.won { 600 } else { 400 };
    let ink = if place.acts || place.won {
        colors.ink
    } else {
        colors.ink_2
    };
    if let Some(discs) = side.discs {
        let kind = Type::new(50, weight, ink).at(Anchor::End);
        sheet.text((RIGHT, top + 108), 100, kind, &discs.to_string());
    }
    if let Some(ms) = side.clock_ms {
        let ink = if place.acts {
            colors.signal
        } else {
            colors.ink_3
        };
        let kind = Type::new(50, 400, ink);
        sheet.text((LEFT, top + 108), 360, kind, &clock(ms));
    }
}

/// A disc on a square of the board: the form that is clear in the dark.
fn disc(sheet: &mut Sheet<'_>, (x, y): (i32, i32), color: Color) {
    let Colors {
        board,
        disc_black,
        disc_white,
        ..
    } = *sheet.colors;
    let face = match color {
        Color::Black => disc_black,
        Color::White => disc_white,
    };
    sheet.rect((x, y, 28, 28), board);
    sheet.shape(format_args!(
        r#"<circle cx="{}" cy="{}" r="10.6" fill="{face}"/>"#,
        x + 14,
        y + 14,
    ));
}

/// How the game stands and which position that is. Says where the next line goes.
fn state(sheet: &mut Sheet<'_>, shown: &BoardPicture, language: Language) -> i32 {
    let colors = sheet.colors;
    let text = stand_text(shown.stand, language);
    let mut below = 446;
    if !text.is_empty() {
        let kind = Type::new(32, 600, colors.ink);
        below = sheet.lines((LEFT, below), (ROOM, 2, 40), kind, &text);
    }
    let ply = shown.ply.to_string();
    let text = match shown.last_ply {
        Some(last) => language.say(Word::Ply, &[("ply", &ply), ("last", &last.to_string())]),
        None if shown.ply > 0 && shown.as_of.is_some() => {
            language.say(Word::AfterMove, &[("ply", &ply)])
        }
        None => return below,
    };
    let kind = Type::new(22, 400, colors.ink_2);
    sheet.text((LEFT, below), ROOM, kind, &text);
    below + 34
}

fn stand_text(stand: Stand, language: Language) -> String {
    let named = |color| match color {
        Color::Black => language.text(Word::Black),
        Color::White => language.text(Word::White),
    };
    match stand {
        Stand::Armed(Some(at)) => language.say(Word::Starts, &[("time", &moment(at))]),
        Stand::Armed(None) => language.text(Word::NotStarted).to_owned(),
        Stand::ToMove(color) => language.say(Word::ToMove, &[("color", named(color))]),
        Stand::Paused => language.text(Word::Paused).to_owned(),
        Stand::Adjourned => language.text(Word::Adjourned).to_owned(),
        Stand::Annulled => language.text(Word::Annulled).to_owned(),
        Stand::NobodyCame => language.text(Word::NobodyCame).to_owned(),
        Stand::Over(Score {
            black: 0, white: 0, ..
        }) => language.text(Word::NobodyScored).to_owned(),
        Stand::Over(score) => {
            let (color, one, other) = match score.winner {
                Some(Color::White) => (Some(Color::White), score.white, score.black),
                winner => (winner, score.black, score.white),
            };
            let score = format!("{one}–{other}");
            match color {
                Some(color) => {
                    language.say(Word::Won, &[("color", named(color)), ("score", &score)])
                }
                None => language.say(Word::Drawn, &[("score", &score)]),
            }
        }
        Stand::Between => String::new(),
    }
}

/// How much later moves are shown, in a sentence; none where they are shown at once.
pub fn delay_text(delay: Delay, language: Language) -> Option<String> {
    let (plies, ms) = match delay {
        Delay::None | Delay::By { plies: 0, ms: 0 } => return None,
        Delay::UntilOver => return Some(language.text(Word::Unshown).to_owned()),
        Delay::By { plies, ms } => (plies, ms.max(0)),
    };
    let mut parts = Vec::new();
    if plies > 0 {
        parts.push(language.count((Word::DelayMovesOne, Word::DelayMoves), plies.into()));
    }
    // Two minutes and more are told in minutes.
    if ms >= 120_000 {
        parts.push(language.say(Word::DelayMinutes, &[("minutes", &minutes(ms))]));
    } else if ms > 0 {
        let seconds = (ms + 999) / 1000;
        parts.push(language.say(Word::DelaySeconds, &[("count", &seconds.to_string())]));
    }
    let delay = parts.join(" + ");
    Some(language.say(Word::Delayed, &[("delay", &delay)]))
}
