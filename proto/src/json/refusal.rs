//! Why a request is not taken, in words that whoever sent it can act on.

use std::fmt::{self, Write as _};

use super::GREATEST;
use crate::{
    schema::{Field, Kind},
    sentence::v1::{Parameter, parameter::Value},
};

/// A request that does not say what its contract asks for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// What kind of mistake it is.
    pub code: Code,
    /// Where it is, as JSON names it: `events[2].square`; empty = the body as a whole.
    pub field: String,
    /// What is wrong, where, and what would be right.
    pub sentence: String,
    /// What the sentence is made of beside the place.
    pub parameters: Vec<Parameter>,
}

/// What kind of mistake a request has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// It is no JSON.
    MalformedJson,
    /// A key that the request does not have.
    UnknownField,
    /// A key twice in one object.
    RepeatedField,
    /// A field that the address or a header says already.
    FieldSaidElsewhere,
    /// A field that only the server fills.
    ServerField,
    /// A field that has to be there.
    MissingField,
    /// A text where a number belongs, and the like.
    WrongKind,
    /// A number that is too small or too great.
    OutOfRange,
    /// A word that an enum or a tag does not know.
    UnknownWord,
    /// More than one member of a oneof.
    SeveralMembers,
    /// A text, bytes or a list beyond its length.
    TooLong,
    /// Objects and lists in one another without end.
    TooDeep,
    /// More bytes than any request has use for.
    TooLarge,
}

impl Code {
    /// As a problem document says it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed_json",
            Self::UnknownField => "unknown_field",
            Self::RepeatedField => "repeated_field",
            Self::FieldSaidElsewhere => "field_said_elsewhere",
            Self::ServerField => "server_field",
            Self::MissingField => "missing_field",
            Self::WrongKind => "wrong_kind",
            Self::OutOfRange => "out_of_range",
            Self::UnknownWord => "unknown_word",
            Self::SeveralMembers => "several_members",
            Self::TooLong => "too_long",
            Self::TooDeep => "too_deep",
            Self::TooLarge => "too_large",
        }
    }
}

/// Where in the JSON something stands.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Key(&'static str),
    Element(usize),
}

fn path(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        // Writing to a text cannot fail.
        let _ = match step {
            Step::Key(key) if path.is_empty() => write!(path, "{key}"),
            Step::Key(key) => write!(path, ".{key}"),
            Step::Element(at) => write!(path, "[{at}]"),
        };
    }
    path
}

impl Refusal {
    /// At the place where the steps lead.
    pub(super) fn at(code: Code, steps: &[Step], what: impl FnOnce(&str) -> String) -> Self {
        let field = path(steps);
        let sentence = what(&field);
        Self {
            code,
            field,
            sentence,
            parameters: Vec::new(),
        }
    }

    /// With one more of what its sentence is made of.
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.parameters.push(Parameter::new(name, value));
        self
    }

    /// With what the field takes.
    pub(super) fn wanting(mut self, field: &Field, element: bool) -> Self {
        self.parameters.extend(wanting(field, element));
        self
    }

    /// About a key of the object there, which no step leads to.
    pub(super) fn inside(mut self, key: &str) -> Self {
        if !self.field.is_empty() {
            self.field.push('.');
        }
        self.field.push_str(key);
        self
    }
}

/// What a sender wrote, short enough and plain enough to be said back.
pub struct Said<'t>(pub &'t str);

const MOST_SAID: usize = 40;

impl fmt::Display for Said<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars().take(MOST_SAID) {
            if letter.is_control() {
                write!(to, "{}", letter.escape_default())?;
            } else {
                write!(to, "{letter}")?;
            }
        }
        if self.0.chars().nth(MOST_SAID).is_some() {
            to.write_str("...")?;
        }
        Ok(())
    }
}

/// What a field takes, as the end of "it has to be".
pub fn wanted(field: &Field, element: bool) -> String {
    if field.list && !element {
        return "a list".to_owned();
    }
    let what = match field.kind {
        _ if field.json => "any JSON".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::String => "a text".to_owned(),
        Kind::Bytes => "bytes as base64url without padding".to_owned(),
        Kind::Enum(of) => one_of(of.values.iter().map(|value| value.word)),
        Kind::Message(_) => "an object".to_owned(),
        kind => {
            let (least, most) = range(kind);
            format!("a whole number from {least} to {most}")
        }
    };
    if may_be_null(field) && !element {
        format!("{what}, or null")
    } else {
        what
    }
}

/// The same, value by value.
fn wanting(field: &Field, element: bool) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    let kind = match field.kind {
        _ if field.list && !element => "list",
        _ if field.json => "json",
        Kind::Bool => "truth",
        Kind::String => "text",
        Kind::Bytes => "base64url",
        Kind::Enum(of) => {
            let words = of.values.iter().map(|value| value.word.to_owned());
            parameters.push(Parameter::new("right", words.collect::<Vec<_>>()));
            "word"
        }
        Kind::Message(_) => "object",
        kind => {
            let (least, most) = range(kind);
            parameters.push(Parameter::new("least", least));
            parameters.push(Parameter::new("most", most));
            "whole_number"
        }
    };
    parameters.push(Parameter::new("wanted", kind));
    if may_be_null(field) && !element {
        parameters.push(Parameter::new("or_null", true));
    }
    parameters
}

/// Whether null says that it is absent.
pub fn may_be_null(field: &Field) -> bool {
    !field.required && !field.list && (field.presence || field.null || field.json)
}

/// `a`, `b` or `c`.
pub fn one_of<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The least and the greatest number that a field takes.
pub fn range(kind: Kind) -> (i64, i64) {
    match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => (i32::MIN.into(), i32::MAX.into()),
        Kind::Uint32 | Kind::Fixed32 => (0, u32::MAX.into()),
        Kind::Uint64 | Kind::Fixed64 => (0, GREATEST),
        _ => (-GREATEST, GREATEST),
    }
}
