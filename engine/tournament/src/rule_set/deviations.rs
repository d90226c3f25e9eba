//! Where a rule set departs from the text it was copied from.

use outflank_othello::refusal::Milliseconds;

use super::readings::{at, fields, is_reading};
use super::{Deviation, FormatRow, RuleSet, TimeControl};
use crate::plan::{MAX_ENTRANTS, describe_format, own_stages};

/// Every value that departs from the text of the preset. The number of rounds is judged by
/// [`stage_plan`](crate::stage_plan), which knows the entrants; readings of silent paragraphs and values that no text sets are free.
#[must_use]
pub fn deviations(rules: &RuleSet) -> Vec<Deviation> {
    let Ok(preset) = RuleSet::preset(&rules.based_on) else {
        return Vec::new();
    };
    let mut found = format_deviations(rules, &preset);
    found.extend(time_deviations(rules, &preset));
    found.extend(value_deviations(rules, &preset));
    found
}

fn deviation(preset: &RuleSet, value: &str, detail: String) -> Deviation {
    Deviation::new(value, preset.sources.get(value).cloned(), detail)
}

/// Values that a text sets, changed.
fn value_deviations(rules: &RuleSet, preset: &RuleSet) -> Vec<Deviation> {
    let (given, known) = (fields(rules), fields(preset));
    let judged_here = |path: &str| {
        !(path == "formats"
            || path == "finals"
            || path.starts_with("time_controls.")
            || path == "round_notice_ms"
            || is_reading(&preset.based_on, path))
    };
    let changed: Vec<&str> = preset
        .sources
        .keys()
        .map(String::as_str)
        .filter(|path| judged_here(path))
        .filter(|path| at(&known, path).is_some() && at(&given, path) != at(&known, path))
        .collect();
    changed
        .iter()
        .filter(|path| !changed.iter().any(|other| is_part(other, path)))
        .map(|path| {
            let show = |value| short(at(value, path));
            let detail = format!(
                "The text sets {} to {}; {} is set.",
                path,
                show(&known),
                show(&given)
            );
            deviation(preset, path, detail)
                .with("text", show(&known))
                .with("set", show(&given))
        })
        .collect()
}

/// Whether a path lies within another.
fn is_part(path: &str, of: &str) -> bool {
    path.strip_prefix(of)
        .is_some_and(|rest| rest.starts_with('.'))
}

fn short(value: Option<&serde_json::Value>) -> String {
    const LONGEST: usize = 120;
    let text = value.map(ToString::to_string).unwrap_or_default();
    if text.chars().count() <= LONGEST {
        return text;
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}...")
}

/// The verb that goes with the words of a time control.
fn verb(control: TimeControl) -> &'static str {
    match control.is_sudden_death() {
        true => Milliseconds(control.main_ms()).verb(),
        false => "are",
    }
}

/// How a time control departs from the text of the field that sets it: below the least main time, or with
/// an increment or overtime that the text does not know.
pub(crate) fn time_deviation(
    preset: &RuleSet,
    field: &str,
    control: TimeControl,
) -> Option<Deviation> {
    if control.main_ms() < preset.shortest_main_ms {
        let detail = format!(
            "The text allows no less than {} a player; {control} {} set.",
            Milliseconds(preset.shortest_main_ms),
            verb(control)
        );
        let found = deviation(preset, field, detail)
            .with("least_ms", preset.shortest_main_ms)
            .with("control", control.to_string())
            .with("set", serde_json::json!(control));
        return Some(found);
    }
    if preset.source(field).is_some() && !control.is_sudden_death() {
        let detail = format!(
            "The text knows one stock of time without increment, delay or overtime; {control} {} set.",
            verb(control)
        );
        let found = deviation(preset, field, detail)
            .with("control", control.to_string())
            .with("set", serde_json::json!(control));
        return Some(found);
    }
    None
}

/// A time below the least or of another kind, and a notice shorter than the text's.
fn time_deviations(rules: &RuleSet, preset: &RuleSet) -> Vec<Deviation> {
    let mut found: Vec<Deviation> = rules
        .time_controls
        .by_field()
        .into_iter()
        .filter_map(|(field, control)| time_deviation(preset, field, control))
        .collect();
    if preset.source("round_notice_ms").is_some() && rules.round_notice_ms < preset.round_notice_ms
    {
        let detail = format!(
            "The text wants {} of notice before a round; {} {} set.",
            Milliseconds(preset.round_notice_ms),
            Milliseconds(rules.round_notice_ms),
            Milliseconds(rules.round_notice_ms).verb()
        );
        let notice = deviation(preset, "round_notice_ms", detail)
            .with("least_ms", preset.round_notice_ms)
            .with("ms", rules.round_notice_ms);
        found.push(notice);
    }
    found
}

/// Numbers of entrants whose format is none that the text allows.
fn format_deviations(rules: &RuleSet, preset: &RuleSet) -> Vec<Deviation> {
    let bound = |value: &str| preset.sources.contains_key(value);
    let (mut stages, mut finals) = (None, None);
    for entrants in 2..=MAX_ENTRANTS {
        let (Some(given), Some(known)) = (rules.format(entrants), preset.format(entrants)) else {
            continue;
        };
        let own = own_stages(given, entrants);
        let same_stages: Vec<&FormatRow> = allowed(rules, preset, known, entrants)
            .filter(|row| own_stages(row, entrants) == own)
            .collect();
        let same_finals = same_stages.iter().any(|row| row.finals == given.finals);
        if same_stages.is_empty() && bound("formats") {
            stages.get_or_insert((entrants, known, given));
        }
        let other_finals = match bound("formats") {
            true => !same_stages.is_empty() && !same_finals,
            false => known.finals != given.finals,
        };
        if other_finals && bound("finals") {
            finals.get_or_insert((entrants, known, given));
        }
        if stages.is_some() && finals.is_some() {
            break;
        }
    }
    [("formats", stages), ("finals", finals)]
        .into_iter()
        .filter_map(|(value, first)| {
            let (entrants, known, given) = first?;
            let (text, set) = (
                describe_format(known, entrants),
                describe_format(given, entrants),
            );
            let detail = format!("With {entrants} entrants the text wants: {text} Set is: {set}");
            let found = deviation(preset, value, detail)
                .with("entrants", entrants)
                .with("text", text)
                .with("set", set)
                .with("text_row", serde_json::json!(known))
                .with("set_row", serde_json::json!(given));
            Some(found)
        })
        .collect()
}

/// The preset's own row and the others that its text allows.
fn allowed<'a>(
    rules: &'a RuleSet,
    preset: &'a RuleSet,
    own: &'a FormatRow,
    entrants: u32,
) -> impl Iterator<Item = &'a FormatRow> {
    let others = rules
        .allowed_formats(preset)
        .filter(move |row| row.holds(entrants));
    std::iter::once(own).chain(others)
}
