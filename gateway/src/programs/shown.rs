//! Positions that answers show: whoever has read one, over any face, has it, and their clock does not wait for a socket.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use axum::body::Body;
use bytes::Bytes;
use http::HeaderMap;
use http_body_util::BodyExt as _;
use outflank_access::Person;
use outflank_proto::{
    contract::Method,
    play::v1::{self as play, Table, TablePhase},
};
use prost::Message;

use crate::{
    message_prefix::{PREFIX, length},
    request::Bearer,
    rooms::{Shown, Viewer},
    seats,
    source::Source,
    state::Shared,
};

/// A position that an answer shows.
struct Position {
    game_id: String,
    /// The commit after which it is that.
    seq: u64,
    reader: Who,
}

/// What is known of who reads a game.
enum Who {
    /// The answer says it.
    Viewer(Viewer),
    /// Perhaps one of its players.
    Perhaps,
    /// Nobody whose clock runs: no clock does.
    Over,
    /// One of its players if a seat of theirs is one of these two of the tournament.
    Seats {
        tournament_id: String,
        entrant_ids: [String; 2],
    },
}

impl Who {
    /// Whether it may be somebody who neither plays nor officiates.
    fn may_look_on(&self) -> bool {
        matches!(
            self,
            Self::Viewer(Viewer::Spectator) | Self::Perhaps | Self::Seats { .. }
        )
    }
}

type Find = fn(&[u8]) -> Vec<Position>;

/// Somebody who reads what shows positions.
pub struct Reader {
    /// None for a spectator.
    account_id: Option<String>,
    source: Source,
    bearer: Bearer,
    find: Find,
}

impl Reader {
    /// Who makes this call; none where no position is shown.
    pub fn of(
        method: &Method,
        person: Option<&Person>,
        (address, headers): (IpAddr, &HeaderMap),
    ) -> Option<Self> {
        let find = positions_in(method)?;
        Some(Self {
            account_id: person.map(|person| person.account_id.clone()),
            source: Source::of(address, headers),
            bearer: Bearer::of(headers).unwrap_or(Bearer(None)),
            find,
        })
    }

    /// This message is what they are answered.
    pub fn is_shown(&self, shared: &Shared, message: &[u8]) {
        let at_ms = shared.clock.now_ms();
        let mut perhaps = Vec::new();
        for position in (self.find)(message) {
            let (game, seq) = (&position.game_id, position.seq);
            if position.reader.may_look_on() {
                let looker = (self.account_id.as_deref(), &self.source);
                shared.rooms.looked_on(game, looker, seq, at_ms);
            }
            let Some(account_id) = self.account_id.clone() else {
                continue;
            };
            let shown = Shown {
                account_id,
                seq,
                at_ms,
            };
            shared.rooms.shown(game, &shown);
            match position.reader {
                Who::Viewer(viewer) if !viewer.is_player() => {}
                Who::Over => {}
                Who::Viewer(_) | Who::Perhaps => shared.rooms.tell_shown(game, &shown),
                Who::Seats {
                    tournament_id,
                    entrant_ids,
                } => perhaps.push((position.game_id, shown, tournament_id, entrant_ids)),
            }
        }
        if !perhaps.is_empty() {
            let (shared, bearer) = (shared.clone(), self.bearer.clone());
            tokio::spawn(async move { tell_of_own(&shared, &bearer, perhaps).await });
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

/// Tells other gateways of those games alone whose player the reader is: a list has hundreds, and they are one's.
async fn tell_of_own(
    shared: &Shared,
    bearer: &Bearer,
    perhaps: Vec<(String, Shown, String, [String; 2])>,
) {
    let held = match seats::held(&shared.services, bearer).await {
        Ok(held) => held.seats,
        Err(status) => {
            return tracing::debug!(%status, "other gateways are not told what a list showed");
        }
    };
    for (game_id, shown, tournament_id, entrant_ids) in perhaps {
        let own = held.iter().any(|seat| {
            seat.tournament_id == tournament_id && entrant_ids.contains(&seat.entrant_id)
        });
        if own {
            shared.rooms.tell_shown(&game_id, &shown);
        }
    }
}

/// The message behind its prefix, once it is there to its end.
fn whole(heard: &[u8]) -> Option<Bytes> {
    let length = length(heard)?;
    let message = heard.get(PREFIX..)?;
    (message.len() >= length).then(|| Bytes::copy_from_slice(message))
}

fn positions_in(method: &Method) -> Option<Find> {
    Some(match method.path {
        "/outflank.play.v1.PlayService/GetTable" => of_table,
        "/outflank.play.v1.PlayService/ReadEntries" => of_entries,
        "/outflank.play.v1.PlayService/ListTables" => of_tables,
        "/outflank.play.v1.PlayService/GetClockSheet" => of_clock_sheet,
        "/outflank.play.v1.PlayService/GetReplay" => of_replay,
        "/outflank.play.v1.PlayService/TryMoves" => of_trial,
        _ => return None,
    })
}

fn decoded<M: Message + Default>(message: &[u8]) -> M {
    M::decode(message).unwrap_or_default()
}

fn shown_at(game_id: String, seq: u64, viewer: Viewer) -> Position {
    Position {
        game_id,
        seq,
        reader: Who::Viewer(viewer),
    }
}

fn of_table(message: &[u8]) -> Vec<Position> {
    let answer: play::GetTableResponse = decoded(message);
    let viewer = Viewer::of(answer.viewer());
    let table = answer.table.into_iter();
    table
        .map(|table| shown_at(table.game_id, table.seq, viewer))
        .collect()
}

fn of_entries(message: &[u8]) -> Vec<Position> {
    let answer: play::ReadEntriesResponse = decoded(message);
    let viewer = Viewer::of(answer.viewer());
    let table = answer.table.into_iter();
    table
        .map(|table| shown_at(table.game_id, table.seq, viewer))
        .collect()
}

fn of_tables(message: &[u8]) -> Vec<Position> {
    let answer: play::ListTablesResponse = decoded(message);
    let tables = answer.tables.into_iter();
    let position = |table: Table| Position {
        // Nobody's clock runs but at a live table.
        reader: if table.phase() == TablePhase::Live {
            Who::Seats {
                tournament_id: table.tournament_id,
                entrant_ids: [table.black_entrant_id, table.white_entrant_id],
            }
        } else {
            Who::Over
        },
        game_id: table.game_id,
        seq: table.seq,
    };
    tables.map(position).collect()
}

/// The plies tell the position.
fn of_clock_sheet(message: &[u8]) -> Vec<Position> {
    let answer: play::GetClockSheetResponse = decoded(message);
    let seq = answer.plies.last().map(|ply| ply.seq);
    let position = seq.map(|seq| Position {
        game_id: answer.game_id,
        seq,
        reader: Who::Perhaps,
    });
    position.into_iter().collect()
}

fn of_replay(message: &[u8]) -> Vec<Position> {
    let answer: play::GetReplayResponse = decoded(message);
    let viewer = Viewer::of(answer.viewer());
    vec![shown_at(answer.game_id, answer.seq, viewer)]
}

/// Tried from the last position, it shows that one.
fn of_trial(message: &[u8]) -> Vec<Position> {
    let answer: play::TryMovesResponse = decoded(message);
    let viewer = Viewer::of(answer.viewer());
    vec![shown_at(answer.game_id, answer.seq, viewer)]
}
