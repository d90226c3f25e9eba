use alloc::vec::Vec;

use crate::table::command::Moment;
use crate::table::event::{EndReason, Event, Finished, Next};
use crate::table::evolve::evolve;
use crate::table::state::{Game, TableState, Turn};
use crate::table::terms::{DefaultPolicy, PassMode, Terms};
use crate::{Color, PerColor, Position, Square, final_score, guaranteed_score};

/// Extra time for each side after the first time default, ms (`WOC IV.6`, `EGP IV.6`).
const DEFAULT_GRANT_MS: i64 = 120_000;

/// An entry being written: its events so far and the state they lead to.
pub(crate) struct Draft<'a> {
    state: TableState,
    terms: &'a Terms,
    at_ms: i64,
    events: Vec<Event>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(state: &TableState, game: &'a Game, moment: &Moment) -> Self {
        Self {
            state: state.clone(),
            terms: &game.terms,
            at_ms: moment.now_ms,
            events: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> &TableState {
        &self.state
    }

    pub(crate) fn turn(&self) -> Option<Turn> {
        self.state.turn
    }

    pub(crate) fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// A legal move in time, and all that follows from it at once.
    pub(crate) fn play(&mut self, turn: Turn, square: Square, charged_ms: i64) {
        let color = turn.color;
        let flipped = self.state.position.flips(square);
        let next = after(&self.state.position.with_move(square, flipped));
        self.push(Event::Moved {
            ply: self.state.next_ply(),
            color,
            square,
            flipped,
            charged_ms,
            remaining_ms: self.left_after(color, charged_ms),
            next,
        });
        match (next, self.state.turn) {
            (None, _) => self.finish_by_board(),
            (Some(next), Some(turn))
                if next.must_pass && self.terms.pass_mode == PassMode::Automatic =>
            {
                self.pass(turn, 0, true);
            }
            _ => {}
        }
    }

    /// A forced pass in time: the other side has a move.
    pub(crate) fn pass(&mut self, turn: Turn, charged_ms: i64, automatic: bool) {
        self.push(Event::Passed {
            ply: self.state.next_ply(),
            color: turn.color,
            automatic,
            charged_ms,
            remaining_ms: self.left_after(turn.color, charged_ms),
            next: Next {
                color: turn.color.opponent(),
                must_pass: false,
            },
        });
    }

    /// The flag of the side on the move falls at `deadline_ms`.
    pub(crate) fn fall(&mut self, turn: Turn, deadline_ms: i64) {
        let color = turn.color;
        let play_on = match self.terms.default_policy {
            DefaultPolicy::Woc => self.state.defaulter.is_none(),
        };
        let granted_ms = if play_on { DEFAULT_GRANT_MS } else { 0 };
        let other_ms = *self.state.remaining_ms.get(color.opponent());
        self.push(Event::FlagFell {
            ply: self.state.next_ply(),
            color,
            deadline_ms,
            charged_ms: *self.state.remaining_ms.get(color),
            granted_ms,
            remaining_ms: PerColor::of(color, granted_ms, other_ms.saturating_add(granted_ms)),
            play_on,
        });
        if play_on {
            return;
        }
        if self.state.defaulter == Some(color) {
            self.finish(PerColor::of(color, 0, 64), EndReason::Flag);
        } else {
            self.finish(PerColor::of(color, 33, 31), EndReason::Flag);
        }
    }

    /// A player gives up while the clock of `turn` runs.
    pub(crate) fn resign(&mut self, color: Color, turn: Turn, charged_ms: i64) {
        let mut remaining_ms = self.state.remaining_ms;
        let charged_ms = charged_ms.min(*remaining_ms.get(turn.color));
        *remaining_ms.get_mut(turn.color) = self.left_after(turn.color, charged_ms);
        self.push(Event::Resigned {
            color,
            charged_ms,
            remaining_ms,
        });
        // Who stops playing after the win was fixed keeps it at its least (WOC IV.6).
        let won_already = self.state.defaulter == Some(color.opponent());
        let discs = if won_already {
            PerColor::of(color, 33, 31)
        } else {
            PerColor::of(color, 0, 64)
        };
        self.finish(discs, EndReason::Resignation);
    }

    fn finish_by_board(&mut self) {
        let position = &self.state.position;
        let discs = match self.state.defaulter {
            Some(defaulter) => guaranteed_score(position, defaulter.opponent()),
            None => final_score(position),
        };
        self.finish(discs, EndReason::BoardComplete);
    }

    fn finish(&mut self, discs: PerColor<u8>, reason: EndReason) {
        let winner = match discs.black.cmp(&discs.white) {
            core::cmp::Ordering::Greater => Some(Color::Black),
            core::cmp::Ordering::Less => Some(Color::White),
            core::cmp::Ordering::Equal => None,
        };
        let loser = winner.map(Color::opponent);
        let moved = self
            .state
            .record
            .iter()
            .any(|played| Some(played.color) == loser);
        let absent = loser.filter(|_| reason == EndReason::Flag && !moved);
        self.push(Event::Finished(Finished {
            black_discs: discs.black,
            white_discs: discs.white,
            winner,
            reason,
            defaulter: self.state.defaulter,
            absent,
        }));
    }

    fn left_after(&self, color: Color, charged_ms: i64) -> i64 {
        self.state
            .remaining_ms
            .get(color)
            .saturating_sub(charged_ms)
    }

    fn push(&mut self, event: Event) {
        let state = core::mem::take(&mut self.state);
        self.state = evolve(state, self.at_ms, &event);
        self.events.push(event);
    }
}

/// Who has the turn in this position; `None` when neither side can move.
fn after(position: &Position) -> Option<Next> {
    if position.is_over() {
        return None;
    }
    Some(Next {
        color: position.to_move(),
        must_pass: position.legal_moves().is_empty(),
    })
}
