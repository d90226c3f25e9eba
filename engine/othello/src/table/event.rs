use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::table::absent::is_absent;
use crate::table::clock_reading::{ClockReading, Overtime};
use crate::table::game_rules::{BookedAt, GameRules, Place};
use crate::table::official::{ActKind, Authority, Expelled};
use crate::{Color, PerColor, Square, Squares};

/// What happened at a table, with its outcome: nothing in it is ever judged again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was set up.
    Created(Created),
    /// An account took a seat; who held it before does no longer.
    SeatTaken {
        /// The seat.
        color: Color,
        /// The account's id.
        account: String,
    },
    /// The clock of the side to move runs from this entry on.
    Started {
        /// Who moves first.
        next: Next,
    },
    /// A disc was placed.
    Moved {
        /// The ply, from 1.
        ply: u32,
        /// Who moved.
        color: Color,
        /// Where.
        square: Square,
        /// The discs that turned over.
        flipped: Squares,
        /// The one of them that the mover chose; absent where the rules leave no choice, or he flipped none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flip: Option<Square>,
        /// Time charged for the move, ms.
        charged_ms: i64,
        /// What the mover's clock shows then, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Time for which the client did not read, taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        reading_credit_ms: i64,
        /// The seat that did it and whose clock it was, if not the side's own: the winner who
        /// plays on for both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Color>,
        /// Who has the turn; `None` when neither side can move.
        next: Option<Next>,
    },
    /// A side without a move passed.
    Passed {
        /// The ply, from 1.
        ply: u32,
        /// Who passed.
        color: Color,
        /// Passed by the server, not pressed by the player.
        automatic: bool,
        /// Time charged for the pass, ms.
        charged_ms: i64,
        /// What the passer's clock shows then, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Time for which the client did not read, taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        reading_credit_ms: i64,
        /// The seat that did it and whose clock it was, if not the side's own: the winner who
        /// plays on for both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Color>,
        /// Who has the turn.
        next: Next,
    },
    /// A flag fell.
    FlagFell {
        /// The ply that was waited for.
        ply: u32,
        /// Whose flag.
        color: Color,
        /// The instant of the fall, ms of cluster time; extra time counts from here.
        deadline_ms: i64,
        /// Time charged since the turn began, ms: all that was left.
        charged_ms: i64,
        /// Extra time given to each side, ms; 0 when the game ends.
        granted_ms: i64,
        /// What both clocks show then, ms.
        remaining_ms: PerColor<i64>,
        /// The overtime on both clocks; absent where the controls have none.
        #[serde(default, skip_serializing_if = "is_absent")]
        overtime: PerColor<Option<Overtime>>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Time for which the client did not read, taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        reading_credit_ms: i64,
        /// Whether play goes on, the win now being fixed for the opponent.
        play_on: bool,
        /// Whether the opponent now plays both colours, on his own clock.
        #[serde(default, skip_serializing_if = "is_absent")]
        winner_plays: bool,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: Color,
        /// Time charged to the side whose clock ran, ms.
        charged_ms: i64,
        /// What both clocks show then, ms.
        remaining_ms: PerColor<i64>,
        /// The overtime on both clocks; absent where the controls have none.
        #[serde(default, skip_serializing_if = "is_absent")]
        overtime: PerColor<Option<Overtime>>,
    },
    /// A clock got time back.
    TimeCredited {
        /// Whose clock.
        color: Color,
        /// How much, ms.
        ms: i64,
        /// Why.
        cause: CreditCause,
        /// The fault it answers.
        fault_id: String,
        /// The end of what it makes good, ms of cluster time; absent where nobody said, and in older entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
        /// What that clock has to spend since its turn began, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
    },
    /// What a gateway saw of the command that made this entry: kept for the clock sheet, judged by nobody.
    Stamped {
        /// The ply that the command was for.
        ply: u32,
        /// Whose command.
        color: Color,
        /// When it arrived, ms of cluster time.
        received_at_ms: i64,
        /// When the entry that gave the turn was handed to the mover's socket; absent if none was open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delivered_at_ms: Option<i64>,
        /// The lag measured by the server's own pings, ms; absent if none was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag_ms: Option<i64>,
        /// How long, before the entry was handed over, the socket could not be written because its client did not
        /// read, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        unread_ms: i64,
        /// When the account was shown the position over another face; absent if nothing is known of that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen_at_ms: Option<i64>,
        /// How long it waited behind frames of the same socket, ms: the sender's own time.
        #[serde(default)]
        queued_ms: i64,
        /// Which gateway.
        #[serde(default)]
        gateway: String,
        /// It came by an API key: a program gave it, whosever account it is.
        #[serde(default, skip_serializing_if = "is_absent")]
        by_key: bool,
    },
    /// The game is over.
    Finished(Finished),
    /// An official acted; what it did follows in the same entry.
    Ruled {
        /// The act's name.
        act: ActKind,
        /// On whose word and why.
        #[serde(rename = "warrant")]
        authority: Authority,
    },
    /// The clocks stand; in a pause: it has another cause or end now.
    Paused {
        /// Why.
        cause: PauseCause,
        /// When they go on by themselves, ms of cluster time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
        /// Time charged to the side on the move, ms.
        charged_ms: i64,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Time for which the client did not read, taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        reading_credit_ms: i64,
        /// What both clocks show then.
        clocks: PerColor<ClockReading>,
    },
    /// The pause is over; the turn begins afresh.
    Resumed {
        /// Whose clock runs; absent before the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Next>,
    },
    /// A player called for the director.
    DirectorCalled {
        /// Who.
        color: Color,
        /// Whether it is beyond the calls that stop the clocks.
        #[serde(default, skip_serializing_if = "is_absent")]
        excessive: bool,
    },
    /// The director came.
    CallAnswered,
    /// Both clocks were set.
    ClocksSet {
        /// What they show then.
        clocks: PerColor<ClockReading>,
    },
    /// A clock was given time, or time was taken from it.
    TimeAdjusted {
        /// Whose clock.
        color: Color,
        /// How much, ms; negative was taken.
        ms: i64,
        /// What that clock has to spend since its turn began.
        clock: ClockReading,
    },
    /// Plies were taken back; the turn begins afresh.
    TakenBack(Restored),
    /// A time default was undone, and the extra time with it.
    DefaultUndone {
        /// Whose default.
        color: Color,
        /// What both clocks show then.
        clocks: PerColor<ClockReading>,
    },
    /// Play will be adjourned.
    AdjournmentAnnounced {
        /// When, ms of cluster time.
        at_ms: i64,
    },
    /// The adjournment will not take place.
    AdjournmentCancelled,
    /// The time of the adjournment came: the side on the move seals its move.
    SealingBegan,
    /// A move was sealed; the clocks stand.
    MoveSealed {
        /// The ply.
        ply: u32,
        /// Who sealed.
        color: Color,
        /// Time charged, ms.
        charged_ms: i64,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Time for which the client did not read, taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        reading_credit_ms: i64,
        /// What both clocks show then.
        clocks: PerColor<ClockReading>,
    },
    /// The square of the sealed move.
    SquareSealed {
        /// The ply.
        ply: u32,
        /// The square; absent for a pass.
        square: Option<Square>,
        /// The disc that it flips by choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flip: Option<Square>,
    },
    /// The sealed move was opened.
    SealRevealed {
        /// The ply.
        ply: u32,
        /// Who sealed it.
        color: Color,
        /// The square; absent for a pass.
        square: Option<Square>,
        /// The disc that it flips by choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flip: Option<Square>,
        /// Whether it is legal, and so played.
        legal: bool,
    },
    /// Somebody was sent away.
    Expelled {
        /// Whom.
        whom: Expelled,
        /// Until when, ms of cluster time; absent for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<i64>,
    },
    /// Somebody was let in again.
    Readmitted {
        /// Whom.
        whom: Expelled,
    },
    /// The table has a judge.
    TableJudgeAssigned {
        /// The judge's account.
        account: String,
    },
    /// A game played over the board is the record now.
    TranscriptEntered {
        /// Every ply, passes included.
        plies: Vec<EnteredPly>,
        /// The position and clocks after it.
        restored: Restored,
    },
    /// Play goes on where it had ended; the turn begins afresh.
    Reopened(Restored),
    /// The game counts for nothing.
    Annulled,
    /// The game waits for a new start from this position.
    ReplaySet {
        /// Position and clocks.
        restored: Restored,
        /// When the clock starts, ms of cluster time.
        starts_at_ms: i64,
    },
    /// A seat's holder is there.
    Arrived {
        /// The seat.
        color: Color,
    },
    /// A player signed the result.
    TranscriptConfirmed {
        /// Who.
        color: Color,
        /// The digest of the canonical transcript.
        digest: String,
    },
    /// The result is confirmed.
    ResultConfirmed {
        /// How.
        by: ConfirmedBy,
        /// The digest of the canonical transcript.
        digest: String,
    },
    /// A player does not agree with the result.
    ResultDisputed {
        /// Who.
        color: Color,
        /// The id of the written reason.
        reason_id: String,
    },
    /// An official settled the dispute.
    DisputeSettled {
        /// Whether the player was right.
        upheld: bool,
    },
    /// The game goes on at another server, which has everything up to this entry: nothing follows it here unless the
    /// game comes back.
    #[serde(rename = "moved_away")]
    TransferredAway {
        /// Which move: the other server's `moved_in` names it too.
        #[serde(rename = "move_id")]
        transfer_id: String,
        /// Where to, as the director wrote it.
        to: String,
    },
    /// The game came here and goes on.
    #[serde(rename = "moved_in")]
    TransferredIn {
        /// Which move.
        #[serde(rename = "move_id")]
        transfer_id: String,
    },
    /// An official opened what spectators write to everybody who watches, or closed it again.
    SpectatorsChatSet {
        /// Whether it is open before the end.
        open: bool,
    },
    /// The server signed the confirmed result.
    Countersigned {
        /// The digest that was signed.
        digest: String,
        /// The key's id.
        key_id: String,
        /// The signature, base64.
        signature: String,
    },
}

