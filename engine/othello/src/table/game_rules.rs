use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::table::absent::is_absent;
use crate::table::clock_reading::ClockReading;
use crate::table::reason::Reason;
use crate::table::rule_text::RuleText;
use crate::table::time_control::{MAX_TIME_MS, TimeControl};
use crate::{Board, BoardSize, Color, DrawnOpening, Goal, Handicap, Opening, PerColor};

/// The longest time a clock may be credited, ms: a hundred years. A server may stand still for as long as it likes, a
/// night or the months until its folder is found again, and all of it is given back.
pub(crate) const MAX_CREDIT_MS: i64 = 36_525 * MAX_TIME_MS;
/// Silence that confirms a result, ms (rulebook: five minutes).
const CONFIRM_WITHIN_MS: i64 = 300_000;

/// What happens when a flag falls. A player whose flag fell before he had made a move was absent:
/// under every policy but [`Woc`](Self::Woc), which gives him his two minutes first, the loss is
/// then 64-0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DefaultPolicy {
    /// The win is fixed for the opponent, both clocks get two minutes, play goes on for the score
    /// (`WOC IV.6`, `EGP IV.6`). Where the control is not sudden death, the defaulter has two
    /// minutes flat and the opponent keeps his control.
    Woc,
    /// The game ends, 64-0.
    LossOfAllDiscs,
    /// The game ends with the score of the discs as they lie, empties to the side with more, at
    /// least 33-31 for the opponent.
    LossOnBoard,
    /// The win is fixed for the opponent, who plays both colours to the end on his own clock; no
    /// time is given. The score is the board's, at least 33-31. If the opponent's flag falls too or
    /// he stops playing, it is 33-31.
    WinnerPlaysOn,
}

/// Whether a player without a move has to acknowledge it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassMode {
    /// The player presses the clock; until then it runs and can flag (`WOC IV.4`, `EGP IV.4`).
    Explicit,
    /// The server passes at once; it costs no time, earns no increment and counts in no block.
    Automatic,
}

/// The most network time that is credited to a seat. What is credited is measured by the server's
/// own pings, and by its own sockets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagCredit {
    /// For one ply, ms.
    pub per_move_ms: i64,
    /// For all plies of a game, ms.
    pub per_game_ms: i64,
    /// Whether the time in which a client did not read its socket, so that the position could not
    /// be delivered, is credited under these caps, together with the lag. Where not, as in games
    /// from before there was a choice, it is not charged at all.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub covers_reading: bool,
}

/// How a player may call the director to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRules {
    /// Whether a call stops both clocks (`WOC IV.2`).
    pub stops_clocks: bool,
    /// How long it stops them at most, ms.
    pub longest_ms: i64,
    /// How many calls of one player in one game stop the clocks; a later one is told to the director as excessive.
    pub most_per_player: u32,
    /// Whether players and spectators see no board while a call holds the clocks, so that nobody gains time to think.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub hides_board: bool,
}

impl Default for CallRules {
    fn default() -> Self {
        Self {
            stops_clocks: false,
            longest_ms: 300_000,
            most_per_player: 3,
            hides_board: false,
        }
    }
}

/// Who may watch a game that is not over (`WOC I.5`: at the director's discretion).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Spectators {
    /// Everybody, at once.
    #[default]
    On,
    /// Nobody until the end.
    Off,
    /// Everybody, so many plies and so much time late; both hold.
    Delayed {
        /// Plies behind.
        plies: u32,
        /// Time behind, ms.
        ms: i64,
    },
}

/// What the rule set gives to one game. What is left out when it is written has the value that
/// games had before there was a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRules {
    /// How time is counted.
    pub time_control: TimeControl,
    /// What a fallen flag costs.
    pub default_policy: DefaultPolicy,
    /// Whether passes are pressed.
    pub pass_mode: PassMode,
    /// The text that refusals cite.
    pub text: RuleText,
    /// The control of a seat that does not have [`time_control`](Self::time_control): unequal
    /// clocks.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub individual: PerColor<Option<TimeControl>>,
    /// Main time added to a seat's clock for a player's special needs, ms (`WOC IV.10`).
    #[serde(default, skip_serializing_if = "is_absent")]
    pub extra_ms: PerColor<i64>,
    /// How much network time is credited; nothing by default.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub lag: LagCredit,
    /// How long after the start a seat may stay empty, ms; `None` where only the clock decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_limit_ms: Option<i64>,
    /// Who wins a drawn game, which stays one, 32-32 (`WOC IV.9`); plays no part after a default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_winner: Option<Color>,
    /// How players may call the director.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub director_call: CallRules,
    /// Who may watch.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub spectators: Spectators,
    /// How long after the end silence confirms the result, ms.
    #[serde(
        default = "confirm_within_ms",
        skip_serializing_if = "is_confirm_within_ms"
    )]
    pub confirm_within_ms: i64,
    /// Whether the game is played on a real board: its clocks never start here, and its result is an official's.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub over_the_board: bool,
    /// Whether a player may choose a move ahead. The page offers it or does not; here a move counts from its turn on, and
    /// is the same however it was chosen.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub premoves: bool,
    /// What wins.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub goal: Goal,
    /// How the board is set up.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub opening: Opening,
    /// How large the board is.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub size: BoardSize,
    /// Discs in corners before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
    /// Plies drawn by lot that stand on the board before the start; on the whole board of Othello alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn_opening: Option<DrawnOpening>,
    /// How long each side may think about its first move, ms; who does not make it was never there. `None` where the clock
    /// alone decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_limit_ms: Option<i64>,
}

