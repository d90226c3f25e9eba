//! The live protocol as typed messages: the same frames in Protocol Buffers.

use outflank_proto::{live::v1 as live, problem::v1 as problem};

use crate::socket::server_frame::{Refusal, ServerFrame};

/// The message that says what a frame says.
pub fn of(frame: &ServerFrame) -> live::ServerMessage {
    use live::server_message::Message;
    let message = match frame {
        ServerFrame::Hello {
            protocol,
            server_time_ms,
            account_id,
        } => Message::Hello(live::Hello {
            protocol: *protocol,
            server_time_ms: *server_time_ms,
            account_id: account_id.clone().unwrap_or_default(),
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

fn refusal(refusal: &Refusal) -> problem::Problem {
    problem::Problem {
        code: refusal.code.clone(),
        title: refusal.title.to_owned(),
        detail: refusal.detail.clone(),
        rule: refusal.rule.clone().unwrap_or_default(),
    }
}
