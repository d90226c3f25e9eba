//! What comes over the network.

use outflank_gateway::live_protocol::{ClientFrame, read};
use outflank_proto::{pairing::v1 as pairing, play::v1 as play};
use prost::Message;

/// A frame of the live protocol: taken or refused with a code, never with an id it did not bear.
pub fn frame(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match read(text) {
        Ok(ClientFrame::Act { id, game, .. }) => {
            assert!((1..=64).contains(&id.chars().count()), "id {id:?}");
            assert!((1..=64).contains(&game.len()), "game {game:?}");
        }
        Ok(_) => {}
        Err(refused) => {
            assert!(!refused.problem.code.is_empty());
            assert!(
                refused
                    .id
                    .is_none_or(|id| text.contains('"') && id.chars().count() <= 64)
            );
        }
    }
}

/// What is read is written back as it was read.
fn round_trip<M: Message + Default + PartialEq>(data: &[u8]) {
    if let Ok(message) = M::decode(data) {
        let bytes = message.encode_to_vec();
        assert_eq!(bytes.len(), message.encoded_len());
        let again = M::decode(bytes.as_slice());
        // NaN is the only value unequal to itself, and no contract has a float.
        assert!(again.is_ok_and(|again| again == message));
    }
}

/// A message of the contracts; the first byte says which.
pub fn message(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    match kind % 8 {
        0 => round_trip::<play::MoveRequest>(data),
        1 => round_trip::<play::PassRequest>(data),
        2 => round_trip::<play::ResignRequest>(data),
        3 => round_trip::<play::ReadEntriesRequest>(data),
        4 => round_trip::<play::ReportSocketsRequest>(data),
        5 => round_trip::<play::TableUpdate>(data),
        6 => round_trip::<pairing::GetTournamentResponse>(data),
        _ => round_trip::<play::Table>(data),
    }
}
