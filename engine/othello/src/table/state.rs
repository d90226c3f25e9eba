use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::table::clock_reading::{ClockReading, Overtime};
use crate::table::event::{Finished, PauseCause};
use crate::table::game_rules::{GameRules, Place};
use crate::table::interruptions::{
    Adjournment, Calls, Confirmation, ConfirmationStatus, Expulsion, Interruptions, Pause, Transfer,
};
use crate::table::official::Expelled;
use crate::table::time_control::TimeControl;
use crate::table::turn::{Played, Turn, latest_start_ms};
use crate::{Board, Color, FlipChoice, PerColor, Position, Square, Squares};

/// Everything known about one table: the fold of its events. The default value is a table at which
/// nothing was set up yet. Serialised only as a cache; the journal is the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableState {
    pub(crate) game: Option<Game>,
    pub(crate) position: Position,
    pub(crate) turn: Option<Turn>,
    pub(crate) remaining_ms: PerColor<i64>,
    #[serde(default)]
    pub(crate) overtime: PerColor<Option<Overtime>>,
    #[serde(default)]
    pub(crate) lag_credited_ms: PerColor<i64>,
    pub(crate) defaulter: Option<Color>,
    /// What the first default gave each side, ms.
    #[serde(default)]
    pub(crate) granted_ms: i64,
    /// The winner who plays both colours since the default.
    #[serde(default)]
    pub(crate) plays_both: Option<Color>,
    pub(crate) record: Vec<Played>,
    pub(crate) finished: Option<Finished>,
    pub(crate) resigned: Option<Color>,
    pub(crate) credited_faults: Vec<String>,
    #[serde(default)]
    pub(crate) interruptions: Interruptions,
}

/// What was settled before the game, and who sits there by now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    pub place: Option<Place>,
    pub seats: PerColor<Seat>,
    pub game_rules: Box<GameRules>,
    pub starts_at_ms: i64,
}

/// One side of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The entrant's id.
    pub entrant: String,
    /// The account that holds the seat.
    pub account: Option<String>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing set up.
    Empty,
    /// Set up, waiting for its start.
    Waiting,
    /// A clock runs.
    Live,
    /// The clocks stand, before the start or during play.
    Paused,
    /// A move is sealed; play goes on another time.
    Adjourned,
    /// Over.
    Finished,
    /// Counts for nothing.
    Annulled,
}