const fn confirm_within_ms() -> i64 {
    CONFIRM_WITHIN_MS
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature serde calls"
)]
fn is_confirm_within_ms(ms: &i64) -> bool {
    *ms == CONFIRM_WITHIN_MS
}

impl GameRules {
    /// GameRules with these four and everything else as by default.
    #[must_use]
    pub fn new(
        time_control: TimeControl,
        default_policy: DefaultPolicy,
        pass_mode: PassMode,
        text: RuleText,
    ) -> Self {
        Self {
            time_control,
            default_policy,
            pass_mode,
            text,
            individual: PerColor::default(),
            extra_ms: PerColor::default(),
            lag: LagCredit::default(),
            absence_limit_ms: None,
            draw_winner: None,
            director_call: CallRules::default(),
            spectators: Spectators::default(),
            confirm_within_ms: CONFIRM_WITHIN_MS,
            over_the_board: false,
            premoves: false,
            goal: Goal::default(),
            opening: Opening::default(),
            size: BoardSize::default(),
            handicap: None,
            drawn_opening: None,
            first_move_limit_ms: None,
        }
    }

    /// The control of one seat.
    #[must_use]
    pub fn control(&self, color: Color) -> &TimeControl {
        let own = self.individual.get(color).as_ref();
        own.unwrap_or(&self.time_control)
    }

    /// The board with its opening and handicap.
    #[must_use]
    pub const fn board(&self) -> Board {
        Board {
            size: self.size,
            opening: self.opening,
            handicap: self.handicap,
            drawn: self.drawn_opening,
        }
    }

    /// What one clock shows before the game.
    #[must_use]
    pub fn initial_reading(&self, color: Color) -> ClockReading {
        ClockReading::initial(self.control(color), *self.extra_ms.get(color))
    }

    /// Refuses what is out of range.
    pub(crate) fn check(&self) -> Result<(), Reason> {
        let span = |ms: i64| (0..=MAX_TIME_MS).contains(&ms);
        for color in Color::BOTH {
            let initial_ms = self.initial_reading(color).remaining_ms;
            if !(1..=MAX_TIME_MS).contains(&initial_ms) || !self.control(color).is_sound() {
                return Err(Reason::ClockOutOfRange);
            }
            if !span(*self.extra_ms.get(color)) {
                return Err(Reason::ExtraTimeOutOfRange);
            }
        }
        if !span(self.lag.per_move_ms) || !span(self.lag.per_game_ms) {
            return Err(Reason::LagCreditOutOfRange);
        }
        let limits = [self.absence_limit_ms, self.first_move_limit_ms];
        if limits.into_iter().flatten().any(|ms| ms < 1 || !span(ms)) {
            return Err(Reason::AbsenceLimitOutOfRange);
        }
        let delay_ms = match self.spectators {
            Spectators::Delayed { ms, .. } => ms,
            Spectators::On | Spectators::Off => 0,
        };
        if !span(delay_ms) || !span(self.confirm_within_ms) || !span(self.director_call.longest_ms)
        {
            return Err(Reason::WaitOutOfRange);
        }
        let sound = |handicap: Handicap| {
            (1..=Handicap::MOST).contains(&handicap.discs) && self.goal == Goal::Most
        };
        if !self.handicap.is_none_or(sound) {
            return Err(Reason::HandicapOutOfRange);
        }
        let othello = Board {
            drawn: self.drawn_opening,
            ..Board::OTHELLO
        };
        if self.drawn_opening.is_some() && self.board() != othello {
            return Err(Reason::DrawnOpeningMisplaced);
        }
        Ok(())
    }
}

/// Where a game of no event was booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BookedAt {
    /// Which stream of bookings, from 1.
    pub stream: u32,
    /// The entry in it.
    pub seq: u64,
    /// Which pair of that entry, from 1.
    pub pair: u32,
}

/// Where in an event a game belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The tournament's id, opaque here.
    pub tournament: String,
    /// Round, from 1.
    pub round: u32,
    /// Table, from 1.
    pub table: u32,
    /// Game of a match at that table, from 1.
    pub game: u32,
}
