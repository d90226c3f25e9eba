//! What pictures show, made of what services tell nobody in particular.

use outflank_access::Problem;
use outflank_picture::{
    BoardPicture, Color, Delay, Lay, Player, Ranked, Score, Side, Stand, StandingsPicture,
    StandingsState,
};
use outflank_proto::{
    pairing::v1::{self as pairing, Board, Entrant, Tournament, TournamentPhase, Winner},
    play::v1::{self as play, ReplayPosition, Table, TablePhase},
    standings::v1::{Row, Standings},
};
use serde::Deserialize;

const SECOND_MS: i64 = 1_000;
const MINUTE_MS: i64 = 60_000;

/// What of a rule set says how games are watched.
#[derive(Debug, Default, Deserialize)]
struct Watching {
    #[serde(default)]
    over_the_board: bool,
    #[serde(default)]
    spectators: Spectators,
}

#[derive(Debug, Default, Deserialize)]
struct Spectators {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    plies: u32,
    #[serde(default)]
    ms: i64,
}

impl Watching {
    fn of(tournament: &Tournament) -> Self {
        serde_json::from_str(&tournament.rule_set_json).unwrap_or_default()
    }
}

fn delay(policy: &str, plies: u32, ms: i64) -> Delay {
    match policy {
        "off" => Delay::UntilOver,
        "delayed" => Delay::By { plies, ms },
        _ => Delay::None,
    }
}

/// What of a time is written: of a picture that looks the same, the facts are the same.
fn whole(ms: i64, unit_ms: i64) -> i64 {
    ms.saturating_sub(ms.rem_euclid(unit_ms))
}

fn color(color: play::Color) -> Option<Color> {
    match color {
        play::Color::Black => Some(Color::Black),
        play::Color::White => Some(Color::White),
        play::Color::Unspecified => None,
    }
}

fn summary(tournament: &Tournament) -> pairing::TournamentSummary {
    tournament.summary.clone().unwrap_or_default()
}

fn player(entrants: &[Entrant], id: &str) -> Player {
    let entrant = entrants.iter().find(|entrant| entrant.id == id);
    entrant.map_or_else(
        || Player {
            surname: "…".to_owned(),
            given_names: String::new(),
            country: String::new(),
        },
        |entrant| Player {
            surname: entrant.surname.clone(),
            given_names: entrant.given_names.clone(),
            country: entrant.country.clone(),
        },
    )
}

/// How long a picture holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Until the next move or result.
    ForNow,
    /// Until somebody corrects it.
    UntilCorrected,
    /// For good, as far as an event has an end.
    ForGood,
}

fn is_closed(tournament: &Tournament) -> bool {
    matches!(
        summary(tournament).phase(),
        TournamentPhase::Confirmed | TournamentPhase::Abandoned | TournamentPhase::Cancelled
    )
}

/// A game's table as it stands for spectators.
pub fn of_table(table: &Table, tournament: &Tournament) -> Result<(BoardPicture, Holds), Problem> {
    let summary = summary(tournament);
    let watching = Watching::of(tournament);
    let has_ended = matches!(table.phase(), TablePhase::Finished | TablePhase::Annulled);
    let of_game = |boards: &[Board]| {
        boards
            .iter()
            .find(|one| one.game_id == table.game_id)
            .cloned()
    };
    let annulled = &tournament.annulled_rounds;
    let is_annulled = annulled
        .iter()
        .any(|round| of_game(&round.boards).is_some());
    let board = tournament
        .rounds
        .iter()
        .find_map(|round| of_game(&round.boards));
    let recorded = board.and_then(|board| board.result);
    let lay = match table.board.as_str() {
        "" => None,
        cells => {
            let last = table.last_square.as_str();
            let last = (!last.is_empty()).then_some(last);
            Some(Lay::read(cells, last, &table.last_flips).map_err(Problem::internal)?)
        }
    };
    let clocks = table.clocks.unwrap_or_default();
    let shows_clocks = !has_ended && !watching.over_the_board;
    let side = |id: &str, discs: u32, ms: i64| Side {
        player: player(&tournament.entrants, id),
        discs: lay.is_some().then_some(discs),
        clock_ms: shows_clocks.then_some(whole(ms, SECOND_MS)),
    };
    let spectators = table.spectators.clone().unwrap_or_default();
    let delay = if has_ended || watching.over_the_board {
        Delay::None
    } else {
        let (plies, ms) = (spectators.delay_plies, spectators.delay_ms);
        delay(&spectators.policy, plies, ms)
    };
    let shown = BoardPicture {
        event: summary.name,
        round: table.round,
        rounds: summary.rounds,
        table: table.table,
        black: side(&table.black_entrant_id, table.black_discs, clocks.black_ms),
        white: side(&table.white_entrant_id, table.white_discs, clocks.white_ms),
        lay,
        stand: if is_annulled {
            Stand::Annulled
        } else {
            stand(table, recorded.as_ref())
        },
        ply: u32::try_from(table.plies.len()).unwrap_or(u32::MAX),
        last_ply: None,
        as_of: (!has_ended && clocks.as_of_ms > 0).then_some(whole(clocks.as_of_ms, MINUTE_MS)),
        delay,
    };
    let holds = match (has_ended, is_closed(tournament)) {
        (true, true) => Holds::ForGood,
        (true, false) => Holds::UntilCorrected,
        (false, _) => Holds::ForNow,
    };
    Ok((shown, holds))
}

