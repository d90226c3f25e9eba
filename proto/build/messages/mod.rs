//! The tables of messages: what the contracts say of every field, checked, and written as Rust.

use std::{error::Error, fs, path::Path};

use prost_reflect::{
    DescriptorPool, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor,
    Value,
};

use crate::options::{Options as Said, prefix, value_of};

mod check;
mod source;

/// `google.api.FieldBehavior`'s.
const REQUIRED: i32 = 2;

/// What a contract says of one message.
#[derive(Clone)]
pub struct Message {
    pub name: String,
    pub fields: Vec<Field>,
    pub oneofs: Vec<Oneof>,
}

/// One of its fields.
#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub json_name: String,
    pub number: u32,
    pub kind: Kind,
    pub list: bool,
    pub presence: bool,
    pub oneof: Option<usize>,
    pub options: Options,
}

/// What a field says beside its type.
#[derive(Clone)]
pub struct Options {
    pub null: bool,
    pub json: bool,
    pub server: bool,
    pub named: bool,
    pub required: bool,
    pub most: u32,
    pub given_with: Option<String>,
}

impl Options {
    /// Whether the type is all there is to say.
    fn is_plain(&self) -> bool {
        !(self.null || self.json || self.server || self.named) && self.given_with.is_none()
    }
}

/// One of its oneofs.
#[derive(Clone)]
pub struct Oneof {
    pub name: String,
    pub tag: Option<String>,
}

/// One enum: numbers and words, without the 0 that says nothing.
pub struct Enum {
    pub name: String,
    pub values: Vec<(i32, String)>,
}

/// Writes `messages.rs` into this folder.
///
/// # Errors
/// Everything in the contracts that the codec cannot carry, each with the name of its field.
pub fn generate(pool: &DescriptorPool, out: &Path) -> Result<(), Box<dyn Error>> {
    let (messages, enums) = tables(pool).map_err(|faults| {
        for fault in faults.lines() {
            println!("cargo::error={fault}");
        }
        "the contracts say what the codec cannot carry"
    })?;
    fs::write(out.join("messages.rs"), source::written(&messages, &enums)?)?;
    Ok(())
}

/// Every message and enum of the contracts, each by name.
///
/// # Errors
/// As above.
pub fn tables(pool: &DescriptorPool) -> Result<(Vec<Message>, Vec<Enum>), String> {
    let mut faults = Vec::new();
    let of_contracts = |message: &MessageDescriptor| is_contract(message.package_name());
    let mut found: Vec<_> = pool.all_messages().filter(of_contracts).collect();
    found.sort_by(|one, other| one.full_name().cmp(other.full_name()));
    for message in &found {
        check::types(message, &mut faults);
    }
    let messages: Vec<Message> = found.iter().map(message).collect();
    check::options(&messages, &mut faults);

    let of_contracts = |found: &EnumDescriptor| is_contract(found.package_name());
    let mut found: Vec<_> = pool.all_enums().filter(of_contracts).collect();
    found.sort_by(|one, other| one.full_name().cmp(other.full_name()));
    for words in &found {
        check::words(words, &mut faults);
    }
    let enums = found.iter().map(words).collect();
    match faults.as_slice() {
        [] => Ok((messages, enums)),
        faults => Err(faults.join("\n")),
    }
}

/// Whether the package is a contract, not what contracts say of themselves.
pub fn is_contract(package: &str) -> bool {
    package.starts_with("outflank.") && package != "outflank.contract.v1"
}

/// The static that a message or an enum becomes.
pub fn static_name(full_name: &str) -> String {
    full_name.replace('.', "_").to_uppercase()
}

fn message(from: &MessageDescriptor) -> Message {
    let oneofs: Vec<OneofDescriptor> = from.oneofs().filter(|of| !of.is_synthetic()).collect();
    let mut fields: Vec<FieldDescriptor> = from.fields().collect();
    fields.sort_by_key(FieldDescriptor::number);
    let place = |field: &FieldDescriptor| {
        let of = field.containing_oneof()?;
        oneofs.iter().position(|oneof| *oneof == of)
    };
    Message {
        name: from.full_name().to_owned(),
        fields: fields.iter().map(|of| field(of, place(of))).collect(),
        oneofs: oneofs.iter().map(oneof).collect(),
    }
}

fn field(from: &FieldDescriptor, oneof: Option<usize>) -> Field {
    let name = from.name();
    // Every field has one in camel case, unless its contract says another.
    let said = Some(from.json_name()).filter(|said| *said != camel_case(name));
    Field {
        name: name.to_owned(),
        json_name: said.unwrap_or(name).to_owned(),
        number: from.number(),
        kind: from.kind(),
        list: from.is_list(),
        presence: from.supports_presence(),
        oneof,
        options: options(from),
    }
}

/// What the contract says of a field.
pub fn options(of: &FieldDescriptor) -> Options {
    let (pool, all) = (of.parent_pool(), of.options());
    let own = Said::of(pool, &all, "outflank.contract.v1.field");
    let is = |name| own.as_ref().is_some_and(|own| own.is(name));
    let behaviours = value_of(pool, &all, "google.api.field_behavior");
    let behaviours = behaviours.as_ref().and_then(Value::as_list);
    let required = |behaviour: &Value| behaviour.as_enum_number() == Some(REQUIRED);
    Options {
        null: is("null"),
        json: is("json"),
        server: is("server"),
        named: is("named"),
        required: behaviours.unwrap_or_default().iter().any(required),
        most: own.as_ref().map_or(0, |own| own.number("most")),
        given_with: own.and_then(|own| own.text("given_with")),
    }
}

fn oneof(from: &OneofDescriptor) -> Oneof {
    let choice = "outflank.contract.v1.choice";
    let own = Said::of(from.parent_pool(), &from.options(), choice);
    Oneof {
        name: from.name().to_owned(),
        tag: own.and_then(|own| own.text("tag")),
    }
}

fn words(from: &EnumDescriptor) -> Enum {
    let prefix = prefix(from);
    let word = |name: &str| name.trim_start_matches(&prefix).to_lowercase();
    let mut values: Vec<(i32, String)> = from
        .values()
        .filter(|value| value.number() != 0)
        .map(|value| (value.number(), word(value.name())))
        .collect();
    values.sort();
    Enum {
        name: from.full_name().to_owned(),
        values,
    }
}

/// The JSON name that protobuf gives a field by itself.
fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    let mut raise = false;
    for letter in name.chars() {
        match letter {
            '_' => raise = true,
            _ if raise => {
                camel.extend(letter.to_uppercase());
                raise = false;
            }
            _ => camel.push(letter),
        }
    }
    camel
}
