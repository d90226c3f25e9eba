//! From JSON to wire bytes.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde_json::{Deserializer, error::Category};

use super::{
    Fields, MOST_BYTES, encode,
    object::{Around, Pass},
    refusal::{Code, Refusal, Step},
};
use crate::schema::{Kind, Message};

/// Puts a JSON object on the wire as this message, behind what `out` holds; `taken` are the fields that stand there
/// already, from an address or a header.
///
/// # Errors
/// Whatever in it is not as the contract says, by its place. `out` is then as it was.
pub fn read(
    message: &'static Message,
    json: &[u8],
    out: &mut Vec<u8>,
    taken: Fields,
) -> Result<(), Refusal> {
    read_by(Reader::default(), message, json, out, taken)
}

/// As [`read`], but passes over keys that the contract does not know: for those who may speak a later version of it.
///
/// # Errors
/// As above.
pub fn read_known(
    message: &'static Message,
    json: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let reader = Reader {
        passes_over: true,
        ..Reader::default()
    };
    read_by(reader, message, json, out, Fields::default())
}

fn read_by(
    mut reader: Reader,
    message: &'static Message,
    json: &[u8],
    out: &mut Vec<u8>,
    taken: Fields,
) -> Result<(), Refusal> {
    let start = out.len();
    let whole = |code, sentence: &str| Refusal::at(code, &[], |_| sentence.to_owned());
    if json.len() > MOST_BYTES {
        let refusal = whole(Code::TooLarge, "The body is too large.");
        return Err(refusal.with("most_bytes", MOST_BYTES));
    }
    let text = std::str::from_utf8(json);
    let text = text.map_err(|_| whole(Code::MalformedJson, "The body is not UTF-8."))?;
    // What is said in JSON is mostly shorter on the wire.
    out.reserve(json.len());
    let read = reader.object(message, text, out, taken, None, 1);
    if read.is_err() {
        out.truncate(start);
    }
    read
}

/// Where reading stands, and why it ended.
#[derive(Default)]
pub struct Reader {
    pub path: Vec<Step>,
    /// Keys that nobody knows are no mistake.
    pub passes_over: bool,
    /// A tag was read: its value is a word.
    pub wants_word: bool,
    refusal: Option<Refusal>,
}

impl Reader {
    /// An object of which the whole text is at hand, so that it can be gone through more than once: first for the
    /// message's own keys and its tag, then for the message that the tag named.
    pub fn object(
        &mut self,
        message: &'static Message,
        text: &str,
        out: &mut Vec<u8>,
        taken: Fields,
        around: Option<&Around>,
        depth: usize,
    ) -> Result<(), Refusal> {
        let mut pass = Pass::new(message, taken, around);
        let mut from = Deserializer::from_str(text);
        let visitor = Whole {
            reader: self,
            pass: &mut pass,
            out,
            depth,
        };
        let read = serde::Deserializer::deserialize_map(&mut from, visitor);
        read.and_then(|()| from.end())
            .map_err(|error| self.refused(&error))?;
        let Some(member) = pass.member else {
            return Ok(());
        };
        let Kind::Message(inner) = member.kind else {
            return Ok(());
        };
        let around = Around { message, around };
        encode::key(member, out);
        encode::open(out, |out| {
            self.object(
                inner,
                text,
                out,
                Fields::default(),
                Some(&around),
                depth + 1,
            )
        })
    }

    /// Ends reading here.
    pub fn refuse<E: Error>(&mut self, code: Code, what: impl FnOnce(&str) -> String) -> E {
        let refusal = Refusal::at(code, &self.path, what);
        self.stash(refusal)
    }

    pub fn stash<E: Error>(&mut self, refusal: Refusal) -> E {
        self.refusal = Some(refusal);
        E::custom("refused")
    }

    fn refused(&mut self, error: &serde_json::Error) -> Refusal {
        if let Some(refusal) = self.refusal.take() {
            return refusal;
        }
        match error.classify() {
            Category::Data => Refusal::at(Code::WrongKind, &self.path, |at| match at {
                "" => "The body has to be a JSON object.".to_owned(),
                at if self.wants_word => {
                    format!("`{at}` is something else; it has to be a word.")
                }
                at => format!("`{at}` is something else; it has to be an object."),
            }),
            _ => Refusal::at(Code::MalformedJson, &self.path, |at| match at {
                "" => format!("The body is no JSON: {error}."),
                at => format!("The body is no JSON, after `{at}`: {error}."),
            }),
        }
    }
}

struct Whole<'r, 'p, 'a, 'o> {
    reader: &'r mut Reader,
    pass: &'p mut Pass<'a>,
    out: &'o mut Vec<u8>,
    depth: usize,
}

impl<'de> Visitor<'de> for Whole<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.pass.run(self.reader, map, self.out, self.depth)
    }
}
