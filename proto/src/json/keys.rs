//! Whose the keys of an object are.

use std::fmt;

use serde::de::{DeserializeSeed, Error, Visitor};

use super::{
    Fields,
    object::{Pass, owned},
    read::Reader,
    refusal::{Code, Refusal, Said, one_of},
};
use crate::schema::{Field, Message};

/// Whose a key is.
pub enum Key {
    Of(&'static Field),
    Tag,
    /// Of a message around, or of the one that the tag names.
    Elsewhere,
    Unknown(String),
}

/// The words of a tag.
pub fn words(message: &'static Message, oneof: u8) -> Vec<&'static str> {
    let members = message.members(oneof).filter(|member| !member.server);
    members.map(|member| member.json_name).collect()
}

/// The keys of the message's own in an object, but for what is said elsewhere.
pub fn plain_keys(message: &'static Message, taken: Fields) -> Vec<&'static str> {
    let tag = message.choice().map(|(_, tag)| tag);
    let fields = message
        .fields
        .iter()
        .filter(|field| field.is_taken() && !taken.contains(field) && is_key(message, field));
    tag.into_iter()
        .chain(fields.map(|field| field.json_name))
        .collect()
}

fn has_key(message: &'static Message, key: &str) -> bool {
    let own = |field: &&Field| field.json_name == key && is_key(message, field);
    message.choice().is_some_and(|(_, tag)| tag == key) || message.fields.iter().any(|of| own(&of))
}

/// Whether a field stands under its own name: not as the word of a tag.
fn is_key(message: &Message, field: &Field) -> bool {
    field.oneof.is_none() || field.oneof != message.choice().map(|(oneof, _)| oneof)
}

/// Finds out whose key it is.
pub struct Name<'p, 'a>(pub &'p mut Pass<'a>);

impl<'de> DeserializeSeed<'de> for Name<'_, '_> {
    type Value = Key;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Key, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name<'_, '_> {
    type Value = Key;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Key, E> {
        let message = self.0.message;
        let fields = message.fields;
        // Whoever writes an object mostly keeps the contract's order.
        let (before, after) = fields
            .split_at_checked(self.0.likely)
            .unwrap_or((fields, &[]));
        let found = after
            .iter()
            .chain(before)
            .find(|field| field.json_name == key);
        if let Some(field) = found.filter(|field| is_key(message, field)) {
            self.0.likely = usize::from(field.place) + 1;
            return Ok(Key::Of(field));
        }
        let choice = message.choice();
        if choice.is_some_and(|(_, tag)| tag == key) {
            return Ok(Key::Tag);
        }
        let mut around = self.0.around;
        while let Some(of) = around {
            if has_key(of.message, key) {
                return Ok(Key::Elsewhere);
            }
            around = of.around;
        }
        Ok(match choice {
            Some(_) => Key::Elsewhere,
            None => Key::Unknown(Said(key).to_string()),
        })
    }
}

/// The word of a tag.
pub struct Word<'r> {
    pub reader: &'r mut Reader,
    pub message: &'static Message,
    pub oneof: u8,
}

impl<'de> DeserializeSeed<'de> for Word<'_> {
    type Value = &'static Field;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Word<'_> {
    type Value = &'static Field;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a word")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        let mut members = self.message.members(self.oneof);
        members
            .find(|member| !member.server && member.json_name == word)
            .ok_or_else(|| {
                let words = words(self.message, self.oneof);
                let refusal = Refusal::at(Code::UnknownWord, &self.reader.path, |at| {
                    let (word, right) = (Said(word), one_of(words.iter().copied()));
                    format!("`{at}` is `{word}`, which is no word here; right would be {right}.")
                });
                let refusal = refusal.with("word", Said(word).to_string());
                let refusal = refusal.with("wanted", "word").with("right", owned(&words));
                self.reader.stash(refusal)
            })
    }
}
