use std::collections::BTreeSet;

use super::canonical::{self, ADDED_LABEL};
use super::file_name::{FileName, name_part};
use super::game_line::{GameFault, GameLine};
use super::line::{self, Header, Line};
use super::read::describe;
use super::{FirstColour, Game, ListedPlayer, Outcome, SectionKind};
use crate::date::CivilDate;
use crate::fold::fold_ascii;
use crate::text::{Encoding, decode, numbered_lines};

/// A place where a file leaves the strict form.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Departure {
    /// Line of the file, from 1; 0 for the file as a whole (its name, its encoding).
    pub line: u32,
    /// Stable name of the kind of departure, in `snake_case`.
    pub code: &'static str,
    /// One sentence: what is not as the strict form has it.
    pub what: String,
    /// What would be right: the line as it should stand, or what to do.
    pub right: String,
}

/// Names every departure of a rating file from the strict form; an empty list means the file is strict.
#[must_use]
pub fn strict_check(bytes: &[u8], file_name: &str) -> Vec<Departure> {
    let (text, encoding) = decode(bytes);
    let lines: Vec<(u32, &str, Line)> = numbered_lines(&text)
        .into_iter()
        .map(|(number, text)| (number, text, line::classify(number, text)))
        .collect();
    let mut check = Check {
        found: Vec::new(),
        listed: BTreeSet::new(),
        next_round: 1,
        section: SectionKind::Unlabelled,
    };
    check.bytes(bytes, encoding);
    check.head(&lines);
    check.name(file_name, &lines);
    check.listed = lines
        .iter()
        .filter_map(|(_, _, line)| listed_id(line))
        .collect();
    for (number, text, line) in &lines {
        check.line(*number, text, line);
    }
    check.found.sort_by_key(|departure| departure.line);
    check.found
}

fn listed_id(line: &Line) -> Option<u32> {
    match line {
        Line::Player(player) => player.id,
        _ => None,
    }
}

struct Check {
    found: Vec<Departure>,
    listed: BTreeSet<u32>,
    next_round: u32,
    section: SectionKind,
}

impl Check {
    fn add(
        &mut self,
        line: u32,
        code: &'static str,
        what: impl Into<String>,
        right: impl Into<String>,
    ) {
        self.found.push(Departure {
            line,
            code,
            what: what.into(),
            right: right.into(),
        });
    }

