//! Messages of any kind, drawn by a number.

use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

use crate::oracle::{Says, is_required, tagged};

/// Numbers that look like chance, the same ones for the same seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(most.max(1)).unwrap()).unwrap()
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// How far a message may leave its contract.
#[derive(Clone, Copy, PartialEq)]
pub enum Manner {
    /// As a service answers and a client may ask.
    Right,
    /// With numbers, enums and gaps that no answer may have.
    Wild,
}

const MOST_DEPTH: usize = 4;
const TEXTS: [&str; 9] = [
    "",
    "f5",
    "id-1",
    "a\"b\\c/",
    "\u{0}\u{1f}\n\t\r\u{8}\u{c}\u{7f}",
    "Ørsted",
    "日本",
    "𝄞\u{fffd}",
    "long enough that its length is more than what one byte of a length can say, which is where lengths grow by a byte, so: this",
];
const DOCUMENTS: [&str; 6] = [
    "{}",
    "[]",
    "7",
    "\"a,b\"",
    r#"{"a":[1,2.5,null,{"b":"]"}]}"#,
    "[[],[{}],\"\\\"\"]",
];

pub fn message(of: &MessageDescriptor, dice: &mut Dice, manner: Manner) -> DynamicMessage {
    filled(of, dice, manner, 0)
}

fn filled(of: &MessageDescriptor, dice: &mut Dice, manner: Manner, depth: usize) -> DynamicMessage {
    let mut message = DynamicMessage::new(of.clone());
    for field in of.fields() {
        if field
            .containing_oneof()
            .is_some_and(|of| !of.is_synthetic())
        {
            continue;
        }
        fill(&mut message, &field, dice, manner, depth);
    }
    for oneof in of.oneofs().filter(|of| !of.is_synthetic()) {
        let mut members: Vec<_> = oneof.fields().collect();
        let has_to_be = tagged(&members[0]).is_some();
        if has_to_be && manner == Manner::Right {
            members.retain(|member| !Says::of(member).is("server"));
        }
        let member = dice.pick(&members);
        let there = match manner {
            Manner::Right if has_to_be => true,
            _ => !dice.one_in(8),
        };
        if there {
            let value = value(member, dice, manner, depth);
            message.set_field(member, value);
        }
    }
    message
}

fn fill(
    message: &mut DynamicMessage,
    field: &FieldDescriptor,
    dice: &mut Dice,
    manner: Manner,
    depth: usize,
) {
    let right = manner == Manner::Right;
    let needed = is_required(field) && (right || !dice.one_in(4));
    let inner = matches!(field.kind(), Kind::Message(_));
    if inner && depth >= MOST_DEPTH && !needed {
        return;
    }
    if field.is_list() {
        let most = Says::of(field)
            .most()
            .min(if inner && depth > 1 { 1 } else { 3 });
        let many = dice.below(most + 1);
        let elements = (0..many).map(|_| value(field, dice, manner, depth));
        message.set_field(field, Value::List(elements.collect()));
        return;
    }
    let zero_is_no_word = matches!(field.kind(), Kind::Enum(_))
        && !field.supports_presence()
        && !Says::of(field).is("null");
    if needed || right && zero_is_no_word || !dice.one_in(3) {
        let value = value(field, dice, manner, depth);
        message.set_field(field, value);
    }
}

fn value(field: &FieldDescriptor, dice: &mut Dice, manner: Manner, depth: usize) -> Value {
    let wild = manner == Manner::Wild;
    let says = Says::of(field);
    let most = if field.is_list() {
        usize::MAX
    } else {
        says.most()
    };
    match field.kind() {
        Kind::Bool => Value::Bool(dice.one_in(2)),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
            Value::I32(*dice.pick(&[0, 1, -1, 63, 64, 300, -129, i32::MIN, i32::MAX]))
        }
        Kind::Uint32 | Kind::Fixed32 => Value::U32(*dice.pick(&[0, 1, 127, 128, 70_000, u32::MAX])),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(match dice.below(8) {
            0 if wild => *dice.pick(&[i64::MIN, i64::MAX, 1 << 53, -(1 << 53)]),
            1 => *dice.pick(&[(1 << 53) - 1, 1 - (1 << 53)]),
            _ => *dice.pick(&[0, 1, -1, 1_700_000_000_000, -300, i64::from(u32::MAX) + 1]),
        }),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(match dice.below(8) {
            0 if wild => *dice.pick(&[u64::MAX, 1 << 53, 1 << 63]),
            1 => (1 << 53) - 1,
            _ => *dice.pick(&[0, 1, 127, 128, 1_700_000_000_000]),
        }),
        Kind::String | Kind::Bytes if says.is("json") => {
            let text = (*dice.pick(&DOCUMENTS)).to_owned();
            match field.kind() {
                Kind::String => Value::String(text),
                _ => Value::Bytes(text.into_bytes().into()),
            }
        }
        Kind::String => {
            let fits: Vec<&str> = TEXTS
                .into_iter()
                .filter(|text| text.len() <= most)
                .collect();
            Value::String((*dice.pick(&fits)).to_owned())
        }
        Kind::Bytes => {
            let length = dice.below(most.min(200) + 1);
            Value::Bytes((0..length).map(|_| dice.next().to_le_bytes()[0]).collect())
        }
        Kind::Enum(of) => {
            let known: Vec<i32> = of.values().map(|value| value.number()).collect();
            let right: Vec<i32> = known
                .iter()
                .copied()
                .filter(|number| *number != 0)
                .collect();
            Value::EnumNumber(match dice.below(12) {
                0 if wild => *dice.pick(&[0, 99, i32::MIN]),
                _ => *dice.pick(&right),
            })
        }
        Kind::Message(of) => Value::Message(filled(&of, dice, manner, depth + 1)),
        Kind::Float | Kind::Double => panic!("no contract has fractions"),
    }
}
