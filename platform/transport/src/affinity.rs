//! Which instance a game's calls go to: the same for everybody who sees the same instances, and only a hint.

use bytes::Bytes;

use outflank_access::Repeat;

/// Before the message of a unary call: a flag and four bytes of length.
const PREFIX: usize = 5;
/// The wire type of strings.
const LENGTH_DELIMITED: u64 = 2;

/// The id of the object of a call, read from its message: its calls go to one instance, whose cache is then warm.
pub(crate) fn object_of(path: &str, call: &Bytes) -> Option<Bytes> {
    let wanted = match outflank_access::repeat(path) {
        Repeat::Command => 2,
        Repeat::Freely | Repeat::Never => 1,
    };
    let message = call.get(PREFIX..)?;
    let mut at = 0;
    while at < message.len() {
        let key = varint(message, &mut at)?;
        if key & 7 != LENGTH_DELIMITED {
            return None;
        }
        let length = usize::try_from(varint(message, &mut at)?).ok()?;
        let end = at.checked_add(length)?;
        let value = at + PREFIX..end + PREFIX;
        message.get(at..end)?;
        match key >> 3 {
            number if number == wanted && length > 0 => return Some(call.slice(value)),
            number if number < wanted => at = end,
            _ => return None,
        }
    }
    None
}

/// How well an instance fits an object: it goes to the one with the highest number (rendezvous hashing), so that one
/// instance more or fewer moves no other objects.
pub(crate) fn weight(object: &[u8], instance: &str) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = object.iter().chain(&[0]).chain(instance.as_bytes());
    let mut hash = bytes.fold(OFFSET, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
    });
    // Names that differ in their last letters are far apart only after this.
    for (shift, factor) in [
        (30, 0xbf58_476d_1ce4_e5b9),
        (27, 0x94d0_49bb_1331_11eb),
        (31, 1),
    ] {
        hash = (hash ^ (hash >> shift)).wrapping_mul(factor);
    }
    hash
}

fn varint(message: &[u8], at: &mut usize) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *message.get(*at)?;
        *at += 1;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use outflank_proto::{pairing::v1 as pairing, play::v1 as play};
    use prost::Message;

    use super::*;

    fn call(message: &impl Message) -> Bytes {
        let mut bytes = vec![0; PREFIX];
        message.encode(&mut bytes).unwrap();
        bytes.into()
    }

    #[test]
    fn the_object_is_read_from_commands_and_reads() {
        let command = play::MoveRequest {
            command_id: "c".repeat(200),
            game_id: "game".into(),
            ply: 3,
            square: "d3".into(),
            flip: String::new(),
            stamps: None,
        };
        let object = object_of("/outflank.play.v1.PlayService/Move", &call(&command));
        assert_eq!(object.as_deref(), Some(b"game".as_slice()));
        let read = play::GetTableRequest {
            game_id: "game".into(),
            ..play::GetTableRequest::default()
        };
        let object = object_of("/outflank.play.v1.PlayService/GetTable", &call(&read));
        assert_eq!(object.as_deref(), Some(b"game".as_slice()));
        let nothing = pairing::ListRuleSetsRequest::default();
        let path = "/outflank.pairing.v1.PairingService/ListRuleSets";
        assert_eq!(object_of(path, &call(&nothing)), None);
    }

    #[test]
    fn no_bytes_make_it_panic() {
        for bytes in [
            &[][..],
            &[0; 4],
            &[
                0, 0, 0, 0, 0, 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
            ],
            &[0, 0, 0, 0, 0, 0x0a, 5, 1],
            &[0, 0, 0, 0, 0, 0x08, 5],
            &[0, 0, 0, 0, 0, 0x80],
        ] {
            let bytes = Bytes::copy_from_slice(bytes);
            assert_eq!(
                object_of("/outflank.play.v1.PlayService/Move", &bytes),
                None
            );
        }
    }

    #[test]
    fn objects_spread_evenly_and_stay_where_they_are_when_an_instance_leaves() {
        let instances = ["10.0.0.1:8081", "10.0.0.2:8081", "10.0.0.3:8081"];
        let place = |object: u32, among: &[&'static str]| {
            let weight = |name: &&&str| weight(&object.to_be_bytes(), name);
            *among.iter().max_by_key(weight).unwrap()
        };
        let mut counts = BTreeMap::new();
        for object in 0..3000 {
            let at = place(object, &instances);
            *counts.entry(at).or_insert(0) += 1;
            if at != instances[2] {
                assert_eq!(place(object, &instances[..2]), at);
            }
        }
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }
}
