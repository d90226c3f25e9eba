//! The frames as they were written by hand, and as the contract makes them: the same JSON.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use outflank_proto::{
    json,
    live::v1::{self as live, server_message::Message},
    schema,
};
use prost::Message as _;
use serde_json::Value;

use super::{
    frame::{self, ClientFrame},
    message,
    server_frame::{self, Notice, Outgoing, ServerFrame},
    shape::chat,
};
use filler::{Fill, Filler};

#[path = "../../tests/gateway/contract/filler.rs"]
mod filler;

/// Enough for every word of every enum.
const TURNS: u32 = 24;

fn filled(member: &'static schema::Field, fill: Fill, turn: u32) -> live::ServerMessage {
    let schema::Kind::Message(of) = member.kind else {
        panic!("{member:?}")
    };
    let inner = Filler::new(fill, false, turn).message(of);
    let mut bytes = Vec::new();
    prost::encoding::encode_key(
        member.number,
        prost::encoding::WireType::LengthDelimited,
        &mut bytes,
    );
    prost::encoding::encode_varint(inner.len() as u64, &mut bytes);
    bytes.extend(inner);
    live::ServerMessage::decode(bytes.as_slice()).unwrap()
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

fn by_hand(said: Message) -> Outgoing {
    match said {
        Message::Hello(of) => server_frame::hello(
            of.server_time_ms,
            some(of.account_id).as_deref(),
            Some(of.expires_at_ms).filter(|at_ms| *at_ms > 0),
        ),
        Message::Connection(of) => server_frame::connection(of.round_trip_ms, of.server_time_ms),
        Message::Table(of) => {
            let entries: Result<Vec<_>, _> =
                of.entries.into_iter().map(TryInto::try_into).collect();
            let table = of.table.unwrap().try_into().unwrap();
            server_frame::table(
                &of.game_id.into(),
                entries.unwrap().into(),
                &std::sync::Arc::new(table),
            )
        }
        Message::Ack(of) => server_frame::ack(&of.id, &of.game_id, of.seq, of.repeated),
        Message::Posted(of) => server_frame::posted(&of.id, &of.game_id, of.number),
        Message::Refused(of) => {
            let problem = of.problem.unwrap();
            // The title is the kind's own.
            let title: &'static str = Box::leak(problem.title.into_boxed_str());
            ServerFrame::Refused {
                id: some(of.id),
                problem: server_frame::Refusal {
                    code: problem.code,
                    title,
                    detail: problem.detail,
                    rule: some(problem.rule),
                },
            }
            .into()
        }
        Message::Presence(of) => server_frame::presence(&of.game_id.into(), of.black, of.white),
        Message::Tournament(of) => server_frame::tournament(&of.tournament_id, of.seq),
        Message::Standings(of) => server_frame::standings(&of.tournament_id, of.version),
        Message::Resync(of) => server_frame::resync(&of.game_id.into()),
        Message::Chat(of) => {
            let may_write = of.may_write().filter_map(chat::channel).collect();
            let messages: Result<_, _> = of.messages.into_iter().map(TryInto::try_into).collect();
            let told = of.tells_may_write.then_some(may_write);
            server_frame::chat(&of.game_id.into(), messages.unwrap(), told)
        }
        Message::Notice(of) => server_frame::notice(match of.kind.unwrap() {
            live::notice::Kind::Restart(of) => Notice::Restart {
                in_ms: of.in_ms,
                text: of.text,
            },
            live::notice::Kind::Alert(of) => Notice::Alert {
                tournament: of.tournament_id,
                round: Some(of.round).filter(|round| *round > 0),
                code: of.code,
                text: of.text,
                games: of.game_ids,
                at_ms: of.at_ms,
            },
        }),
        Message::Renewed(of) => server_frame::renewed(of.expires_at_ms),
        Message::Ping(_) => panic!("no frame"),
    }
}

fn by_contract(said: &live::ServerMessage) -> Value {
    let mut out = Vec::new();
    let of = schema::message("outflank.live.v1.ServerMessage").unwrap();
    json::write(of, &said.encode_to_vec(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// What the contract says and the hand did not.
fn without_what_is_new(mut frame: Value) -> Value {
    let spectators = frame.pointer_mut("/table/spectators");
    if let Some(spectators) = spectators.and_then(Value::as_object_mut) {
        spectators.remove("is_delayed").unwrap();
    }
    let messages = frame.get_mut("messages").and_then(Value::as_array_mut);
    for message in messages.into_iter().flatten() {
        message.as_object_mut().unwrap().remove("game_id").unwrap();
    }
    frame
}

#[test]
fn what_the_server_says_is_the_same() {
    let of = schema::message("outflank.live.v1.ServerMessage").unwrap();
    let mut compared = 0;
    for member in of.members(0).filter(|member| !member.server) {
        for turn in 0..TURNS {
            let fills = if turn == 0 {
                &[Fill::Bare, Fill::Whole][..]
            } else {
                &[Fill::Whole]
            };
            for fill in fills {
                let mut said = filled(member, *fill, turn);
                if let Some(Message::Hello(hello)) = &mut said.message {
                    hello.protocol = frame::PROTOCOL;
                }
                if let Some(Message::Chat(chat)) = &mut said.message {
                    chat.tells_may_write = turn % 2 == 0;
                }
                let old = by_hand(said.message.clone().unwrap()).json();
                let old: Value = serde_json::from_str(old.as_str()).unwrap();
                let new = without_what_is_new(by_contract(&said));
                assert_eq!(old, new, "{}", member.name);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 13 * 25);
}

fn new(text: &str) -> Option<ClientFrame> {
    let mut bytes = Vec::new();
    let of = schema::message("outflank.live.v1.ClientMessage").unwrap();
    json::read_known(of, text.as_bytes(), &mut bytes).ok()?;
    message::read(live::ClientMessage::decode(bytes.as_slice()).unwrap()).ok()
}

#[test]
fn what_a_client_says_is_the_same() {
    let (long, short) = ("g".repeat(65), "g".repeat(64));
    let digest = "ab".repeat(32);
    let texts = [
        r#"{"type":"watch","game":"g"}"#.to_owned(),
        r#"{"type":"watch","game":"g","after_seq":0,"id":"c1"}"#.to_owned(),
        r#"{"type":"watch","game":"g","after_seq":17,"id":null,"later":{"a":[1]}}"#.to_owned(),
        r#"{"after_seq":null,"game":"g","type":"watch"}"#.to_owned(),
        r#"{"type":"watch","game":""}"#.to_owned(),
        r#"{"type":"watch","game":"a b"}"#.to_owned(),
        r#"{"type":"watch","game":"g","after_seq":-1}"#.to_owned(),
        r#"{"type":"watch","game":"g","after_seq":"1"}"#.to_owned(),
        r#"{"type":"watch","game":null}"#.to_owned(),
        format!(r#"{{"type":"watch","game":"{long}"}}"#),
        format!(r#"{{"type":"watch","game":"{short}"}}"#),
        r#"{"type":"leave","game":"g","ply":"what another frame has"}"#.to_owned(),
        r#"{"type":"leave"}"#.to_owned(),
        r#"{"type":"follow","tournament":"t"}"#.to_owned(),
        r#"{"type":"follow","game":"t"}"#.to_owned(),
        r#"{"type":"unfollow","tournament":"t"}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":5,"square":"f5"}"#.to_owned(),
        r#"{"square":"f5","ply":5,"game":"g","id":"c1","type":"move"}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":0,"square":"f5"}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":5.0,"square":"f5"}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":4294967296,"square":"f5"}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":5,"square":""}"#.to_owned(),
        r#"{"type":"move","id":"c1","game":"g","ply":5,"square":"f5f5f5f5f"}"#.to_owned(),
        r#"{"type":"move","id":"","game":"g","ply":5,"square":"f5"}"#.to_owned(),
        r#"{"type":"move","id":"c 1","game":"g","ply":5,"square":"f5"}"#.to_owned(),
        r#"{"type":"move","game":"g","ply":5,"square":"f5"}"#.to_owned(),
        r#"{"type":"pass","id":"c1","game":"g","ply":31}"#.to_owned(),
        r#"{"type":"pass","id":"c1","game":"g"}"#.to_owned(),
        r#"{"type":"resign","id":"c1","game":"g"}"#.to_owned(),
        r#"{"type":"call_director","id":"c1","game":"g"}"#.to_owned(),
        r#"{"type":"seal","id":"c1","game":"g","ply":21,"square":"c4"}"#.to_owned(),
        format!(r#"{{"type":"confirm","id":"c1","game":"g","digest":"{digest}"}}"#),
        r#"{"type":"confirm","id":"c1","game":"g","digest":"ab"}"#.to_owned(),
        r#"{"type":"dispute","id":"c1","game":"g","reason":"No \"flag\" fell."}"#.to_owned(),
        r#"{"type":"dispute","id":"c1","game":"g","reason":""}"#.to_owned(),
        format!(
            r#"{{"type":"dispute","id":"c1","game":"g","reason":"{}"}}"#,
            "ø".repeat(1537)
        ),
        r#"{"type":"chat","id":"c1","game":"g","channel":"players","text":"Hello."}"#.to_owned(),
        r#"{"type":"chat","id":"c1","game":"g","channel":"officials","text":"?","to":"white"}"#
            .to_owned(),
        r#"{"type":"chat","id":"c1","game":"g","channel":"spectators","text":"?","to":null}"#
            .to_owned(),
        r#"{"type":"chat","id":"c1","game":"g","channel":"spectators","text":"?","to":"grey"}"#
            .to_owned(),
        r#"{"type":"chat","id":"c1","game":"g","channel":"nobody","text":"?"}"#.to_owned(),
        r#"{"type":"chat","id":"c1","game":"g","channel":null,"text":"?"}"#.to_owned(),
        r#"{"type":"focus","game":"g","lost":true}"#.to_owned(),
        r#"{"type":"focus","game":"g","lost":false}"#.to_owned(),
        r#"{"type":"focus","game":"g"}"#.to_owned(),
        r#"{"type":"renew","token":"eyJ"}"#.to_owned(),
        r#"{"type":"renew","token":""}"#.to_owned(),
        r#"{"type":"pong","number":1}"#.to_owned(),
        r#"{"type":"dance"}"#.to_owned(),
        r#"{"type":null}"#.to_owned(),
        r#"{"id":"c1"}"#.to_owned(),
        "[]".to_owned(),
        "{".to_owned(),
    ];
    let mut taken = 0;
    for text in texts {
        let old = frame::read(&text).ok();
        taken += u32::from(old.is_some());
        assert_eq!(new(&text), old, "{text}");
    }
    assert_eq!(taken, 23);
}
