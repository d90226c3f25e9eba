//! One object of a request: its keys, and what has to be among them.

use serde::de::{Error, IgnoredAny, MapAccess};

use super::{
    Fields,
    keys::{Key, Name, Word, plain_keys, words},
    member::Value,
    read::Reader,
    refusal::{Code, Refusal, Step, one_of, wanted},
};
use crate::schema::{DEEPEST, Field, Message};

/// The messages whose fields stand in the same object, because a tag named the message at hand.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub message: &'static Message,
    pub around: Option<&'a Around<'a>>,
}

/// One message's way through an object's keys.
pub struct Pass<'a> {
    pub message: &'static Message,
    pub around: Option<&'a Around<'a>>,
    /// Filled already, from an address or a header.
    pub taken: Fields,
    /// What the tag named.
    pub member: Option<&'static Field>,
    seen: Fields,
    filled: Fields,
    /// Where the next key is likely to be found.
    pub likely: usize,
}

impl<'a> Pass<'a> {
    pub fn new(message: &'static Message, taken: Fields, around: Option<&'a Around<'a>>) -> Self {
        Self {
            message,
            around,
            taken,
            member: None,
            seen: Fields::default(),
            filled: taken,
            likely: 0,
        }
    }

    /// Takes the object's keys one after the other.
    pub fn run<'de, A: MapAccess<'de>>(
        &mut self,
        reader: &mut Reader,
        mut map: A,
        out: &mut Vec<u8>,
        depth: usize,
    ) -> Result<(), A::Error> {
        if depth > DEEPEST {
            let refusal = Refusal::at(Code::TooDeep, &reader.path, |at| {
                format!("`{at}` is nested too deeply; flatten it.")
            });
            return Err(reader.stash(refusal.with("most_levels", DEEPEST)));
        }
        while let Some(key) = map.next_key_seed(Name(self))? {
            match key {
                Key::Of(field) => {
                    reader.path.push(Step::Key(field.json_name));
                    self.admit(reader, field)?;
                    let value = Value {
                        reader,
                        field,
                        out,
                        depth,
                        element: false,
                        bare: false,
                    };
                    if map.next_value_seed(value)? {
                        self.fill(reader, field)?;
                    }
                    reader.path.pop();
                }
                Key::Tag => self.name_member(reader, &mut map)?,
                Key::Unknown(key) if !reader.passes_over => {
                    return Err(self.unknown(reader, &key));
                }
                Key::Elsewhere | Key::Unknown(_) => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        self.complete(reader)
    }

    fn admit<E: Error>(&mut self, reader: &mut Reader, field: &'static Field) -> Result<(), E> {
        if !field.is_taken() {
            return Err(reader.refuse(Code::ServerField, |at| {
                format!("`{at}` is filled by the server; leave it out.")
            }));
        }
        if self.taken.contains(field) {
            return Err(reader.refuse(Code::FieldSaidElsewhere, |at| {
                format!("`{at}` is said by the address or a header already; leave it out here.")
            }));
        }
        if !self.seen.insert(field) {
            return Err(reader.refuse(Code::RepeatedField, twice));
        }
        Ok(())
    }

    fn fill<E: Error>(&mut self, reader: &mut Reader, field: &'static Field) -> Result<(), E> {
        self.filled.insert(field);
        let Some(oneof) = field.oneof else {
            return Ok(());
        };
        let filled = self.filled;
        let others = || {
            self.message
                .members(oneof)
                .filter(|of| of.place != field.place)
        };
        match others().find(|of| filled.contains(of)) {
            None => Ok(()),
            Some(other) => {
                let other = other.json_name;
                let refusal = Refusal::at(Code::SeveralMembers, &reader.path, |at| {
                    format!("`{at}` is there beside `{other}`; only one of them can be.")
                });
                Err(reader.stash(refusal.with("other", other)))
            }
        }
    }

    fn name_member<'de, A: MapAccess<'de>>(
        &mut self,
        reader: &mut Reader,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let Some((oneof, tag)) = self.message.choice() else {
            return Ok(());
        };
        reader.path.push(Step::Key(tag));
        if self.member.is_some() {
            return Err(reader.refuse(Code::RepeatedField, twice));
        }
        reader.wants_word = true;
        let word = Word {
            reader: &mut *reader,
            message: self.message,
            oneof,
        };
        self.member = Some(map.next_value_seed(word)?);
        reader.wants_word = false;
        reader.path.pop();
        Ok(())
    }

    fn unknown<E: Error>(&self, reader: &mut Reader, key: &str) -> E {
        let mut keys = plain_keys(self.message, self.taken);
        let mut around = self.around;
        while let Some(of) = around {
            keys.extend(plain_keys(of.message, Fields::default()));
            around = of.around;
        }
        let refusal = Refusal::at(Code::UnknownField, &reader.path, |at| {
            let dot = if at.is_empty() { "" } else { "." };
            match keys.as_slice() {
                [] => format!("`{at}{dot}{key}` is no field; an empty object is right."),
                keys => {
                    let right = one_of(keys.iter().copied());
                    format!("`{at}{dot}{key}` is no field; right would be {right}.")
                }
            }
        });
        reader.stash(refusal.inside(key).with("right", owned(&keys)))
    }

    fn complete<E: Error>(&self, reader: &mut Reader) -> Result<(), E> {
        let missing = |field: &&Field| field.required && !self.filled.contains(field);
        if let Some(field) = self.message.fields.iter().find(missing) {
            reader.path.push(Step::Key(field.json_name));
            let refusal = Refusal::at(Code::MissingField, &reader.path, |at| {
                format!("`{at}` is missing; it has to be {}.", wanted(field, false))
            });
            return Err(reader.stash(refusal.wanting(field, false)));
        }
        match (self.message.choice(), self.member) {
            (Some((oneof, tag)), None) => {
                reader.path.push(Step::Key(tag));
                let words = words(self.message, oneof);
                let refusal = Refusal::at(Code::MissingField, &reader.path, |at| {
                    let right = one_of(words.iter().copied());
                    format!("`{at}` is missing; it has to be {right}.")
                });
                Err(reader.stash(refusal.with("wanted", "word").with("right", owned(&words))))
            }
            _ => Ok(()),
        }
    }
}

/// For a refusal's parameter.
pub fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn twice(at: &str) -> String {
    format!("`{at}` is there twice; say it once.")
}
