//! Clocks: never below zero, every charge accounted for, nobody charged for more or less than he took.

use outflank_othello::{ClockReading, Color, Event, PerColor, TimeControl};

use super::{
    Findings, GameEntry,
    credits::{Credits, no_more_than_measured},
    turns::{Interrupted, Turn},
};
use crate::{director::LAG_CREDIT, log::Issued, wiring::Wiring};

/// A flag's fall is settled within so long, crashes and slow disks included, ms.
const LATEST_FALL_MS: i64 = 60_000;
/// What rounding may add, ms.
const ROUNDING_MS: i64 = 2;

/// Both clocks as the events tell.
struct Clocks {
    left_ms: PerColor<i64>,
    /// Without increments, what is left after a ply is a sum.
    without_increment: bool,
    turn: Option<Turn>,
    /// The end of what each credit of the turn makes good, and what it gave back, ms.
    credits: Vec<(i64, i64)>,
    interrupted: Option<Interrupted>,
}

pub fn check(wiring: &Wiring, id: &str, entries: &[GameEntry], findings: &mut Findings) {
    let mut clocks = Clocks {
        left_ms: PerColor::new(0, 0),
        without_increment: false,
        turn: None,
        credits: Vec::new(),
        interrupted: None,
    };
    let mut credits = Credits::default();
    let issued = wiring.world.log.issued();
    let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
    let bound_ms = 2 * skew_ms + ROUNDING_MS;
    for entry in entries {
        let command = issued.get(&(entry.actor.clone(), entry.command_id.clone()));
        for event in &entry.events {
            let charged = match event {
                Event::Moved {
                    charged_ms,
                    lag_credit_ms,
                    reading_credit_ms,
                    ..
                }
                | Event::Passed {
                    charged_ms,
                    lag_credit_ms,
                    reading_credit_ms,
                    automatic: false,
                    ..
                } => Some((*charged_ms, lag_credit_ms + reading_credit_ms)),
                _ => None,
            };
            if let (Some((charged_ms, credited_ms)), Some(command)) = (charged, command) {
                let took_ms = charged_ms + credited_ms;
                let wrong = clocks.fair(took_ms, (entry, command), bound_ms);
                let lost = clocks.made_good(charged_ms, (wiring, command), bound_ms);
                let more = no_more_than_measured(credited_ms, command);
                let found = wrong.into_iter().chain(lost).chain(more);
                findings.extend(
                    found.map(|wrong| format!("entry {} of game {id}: {wrong}", entry.seq)),
                );
            }
            let over = credits.over_caps(event, &clocks.left_ms);
            if let Some(wrong) = clocks.take_in(event, entry.at_ms).or(over) {
                findings.push(format!(
                    "entry {} of game {id}: {wrong}: {event:?}",
                    entry.seq
                ));
            }
            if *clocks.left_ms.get(Color::Black) < 0 || *clocks.left_ms.get(Color::White) < 0 {
                findings.push(format!(
                    "entry {} of game {id}: a clock is below zero",
                    entry.seq
                ));
            }
        }
    }
}

impl Clocks {
    /// Whether a charge fits one of the arrivals of the command.
    fn fair(
        &self,
        charged_ms: i64,
        (entry, command): (&GameEntry, &Issued),
        bound_ms: i64,
    ) -> Option<String> {
        let interrupted = self.interrupted.map(|interrupted| interrupted.turn);
        let turn = interrupted.or(self.turn)?;
        let arrivals = command.arrivals.iter();
        let covers_reading = LAG_CREDIT.covers_reading;
        let took = arrivals.map(|arrival| turn.took_ms(arrival, covers_reading));
        let mut charges: Vec<i64> = took.collect();
        let stamped = entry
            .events
            .iter()
            .any(|event| matches!(event, Event::Stamped { .. }));
        if !stamped {
            // It waited for a flag: from then on it counts as received when it was decided.
            charges.push(entry.at_ms - turn.from_ms);
        }
        let least = charges.iter().copied().min().unwrap_or(0).max(0);
        let most = charges.iter().copied().max().unwrap_or(0).max(0);
        let fits = (least - bound_ms..=most + bound_ms).contains(&charged_ms);
        (!fits).then(|| {
            format!(
                "{} took between {least} and {most} ms (± {bound_ms}) and is charged {charged_ms} ms",
                entry.command_id
            )
        })
    }

    /// Whether the time in which no process of play ran was given back.
    fn made_good(
        &self,
        charged_ms: i64,
        (wiring, command): (&Wiring, &Issued),
        bound_ms: i64,
    ) -> Option<String> {
        if self.turn.is_none() || self.interrupted.is_some() {
            return None;
        }
        let credited_ms = self.credited_ms();
        let arrivals = command.arrivals.iter().map(|arrival| arrival.at_ms);
        let lost = arrivals.map(|at_ms| wiring.world.log.outage_ms(at_ms - charged_ms, at_ms));
        let lost_ms = lost.min()?;
        (lost_ms > credited_ms + bound_ms).then(|| {
            format!(
                "no server ran for {lost_ms} of the {charged_ms} ms charged for {}, and {credited_ms} are given back",
                command.command_id
            )
        })
    }

