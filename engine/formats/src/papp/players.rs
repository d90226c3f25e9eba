use std::collections::BTreeMap;

use crate::findings::shown;
use crate::problem::{Parsed, Problem};
use crate::text::{decode, numbered_lines};

/// The players list (`joueurs.txt`): who has which federation number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayersList {
    /// The players in the order of the file.
    pub players: Vec<PappPlayer>,
}

/// One player of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappPlayer {
    /// Line of the file, from 1.
    pub line: u32,
    /// Federation number.
    pub id: u32,
    /// Surname; for a computer program its name.
    pub surname: String,
    /// First names, empty where the list has none.
    pub first_names: String,
    /// Country code: the player's own `{CTY}`, else the `pays =` line above.
    pub country: Option<String>,
    /// Rating on the list the file was made from.
    pub rating: Option<i32>,
    /// The comment after a backquote.
    pub comment: Option<String>,
}

/// Reads a players list. Never fails; a line that is no player, no country and no comment is a problem.
#[must_use]
pub fn read_players(bytes: &[u8]) -> Parsed<PlayersList> {
    let (text, _) = decode(bytes);
    let mut reader = Reader::default();
    for (number, line) in numbered_lines(&text) {
        if line.trim() == "__eof__" {
            break;
        }
        reader.line(number, line);
    }
    Parsed {
        value: reader.list,
        problems: reader.problems,
    }
}

#[derive(Default)]
struct Reader {
    list: PlayersList,
    problems: Vec<Problem>,
    country: Option<String>,
    seen: BTreeMap<u32, u32>,
}

impl Reader {
    fn problem(&mut self, line: u32, code: &'static str, what: String) {
        self.problems.push(Problem::new(line, code, what));
    }

    fn line(&mut self, number: u32, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() || is_comment(trimmed) {
            return;
        }
        if let Some(country) = country_line(trimmed) {
            match country {
                Some(code) => self.country = Some(code),
                None => self.problem(
                    number,
                    "country",
                    format!("\"{}\" names no country; write pays = FRA", shown(trimmed)),
                ),
            }
            return;
        }
        match player(number, trimmed) {
            Some((player, rest)) => self.take(player, rest),
            None => {
                let what = format!(
                    "\"{}\" is no player; write the number, then SURNAME, First names",
                    shown(trimmed)
                );
                self.problem(number, "not_a_player", what);
            }
        }
    }

    fn take(&mut self, mut player: PappPlayer, tail: Tail) {
        let line = player.line;
        if let Some(rating) = tail.bad_rating {
            self.problem(line, "rating", format!("<{}> is no rating", shown(&rating)));
        }
        if tail.bracket {
            let what =
                "brackets stand around one country and one rating; those in the name are left out";
            self.problem(line, "bracket", what.to_owned());
        }
        player.country = tail.country.or_else(|| self.country.clone());
        if player.country.is_none() {
            self.problem(
                line,
                "country",
                format!("player {} stands before any pays = line", player.id),
            );
        }
        if let Some(first) = self.seen.get(&player.id) {
            let what = format!("number {} stands in line {first} already", player.id);
            self.problem(line, "number_twice", what);
        } else {
            self.seen.insert(player.id, line);
        }
        self.list.players.push(player);
    }
}

/// `%` or `#` in front; `%_` is a blank to PAPP, so it begins no comment.
fn is_comment(trimmed: &str) -> bool {
    trimmed.starts_with('#') || (trimmed.starts_with('%') && !trimmed.starts_with("%_"))
}

/// `pays = FRA`: the outer option says whether it is such a line, the inner holds the code.
fn country_line(trimmed: &str) -> Option<Option<String>> {
    let (key, value) = trimmed.split_once('=')?;
    if !key.trim().eq_ignore_ascii_case("pays") {
        return None;
    }
    let value = value.split(['%', '#']).next().unwrap_or("");
    Some(code(value))
}

/// A country code without what may stand around it.
fn code(text: &str) -> Option<String> {
    let around = |c: char| c.is_whitespace() || matches!(c, '"' | ';' | '{' | '}');
    let code = single_spaced(text.trim_matches(around));
    (!code.is_empty()).then_some(code)
}

/// What stands behind the names of a player.
#[derive(Default)]
struct Tail {
    country: Option<String>,
    bad_rating: Option<String>,
    /// A bracket stands in a name.
    bracket: bool,
}

/// What stands around countries and ratings, and in no name.
const BRACKETS: [char; 4] = ['<', '>', '{', '}'];

fn name(text: &str) -> String {
    single_spaced(&text.replace(BRACKETS, " "))
}

fn player(line: u32, trimmed: &str) -> Option<(PappPlayer, Tail)> {
    let text = trimmed.replace("%_", " ");
    let (text, comment) = match text.split_once('`') {
        Some((text, comment)) => (text, Some(comment.trim().to_owned())),
        None => (text.as_str(), None),
    };
    let text = text.split(['%', '#']).next().unwrap_or("").trim();
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    let id = number.parse().ok().filter(|id| *id > 0)?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let (rest, rating) = bracketed(rest, '<', '>');
    let (rest, country) = bracketed(&rest, '{', '}');
    let (surname, first_names) = rest.split_once(',').unwrap_or((rest.as_str(), ""));
    let bracket = surname.contains(BRACKETS) || first_names.contains(BRACKETS);
    let (surname, first_names) = (name(surname), name(first_names));
    if surname.is_empty() {
        return None;
    }
    let parsed = rating.as_deref().map(str::parse);
    let player = PappPlayer {
        line,
        id,
        surname,
        first_names,
        country: None,
        rating: parsed
            .as_ref()
            .and_then(|rating| rating.as_ref().ok())
            .copied(),
        comment: comment.filter(|comment| !comment.is_empty()),
    };
    let bad_rating =
        rating.filter(|_| parsed.is_some_and(|parsed: Result<i32, _>| parsed.is_err()));
    let country = country.as_deref().and_then(code);
    Some((
        player,
        Tail {
            country,
            bad_rating,
            bracket,
        },
    ))
}

/// The text without its last bracketed part, and that part.
fn bracketed(text: &str, open: char, close: char) -> (String, Option<String>) {
    let Some((before, rest)) = text.rsplit_once(open) else {
        return (text.to_owned(), None);
    };
    let Some((inside, after)) = rest.split_once(close) else {
        return (text.to_owned(), None);
    };
    (format!("{before} {after}"), Some(inside.trim().to_owned()))
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
