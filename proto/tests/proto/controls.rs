//! Tables with one mistake each: the properties notice every one.

use outflank_proto::schema::Message;
use prost_reflect::MessageDescriptor;

use crate::{
    agreement::both_ways,
    messages,
    tables::{DIALECT, Tables},
};

/// Whether the properties find a mistake in a few hundred messages.
fn noticed(name: &str, table: &'static Message) -> bool {
    let name = format!("outflank.dialect.v1.{name}");
    let of: MessageDescriptor = DIALECT.get_message_by_name(&name).unwrap();
    (0..300).any(|seed| both_ways(&of, table, seed).is_err())
}

/// A message of the dialect after a mistake was made in it.
fn with(name: &str, mistake: impl FnOnce(&mut messages::Message)) -> &'static Message {
    let (mut all, enums) = messages::tables(&DIALECT).unwrap();
    let full = format!("outflank.dialect.v1.{name}");
    mistake(all.iter_mut().find(|of| of.name == full).unwrap());
    let tables = Tables {
        messages: &all,
        enums: &enums,
    };
    tables.message(&full, 0)
}

fn field<'m>(of: &'m mut messages::Message, name: &str) -> &'m mut messages::Field {
    of.fields
        .iter_mut()
        .find(|field| field.name == name)
        .unwrap()
}

#[test]
fn a_right_table_has_no_mistake() {
    for name in crate::agreement::DIALECT {
        assert!(!noticed(name, with(name, |_| {})), "{name}");
    }
}

#[test]
fn every_mistake_in_a_table_is_noticed() {
    use prost_reflect::Kind;
    type Mistake = (&'static str, &'static str, fn(&mut messages::Field));
    let mistakes: [Mistake; 17] = [
        ("Point", "x", |of| of.number = 3),
        ("Point", "y", |of| of.json_name = "why".into()),
        ("Plain", "u64", |of| of.options.null = true),
        ("Nulls", "i32", |of| of.options.null = false),
        ("Nulls", "shade", |of| of.options.null = false),
        ("Optional", "u64", |of| of.presence = false),
        ("Plain", "i32", |of| of.presence = true),
        ("Plain", "s32", |of| of.kind = Kind::Int32),
        ("Plain", "i64", |of| of.kind = Kind::Sint64),
        ("Plain", "f32", |of| of.kind = Kind::Sfixed32),
        ("Plain", "raw", |of| of.kind = Kind::String),
        ("Lists", "i32", |of| of.list = false),
        ("Options", "stamps", |of| of.options.server = false),
        ("Options", "short", |of| of.options.server = true),
        ("Options", "events_json", |of| of.options.json = false),
        ("Options", "short", |of| of.options.most = 3),
        ("Given", "words", |of| of.options.given_with = None),
    ];
    for (name, of, mistake) in mistakes {
        let table = with(name, |message| mistake(field(message, of)));
        assert!(noticed(name, table), "{name}.{of}");
    }
    let untagged = with("Act", |of| of.oneofs[0].tag = None);
    assert!(noticed("Act", untagged));
    let otherwise = with("Frame", |of| of.oneofs[0].tag = Some("kind".into()));
    assert!(noticed("Frame", otherwise));
    let alone = with("Either", |of| field(of, "number").oneof = None);
    let changed = with("Either", |of| field(of, "seat").presence = false);
    assert!(noticed("Either", changed));
    // Alone it is still there or not; only what protobuf makes of two members tells it from the others.
    assert!(!noticed("Either", alone));
}
