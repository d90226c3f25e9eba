//! What may come in at all. Anything else is refused before it meets the state.

use outflank_access::{Kind, Problem, beginning, identifier::is_id, problem};
use outflank_formats::{CivilDate, fold_ascii};
use outflank_proto::printable::is_unprintable;
use outflank_tournament::{LATEST_START_DAYS, Leg, RuleSet, Seed, TimeControl};

use serde_json::{Map, Value};

use super::problems::{invalid, refused, rule_set_name_taken, unknown_tournament};

/// Longest id of a series.
const LONGEST_SERIES_BYTES: usize = 64;
const LONGEST_NAME_CHARS: usize = 70;
const LONGEST_RULE_SET_NAME_CHARS: usize = 100;
const LONGEST_CONTEST_TITLE_CHARS: usize = 80;
const LONGEST_REASON_CHARS: usize = 500;
const LONGEST_ANNOUNCEMENT_CHARS: usize = 2_000;
const LONGEST_COMMAND_ID_BYTES: usize = 100;
const HIGHEST_RATING: i32 = 4_000;
const MINUTE_MS: i64 = 60_000;
const SHORTEST_MAIN_MINUTES: i64 = 1;
const LONGEST_MAIN_MINUTES: i64 = 180;
const MOST_ROUNDS: u32 = 64;
const SQUARES: u32 = 64;
const LONGEST_RULE_SET_BYTES: usize = 64 * 1024;
/// A mistake in a rule set is said with what was written, which may be long.
const LONGEST_MISTAKE_CHARS: usize = 200;
const LONGEST_SAID_VALUE_CHARS: usize = 64;
/// Clocks of people differ: a start that lies so little in the past means now.
const PAST_START_MS: i64 = 5_000;
const LATEST_START_MS: i64 = LATEST_START_DAYS * 24 * 3_600_000;

pub(super) fn tournament_id(id: &str) -> Result<(), Problem> {
    if is_id(id) {
        Ok(())
    } else {
        Err(unknown_tournament(id))
    }
}

/// Every command has an id of its own.
pub(crate) fn command_id(id: &str) -> Result<(), Problem> {
    if (1..=LONGEST_COMMAND_ID_BYTES).contains(&id.len()) && !id.chars().any(char::is_control) {
        return Ok(());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_command_id",
        "A command needs an id of 1 to {most} bytes without control characters.",
        most = LONGEST_COMMAND_ID_BYTES,
    ))
}

/// The text as it is kept, if it has so many characters and all of them show.
fn printable(text: &str, least: usize, most: usize) -> Option<&str> {
    let text = text.trim();
    let fits = (least..=most).contains(&text.chars().count());
    (fits && !text.chars().any(is_unprintable)).then_some(text)
}

/// A name that a rating file can show: it has an ASCII form.
fn latin((field, what): (&str, &str), name: &str, least: usize) -> Result<String, Problem> {
    let most = LONGEST_NAME_CHARS;
    let Some(name) = printable(name, least, most) else {
        return Err(problem!(
            Kind::Invalid,
            "bad_name",
            "{what} must have {least} to {most} characters and no control characters.",
            what,
            least,
            most,
        )
        .about(field));
    };
    let lost: String = fold_ascii(name).lost.into_iter().collect();
    if lost.is_empty() {
        return Ok(name.to_owned());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_name",
        "{what} must be in Latin letters, as rating files are; {letters} has no Latin form.",
        what,
        letters = lost,
    )
    .about(field))
}

pub(super) fn event_name(name: &str) -> Result<String, Problem> {
    latin(("name", "The event's name"), name, 1)
}

/// What an arena or a ladder is called.
pub(super) fn contest_title(title: &str) -> Result<String, Problem> {
    let most = LONGEST_CONTEST_TITLE_CHARS;
    let title = printable(title, 1, most).ok_or_else(|| {
        problem!(
            Kind::Invalid,
            "bad_title",
            "The title of an arena or a ladder has 1 to {most} characters, and all of them show.",
            most,
        )
        .about("title")
    })?;
    Ok(title.to_owned())
}

