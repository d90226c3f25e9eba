//! An example of a message: each field as its comment has it, else as fields of its name or its type are.
//!
//! Of requests it has what has to be said, and what somebody gives an example of; of answers everything, and null where
//! that says something.

use prost_reflect::Kind;

use super::{Schemas, Way, value::may_be_null};
use crate::{
    json::{Json, object, text},
    messages::{Field, Message},
};

/// `name example` or `Message.name example`, a line each.
const NAMES: &str = include_str!("../examples.txt");
/// Of a text of which nobody has said what it is like; no document has it.
const UNKNOWN: &str = "…";
/// 18 July 2026, 8:00 UTC, in ms.
const MOMENT_MS: i64 = 1_784_361_600_000;
/// Ends of the names of moments.
const MOMENTS: [&str; 5] = ["at_ms", "since_ms", "until_ms", "as_of_ms", "time_ms"];
/// A few bytes, base64url.
const BYTES: &str = "c2lnbmVk";
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Of an id: sixteen bytes, base64url.
const ID: usize = 22;

/// A message on its way to be an example.
#[derive(Clone, Copy)]
struct Making<'m> {
    way: Way,
    /// Said by the address and the headers.
    elsewhere: &'m [String],
    /// Which member, where a tag names one.
    member: usize,
    /// The messages that it stands in.
    within: &'m [&'m str],
}

impl Schemas<'_> {
    /// A body of this message; where it is a request that says by a tag what is to be done, one for each, by its word.
    ///
    /// # Errors
    /// When it is no message.
    pub fn examples(
        &self,
        message: &str,
        way: Way,
        elsewhere: &[String],
    ) -> Result<Vec<(String, Json)>, String> {
        let mut words = self.words_of_tag(message)?;
        if way == Way::Answer || words.is_empty() {
            words = vec![String::new()];
        }
        let example = |(member, word)| {
            let making = Making {
                way,
                elsewhere,
                member,
                within: &[],
            };
            Ok((word, Json::Object(self.members_of(message, making)?)))
        };
        words.into_iter().enumerate().map(example).collect()
    }

    /// A value of a field that stands in an address.
    ///
    /// # Errors
    /// When it is a message that there is not.
    pub fn example_of_part(&self, message: &str, field: &Field) -> Result<Json, String> {
        let making = Making {
            way: Way::Request,
            elsewhere: &[],
            member: 0,
            within: &[],
        };
        let value = self.one_of(message, field, making)?;
        let value = value.unwrap_or_else(null);
        Ok(if field.list {
            Json::List(vec![value])
        } else {
            value
        })
    }

    /// Whether a field's comment gives an example of it.
    pub fn has_example(&self, message: &str, field: &Field) -> bool {
        let said = self.said_of_field(message, field);
        let said = said.as_deref().and_then(example);
        said.or_else(|| by_message(message, &field.json_name))
            .is_some()
    }

    /// What the tag of a message may say, or that of a message that it has to hold.
    fn words_of_tag(&self, message: &str) -> Result<Vec<String>, String> {
        let table = self.message(message)?;
        let own = tagged(table);
        if !own.is_empty() {
            return Ok(own.into_iter().map(|of| of.json_name.clone()).collect());
        }
        for field in table.fields.iter().filter(|of| of.options.required) {
            if let Kind::Message(inner) = &field.kind {
                let words = self.words_of_tag(inner.full_name())?;
                if !words.is_empty() {
                    return Ok(words);
                }
            }
        }
        Ok(Vec::new())
    }

    fn members_of(&self, message: &str, making: Making<'_>) -> Result<Vec<(String, Json)>, String> {
        let table = self.message(message)?;
        let within: Vec<&str> = making.within.iter().copied().chain([message]).collect();
        let inside = Making {
            within: &within,
            ..making
        };
        let mut members = Vec::new();
        let choice = tagged(table);
        if let Some(chosen) = choice.get(making.member % choice.len().max(1)) {
            let tag = table.oneofs.iter().find_map(|of| of.tag.clone());
            members.push((tag.unwrap_or_default(), text(&*chosen.json_name)));
            if let Kind::Message(inner) = &chosen.kind {
                let inside = Making {
                    elsewhere: &[],
                    ..inside
                };
                members.extend(self.members_of(inner.full_name(), inside)?);
            }
        }
        for field in &table.fields {
            let elsewhere = making.elsewhere.contains(&field.name) || field.options.server;
            let apart = choice.iter().any(|of| of.number == field.number);
            if elsewhere || apart || field.options.given_with.is_some() {
                continue;
            }
            if let Some(value) = self.member_of(message, table, field, inside)? {
                members.push((field.json_name.clone(), value));
            }
        }
        Ok(members)
    }

    /// Nothing where a request may leave it out.
    fn member_of(
        &self,
        message: &str,
        table: &Message,
        field: &Field,
        making: Making<'_>,
    ) -> Result<Option<Json>, String> {
        let making = Making {
            elsewhere: &[],
            ..making
        };
        let of_oneof = |of: &&Field| of.oneof.is_some() && of.oneof == field.oneof;
        let first = table.fields.iter().find(of_oneof);
        let alone = first.is_none_or(|first| first.number == field.number);
        let answer = making.way == Way::Answer;
        let said = self.said_of_field(message, field).unwrap_or_default();
        let given = example(&said).is_some() || by_message(message, &field.json_name).is_some();
        let shown = if answer {
            let message = matches!(field.kind, Kind::Message(_));
            let absent = may_be_null(field, making.way) && !message && said.contains("null");
            alone && (given || !absent)
        } else {
            field.options.required || given && first.is_none() || first.is_some() && alone
        };
        let value = if shown {
            self.one_of(message, field, making)?
        } else {
            None
        };
        Ok(match value {
            Some(value) if field.list && !field.options.named => Some(Json::List(vec![value])),
            None if answer && field.list => Some(Json::List(Vec::new())),
            None if answer => Some(null()),
            value => value,
        })
    }

    /// Nothing of a message that it stands in.
    fn one_of(
        &self,
        message: &str,
        field: &Field,
        making: Making<'_>,
    ) -> Result<Option<Json>, String> {
        let said = self.said_of_field(message, field).unwrap_or_default();
        let name = &*field.json_name;
        let own = by_message(message, name).or_else(|| example(&said));
        let given = own.or_else(|| first_word(&said)).or_else(|| by_name(name));
        Ok(Some(match &field.kind {
            // Whatever the sentence beside them is made of.
            _ if field.options.named => object([]),
            _ if field.options.json => given.map_or_else(|| object([]), written),
            Kind::Bool => Json::Bool(field.options.required || given == Some("true")),
            Kind::String => text(given.map_or_else(|| unsaid(message, name), str::to_owned)),
            Kind::Bytes => text(given.unwrap_or(BYTES)),
            Kind::Enum(of) => {
                let words = self.enums.iter().find(|found| found.name == of.full_name());
                let words = words.map(|found| &*found.values).unwrap_or_default();
                let known = words.iter().find(|(_, word)| Some(&**word) == given);
                let word = known.or(words.first()).map(|(_, word)| word.clone());
                text(word.unwrap_or_default())
            }
            Kind::Message(of) if making.within.contains(&of.full_name()) => return Ok(None),
            Kind::Message(of) => Json::Object(self.members_of(of.full_name(), making)?),
            _ => number(name, given),
        }))
    }
}