impl TableState {
    /// How far the game has come.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        if self.game.is_none() {
            Phase::Empty
        } else if self.interruptions.annulled {
            Phase::Annulled
        } else if self.finished.is_some() {
            Phase::Finished
        } else if self.is_sealed() {
            Phase::Adjourned
        } else if self.interruptions.pause.is_some() {
            Phase::Paused
        } else if self.turn.is_some() {
            Phase::Live
        } else {
            Phase::Waiting
        }
    }

    /// The discs and the side to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The turn under way; `None` before the start and after the end.
    #[must_use]
    pub const fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// In a pause the turn that ran before it, and from when until when that was charged, ms of cluster time: it may
    /// still be given back. `None` once that turn is over.
    #[must_use]
    pub fn stopped_turn(&self) -> Option<(Turn, i64, i64)> {
        let pause = self.interruptions.pause?;
        let stopped = pause.stopped.filter(|stopped| stopped.open)?;
        Some((stopped.turn, latest_start_ms(stopped.turn), pause.since_ms))
    }

    /// Whether a server fault was made good already.
    #[must_use]
    pub fn has_credited(&self, fault_id: &str) -> bool {
        self.credited_faults.iter().any(|known| known == fault_id)
    }

    /// The board that the game is played on; Othello's before the game was set up.
    #[must_use]
    pub fn board(&self) -> Board {
        self.game_rules().map_or(Board::OTHELLO, GameRules::board)
    }

    /// Where the side on the move may play; empty when it must pass or nobody is on the move.
    #[must_use]
    pub fn legal_moves(&self) -> Squares {
        if self.turn.is_some() {
            self.board().legal_moves(&self.position)
        } else {
            Squares::EMPTY
        }
    }

    /// Between which discs the side on the move chooses with its next move; `None` where it has no choice.
    #[must_use]
    pub fn flip_choice(&self) -> Option<FlipChoice> {
        self.turn?;
        self.board().flip_choice(&self.position)
    }

    /// The ply that comes next, from 1.
    #[must_use]
    pub fn next_ply(&self) -> u32 {
        u32::try_from(self.record.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// Every ply so far.
    #[must_use]
    pub fn record(&self) -> &[Played] {
        &self.record
    }

    /// The committed ply of this number, for the acknowledgement of a command sent again.
    #[must_use]
    pub fn committed(&self, ply: u32) -> Option<&Played> {
        let index = usize::try_from(ply.checked_sub(1)?).ok()?;
        self.record.get(index)
    }

    /// The squares in the order played, passes left out: the transcript.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.record.iter().filter_map(|played| played.square)
    }

    /// What both clocks had when the running turn began, ms.
    #[must_use]
    pub const fn remaining_ms(&self) -> PerColor<i64> {
        self.remaining_ms
    }

    /// What one clock had when the running turn began.
    #[must_use]
    pub fn reading(&self, color: Color) -> ClockReading {
        ClockReading {
            remaining_ms: *self.remaining_ms.get(color),
            overtime: *self.overtime.get(color),
        }
    }

    pub(crate) fn readings(&self) -> PerColor<ClockReading> {
        PerColor::new(self.reading(Color::Black), self.reading(Color::White))
    }

    pub(crate) fn set_reading(&mut self, color: Color, reading: ClockReading) {
        *self.remaining_ms.get_mut(color) = reading.remaining_ms;
        *self.overtime.get_mut(color) = reading.overtime;
    }

    pub(crate) fn set_readings(&mut self, readings: PerColor<ClockReading>) {
        for color in Color::BOTH {
            self.set_reading(color, *readings.get(color));
        }
    }

    /// The control under which a seat's clock runs; `None` for a defaulter, whose two minutes are
    /// flat (`WOC IV.6`), and before the game was set up.
    #[must_use]
    pub fn control(&self, color: Color) -> Option<&TimeControl> {
        if self.defaulter == Some(color) {
            return None;
        }
        self.game_rules()
            .map(|game_rules| game_rules.control(color))
    }

    /// Network time credited to each seat so far, and time for its client's reading, ms.
    #[must_use]
    pub const fn lag_credited_ms(&self) -> PerColor<i64> {
        self.lag_credited_ms
    }

    /// The winner who plays both colours since the opponent's default.
    #[must_use]
    pub const fn plays_both(&self) -> Option<Color> {
        self.plays_both
    }

    /// Whose flag fell first, so that the opponent's win is fixed (`WOC IV.6`).
    #[must_use]
    pub const fn defaulter(&self) -> Option<Color> {
        self.defaulter
    }

    /// The result, once the game is over.
    #[must_use]
    pub const fn finished(&self) -> Option<&Finished> {
        self.finished.as_ref()
    }

    /// The seats; `None` before the game was set up.
    #[must_use]
    pub fn seats(&self) -> Option<&PerColor<Seat>> {
        self.game.as_ref().map(|game| &game.seats)
    }

    /// The seat that an account holds.
    #[must_use]
    pub fn seat_of(&self, account: &str) -> Option<Color> {
        let seats = self.seats()?;
        Color::BOTH
            .into_iter()
            .find(|color| seats.get(*color).account.as_deref() == Some(account))
    }

    /// Where the game belongs.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.game.as_ref()?.place.as_ref()
    }

    /// Clocks and procedure; `None` before the game was set up.
    #[must_use]
    pub fn game_rules(&self) -> Option<&GameRules> {
        self.game.as_ref().map(|game| game.game_rules.as_ref())
    }

    /// The appointed start, ms of cluster time.
    #[must_use]
    pub fn starts_at_ms(&self) -> Option<i64> {
        self.game.as_ref().map(|game| game.starts_at_ms)
    }

    pub(crate) const fn is_sealed(&self) -> bool {
        match &self.interruptions.adjournment {
            Some(adjournment) => adjournment.sealed.is_some(),
            None => false,
        }
    }

    /// The pause, while the clocks stand in one.
    #[must_use]
    pub const fn pause(&self) -> Option<&Pause> {
        self.interruptions.pause.as_ref()
    }

    /// Whether players and spectators see no board: a call for the director holds the clocks, and an official's pause
    /// after it as long as the call is open.
    #[must_use]
    pub fn hides_board(&self) -> bool {
        let held = self.pause().is_some_and(|pause| match pause.cause {
            PauseCause::Call => true,
            PauseCause::Official => self.interruptions.calls.open.is_some(),
            PauseCause::ServerFault | PauseCause::Transfer => false,
        });
        held && self
            .game_rules()
            .is_some_and(|game_rules| game_rules.director_call.hides_board)
    }

    /// Whether an official opened the spectators' chat of this game before its end, or closed it; `None`: as the rule
    /// set says.
    #[must_use]
    pub const fn spectators_chat(&self) -> Option<bool> {
        self.interruptions.spectators_chat
    }

    /// Where the game went on, while it is away.
    #[must_use]
    pub const fn away(&self) -> Option<&Transfer> {
        self.interruptions.away.as_ref()
    }

    /// Calls for the director.
    #[must_use]
    pub const fn calls(&self) -> Calls {
        self.interruptions.calls
    }

    /// Whether the open call is beyond those of its player that stop the clocks.
    #[must_use]
    pub fn is_call_excessive(&self) -> bool {
        let calls = self.calls();
        self.game_rules().is_some_and(|game_rules| {
            let most = game_rules.director_call.most_per_player;
            calls.open.is_some_and(|by| *calls.made.get(by) > most)
        })
    }

    /// The adjournment, from its announcement until play goes on.
    #[must_use]
    pub const fn adjournment(&self) -> Option<&Adjournment> {
        self.interruptions.adjournment.as_ref()
    }

    /// Where the confirmation of the result stands; `None` before the end, and for a result that an
    /// official or the no-show limit gave.
    #[must_use]
    pub fn confirmation(&self) -> Option<ConfirmationStatus> {
        self.interruptions
            .confirmation
            .as_ref()
            .map(Confirmation::status)
    }

    /// The signatures, the dispute and the server's signature under the result.
    #[must_use]
    pub const fn signatures(&self) -> Option<&Confirmation> {
        self.interruptions.confirmation.as_ref()
    }

    /// Whether a seat's holder has been there: arrived, moved, signed or called.
    #[must_use]
    pub fn has_arrived(&self, color: Color) -> bool {
        *self.interruptions.arrived.get(color)
            || self.record.iter().any(|played| played.color == color)
    }

    /// Whether a player made a ply, sealed a move or resigned while both seats were held: what an official puts on the
    /// record of a table where that never was rests on no game.
    #[must_use]
    pub const fn players_began(&self) -> bool {
        self.interruptions.begun
    }

    /// Everybody who was sent away and not let in again, also those whose time is over.
    #[must_use]
    pub fn expulsions(&self) -> &[Expulsion] {
        &self.interruptions.expulsions
    }

    /// Whether somebody is sent away at `now_ms` (cluster time).
    #[must_use]
    pub fn is_expelled(&self, whom: &Expelled, now_ms: i64) -> bool {
        self.interruptions.expulsions.iter().any(|expulsion| {
            expulsion.whom == *whom && expulsion.until_ms.is_none_or(|until_ms| now_ms < until_ms)
        })
    }

    /// The account of the table's judge.
    #[must_use]
    pub fn table_judge(&self) -> Option<&str> {
        self.interruptions.table_judge.as_deref()
    }
}
