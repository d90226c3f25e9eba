//! Pairings and results.

use axum::{Json, extract::State};
use http::StatusCode;
use outflank_proto::pairing::v1 as pairing;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{
        act::{Committed, present},
        clocks::{OwnClock, PlayerClock},
        course::{ManualPairing, RoundConstraints},
        responses,
        table_life::TimeControl,
    },
    state::Shared,
};

/// Who won a board.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The black side.
    Black,
    /// The white side.
    White,
    /// Nobody.
    None,
}

/// How a board ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct Result {
    /// Black's discs.
    pub black_discs: u32,
    /// White's discs.
    pub white_discs: u32,
    /// Who won.
    #[schema(required)]
    pub winner: Option<Winner>,
    /// How it came about: `played`, `time_default`, `resigned`, `entered`, `corrected`, …
    pub kind: String,
    /// Black lost without having made a move: a result that no rating file shows.
    pub black_absent: bool,
    /// White lost without having made a move.
    pub white_absent: bool,
}

/// Two entrants paired in a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Board {
    /// The table's number.
    pub table: u32,
    /// Who has black.
    pub black_entrant_id: String,
    /// Who has white.
    pub white_entrant_id: String,
    /// Their game.
    pub game_id: String,
    /// Null while unresolved.
    #[schema(required)]
    pub result: Option<Result>,
    /// What it counts for: `qualification`, `side_swiss`, `extra_round`, or a match (`final`, `semi_final_1`, …).
    pub purpose: String,
    /// The match's game, from 1; 0 outside matches.
    pub game: u32,
    /// Who wins a draw; null where a draw is half a point each.
    #[schema(required)]
    pub draw_winner_entrant_id: Option<String>,
    /// Time of each player, in ms.
    pub main_time_ms: i64,
    /// How the clocks run.
    #[schema(required)]
    pub time_control: Option<TimeControl>,
    /// What black's clock has of its own; null = nothing.
    #[schema(required)]
    pub black_clock: Option<OwnClock>,
    /// What white's clock has of its own; null = nothing.
    #[schema(required)]
    pub white_clock: Option<OwnClock>,
    /// A player disputes the result.
    pub disputed: bool,
    /// Since when black's call for the director is open, cluster time in ms; null = none is.
    #[schema(required)]
    pub black_calls_since_ms: Option<i64>,
    /// Since when white's call for the director is open, cluster time in ms; null = none is.
    #[schema(required)]
    pub white_calls_since_ms: Option<i64>,
    /// When both players, or their silence, confirmed the result, cluster time in ms; null = not yet.
    #[schema(required)]
    pub confirmed_at_ms: Option<i64>,
    /// The game goes on at its table and the result here still stands: an official has to correct it.
    pub game_reopened: bool,
}

/// What a pairing costs on one level of the pairing policy.
#[derive(Debug, Serialize, ToSchema)]
pub struct CostLevel {
    /// The level.
    pub name: String,
    /// Its cost.
    pub value: i64,
}

/// A published round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Its stage.
    pub stage: String,
    /// When it was published, cluster time in ms.
    pub published_at_ms: i64,
    /// When its games start, cluster time in ms.
    pub starts_at_ms: i64,
    /// Who plays whom.
    pub boards: Vec<Board>,
    /// Who has a bye: one at most, more only where a round robin lost players.
    pub bye_entrant_ids: Vec<String>,
    /// What the pairing costs on each level; empty for round robins.
    pub cost: Vec<CostLevel>,
    /// Whether the director has finished it.
    pub finished: bool,
}

impl From<pairing::Result> for Result {
    fn from(result: pairing::Result) -> Self {
        let winner = match result.winner() {
            pairing::Winner::Black => Some(Winner::Black),
            pairing::Winner::White => Some(Winner::White),
            pairing::Winner::None => Some(Winner::None),
            pairing::Winner::Unspecified => None,
        };
        Self {
            black_discs: result.black_discs,
            white_discs: result.white_discs,
            winner,
            kind: result.kind,
            black_absent: result.black_absent,
            white_absent: result.white_absent,
        }
    }
}

/// 0 = never.
fn instant(ms: i64) -> Option<i64> {
    (ms != 0).then_some(ms)
}

