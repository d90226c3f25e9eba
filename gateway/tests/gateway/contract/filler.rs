//! Messages with something in every field, made by the tables.

use outflank_proto::schema::{Field, Kind, Message};
use prost::encoding::{self, WireType};

/// How much a message holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// Something in every field, two of everything in lists.
    Whole,
    /// What has to be there, and no more.
    Bare,
}

/// Messages in messages, where one may hold itself.
const DEEPEST: usize = 5;

/// Makes messages; no two values of one message are alike.
pub struct Filler {
    fill: Fill,
    /// Fields that only the server fills stay empty.
    from_outside: bool,
    count: u32,
}

impl Filler {
    /// Other members of oneofs, and other words of enums, for every `turn`.
    pub fn new(fill: Fill, from_outside: bool, turn: u32) -> Self {
        Self {
            fill,
            from_outside,
            count: turn,
        }
    }

    pub fn message(&mut self, of: &'static Message) -> Vec<u8> {
        self.filled(of, 0)
    }

    fn filled(&mut self, of: &'static Message, depth: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let turn = self.count;
        for (oneof, said) in (0..).zip(of.oneofs) {
            if said.tag.is_none() && self.fill == Fill::Bare {
                continue;
            }
            let members: Vec<_> = of.members(oneof).filter(|field| !field.server).collect();
            let chosen = turn as usize % members.len();
            self.value(members[chosen], depth, &mut out);
        }
        for field in of.fields.iter().filter(|field| field.oneof.is_none()) {
            let word = matches!(field.kind, Kind::Enum(_)) && !field.null && !field.list;
            let needed = field.required || word;
            if field.server && self.from_outside || self.fill == Fill::Bare && !needed {
                continue;
            }
            if matches!(field.kind, Kind::Message(_)) && depth >= DEEPEST && !field.required {
                continue;
            }
            self.value(field, depth, &mut out);
            if field.list {
                self.value(field, depth, &mut out);
            }
        }
        out
    }

    fn value(&mut self, field: &'static Field, depth: usize, out: &mut Vec<u8>) {
        self.count += 1;
        let count = self.count;
        let chunk = |bytes: &[u8], out: &mut Vec<u8>| {
            encoding::encode_key(field.number, WireType::LengthDelimited, out);
            encoding::encode_varint(bytes.len() as u64, out);
            out.extend_from_slice(bytes);
        };
        let number = match field.kind {
            Kind::Message(inner) => {
                let inner = self.filled(inner, depth + 1);
                return chunk(&inner, out);
            }
            Kind::String | Kind::Bytes if field.json => {
                return chunk(format!(r#"[{{"event":{count}}}]"#).as_bytes(), out);
            }
            Kind::String | Kind::Bytes => {
                return chunk(format!("{}-{count}", field.name).as_bytes(), out);
            }
            Kind::Enum(of) => of.values[count as usize % of.values.len()]
                .number
                .try_into()
                .unwrap(),
            Kind::Bool => 1,
            Kind::Int32 | Kind::Int64 | Kind::Uint32 | Kind::Uint64 => u64::from(count),
            kind => panic!("no contract has {kind:?}"),
        };
        encoding::encode_key(field.number, WireType::Varint, out);
        encoding::encode_varint(number, out);
    }
}
