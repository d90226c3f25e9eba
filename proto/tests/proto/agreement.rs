//! Every message of every contract, and of what contracts can say, as protobuf's own reflection has it.

use outflank_proto::{json, schema::Message};
use proptest::prelude::*;
use prost::Message as _;
use prost_reflect::{DynamicMessage, MessageDescriptor, ReflectMessage as _};

use crate::{
    arbitrary::{Dice, Manner, message},
    oracle,
    tables::{contracts, dialect},
};

pub const DIALECT: [&str; 19] = [
    "Plain", "Point", "Lists", "Optional", "Nulls", "Options", "Given", "Either", "Frame", "Empty",
    "Turn", "Notice", "Restart", "Alert", "Act", "Chain", "Said", "Part", "Parts",
];

fn everything() -> Vec<(MessageDescriptor, &'static Message)> {
    thread_local! {
        static EVERYTHING: Vec<(MessageDescriptor, &'static Message)> =
            contracts().chain(DIALECT.map(dialect)).collect();
    }
    EVERYTHING.with(Clone::clone)
}

pub fn dice(seed: u64, of: &MessageDescriptor) -> Dice {
    let name = of.full_name().bytes();
    Dice(name.fold(seed, |mixed, byte| mixed.rotate_left(9) ^ u64::from(byte)))
}

/// What is written of these bytes is what reflection reads in them, or neither of both is anything.
pub fn written_alike(
    of: &MessageDescriptor,
    table: &Message,
    bytes: &[u8],
) -> Result<Option<String>, String> {
    let mut out = b"before".to_vec();
    let written = json::write(table, bytes, &mut out);
    let Ok(message) = DynamicMessage::decode(of.clone(), bytes) else {
        // Values that later ones replace are not looked at: such bytes may be read all the same.
        return Ok(None);
    };
    match (written, oracle::json(&message)) {
        (Err(_), None) if out == b"before" => Ok(None),
        (Ok(()), Some(expected)) if out.strip_prefix(b"before") == Some(expected.as_bytes()) => {
            Ok(Some(expected))
        }
        (written, expected) => Err(format!(
            "{}\n{bytes:?}\nis {written:?}: {}\nnot {expected:?}",
            of.full_name(),
            String::from_utf8_lossy(&out),
        )),
    }
}

/// What is read of this JSON is the message that it was made of.
pub fn read_alike(
    message: &DynamicMessage,
    table: &'static Message,
    text: &str,
) -> Result<(), String> {
    let mut bytes = Vec::new();
    let name = table.name;
    json::read(table, text.as_bytes(), &mut bytes, json::Fields::default())
        .map_err(|refusal| format!("{name}: {refusal}\n{text}"))?;
    let read = DynamicMessage::decode(message.descriptor(), bytes.as_slice());
    let read = read.map_err(|error| format!("{name}: {error}\n{text}\n{bytes:?}"))?;
    let expected = oracle::outside(message);
    if read.encode_to_vec() == expected.encode_to_vec() {
        Ok(())
    } else {
        Err(format!("{text}\nis {read}\nnot {expected}"))
    }
}

pub fn both_ways(of: &MessageDescriptor, table: &'static Message, seed: u64) -> Result<(), String> {
    let message = message(of, &mut dice(seed, of), Manner::Right);
    let text = written_alike(of, table, &message.encode_to_vec())?;
    let text = text.ok_or_else(|| format!("{message} is no answer"))?;
    if oracle::is_given_only(of) {
        return Ok(());
    }
    read_alike(&message, table, &text)
}

/// Where each field of a message begins and ends.
fn pieces(bytes: &[u8]) -> Vec<&[u8]> {
    use prost::encoding::{DecodeContext, decode_key, skip_field};
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let from = rest;
        let (number, wire) = decode_key(&mut rest).unwrap();
        skip_field(wire, number, &mut rest, DecodeContext::default()).unwrap();
        pieces.push(&from[..from.len() - rest.len()]);
    }
    pieces
}

proptest! {
    #![proptest_config(crate::property::cases(24))]

    #[test]
    fn answers_and_requests_are_what_they_say(seed: u64) {
        for (of, table) in everything() {
            prop_assert_eq!(both_ways(&of, table, seed), Ok(()));
        }
    }

    #[test]
    fn what_breaks_its_contract_is_no_answer(seed: u64) {
        let mut broken = 0;
        for (of, table) in everything() {
            let message = message(&of, &mut dice(seed, &of), Manner::Wild);
            let written = written_alike(&of, table, &message.encode_to_vec());
            prop_assert!(written.is_ok(), "{}", written.unwrap_err());
            broken += u32::from(written == Ok(None));
        }
        prop_assert!(broken > 0);
    }

    /// In any order, with what nobody knows between, several times: lists grow, texts and numbers are replaced,
    /// messages are merged, of a oneof's members the last one stays.
    #[test]
    fn fields_come_in_any_order_and_more_than_once(seed: u64) {
        for (of, table) in everything() {
            let mut dice = dice(seed, &of);
            let one = message(&of, &mut dice, Manner::Right).encode_to_vec();
            let other = message(&of, &mut dice, Manner::Wild).encode_to_vec();
            let mut pieces = [pieces(&one), pieces(&other)].concat();
            // Fields 1000 and 1001, which no message has: a number, and a text.
            pieces.extend([&[0xc0, 0x3e, 0x05][..], &[0xca, 0x3e, 0x02, b'h', b'i']]);
            for at in (1..pieces.len()).rev() {
                pieces.swap(at, dice.below(at + 1));
            }
            let written = written_alike(&of, table, &pieces.concat());
            prop_assert!(written.is_ok(), "{}", written.unwrap_err());
        }
    }

    #[test]
    fn damaged_bytes_are_what_protobuf_makes_of_them(seed: u64) {
        for (of, table) in everything() {
            let mut dice = dice(seed, &of);
            let mut bytes = message(&of, &mut dice, Manner::Right).encode_to_vec();
            damage(&mut bytes, &mut dice);
            let written = written_alike(&of, table, &bytes);
            prop_assert!(written.is_ok(), "{}", written.unwrap_err());
        }
    }

    #[test]
    fn damaged_json_is_refused_or_a_message(seed: u64) {
        for (of, table) in everything() {
            let mut dice = dice(seed, &of);
            let message = message(&of, &mut dice, Manner::Right);
            let mut text = oracle::json(&message).unwrap().into_bytes();
            damage(&mut text, &mut dice);
            let mut out = b"before".to_vec();
            match json::read(table, &text, &mut out, json::Fields::default()) {
                Ok(()) => {
                    let bytes = out.strip_prefix(b"before").unwrap();
                    let read = DynamicMessage::decode(of.clone(), bytes);
                    prop_assert!(read.is_ok(), "{}", String::from_utf8_lossy(&text));
                }
                Err(refusal) => {
                    prop_assert_eq!(out, b"before");
                    prop_assert!(refusal.sentence.ends_with('.'), "{}", refusal.sentence);
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_taken_or_refused(bytes: Vec<u8>, text: String) {
        for (of, table) in everything() {
            let written = written_alike(&of, table, &bytes);
            prop_assert!(written.is_ok(), "{}", written.unwrap_err());
            for json in [&bytes[..], text.as_bytes()] {
                let mut out = Vec::new();
                let _ = json::read(table, json, &mut out, json::Fields::default());
            }
        }
    }
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(4) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => {
                bytes.remove(at);
            }
            2 => bytes.extend_from_within(at..),
            _ if !bytes.is_empty() => bytes[at] = dice.next().to_le_bytes()[0],
            _ => {}
        }
    }
}
