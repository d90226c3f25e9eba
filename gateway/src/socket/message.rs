//! The live protocol as typed messages: the same frames in Protocol Buffers.

use bytes::Bytes;
use outflank_proto::{live::v1 as live, play::v1 as play, problem::v1 as problem};
use outflank_runtime::{Kind, Problem};
use prost::Message as _;
use serde_json::{Value, json};

use crate::socket::{
    frame::{self, ClientFrame, FRAME_LIMIT, NotTaken},
    server_frame::{Notice, Refusal, ServerFrame},
};

/// The message that says what a frame says.
pub fn of(frame: &ServerFrame) -> live::ServerMessage {
    use live::server_message::Message;
    let message = match frame {
        ServerFrame::Hello {
            protocol,
            server_time_ms,
            account_id,
            expires_at_ms,
        } => Message::Hello(live::Hello {
            protocol: *protocol,
            server_time_ms: *server_time_ms,
            account_id: account_id.clone().unwrap_or_default(),
            expires_at_ms: expires_at_ms.unwrap_or_default(),
        }),
        ServerFrame::Connection {
            round_trip_ms,
            server_time_ms,
        } => Message::Connection(live::Connection {
            round_trip_ms: *round_trip_ms,
            server_time_ms: *server_time_ms,
        }),
        ServerFrame::Table {
            game,
            entries,
            table,
        } => Message::Table(live::TableNews {
            game_id: game.to_string(),
            entries: entries.iter().map(Into::into).collect(),
            table: Some((*table.source).clone()),
        }),
        ServerFrame::Ack {
            id,
            game,
            seq,
            repeated,
        } => Message::Ack(live::Ack {
            id: id.clone(),
            game_id: game.clone(),
            seq: *seq,
            repeated: *repeated,
        }),
        ServerFrame::Posted { id, game, number } => Message::Posted(live::Posted {
            id: id.clone(),
            game_id: game.clone(),
            number: *number,
        }),
        ServerFrame::Chat {
            game,
            messages,
            may_write,
        } => Message::Chat(live::ChatNews {
            game_id: game.to_string(),
            messages: messages.iter().map(|said| said.source.clone()).collect(),
            tells_may_write: may_write.is_some(),
            may_write: may_write
                .iter()
                .flatten()
                .map(|channel| play::ChatChannel::from(*channel).into())
                .collect(),
        }),
        ServerFrame::Notice(said) => Message::Notice(notice(said)),
        ServerFrame::Renewed { expires_at_ms } => Message::Renewed(live::Renewed {
            expires_at_ms: *expires_at_ms,
        }),
        ServerFrame::Refused { id, problem } => Message::Refused(live::Refused {
            id: id.clone().unwrap_or_default(),
            problem: Some(refusal(problem)),
        }),
        ServerFrame::Presence { game, black, white } => Message::Presence(live::Presence {
            game_id: game.to_string(),
            black: *black,
            white: *white,
        }),
        ServerFrame::Tournament { tournament, seq } => Message::Tournament(live::TournamentNews {
            tournament_id: tournament.clone(),
            seq: *seq,
        }),
        ServerFrame::Standings {
            tournament,
            version,
        } => Message::Standings(live::StandingsNews {
            tournament_id: tournament.clone(),
            version: *version,
        }),
        ServerFrame::Resync { game } => Message::Resync(live::Resync {
            game_id: game.to_string(),
        }),
    };
    live::ServerMessage {
        message: Some(message),
    }
}

/// The message that asks a client for a sign of life.
pub fn ping(number: u64) -> Bytes {
    let message = live::ServerMessage {
        message: Some(live::server_message::Message::Ping(live::Ping { number })),
    };
    message.encode_to_vec().into()
}

/// A message that is none of the protocol's.
pub fn unreadable(problem: Problem) -> NotTaken {
    NotTaken { id: None, problem }
}

/// What a client's message says, under the rules of the frames it stands for.
///
/// # Errors
/// When it breaks one of them.
pub fn read(said: live::ClientMessage) -> Result<ClientFrame, NotTaken> {
    use live::client_message::Message;
    if said.encoded_len() > FRAME_LIMIT {
        return Err(unreadable(Problem::new(
            Kind::Invalid,
            "frame_too_large",
            "A message may have 4096 bytes at most.",
        )));
    }
    let Some(message) = said.message else {
        return Err(unreadable(Problem::new(
            Kind::Invalid,
            "unknown_frame",
            "The message is empty, or of a kind that this version of the protocol does not have.",
        )));
    };
    let mut fields = match message {
        Message::Watch(of) => {
            json!({"type": "watch", "game": of.game_id, "after_seq": of.after_seq})
        }
        Message::Leave(of) => json!({"type": "leave", "game": of.game_id}),
        Message::Follow(of) => json!({"type": "follow", "tournament": of.tournament_id}),
        Message::Unfollow(of) => json!({"type": "unfollow", "tournament": of.tournament_id}),
        Message::Move(of) => {
            json!({"type": "move", "game": of.game_id, "ply": of.ply, "square": of.square})
        }
        Message::Pass(of) => json!({"type": "pass", "game": of.game_id, "ply": of.ply}),
        Message::Resign(of) => json!({"type": "resign", "game": of.game_id}),
        Message::CallDirector(of) => json!({"type": "call_director", "game": of.game_id}),
        Message::Seal(of) => {
            json!({"type": "seal", "game": of.game_id, "ply": of.ply, "square": of.square})
        }
        Message::Confirm(of) => {
            json!({"type": "confirm", "game": of.game_id, "digest": of.digest})
        }
        Message::Dispute(of) => {
            json!({"type": "dispute", "game": of.game_id, "reason": of.reason})
        }
        Message::Chat(of) => chat(&of),
        Message::Focus(of) => json!({"type": "focus", "game": of.game_id, "lost": of.lost}),
        Message::Renew(of) => json!({"type": "renew", "token": of.access_token}),
        // The stream has taken it: it says nothing more.
        Message::Pong(_) => json!({"type": "pong"}),
    };
    if !said.id.is_empty() {
        fields["id"] = said.id.into();
    }
    frame::of_fields(fields)
}

fn chat(said: &live::Chat) -> Value {
    let channel = match said.channel() {
        play::ChatChannel::Players => Value::from("players"),
        play::ChatChannel::Spectators => "spectators".into(),
        play::ChatChannel::Officials => "officials".into(),
        play::ChatChannel::Unspecified => Value::Null,
    };
    let to = match said.addressed_to() {
        play::Color::Black => Value::from("black"),
        play::Color::White => "white".into(),
        play::Color::Unspecified => Value::Null,
    };
    json!({"type": "chat", "game": said.game_id, "channel": channel, "text": said.text, "to": to})
}

fn refusal(refusal: &Refusal) -> problem::Problem {
    problem::Problem {
        code: refusal.code.clone(),
        title: refusal.title.to_owned(),
        detail: refusal.detail.clone(),
        rule: refusal.rule.clone().unwrap_or_default(),
    }
}

fn notice(notice: &Notice) -> live::Notice {
    use live::notice::Kind;
    let kind = match notice {
        Notice::Restart { in_ms, text } => Kind::Restart(live::Restart {
            in_ms: *in_ms,
            text: text.clone(),
        }),
        Notice::Alert {
            tournament,
            round,
            code,
            text,
            games,
            at_ms,
        } => Kind::Alert(live::AlertNews {
            tournament_id: tournament.clone(),
            round: round.unwrap_or_default(),
            code: code.clone(),
            text: text.clone(),
            game_ids: games.clone(),
            at_ms: *at_ms,
        }),
    };
    live::Notice { kind: Some(kind) }
}