    /// Takes one event in; says what does not add up.
    fn take_in(&mut self, event: &Event, at_ms: i64) -> Option<String> {
        match event {
            Event::Created(created) => {
                self.left_ms = created.remaining_ms;
                let control = &created.game_rules.time_control;
                self.without_increment = matches!(control, TimeControl::SuddenDeath { .. });
                None
            }
            Event::Started { .. } | Event::Resumed { .. } => {
                self.turn = Some(Turn::given(at_ms));
                self.credits.clear();
                self.interrupted = None;
                None
            }
            Event::Moved {
                color,
                charged_ms,
                remaining_ms,
                ..
            }
            | Event::Passed {
                color,
                charged_ms,
                remaining_ms,
                ..
            } => {
                self.turn = Some(Turn::given(at_ms));
                self.credits.clear();
                if let Some(interrupted) = self.interrupted.take() {
                    self.left_ms = interrupted.left_ms;
                }
                let wrong = self.spend(*color, *charged_ms, *remaining_ms);
                wrong.filter(|_| self.without_increment)
            }
            Event::FlagFell {
                deadline_ms,
                remaining_ms,
                ..
            } => {
                self.left_ms = *remaining_ms;
                // A credit moves the fall into what it made good: the rest of that is not charged anew.
                self.credits.retain_mut(|(until_ms, ms)| {
                    *ms = (*ms).min(*until_ms - *deadline_ms);
                    *ms > 0
                });
                let turn = Turn::at_once(*deadline_ms);
                self.turn = Some(turn);
                if let Some(interrupted) = &mut self.interrupted {
                    interrupted.left_ms = *remaining_ms;
                    interrupted.turn = turn;
                }
                let late_ms = at_ms.saturating_sub(*deadline_ms);
                (late_ms > LATEST_FALL_MS).then(|| format!("it is settled {late_ms} ms late"))
            }
            Event::TimeCredited {
                color,
                ms,
                until_ms,
                remaining_ms,
                ..
            } => self.give_back(*color, (*ms, until_ms.unwrap_or(at_ms)), *remaining_ms),
            Event::ClocksSet { clocks } => {
                self.set(clocks);
                self.turn = self.turn.map(|_| Turn::at_once(at_ms));
                self.credits.clear();
                self.interrupted = None;
                None
            }
            Event::TimeAdjusted { color, ms, clock } => {
                self.interrupted = None;
                self.spend(*color, -ms, clock.remaining_ms)
            }
            Event::Paused {
                charged_ms, clocks, ..
            } => {
                let left_ms = self.left_ms;
                self.interrupted = self.interrupted.or(self.turn.map(|turn| Interrupted {
                    left_ms,
                    turn,
                    at_ms,
                    charged_ms: *charged_ms,
                }));
                let before = *self.left_ms.get(Color::Black) + *self.left_ms.get(Color::White);
                self.set(clocks);
                let after = *self.left_ms.get(Color::Black) + *self.left_ms.get(Color::White);
                (before - charged_ms != after)
                    .then(|| format!("{before} ms less {charged_ms} are not {after}"))
            }
            Event::Resigned { remaining_ms, .. } => {
                self.left_ms = *remaining_ms;
                None
            }
            _ => None,
        }
    }

    fn credited_ms(&self) -> i64 {
        self.credits.iter().map(|(_, ms)| ms).sum()
    }

    /// Takes in time given back for what ended at `until_ms`: in all not more than the turn took until then. In a
    /// pause a clock that ran out before it may show less than the credit.
    fn give_back(
        &mut self,
        color: Color,
        (ms, until_ms): (i64, i64),
        left_ms: i64,
    ) -> Option<String> {
        self.credits.push((until_ms, ms));
        let shown_ms = *self.left_ms.get(color);
        let mut wanted_ms = shown_ms + ms;
        let mut ended_ms = until_ms;
        if let Some(interrupted) = &mut self.interrupted {
            *interrupted.left_ms.get_mut(color) += ms;
            ended_ms = ended_ms.min(interrupted.at_ms);
            if shown_ms == 0 {
                wanted_ms = interrupted.leaves_ms(color);
            }
        }
        *self.left_ms.get_mut(color) = left_ms;
        if left_ms != wanted_ms {
            return Some(format!(
                "{shown_ms} ms and {ms} given back are {wanted_ms} ms"
            ));
        }
        let credited_ms = self.credited_ms();
        let from_ms = self.turn.map_or(i64::MIN, |turn| turn.from_ms);
        let most_ms = ended_ms.saturating_sub(from_ms).saturating_add(ROUNDING_MS);
        (credited_ms > most_ms).then(|| {
            format!(
                "{credited_ms} ms are given back in a turn of which at most {most_ms} were lost"
            )
        })
    }

    fn set(&mut self, readings: &PerColor<ClockReading>) {
        for color in Color::BOTH {
            *self.left_ms.get_mut(color) = readings.get(color).remaining_ms;
        }
    }

    fn spend(&mut self, color: Color, ms: i64, left_ms: i64) -> Option<String> {
        let before = *self.left_ms.get(color);
        *self.left_ms.get_mut(color) = left_ms;
        (before - ms != left_ms).then(|| format!("{before} ms less {ms} are not {left_ms}"))
    }
}
