//! The frames of version 1 of the protocol, every kind with something in every field: these texts do not change.

use outflank_gateway::live_protocol::{self, ClientFrame, PROTOCOL};
use outflank_proto::{
    json::{self, Fields},
    live::v1::{self as live, client_message, notice, server_message::Message},
    play::v1 as play,
    schema::{CLIENT_MESSAGE, SERVER_MESSAGE},
    sentence::v1::Parameter,
};
use prost::Message as _;
use serde_json::Value;
use std::collections::BTreeSet;

/// One a line.
const SERVER: &str = include_str!("frames/server.jsonl");
const CLIENT: &str = include_str!("frames/client.jsonl");

fn kinds(frames: &str) -> BTreeSet<String> {
    let kind = |line: &str| {
        let frame: Value = serde_json::from_str(line).unwrap();
        frame["type"].as_str().unwrap().to_owned()
    };
    frames.lines().map(kind).collect()
}

#[test]
fn what_the_server_says_stays_as_it_is() {
    let types: BTreeSet<String> = live_protocol::server_types().map(str::to_owned).collect();
    assert_eq!(kinds(SERVER), types);
    for line in SERVER.lines() {
        let mut frame: Value = serde_json::from_str(line).unwrap();
        let parameters = without_parameters(&mut frame);
        let mut message = Vec::new();
        let frame = frame.to_string();
        json::read(
            SERVER_MESSAGE,
            frame.as_bytes(),
            &mut message,
            Fields::default(),
        )
        .unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
        let mut said = live::ServerMessage::decode(message.as_slice()).unwrap();
        if let Some(Message::Chat(chat)) = &mut said.message {
            chat.tells_may_write = line.contains("may_write");
            chat.tells_older = line.contains("older_before");
        }
        match &mut said.message {
            Some(Message::Refused(live::Refused {
                problem: Some(problem),
                ..
            })) => problem.parameters = parameters,
            Some(Message::Notice(live::Notice {
                kind: Some(notice::Kind::Alert(alert)),
            })) => alert.parameters = parameters,
            Some(Message::Commit(commit)) => commit.answers = line.contains("\"id\""),
            Some(Message::Presence(presence)) => {
                presence.tells_own_devices = line.contains("own_devices");
            }
            _ => assert_eq!(parameters, [], "{line}"),
        }
        let mut text = Vec::new();
        json::write(SERVER_MESSAGE, &said.encode_to_vec(), &mut text).unwrap();
        let text: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(text, serde_json::from_str::<Value>(line).unwrap());
        if text["type"] == "hello" {
            assert_eq!(text["protocol"], PROTOCOL);
        }
    }
}

/// Takes out what is given out and never taken.
fn without_parameters(frame: &mut Value) -> Vec<Parameter> {
    let members = frame.as_object_mut().unwrap();
    let inner = members.get_mut("problem").and_then(Value::as_object_mut);
    let in_problem = inner.and_then(|problem| problem.remove("parameters"));
    let taken = in_problem.or_else(|| members.remove("parameters"));
    Parameter::all_of(&taken)
}

/// What play says of an alert goes on as it is, in the words of the frames.
#[test]
fn news_of_an_alert_are_the_alert_on_the_wire() {
    let alert = play::Alert {
        tournament_id: "T".into(),
        round: 3,
        code: "mass_stall".into(),
        text: "Many.".into(),
        game_ids: vec!["G".into(), "H".into()],
        at_ms: 5,
        parameters: vec![Parameter::new("boards", 7)],
    };
    let news = live::AlertNews::decode(alert.encode_to_vec().as_slice()).unwrap();
    let expected = live::AlertNews {
        tournament_id: alert.tournament_id,
        round: alert.round,
        code: alert.code,
        text: alert.text,
        game_ids: alert.game_ids,
        at_ms: alert.at_ms,
        parameters: alert.parameters,
    };
    assert_eq!(news, expected);
}

/// A frame and the message that says the same on a stream are taken alike.
#[test]
fn what_a_client_says_stays_as_it_is() {
    let types: BTreeSet<String> = live_protocol::client_types().map(str::to_owned).collect();
    assert_eq!(kinds(CLIENT), types);
    let mut acts = 0;
    for line in CLIENT.lines() {
        let frame = live_protocol::read(line).unwrap();
        acts += u32::from(matches!(frame, ClientFrame::Act(..)));
        let mut message = Vec::new();
        json::read_known(CLIENT_MESSAGE, line.as_bytes(), &mut message).unwrap();
        let said = live::ClientMessage::decode(message.as_slice()).unwrap();
        assert_eq!(live_protocol::read_message(said).unwrap(), frame);
        // Later versions may say more.
        let later = line.replacen('{', r#"{"later":[{"a":null}],"#, 1);
        assert_eq!(live_protocol::read(&later).unwrap(), frame);
    }
    assert_eq!(acts, 10);
}

/// What stands under the contract's bounds only where it came as JSON is held to them on a stream as well.
#[test]
fn a_stream_is_held_to_what_frames_are() {
    use client_message::Message as Kind;
    let game_id = || "g".to_owned();
    let long = "x".repeat(3073);
    let wrong = [
        Kind::Watch(live::Watch {
            game_id: "g".repeat(65),
            after_seq: 0,
        }),
        Kind::Move(live::Move {
            game_id: game_id(),
            ply: 1,
            square: "f5f5f5f5f".into(),
            flip: String::new(),
        }),
        Kind::Confirm(live::Confirm {
            game_id: game_id(),
            digest: "ab".into(),
        }),
        Kind::Dispute(live::Dispute {
            game_id: game_id(),
            reason: long.clone(),
        }),
        Kind::Chat(live::Chat {
            game_id: game_id(),
            channel: 9,
            text: "?".into(),
            addressed_to: 0,
        }),
        Kind::Chat(live::Chat {
            game_id: game_id(),
            channel: 1,
            text: long,
            addressed_to: 0,
        }),
        Kind::Renew(live::Renew {
            access_token: String::new(),
        }),
    ];
    for message in wrong {
        let said = live::ClientMessage {
            id: "c1".into(),
            message: Some(message),
        };
        let refused = live_protocol::read_message(said.clone()).unwrap_err();
        let code = refused.problem.code.as_str();
        assert_eq!(
            (code, refused.id.as_deref()),
            ("invalid_frame", Some("c1")),
            "{said:?}"
        );
    }
}
