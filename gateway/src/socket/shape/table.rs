//! The shape of a live table, as frames carry it.

use std::sync::Arc;

use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    life::{Confirmation, Overtime, Pause, Ruling, Spectators, TimeControl},
    present,
};

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Dark discs; moves first.
    Black,
    /// Light discs.
    White,
}

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// Published, before its start.
    Armed,
    /// Being played.
    Live,
    /// Both clocks stand.
    Paused,
    /// Broken off under a sealed move.
    Adjourned,
    /// Over.
    Finished,
    /// Declared void by an official.
    Annulled,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Serialize)]
pub struct Clocks {
    /// What was left to black, in ms.
    pub black_ms: i64,
    /// What was left to white, in ms.
    pub white_ms: i64,
    /// Whose clock runs; null when none does.
    pub running: Option<Color>,
    /// The moment, cluster time in ms.
    pub as_of_ms: i64,
    /// What black's clock shows besides; null under a time control without overtime.
    pub black_overtime: Option<Overtime>,
    /// What white's clock shows besides; null under a time control without overtime.
    pub white_overtime: Option<Overtime>,
    /// Lag credited to black so far, in ms; capped by the rule set.
    pub black_lag_credit_ms: i64,
    /// Lag credited to white so far, in ms; capped by the rule set.
    pub white_lag_credit_ms: i64,
}

/// A move or a pass that was played.
#[derive(Debug, Clone, Serialize)]
pub struct PlayedPly {
    /// Its number, from 1; a pass is a ply.
    pub ply: u32,
    /// Who played it.
    pub color: Color,
    /// Where; null for a pass.
    pub square: Option<String>,
    /// The time charged for it, in ms.
    pub charged_ms: i64,
    /// The mover's flag fell before this ply.
    pub flag_fell: bool,
    /// Lag credited for it, in ms.
    pub lag_credit_ms: i64,
}

/// How a game ended.
#[derive(Debug, Clone, Serialize)]
pub struct TableResult {
    /// Black's discs.
    pub black_discs: u32,
    /// White's discs.
    pub white_discs: u32,
    /// Who won; null for a draw.
    pub winner: Option<Color>,
    /// `played`, `time_default`, `resigned`, `absence`, or `ruling`: the director entered the result.
    pub reason: String,
    /// Neither player came.
    pub both_absent: bool,
}

/// A game as it stands.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// The game.
    pub game_id: String,
    /// Its tournament.
    pub tournament_id: String,
    /// Its round.
    pub round: u32,
    /// Its table's number.
    pub table: u32,
    /// Who has black.
    pub black_entrant_id: String,
    /// Who has white.
    pub white_entrant_id: String,
    /// Journal seq of the game.
    pub seq: u64,
    /// How far it is.
    pub phase: TablePhase,
    /// When it starts, cluster time in ms.
    pub starts_at_ms: i64,
    /// 64 cells from a1 along the rows: `-` empty, `*` black, `O` white.
    pub board: String,
    /// Whose move it is; null when the game is over.
    pub to_move: Option<Color>,
    /// The ply that the side to move would make, from 1.
    pub ply: u32,
    /// Where the side to move may play.
    pub legal_squares: Vec<String>,
    /// The side to move has no legal move and must press the clock (WOC IV.4).
    pub must_pass: bool,
    /// Where the last disc was placed; null before the first.
    pub last_square: Option<String>,
    /// What the last move flipped.
    pub last_flips: Vec<String>,
    /// Both clocks.
    pub clocks: Clocks,
    /// Whose flag fell first; null if none did (WOC IV.6).
    pub defaulted: Option<Color>,
    /// How it ended; null while it is played.
    pub result: Option<TableResult>,
    /// Every ply, in order.
    pub plies: Vec<PlayedPly>,
    /// Black's discs on the board.
    pub black_discs: u32,
    /// White's discs on the board.
    pub white_discs: u32,
    /// Main time of black's clock as it was set, in ms.
    pub main_time_ms: i64,
    /// Why and how long both clocks stand; null while they do not.
    pub pause: Option<Pause>,
    /// What became of the transcript; null before the end.
    pub confirmation: Option<Confirmation>,
    /// What spectators may see.
    pub spectators: Option<Spectators>,
    /// When play will be broken off, cluster time in ms; null if that is not announced.
    pub adjourns_at_ms: Option<i64>,
    /// Whose move is sealed.
    pub sealed_by: Option<Color>,
    /// Officials' acts at this table, oldest first.
    pub rulings: Vec<Ruling>,
    /// How often black may still call the director.
    pub black_calls_left: u32,
    /// How often white may still call the director.
    pub white_calls_left: u32,
    /// Who called for the director and waits.
    pub called_by: Option<Color>,
    /// Black has been seen here.
    pub black_arrived: bool,
    /// White has been seen here.
    pub white_arrived: bool,
    /// Black was sent out of the room.
    pub black_expelled: bool,
    /// White was sent out of the room.
    pub white_expelled: bool,
    /// Accounts sent out of the room; shown to officials.
    pub expelled_accounts: Vec<String>,
    /// An account is this table's judge.
    pub has_table_judge: bool,
    /// Which; shown to officials.
    pub table_judge_account_id: Option<String>,
    /// Who wins a drawn game, as chosen before the start.
    pub draw_winner: Option<Color>,
    /// Black's time control.
    pub black_time_control: Option<TimeControl>,
    /// White's time control.
    pub white_time_control: Option<TimeControl>,
    /// `woc`, `loss_of_all_discs`, `loss_on_board` or `winner_plays_on`.
    pub default_policy: String,
    /// A player absent for so long after the start loses, in ms; null without a limit.
    pub absence_limit_ms: Option<i64>,
    /// Whether `most` or `fewest` discs win.
    pub goal: String,
    /// `standard` or `placed_1883`.
    pub opening: String,
    /// The same as play said it, for programs that speak Protocol Buffers.
    #[serde(skip)]
    pub source: Arc<play::Table>,
}

