//! Contests as their streams tell them: who took part, when each paired, and what counted.

use std::collections::BTreeMap;

use outflank_casual::{Contest, ContestEvent, ContestGame};
use outflank_journal::Entry;
use serde_json::Value;

use super::{
    Findings,
    standing::{Span, meet},
};
use crate::{
    evening::{CONTEST, Sought},
    wiring::Wiring,
};

/// Two who are one win of an arena apart are so many rating points apart.
const WIN_APART: i64 = 100;

/// An entry of a contest.
#[derive(Debug)]
pub struct ContestEntry {
    pub seq: u64,
    pub at_ms: i64,
    /// When it was written.
    pub ms: i64,
    pub actor: String,
    pub command_id: String,
    pub events: Vec<ContestEvent>,
}

/// A contest by its entries.
#[derive(Debug, Default)]
pub struct ContestStream {
    pub entries: Vec<ContestEntry>,
}

/// All contests by their ids.
#[derive(Debug, Default)]
pub struct Contests {
    pub all: BTreeMap<String, ContestStream>,
}

impl ContestEntry {
    fn read(wiring: &Wiring, entry: Entry) -> Result<Self, String> {
        let at = format!("entry {} of {}", entry.seq, entry.stream);
        let seen = &wiring.world.seen;
        let ms = seen.committed_ms(&entry.stream, &entry.command_id);
        let ms = ms.ok_or_else(|| format!("nobody wrote {at}"))?;
        let body: Value = serde_json::from_slice(&entry.body).unwrap_or_default();
        let events = serde_json::from_value(body["events"].clone());
        let events = events.map_err(|error| format!("{at} cannot be read: {error}"))?;
        Ok(Self {
            seq: entry.seq,
            at_ms: entry.at_ms,
            ms,
            actor: entry.actor,
            command_id: entry.command_id,
            events,
        })
    }
}

impl ContestStream {
    /// How it stood when that had been written which was written by then.
    pub fn at(&self, ms: i64) -> Contest {
        let mut contest = Contest::default();
        for entry in self.entries.iter().filter(|entry| entry.ms <= ms) {
            for event in &entry.events {
                contest.evolve(entry.at_ms, event);
            }
        }
        contest
    }

    /// What happened, each with when that was written.
    fn events(&self) -> impl Iterator<Item = (i64, &ContestEvent)> {
        self.entries.iter().flat_map(|entry| {
            let events = entry.events.iter();
            events.map(move |event| (entry.ms, event))
        })
    }

    /// The games that count, each with when that was written.
    pub fn games(&self) -> impl Iterator<Item = (i64, &ContestGame)> {
        self.events().filter_map(|(ms, event)| match event {
            ContestEvent::Played(game) => Some((ms, game)),
            _ => None,
        })
    }

    /// From when to when an account took part.
    pub fn taking_part(&self, account: &str) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (ms, event) in self.events() {
            match event {
                ContestEvent::Joined { account: who, .. } if who == account => {
                    spans.push((ms, i64::MAX));
                }
                ContestEvent::Left { account: who }
                | ContestEvent::Removed { account: who, .. }
                    if who == account =>
                {
                    if let Some((_, until_ms)) = spans.last_mut() {
                        *until_ms = ms;
                    }
                }
                _ => {}
            }
        }
        spans
    }

    /// When it was ended before its time.
    pub fn ended_ms(&self) -> i64 {
        let mut events = self.events();
        let ended = events.find(|(_, event)| matches!(event, ContestEvent::Ended { .. }));
        ended.map_or(i64::MAX, |(ms, _)| ms)
    }

    /// From when to when it paired by some clock, where clocks are so far apart, ms; by every clock where that is below 0.
    pub fn pairing(&self, apart_ms: i64) -> Option<Span> {
        let contest = self.at(i64::MAX);
        let founding = contest.founding()?;
        let ends_at_ms = founding.ends_at_ms().unwrap_or(i64::MAX);
        let from_ms = founding.starts_at_ms.saturating_sub(apart_ms);
        let to_ms = ends_at_ms.saturating_add(apart_ms);
        Some((from_ms, to_ms.min(self.ended_ms())))
    }
}

impl Contests {
    /// Reads them.
    pub fn read(wiring: &Wiring, findings: &mut Findings) -> Self {
        let mut contests = Self::default();
        for stream in wiring.pairing_memory.streams(CONTEST) {
            let mut entries = Vec::new();
            for stored in wiring.pairing_memory.stored(&stream) {
                match ContestEntry::read(wiring, stored.entry) {
                    Ok(entry) => entries.push(entry),
                    Err(wrong) => findings.push(wrong),
                }
            }
            let contest = ContestStream { entries };
            contests.all.insert(stream.id, contest);
        }
        contests
    }

    /// Games that count.
    pub fn counted(&self) -> usize {
        let all = self.all.values();
        all.map(|contest| contest.games().count()).sum()
    }

    /// What tells how far somebody is from others in an arena, in rating points.
    pub fn height(&self, id: &str, account: &str, ms: i64) -> i64 {
        let Some(contest) = self.all.get(id) else {
            return 0;
        };
        let contest = contest.at(ms);
        let arena = contest.founding().and_then(|of| of.rules.arena());
        let win = arena.map_or(1, |rules| i64::from(rules.win));
        let entrant = contest.entrant(account);
        entrant.map_or(0, |entrant| i64::from(entrant.points) * WIN_APART / win)
    }

    /// The parts of these spans in which a seek may be booked for sure: that of a contest's game while its account takes
    /// part and every clock says that it pairs, any other always.
    pub fn allowing(&self, sought: &Sought, spans: &[Span], skew_ms: i64) -> Vec<Span> {
        let Some(id) = &sought.wish.contest else {
            return spans.to_vec();
        };
        let contest = self.all.get(id);
        let pairing = contest.and_then(|contest| Some((contest, contest.pairing(-2 * skew_ms)?)));
        let Some((contest, pairing)) = pairing else {
            return Vec::new();
        };
        let mut allowing = Vec::new();
        for taking_part in contest.taking_part(&sought.account) {
            let there = meet(taking_part, pairing);
            allowing.extend(spans.iter().map(|span| meet(*span, there)));
        }
        allowing.retain(|(from_ms, to_ms)| from_ms < to_ms);
        allowing
    }
}
