//! The value of one key of a request's object.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{
    Fields, encode,
    object::Pass,
    read::Reader,
    refusal::{Step, may_be_null},
    value::{Target, Wrong},
};
use crate::schema::{Field, Kind};

/// The deepest nesting of objects and lists in a field that is JSON itself.
pub const DEEPEST_JSON: usize = 64;

/// The value of a field, or one element of its list. Says whether there is one: null is none.
pub struct Value<'r, 'o> {
    pub reader: &'r mut Reader,
    pub field: &'static Field,
    pub out: &'o mut Vec<u8>,
    pub depth: usize,
    pub element: bool,
    /// Among numbers in one piece, without a key of its own.
    pub bare: bool,
}

impl Value<'_, '_> {
    fn is_list(&self) -> bool {
        self.field.list && !self.element
    }

    /// Puts a value there, if the field takes one of this kind.
    fn put<'t, E: Error>(
        self,
        what: &'static str,
        fits: bool,
        put: impl FnOnce(&mut Target) -> Result<(), Wrong<'t>>,
    ) -> Result<bool, E> {
        let fits = fits && !self.is_list();
        let mut target = Target {
            field: self.field,
            out: self.out,
            element: self.element,
            bare: self.bare,
        };
        let put = if fits {
            put(&mut target)
        } else {
            Err(Wrong::Kind(what))
        };
        match put {
            Ok(()) => Ok(true),
            Err(wrong) => {
                let refusal = wrong.refusal(self.field, self.element, &self.reader.path);
                Err(self.reader.stash(refusal))
            }
        }
    }

    fn wrong<E: Error>(self, what: &'static str) -> Result<bool, E> {
        self.put(what, false, |_| Ok(()))
    }

    fn integer<E: Error>(self, number: Option<i64>) -> Result<bool, E> {
        let texts = matches!(
            self.field.kind,
            Kind::Bool | Kind::String | Kind::Bytes | Kind::Enum(_) | Kind::Message(_)
        );
        self.put("a number", !texts, |target| {
            target.number(number.ok_or(Wrong::Range)?)
        })
    }

    /// A value of which the whole text is needed.
    fn raw<E: Error>(self, text: &str) -> Result<bool, E> {
        if text == "null" {
            return self.visit_unit();
        }
        if let Kind::Message(inner) = self.field.kind {
            let (reader, depth) = (self.reader, self.depth);
            encode::key(self.field, self.out);
            let read = encode::open(self.out, |out| {
                reader.object(inner, text, out, Fields::default(), None, depth + 1)
            });
            return match read {
                Ok(()) => Ok(true),
                Err(refusal) => Err(reader.stash(refusal)),
            };
        }
        self.put("JSON", true, |target| {
            if nesting(text) > DEEPEST_JSON {
                return Err(Wrong::Deep);
            }
            target.chunk(text.as_bytes())
        })
    }
}

/// How deeply objects and lists stand in one another in a JSON text.
fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_text, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl<'de> DeserializeSeed<'de> for Value<'_, '_> {
    type Value = bool;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        let tagged =
            |field: &Field| matches!(field.kind, Kind::Message(of) if of.choice().is_some());
        if !self.is_list() && (self.field.json || tagged(self.field)) {
            let raw = <&RawValue as serde::Deserialize>::deserialize(from)?;
            return self.raw(raw.get());
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_, '_> {
    type Value = bool;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        if may_be_null(self.field) && !self.element {
            Ok(false)
        } else {
            self.wrong("null")
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
        let fits = matches!(self.field.kind, Kind::Bool);
        self.put("true or false", fits, |target| target.number(value.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<bool, E> {
        self.integer(Some(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<bool, E> {
        self.integer(i64::try_from(number).ok())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<bool, E> {
        self.wrong("a number with a fraction, an exponent or too many digits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<bool, E> {
        self.put("a text", true, |target| target.text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        if !self.is_list() {
            return self.wrong("a list");
        }
        let (reader, field, depth) = (self.reader, self.field, self.depth);
        let bare = encode::is_packed(field.kind);
        let mut elements = |out: &mut Vec<u8>| {
            let most = usize::try_from(field.most).unwrap_or(usize::MAX);
            for at in 0.. {
                reader.path.push(Step::Element(at));
                let element = Value {
                    reader: &mut *reader,
                    field,
                    out,
                    depth,
                    element: true,
                    bare,
                };
                let more = list.next_element_seed(element)?.is_some();
                reader.path.pop();
                if !more {
                    return Ok(at);
                }
                if most > 0 && at >= most {
                    let refusal = Wrong::Many.refusal(field, false, &reader.path);
                    return Err(reader.stash(refusal));
                }
            }
            Ok(0)
        };
        if !bare {
            elements(self.out)?;
            return Ok(true);
        }
        let start = self.out.len();
        encode::packed_key(field, self.out);
        if encode::open(self.out, elements)? == 0 {
            self.out.truncate(start);
        }
        Ok(true)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<bool, A::Error> {
        let Kind::Message(inner) = self.field.kind else {
            return self.wrong("an object");
        };
        if self.is_list() {
            return self.wrong("an object");
        }
        let (reader, depth) = (self.reader, self.depth);
        encode::key(self.field, self.out);
        encode::open(self.out, |out| {
            Pass::new(inner, Fields::default(), None).run(reader, map, out, depth + 1)
        })?;
        Ok(true)
    }
}
