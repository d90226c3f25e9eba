//! The parts of the server's answers that a program plays and directs by. The OpenAPI document has all.

use serde::Deserialize;
use serde_json::Value;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// Published, before its start.
    Armed,
    /// Clocks run.
    Live,
    /// Over.
    Finished,
    /// Both clocks stand.
    Paused,
    /// Broken off under a sealed move, to be resumed.
    Adjourned,
    /// An official declared it void.
    Annulled,
}

/// What is left to each side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Clocks {
    /// Black's, in ms, at `as_of_ms`.
    pub black_ms: i64,
    /// White's, in ms, at `as_of_ms`.
    pub white_ms: i64,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// Cluster time of this reading, in ms since 1970.
    pub as_of_ms: i64,
}

/// One ply on the record.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Ply {
    /// From 1; a pass is a ply.
    pub ply: u32,
    /// Whose.
    pub color: Color,
    /// `None` for a pass.
    pub square: Option<String>,
    /// The disc that it flipped by choice, in an opening of 1883 that leaves one.
    #[serde(default)]
    pub flip: Option<String>,
    /// Time charged, in ms.
    pub charged_ms: i64,
}

/// The signing of a result.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Confirmation {
    /// "pending", "confirmed", "disputed", "overruled".
    pub state: String,
    /// What a player signs: the digest of the transcript, hex.
    pub digest: String,
}

/// How a table ended.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TableResult {
    /// Black's discs, empties counted.
    pub black_discs: u32,
    /// White's discs, empties counted.
    pub white_discs: u32,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// "played", "time_default", "resigned", "ruling".
    pub reason: String,
}

/// One table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Table {
    /// The game.
    pub game_id: String,
    /// The tournament.
    pub tournament_id: String,
    /// From 1.
    pub round: u32,
    /// From 1.
    pub table: u32,
    /// Who has black.
    pub black_entrant_id: String,
    /// Who has white.
    pub white_entrant_id: String,
    /// Seq of the last entry.
    pub seq: u64,
    /// Where it is in its life.
    pub phase: TablePhase,
    /// One cell for each square from a1 along the rows: 64 on a board of size 8.
    pub board: String,
    /// `None` when the game is over.
    pub to_move: Option<Color>,
    /// The ply that the side to move would make, from 1.
    pub ply: u32,
    /// Where it may move.
    pub legal_squares: Vec<String>,
    /// It has no move and must press the clock.
    pub must_pass: bool,
    /// Squares along an edge of the board: 8, in variants 6 or 4.
    pub board_size: u32,
    /// Who has a handicap of corners that are filled before the start; `None` where nobody has.
    #[serde(default)]
    pub handicap_to: Option<Color>,
    /// The plies that were drawn by lot and stood on the board before the start, in order; they are none of `plies`.
    #[serde(default)]
    pub drawn_squares: Vec<String>,
    /// Whether `most` or `fewest` discs win; `None` from a server that knows no other goal.
    #[serde(default)]
    pub goal: Option<String>,
    /// Who does not make his first move within so long of his turn has lost as absent, in ms; `None` without a limit.
    #[serde(default)]
    pub first_move_limit_ms: Option<i64>,
    /// The discs of which its next disc may flip one by choice; empty outside the openings of 1883.
    pub flippable_squares: Vec<String>,
    /// One of them has to be flipped.
    pub must_flip: bool,
    /// The clocks.
    pub clocks: Clocks,
    /// Everything played.
    pub plies: Vec<Ply>,
    /// What officials did at the table, oldest first.
    #[serde(default)]
    pub rulings: Vec<Value>,
    /// The signing of the result; `None` before the end.
    #[serde(default)]
    pub confirmation: Option<Confirmation>,
    /// How it ended.
    pub result: Option<TableResult>,
}

/// Where a tournament stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Entrants may be added.
    Registration,
    /// A round is published and not finished.
    RoundOpen,
    /// The next round may be published.
    BetweenRounds,
    /// Everything is played; the event can be confirmed.
    Played,
    /// The ranking is official.
    Confirmed,
    /// It stopped for good; what was finished is kept.
    Abandoned,
    /// It did not take place.
    Cancelled,
}

