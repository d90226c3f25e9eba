//! Commands under way at each seat: who sends many at once makes his own wait, and nobody owes him that.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use outflank_othello::Color;

/// What has ended is remembered for so long, in ms: a call is given up before it is so old.
const REMEMBERED_MS: i64 = 30_000;
/// Of commands that have ended, so many are remembered: one of them at least is another than the one asked about.
const LAST: usize = 2;
/// Seats that have to be known before those that are quiet are forgotten.
const FEWEST: usize = 1_024;

#[derive(Debug, Default)]
struct Seat {
    /// How often each command is under way.
    begun: BTreeMap<String, usize>,
    /// The last commands that ended, and when, ms of cluster time.
    ended: VecDeque<(String, i64)>,
}

#[derive(Debug, Default)]
struct Seats {
    known: BTreeMap<(String, Color), Seat>,
    forget_at: usize,
}

/// Commands under way at each seat.
#[derive(Debug, Default)]
pub(super) struct UnderWay(Mutex<Seats>);

impl UnderWay {
    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A command begins.
    pub fn begin(&self, (game_id, color): (&str, Color), command_id: &str, now_ms: i64) {
        let mut seats = self.lock();
        if seats.known.len() >= seats.forget_at.max(FEWEST) {
            let is_quiet = |seat: &Seat| {
                let mut ended = seat.ended.iter().map(|(_, at_ms)| *at_ms);
                seat.begun.is_empty() && ended.all(|at_ms| at_ms < now_ms - REMEMBERED_MS)
            };
            seats.known.retain(|_, seat| !is_quiet(seat));
            seats.forget_at = seats.known.len().saturating_mul(2);
        }
        let seat = seats.known.entry((game_id.to_owned(), color)).or_default();
        *seat.begun.entry(command_id.to_owned()).or_default() += 1;
    }

    /// It has ended.
    pub fn end(&self, (game_id, color): (&str, Color), command_id: &str, now_ms: i64) {
        let mut seats = self.lock();
        let Some(seat) = seats.known.get_mut(&(game_id.to_owned(), color)) else {
            return;
        };
        if let Some(count) = seat.begun.get_mut(command_id) {
            *count -= 1;
            if *count == 0 {
                seat.begun.remove(command_id);
            }
        }
        seat.ended.retain(|(id, _)| id != command_id);
        seat.ended.push_back((command_id.to_owned(), now_ms));
        if seat.ended.len() > LAST {
            seat.ended.pop_front();
        }
    }

    /// Whether any other command of a seat was under way since then, ms of cluster time.
    pub fn has_others(
        &self,
        (game_id, color): (&str, Color),
        command_id: Option<&str>,
        since_ms: i64,
    ) -> bool {
        let seats = self.lock();
        let seat = seats.known.get(&(game_id.to_owned(), color));
        let is_other = |id: &String| Some(id.as_str()) != command_id;
        seat.is_some_and(|seat| {
            let mut ended = seat.ended.iter();
            seat.begun.keys().any(is_other)
                || ended.any(|(id, at_ms)| is_other(id) && *at_ms > since_ms)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: (&str, Color) = ("g", Color::Black);

    #[test]
    fn others_count_while_they_are_under_way_and_when_they_ended_since() {
        let under_way = UnderWay::default();
        let others = |id, since_ms| under_way.has_others(SEAT, Some(id), since_ms);
        assert!(!others("a", 0));
        under_way.begin(SEAT, "a", 100);
        // The same one, sent again, is no other.
        under_way.begin(SEAT, "a", 110);
        assert!(!others("a", 0) && others("b", 0));
        assert!(under_way.has_others(SEAT, None, 0));
        assert!(!under_way.has_others(("g", Color::White), None, 0));
        under_way.end(SEAT, "a", 120);
        assert!(others("b", 1_000));
        under_way.end(SEAT, "a", 130);
        assert!(others("b", 129) && !others("b", 130) && !others("a", 0));
        // However many ended, the last other one is known.
        for (id, at_ms) in [("b", 200), ("c", 210), ("d", 220), ("d", 230)] {
            under_way.begin(SEAT, id, at_ms);
            under_way.end(SEAT, id, at_ms);
        }
        assert!(others("d", 209) && !others("d", 210));
    }

    #[test]
    fn quiet_seats_are_forgotten() {
        let under_way = UnderWay::default();
        for number in 0..10_000 {
            let game = format!("g{number}");
            let seat = (game.as_str(), Color::White);
            under_way.begin(seat, "a", number * 100);
            under_way.end(seat, "a", number * 100);
        }
        assert!(under_way.lock().known.len() <= FEWEST);
    }
}
