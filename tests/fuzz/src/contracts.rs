//! Messages of the contracts, and programs' commands on their way through a gateway.

use outflank_gateway::stamps;
use outflank_proto::{live::v1 as live, pairing::v1 as pairing, play::v1 as play};
use prost::Message;

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
    match kind % 20 {
        0 => round_trip::<play::MoveRequest>(data),
        1 => round_trip::<play::PassRequest>(data),
        2 => round_trip::<play::ResignRequest>(data),
        3 => round_trip::<play::ReadEntriesRequest>(data),
        4 => round_trip::<play::ReportSocketsRequest>(data),
        5 => round_trip::<play::TableUpdate>(data),
        6 => round_trip::<pairing::GetTournamentResponse>(data),
        7 => round_trip::<play::Table>(data),
        8 => round_trip::<play::CallDirectorRequest>(data),
        9 => round_trip::<play::SealMoveRequest>(data),
        10 => round_trip::<play::ConfirmTranscriptRequest>(data),
        11 => round_trip::<play::DisputeResultRequest>(data),
        12 => round_trip::<play::PostChatRequest>(data),
        13 => round_trip::<play::ModerateChatRequest>(data),
        14 => round_trip::<play::ReportFocusRequest>(data),
        15 => round_trip::<play::OfficiateRequest>(data),
        16 => round_trip::<play::OfficiateRoundRequest>(data),
        17 => round_trip::<play::ReadNewsRequest>(data),
        18 => round_trip::<play::GetEvidenceResponse>(data),
        _ => round_trip::<live::ServerMessage>(data),
    }
}

/// What a gateway stamps every command with here.
fn own_stamps() -> play::Stamps {
    play::Stamps {
        received_at_ms: 1_712_345_678,
        account_id: "account-1".into(),
        gateway_id: "gateway-1".into(),
        ..play::Stamps::default()
    }
}

/// A program's command as a gateway passes it on: whatever stamps stand in it, however often, the gateway's alone
/// come out, and all else stays. The first byte says which command.
pub fn stamped_call(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    match kind % 9 {
        0 => stamp::<play::MoveRequest>("Move", data, |of| (&of.game_id, of.ply, &mut of.stamps)),
        1 => stamp::<play::PassRequest>("Pass", data, |of| (&of.game_id, of.ply, &mut of.stamps)),
        2 => stamp::<play::ResignRequest>("Resign", data, |of| (&of.game_id, 0, &mut of.stamps)),
        3 => stamp::<play::CallDirectorRequest>("CallDirector", data, |of| {
            (&of.game_id, 0, &mut of.stamps)
        }),
        4 => stamp::<play::SealMoveRequest>("SealMove", data, |of| {
            (&of.game_id, of.ply, &mut of.stamps)
        }),
        5 => stamp::<play::ConfirmTranscriptRequest>("ConfirmTranscript", data, |of| {
            (&of.game_id, 0, &mut of.stamps)
        }),
        6 => stamp::<play::DisputeResultRequest>("DisputeResult", data, |of| {
            (&of.game_id, 0, &mut of.stamps)
        }),
        7 => {
            stamp::<play::PostChatRequest>("PostChat", data, |of| (&of.game_id, 0, &mut of.stamps))
        }
        _ => stamp::<play::ReportFocusRequest>("ReportFocus", data, |of| {
            (&of.game_id, 0, &mut of.stamps)
        }),
    }
}

/// A command's game, its ply (0 where it names none), and its stamps.
type Parts<M> = fn(&mut M) -> (&str, u32, &mut Option<play::Stamps>);

fn stamp<M: Message + Default + PartialEq>(method: &str, data: &[u8], of: Parts<M>) {
    let rpc = format!("/outflank.play.v1.PlayService/{method}");
    let Some(fields) = stamps::of(&rpc) else {
        panic!("{rpc} bears no stamps");
    };
    let Ok(bare) = stamps::without(data, fields) else {
        assert!(M::decode(data).is_err(), "{method}: a command was refused");
        return;
    };
    let (game_id, ply) = (bare.game_id.clone(), bare.ply.unwrap_or_default());
    let passed_on = bare.with(fields, &own_stamps());
    let Ok(mut read) = M::decode(passed_on.as_slice()) else {
        assert!(M::decode(data).is_err(), "{method}: a command was spoilt");
        return;
    };
    let (game, at_ply, stamps) = of(&mut read);
    assert_eq!((game, at_ply), (game_id.as_str(), ply), "{method}");
    assert_eq!(stamps.as_ref(), Some(&own_stamps()), "{method}");
    if let Ok(mut said) = M::decode(data) {
        *of(&mut said).2 = Some(own_stamps());
        assert!(read == said, "{method}: a command was changed");
    }
}
