//! The live protocol as typed messages: the same frames in Protocol Buffers.

use outflank_proto::{live::v1 as live, play::v1 as play, problem::v1 as problem};

use crate::socket::server_frame::{Notice, Refusal, ServerFrame};

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
        } => Kind::Alert(play::Alert {
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
