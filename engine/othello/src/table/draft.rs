use alloc::vec::Vec;

use crate::table::clock_reading::ClockReading;
use crate::table::command::Moment;
use crate::table::event::{EndReason, Event, Finished, Next};
use crate::table::evolve::evolve;
use crate::table::game_rules::{DefaultPolicy, GameRules, PassMode};
use crate::table::state::{Game, TableState};
use crate::table::turn::{Charge, Turn};
use crate::{Board, Color, PerColor, Position, Square, guaranteed_score, score_on};

/// Extra time for each side after the first time default, ms (`WOC IV.6`, `EGP IV.6`).
const DEFAULT_GRANT_MS: i64 = 120_000;

/// An entry being written: its events so far and the state they lead to.
pub(crate) struct Draft<'a> {
    state: TableState,
    game_rules: &'a GameRules,
    at_ms: i64,
    events: Vec<Event>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(state: &TableState, game: &'a Game, moment: &Moment) -> Self {
        Self {
            state: state.clone(),
            game_rules: &game.game_rules,
            at_ms: moment.now_ms,
            events: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> &TableState {
        &self.state
    }

    pub(crate) fn turn(&self) -> Option<Turn> {
        self.state.turn()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub(crate) fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// A legal move in time, and all that follows from it at once.
    pub(crate) fn play(
        &mut self,
        turn: Turn,
        (square, flip): (Square, Option<Square>),
        charge: Charge,
    ) {
        let color = turn.color;
        let reading = self.reading_after(turn, charge);
        let (board, position) = (self.game_rules.board(), self.state.position);
        let flipped = board.flips(&position, square, flip).unwrap_or_default();
        let next = after(&board, &position.with_move(square, flipped));
        self.push(Event::Moved {
            ply: self.state.next_ply(),
            color,
            square,
            flipped,
            flip,
            charged_ms: charge.charged_ms,
            remaining_ms: reading.remaining_ms,
            overtime: reading.overtime,
            lag_credit_ms: charge.lag_credit_ms,
            reading_credit_ms: charge.reading_credit_ms,
            seat: turn.seat,
            next,
        });
        match next {
            None => self.finish_by_board(),
            Some(_) => self.auto_pass(),
        }
    }

    /// The pass that the server makes where nobody presses the clock for it.
    pub(crate) fn auto_pass(&mut self) {
        let stopped = self.state.stopped().map(|stopped| stopped.turn);
        if let Some(turn) = self.turn().or(stopped)
            && turn.must_pass
            && self.game_rules.pass_mode == PassMode::Automatic
        {
            self.pass(turn, Charge::default(), true);
        }
    }

    /// A forced pass in time: the other side has a move. One that the server makes leaves the
    /// clock as it is.
    pub(crate) fn pass(&mut self, turn: Turn, charge: Charge, automatic: bool) {
        let reading = if automatic {
            self.state.reading(turn.seat())
        } else {
            self.reading_after(turn, charge)
        };
        self.push(Event::Passed {
            ply: self.state.next_ply(),
            color: turn.color,
            automatic,
            charged_ms: charge.charged_ms,
            remaining_ms: reading.remaining_ms,
            overtime: reading.overtime,
            lag_credit_ms: charge.lag_credit_ms,
            reading_credit_ms: charge.reading_credit_ms,
            seat: turn.seat,
            next: Next {
                color: turn.color.opponent(),
                must_pass: false,
            },
        });
    }

    /// The flag of the seat on the move falls at `deadline_ms`, so much of it credited for the
    /// network and for reading.
    pub(crate) fn fall(
        &mut self,
        turn: Turn,
        deadline_ms: i64,
        (lag_credit_ms, reading_credit_ms): (i64, i64),
    ) {
        let color = turn.seat();
        let after = self.after_fall(color);
        let other = self.state.reading(color.opponent());
        let (granted_ms, own, other) = match after {
            AfterFall::BothPlayOn => (
                DEFAULT_GRANT_MS,
                ClockReading::flat(DEFAULT_GRANT_MS),
                other.credited(DEFAULT_GRANT_MS),
            ),
            AfterFall::WinnerPlaysOn | AfterFall::Over(_) => (0, ClockReading::flat(0), other),
        };
        self.push(Event::FlagFell {
            ply: self.state.next_ply(),
            color,
            deadline_ms,
            charged_ms: *self.state.remaining_ms.get(color),
            granted_ms,
            remaining_ms: PerColor::of(color, own.remaining_ms, other.remaining_ms),
            overtime: PerColor::of(color, own.overtime, other.overtime),
            lag_credit_ms,
            reading_credit_ms,
            play_on: !matches!(after, AfterFall::Over(_)),
            winner_plays: after == AfterFall::WinnerPlaysOn,
        });
        if let AfterFall::Over(discs) = after {
            self.finish(discs, EndReason::Flag);
        }
    }

    fn after_fall(&self, color: Color) -> AfterFall {
        let (goal, size) = (self.game_rules.goal, self.game_rules.size);
        let winner = color.opponent();
        let whole = AfterFall::Over(goal.whole_win(winner, size));
        match (self.state.defaulter(), &self.game_rules.default_policy) {
            (Some(defaulter), _) if defaulter == color => whole,
            // Only one clock runs: the fall of the side whose win was fixed ends the game too.
            (Some(_), _) => AfterFall::Over(goal.least_win(color, size)),
            (None, DefaultPolicy::Woc) => AfterFall::BothPlayOn,
            (None, DefaultPolicy::LossOfAllDiscs) => whole,
            (None, _) if !self.has_moved(color) => whole,
            (None, DefaultPolicy::WinnerPlaysOn) => AfterFall::WinnerPlaysOn,
            (None, DefaultPolicy::LossOnBoard) => {
                AfterFall::Over(guaranteed_score(&self.state.position, winner, (goal, size)))
            }
        }
    }

    /// A player gives up while the clock of `turn` runs.
    pub(crate) fn resign(&mut self, color: Color, turn: Turn, charged_ms: i64) {
        let seat = turn.seat();
        let before = self.state.reading(seat);
        let charged_ms = charged_ms.min(before.remaining_ms);
        let reading = before.spend(charged_ms);
        let other = self.state.reading(seat.opponent());
        self.push(Event::Resigned {
            color,
            charged_ms,
            remaining_ms: PerColor::of(seat, reading.remaining_ms, other.remaining_ms),
            overtime: PerColor::of(seat, reading.overtime, other.overtime),
        });
        // Who stops playing after the win was fixed keeps it at its least (WOC IV.6).
        let (goal, size) = (self.game_rules.goal, self.game_rules.size);
        let won_already = self.state.defaulter() == Some(color.opponent());
        let discs = if won_already {
            goal.least_win(color, size)
        } else {
            goal.whole_win(color.opponent(), size)
        };
        self.finish(discs, EndReason::Resignation);
    }

    /// Neither side can move: the score of the board, or what a default leaves of it.
    pub(crate) fn finish_by_board(&mut self) {
        let position = &self.state.position;
        let (goal, size) = (self.game_rules.goal, self.game_rules.size);
        let discs = match self.state.defaulter() {
            Some(defaulter) => guaranteed_score(position, defaulter.opponent(), (goal, size)),
            None => score_on(position, size),
        };
        self.finish(discs, EndReason::BoardComplete);
    }

    fn finish(&mut self, discs: PerColor<u8>, reason: EndReason) {
        let by_choice = self
            .game_rules
            .draw_winner
            .filter(|_| self.state.defaulter().is_none());
        let winner = self.game_rules.goal.winner(discs).or(by_choice);
        let loser = winner.map(Color::opponent);
        let absent = loser.filter(|loser| reason == EndReason::Flag && !self.has_moved(*loser));
        self.push(Event::Finished(Finished {
            black_discs: discs.black,
            white_discs: discs.white,
            winner,
            reason,
            defaulter: self.state.defaulter(),
            absent,
            both_absent: false,
        }));
    }

    fn has_moved(&self, seat: Color) -> bool {
        self.state.record.iter().any(|played| played.seat() == seat)
    }

    /// The clock of the seat on the move after it completed the ply at this charge.
    fn reading_after(&self, turn: Turn, charge: Charge) -> ClockReading {
        let seat = turn.seat();
        let spent_ms = turn.spent_ms.saturating_add(charge.charged_ms);
        self.state
            .reading(seat)
            .spend(charge.charged_ms)
            .completed(self.state.control(seat), spent_ms)
    }

    pub(crate) fn push(&mut self, event: Event) {
        let state = core::mem::take(&mut self.state);
        self.state = evolve(state, self.at_ms, &event);
        self.events.push(event);
    }
}

/// What a flag's fall leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterFall {
    /// The win is fixed, both play on with their grants.
    BothPlayOn,
    /// The win is fixed, the winner plays both colours.
    WinnerPlaysOn,
    /// The game ends with this score.
    Over(PerColor<u8>),
}

/// Who has the turn in this position; `None` when neither side can move.
pub(crate) fn after(board: &Board, position: &Position) -> Option<Next> {
    if board.is_over(position) {
        return None;
    }
    Some(Next {
        color: position.to_move(),
        must_pass: board.legal_moves(position).is_empty(),
    })
}
