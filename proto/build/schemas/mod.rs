//! Messages as JSON Schema: what the codec writes of each, and what it takes.

use std::collections::{BTreeMap, BTreeSet};

use prost_reflect::{DescriptorPool, Kind};

use crate::{
    comments::Comments,
    json::{Json, object, text, texts},
    messages::{self, Enum, Field, Message},
};

mod bounds;
mod example;
mod names;
mod object;
mod value;

pub use names::capitalised;
pub use object::{Object, Variant};

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// From the server: every field is there.
    Answer,
    /// To the server: what has to be there is, and nothing that nobody knows.
    Request,
}

/// Whose schemas they are: both documents follow JSON Schema, each in its own version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    OpenApi,
    /// Draft 7, where nothing can stand beside a reference.
    AsyncApi,
}

/// The schemas of one document.
pub struct Schemas<'p> {
    pool: &'p DescriptorPool,
    comments: &'p Comments,
    dialect: Dialect,
    messages: Vec<Message>,
    enums: Vec<Enum>,
    names: BTreeMap<String, String>,
    /// Messages that go both ways, whose two schemas need two names.
    both: BTreeSet<String>,
    made: BTreeMap<String, Json>,
    /// What each request leaves to the address and the headers.
    bodies: BTreeMap<String, Vec<String>>,
    /// Whether requests are told what services take of them.
    bounds: bool,
}

impl<'p> Schemas<'p> {
    /// None yet; these are the messages that will be asked for.
    ///
    /// # Errors
    /// When the contracts are wrong.
    pub fn new(
        pool: &'p DescriptorPool,
        comments: &'p Comments,
        dialect: Dialect,
        requests: &[String],
        answers: &[String],
    ) -> Result<Self, String> {
        let (messages, enums) = messages::tables(pool)?;
        let mut schemas = Self {
            pool,
            comments,
            dialect,
            names: names::of(&messages, &enums),
            messages,
            enums,
            both: BTreeSet::new(),
            made: BTreeMap::new(),
            bodies: BTreeMap::new(),
            bounds: false,
        };
        let taken = schemas.reached(requests)?;
        let given = schemas.reached(answers)?;
        schemas.both = taken.intersection(&given).cloned().collect();
        Ok(schemas)
    }

    /// Told what services take of requests, beside what the codec does.
    pub const fn with_bounds(mut self) -> Self {
        self.bounds = true;
        self
    }

    /// Every message that these hold, they among them.
    fn reached(&self, roots: &[String]) -> Result<BTreeSet<String>, String> {
        let mut reached = BTreeSet::new();
        let mut left = roots.to_vec();
        while let Some(name) = left.pop() {
            if !reached.insert(name.clone()) {
                continue;
            }
            let fields = self.message(&name)?.fields.iter();
            for field in fields.filter(|field| !field.options.server) {
                if let Kind::Message(inner) = &field.kind {
                    left.push(inner.full_name().to_owned());
                }
            }
        }
        Ok(reached)
    }

    /// The table of a message.
    pub fn message(&self, name: &str) -> Result<&Message, String> {
        let found = self.messages.iter().find(|of| of.name == name);
        found.ok_or_else(|| format!("{name} is no message"))
    }

    /// What a contract says of a message.
    pub fn said_of(&self, message: &str) -> Option<String> {
        let of = self.pool.get_message_by_name(message)?;
        self.comments.message(&of)
    }

    /// What a contract says of a field.
    pub fn said_of_field(&self, message: &str, field: &Field) -> Option<String> {
        let of = self.pool.get_message_by_name(message)?;
        self.comments.field(&of.get_field(field.number)?)
    }

    /// A reference to the schema of a message.
    ///
    /// # Errors
    /// When it is none, or two schemas would have one name.
    pub fn of(&mut self, message: &str, way: Way) -> Result<Json, String> {
        let name = self.name(message, way);
        if !self.made.contains_key(&name) {
            // It may stand in itself.
            self.made.insert(name.clone(), object([]));
            let shape = Object::new(way, self.said_of(message));
            let made = self.shape(&name, message, shape, &[])?;
            self.made.insert(name.clone(), made);
        }
        Ok(reference(&name))
    }

    /// A reference to the schema of a request's body, which says all that the address and the headers do not.
    ///
    /// # Errors
    /// As above, and when the message is the body of two requests of which each says other fields elsewhere.
    pub fn body(&mut self, message: &str, elsewhere: &[String]) -> Result<Json, String> {
        let known = self
            .bodies
            .insert(message.to_owned(), elsewhere.to_vec())
            .unwrap_or_else(|| elsewhere.to_vec());
        let name = self.name(message, Way::Request);
        if known != elsewhere || !elsewhere.is_empty() && self.both.contains(message) {
            return Err(format!("{message}: its schema would be two"));
        }
        if !self.made.contains_key(&name) {
            let shape = Object::new(Way::Request, self.said_of(message));
            let made = self.shape(&name, message, shape, elsewhere)?;
            self.put(&name, made)?;
        }
        Ok(reference(&name))
    }

    /// The words of an enum.
    fn words(&mut self, full_name: &str) -> Result<Json, String> {
        let name = self.name(full_name, Way::Answer);
        if !self.made.contains_key(&name) {
            let of = self.enums.iter().find(|of| of.name == full_name);
            let of = of.ok_or_else(|| format!("{full_name} is no enum"))?;
            let described = self.pool.get_enum_by_name(full_name);
            let word = |number: i32| {
                let found = of.values.iter().find(|(of, _)| *of == number);
                found.map(|(_, word)| word.clone())
            };
            let said = described.map(|of| self.comments.words(&of, word));
            let said = said.filter(|said| !said.is_empty());
            let words = of.values.iter().map(|(_, word)| word);
            let made = object([("type", text("string"))])
                .with_some("description", said.map(text))
                .with("enum", texts(words));
            self.put(&name, made)?;
        }
        Ok(reference(&name))
    }

    fn name(&self, full_name: &str, way: Way) -> String {
        let name = self.names.get(full_name).cloned().unwrap_or_default();
        if way == Way::Request && self.both.contains(full_name) {
            format!("{name}Input")
        } else {
            name
        }
    }

    /// Adds a schema that no message has: of a problem document.
    ///
    /// # Errors
    /// When another has its name.
    pub fn put(&mut self, name: &str, schema: Json) -> Result<(), String> {
        match self.made.insert(name.to_owned(), schema) {
            None => Ok(()),
            Some(_) => Err(format!("two schemas are called {name}")),
        }
    }

    /// Every schema that was asked for, by name.
    pub fn finish(self) -> Json {
        Json::Object(self.made.into_iter().collect())
    }
}

/// A reference to a schema of the same document.
pub fn reference(name: &str) -> Json {
    object([("$ref", text(format!("#/components/schemas/{name}")))])
}
