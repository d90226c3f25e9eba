//! The tables as Rust.

use std::fmt::{self, Write as _};

use prost_reflect::Kind;

use super::{Enum, Field, Message, static_name};
use crate::options::capitalised;

pub fn written(messages: &[Message], enums: &[Enum]) -> Result<String, fmt::Error> {
    let mut to = String::new();
    for of in enums {
        let values: Vec<String> = of
            .values
            .iter()
            .map(|(number, word)| format!("Value {{ number: {number}, word: {word:?} }}"))
            .collect();
        writeln!(
            to,
            "static {}: Enum = Enum {{ name: {:?}, values: &[{}] }};",
            static_name(&of.name),
            of.name,
            values.join(", ")
        )?;
    }
    for of in messages {
        writeln!(
            to,
            "pub(crate) static {}: Message = Message {{ name: {:?}, fields: &[",
            static_name(&of.name),
            of.name
        )?;
        for (place, field) in of.fields.iter().enumerate() {
            write_field(&mut to, of, place, field)?;
        }
        write!(to, "], oneofs: &[")?;
        for oneof in &of.oneofs {
            write!(
                to,
                "Oneof {{ name: {:?}, tag: {:?} }},",
                oneof.name, oneof.tag
            )?;
        }
        writeln!(to, "] }};")?;
    }
    writeln!(
        to,
        "/// Every message of the contracts, by name.\npub static MESSAGES: &[&Message] = &["
    )?;
    for of in messages {
        writeln!(to, "    &{},", static_name(&of.name))?;
    }
    writeln!(to, "];")?;
    Ok(to)
}

fn write_field(to: &mut String, message: &Message, place: usize, of: &Field) -> fmt::Result {
    let is = &of.options;
    let with = message
        .fields
        .iter()
        .position(|other| is.given_with.as_ref() == Some(&other.name));
    writeln!(
        to,
        "    Field {{ name: {:?}, json_name: {:?}, key: {:?}, number: {}, place: {place}, kind: {}, list: {}, \
         presence: {}, oneof: {:?}, null: {}, json: {}, server: {}, named: {}, required: {}, \
         most: {}, given_with: {with:?} }},",
        of.name,
        of.json_name,
        format!("\"{}\":", of.json_name),
        of.number,
        kind(&of.kind),
        of.list,
        of.presence,
        of.oneof,
        is.null,
        is.json,
        is.server,
        is.named,
        is.required,
        is.most,
    )
}

fn kind(of: &Kind) -> String {
    match of {
        Kind::Enum(of) => format!("Kind::Enum(&{})", static_name(of.full_name())),
        Kind::Message(of) => format!("Kind::Message(&{})", static_name(of.full_name())),
        plain => format!("Kind::{}", capitalised(&format!("{plain:?}"))),
    }
}
