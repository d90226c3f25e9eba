//! What a sentence is made of, by name.

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::{
    json::GREATEST,
    sentence::v1::{Parameter, Texts, parameter::Value},
};

impl Parameter {
    /// One value and what it is.
    pub fn new(name: &str, value: impl Into<Value>) -> Self {
        Self {
            name: name.to_owned(),
            value: Some(value.into()),
        }
    }

    /// The fields of a flat value, each under its name; those that are absent are left out, and so is a `code`, which
    /// stands beside them.
    pub fn all_of(value: &impl Serialize) -> Vec<Self> {
        let fields = match serde_json::to_value(value) {
            Ok(Json::Object(fields)) => fields,
            _ => return Vec::new(),
        };
        let given = fields.into_iter().filter(|(name, _)| name != "code");
        given
            .filter_map(|(name, value)| Self::given(&name, value))
            .collect()
    }

    /// Values under their names; those that are absent are left out.
    pub fn each_of<'n>(
        values: impl IntoIterator<Item = (&'n str, impl Serialize)>,
    ) -> impl Iterator<Item = Self> {
        values
            .into_iter()
            .filter_map(|(name, value)| Self::given(name, serde_json::to_value(value).ok()?))
    }

    fn given(name: &str, value: Json) -> Option<Self> {
        Some(Self::new(name, of_json(value)?))
    }
}

fn of_json(value: Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(value) => value.into(),
        Json::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.to_string().into(),
        },
        Json::String(text) => text.into(),
        Json::Array(list) => list.into_iter().map(text).collect::<Vec<_>>().into(),
        other => other.to_string().into(),
    })
}

fn text(value: Json) -> String {
    match value {
        Json::String(text) => text,
        other => other.to_string(),
    }
}

/// Parameters as one object, each value under its name.
///
/// # Errors
/// When the serializer has one.
pub fn serialize<S: Serializer>(parameters: &[Parameter], to: S) -> Result<S::Ok, S::Error> {
    let given = |of: &Parameter| {
        let value = of.value.as_ref()?;
        Some((of.name.clone(), Said(value.clone())))
    };
    to.collect_map(parameters.iter().filter_map(given))
}

struct Said(Value);

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Value::Text(text) => to.serialize_str(text),
            Value::Number(number) => to.serialize_i64(*number),
            Value::Truth(truth) => to.serialize_bool(*truth),
            Value::Texts(list) => to.collect_seq(&list.texts),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<Vec<String>> for Value {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(Texts { texts })
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            /// Digits, where readers of JSON would not hold the number exactly.
            fn from(number: $number) -> Self {
                let exact = i64::try_from(number).ok().filter(|number| number.abs() <= GREATEST);
                exact.map_or_else(|| Self::Text(number.to_string()), Self::Number)
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32 i64);
