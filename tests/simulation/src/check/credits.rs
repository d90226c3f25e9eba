//! What is credited for lag and for reading: no more than was measured, and under the caps of the event's rules, whatever
//! terms a game says it has.

use outflank_othello::{Color, Event, PerColor};

use crate::{director::LAG_CREDIT, log::Issued};

/// What was credited so far, ms.
#[derive(Debug, Default)]
pub struct Credits {
    /// In the ply that is to be made.
    ply_ms: PerColor<i64>,
    game_ms: PerColor<i64>,
}

impl Credits {
    /// Whether an event credits more for lag and reading together than the rules say. `before`: what was left on the
    /// clocks.
    pub fn over_caps(&mut self, event: &Event, before: &PerColor<i64>) -> Option<String> {
        let (color, now_ms) = credited(event, before)?;
        let (in_ply_ms, in_game_ms) = (self.ply_ms.get_mut(color), self.game_ms.get_mut(color));
        *in_ply_ms += now_ms;
        *in_game_ms += now_ms;
        let over = *in_ply_ms > LAG_CREDIT.per_move_ms || *in_game_ms > LAG_CREDIT.per_game_ms;
        let wrong = over.then(|| {
            format!(
                "{in_ply_ms} ms are credited in the ply and {in_game_ms} in the game, of {} and {}",
                LAG_CREDIT.per_move_ms, LAG_CREDIT.per_game_ms
            )
        });
        if matches!(event, Event::Moved { .. } | Event::Passed { .. }) {
            self.ply_ms = PerColor::default();
        }
        wrong
    }
}

/// Whom an event credits, and what for lag and reading together, ms.
fn credited(event: &Event, before: &PerColor<i64>) -> Option<(Color, i64)> {
    match event {
        Event::Moved {
            color,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }
        | Event::Passed {
            color,
            lag_credit_ms,
            reading_credit_ms,
            ..
        }
        | Event::FlagFell {
            color,
            lag_credit_ms,
            reading_credit_ms,
            ..
        } => Some((*color, lag_credit_ms + reading_credit_ms)),
        // It says whose by the clock that it stops.
        Event::Paused {
            lag_credit_ms,
            reading_credit_ms,
            clocks,
            ..
        } => {
            let mut colors = Color::BOTH.into_iter();
            let ran = colors.find(|of| clocks.get(*of).remaining_ms != *before.get(*of))?;
            Some((ran, lag_credit_ms + reading_credit_ms))
        }
        _ => None,
    }
}

/// Whether a command was credited more than some arrival of it measured of its line and its reading.
pub fn no_more_than_measured(credited_ms: i64, command: &Issued) -> Option<String> {
    let arrivals = command.arrivals.iter();
    let measured = arrivals.map(|arrival| arrival.lag_ms + arrival.unread_ms);
    let most_ms = measured.max().unwrap_or(0);
    (credited_ms > most_ms).then(|| {
        format!(
            "{} is credited {credited_ms} ms, and {most_ms} were measured",
            command.command_id
        )
    })
}