/// How far a game is: what the event has on record counts more than how it ended at its table.
fn stand(table: &Table, recorded: Option<&pairing::Result>) -> Stand {
    match table.phase() {
        TablePhase::Unspecified | TablePhase::Armed => {
            Stand::Armed((table.starts_at_ms > 0).then_some(table.starts_at_ms))
        }
        TablePhase::Live => color(table.to_move()).map_or(Stand::Between, Stand::ToMove),
        TablePhase::Paused => Stand::Paused,
        TablePhase::Adjourned => Stand::Adjourned,
        TablePhase::Annulled => Stand::Annulled,
        TablePhase::Finished => match (recorded, &table.result) {
            (Some(result), _) => Stand::Over(Score {
                winner: match result.winner() {
                    Winner::Black => Some(Color::Black),
                    Winner::White => Some(Color::White),
                    Winner::None | Winner::Unspecified => None,
                },
                black: result.black_discs,
                white: result.white_discs,
            }),
            (None, Some(result)) if result.both_absent => Stand::NobodyCame,
            (None, Some(result)) => Stand::Over(Score {
                winner: color(result.winner()),
                black: result.black_discs,
                white: result.white_discs,
            }),
            (None, None) => Stand::Between,
        },
    }
}

/// The same as of an earlier position; none where that is the newest, or later.
pub fn of_position(
    now: &BoardPicture,
    table: &Table,
    (positions, ply): (&[ReplayPosition], u32),
) -> Result<Option<BoardPicture>, Problem> {
    let last_ply = positions.last().map_or(0, |last| last.ply);
    let before = |position: &&ReplayPosition| position.ply <= ply;
    let Some(here) = positions.iter().rfind(before).filter(|_| ply < last_ply) else {
        return Ok(None);
    };
    let square = (!here.square.is_empty()).then_some(here.square.as_str());
    let lay = Lay::read(&here.board, square, &here.flips).map_err(Problem::internal)?;
    let main_ms = |own: &Option<play::TimeControl>| {
        own.as_ref().map_or(table.main_time_ms, |own| own.main_ms)
    };
    // What its clock showed after its last ply so far; before its first, all of its time.
    let clock = |color: play::Color, main_ms: i64| {
        let own = |position: &&ReplayPosition| before(position) && position.color() == color;
        let shown = positions.iter().rfind(own).and_then(|own| own.remaining_ms);
        shown.unwrap_or(main_ms)
    };
    let has_times = positions
        .iter()
        .any(|one| one.charged_ms.is_some_and(|ms| ms > 0));
    let side = |side: &Side, discs: u32, clock_ms: i64| Side {
        player: side.player.clone(),
        discs: Some(discs),
        clock_ms: has_times.then_some(whole(clock_ms, SECOND_MS)),
    };
    let black_ms = clock(play::Color::Black, main_ms(&table.black_time_control));
    let white_ms = clock(play::Color::White, main_ms(&table.white_time_control));
    Ok(Some(BoardPicture {
        lay: Some(lay),
        black: side(&now.black, here.black_discs, black_ms),
        white: side(&now.white, here.white_discs, white_ms),
        stand: color(here.to_move()).map_or(Stand::Between, Stand::ToMove),
        ply: here.ply,
        last_ply: Some(last_ply),
        // Whenever it is looked at it is the same.
        as_of: None,
        ..now.clone()
    }))
}

/// The standings of an event.
pub fn of_standings(standings: &Standings, tournament: &Tournament) -> (StandingsPicture, Holds) {
    let summary = summary(tournament);
    let watching = Watching::of(tournament);
    let round = tournament.rounds.last();
    let state = match round {
        _ if standings.final_ranking => StandingsState::Final,
        None => StandingsState::Before,
        Some(round) if !standings.stopped.is_empty() => StandingsState::Stopped(round.number),
        Some(round) if round.finished => StandingsState::After(round.number),
        Some(round) => StandingsState::Within {
            round: round.number,
            open: standings.open_boards,
        },
    };
    let is_played = matches!(state, StandingsState::Within { .. }) && !watching.over_the_board;
    let Spectators { kind, plies, ms } = &watching.spectators;
    let criteria = standings.tie_breaks.iter();
    // Lots have no column: their numbers say nothing.
    let mut criteria = criteria.filter(|name| !matches!(name.as_str(), "points" | "lots"));
    let tie_break = criteria.next().cloned().unwrap_or_default();
    let rows: &[Row] = match state {
        StandingsState::Before => &[],
        _ => &standings.rows,
    };
    let ranked = |row: &Row| {
        let value = row.values.iter().find(|value| value.criterion == tie_break);
        Ranked {
            rank: row.rank,
            player: player(&tournament.entrants, &row.entrant_id),
            half_points: row.half_points,
            tie_break: value.map(|value| value.value.clone()).unwrap_or_default(),
        }
    };
    let shown = StandingsPicture {
        event: summary.name,
        rounds: summary.rounds,
        state,
        rows: rows
            .iter()
            .take(StandingsPicture::MOST_ROWS)
            .map(ranked)
            .collect(),
        all: rows.len(),
        delay: match is_played {
            true => delay(kind, *plies, *ms),
            false => Delay::None,
        },
        tie_break,
    };
    let holds = match (state, is_closed(tournament)) {
        (_, true) => Holds::ForGood,
        (StandingsState::Within { .. }, false) => Holds::ForNow,
        _ => Holds::UntilCorrected,
    };
    (shown, holds)
}
