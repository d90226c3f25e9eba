//! Positions that answers show: whoever has read one, over any face, has it, and their clock does not wait for a socket.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use outflank_proto::{
    contract::Method,
    play::v1::{self as play, Table},
};
use prost::Message;

use crate::{
    programs::call::{Call, bearer},
    rooms::Viewer,
    source::Source,
    state::Shared,
};

/// Before the message of a unary call: a flag and four bytes of length.
pub const PREFIX: usize = 5;

/// A position that an answer shows.
struct Position {
    game_id: String,
    /// The commit after which it is that.
    seq: u64,
    /// As whom the reader was answered, where the answer says so.
    viewer: Option<Viewer>,
}

type Find = fn(&[u8]) -> Vec<Position>;

/// Somebody who reads what shows positions.
pub struct Reader {
    /// None for a spectator.
    account_id: Option<String>,
    source: Source,
    find: Find,
}

impl Reader {
    /// Who makes this call; none where no position is shown.
    pub fn of(shared: &Shared, call: &Call) -> Option<Self> {
        let find = positions_in(call.method)?;
        let person = bearer(&call.headers).and_then(|token| shared.tokens.person(token).ok());
        Some(Self {
            account_id: person.map(|person| person.account_id),
            source: Source::of(call.address, &call.headers),
            find,
        })
    }

    /// This message is what they are answered.
    pub fn is_shown(&self, shared: &Shared, message: &[u8]) {
        let now_ms = shared.clock.now_ms();
        for position in (self.find)(message) {
            let Position {
                game_id,
                seq,
                viewer,
            } = position;
            let reader = (self.account_id.as_deref(), &self.source, viewer);
            shared.rooms.shown(&game_id, reader, seq, now_ms);
        }
    }

    /// The same for an answer that is passed on as it comes.
    pub fn listen(self, shared: &Shared, body: Body) -> Body {
        let (shared, heard) = (shared.clone(), Arc::new(Mutex::new(Vec::new())));
        Body::new(body.map_frame(move |frame| {
            if let Some(data) = frame.data_ref() {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard.extend_from_slice(data);
                if let Some(message) = whole(&heard) {
                    self.is_shown(&shared, &message);
                    heard.clear();
                }
            }
            frame
        }))
    }
}

/// The message behind its prefix, once it is there to its end.
fn whole(heard: &[u8]) -> Option<Bytes> {
    let length = heard.get(1..PREFIX)?.try_into().ok()?;
    let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
    let message = heard.get(PREFIX..)?;
    (message.len() >= length).then(|| Bytes::copy_from_slice(message))
}

fn positions_in(method: &Method) -> Option<Find> {
    Some(match method.path {
        "/outflank.play.v1.PlayService/GetTable" => of_table,
        "/outflank.play.v1.PlayService/ReadEntries" => of_entries,
        "/outflank.play.v1.PlayService/ListTables" => of_tables,
        "/outflank.play.v1.PlayService/GetClockSheet" => of_clock_sheet,
        _ => return None,
    })
}

fn decoded<M: Message + Default>(message: &[u8]) -> M {
    M::decode(message).unwrap_or_default()
}

fn of_one(table: Table, viewer: Option<Viewer>) -> Position {
    Position {
        game_id: table.game_id,
        seq: table.seq,
        viewer,
    }
}

fn of_table(message: &[u8]) -> Vec<Position> {
    let answer: play::GetTableResponse = decoded(message);
    let viewer = Some(Viewer::of(answer.viewer()));
    let table = answer.table.into_iter();
    table.map(|table| of_one(table, viewer)).collect()
}

fn of_entries(message: &[u8]) -> Vec<Position> {
    let answer: play::ReadEntriesResponse = decoded(message);
    let viewer = Some(Viewer::of(answer.viewer()));
    let table = answer.table.into_iter();
    table.map(|table| of_one(table, viewer)).collect()
}

fn of_tables(message: &[u8]) -> Vec<Position> {
    let answer: play::ListTablesResponse = decoded(message);
    let tables = answer.tables.into_iter();
    tables.map(|table| of_one(table, None)).collect()
}

/// The plies tell the position.
fn of_clock_sheet(message: &[u8]) -> Vec<Position> {
    let answer: play::GetClockSheetResponse = decoded(message);
    let seq = answer.plies.last().map(|ply| ply.seq);
    let position = seq.map(|seq| Position {
        game_id: answer.game_id,
        seq,
        viewer: None,
    });
    position.into_iter().collect()
}
