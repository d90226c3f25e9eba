//! Rankings and crosstables.

use axum::{Json, extract::State};
use outflank_proto::standings::v1 as standings;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, Route},
    rest::{act::present, responses},
    state::Shared,
};

/// What one entrant's one round was.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// A game with a result.
    Played,
    /// A game without a result so far.
    Open,
    /// The bye.
    Bye,
    /// Nothing.
    Unplayed,
}

/// One entrant's one round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cell {
    /// The round's number.
    pub round: u32,
    /// What it was.
    pub kind: CellKind,
    /// Against whom; null without a game.
    #[schema(required)]
    pub opponent_entrant_id: Option<String>,
    /// Whether the entrant had black.
    pub black: bool,
    /// The entrant's discs.
    pub discs: u32,
    /// 2 won, 1 drawn, 0 lost.
    pub half_points: u32,
    /// The game; null without one.
    #[schema(required)]
    pub game_id: Option<String>,
    /// The table's number; 0 without a game.
    pub table: u32,
}

/// One entrant's place.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingsRow {
    /// Displayed rank: equal where the text says equal.
    pub rank: u32,
    /// The entrant.
    pub entrant_id: String,
    /// Points, in halves; negative where rulings took more than was won.
    pub half_points: i32,
    /// Brightwell Quotient in half-units.
    pub bq_half_units: u32,
    /// Discs.
    pub discs: u32,
    /// Whether the entrant has withdrawn.
    pub withdrawn: bool,
    /// Round by round.
    pub cells: Vec<Cell>,
    /// Places gained since the end of the previous round; negative = lost.
    pub movement: i32,
    /// Strict place, from 1, no two alike.
    pub place: u32,
    /// The value of every criterion of the chain, in its order.
    pub values: Vec<CriterionValue>,
    /// What parts this entrant from the one above; null in the first place.
    #[schema(required)]
    pub decided: Option<Decided>,
}

/// What a criterion says of an entrant.
#[derive(Debug, Serialize, ToSchema)]
pub struct CriterionValue {
    /// The criterion.
    pub criterion: String,
    /// Its value as printed.
    pub value: String,
}

/// Why an entrant stands behind another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Decided {
    /// The entrant above.
    pub above_entrant_id: String,
    /// They share a rank all the same.
    pub equal_rank: bool,
    /// One sentence with `{above}` and `{below}` for the names.
    pub sentence: String,
}

/// A ranking with its crosstable.
#[derive(Debug, Serialize, ToSchema)]
pub struct Standings {
    /// The tournament.
    pub tournament_id: String,
    /// The tournament's journal seq that this list has folded in.
    pub version: u64,
    /// After which round.
    pub round: u32,
    /// Results still open in the last published round.
    pub open_boards: u32,
    /// In order of rank.
    pub rows: Vec<StandingsRow>,
    /// The constant C of the Brightwell Quotient.
    pub constant: u32,
    /// What breaks ties, in order.
    pub tie_breaks: Vec<String>,
    /// Whether it is the confirmed final ranking.
    pub final_ranking: bool,
}

fn cell(cell: standings::Cell) -> Result<Cell, Problem> {
    let kind = match cell.kind() {
        standings::CellKind::Played => CellKind::Played,
        standings::CellKind::Open => CellKind::Open,
        standings::CellKind::Bye => CellKind::Bye,
        standings::CellKind::Unplayed => CellKind::Unplayed,
        standings::CellKind::Unspecified => {
            return Err(Problem::internal("a crosstable's cell is of no known kind"));
        }
    };
    Ok(Cell {
        round: cell.round,
        kind,
        opponent_entrant_id: present(cell.opponent_entrant_id),
        black: cell.black,
        discs: cell.discs,
        half_points: cell.half_points,
        game_id: present(cell.game_id),
        table: cell.table,
    })
}

fn row(row: standings::Row) -> Result<StandingsRow, Problem> {
    Ok(StandingsRow {
        rank: row.rank,
        entrant_id: row.entrant_id,
        half_points: row.half_points,
        bq_half_units: row.bq_half_units,
        discs: row.discs,
        withdrawn: row.withdrawn,
        cells: row.cells.into_iter().map(cell).collect::<Result<_, _>>()?,
        movement: row.movement,
        place: row.place,
        values: row
            .values
            .into_iter()
            .map(|known| CriterionValue {
                criterion: known.criterion,
                value: known.value,
            })
            .collect(),
        decided: row.decided.map(|decided| Decided {
            above_entrant_id: decided.above_entrant_id,
            equal_rank: decided.equal_rank,
            sentence: decided.sentence,
        }),
    })
}

impl TryFrom<standings::Standings> for Standings {
    type Error = Problem;

    fn try_from(list: standings::Standings) -> Result<Self, Problem> {
        Ok(Self {
            tournament_id: list.tournament_id,
            version: list.version,
            round: list.round,
            open_boards: list.open_boards,
            rows: list.rows.into_iter().map(row).collect::<Result<_, _>>()?,
            constant: list.constant,
            tie_breaks: list.tie_breaks,
            final_ranking: list.final_ranking,
        })
    }
}

/// Which list is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StandingsQuery {
    /// As it stood after this round; with every result so far when absent.
    #[serde(default)]
    pub after_round: Option<u32>,
}

/// The ranking and the crosstable.
#[utoipa::path(get, path = "/tournaments/{tournament_id}/standings", tag = "standings",
    params(("tournament_id" = String, Path, description = "The tournament"), StandingsQuery),
    responses((status = 200, description = "The list", body = Standings), responses::Reading))]
pub async fn get_standings(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
    Asked(query): Asked<StandingsQuery>,
) -> Result<Json<Standings>, ApiProblem> {
    let request = bearer.ask(standings::GetStandingsRequest {
        tournament_id,
        after_round: query.after_round.unwrap_or_default(),
    });
    let answer = shared.services.standings().get_standings(request).await?;
    let list = answer
        .into_inner()
        .standings
        .ok_or_else(|| Problem::internal("standings answered without a list"))?;
    Ok(Json(list.try_into()?))
}