/// Where play stands after an official's act moved it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    /// The last ply that stands; 0 for the opening position.
    pub ply: u32,
    /// Black's discs.
    pub black: Squares,
    /// White's discs.
    pub white: Squares,
    /// What both clocks show.
    pub clocks: PerColor<ClockReading>,
    /// Whose flag fell first and is not undone.
    pub defaulter: Option<Color>,
    /// What that default gave to each side, ms.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub granted_ms: i64,
    /// The winner who plays both colours since it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_both: Option<Color>,
    /// Who has the turn; absent when neither side can move.
    pub next: Option<Next>,
}

/// One ply of a transcript from over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnteredPly {
    /// Who.
    pub color: Color,
    /// The square; absent for a pass.
    pub square: Option<Square>,
    /// The disc that it flips by choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<Square>,
}

/// Why clocks stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseCause {
    /// An official stopped them.
    Official,
    /// A player called for the director.
    Call,
    /// The server was at fault.
    ServerFault,
    /// The game moves to another server.
    #[serde(rename = "move")]
    Transfer,
}

/// How a result was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmedBy {
    /// Both players signed.
    Players,
    /// The time to object ran out.
    Silence,
    /// An official dismissed the dispute.
    Official,
}

/// What is settled before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// Where the game belongs; absent for a casual game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Where a casual game was booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booked_at: Option<BookedAt>,
    /// The entrants' ids.
    pub entrants: PerColor<String>,
    /// Clocks and procedure.
    #[serde(rename = "terms")]
    pub game_rules: Box<GameRules>,
    /// When black's clock starts, ms of cluster time.
    pub starts_at_ms: i64,
    /// What both clocks show before the start, ms.
    pub remaining_ms: PerColor<i64>,
    /// The overtime on both clocks; absent where the controls have none.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub overtime: PerColor<Option<Overtime>>,
}

