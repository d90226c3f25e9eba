use super::game_line::{self, GameLine};
use super::{ListedPlayer, SectionKind, label, player_line};

/// The four lines every file begins with, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Header {
    Tournament,
    Country,
    Date,
    Sender,
}

impl Header {
    pub(super) const ALL: [Self; 4] = [Self::Tournament, Self::Country, Self::Date, Self::Sender];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Tournament => "Tournament",
            Self::Country => "Country",
            Self::Date => "Date",
            Self::Sender => "Sender",
        }
    }
}

/// What one line of a rating file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Header(Header, String),
    Creator(String),
    CreationDate(String),
    Player(ListedPlayer),
    /// `%_%` without a player behind it: FlipTheDisc's remarks, some column headings.
    PlayerRemark(String),
    Label(SectionKind, String),
    Comment(String),
    Games(GameLine),
}

/// Decides what a line is; leading spaces before a percent sign are forgiven.
pub(super) fn classify(number: u32, text: &str) -> Line {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    let Some(comment) = trimmed.strip_prefix('%') else {
        return Line::Games(game_line::parse(number, text));
    };
    if let Some(line) = comment.strip_prefix('%').and_then(double_percent) {
        return line;
    }
    if let Some(body) = comment.strip_prefix("_%") {
        return match player_line::parse(number, body.trim()) {
            Some(player) => Line::Player(player),
            None => Line::PlayerRemark(body.trim().to_owned()),
        };
    }
    if let Some(player) = bare_player(number, comment) {
        return Line::Player(player);
    }
    let text = comment.trim_start_matches('%').trim();
    match label::classify(text) {
        Some(kind) => Line::Label(kind, text.to_owned()),
        None => Line::Comment(text.to_owned()),
    }
}

fn double_percent(text: &str) -> Option<Line> {
    let (key, value) = text.split_once(':')?;
    let value = value.trim().to_owned();
    let key = key.trim();
    if let Some(header) = Header::ALL
        .into_iter()
        .find(|header| key.eq_ignore_ascii_case(header.word()))
    {
        return Some(Line::Header(header, value));
    }
    if key.eq_ignore_ascii_case("Creator") {
        return Some(Line::Creator(value));
    }
    key.eq_ignore_ascii_case("CreationDate")
        .then_some(Line::CreationDate(value))
}

/// A player line that lost its `_%`: `% 3024, BORASSI, Michele`.
fn bare_player(number: u32, comment: &str) -> Option<ListedPlayer> {
    let body = comment.trim();
    let commas = body.matches(',').count();
    if commas < 2 || !body.starts_with(|c: char| c.is_ascii_digit() || c == '+') {
        return None;
    }
    player_line::parse(number, body).filter(|player| {
        player.id.is_some_and(|id| id > 0) && player.surname.starts_with(char::is_alphabetic)
    })
}
