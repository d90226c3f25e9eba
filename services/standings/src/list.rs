//! A ranking list with its crosstable, as the contract shows it.

use std::collections::BTreeMap;

use outflank_access::{Problem, identifier};
use outflank_proto::{
    sentence::v1::Parameter,
    standings::v1::{self as proto, CellKind},
};
use outflank_tournament::{
    Board, Colour, CrosstableCell, Decision, EntrantState, Phase, RankingLine, ResultTable, Round,
    Standing, StandingsRules, TieBreak, TournamentState, crosstable, standings,
};

use crate::projection::Folded;

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
    let ranked = if round == published {
        ranked_now(state)?
    } else {
        ranked(&table, &rules)?
    };
    let cells = crosstable(&table).map_err(Problem::internal)?;
    let seats = seats(tournament_id, state);
    let before = ranks_before(state, table, &rules, round)?;
    let neighbours = std::iter::once(None).chain(ranked.iter().map(|above| Some(above.player)));
    let rows = ranked
        .iter()
        .zip(neighbours)
        .map(|(standing, above)| {
            let entrant = state.entrants.get(standing.player);
            proto::Row {
                rank: standing.rank,
                place: standing.place,
                values: standing.values.iter().map(criterion_value).collect(),
                // Where the finals changed the order, nothing of the list parts the neighbours.
                decided: standing
                    .decided
                    .filter(|decision| Some(decision.above) == above)
                    .map(|decision| decided(state, decision)),
                entrant_id: entrant
                    .map(|entrant| entrant.id.0.clone())
                    .unwrap_or_default(),
                half_points: signed(standing.half_points.0),
                bq_half_units: whole(standing.bq_halves),
                discs: whole(standing.discs),
                withdrawn: entrant.is_some_and(|entrant| entrant.withdrawn_from.is_some()),
                cells: row_cells(state, &seats, &rules, entrant, cells.get(standing.player)),
                movement: before
                    .get(&standing.player)
                    .map_or(0, |rank| moved(*rank, standing.rank)),
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
            .ranking
            .tie_breaks
            .iter()
            .map(|step| step.short_name())
            .collect(),
        final_ranking: confirmed,
        stopped: stopped(state).to_owned(),
    })
}

/// That the event stopped for good, in a word.
fn stopped(state: &TournamentState) -> &'static str {
    match state.phase() {
        Phase::Abandoned => "abandoned",
        Phase::Cancelled => "cancelled",
        Phase::Absent | Phase::Registration | Phase::Running | Phase::Confirmed => "",
    }
}

fn up_to(state: &TournamentState, round: u32) -> ResultTable {
    let mut table = state.result_table();
    let listed = listed_rounds(state)
        .filter(|listed| listed.number <= round)
        .count();
    table.rounds.truncate(listed);
    table
}

/// The rounds that the list counts: those that hold more than games of matches.
fn listed_rounds(state: &TournamentState) -> impl Iterator<Item = &Round> {
    state.rounds.iter().filter(|round| round.counts_in_list())
}

/// The list as it stood; no lots are drawn before the last round.
fn ranked(table: &ResultTable, rules: &StandingsRules) -> Result<Vec<Standing>, Problem> {
    standings(table, rules, &[]).map_err(Problem::internal)
}

/// The list with every result so far: by the finals as far as they have come, and as it was confirmed.
fn ranked_now(state: &TournamentState) -> Result<Vec<Standing>, Problem> {
    let mut list = state.standings().map_err(Problem::internal)?;
    let confirmed: BTreeMap<&str, &RankingLine> = state
        .ranking
        .iter()
        .flatten()
        .map(|line| (line.entrant.as_str(), line))
        .collect();
    for standing in &mut list {
        let entrant = state.entrants.get(standing.player);
        let line = entrant.and_then(|entrant| confirmed.get(entrant.id.as_str()));
        if let Some(line) = line {
            standing.place = line.place;
            standing.rank = line.rank;
            standing.half_points = line.half_points;
            standing.bq_halves = line.bq_halves;
            standing.discs = line.discs;
        }
    }
    list.sort_by_key(|standing| standing.place);
    Ok(list)
}

/// Ranks one round earlier by player; empty before the first, when nobody has a rank to move from. Finals
/// move from the list that they go by.
fn ranks_before(
    state: &TournamentState,
    mut table: ResultTable,
    rules: &StandingsRules,
    round: u32,
) -> Result<BTreeMap<usize, u32>, Problem> {
    if state.round(round).is_none_or(Round::counts_in_list) {
        table.rounds.pop();
    }
    if table.rounds.is_empty() {
        return Ok(BTreeMap::new());
    }
    let list = ranked(&table, rules)?;
    Ok(list
        .into_iter()
        .map(|standing| (standing.player, standing.rank))
        .collect())
}