/// Who has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The side.
    pub color: Color,
    /// Whether it has no move and must pass.
    pub must_pass: bool,
}

/// A game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Black's official score, discs, 0 to all of the board's squares.
    pub black_discs: u8,
    /// White's official score, discs, 0 to all of the board's squares.
    pub white_discs: u8,
    /// Who won; absent for a draw.
    pub winner: Option<Color>,
    /// What ended play.
    pub reason: EndReason,
    /// Whose flag fell first, if any: that loss does not depend on the board (`WOC IV.6`).
    pub defaulter: Option<Color>,
    /// The loser on time or by absence who never made a move, if so.
    pub absent: Option<Color>,
    /// Neither side was there: 0-0 without a winner.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub both_absent: bool,
}

impl Finished {
    /// The official score of one side, discs.
    #[must_use]
    pub const fn discs(&self, color: Color) -> u8 {
        match color {
            Color::Black => self.black_discs,
            Color::White => self.white_discs,
        }
    }
}

/// What ended play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Neither side can move.
    BoardComplete,
    /// A flag fell that ends the game.
    Flag,
    /// A player gave up, or stopped playing after the win was fixed for them.
    Resignation,
    /// An official settled the score.
    Ruling,
    /// A side was not there when the no-show limit ran out.
    Absence,
}

/// Why a clock gets time back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreditCause {
    /// The server was down or stalled while the clock ran.
    ServerFault,
    /// An entry or command took the server longer than it may.
    Delay,
}