fn null() -> Json {
    written("null")
}

fn written(json: &str) -> Json {
    Json::Written(json.to_owned())
}

/// The members of a message that a tag names.
fn tagged(table: &Message) -> Vec<&Field> {
    let of_tag = |field: &&Field| {
        let oneof = field.oneof.and_then(|of| table.oneofs.get(of));
        oneof.is_some_and(|of| of.tag.is_some()) && !field.options.server
    };
    table.fields.iter().filter(of_tag).collect()
}

/// What a comment gives as an example, `f5` of "Where: `f5`."
pub fn example(said: &str) -> Option<&str> {
    let (_, example) = said.split_once(": `")?;
    example.split('`').next()
}

/// The first of the words that a comment begins with.
fn first_word(said: &str) -> Option<&str> {
    said.strip_prefix('`')?.split('`').next()
}

fn by_name(name: &str) -> Option<&'static str> {
    let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    let mut known = lines.filter_map(|line| line.split_once(' '));
    known
        .find(|(of, _)| *of == name)
        .map(|(_, example)| example)
}

/// The same of a field of one message alone.
fn by_message(message: &str, name: &str) -> Option<&'static str> {
    by_name(&format!("{}.{name}", short(message)))
}

fn short(message: &str) -> &str {
    message.rsplit('.').next().unwrap_or_default()
}

/// A text of which nothing is said: an id, or what a test finds.
fn unsaid(message: &str, name: &str) -> String {
    // An account's own id is what others call `account_id`.
    if name == "id" {
        let word = |at: usize, letter: char| at == 0 || letter.is_lowercase();
        let own = short(message).char_indices();
        let own: String = own
            .map_while(|(at, of)| word(at, of).then_some(of))
            .collect();
        return id(&format!("{}_id", own.to_lowercase()));
    }
    match name.trim_end_matches('s') {
        one if one.ends_with("_id") => id(one),
        _ => UNKNOWN.to_owned(),
    }
}

/// An id that is always the same for one name.
fn id(name: &str) -> String {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    let mut digits = String::new();
    for turn in 0..ID {
        for byte in name.bytes().chain([0]) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        // Nothing is in the bits that no byte needs.
        let digit = if turn + 1 == ID {
            0
        } else {
            (state >> 40) % 64
        };
        let digit = usize::try_from(digit)
            .ok()
            .and_then(|digit| DIGITS.get(digit));
        digits.extend(digit.map(|digit| char::from(*digit)));
    }
    digits
}

fn number(name: &str, given: Option<&str>) -> Json {
    let moment = MOMENTS.iter().any(|end| name.ends_with(end));
    let usual = if moment { MOMENT_MS } else { 1 };
    let given = given.and_then(|given| given.parse().ok());
    Json::Number(given.unwrap_or(usual))
}
