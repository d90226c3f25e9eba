use super::game_line::{GameFault, GameLine};
use super::line::{self, Header, Line};
use super::{RatingFile, Section, SectionKind};
use crate::date::CivilDate;
use crate::findings::Findings;
use crate::problem::Parsed;
use crate::text::{decode, numbered_lines};

/// Reads a rating file leniently: every variation the public archive holds is taken, and what cannot
/// be taken becomes a problem with its line. Never fails, whatever the bytes.
#[must_use]
pub fn read(bytes: &[u8]) -> Parsed<RatingFile> {
    let (text, encoding) = decode(bytes);
    let mut reader = Reader::default();
    reader.file.encoding = Some(encoding);
    for (number, text) in numbered_lines(&text) {
        reader.line(number, text);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    file: RatingFile,
    findings: Findings,
    seen: Vec<Header>,
}

impl Reader {
    fn problem(&mut self, line: u32, code: &'static str, what: impl Into<String>) {
        self.findings.add(line, code, what);
    }

    fn line(&mut self, number: u32, text: &str) {
        match line::classify(number, text) {
            Line::Blank | Line::Comment(_) | Line::PlayerRemark(_) => {}
            Line::Header(header, value) => self.header(number, header, value),
            Line::Creator(value) => self.file.creator = Some(value),
            Line::CreationDate(value) => self.file.creation_date = Some(value),
            Line::Player(player) => self.file.players.push(player),
            Line::Label(kind, label) => {
                self.file.sections.push(Section {
                    line: number,
                    kind,
                    label,
                    games: Vec::new(),
                });
            }
            Line::Games(games) => self.games(number, text, games),
        }
    }

    fn header(&mut self, number: u32, header: Header, value: String) {
        if self.seen.contains(&header) {
            let what = format!("%%{} stands twice; the first one is used", header.word());
            self.problem(number, "header_twice", what);
            return;
        }
        self.seen.push(header);
        match header {
            Header::Tournament => self.file.tournament = value,
            Header::Country => self.file.country = value,
            Header::Sender => self.file.sender = value,
            Header::Date => self.date(number, &value),
        }
    }

    fn date(&mut self, number: u32, value: &str) {
        let (first, last) = match value.split_once('-') {
            Some((first, last)) => (
                CivilDate::from_slashes(first),
                CivilDate::from_slashes(last),
            ),
            None => (CivilDate::from_slashes(value), None),
        };
        if first.is_none() || (value.contains('-') && last.is_none()) {
            self.problem(
                number,
                "bad_date",
                format!("%%Date is \"{value}\", not DD/MM/YYYY"),
            );
        }
        self.file.first_day = first;
        self.file.last_day = last;
    }

    fn games(&mut self, number: u32, text: &str, line: GameLine) {
        if self.file.sections.is_empty() && !line.games.is_empty() {
            self.file.sections.push(Section {
                line: 0,
                kind: SectionKind::Unlabelled,
                label: String::new(),
                games: Vec::new(),
            });
        }
        for fault in &line.faults {
            let (code, what) = describe(fault, text);
            self.problem(number, code, what);
        }
        for game in &line.games {
            if game.first == game.second {
                self.problem(
                    number,
                    "self_game",
                    format!("player {} is paired with himself", game.first),
                );
            }
        }
        if let Some(section) = self.file.sections.last_mut() {
            section.games.extend(line.games);
        }
    }

    fn finish(mut self) -> Parsed<RatingFile> {
        for header in Header::ALL {
            if !self.seen.contains(&header) {
                let what = format!(
                    "%%{}: is missing; a rating file begins with it",
                    header.word()
                );
                self.problem(1, "header_missing", what);
            }
        }
        Parsed {
            value: self.file,
            problems: self.findings.told(),
        }
    }
}

/// The problem a fault makes of the line `text`.
pub(super) fn describe(fault: &GameFault, text: &str) -> (&'static str, String) {
    match fault {
        GameFault::UnknownPlayer => (
            "unknown_player",
            "a player is given as ?, not by number; the game is left out".to_owned(),
        ),
        GameFault::NumberZero => (
            "player_zero",
            "number 0 is no player: a bye or a missing opponent is not a game".to_owned(),
        ),
        GameFault::NotAGame => {
            let shown: String = text.trim().chars().take(60).collect();
            (
                "not_a_game",
                format!(
                    "\"{shown}\" is neither a comment nor a game like \"  3752 (42)>(22)   1024 B\""
                ),
            )
        }
    }
}
