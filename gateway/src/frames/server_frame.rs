//! What the server says in the live protocol, in every encoding a connection may speak: messages of the contract, and
//! JSON that is made of them.

use std::sync::{Arc, OnceLock, Weak};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use outflank_access::Problem;
use outflank_proto::{
    json,
    live::v1::{self as live, notice::Kind, server_message::Message},
    pairing::v1::{CasualBooking, CasualTerms, TournamentSummary},
    play::v1::{ChatChannel, ChatMessage, Color, Table, TableEntry, TableFrame},
    problem::v1 as wire,
    schema::SERVER_MESSAGE,
};
use prost::{
    Message as _,
    encoding::{self, WireType},
};

use crate::frames::client_frame::{self, PROTOCOL};

/// The types of the frames that the server may send.
pub fn types() -> impl Iterator<Item = &'static str> {
    client_frame::words(SERVER_MESSAGE)
}

/// How a connection writes what it says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    /// JSON texts on a WebSocket.
    #[default]
    Json,
    /// `outflank.live.v1.ServerMessage` on a gRPC stream.
    Protobuf,
}

#[derive(Debug)]
struct Said {
    message: Bytes,
    json: OnceLock<Utf8Bytes>,
}

/// A frame on its way to any number of connections: made once, its JSON when the first of them asks that speaks it.
#[derive(Debug, Clone)]
pub struct Outgoing(Arc<Said>);

/// A frame for as long as somebody waits for it.
#[derive(Debug)]
pub struct WeakOutgoing(Weak<Said>);

impl WeakOutgoing {
    /// The frame, if somebody still waits for it.
    pub fn upgrade(&self) -> Option<Outgoing> {
        self.0.upgrade().map(Outgoing)
    }
}

impl From<Message> for Outgoing {
    fn from(message: Message) -> Self {
        let message = Some(message);
        Self::of(live::ServerMessage { message }.encode_to_vec())
    }
}

impl Outgoing {
    fn of(message: Vec<u8>) -> Self {
        Self(Arc::new(Said {
            message: message.into(),
            json: OnceLock::new(),
        }))
    }

    /// What another service made for every connection; none when its text is none.
    pub fn made(frame: TableFrame) -> Option<Self> {
        let json = Utf8Bytes::try_from(frame.json).ok()?;
        if !json.as_str().starts_with('{') || frame.message.is_empty() {
            return None;
        }
        Some(Self(Arc::new(Said {
            message: frame.message,
            json: json.into(),
        })))
    }

    /// A commit to whoever made it by a command with this id, in one encoding.
    pub fn answering(&self, id: &str, encoding: Encoding) -> Self {
        let (mut message, json) = (self.0.message.clone(), OnceLock::new());
        match encoding {
            Encoding::Json => {
                let (text, id) = (self.json(), serde_json::Value::from(id));
                let rest = text.as_str().trim_start_matches('{');
                json.get_or_init(|| format!("{{\"id\":{id},{rest}").into());
            }
            Encoding::Protobuf => {
                let mut told = live::ServerMessage::decode(message).unwrap_or_default();
                if let Some(Message::Commit(commit)) = &mut told.message {
                    id.clone_into(&mut commit.id);
                    commit.answers = true;
                }
                message = told.encode_to_vec().into();
            }
        }
        Self(Arc::new(Said { message, json }))
    }

    /// Its JSON text. What breaks its contract is our own fault, and is told as that.
    pub fn json(&self) -> Utf8Bytes {
        let said = || text(&self.0.message).unwrap_or_else(|problem| not_said(&problem));
        self.0.json.get_or_init(said).clone()
    }

    /// Its Protocol Buffers message.
    pub fn protobuf(&self) -> Bytes {
        self.0.message.clone()
    }

    /// The same for as long as somebody waits for it.
    pub fn downgrade(&self) -> WeakOutgoing {
        WeakOutgoing(Arc::downgrade(&self.0))
    }

    /// How many bytes it has in an encoding.
    pub fn size(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Json => self.json().len(),
            Encoding::Protobuf => self.0.message.len(),
        }
    }
}

fn text(message: &[u8]) -> Result<Utf8Bytes, Problem> {
    let mut text = Vec::new();
    json::write(SERVER_MESSAGE, message, &mut text).map_err(Problem::internal)?;
    let text = String::from_utf8(text).map_err(Problem::internal)?;
    Ok(text.into())
}

fn not_said(problem: &Problem) -> Utf8Bytes {
    text(&refused(None, problem).0.message).unwrap_or_default()
}

/// The first frame.
pub fn hello(
    server_time_ms: i64,
    account_id: Option<&str>,
    expires_at_ms: Option<i64>,
) -> Outgoing {
    let hello = live::Hello {
        protocol: PROTOCOL,
        server_time_ms,
        account_id: account_id.unwrap_or_default().to_owned(),
        expires_at_ms: expires_at_ms.unwrap_or_default(),
    };
    Message::Hello(hello).into()
}

