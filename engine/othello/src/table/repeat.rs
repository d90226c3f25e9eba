//! A game's stream gone through once more: what the rules decide of the stamps in its entries, decided again.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::table::command::{Command, Moment, Stamps};
use crate::table::decide::decide;
use crate::table::event::{EndReason, Event};
use crate::table::evolve::evolve;
use crate::table::state::TableState;
use crate::{Color, Square, score_on};

/// An entry of a game's stream.
#[derive(Clone, Copy, Debug)]
pub struct TableEntry<'a> {
    /// Its number.
    pub seq: u64,
    /// When it was committed, ms of cluster time.
    pub at_ms: i64,
    /// Its events.
    pub events: &'a [Event],
}

/// What repeating a game gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepeatedGame {
    /// Acts that were decided again: moves, passes and resignations with what their clocks were charged, starts, falls of
    /// flags.
    pub decided: usize,
    /// Discs that were put on the board, each of them checked, by whatever act.
    pub plies: usize,
    /// What does not come out again: the entry's number, and a sentence.
    pub findings: Vec<(u64, String)>,
}

/// Repeats a game from its stream. Whatever its entries tell whole is decided once more by the rules: it has to come out
/// the same, to the millisecond. What officials did, and when the server gave time back, is taken at its word; the discs of
/// every move are checked all the same. `uncertainty_ms` is how far a server's clock may be wrong, by which it waited with
/// flags.
#[must_use]
pub fn repeat_game(entries: &[TableEntry<'_>], uncertainty_ms: i64) -> RepeatedGame {
    let mut repeated = RepeatedGame::default();
    let mut state = TableState::default();
    for entry in entries {
        // A player's first command stands behind the arrival that it shows.
        let is_arrival = |event: &&Event| matches!(event, Event::Arrived { .. });
        let arrivals = entry.events.iter().take_while(is_arrival).count();
        let (arrivals, events) = entry.events.split_at(arrivals);
        for event in arrivals {
            state = evolve(state, entry.at_ms, event);
        }
        let (asked, stamps) = asked(&state, events);
        let moment = Moment {
            now_ms: entry.at_ms,
            uncertainty_ms,
            stamps,
        };
        let mut differences = asked.iter().map(|command| {
            let again = decide(&state, command, &moment);
            differs(&again, events)
        });
        if let Some(first) = differences.next() {
            repeated.decided = repeated.decided.saturating_add(1);
            // One of what may have been asked is enough.
            if let Some(what) = first
                && differences.all(|difference| difference.is_some())
            {
                repeated.findings.push((entry.seq, what));
            }
        }
        for event in events {
            if let Event::Moved { .. } = event {
                repeated.plies = repeated.plies.saturating_add(1);
            }
            let wrong = illegal(&state, event).or_else(|| miscounted(&state, event));
            repeated
                .findings
                .extend(wrong.map(|what| (entry.seq, what)));
            state = evolve(state, entry.at_ms, event);
        }
    }
    repeated
}

/// What may have been asked for an entry, where its events tell it whole, and what the gateway saw of it.
fn asked(state: &TableState, events: &[Event]) -> (Vec<Command>, Option<Stamps>) {
    let (stamped, own) = events
        .split_last()
        .and_then(|(last, own)| Some((stamps_of(last)?, own)))
        .map_or((None, events), |(stamps, own)| (Some(stamps), own));
    let stamps = stamped.map(|(_, stamps)| stamps);
    let by_play = |event: &Event| {
        matches!(
            event,
            Event::Moved { .. }
                | Event::Passed { .. }
                | Event::Resigned { .. }
                | Event::FlagFell { .. }
                | Event::Finished(_)
                | Event::Started { .. }
        )
    };
    // Where an official's act or a sealed move is part of it, the entry does not tell what was asked.
    if !own.iter().all(by_play) {
        return (Vec::new(), stamps);
    }
    if let Some(command) = own.iter().find_map(played) {
        return (vec![command], stamps);
    }
    let seat = match stamped {
        Some((color, _)) => Some(color),
        None => state.turn().map(|turn| turn.seat()),
    };
    // A flag had fallen and ended the game: whatever the player asked, it was not done.
    let outplayed = seat.and_then(|color| any_play(state, color));
    let commands = match own.first() {
        Some(Event::Started { .. }) => vec![Command::Start],
        Some(Event::FlagFell { .. }) if stamped.is_none() => core::iter::once(Command::SettleFlag)
            .chain(outplayed)
            .collect(),
        Some(Event::FlagFell { .. }) => outplayed.into_iter().collect(),
        _ => Vec::new(),
    };
    (commands, stamps)
}

fn stamps_of(event: &Event) -> Option<(Color, Stamps)> {
    let Event::Stamped {
        color,
        received_at_ms,
        delivered_at_ms,
        lag_ms,
        unread_ms,
        seen_at_ms,
        ..
    } = event
    else {
        return None;
    };
    let stamps = Stamps {
        received_at_ms: *received_at_ms,
        delivered_at_ms: *delivered_at_ms,
        lag_ms: *lag_ms,
        unread_ms: *unread_ms,
        seen_at_ms: *seen_at_ms,
    };
    Some((*color, stamps))
}

/// What a player did, by the event that tells it.
fn played(event: &Event) -> Option<Command> {
    match event {
        Event::Moved {
            ply,
            color,
            square,
            flip,
            seat,
            ..
        } => Some(Command::Move {
            color: seat.unwrap_or(*color),
            ply: *ply,
            square: *square,
            flip: *flip,
        }),
        Event::Passed {
            ply,
            color,
            automatic: false,
            seat,
            ..
        } => Some(Command::Pass {
            color: seat.unwrap_or(*color),
            ply: *ply,
        }),
        Event::Resigned { color, .. } => Some(Command::Resign { color: *color }),
        _ => None,
    }
}

/// Anything that the player may ask in the turn.
fn any_play(state: &TableState, color: Color) -> Option<Command> {
    let ply = state.next_ply();
    let board = state.game_rules()?.board();
    let position = state.position();
    let choices = |square: Square| {
        let with = |flip: Option<Square>| board.flips(position, square, flip).is_ok();
        let plain = with(None).then_some(None);
        plain.or_else(|| Square::all().map(Some).find(|flip| with(*flip)))
    };
    for square in board.legal_moves(position) {
        if let Some(flip) = choices(square) {
            return Some(Command::Move {
                color,
                ply,
                square,
                flip,
            });
        }
    }
    Some(Command::Pass { color, ply })
}

/// What an entry says otherwise than the rules.
fn differs(again: &Result<Vec<Event>, crate::Refusal>, events: &[Event]) -> Option<String> {
    let own = match events.split_last() {
        Some((Event::Stamped { .. }, own)) => own,
        _ => events,
    };
    match again {
        Err(refusal) => Some(format!("Decided again, it is refused: {refusal}")),
        Ok(again) if again == own => None,
        Ok(again) => {
            let pairs = own.iter().zip(again);
            let charged =
                pairs.filter_map(|(told, right)| Some((charge_of(told)?, charge_of(right)?)));
            let other = charged.clone().find(|(told, right)| told != right);
            Some(match other {
                Some((told, right)) => {
                    format!("Its stamps give a charge of {right} ms, and it charges {told} ms.")
                }
                None => "Decided again, it comes out otherwise.".to_string(),
            })
        }
    }
}

fn charge_of(event: &Event) -> Option<i64> {
    match event {
        Event::Moved { charged_ms, .. }
        | Event::Passed { charged_ms, .. }
        | Event::FlagFell { charged_ms, .. } => Some(*charged_ms),
        _ => None,
    }
}

/// What is wrong with the discs of a move, on the position before it.
fn illegal(state: &TableState, event: &Event) -> Option<String> {
    let Event::Moved {
        color,
        square,
        flipped,
        flip,
        ..
    } = event
    else {
        return None;
    };
    let Some(game_rules) = state.game_rules() else {
        return Some("It is a move before the game was set up.".to_string());
    };
    let board = game_rules.board();
    let position = state.position().with_to_move(*color);
    match board.flips(&position, *square, *flip) {
        Ok(right) if right == *flipped => None,
        Ok(_) => Some(format!("{square} turns other discs than it says.")),
        Err(_) => Some(format!("{square} is no move there.")),
    }
}

/// What is wrong with the score of a game that ended on the board.
fn miscounted(state: &TableState, event: &Event) -> Option<String> {
    let Event::Finished(finished) = event else {
        return None;
    };
    let game_rules = state.game_rules()?;
    // After a time default the board gives the opponent the win whatever the discs.
    if finished.reason != EndReason::BoardComplete || finished.defaulter.is_some() {
        return None;
    }
    let right = score_on(state.position(), game_rules.size);
    let told = (finished.black_discs, finished.white_discs);
    (told != (right.black, right.white)).then(|| {
        format!(
            "The board gives {}-{}, and it says {}-{}.",
            right.black, right.white, told.0, told.1
        )
    })
}