/// Under what somebody saves a rule set: no preset's.
pub(super) fn rule_set_name(name: &str) -> Result<String, Problem> {
    let Some(name) = printable(name, 1, LONGEST_RULE_SET_NAME_CHARS) else {
        return Err(problem!(
            Kind::Invalid,
            "bad_rule_set_name",
            "A rule set's name has 1 to {most} characters, and all of them show.",
            most = LONGEST_RULE_SET_NAME_CHARS,
        )
        .about("name"));
    };
    if RuleSet::preset_names().contains(&name) {
        return Err(rule_set_name_taken(name));
    }
    Ok(name.to_owned())
}

/// A series as its legs name it; no leg without a series and no series without a leg.
pub(super) fn leg(series: &str, number: u32) -> Result<Option<Leg>, Problem> {
    if series.is_empty() && number == 0 {
        return Ok(None);
    }
    Ok(Some(Leg {
        series: self::series(series)?,
        number,
    }))
}

/// The id of a series.
pub(crate) fn series(series: &str) -> Result<String, Problem> {
    let sound = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if series.is_empty() || series.len() > LONGEST_SERIES_BYTES || !series.bytes().all(sound) {
        return Err(problem!(
            Kind::Invalid,
            "bad_series",
            "A series is named by 1 to {most} small letters, digits and -, such as grand-prix-2027.",
            most = LONGEST_SERIES_BYTES,
        ));
    }
    Ok(series.to_owned())
}

/// Empty = the account's own.
pub(super) fn director_name(name: &str) -> Result<String, Problem> {
    latin(("director_name", "The director's name"), name, 0)
}

pub(super) fn surname(name: &str) -> Result<String, Problem> {
    let name = latin(("surname", "A surname"), name, 1)?;
    if name.chars().any(char::is_alphabetic) {
        return Ok(name);
    }
    Err(invalid(
        "bad_name",
        "A surname has a letter at least; write it as the person or the program is called.",
    )
    .about("surname"))
}

/// Programs and some people have none.
pub(super) fn given_names(name: &str) -> Result<String, Problem> {
    latin(("given_names", "Given names"), name, 0)
}

pub(super) fn reason(reason: &str) -> Result<String, Problem> {
    let text = printable(reason, 1, LONGEST_REASON_CHARS).map(str::to_owned);
    text.ok_or_else(|| {
        problem!(
            Kind::Invalid,
            "bad_reason",
            "A reason or another text that goes with an act must have 1 to {most} characters and no control \
             characters.",
            most = LONGEST_REASON_CHARS,
        )
    })
}

/// What is announced may have lines.
pub(super) fn announcement(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let fits = (1..=LONGEST_ANNOUNCEMENT_CHARS).contains(&text.chars().count());
    if fits && !text.chars().any(|c| c != '\n' && is_unprintable(c)) {
        return Ok(text.to_owned());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_announcement",
        "An announcement must have 1 to {most} characters, in lines, and no other control characters.",
        most = LONGEST_ANNOUNCEMENT_CHARS,
    ))
}

/// A text of an event's description, in one line.
pub(super) fn description_line(name: &str, text: &str, most: usize) -> Result<String, Problem> {
    let text = text.trim();
    if text.len() <= most && !text.chars().any(is_unprintable) {
        return Ok(text.to_owned());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_description",
        "The {name} of an event has at most {most} bytes, in one line without control characters.",
        name,
        most,
    )
    .about(name))
}

/// The same in lines, however they ended.
pub(super) fn description_lines(name: &str, text: &str, most: usize) -> Result<String, Problem> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if text.len() <= most && !text.chars().any(|c| c != '\n' && is_unprintable(c)) {
        return Ok(text.to_owned());
    }
    Err(problem!(
        Kind::Invalid,
        "bad_description",
        "The {name} of an event has at most {most} bytes, in lines, and no other control characters.",
        name,
        most,
    )
    .about(name))
}

pub(crate) fn country(code: &str) -> Result<String, Problem> {
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(code.to_owned());
    }
    Err(invalid(
        "bad_country",
        "A country is written as three upper-case letters, such as FRA.",
    ))
}

