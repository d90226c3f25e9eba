//! How a sentence with values is said: each value is named once, for the sentence and for the programs that read it.

use std::fmt;

use outflank_proto::sentence::v1::{Parameter, parameter::Value};

/// A refusal whose sentence has values, each named in braces. A value that the sentence does not have, and a place
/// without a value, do not build: `problem!(Kind::Invalid, "bad_query", "At most {most} characters.", most = 70)`.
#[macro_export]
macro_rules! problem {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($kind:expr, $code:literal, $sentence:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        let kind = $kind;
        let ($($name,)+) = ($($crate::SaidValue::new($crate::problem!(@value $name $($value)?)),)+);
        $crate::Problem::told(
            kind,
            $code,
            // `format!` takes no variables from around a text that `concat!` makes: a place without a value does not
            // build.
            ::std::format!(::std::concat!($sentence), $($name = $name),+),
            [$($name.named(::std::stringify!($name))),+],
        )
    }};
}

/// A value as it stands in a sentence; texts in quotation marks where the sentence asks for `{name:?}`.
pub struct SaidValue(Value);

impl SaidValue {
    /// A text, a number, a truth or a list of texts.
    pub fn new(value: impl Into<Value>) -> Self {
        Self(value.into())
    }

    /// The same for programs.
    #[must_use]
    pub fn named(self, name: &str) -> Parameter {
        Parameter::new(name, self.0)
    }
}

impl fmt::Display for SaidValue {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::Text(text) => to.write_str(text),
            Value::Number(number) => write!(to, "{number}"),
            Value::Truth(truth) => write!(to, "{truth}"),
            Value::Texts(list) => to.write_str(&list.texts.join(", ")),
        }
    }
}

impl fmt::Debug for SaidValue {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::Text(text) => write!(to, "{text:?}"),
            _ => fmt::Display::fmt(self, to),
        }
    }
}

/// The beginning of what a caller wrote, short enough to be said back to them; three dots where it goes on.
#[must_use]
pub fn beginning(text: &str, most_chars: usize) -> String {
    let mut letters = text.chars();
    let mut said: String = letters.by_ref().take(most_chars).collect();
    if letters.next().is_some() {
        said.push_str("...");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn what_stands_in_the_sentence_stands_among_the_parameters_as_what_it_is() {
        let square = beginning("h3\n and more", 3);
        let said = problem!(
            Kind::Refused,
            "illegal_move",
            "{square:?} at ply {ply}: right would be {legal_squares}; passing is {may_pass}.",
            square,
            ply = 12_u32,
            legal_squares = vec!["f4".to_owned(), "d6".to_owned()],
            may_pass = false,
        );
        assert_eq!(
            said.detail,
            "\"h3\\n...\" at ply 12: right would be f4, d6; passing is false."
        );
        assert_eq!(
            said.parameters(),
            [
                Parameter::new("square", "h3\n..."),
                Parameter::new("ply", 12),
                Parameter::new("legal_squares", vec!["f4".to_owned(), "d6".to_owned()]),
                Parameter::new("may_pass", false),
            ]
        );
    }
}
