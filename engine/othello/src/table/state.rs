use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::table::clock_reading::{ClockReading, Overtime};
use crate::table::event::{Created, PauseCause};
use crate::table::game_rules::{BookedAt, GameRules, Place};
use crate::table::interruptions::{Interruptions, Standing};
use crate::table::stage::{Phase, Stage};
use crate::table::time_control::TimeControl;
use crate::table::time_default::TimeDefault;
use crate::table::turn::Played;
use crate::{Board, Color, FlipChoice, PerColor, Position, Square, Squares};

/// Everything known about one table: the fold of its events. The default value is a table at which
/// nothing was set up yet. Serialised only as a cache; the journal is the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableState {
    pub(crate) game: Option<Game>,
    pub(crate) position: Position,
    pub(crate) remaining_ms: PerColor<i64>,
    pub(crate) overtime: PerColor<Option<Overtime>>,
    pub(crate) lag_credited_ms: PerColor<i64>,
    /// The first flag's fall.
    pub(crate) time_default: Option<TimeDefault>,
    pub(crate) record: Vec<Played>,
    pub(crate) credited_faults: Vec<String>,
    pub(crate) interruptions: Interruptions,
}

/// What was settled before the game, who sits there by now, and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    pub place: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booked_at: Option<BookedAt>,
    pub seats: PerColor<Seat>,
    pub game_rules: Box<GameRules>,
    pub starts_at_ms: i64,
    stage: Stage,
}

impl From<&Created> for Game {
    fn from(created: &Created) -> Self {
        let seat = |entrant: &String| Seat {
            entrant: entrant.clone(),
            account: None,
        };
        let entrants = &created.entrants;
        Self {
            place: created.place.clone(),
            booked_at: created.booked_at,
            seats: PerColor::new(seat(&entrants.black), seat(&entrants.white)),
            game_rules: created.game_rules.clone(),
            starts_at_ms: created.starts_at_ms,
            stage: Stage::Waiting,
        }
    }
}

/// One side of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The entrant's id.
    pub entrant: String,
    /// The account that holds the seat.
    pub account: Option<String>,
}

impl TableState {
    /// How far the game has come.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Empty,
            Some(game) => game.stage.phase(),
        }
    }

    /// The stage of the game; before it was set up none but the waiting.
    pub(crate) const fn stage(&self) -> &Stage {
        match &self.game {
            None => &Stage::Waiting,
            Some(game) => &game.stage,
        }
    }

    pub(crate) fn stage_mut(&mut self) -> Option<&mut Stage> {
        self.game.as_mut().map(|game| &mut game.stage)
    }

    pub(crate) fn enter(&mut self, stage: Stage) {
        if let Some(game) = &mut self.game {
            game.stage = stage;
        }
    }

    /// The discs and the side to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
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
        if self.turn().is_some() {
            self.board().legal_moves(&self.position)
        } else {
            Squares::EMPTY
        }
    }

    /// Between which discs the side on the move chooses with its next move; `None` where it has no choice.
    #[must_use]
    pub fn flip_choice(&self) -> Option<FlipChoice> {
        self.turn()?;
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

    /// How matters stand now.
    pub(crate) fn standing(&self) -> Standing {
        Standing {
            clocks: self.readings(),
            time_default: self.time_default,
        }
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
        if self.defaulter() == Some(color) {
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
    pub fn plays_both(&self) -> Option<Color> {
        self.time_default.and_then(TimeDefault::plays_both)
    }

    /// Whose flag fell first, so that the opponent's win is fixed (`WOC IV.6`).
    #[must_use]
    pub fn defaulter(&self) -> Option<Color> {
        self.time_default.map(|time_default| time_default.defaulter)
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

    /// Whether a side has placed a disc.
    #[must_use]
    pub fn has_moved(&self, color: Color) -> bool {
        let mut own = self.record.iter().filter(|ply| ply.color == color);
        own.any(|ply| ply.square.is_some())
    }

    /// Where a casual game was booked.
    #[must_use]
    pub fn booked_at(&self) -> Option<BookedAt> {
        self.game.as_ref()?.booked_at
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
}