pub(super) fn date(text: &str) -> Result<String, Problem> {
    let day = || {
        let mut parts = text.split('-');
        let year = parts.next().filter(|part| part.len() == 4)?;
        let month = parts.next().filter(|part| part.len() == 2)?;
        let day = parts.next().filter(|part| part.len() == 2)?;
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if parts.next().is_some() || ![year, month, day].into_iter().all(digits) {
            return None;
        }
        CivilDate::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    };
    match day() {
        Some(day) if day.year() >= 1900 => Ok(day.to_string()),
        _ => Err(invalid(
            "bad_date",
            "The first day must be a day of the calendar from 1900 on, written YYYY-MM-DD.",
        )),
    }
}

/// 0 = unrated.
pub(super) fn rating(rating: i32) -> Result<Option<i32>, Problem> {
    if (0..=HIGHEST_RATING).contains(&rating) {
        return Ok((rating > 0).then_some(rating));
    }
    Err(problem!(
        Kind::Invalid,
        "bad_rating",
        "A rating goes from 1 to {most}; 0 means unrated.",
        most = HIGHEST_RATING,
    ))
}

pub(super) fn federation_number(number: u32) -> Result<u32, Problem> {
    if number <= 999_999 {
        return Ok(number);
    }
    Err(invalid(
        "bad_federation_number",
        "A federation number has at most six digits; 0 means none.",
    ))
}

/// The preset of that name with what the director sets.
pub(super) fn rule_set(name: &str, main_time_ms: i64, rounds: u32) -> Result<RuleSet, Problem> {
    let mut rules = RuleSet::preset(name).map_err(|refusal| refused(&refusal))?;
    if main_time_ms != 0 {
        let allowed_ms = SHORTEST_MAIN_MINUTES * MINUTE_MS..=LONGEST_MAIN_MINUTES * MINUTE_MS;
        if !allowed_ms.contains(&main_time_ms) {
            let problem = problem!(
                Kind::Invalid,
                "bad_main_time",
                "The time of each player goes from {least_minutes} to {most_minutes} minutes; 0 means the rule set's.",
                least_minutes = SHORTEST_MAIN_MINUTES,
                most_minutes = LONGEST_MAIN_MINUTES,
            );
            return Err(problem.about("main_time_ms"));
        }
        rules.time_controls.qualification = TimeControl::SuddenDeath {
            main_ms: main_time_ms,
        };
    }
    if rounds > MOST_ROUNDS {
        return Err(problem!(
            Kind::Invalid,
            "bad_rounds",
            "At most {most} rounds can be set; 0 means the rule set's number.",
            most = MOST_ROUNDS,
        ));
    }
    rules.rounds = (rounds > 0).then_some(rounds);
    Ok(rules)
}

/// A director's own rules, whole. Fields that are left out are those of the preset they are based on.
pub(crate) fn rule_set_document(json: &str) -> Result<RuleSet, Problem> {
    if json.len() > LONGEST_RULE_SET_BYTES {
        return Err(problem!(
            Kind::Invalid,
            "rule_set_too_long",
            "A rule set has at most {most} bytes of JSON.",
            most = LONGEST_RULE_SET_BYTES,
        ));
    }
    serde_json::from_str(json).map_err(|error| {
        let said = error.to_string();
        let mistake = said.rsplit_once(" at line ").map_or(&*said, |(mistake, _)| mistake);
        let problem = beginning(mistake, LONGEST_MISTAKE_CHARS);
        if error.line() > 0 {
            return problem!(
                Kind::Invalid,
                "bad_rule_set",
                "The rule set cannot be read at line {line}, column {column}: {problem}. Start from a preset and change \
                 values.",
                line = error.line(),
                column = error.column(),
                problem,
            );
        }
        // It is JSON, and a value in it is none of a rule set's: a place in the text is not known, but the value's name is.
        match mistaken_value(json) {
            Some(value) => problem!(
                Kind::Invalid,
                "bad_rule_set",
                "The value {value} of the rule set cannot be read: {problem}. Start from a preset and change values.",
                value = beginning(&value, LONGEST_SAID_VALUE_CHARS),
                problem,
            ),
            None => problem!(
                Kind::Invalid,
                "bad_rule_set",
                "The rule set cannot be read: {problem}. Start from a preset and change values.",
                problem,
            ),
        }
    })
}

