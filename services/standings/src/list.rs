//! A ranking list with its crosstable, as the contract shows it.

use std::collections::BTreeMap;

use outflank_proto::standings::v1::{self as proto, CellKind};
use outflank_runtime::{Problem, identifier};
use outflank_tournament::{
    Colour, CrosstableCell, ResultTable, Round, Standing, StandingsRules, TieBreak,
    TournamentState, crosstable, standings,
};

use crate::projection::Folded;

/// Each pairing is one game.
const GAME_NUMBER: u32 = 1;

/// The list after a round; 0 = with every result so far.
pub(crate) fn list(
    tournament_id: &str,
    folded: &Folded,
    after_round: u32,
) -> Result<proto::Standings, Problem> {
    let state = &folded.state;
    let published = u32::try_from(state.rounds.len()).unwrap_or(u32::MAX);
    let round = if after_round == 0 {
        published
    } else {
        after_round.min(published)
    };
    let rules = state
        .standings_rules()
        .ok_or_else(|| Problem::internal("a tournament without rules"))?;
    let confirmed = state.ranking.is_some() && round == published;
    let table = up_to(state, round);
    let ranked = ranked(state, &table, &rules, confirmed)?;
    let before = ranked_places(state, &rules, round.saturating_sub(1))?;
    let cells = crosstable(&table).map_err(Problem::internal)?;
    let rows = ranked
        .iter()
        .map(|standing| {
            let entrant = state.entrants.get(standing.player);
            proto::Row {
                rank: standing.rank,
                entrant_id: entrant
                    .map(|entrant| entrant.id.0.clone())
                    .unwrap_or_default(),
                half_points: whole(standing.half_points),
                bq_half_units: whole(standing.bq_halves),
                discs: whole(standing.discs),
                withdrawn: entrant.is_some_and(|entrant| entrant.withdrawn_from.is_some()),
                cells: row_cells(
                    tournament_id,
                    state,
                    rules.bye_discs,
                    cells.get(standing.player),
                ),
                movement: before
                    .get(&standing.player)
                    .map_or(0, |place| moved(*place, standing.place)),
            }
        })
        .collect();
    Ok(proto::Standings {
        tournament_id: tournament_id.to_owned(),
        version: folded.version,
        round,
        open_boards: open_boards(state, round),
        rows,
        constant: rules.brightwell_constant,
        tie_breaks: rules
            .tie_breaks
            .iter()
            .map(|step| name(*step).to_owned())
            .collect(),
        final_ranking: confirmed,
    })
}

fn name(step: TieBreak) -> &'static str {
    match step {
        TieBreak::Points => "points",
        TieBreak::BrightwellQuotient => "BQ",
        TieBreak::DiscCount => "discs",
        TieBreak::Lots => "lots",
    }
}

fn up_to(state: &TournamentState, round: u32) -> ResultTable {
    let mut table = state.result_table();
    table
        .rounds
        .truncate(usize::try_from(round).unwrap_or(usize::MAX));
    table
}

fn ranked(
    state: &TournamentState,
    table: &ResultTable,
    rules: &StandingsRules,
    with_lots: bool,
) -> Result<Vec<Standing>, Problem> {
    let index: BTreeMap<&str, usize> = state
        .entrants
        .iter()
        .enumerate()
        .map(|(place, entrant)| (entrant.id.as_str(), place))
        .collect();
    let lots: Vec<usize> = state
        .lots
        .iter()
        .flatten()
        .filter(|_| with_lots)
        .filter_map(|entrant| index.get(entrant.as_str()).copied())
        .collect();
    standings(table, rules, &lots).map_err(Problem::internal)
}

/// Places after a round by player; empty before the first, when nobody has a place to move from.
fn ranked_places(
    state: &TournamentState,
    rules: &StandingsRules,
    round: u32,
) -> Result<BTreeMap<usize, u32>, Problem> {
    if round == 0 {
        return Ok(BTreeMap::new());
    }
    let list = ranked(state, &up_to(state, round), rules, false)?;
    Ok(list
        .into_iter()
        .map(|standing| (standing.player, standing.place))
        .collect())
}

fn moved(before: u32, now: u32) -> i32 {
    i32::try_from(i64::from(before) - i64::from(now)).unwrap_or(0)
}

fn whole(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn open_boards(state: &TournamentState, round: u32) -> u32 {
    let open = state
        .round(round)
        .map_or(0, |round| round.open_tables().count());
    u32::try_from(open).unwrap_or(u32::MAX)
}

fn row_cells(
    tournament_id: &str,
    state: &TournamentState,
    bye_discs: u32,
    cells: Option<&Vec<CrosstableCell>>,
) -> Vec<proto::Cell> {
    let Some(cells) = cells else {
        return Vec::new();
    };
    state
        .rounds
        .iter()
        .zip(cells)
        .map(|(round, cell)| proto_cell(tournament_id, state, bye_discs, round, *cell))
        .collect()
}

fn proto_cell(
    tournament_id: &str,
    state: &TournamentState,
    bye_discs: u32,
    round: &Round,
    cell: CrosstableCell,
) -> proto::Cell {
    let empty = proto::Cell {
        round: round.number,
        ..proto::Cell::default()
    };
    let game = |kind: CellKind, opponent: usize, colour: Colour| {
        let opponent = state
            .entrants
            .get(opponent)
            .map(|entrant| entrant.id.0.clone())
            .unwrap_or_default();
        let black = colour == Colour::Black;
        let table = round
            .boards
            .iter()
            .map(|board| &board.pairing)
            .find(|pairing| {
                if black {
                    pairing.white.0 == opponent
                } else {
                    pairing.black.0 == opponent
                }
            })
            .map_or(0, |pairing| pairing.table);
        proto::Cell {
            kind: kind.into(),
            opponent_entrant_id: opponent,
            black,
            game_id: identifier::game_id(
                tournament_id,
                round.seq,
                round.number,
                table,
                GAME_NUMBER,
            ),
            table,
            ..empty.clone()
        }
    };
    match cell {
        CrosstableCell::Unplayed => proto::Cell {
            kind: CellKind::Unplayed.into(),
            ..empty
        },
        CrosstableCell::Bye => proto::Cell {
            kind: CellKind::Bye.into(),
            discs: bye_discs,
            half_points: 2,
            ..empty
        },
        CrosstableCell::Open { opponent, colour } => game(CellKind::Open, opponent, colour),
        CrosstableCell::Game {
            opponent,
            colour,
            discs,
            half_points,
            ..
        } => proto::Cell {
            discs,
            half_points,
            ..game(CellKind::Played, opponent, colour)
        },
    }
}
