//! The XML files of PAPP: `rounds.xml`, who played whom, and `stand__N.xml`, the list after a round.
//!
//! Elements, their order and their names are PAPP's. Names are escaped, which PAPP forgets, and characters that no XML
//! document may hold are replaced.

use std::fmt::Write as _;

/// A player as both files name him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlPlayer {
    /// The name as shown: `BRANDT, Bodil`.
    pub name: String,
    /// Federation number.
    pub id: u32,
}

/// One table of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlPair {
    /// The table's number.
    pub table: u32,
    /// Who has black, and his discs where there is a result.
    pub black: (XmlPlayer, Option<u32>),
    /// The same of white.
    pub white: (XmlPlayer, Option<u32>),
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlRound {
    /// Its number, from 1.
    pub number: u32,
    /// Its tables.
    pub pairs: Vec<XmlPair>,
    /// Who has no table in it, the bye among them.
    pub not_paired: Vec<XmlPlayer>,
}

/// A line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlStanding {
    /// Left the tournament.
    pub left: bool,
    /// The place; the same for the same points.
    pub place: u32,
    /// Half-points.
    pub half_points: i64,
    /// The tie-break, in halves.
    pub tie_break_halves: i64,
    /// Who.
    pub player: XmlPlayer,
    /// Country code.
    pub country: String,
}

/// `rounds.xml`.
#[must_use]
pub fn rounds_xml(tournament: &str, rounds: &[XmlRound]) -> String {
    let mut xml = Xml::begin(tournament);
    xml.open("Rounds");
    for round in rounds {
        xml.open("Round");
        xml.value("Number", round.number);
        xml.open("Pairs");
        for pair in &round.pairs {
            xml.open("Pair");
            xml.value("Table", pair.table);
            for (side, (player, score)) in
                [("BlackPlayer", &pair.black), ("WhitePlayer", &pair.white)]
            {
                xml.open(side);
                xml.player(player);
                if let Some(score) = score {
                    xml.value("Score", score);
                }
                xml.close(side);
            }
            xml.close("Pair");
        }
        xml.close("Pairs");
        xml.open("NotPairedPlayers");
        for player in &round.not_paired {
            xml.open("NotPairedPlayer");
            xml.player(player);
            xml.close("NotPairedPlayer");
        }
        xml.close("NotPairedPlayers");
        xml.close("Round");
    }
    xml.close("Rounds");
    xml.end()
}

/// `stand__N.xml`: the list after a round.
#[must_use]
pub fn standing_xml(tournament: &str, round: u32, lines: &[XmlStanding]) -> String {
    let mut xml = Xml::begin(tournament);
    xml.open("Standing");
    xml.value("Number", round);
    xml.open("Players");
    for line in lines {
        xml.open("Player");
        if line.left {
            xml.line("<HasLeftTournament/>");
        }
        xml.value("Place", line.place);
        xml.value("Points", in_halves(line.half_points, false));
        xml.value("TieBreak", in_halves(line.tie_break_halves, true));
        xml.player(&line.player);
        xml.value("Country", escaped(&line.country));
        xml.close("Player");
    }
    xml.close("Players");
    xml.close("Standing");
    xml.end()
}

/// A number of halves, with one decimal where there is one, or always.
fn in_halves(halves: i64, always: bool) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let whole = halves.unsigned_abs() / 2;
    match halves % 2 {
        0 if always => format!("{sign}{whole}.0"),
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.5"),
    }
}

struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    fn begin(tournament: &str) -> Self {
        let mut xml = Self {
            text: "<?xml version='1.0' encoding='UTF-8'?>\n".to_owned(),
            depth: 0,
        };
        xml.open("Tournament");
        xml.value("Name", escaped(tournament));
        xml
    }

    fn end(mut self) -> String {
        self.close("Tournament");
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n('\t', self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn open(&mut self, element: &str) {
        self.line(&format!("<{element}>"));
        self.depth = self.depth.saturating_add(1);
    }

    fn close(&mut self, element: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(&format!("</{element}>"));
    }

    fn value(&mut self, element: &str, value: impl std::fmt::Display) {
        let mut line = String::new();
        // Writing to a string cannot fail.
        _ = write!(line, "<{element}>{value}</{element}>");
        self.line(&line);
    }

    fn player(&mut self, player: &XmlPlayer) {
        self.value("Name", escaped(&player.name));
        self.value("Id", player.id);
    }
}

/// Text between tags.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // A carriage return as itself would be read as a line feed.
            '\r' => escaped.push_str("&#13;"),
            '\t' | '\n' => escaped.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}
