//! The gRPC stream's messages in the terms of this crate.

use outflank_proto::{
    live::v1::server_message::Message as Told, play::v1 as play, problem::v1 as problem,
};
use serde_json::{Value, json};

use crate::{Clocks, Color, Failure, Frame, Ply, Refused, Table, TablePhase, TableResult};

impl From<problem::Problem> for Refused {
    fn from(problem: problem::Problem) -> Self {
        Self {
            status: 0,
            code: problem.code,
            detail: problem.detail,
            rule: Some(problem.rule).filter(|rule| !rule.is_empty()),
        }
    }
}

/// The frame that says what a message says.
///
/// # Errors
/// When the message does not keep its contract.
pub fn frame(told: Told) -> Result<Frame, Failure> {
    Ok(match told {
        Told::Hello(hello) => Frame::Hello {
            account_id: Some(hello.account_id).filter(|id| !id.is_empty()),
        },
        Told::Table(news) => Frame::Table {
            game: news.game_id,
            entries: news.entries.iter().map(entry).collect::<Result<_, _>>()?,
            table: Box::new(table(
                news.table
                    .ok_or_else(|| Failure::unreadable("news of no table"))?,
            )?),
        },
        Told::Ack(ack) => Frame::Ack {
            id: ack.id,
            seq: ack.seq,
            repeated: ack.repeated,
        },
        Told::Refused(refused) => Frame::Refused {
            id: Some(refused.id).filter(|id| !id.is_empty()),
            problem: refused.problem.unwrap_or_default().into(),
        },
        Told::Tournament(news) => Frame::Tournament {
            previous_seq: news.tells_changed.then_some(news.previous_seq),
            changed: changed(news.tells_changed, &news.changed_json)?,
            tournament: news.tournament_id,
            seq: news.seq,
        },
        Told::Standings(news) => Frame::Standings {
            previous_version: news.tells_changed.then_some(news.previous_version),
            changed: changed(news.tells_changed, &news.changed_json)?,
            tournament: news.tournament_id,
            version: news.version,
        },
        Told::Resync(resync) => Frame::Resync {
            game: resync.game_id,
        },
        _ => Frame::Other,
    })
}

fn changed(is_told: bool, json: &str) -> Result<Option<Value>, Failure> {
    let read = || serde_json::from_str(json).map_err(Failure::unreadable);
    is_told.then(read).transpose()
}

fn entry(entry: &play::TableEntry) -> Result<Value, Failure> {
    let events: Value = serde_json::from_slice(&entry.events_json).map_err(Failure::unreadable)?;
    Ok(json!({"seq": entry.seq, "at_ms": entry.at_ms, "events": events}))
}

fn color(color: play::Color) -> Option<Color> {
    match color {
        play::Color::Black => Some(Color::Black),
        play::Color::White => Some(Color::White),
        play::Color::Unspecified => None,
    }
}

fn phase(phase: play::TablePhase) -> Result<TablePhase, Failure> {
    Ok(match phase {
        play::TablePhase::Armed => TablePhase::Armed,
        play::TablePhase::Live => TablePhase::Live,
        play::TablePhase::Finished => TablePhase::Finished,
        play::TablePhase::Paused => TablePhase::Paused,
        play::TablePhase::Adjourned => TablePhase::Adjourned,
        play::TablePhase::Annulled => TablePhase::Annulled,
        play::TablePhase::Unspecified => return Err(Failure::unreadable("a table of no phase")),
    })
}

fn table(table: play::Table) -> Result<Table, Failure> {
    let clocks = table.clocks.unwrap_or_default();
    Ok(Table {
        phase: phase(table.phase())?,
        to_move: color(table.to_move()),
        clocks: Clocks {
            black_ms: clocks.black_ms,
            white_ms: clocks.white_ms,
            running: color(clocks.running()),
            as_of_ms: clocks.as_of_ms,
        },
        plies: table.plies.iter().map(ply).collect::<Result<_, _>>()?,
        result: table.result.as_ref().map(result),
        game_id: table.game_id,
        tournament_id: table.tournament_id,
        round: table.round,
        table: table.table,
        black_entrant_id: table.black_entrant_id,
        white_entrant_id: table.white_entrant_id,
        seq: table.seq,
        board: table.board,
        ply: table.ply,
        legal_squares: table.legal_squares,
        must_pass: table.must_pass,
        board_size: table.board_size,
        flippable_squares: table.flippable_squares,
        must_flip: table.must_flip,
    })
}

fn ply(ply: &play::PlayedPly) -> Result<Ply, Failure> {
    Ok(Ply {
        ply: ply.ply,
        color: color(ply.color()).ok_or_else(|| Failure::unreadable("a ply of nobody"))?,
        square: Some(ply.square.clone()).filter(|square| !square.is_empty()),
        flip: Some(ply.flip.clone()).filter(|flip| !flip.is_empty()),
        charged_ms: ply.charged_ms,
    })
}

fn result(result: &play::TableResult) -> TableResult {
    TableResult {
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        winner: color(result.winner()),
        reason: result.reason.clone(),
    }
}