/// The measured round trip.
pub fn connection(round_trip_ms: u64, server_time_ms: i64) -> Outgoing {
    let connection = live::Connection {
        round_trip_ms,
        server_time_ms,
    };
    Message::Connection(connection).into()
}

/// Entries of a game and the table after them.
pub fn table(game_id: &str, entries: &[TableEntry], table: &Table) -> Outgoing {
    // A table is no small thing, and others go on with it: it is not copied into a message first.
    const NEWS: u32 = 3;
    const ENTRIES: u32 = 2;
    const TABLE: u32 = 3;
    let news = live::TableNews {
        game_id: game_id.to_owned(),
        ..live::TableNews::default()
    };
    let length = news.encoded_len()
        + encoding::message::encoded_len_repeated(ENTRIES, entries)
        + encoding::message::encoded_len(TABLE, table);
    // The key has a byte, and the length up to five.
    let mut message = Vec::with_capacity(length + 6);
    encoding::encode_key(NEWS, WireType::LengthDelimited, &mut message);
    encoding::encode_varint(u64::try_from(length).unwrap_or(u64::MAX), &mut message);
    message.extend(news.encode_to_vec());
    encoding::message::encode_repeated(ENTRIES, entries, &mut message);
    encoding::message::encode(TABLE, table, &mut message);
    Outgoing::of(message)
}

/// A command was committed.
pub fn ack(id: String, game_id: String, seq: u64, repeated: bool) -> Outgoing {
    let ack = live::Ack {
        id,
        game_id,
        seq,
        repeated,
    };
    Message::Ack(ack).into()
}

/// A message stands on the record under this number.
pub fn posted(id: String, game_id: String, number: u64) -> Outgoing {
    let posted = live::Posted {
        id,
        game_id,
        number,
    };
    Message::Posted(posted).into()
}

/// A frame changed nothing.
pub fn refused(id: Option<&str>, why: &Problem) -> Outgoing {
    let id = id.unwrap_or_default().to_owned();
    refused_by(id, Some(why.clone().into()))
}

/// The same of a frame that a service refuses, in its words.
pub fn refused_by(id: String, problem: Option<wire::Problem>) -> Outgoing {
    Message::Refused(live::Refused { id, problem }).into()
}

/// Where a player's own seat is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnDevices {
    /// On how many devices.
    pub count: u32,
    /// The player's device is the one of several that came last.
    pub newest: bool,
}

/// Whether sockets of a game's seats are open, and to a player where the own one is.
pub fn presence(
    game_id: &str,
    (black, white): (bool, bool),
    own_devices: Option<OwnDevices>,
) -> Outgoing {
    let presence = live::Presence {
        game_id: game_id.to_owned(),
        black,
        white,
        own_devices: own_devices.map_or(0, |own| own.count),
        newest_device: own_devices.is_some_and(|own| own.newest),
        tells_own_devices: own_devices.is_some(),
    };
    Message::Presence(presence).into()
}

/// A tournament changed; with what changed since an earlier seq, where that is known.
pub fn tournament(tournament_id: &str, seq: u64, since: Option<(u64, String)>) -> Outgoing {
    let tells_changed = since.is_some();
    let (previous_seq, changed_json) = since.unwrap_or_default();
    let news = live::TournamentNews {
        tournament_id: tournament_id.to_owned(),
        seq,
        previous_seq,
        changed_json,
        tells_changed,
    };
    Message::Tournament(news).into()
}

/// A list changed; with what changed since an earlier version, where that is known.
pub fn standings(tournament_id: &str, version: u64, since: Option<(u64, String)>) -> Outgoing {
    let tells_changed = since.is_some();
    let (previous_version, changed_json) = since.unwrap_or_default();
    let news = live::StandingsNews {
        tournament_id: tournament_id.to_owned(),
        version,
        previous_version,
        changed_json,
        tells_changed,
    };
    Message::Standings(news).into()
}

/// The games of a round may be others, or those of any where the round is 0.
pub fn games(tournament_id: &str, round: u32) -> Outgoing {
    let news = live::GamesNews {
        tournament_id: tournament_id.to_owned(),
        round,
    };
    Message::Games(news).into()
}

/// A line of the list of all tournaments; none where any may have changed.
pub fn event(event: Option<TournamentSummary>) -> Outgoing {
    Message::Event(live::EventNews { event }).into()
}

/// A rating file was published.
pub fn rating_files() -> Outgoing {
    Message::RatingFiles(live::RatingFilesNews {}).into()
}

/// What is new of what is written at a table.
pub fn chat(game_id: &str, messages: Vec<ChatMessage>) -> Outgoing {
    let news = live::ChatNews {
        game_id: game_id.to_owned(),
        messages,
        ..live::ChatNews::default()
    };
    Message::Chat(news).into()
}

