//! Which messages carry stamps, and how a gateway puts its own in place of whatever stood there.

use outflank_proto::{
    contract,
    play::v1 as play,
    schema::{self, Kind},
};
use prost::{
    DecodeError,
    encoding::{self, DecodeContext},
};

const STAMPS: &str = "outflank.play.v1.Stamps";

/// Field numbers of a message that carries stamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    stamps: u32,
    game_id: Option<u32>,
    ply: Option<u32>,
}

/// Where stamps stand in an RPC's request; none where there are none.
#[must_use]
pub fn of(rpc: &str) -> Option<Fields> {
    let message = schema::message(contract::method(rpc)?.input)?;
    let mut fields = message.fields.iter();
    let stamps =
        fields.find(|field| matches!(field.kind, Kind::Message(of) if of.name == STAMPS))?;
    let called = |name: &str| message.field(name).map(|field| field.number);
    Some(Fields {
        stamps: stamps.number,
        game_id: called("game_id"),
        ply: called("ply"),
    })
}

/// A message without its stamps.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bare {
    bytes: Vec<u8>,
    /// The game it is about.
    pub game_id: String,
    /// The ply it is meant for, where it names one.
    pub ply: Option<u32>,
}

/// Takes every field of stamps out of a message, and reads what a gateway needs to make its own.
///
/// # Errors
/// When it is no Protocol Buffers message.
pub fn without(message: &[u8], fields: Fields) -> Result<Bare, DecodeError> {
    let mut bare = Bare {
        bytes: Vec::with_capacity(message.len()),
        ..Bare::default()
    };
    let mut rest = message;
    while !rest.is_empty() {
        let before = rest;
        let (tag, wire) = encoding::decode_key(&mut rest)?;
        let mut value = rest;
        encoding::skip_field(wire, tag, &mut rest, DecodeContext::default())?;
        if tag == fields.stamps {
            continue;
        }
        if Some(tag) == fields.game_id {
            let context = DecodeContext::default();
            encoding::string::merge(wire, &mut bare.game_id, &mut value, context)?;
        } else if Some(tag) == fields.ply {
            let mut ply = 0;
            encoding::uint32::merge(wire, &mut ply, &mut value, DecodeContext::default())?;
            bare.ply = Some(ply);
        }
        let length = before.len() - rest.len();
        bare.bytes
            .extend_from_slice(before.get(..length).unwrap_or_default());
    }
    Ok(bare)
}

impl Bare {
    /// The message with these stamps.
    pub fn with(mut self, fields: Fields, stamps: &play::Stamps) -> Vec<u8> {
        encoding::message::encode(fields.stamps, stamps, &mut self.bytes);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use prost::Message as _;

    use super::*;

    fn forged() -> play::MoveRequest {
        play::MoveRequest {
            command_id: "c1".into(),
            game_id: "g1".into(),
            ply: 7,
            square: "f5".into(),
            flip: String::new(),
            stamps: Some(play::Stamps {
                received_at_ms: 1,
                delivered_at_ms: i64::MAX,
                account_id: "somebody else".into(),
                lag_ms: 60_000,
                ..play::Stamps::default()
            }),
        }
    }

    #[test]
    fn every_command_of_a_player_is_stamped_and_no_reading_is() {
        for method in ["Move", "Pass", "Resign", "SealMove", "ConfirmTranscript"] {
            let rpc = format!("/outflank.play.v1.PlayService/{method}");
            assert!(of(&rpc).is_some(), "{method}");
        }
        assert!(of("/outflank.play.v1.PlayService/GetTable").is_none());
    }

    #[test]
    fn forged_stamps_go_wherever_and_however_often_they_stand() {
        let fields = of("/outflank.play.v1.PlayService/Move").unwrap();
        let own = play::Stamps {
            received_at_ms: 5,
            account_id: "me".into(),
            ..play::Stamps::default()
        };
        let mut bytes = forged().encode_to_vec();
        bytes.extend(forged().encode_to_vec());
        // A later contract's field stays.
        encoding::string::encode(900, &"new".to_owned(), &mut bytes);
        let bare = without(&bytes, fields).unwrap();
        assert_eq!((bare.game_id.as_str(), bare.ply), ("g1", Some(7)));
        let stamped = bare.with(fields, &own);
        let read = play::MoveRequest::decode(stamped.as_slice()).unwrap();
        let wanted = play::MoveRequest {
            stamps: Some(own),
            ..forged()
        };
        assert_eq!(read, wanted);
        assert!(stamped.windows(3).any(|three| three == b"new"));
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let fields = of("/outflank.play.v1.PlayService/Move").unwrap();
        for bytes in [&[0xff_u8][..], &[0x0a, 0x20, 0x41], &[0x12, 0x01, 0xff]] {
            assert!(without(bytes, fields).is_err(), "{bytes:?}");
        }
    }
}
