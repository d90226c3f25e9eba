use super::canonical::{self, ADDED_LABEL};
use super::check::{Departure, first_day, header_line, strict_check};
use super::file_name::FileName;
use super::game_line::GameLine;
use super::line::{self, Header, Line};
use super::{ListedPlayer, SectionKind};
use crate::fold::fold_ascii;
use crate::text::{decode, numbered_lines};

/// A file brought as near to the strict form as its own facts allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The new text.
    pub text: String,
    /// The new name.
    pub file_name: String,
    /// What still departs: facts the file does not hold (a score, a colour) are never invented.
    pub remaining: Vec<Departure>,
}

/// Rewrites a rating file: encoding, line ends, headers, labels, columns, colours and its name are
/// mended; a line that is nothing a rating file may hold is kept as a comment.
#[must_use]
pub fn rewrite(bytes: &[u8], file_name: &str) -> Rewritten {
    let (text, _) = decode(bytes);
    let lines: Vec<(u32, &str, Line)> = numbered_lines(&text)
        .into_iter()
        .map(|(number, text)| (number, text, as_written(number, text)))
        .collect();
    let mut writer = Writer {
        out: Vec::new(),
        lost: Vec::new(),
        added: false,
    };
    writer.headers(&lines);
    for (_, text, line) in &lines {
        writer.line(text, line);
    }
    let mut text = writer.out.join("\n");
    text.push('\n');
    let file_name = new_name(file_name, &lines);
    let mut remaining = strict_check(text.as_bytes(), &file_name);
    remaining.extend(writer.lost);
    remaining.sort_by_key(|departure| departure.line);
    Rewritten {
        text,
        file_name,
        remaining,
    }
}

/// What a line is once it is written: all but games is told from its ASCII form, which is what stands there afterwards.
fn as_written(number: u32, text: &str) -> Line {
    if !text.trim_start().starts_with('%') {
        return line::classify(number, text);
    }
    line::classify(number, &fold_ascii(text).text)
}

fn header_value<'a>(lines: &'a [(u32, &str, Line)], wanted: Header) -> Option<&'a str> {
    lines.iter().find_map(|(_, _, line)| match line {
        Line::Header(header, value) if *header == wanted => Some(value.as_str()),
        _ => None,
    })
}

fn new_name(old: &str, lines: &[(u32, &str, Line)]) -> String {
    let Some(day) = header_value(lines, Header::Date).and_then(first_day) else {
        return old.to_owned();
    };
    match FileName::parse(old) {
        Ok(name) => FileName {
            first_day: day,
            ..name
        }
        .to_string(),
        Err(_) => {
            let title = header_value(lines, Header::Tournament).unwrap_or("");
            FileName::for_tournament(day, None, title).to_string()
        }
    }
}

struct Writer {
    out: Vec<String>,
    lost: Vec<Departure>,
    added: bool,
}

impl Writer {
    fn push(&mut self, mut line: String) {
        line.truncate(line.trim_end().len());
        self.out.push(line);
    }

    /// The number the next line will have.
    fn next_number(&self) -> u32 {
        u32::try_from(self.out.len().saturating_add(1)).unwrap_or(u32::MAX)
    }

    fn headers(&mut self, lines: &[(u32, &str, Line)]) {
        for header in Header::ALL {
            let value = header_value(lines, header).unwrap_or("");
            self.note_lost(value);
            let line = header_line(header, value)
                .unwrap_or_else(|| format!("%%{}: {}", header.word(), canonical::plain(value)));
            self.push(line.trim_end().to_owned());
        }
    }

    /// Characters without an ASCII form are gone after this line: the report says so.
    fn note_lost(&mut self, text: &str) {
        let lost = fold_ascii(text).lost;
        if !lost.is_empty() {
            self.lost.push(Departure {
                line: self.next_number(),
                code: "characters_lost",
                what: format!("{} characters had no ASCII form and stand as ?", lost.len()),
                right: "the name in Latin letters".to_owned(),
            });
        }
    }

    fn line(&mut self, text: &str, line: &Line) {
        if !matches!(line, Line::Header(..)) {
            self.note_lost(text);
        }
        match line {
            // The blank lines and headers of the old head give way to the new one.
            Line::Header(..) => {}
            Line::Blank => self.push(String::new()),
            Line::Creator(value) => self.push(format!("%%Creator: {}", canonical::plain(value))),
            Line::CreationDate(value) => {
                self.push(format!("%%CreationDate: {}", canonical::plain(value)))
            }
            Line::Comment(_) | Line::PlayerRemark(_) => {
                self.push(fold_ascii(text.trim_start()).text.trim_end().to_owned());
            }
            Line::Player(player) => self.player(text, player),
            Line::Label(kind, label) => self.label(*kind, label, text),
            Line::Games(games) => self.games(text, games),
        }
    }

    fn player(&mut self, text: &str, player: &ListedPlayer) {
        let line = canonical::player(player).unwrap_or_else(|| fold_ascii(text.trim()).text);
        self.push(line);
    }

    /// The strict label, and what the old one said besides in a comment that is no label itself.
    fn label(&mut self, kind: SectionKind, label: &str, text: &str) {
        let strict = match kind {
            SectionKind::Round(number) => {
                self.added = false;
                canonical::round_label(number)
            }
            SectionKind::Added => {
                self.added = true;
                ADDED_LABEL.to_owned()
            }
            SectionKind::Finals | SectionKind::Unlabelled => {
                if !self.added {
                    self.added = true;
                    self.push(ADDED_LABEL.to_owned());
                }
                self.push(fold_ascii(text.trim()).text);
                return;
            }
        };
        let bare = |text: &str| {
            text.to_lowercase()
                .replace(|c: char| !c.is_alphanumeric(), "")
        };
        let says_more = bare(label) != bare(&strict);
        self.push(strict);
        if says_more {
            self.push(format!("%# {}", canonical::plain(label)));
        }
    }

    fn games(&mut self, text: &str, line: &GameLine) {
        if line.games.is_empty() || !line.faults.is_empty() {
            self.push(format!("%# {}", canonical::plain(text)));
        }
        for game in &line.games {
            self.push(canonical::game(game));
        }
        if let (Some(remark), true) = (&line.remark, line.faults.is_empty()) {
            self.push(format!("%# {}", canonical::plain(remark)));
        }
    }
}
