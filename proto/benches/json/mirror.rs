//! The standings answer by way of structs: as many handlers are written.

use outflank_proto::standings::v1 as standings;
use prost::Message as _;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum CellKind {
    Played,
    Open,
    Bye,
    Unplayed,
}

#[derive(Serialize)]
struct Cell {
    round: u32,
    kind: CellKind,
    opponent_entrant_id: Option<String>,
    black: bool,
    discs: u32,
    half_points: u32,
    game_id: Option<String>,
    table: u32,
}

#[derive(Serialize)]
struct Row {
    rank: u32,
    entrant_id: String,
    half_points: i32,
    bq_half_units: u32,
    discs: u32,
    withdrawn: bool,
    cells: Vec<Cell>,
    movement: i32,
    values: Vec<CriterionValue>,
    decided: Option<Decided>,
    place: u32,
}

#[derive(Serialize)]
struct CriterionValue {
    criterion: String,
    value: String,
}

#[derive(Serialize)]
struct Decided {
    above_entrant_id: String,
    equal_rank: bool,
    sentence: String,
}

#[derive(Serialize)]
struct Standings {
    tournament_id: String,
    version: u64,
    round: u32,
    open_boards: u32,
    rows: Vec<Row>,
    constant: u32,
    tie_breaks: Vec<String>,
    final_ranking: bool,
}

/// The answer's bytes as JSON.
pub fn json(bytes: &[u8]) -> Vec<u8> {
    let answer = standings::GetStandingsResponse::decode(bytes).unwrap();
    let list = answer.standings.unwrap();
    serde_json::to_vec(&Standings {
        tournament_id: list.tournament_id,
        version: list.version,
        round: list.round,
        open_boards: list.open_boards,
        rows: list.rows.into_iter().map(row).collect(),
        constant: list.constant,
        tie_breaks: list.tie_breaks,
        final_ranking: list.final_ranking,
    })
    .unwrap()
}

fn row(row: standings::Row) -> Row {
    let value = |known: standings::CriterionValue| CriterionValue {
        criterion: known.criterion,
        value: known.value,
    };
    Row {
        rank: row.rank,
        entrant_id: row.entrant_id,
        half_points: row.half_points,
        bq_half_units: row.bq_half_units,
        discs: row.discs,
        withdrawn: row.withdrawn,
        cells: row.cells.into_iter().map(cell).collect(),
        movement: row.movement,
        values: row.values.into_iter().map(value).collect(),
        decided: row.decided.map(|decided| Decided {
            above_entrant_id: decided.above_entrant_id,
            equal_rank: decided.equal_rank,
            sentence: decided.sentence,
        }),
        place: row.place,
    }
}

fn cell(cell: standings::Cell) -> Cell {
    let present = |text: String| (!text.is_empty()).then_some(text);
    Cell {
        round: cell.round,
        kind: match cell.kind() {
            standings::CellKind::Played => CellKind::Played,
            standings::CellKind::Open => CellKind::Open,
            standings::CellKind::Bye => CellKind::Bye,
            standings::CellKind::Unplayed | standings::CellKind::Unspecified => CellKind::Unplayed,
        },
        opponent_entrant_id: present(cell.opponent_entrant_id),
        black: cell.black,
        discs: cell.discs,
        half_points: cell.half_points,
        game_id: present(cell.game_id),
        table: cell.table,
    }
}