/// A tournament in a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TournamentSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub phase: TournamentPhase,
    /// How many take part.
    pub entrants: u32,
    /// Last published round.
    pub round: u32,
    /// Planned rounds.
    pub rounds: u32,
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Entrant {
    /// Id in this tournament.
    pub id: String,
    /// Surname.
    pub surname: String,
    /// Number in the players list.
    pub federation_number: u32,
    /// Whether somebody holds the seat.
    pub seated: bool,
    /// First round not played because of withdrawal; 0 = still in.
    #[serde(default)]
    pub withdrawn_from_round: u32,
}

/// The result of a board.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct GameResult {
    /// Black's discs.
    pub black_discs: u32,
    /// White's discs.
    pub white_discs: u32,
    /// "black", "white", "none".
    pub winner: String,
    /// How it came about.
    pub kind: String,
}

/// One pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Board {
    /// From 1.
    pub table: u32,
    /// Who has black.
    pub black_entrant_id: String,
    /// Who has white.
    pub white_entrant_id: String,
    /// The game.
    pub game_id: String,
    /// `None` while it is open.
    pub result: Option<GameResult>,
    /// "qualification", "side_swiss", "extra_round", or a match ("final", "semi_final_1", ...).
    pub purpose: String,
    /// The match's game, from 1; 0 outside matches.
    pub game: u32,
}

/// A published round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// When the clocks start.
    pub starts_at_ms: i64,
    /// Its tables.
    pub boards: Vec<Board>,
    /// Closed by the director.
    pub finished: bool,
}

/// A tournament.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Tournament {
    /// As in the list.
    pub summary: TournamentSummary,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The published rounds.
    pub rounds: Vec<Round>,
    /// The check-ins of its rounds.
    #[serde(default)]
    pub check_ins: Vec<CheckIn>,
    /// What the director can do next.
    pub next: Option<NextAct>,
    /// The round of finals that is announced and not published yet.
    pub announced: Option<AnnouncedRound>,
    /// False once the event has departed from its text.
    pub conformant: bool,
    /// Titles won.
    pub titles: Vec<Title>,
}

/// Who checked in for a round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CheckIn {
    /// From 1.
    pub round: u32,
    /// Whether it is open.
    pub open: bool,
    /// Who did.
    pub entrant_ids: Vec<String>,
}

/// What a director can do next.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NextAct {
    /// "publish_round", "await_results", "finish_round", "draw_lots", "announce_finals", "confirm",
    /// "nothing".
    pub kind: String,
    /// The round it is about.
    pub round: Option<u32>,
}

/// A round of finals before its publication.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AnnouncedRound {
    /// Its number.
    pub round: u32,
    /// When it starts at the earliest, cluster time in ms.
    pub starts_at_ms: i64,
    /// Its games.
    pub games: Vec<AnnouncedGame>,
}

/// A game of an announced round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AnnouncedGame {
    /// "final", "semi_final_1", "third_place", ...
    pub match_id: String,
    /// The match's game, from 1.
    pub game: u32,
    /// The better-ranked player.
    pub better_entrant_id: String,
    /// The other.
    pub worse_entrant_id: String,
    /// Whose the choice of colour is; `None` when the colours are settled.
    pub chooser_entrant_id: Option<String>,
}

/// A title won.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Title {
    /// "champion", "womens_champion".
    pub title: String,
    /// By whom.
    pub entrant_id: String,
}

/// One line of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    /// Rank as printed.
    pub rank: u32,
    /// Who.
    pub entrant_id: String,
    /// Points, in half-points; negative where rulings took more than was won.
    pub half_points: i32,
    /// Brightwell Quotient, in half-units.
    pub bq_half_units: u32,
    /// Discs.
    pub discs: u32,
}

/// A ranking list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Standings {
    /// Grows with every change.
    pub version: u64,
    /// The round it shows.
    pub round: u32,
    /// Boards of that round without a result.
    pub open_boards: u32,
    /// Best first.
    pub rows: Vec<Row>,
    /// The ranking is official.
    pub final_ranking: bool,
}
