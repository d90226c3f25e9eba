//! Live games.

use axum::{Json, extract::State};
use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, CommandId, JsonBody, Route},
    rest::{
        responses,
        table::{Table, TableEntry},
    },
    state::Shared,
    tokens,
};

/// Tables of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableList {
    /// By round and table number.
    pub tables: Vec<Table>,
}

/// Which tables are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// Of this round; of all rounds when absent.
    #[serde(default)]
    pub round: Option<u32>,
}

/// Which entries are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EntriesQuery {
    /// After this seq; from the beginning when absent.
    #[serde(default)]
    pub after_seq: Option<u64>,
}

/// Entries of a game and the table after them.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryList {
    /// In order of seq.
    pub entries: Vec<TableEntry>,
    /// The table after the last of them.
    pub table: Table,
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The table's `ply`.
    pub ply: u32,
    /// Where.
    #[schema(example = "f5")]
    pub square: String,
}

/// A press of the clock where no move is legal.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PassRequest {
    /// The table's `ply`.
    pub ply: u32,
}

/// A command was committed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Acknowledged {
    /// The journal seq of the entry that it made, now or at its first sending.
    pub seq: u64,
    /// Whether it had been sent before.
    pub repeated: bool,
}

impl From<play::CommandResponse> for Acknowledged {
    fn from(answer: play::CommandResponse) -> Self {
        Self {
            seq: answer.seq,
            repeated: answer.repeated,
        }
    }
}

fn table(table: Option<play::Table>) -> Result<Table, Problem> {
    table
        .ok_or_else(|| Problem::internal("play answered without a table"))?
        .try_into()
}

/// The tables of a tournament.
#[utoipa::path(get, path = "/tournaments/{tournament_id}/games", tag = "games",
    params(("tournament_id" = String, Path, description = "The tournament"), GamesQuery),
    responses((status = 200, description = "The tables", body = TableList), responses::Reading))]
pub async fn list_games(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
    Asked(query): Asked<GamesQuery>,
) -> Result<Json<TableList>, ApiProblem> {
    let request = bearer.ask(play::ListTablesRequest {
        tournament_id,
        round: query.round.unwrap_or_default(),
        ..Default::default()
    });
    let answer = shared.services.play().list_tables(request).await?;
    let tables: Result<Vec<_>, Problem> = answer
        .into_inner()
        .tables
        .into_iter()
        .map(TryInto::try_into)
        .collect();
    Ok(Json(TableList { tables: tables? }))
}

/// A game as it stands.
#[utoipa::path(get, path = "/games/{game_id}", tag = "games",
    params(("game_id" = String, Path, description = "The game")),
    responses((status = 200, description = "The table", body = Table), responses::Reading))]
pub async fn get_game(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
) -> Result<Json<Table>, ApiProblem> {
    let request = bearer.ask(play::GetTableRequest {
        game_id,
        ..Default::default()
    });
    let answer = shared.services.play().get_table(request).await?;
    Ok(Json(table(answer.into_inner().table)?))
}

/// A game's entries after a seq.
#[utoipa::path(get, path = "/games/{game_id}/entries", tag = "games",
    params(("game_id" = String, Path, description = "The game"), EntriesQuery),
    responses((status = 200, description = "The entries", body = EntryList), responses::Reading))]
pub async fn read_entries(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(query): Asked<EntriesQuery>,
) -> Result<Json<EntryList>, ApiProblem> {
    let request = bearer.ask(play::ReadEntriesRequest {
        game_id,
        after_seq: query.after_seq.unwrap_or_default(),
        ..Default::default()
    });
    let answer = shared.services.play().read_entries(request).await?;
    let answer = answer.into_inner();
    let entries: Result<Vec<_>, Problem> =
        answer.entries.into_iter().map(TryInto::try_into).collect();
    Ok(Json(EntryList {
        entries: entries?,
        table: table(answer.table)?,
    }))
}

/// What this gateway knows about a command: who sends it, that it is here now, when their turn was shown to them.
/// Asked when the body has been read to its end: a sender who dawdles over it spends their own time.
pub(super) fn stamps(
    shared: &Shared,
    bearer: &Bearer,
    game_id: &str,
    ply: Option<u32>,
) -> Result<play::Stamps, ApiProblem> {
    let account_id = match bearer.token() {
        Some(token) => tokens::person(shared, token)?.account_id,
        None => String::new(),
    };
    Ok(play::Stamps {
        received_at_ms: shared.clock.now_ms(),
        delivered_at_ms: shared
            .rooms
            .delivered_at_ms(game_id, &account_id, ply)
            .unwrap_or_default(),
        account_id,
        ..Default::default()
    })
}

/// Plays a move.
#[utoipa::path(post, path = "/games/{game_id}/moves", tag = "games", request_body = MoveRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn make_move(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<MoveRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, Some(wanted.ply))?;
    let request = bearer.ask(play::MoveRequest {
        command_id,
        game_id,
        ply: wanted.ply,
        square: wanted.square,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().r#move(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Presses the clock where no move is legal.
#[utoipa::path(post, path = "/games/{game_id}/passes", tag = "games", request_body = PassRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn pass(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<PassRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, Some(wanted.ply))?;
    let request = bearer.ask(play::PassRequest {
        command_id,
        game_id,
        ply: wanted.ply,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().pass(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Loses the game 0–64.
#[utoipa::path(post, path = "/games/{game_id}/resignation", tag = "games",
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn resign(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, None)?;
    let request = bearer.ask(play::ResignRequest {
        command_id,
        game_id,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().resign(request).await?;
    Ok(Json(answer.into_inner().into()))
}
