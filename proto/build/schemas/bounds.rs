//! What services take of a request's values, where that is less than their types hold: told, and judged by the services.

use super::Schemas;
use crate::{
    json::{Json, object, text},
    messages::Field,
    printable::UNPRINTABLE,
};

const BOUNDS: &str = include_str!("../bounds.txt");
/// Control characters that end no line.
const CONTROLS: &str = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f";
/// Those of which nothing is left at a text's ends, and that show nothing.
const BLANK: &str = r"\s\u0085";

/// One line.
struct Bound {
    /// Of the list, not of its elements.
    of_list: bool,
    members: Vec<(&'static str, Json)>,
}

impl Schemas<'_> {
    /// The schema with what the services take of this field of a request.
    ///
    /// # Errors
    /// When its bound cannot be read.
    pub fn bounded(&self, message: &str, field: &Field, schema: Json) -> Result<Json, String> {
        if !self.bounds {
            return Ok(schema);
        }
        let full_name = format!("{message}.{}", field.name);
        let Some(line) = bound_of(&full_name) else {
            return Ok(schema);
        };
        let bound = read(line).ok_or_else(|| format!("bounds.txt: {line:?} bounds nothing"))?;
        Ok(with(schema, field.list && !bound.of_list, bound.members))
    }
}

/// The line of a field: the longest name that it ends with.
pub fn bound_of(full_name: &str) -> Option<&'static str> {
    let is_name = |name: &str| {
        let before = full_name.strip_suffix(name);
        before.is_some_and(|before| before.ends_with('.'))
    };
    lines()
        .filter(|(name, _)| is_name(name))
        .max_by_key(|(name, _)| name.len())
        .map(|(_, bound)| bound)
}

/// Every name that has a bound, and its bound.
pub fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = BOUNDS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' '))
}

fn read(bound: &'static str) -> Option<Bound> {
    let (kind, rest) = bound.split_once(' ')?;
    let range = || {
        let (least, most) = rest.split_once(' ')?;
        Some((least.parse::<i64>().ok()?, most.parse::<i64>().ok()?))
    };
    let one = |name, value| vec![(name, value)];
    let between = |names: [&'static str; 2]| {
        let (least, most) = range()?;
        Some(
            names
                .into_iter()
                .zip([least, most].map(Json::Number))
                .collect(),
        )
    };
    let members: Vec<_> = match kind {
        "characters" => between(["minLength", "maxLength"])?,
        "text" | "lines" | "any" => {
            let mut members: Vec<_> = between(["minLength", "maxLength"])?;
            let without = match kind {
                "text" => &unprintable(),
                "lines" => CONTROLS,
                _ => "",
            };
            members.extend(printable(without, range()?.0 > 0).map(|of| ("pattern", text(of))));
            members
        }
        "like" => one("pattern", text(format!("^{rest}$"))),
        "one" => {
            let words = rest.strip_prefix("of ")?.replace(' ', "|");
            one("pattern", text(format!("^({words})$")))
        }
        "number" => between(["minimum", "maximum"])?,
        "seconds" | "minutes" | "hours" => {
            let whole_ms = match kind {
                "seconds" => 1_000,
                "minutes" => 60_000,
                _ => 3_600_000,
            };
            let mut members: Vec<_> = between(["minimum", "maximum"])?;
            members.push(("multipleOf", Json::Number(whole_ms)));
            members
        }
        "elements" => one("minItems", Json::Number(rest.parse().ok()?)),
        _ => return None,
    };
    Some(Bound {
        of_list: kind == "elements",
        members,
    })
}

/// Characters that do not show, or turn the text around them, as a class of a regular expression has them.
fn unprintable() -> String {
    let unit = |of: char| format!(r"\u{:04x}", u32::from(of));
    let range = |(first, last): (char, char)| {
        if first == last {
            unit(first)
        } else {
            format!("{}-{}", unit(first), unit(last))
        }
    };
    UNPRINTABLE.into_iter().map(range).collect()
}

/// A text without these characters, of which something shows where it has to.
fn printable(without: &str, shows: bool) -> Option<String> {
    let any = match without {
        "" => r"[\s\S]*".to_owned(),
        without => format!("[^{without}]*"),
    };
    if shows {
        return Some(format!("^{any}[^{BLANK}{without}]{any}$"));
    }
    (!without.is_empty()).then(|| format!("^{any}$"))
}

/// The schema with these members instead of its own of the same names.
fn with(schema: Json, of_elements: bool, bound: Vec<(&str, Json)>) -> Json {
    let Json::Object(mut members) = schema else {
        return schema;
    };
    if of_elements {
        let items = members.iter_mut().filter(|(name, _)| name == "items");
        for (_, items) in items {
            *items = with(std::mem::replace(items, object([])), false, bound.clone());
        }
        return Json::Object(members);
    }
    for (name, value) in bound {
        match members.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own = value,
            None => members.push((name.to_owned(), value)),
        }
    }
    Json::Object(members)
}
