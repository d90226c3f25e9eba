//! Rounds and their boards.

use outflank_proto::pairing::v1::{
    Board, CostLevel, Handicap, OwnClock, PairingEdit, Result as BoardResult, Round, TimeControl,
    Winner,
};
use serde::Serialize;

use super::{game::GamePart, told};
use crate::files::Event;

#[derive(Serialize)]
pub(super) struct RoundPart<'a> {
    round: u32,
    stage: &'a str,
    published_at_ms: i64,
    starts_at_ms: i64,
    finished: bool,
    bye_entrant_ids: &'a [String],
    /// What the pairing costs on each level of its policy.
    cost: Vec<CostPart<'a>>,
    /// The director's hand in it; null where the engine paired alone.
    edit: Option<EditPart<'a>>,
}

#[derive(Serialize)]
pub(super) struct RoundWithBoards<'a> {
    #[serde(flatten)]
    round: RoundPart<'a>,
    boards: Vec<BoardPart<'a>>,
}

#[derive(Serialize)]
struct CostPart<'a> {
    level: &'a str,
    cost: i64,
}

#[derive(Serialize)]
struct EditPart<'a> {
    /// Every table was set.
    whole: bool,
    unedited_cost: Vec<CostPart<'a>>,
    difference: Vec<CostPart<'a>>,
}

fn costs(levels: &[CostLevel]) -> Vec<CostPart<'_>> {
    let levels = levels.iter();
    levels
        .map(|level| CostPart {
            level: &level.name,
            cost: level.value,
        })
        .collect()
}

impl<'a> RoundPart<'a> {
    pub(super) fn of(round: &'a Round) -> Self {
        let edit = |edit: &'a PairingEdit| EditPart {
            whole: edit.whole,
            unedited_cost: costs(&edit.unedited_cost),
            difference: costs(&edit.difference),
        };
        Self {
            round: round.number,
            stage: &round.stage,
            published_at_ms: round.published_at_ms,
            starts_at_ms: round.starts_at_ms,
            finished: round.finished,
            bye_entrant_ids: &round.bye_entrant_ids,
            cost: costs(&round.cost),
            edit: round.edit.as_ref().map(edit),
        }
    }
}

impl<'a> RoundWithBoards<'a> {
    pub(super) fn of(event: &Event<'a>, round: &'a Round) -> Self {
        let boards = round.boards.iter();
        Self {
            round: RoundPart::of(round),
            boards: boards
                .map(|board| BoardPart::of(event, round.number, board))
                .collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct BoardPart<'a> {
    round: u32,
    table: u32,
    purpose: &'a str,
    /// The match's game; null outside matches.
    match_game: Option<u32>,
    black_entrant_id: &'a str,
    white_entrant_id: &'a str,
    game_id: Option<&'a str>,
    result: Option<ResultPart<'a>>,
    /// Who wins a draw; null where it is half a point each.
    draw_winner_entrant_id: Option<&'a str>,
    disputed: bool,
    time_control: Option<TimeControlPart<'a>>,
    black_clock: Option<OwnClockPart<'a>>,
    white_clock: Option<OwnClockPart<'a>>,
    handicap: Option<HandicapPart<'a>>,
    /// The game, where it was played and finished at this server.
    game: Option<GamePart<'a>>,
}

#[derive(Serialize)]
struct ResultPart<'a> {
    winner: Option<&'static str>,
    black_discs: u32,
    white_discs: u32,
    kind: &'a str,
    black_absent: bool,
    white_absent: bool,
    /// It replaced another.
    corrected: bool,
}

#[derive(Serialize)]
struct HandicapPart<'a> {
    entrant_id: &'a str,
    discs: u32,
}

#[derive(Serialize)]
struct OwnClockPart<'a> {
    time_control: Option<TimeControlPart<'a>>,
    extra_ms: i64,
}

#[derive(Serialize)]
pub(super) struct TimeControlPart<'a> {
    kind: &'a str,
    main_ms: i64,
    increment_ms: i64,
    delay_ms: i64,
    periods: u32,
    period_ms: i64,
    moves: u32,
    block_ms: i64,
}

fn time_control(control: &TimeControl) -> TimeControlPart<'_> {
    TimeControlPart {
        kind: &control.kind,
        main_ms: control.main_ms,
        increment_ms: control.increment_ms,
        delay_ms: control.delay_ms,
        periods: control.periods,
        period_ms: control.period_ms,
        moves: control.moves,
        block_ms: control.block_ms,
    }
}

fn own_clock(clock: &OwnClock) -> OwnClockPart<'_> {
    OwnClockPart {
        time_control: clock.time_control.as_ref().map(time_control),
        extra_ms: clock.extra_ms,
    }
}

fn result(result: &BoardResult) -> ResultPart<'_> {
    ResultPart {
        winner: match result.winner() {
            Winner::Black => Some("black"),
            Winner::White => Some("white"),
            Winner::None | Winner::Unspecified => None,
        },
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        kind: &result.kind,
        black_absent: result.black_absent,
        white_absent: result.white_absent,
        corrected: result.corrected,
    }
}

fn handicap(handicap: &Handicap) -> HandicapPart<'_> {
    HandicapPart {
        entrant_id: &handicap.entrant_id,
        discs: handicap.discs,
    }
}

impl<'a> BoardPart<'a> {
    pub(super) fn of(event: &Event<'a>, round: u32, board: &'a Board) -> Self {
        let game = event.games.get(board.game_id.as_str());
        Self {
            round,
            table: board.table,
            purpose: &board.purpose,
            match_game: (board.game > 0).then_some(board.game),
            black_entrant_id: &board.black_entrant_id,
            white_entrant_id: &board.white_entrant_id,
            game_id: told(&board.game_id),
            result: board.result.as_ref().map(result),
            draw_winner_entrant_id: told(&board.draw_winner_entrant_id),
            disputed: board.disputed,
            time_control: board.time_control.as_ref().map(time_control),
            black_clock: board.black_clock.as_ref().map(own_clock),
            white_clock: board.white_clock.as_ref().map(own_clock),
            handicap: board.handicap.as_ref().map(handicap),
            game: game.map(|game| GamePart::of(game)),
        }
    }
}