/// The first value of a rule set that cannot be read even if all others are its preset's.
fn mistaken_value(json: &str) -> Option<String> {
    let given: Map<String, Value> = serde_json::from_str(json).ok()?;
    let based_on = given.get("based_on")?;
    let alone = |(name, value): &(&String, &Value)| {
        let one = Map::from_iter([
            ("based_on".to_owned(), based_on.clone()),
            ((*name).clone(), (*value).clone()),
        ]);
        serde_json::from_value::<RuleSet>(Value::Object(one)).is_err()
    };
    let name = given.iter().find(alone)?.0;
    Some(name.clone())
}

/// Black's discs of a score that an official sets.
pub(crate) fn black_discs(discs: u32) -> Result<u32, Problem> {
    if discs <= SQUARES {
        return Ok(discs);
    }
    Err(problem!(
        Kind::Invalid,
        "bad_score",
        "Black's discs go from 0 to {most}; white has the rest of {most}.",
        most = SQUARES,
    ))
}

/// A seed or nonce, written as 64 hex digits.
pub(crate) fn seed(what: &str, text: &str) -> Result<Seed, Problem> {
    Seed::from_hex(text).ok_or_else(|| {
        problem!(
            Kind::Invalid,
            "bad_nonce",
            "{what} is written as 64 hex digits.",
            what,
        )
    })
}

/// 0 = as the engine has it.
pub(crate) fn start(starts_at_ms: i64, now_ms: i64) -> Result<i64, Problem> {
    if starts_at_ms == 0 {
        return Ok(0);
    }
    let ahead = starts_at_ms.saturating_sub(now_ms);
    if starts_at_ms < 0 || ahead < -PAST_START_MS {
        return Err(invalid(
            "start_in_the_past",
            "A round cannot start in the past; give a time to come, or 0 for now.",
        ));
    }
    if ahead > LATEST_START_MS {
        return Err(problem!(
            Kind::Invalid,
            "start_too_late",
            "A round starts at most {most_days} days after its publication.",
            most_days = LATEST_START_DAYS,
        ));
    }
    Ok(starts_at_ms.max(now_ms))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn dates() {
        for good in ["2026-11-21", "2024-02-29", "1977-01-01"] {
            assert_eq!(date(good).unwrap(), good);
        }
        for bad in [
            "",
            "2026-2-01",
            "2026-02-29",
            "2026-13-01",
            "21/11/2026",
            "2026-11-21-",
            "+026-11-21",
            "0001-01-01",
            "2026-11-2１",
        ] {
            assert_eq!(date(bad).unwrap_err().code, "bad_date", "{bad}");
        }
    }

    #[test]
    fn starts() {
        let now = 1_784_365_200_000;
        assert_eq!(start(0, now).unwrap(), 0);
        assert_eq!(start(now - PAST_START_MS, now).unwrap(), now);
        assert_eq!(start(now + 60_000, now).unwrap(), now + 60_000);
        for (bad, code) in [
            (now - PAST_START_MS - 1, "start_in_the_past"),
            (-1, "start_in_the_past"),
            (i64::MIN, "start_in_the_past"),
            (now + LATEST_START_MS + 1, "start_too_late"),
            (i64::MAX, "start_too_late"),
        ] {
            assert_eq!(start(bad, now).unwrap_err().code, code, "{bad}");
        }
    }

    #[test]
    fn names_are_trimmed_and_hold_nothing_that_does_not_show() {
        assert_eq!(surname("  Łękawska ").unwrap(), "Łękawska");
        assert_eq!(surname(&"é".repeat(70)).unwrap().chars().count(), 70);
        for bad in ["", "  ", "A\u{7}B", "A\nB", "A\u{202e}B", &"é".repeat(71)] {
            assert_eq!(surname(bad).unwrap_err().code, "bad_name", "{bad:?}");
        }
        assert_eq!(given_names("").unwrap(), "");
    }

    #[test]
    fn a_surname_has_a_letter() {
        for good in ["Ø", "O'Hara", "Player7", "4x4"] {
            assert_eq!(surname(good).unwrap(), good);
        }
        for bad in ["99999 !!", "7", "-", "..."] {
            let refused = surname(bad).unwrap_err();
            assert_eq!(refused.code, "bad_name", "{bad:?}");
            assert!(refused.detail.contains("letter"), "{refused}");
            assert_eq!(refused.field(), Some("surname"));
        }
        assert_eq!(given_names("2").unwrap(), "2");
    }
}