fn moved(before: u32, now: u32) -> i32 {
    i32::try_from(i64::from(before) - i64::from(now)).unwrap_or(0)
}

fn criterion_value(&(criterion, value): &(TieBreak, i64)) -> proto::CriterionValue {
    proto::CriterionValue {
        criterion: criterion.short_name(),
        value: criterion.text(value),
    }
}

/// Names are not this service's: the sentence has places for them.
fn decided(state: &TournamentState, decision: Decision) -> proto::Decided {
    let name = |player: usize| {
        let place = if player == decision.above {
            "{above}"
        } else {
            "{below}"
        };
        place.to_owned()
    };
    proto::Decided {
        above_entrant_id: entrant_id(state, decision.above),
        equal_rank: decision.equal_rank,
        sentence: decision.sentence(name),
        code: decision.code().to_owned(),
        parameters: Parameter::all_of(&decision.parameters()),
    }
}

pub(crate) fn entrant_id(state: &TournamentState, player: usize) -> String {
    state
        .entrants
        .get(player)
        .map(|entrant| entrant.id.0.clone())
        .unwrap_or_default()
}

pub(crate) fn whole(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

pub(crate) fn signed(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(0)
}

fn open_boards(state: &TournamentState, round: u32) -> u32 {
    let open = state
        .round(round)
        .map_or(0, |round| round.open_tables().count());
    u32::try_from(open).unwrap_or(u32::MAX)
}

/// Where an entrant sits in a round.
#[derive(Clone)]
struct Seat {
    table: u32,
    game_id: String,
}

/// The seats of every round that the list counts.
fn seats<'a>(tournament_id: &str, state: &'a TournamentState) -> Vec<BTreeMap<&'a str, Seat>> {
    listed_rounds(state)
        .map(|round| {
            let listed = |board: &&Board| board.pairing.purpose.counts_in_list();
            round
                .boards
                .iter()
                .filter(listed)
                .flat_map(|board| {
                    let pairing = &board.pairing;
                    let table = pairing.table;
                    let (seq, number) = (round.seq, round.number);
                    let game_id = identifier::game_id(
                        tournament_id,
                        seq,
                        number,
                        table,
                        identifier::GAME_NUMBER,
                    );
                    let seat = Seat { table, game_id };
                    [
                        (pairing.black.as_str(), seat.clone()),
                        (pairing.white.as_str(), seat),
                    ]
                })
                .collect()
        })
        .collect()
}

fn row_cells(
    state: &TournamentState,
    seats: &[BTreeMap<&str, Seat>],
    rules: &StandingsRules,
    entrant: Option<&EntrantState>,
    cells: Option<&Vec<CrosstableCell>>,
) -> Vec<proto::Cell> {
    let (Some(entrant), Some(cells)) = (entrant, cells) else {
        return Vec::new();
    };
    listed_rounds(state)
        .zip(seats)
        .zip(cells)
        .map(|((round, seats), cell)| {
            let seat = seats.get(entrant.id.as_str());
            proto_cell(state, round.number, seat, rules, *cell)
        })
        .collect()
}

fn proto_cell(
    state: &TournamentState,
    round: u32,
    seat: Option<&Seat>,
    rules: &StandingsRules,
    cell: CrosstableCell,
) -> proto::Cell {
    let empty = proto::Cell {
        round,
        ..proto::Cell::default()
    };
    let game = |kind: CellKind, opponent: usize, colour: Colour| proto::Cell {
        round,
        kind: kind.into(),
        opponent_entrant_id: state
            .entrants
            .get(opponent)
            .map(|entrant| entrant.id.0.clone())
            .unwrap_or_default(),
        black: colour == Colour::Black,
        game_id: seat.map(|seat| seat.game_id.clone()).unwrap_or_default(),
        table: seat.map_or(0, |seat| seat.table),
        ..proto::Cell::default()
    };
    match cell {
        CrosstableCell::Unplayed => proto::Cell {
            kind: CellKind::Unplayed.into(),
            ..empty
        },
        CrosstableCell::Granted { half_points } => proto::Cell {
            kind: CellKind::Unplayed.into(),
            half_points: whole(half_points.0),
            ..empty
        },
        CrosstableCell::Bye => proto::Cell {
            kind: CellKind::Bye.into(),
            discs: rules.bye_discs,
            half_points: whole(rules.bye_half_points.0),
            ..empty
        },
        CrosstableCell::Open { opponent, colour } => game(CellKind::Open, opponent, colour),
        CrosstableCell::Game {
            opponent,
            colour,
            discs,
            half_points,
            result_kind,
            ..
        } => proto::Cell {
            discs,
            half_points: whole(half_points.0),
            result_kind: result_kind.name().to_owned(),
            ..game(CellKind::Played, opponent, colour)
        },
    }
}
