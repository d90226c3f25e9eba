use super::SectionKind;

/// Words that name a numbered round, in the languages of the archive.
const ROUND_WORDS: [&str; 8] = [
    "rounds", "round", "ronde", "rodada", "turno", "ound", "runde", "tour",
];

/// Words that name games outside the numbered rounds.
const FINALS_WORDS: [&str; 8] = [
    "final",
    "finais",
    "semi",
    "playoff",
    "play-off",
    "place match",
    "third place",
    "barrage",
];

/// Abbreviations after "round" for finals (`%Round SF1`).
const FINALS_ROUNDS: [&str; 7] = ["sf", "po", "f", "qf", "3p", "5p", "7p"];

/// A label is a heading, not a sentence.
const LABEL_LIMIT: usize = 60;

/// What a comment announces, if it is the label of a run of games. `text` is without percent signs;
/// one that begins with `#` never is a label.
pub(super) fn classify(text: &str) -> Option<SectionKind> {
    let text = text.trim().trim_start_matches('%').trim().to_lowercase();
    if text.starts_with("added result") {
        return Some(SectionKind::Added);
    }
    if text.is_empty() || text.starts_with('#') || text.len() > LABEL_LIMIT {
        return None;
    }
    if is_finals(&text) {
        return Some(SectionKind::Finals);
    }
    round_number(&text).map(SectionKind::Round)
}

fn is_finals(text: &str) -> bool {
    if let Some(rest) = text
        .strip_prefix("round")
        .or_else(|| text.strip_prefix("ronde"))
    {
        let word = rest.trim_matches(|c: char| !c.is_alphanumeric());
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if FINALS_ROUNDS.contains(&word) || FINALS_ROUNDS.contains(&stem) {
            return true;
        }
    }
    if text.contains("prefinal") || text.starts_with("finalist") {
        return false;
    }
    FINALS_WORDS.iter().any(|word| text.contains(word)) || is_place_match(text)
}

/// `3/4`, `match 3/4`, `3rd and 4th place`, `SF1`.
fn is_place_match(text: &str) -> bool {
    let rest = text
        .strip_prefix("match")
        .unwrap_or(text)
        .trim_matches(|c: char| c == ':' || c.is_whitespace());
    if let Some((left, right)) = rest.split_once('/') {
        let number = |part: &str| part.parse::<u8>().is_ok_and(|place| place > 0);
        return number(left.trim()) && number(right.trim());
    }
    let place = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if place.len() < rest.len()
        && ["rd place", "th place", "rd and", "rd & "]
            .iter()
            .any(|tail| place.starts_with(tail))
    {
        return true;
    }
    rest.strip_prefix("sf")
        .is_some_and(|tail| !tail.is_empty() && tail.chars().all(|c| c.is_ascii_digit()))
}

/// The number of a round heading: `round 3`, `Round: 3`, `round3`, `day 1 - round 3`, `3 round`, `R3`.
fn round_number(text: &str) -> Option<u32> {
    if let Some(number) = text.strip_prefix('r').and_then(|rest| rest.parse().ok()) {
        return Some(number);
    }
    for word in ROUND_WORDS {
        for (at, _) in text.match_indices(word) {
            let before = text.get(..at).unwrap_or("");
            let after = text.get(at + word.len()..).unwrap_or("");
            if before.chars().next_back().is_some_and(char::is_alphabetic) {
                continue;
            }
            if let Some(number) = leading_number(after) {
                return Some(number);
            }
            if let Some(number) =
                ordinal(before).filter(|_| after.trim_matches([':', '.', ' ']).is_empty())
            {
                return Some(number);
            }
        }
    }
    None
}

/// The number at the head of what follows the word: after spaces, `:`, `#` or `.` only.
fn leading_number(after: &str) -> Option<u32> {
    let digits = after.trim_start_matches([' ', '\t', ':', '#', '.']);
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let tail = digits.get(end..).unwrap_or("");
    if tail.starts_with('/') || tail.starts_with(',') {
        return None;
    }
    digits.get(..end)?.parse().ok()
}

/// A whole heading such as `1` or `2nd` before the word.
fn ordinal(before: &str) -> Option<u32> {
    let before = before.trim();
    let words = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh",
    ];
    if let Some(index) = words.iter().position(|word| *word == before) {
        return u32::try_from(index + 1).ok();
    }
    let end = before
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(before.len());
    let tail = before.get(end..).unwrap_or("");
    if !["", ".", "st", "nd", "rd", "th"].contains(&tail) {
        return None;
    }
    before.get(..end)?.parse().ok()
}
