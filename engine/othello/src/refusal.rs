//! How the engine says no: a code that never changes, the values that it is about, and one sentence made of them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

/// A value that a refusal is about, for programs and for other languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Parameter {
    /// An id, a name, a word.
    Text(String),
    /// A count, a number, a time in ms.
    Number(i64),
    /// Several ids, names or words.
    List(Vec<String>),
}

/// The values of a refusal by name, in the order of its declaration.
pub type Parameters = Vec<(&'static str, Parameter)>;

/// A code with one of the sentences that it is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusalCode<C = &'static str> {
    /// The stable snake_case code. A code that is refused for several reasons has several sentences.
    pub code: C,
    /// The paragraph that refuses it under every rule set.
    pub paragraph: Option<&'static str>,
    /// The key of the rule set's sources under which its own paragraph stands.
    pub source: Option<&'static str>,
    /// The sentence, with its values by name in braces.
    pub sentence: &'static str,
}

/// A length of time in ms, told in the words of people: "20 minutes", "1.5 seconds", "2:07 minutes". A part of a second is
/// told below a minute alone, and no more than its tenth from ten seconds on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Milliseconds(pub i64);

const UNITS: [(u64, &str); 4] = [
    (86_400_000, "day"),
    (3_600_000, "hour"),
    (60_000, "minute"),
    (1_000, "second"),
];

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = UNITS
            .iter()
            .find(|(unit, _)| ms > 0 && ms.is_multiple_of(*unit))
            .filter(|(_, name)| *name != "second" || ms < 60_000);
        if let Some((unit, name)) = whole {
            let number = ms / unit;
            let plural = if number == 1 { "" } else { "s" };
            return write!(f, "{sign}{number} {name}{plural}");
        }
        let seconds = ms / 1_000;
        if seconds >= 3_600 {
            let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
            return write!(f, "{sign}{hours}:{minutes:02}:{:02} hours", seconds % 60);
        }
        if seconds >= 60 {
            return write!(f, "{sign}{}:{:02} minutes", seconds / 60, seconds % 60);
        }
        let fraction = match seconds {
            0..10 => format!("{:03}", ms % 1_000),
            _ => format!("{}", ms % 1_000 / 100),
        };
        let fraction = match fraction.trim_end_matches('0') {
            "" => String::new(),
            digits => format!(".{digits}"),
        };
        write!(f, "{sign}{seconds}{fraction} seconds")
    }
}

impl Milliseconds {
    /// The verb that goes with its words: "1 minute is set", "2 minutes are set".
    #[must_use]
    pub fn verb(self) -> &'static str {
        let ms = self.0.unsigned_abs();
        match UNITS.iter().any(|(unit, _)| ms == *unit) {
            true => "is",
            false => "are",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::List(items) => f.write_str(&items.join(", ")),
        }
    }
}

/// What may stand in a refusal.
pub trait Value {
    /// For programs.
    fn parameter(&self) -> Parameter;

    /// In the sentence.
    fn shown(&self) -> String {
        self.parameter().to_string()
    }
}

impl Value for Milliseconds {
    fn parameter(&self) -> Parameter {
        Parameter::Number(self.0)
    }

    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Value for Parameter {
    fn parameter(&self) -> Parameter {
        self.clone()
    }
}

impl Value for String {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.clone())
    }
}

impl Value for &str {
    fn parameter(&self) -> Parameter {
        Parameter::Text((*self).to_string())
    }
}

impl Value for Vec<String> {
    fn parameter(&self) -> Parameter {
        Parameter::List(self.clone())
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Value for $number {
            fn parameter(&self) -> Parameter {
                Parameter::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )+};
}
numbers!(u32, i64, usize);

impl Value for i32 {
    fn parameter(&self) -> Parameter {
        Parameter::Number(i64::from(*self))
    }
}

/// Declares the refusals of one concern: for each its values with their types, its code, the paragraph that refuses it
/// (`by` a text under every rule set, `under` a key of the rule set's sources), and its sentence, the only place where
/// it stands.
#[macro_export]
macro_rules! refusals {
    (@code $code:literal) => { $code };
    (@code $code:ident) => { Code::$code };
    (@given) => { None };
    (@given $text:literal) => { Some($text) };
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident $(of $codes:ty)? {
            $($variant:ident $({ $($field:ident: $type:ty),+ $(,)? })? = $code:tt
                $(by $paragraph:literal)? $(under $source:literal)?: $sentence:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility enum $name {
            $(#[doc = $sentence] $variant $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// Each of them, as declared.
            pub(crate) const CODES: &'static [$crate::refusal::RefusalCode<$($codes)?>] = &[
                $($crate::refusal::RefusalCode {
                    code: $crate::refusals!(@code $code),
                    paragraph: $crate::refusals!(@given $($paragraph)?),
                    source: $crate::refusals!(@given $($source)?),
                    sentence: $sentence,
                },)+
            ];

            pub(crate) const fn code(&self) -> &'static $crate::refusal::RefusalCode<$($codes)?> {
                match self {
                    $(Self::$variant { .. } => &$crate::refusal::RefusalCode {
                        code: $crate::refusals!(@code $code),
                        paragraph: $crate::refusals!(@given $($paragraph)?),
                        source: $crate::refusals!(@given $($source)?),
                        sentence: $sentence,
                    },)+
                }
            }

            pub(crate) fn parameters(&self) -> $crate::refusal::Parameters {
                match self {
                    $(Self::$variant $({ $($field),+ })? => <$crate::refusal::Parameters as FromIterator<_>>::from_iter([
                        $($((stringify!($field), $crate::refusal::Value::parameter($field)),)+)?
                    ]),)+
                }
            }
        }

        impl ::core::fmt::Display for $name {
            #[allow(unused_variables)] // not every value is in the sentence
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        $($(let $field = $crate::refusal::Value::shown($field);)+)?
                        ::core::write!(f, $sentence)
                    })+
                }
            }
        }
    };
}