/// Everything one accepted command caused.
#[derive(Debug, Clone, Serialize)]
pub struct TableEntry {
    /// Journal seq.
    pub seq: u64,
    /// When it was committed, cluster time in ms.
    pub at_ms: i64,
    /// Its events as the journal holds them, each with its name in `event`.
    pub events: Box<RawValue>,
}

fn color(value: play::Color) -> Option<Color> {
    match value {
        play::Color::Black => Some(Color::Black),
        play::Color::White => Some(Color::White),
        play::Color::Unspecified => None,
    }
}

/// A number that is absent when 0.
fn some(number: i64) -> Option<i64> {
    Some(number).filter(|number| *number != 0)
}

fn ply(played: play::PlayedPly) -> Result<PlayedPly, Problem> {
    Ok(PlayedPly {
        ply: played.ply,
        color: color(played.color())
            .ok_or_else(|| Problem::internal("a ply was played by no known side"))?,
        square: present(played.square),
        charged_ms: played.charged_ms,
        flag_fell: played.flag_fell,
        lag_credit_ms: played.lag_credit_ms,
    })
}

fn result(result: play::TableResult) -> TableResult {
    TableResult {
        winner: color(result.winner()),
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        reason: result.reason,
        both_absent: result.both_absent,
    }
}

impl TryFrom<play::Table> for Table {
    type Error = Problem;

    fn try_from(table: play::Table) -> Result<Self, Problem> {
        let source = Arc::new(table.clone());
        let phase = match table.phase() {
            play::TablePhase::Armed => TablePhase::Armed,
            play::TablePhase::Live => TablePhase::Live,
            play::TablePhase::Paused => TablePhase::Paused,
            play::TablePhase::Adjourned => TablePhase::Adjourned,
            play::TablePhase::Finished => TablePhase::Finished,
            play::TablePhase::Annulled => TablePhase::Annulled,
            play::TablePhase::Unspecified => {
                return Err(Problem::internal("a table is in no known phase"));
            }
        };
        let (to_move, defaulted) = (color(table.to_move()), color(table.defaulted()));
        let (sealed_by, called_by) = (color(table.sealed_by()), color(table.called_by()));
        let draw_winner = color(table.draw_winner());
        let clocks = table
            .clocks
            .ok_or_else(|| Problem::internal("play answered without clocks"))?;
        Ok(Self {
            game_id: table.game_id,
            tournament_id: table.tournament_id,
            round: table.round,
            table: table.table,
            black_entrant_id: table.black_entrant_id,
            white_entrant_id: table.white_entrant_id,
            seq: table.seq,
            phase,
            starts_at_ms: table.starts_at_ms,
            board: table.board,
            to_move,
            ply: table.ply,
            legal_squares: table.legal_squares,
            must_pass: table.must_pass,
            last_square: present(table.last_square),
            last_flips: table.last_flips,
            clocks: Clocks {
                running: color(clocks.running()),
                black_ms: clocks.black_ms,
                white_ms: clocks.white_ms,
                as_of_ms: clocks.as_of_ms,
                black_overtime: clocks.black_overtime.map(Into::into),
                white_overtime: clocks.white_overtime.map(Into::into),
                black_lag_credit_ms: clocks.black_lag_credit_ms,
                white_lag_credit_ms: clocks.white_lag_credit_ms,
            },
            defaulted,
            result: table.result.map(result),
            plies: table.plies.into_iter().map(ply).collect::<Result<_, _>>()?,
            black_discs: table.black_discs,
            white_discs: table.white_discs,
            main_time_ms: table.main_time_ms,
            pause: table.pause.map(Into::into),
            confirmation: table.confirmation.map(Into::into),
            spectators: table.spectators.map(Into::into),
            adjourns_at_ms: some(table.adjourns_at_ms),
            sealed_by,
            rulings: table.rulings.into_iter().map(Into::into).collect(),
            black_calls_left: table.black_calls_left,
            white_calls_left: table.white_calls_left,
            called_by,
            black_arrived: table.black_arrived,
            white_arrived: table.white_arrived,
            black_expelled: table.black_expelled,
            white_expelled: table.white_expelled,
            expelled_accounts: table.expelled_accounts,
            has_table_judge: table.has_table_judge,
            table_judge_account_id: present(table.table_judge_account_id),
            draw_winner,
            black_time_control: table.black_time_control.map(Into::into),
            white_time_control: table.white_time_control.map(Into::into),
            default_policy: table.default_policy,
            absence_limit_ms: some(table.absence_limit_ms),
            goal: table.goal,
            opening: table.opening,
            source,
        })
    }
}

impl TryFrom<play::TableEntry> for TableEntry {
    type Error = Problem;

    fn try_from(entry: play::TableEntry) -> Result<Self, Problem> {
        Ok(Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            events: serde_json::from_slice(&entry.events_json)
                .map_err(|error| Problem::internal(format!("an entry's events: {error}")))?,
        })
    }
}

impl From<&TableEntry> for play::TableEntry {
    fn from(entry: &TableEntry) -> Self {
        Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            events_json: entry.events.get().as_bytes().to_vec(),
        }
    }
}