    fn bytes(&mut self, bytes: &[u8], encoding: Encoding) {
        if encoding == Encoding::Latin1 {
            self.add(
                0,
                "encoding",
                "the file is neither ASCII nor UTF-8",
                "pure ASCII without accented characters",
            );
        }
        if bytes.contains(&b'\r') {
            self.add(
                0,
                "line_ends",
                "lines end with a carriage return",
                "a single line feed ends a line",
            );
        }
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            self.add(
                0,
                "line_ends",
                "the last line is not ended",
                "a single line feed ends every line",
            );
        }
    }

    fn head(&mut self, lines: &[(u32, &str, Line)]) {
        for (index, header) in Header::ALL.into_iter().enumerate() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let template = match header {
                Header::Tournament => "%%Tournament: TTT",
                Header::Country => "%%Country: CCC",
                Header::Date => "%%Date: DD/MM/YYYY",
                Header::Sender => "%%Sender: RRR",
            };
            let Some((_, text, Line::Header(found, value))) = lines.get(index) else {
                self.add(
                    number,
                    "header_missing",
                    format!("line {number} is not %%{}", header.word()),
                    template,
                );
                continue;
            };
            if *found != header {
                self.add(
                    number,
                    "header_order",
                    format!("line {number} is not %%{}", header.word()),
                    template,
                );
                continue;
            }
            if value.is_empty() {
                self.add(
                    number,
                    "header_empty",
                    format!("%%{} says nothing", header.word()),
                    template,
                );
                continue;
            }
            let wanted = header_line(header, value);
            match wanted {
                Some(wanted) if wanted != *text => {
                    self.add(
                        number,
                        "header_form",
                        format!("%%{} is not in the strict form", header.word()),
                        wanted,
                    );
                }
                Some(_) => {}
                None => self.add(
                    number,
                    "bad_date",
                    format!("\"{value}\" is no date"),
                    template,
                ),
            }
        }
    }

    fn name(&mut self, file_name: &str, lines: &[(u32, &str, Line)]) {
        let value = |wanted: Header| {
            lines.iter().find_map(|(_, _, line)| match line {
                Line::Header(header, value) if *header == wanted => Some(value.as_str()),
                _ => None,
            })
        };
        let first_day = value(Header::Date).and_then(first_day);
        let title = value(Header::Tournament).unwrap_or("");
        match FileName::parse(file_name) {
            Ok(name) => {
                if let Some(day) = first_day.filter(|day| *day != name.first_day) {
                    let right = FileName {
                        first_day: day,
                        ..name
                    }
                    .to_string();
                    self.add(
                        0,
                        "file_name",
                        format!("the file name's day is not the first day played ({day})"),
                        right,
                    );
                }
            }
            Err(fault) => {
                let right = match first_day {
                    Some(day) => FileName::for_tournament(day, None, title).to_string(),
                    None => format!("YYYYMMDD_{}.ELO", name_part(title)),
                };
                self.add(
                    0,
                    "file_name",
                    format!("the file name {file_name} is not in the strict form: {fault}"),
                    right,
                );
            }
        }
    }

    fn line(&mut self, number: u32, text: &str, line: &Line) {
        let is_header = matches!(line, Line::Header(..)) && number <= 4;
        if !is_header && !text.is_ascii() {
            let folded = fold_ascii(text);
            self.add(
                number,
                "not_ascii",
                "the line has characters outside ASCII",
                folded.text,
            );
        }
        match line {
            Line::Blank | Line::Creator(_) | Line::CreationDate(_) => {}
            Line::Header(header, _) => {
                if !is_header {
                    self.add(
                        number,
                        "header_order",
                        format!("%%{} stands too low", header.word()),
                        "in the first four lines",
                    );
                }
            }
            Line::Comment(comment) | Line::PlayerRemark(comment) => {
                if !text.starts_with('%') {
                    self.add(
                        number,
                        "indented_comment",
                        "a comment's first character is %",
                        format!("%{comment}"),
                    );
                }
            }
            Line::Player(player) => self.player(number, text, player),
            Line::Label(kind, label) => self.label(number, text, *kind, label),
            Line::Games(games) => self.games(number, text, games),
        }
    }

    fn player(&mut self, number: u32, text: &str, player: &ListedPlayer) {
        match canonical::player(player) {
            Some(line) if line == text => {}
            Some(line) => self.add(
                number,
                "player_line",
                "the player line is not as PAPP writes it",
                line,
            ),
            None => self.add(
                number,
                "player_line_incomplete",
                "the player line lacks number, country, score or discs",
                "%_%  123456, SURNAME, First names, CTY,  8.5, 429, 2140",
            ),
        }
    }

    fn label(&mut self, number: u32, text: &str, kind: SectionKind, label: &str) {
        match kind {
            SectionKind::Round(round) => {
                let wanted = canonical::round_label(round);
                if text != wanted {
                    self.add(
                        number,
                        "round_label",
                        "the round's label is not as PAPP writes it",
                        wanted,
                    );
                }
                if round != self.next_round {
                    let right = format!("round {}", self.next_round);
                    self.add(
                        number,
                        "round_order",
                        format!("round {round} is out of order"),
                        right,
                    );
                }
                self.next_round = round.saturating_add(1);
            }
            SectionKind::Added => {
                if text != ADDED_LABEL {
                    self.add(
                        number,
                        "added_label",
                        "the label is not as PAPP writes it",
                        ADDED_LABEL,
                    );
                }
            }
            SectionKind::Finals => {
                if self.section != SectionKind::Added {
                    let what = format!("\"{label}\" stands outside the added results");
                    self.add(
                        number,
                        "finals_label",
                        what,
                        format!("{ADDED_LABEL} above it"),
                    );
                }
            }
            SectionKind::Unlabelled => {}
        }
        if !(kind == SectionKind::Finals && self.section == SectionKind::Added) {
            self.section = kind;
        }
    }

    fn games(&mut self, number: u32, text: &str, line: &GameLine) {
        if self.section == SectionKind::Unlabelled && !line.games.is_empty() {
            self.add(
                number,
                "no_round",
                "the game stands before any round's label",
                canonical::round_label(1),
            );
        }
        for fault in &line.faults {
            let (code, what) = describe(fault, text);
            let right = match fault {
                GameFault::UnknownPlayer => "the player's federation number",
                GameFault::NumberZero => "no line at all",
                GameFault::NotAGame => "a blank line, a comment or a game",
            };
            self.add(number, code, what, right);
        }
        if line.games.len() > 1 {
            self.add(
                number,
                "several_games",
                "several games stand on one line",
                "one game a line",
            );
        }
        for game in &line.games {
            self.game(number, game);
        }
        if let [game] = line.games.as_slice() {
            let wanted = canonical::game(game);
            if game.colour == FirstColour::White {
                self.add(
                    number,
                    "white_first",
                    "the first-named player had white",
                    wanted,
                );
            } else if line.faults.is_empty() && wanted != text {
                self.add(
                    number,
                    "game_form",
                    "the game is not set as PAPP writes it",
                    wanted,
                );
            }
        }
    }

    fn game(&mut self, number: u32, game: &Game) {
        if game.first == game.second {
            self.add(
                number,
                "self_game",
                format!("player {} is paired with himself", game.first),
                "two players",
            );
        }
        for id in [game.first, game.second] {
            if !self.listed.contains(&id) {
                self.add(
                    number,
                    "unlisted_player",
                    format!("player {id} has no player line"),
                    "a player line for everybody",
                );
            }
        }
        if game.colour == FirstColour::Unknown {
            self.add(
                number,
                "no_colour",
                "the line does not say who had black",
                "black first and B at the end",
            );
        }
        let Some((first, second)) = game.discs else {
            self.add(
                number,
                "no_score",
                "the game has no score",
                "the discs of both players in parentheses",
            );
            return;
        };
        if first.saturating_add(second) != 64 {
            self.add(
                number,
                "disc_sum",
                format!("{first} and {second} are not 64 together"),
                "empties go to the winner",
            );
        }
        if first != second && Outcome::of_discs(first, second) != game.outcome {
            let glyph = game.outcome.glyph();
            let what = format!("{glyph} says otherwise than {first}-{second}; the glyph counts");
            self.add(
                number,
                "result_against_score",
                what,
                "the score that was played",
            );
        }
    }
}

/// The strict form of a header line; `None` for a date that is none.
pub(super) fn header_line(header: Header, value: &str) -> Option<String> {
    let value = match header {
        Header::Date => first_day(value)?.with_slashes(),
        _ => canonical::plain(value),
    };
    Some(format!("%%{}: {value}", header.word()))
}

/// The first day of a date or a range of dates.
pub(super) fn first_day(value: &str) -> Option<CivilDate> {
    CivilDate::from_slashes(value.split('-').next()?)
}