/// The newest of what was written at a table, with the channels that its reader may write on, and before which number
/// there is more.
pub fn chat_history(
    game_id: &str,
    messages: Vec<ChatMessage>,
    may_write: Vec<ChatChannel>,
    older_before: u64,
) -> Outgoing {
    let news = live::ChatNews {
        game_id: game_id.to_owned(),
        messages,
        tells_may_write: true,
        may_write: may_write.into_iter().map(Into::into).collect(),
        older_before,
        tells_older: older_before > 0,
    };
    Message::Chat(news).into()
}

/// Something to know at once.
pub fn notice(kind: Kind) -> Outgoing {
    Message::Notice(live::Notice { kind: Some(kind) }).into()
}

/// The connection's new token was taken.
pub fn renewed(expires_at_ms: i64) -> Outgoing {
    Message::Renewed(live::Renewed { expires_at_ms }).into()
}

/// Frames of a game were dropped.
pub fn resync(game_id: &str) -> Outgoing {
    let game_id = game_id.to_owned();
    Message::Resync(live::Resync { game_id }).into()
}

/// A seek stands.
pub fn seeking(id: String, terms: Option<CasualTerms>, since_ms: i64) -> Outgoing {
    let seeking = live::Seeking {
        id,
        terms,
        since_ms,
    };
    Message::Seeking(seeking).into()
}

/// One side of a casual game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Black's.
    Black,
    /// White's.
    White,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Its account in a booking, and the opponent's.
    pub fn of(self, booking: &CasualBooking) -> (&str, &str) {
        let (black, white) = (&booking.black_account_id, &booking.white_account_id);
        match self {
            Self::Black => (black, white),
            Self::White => (white, black),
        }
    }
}

/// A casual game is booked, to one of its players.
pub fn booked(booking: &CasualBooking, side: Side) -> Outgoing {
    let color = match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let booked = live::Booked {
        game_id: booking.game_id.clone(),
        color: color.into(),
        opponent_account_id: side.of(booking).1.to_owned(),
        terms: booking.terms,
        starts_at_ms: booking.starts_at_ms,
    };
    Message::Booked(booked).into()
}

/// The message that asks a client on a stream for a sign of life.
pub fn ping(number: u64) -> Bytes {
    Outgoing::from(Message::Ping(live::Ping { number })).protobuf()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn news_of_a_table_are_the_message_that_the_contract_says() {
        for count in [0, 1, 40] {
            let entry = |seq| TableEntry {
                seq,
                at_ms: 5,
                events_json: b"[{\"type\":\"moved\"}]".to_vec(),
            };
            let entries: Vec<_> = (0..count).map(entry).collect();
            let shown = Table {
                game_id: "g".to_owned(),
                seq: count,
                board: "-".repeat(64),
                ..Table::default()
            };
            let frame = table("g", &entries, &shown);
            let told = live::TableNews {
                game_id: "g".to_owned(),
                entries,
                table: Some(shown),
            };
            let told = live::ServerMessage {
                message: Some(Message::Table(told)),
            };
            assert_eq!(frame.protobuf(), told.encode_to_vec());
        }
    }

    #[test]
    fn a_commit_bears_the_id_of_whoever_made_it_in_both_encodings() {
        let commit = live::TableCommit {
            game_id: "g".to_owned(),
            seq: 3,
            events_json: b"[]".to_vec(),
            changed_json: "{}".to_owned(),
            ..live::TableCommit::default()
        };
        let made = TableFrame::of(Message::Commit(commit.clone())).unwrap();
        let shared = Outgoing::made(made.clone()).unwrap();
        assert_eq!(shared.protobuf(), made.message);
        assert_eq!(shared.json().as_bytes(), made.json);
        for id in ["c1", "\"\\", "{"] {
            let own = shared.answering(id, Encoding::Protobuf);
            let told = live::TableCommit {
                id: id.to_owned(),
                answers: true,
                ..commit.clone()
            };
            let own_json: serde_json::Value =
                serde_json::from_str(&shared.answering(id, Encoding::Json).json()).unwrap();
            let typed: serde_json::Value = serde_json::from_str(&own.json()).unwrap();
            assert_eq!(own_json, typed);
            assert_eq!(own_json["id"], id);
            let told = Outgoing::from(Message::Commit(told));
            assert_eq!(own.protobuf(), told.protobuf());
        }
        let broken = TableFrame {
            json: b"{\xff}"[..].into(),
            ..made
        };
        assert!(Outgoing::made(broken).is_none());
    }

    #[test]
    fn what_breaks_its_contract_is_told_as_our_fault() {
        let frame = table("g", &[], &Table::default());
        assert!(frame.json().contains("\"code\":\"internal\""));
        assert_eq!(frame.json().as_ptr(), frame.json().as_ptr());
    }
}
