//! The picture of standings: the first lines of the list, and how many more there are.

use crate::{
    board::{delay_text, mark, round_text},
    facts::{Ranked, StandingsPicture, StandingsState, Style},
    fonts::Fonts,
    numbers::halves,
    sheet::{Anchor, Sheet, Type},
    words::{Language, Word},
};

const LEFT: i32 = 48;
const RIGHT: i32 = 1152;
const ROOM: i32 = RIGHT - LEFT;
/// Where ranks end, names begin, countries begin, points and the tie-break end.
const RANK: i32 = 92;
const NAME: i32 = 120;
const COUNTRY: i32 = 788;
const POINTS: i32 = 970;
/// The line under the head of the list, and the height of a line of it.
const HEAD: i32 = 186;
const ROW: i32 = 46;

/// The drawing.
pub fn sheet(shown: &StandingsPicture, style: Style, fonts: &Fonts) -> String {
    let language = style.language;
    let mut sheet = Sheet::new(style.theme, fonts);
    let colors = sheet.colors;
    let name = Type::new(22, 600, colors.ink).at(Anchor::End);
    let app = language.text(Word::App);
    let width = sheet.text((RIGHT, 70), 200, name, app);
    mark(&mut sheet, (RIGHT - width - 22, 62), 11);
    let event = Type::new(46, 600, colors.ink);
    sheet.text((LEFT, 78), ROOM - width - 80, event, &shown.event);
    let about = Type::new(24, 400, colors.ink_2);
    sheet.text((LEFT, 118), ROOM, about, &about_text(shown, language));
    head(&mut sheet, shown, language);
    let rows = shown.rows.iter().take(StandingsPicture::MOST_ROWS);
    let mut top = HEAD;
    for row in rows.clone() {
        line(&mut sheet, row, top, language);
        top += ROW;
        sheet.rect((LEFT, top - 1, ROOM, 1), colors.line);
    }
    if shown.rows.is_empty() {
        let kind = Type::new(26, 400, colors.ink_2);
        let text = language.text(Word::BeforeRound1);
        sheet.text((LEFT, HEAD + 56), ROOM, kind, text);
    }
    foot(&mut sheet, shown, rows.len(), language);
    sheet.end()
}

fn about_text(shown: &StandingsPicture, language: Language) -> String {
    let said = |word, round: u32| language.say(word, &[("round", &round.to_string())]);
    let standings = language.text(Word::Standings).to_owned();
    let parts = match shown.state {
        StandingsState::Before => vec![standings],
        StandingsState::After(round) => vec![standings, said(Word::AfterRound, round)],
        StandingsState::Stopped(round) => vec![standings, said(Word::Stopped, round)],
        StandingsState::Within { round, open } => {
            let open = language.count((Word::OpenOne, Word::Open), open.into());
            vec![standings, round_text((round, shown.rounds), language), open]
        }
        StandingsState::Final => vec![language.text(Word::Final).to_owned()],
    };
    parts.join(" · ")
}

fn head(sheet: &mut Sheet<'_>, shown: &StandingsPicture, language: Language) {
    let colors = sheet.colors;
    let kind = Type::new(20, 400, colors.ink_3);
    let base = HEAD - 14;
    sheet.text(
        (NAME, base),
        COUNTRY - NAME,
        kind,
        language.text(Word::Player),
    );
    let end = kind.at(Anchor::End);
    sheet.text((POINTS, base), 150, end, language.text(Word::Points));
    let name = tie_break_name(&shown.tie_break, language);
    sheet.text((RIGHT, base), RIGHT - POINTS - 16, end, &name);
    sheet.rect((LEFT, HEAD - 2, ROOM, 2), colors.ink);
}

/// The head of a criterion's column: its own name where there is no word for it.
fn tie_break_name(criterion: &str, language: Language) -> String {
    let word = match criterion {
        "discs" => Word::Discs,
        "progressive" => Word::Progressive,
        "cumulative" => Word::Cumulative,
        "median" => Word::Median,
        "timeouts" => Word::Timeouts,
        "head_to_head" | "head-to-head" => Word::HeadToHead,
        other => return other.to_owned(),
    };
    language.text(word).to_owned()
}

fn line(sheet: &mut Sheet<'_>, row: &Ranked, top: i32, language: Language) {
    let colors = sheet.colors;
    let base = top + 32;
    let strong = Type::new(26, 600, colors.ink);
    let rank = row.rank.to_string();
    sheet.text(
        (RANK, base),
        RANK - LEFT + 10,
        strong.at(Anchor::End),
        &rank,
    );
    let name = Type::new(26, 400, colors.ink);
    let room = COUNTRY - NAME - 24;
    sheet.text((NAME, base), room, name, &row.player.name(language));
    let country = Type::new(22, 400, colors.ink_3);
    sheet.text((COUNTRY, base), 80, country, &row.player.country);
    let points = halves(row.half_points);
    sheet.text((POINTS, base), 90, strong.at(Anchor::End), &points);
    let tie_break = Type::new(26, 400, colors.ink_2).at(Anchor::End);
    sheet.text(
        (RIGHT, base),
        RIGHT - POINTS - 16,
        tie_break,
        &row.tie_break,
    );
}

fn foot(sheet: &mut Sheet<'_>, shown: &StandingsPicture, drawn: usize, language: Language) {
    let colors = sheet.colors;
    let kind = Type::new(22, 400, colors.ink_2);
    let mut used = 0;
    let more = shown.all.saturating_sub(drawn);
    if more > 0 && drawn > 0 {
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        let text = language.count((Word::MoreOne, Word::More), more);
        used = sheet.text((LEFT, 594), 400, kind, &text) + 40;
    }
    if let Some(text) = delay_text(shown.delay, language) {
        sheet.text((RIGHT, 594), ROOM - used, kind.at(Anchor::End), &text);
    }
}