impl From<pairing::Board> for Board {
    fn from(board: pairing::Board) -> Self {
        Self {
            table: board.table,
            black_entrant_id: board.black_entrant_id,
            white_entrant_id: board.white_entrant_id,
            game_id: board.game_id,
            result: board.result.map(Into::into),
            purpose: board.purpose,
            game: board.game,
            draw_winner_entrant_id: present(board.draw_winner_entrant_id),
            main_time_ms: board.main_time_ms,
            time_control: board.time_control.map(Into::into),
            black_clock: board.black_clock.map(Into::into),
            white_clock: board.white_clock.map(Into::into),
            disputed: board.disputed,
            black_calls_since_ms: instant(board.black_calls_since_ms),
            white_calls_since_ms: instant(board.white_calls_since_ms),
            confirmed_at_ms: instant(board.confirmed_at_ms),
            game_reopened: board.game_reopened,
        }
    }
}

impl From<pairing::Round> for Round {
    fn from(round: pairing::Round) -> Self {
        let level = |level: pairing::CostLevel| CostLevel {
            name: level.name,
            value: level.value,
        };
        Self {
            number: round.number,
            stage: round.stage,
            published_at_ms: round.published_at_ms,
            starts_at_ms: round.starts_at_ms,
            boards: round.boards.into_iter().map(Into::into).collect(),
            bye_entrant_ids: round.bye_entrant_ids,
            cost: round.cost.into_iter().map(level).collect(),
            finished: round.finished,
        }
    }
}

/// When the next round starts.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewRound {
    /// Cluster time in ms; now when absent.
    #[serde(default)]
    pub starts_at_ms: Option<i64>,
    /// The second confirmation that a departure from the text needs: it cannot be undone.
    #[serde(default)]
    pub accept_departures: bool,
    /// What the director fixes; the pairing completes it.
    #[serde(default)]
    pub constraints: Option<RoundConstraints>,
    /// The whole round by the director's hand.
    #[serde(default)]
    pub manual: Option<ManualPairing>,
    /// Players with time controls of their own in this round.
    #[serde(default)]
    pub clocks: Vec<PlayerClock>,
}

/// A result entered by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EnteredResult {
    /// Black's discs; white has the rest of 64.
    pub black_discs: u32,
    /// Why it is entered by hand.
    pub reason: String,
}

/// Pairs and publishes the next round. The first closes registration and fixes the format.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/rounds", tag = "rounds", request_body = NewRound,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 201, description = "The published round", body = Round), responses::Acting))]
pub async fn publish_round(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
    JsonBody(new): JsonBody<NewRound>,
) -> std::result::Result<(StatusCode, Json<Round>), ApiProblem> {
    let request = bearer.ask(pairing::PublishRoundRequest {
        command_id,
        tournament_id,
        starts_at_ms: new.starts_at_ms.unwrap_or_default(),
        accept_departures: new.accept_departures,
        constraints: new.constraints.map(Into::into),
        manual: new.manual.map(Into::into),
        clocks: new.clocks.into_iter().map(Into::into).collect(),
    });
    let answer = shared.services.pairing().publish_round(request).await?;
    let round = answer
        .into_inner()
        .round
        .ok_or_else(|| Problem::internal("pairing answered without a round"))?;
    shared.services.wake_play().await;
    Ok((StatusCode::CREATED, Json(round.into())))
}

/// Finishes a round whose boards are all resolved.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/rounds/{round}/finish", tag = "rounds",
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("round" = u32, Path, description = "The round's number"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn finish_round(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, round)): Route<(String, u32)>,
) -> std::result::Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::FinishRoundRequest {
        command_id,
        tournament_id,
        round,
    });
    let answer = shared.services.pairing().finish_round(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Enters or corrects a result by hand, with a reason.
#[utoipa::path(put, path = "/tournaments/{tournament_id}/rounds/{round}/tables/{table}/result", tag = "rounds",
    request_body = EnteredResult,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("round" = u32, Path, description = "The round's number"),
        ("table" = u32, Path, description = "The table's number"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn enter_result(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, round, table)): Route<(String, u32, u32)>,
    JsonBody(entered): JsonBody<EnteredResult>,
) -> std::result::Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::EnterResultRequest {
        command_id,
        tournament_id,
        round,
        table,
        black_discs: entered.black_discs,
        reason: entered.reason,
    });
    let answer = shared.services.pairing().enter_result(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}
