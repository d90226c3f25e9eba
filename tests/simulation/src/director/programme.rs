//! What some events have beside their rounds: which acts, in which round, and how they end.
//!
//! Drawn by a source of chance of its own, so that an event without any of it goes as its seed always had it.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use crate::chance::Chance;

/// Events that have something of the kind, in a thousand.
const EVENTFUL: u64 = 200;
/// Those that have two rounds, in a thousand.
const TWO_ROUNDS: u64 = 600;
/// Those of them in which an act is done, in a thousand.
const ACTS: u64 = 450;

/// An act, or some that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// The timetable is set.
    SetTimetable,
    /// It is moved.
    MoveTimetable,
    /// Something is announced, and sometimes put right.
    Announce,
    /// An entrant accepts the rules.
    Declare,
    /// A fee is paid.
    NoteFee,
    /// The federation agrees to an entry.
    NoteAgreement,
    /// A committee for appeals is appointed.
    AppointCommittee,
    /// Its members say who shall be its chair.
    NameChair,
    /// A duty is ticked off, and sometimes that is taken back.
    TickDuty,
    /// Somebody gets an office with chosen powers and acts in it, and beyond it.
    Office,
    /// A spectator reports something, and is answered.
    Report,
    /// The rules are amended.
    Amend,
    /// The qualification is shortened.
    Shorten,
    /// A result of some kind is entered.
    Result,
    /// A player withdraws, and his opponent has a walkover.
    Walkover,
}

/// Before round 1 is published.
const BEFORE: [Item; 7] = [
    Item::SetTimetable,
    Item::Announce,
    Item::Declare,
    Item::NoteFee,
    Item::NoteAgreement,
    Item::AppointCommittee,
    Item::TickDuty,
];
/// In a round.
const IN_ROUND: [Item; 11] = [
    Item::Announce,
    Item::MoveTimetable,
    Item::NameChair,
    Item::TickDuty,
    Item::Office,
    Item::Report,
    Item::Amend,
    Item::Shorten,
    Item::Result,
    Item::Result,
    Item::Walkover,
];

/// By which act an event ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Nothing is played after it.
    EndEarly,
    /// It stops for good.
    Abandon,
    /// It does not take place.
    Cancel,
}

/// What becomes of a round that is not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is finished first.
    Finished,
    /// It is played to its end.
    Completed,
    /// Its open boards get a score.
    Adjudicated,
    /// It counts as if it had never been published.
    Annulled,
}

/// How an event ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// By which act.
    pub stop: Stop,
    /// What becomes of its last round.
    pub fate: Fate,
    /// So long after its publication, ms.
    pub after_ms: i64,
}

/// What an event has beside its rounds.
#[derive(Debug)]
pub struct Programme {
    /// Its chance.
    pub chance: Chance,
    /// Its rounds.
    pub rounds: u32,
    /// Acts that are still to be done, with the round: 0 is before the first.
    acts: RefCell<VecDeque<(u32, Item)>>,
    ending: Cell<Option<Ending>>,
}

impl Programme {
    /// That of a seed, if it has one, or one is needed.
    #[must_use]
    pub fn of(chance: Chance, is_needed: bool) -> Option<Self> {
        if !chance.in_thousand(EVENTFUL) && !is_needed {
            return None;
        }
        let ending = ending(&chance);
        let annuls = ending.is_some_and(|ending| ending.fate == Fate::Annulled);
        let two = chance.in_thousand(TWO_ROUNDS) || annuls;
        let rounds = if two { 2 } else { 1 };
        let mut acts = VecDeque::new();
        for item in BEFORE {
            if chance.in_thousand(ACTS) {
                acts.push_back((0, item));
            }
        }
        let mut in_rounds = Vec::new();
        for item in IN_ROUND {
            if chance.in_thousand(ACTS) {
                // Whoever has withdrawn is paired no more.
                let last = item == Item::Walkover;
                let round = if last || chance.in_thousand(500) {
                    rounds
                } else {
                    1
                };
                let place = chance.below(in_rounds.len() + 1);
                in_rounds.insert(place, (round, item));
            }
        }
        // What is moved has been set.
        let moves = in_rounds
            .iter()
            .any(|(_, item)| *item == Item::MoveTimetable);
        if moves && !acts.contains(&(0, Item::SetTimetable)) {
            acts.push_front((0, Item::SetTimetable));
        }
        in_rounds.sort_by_key(|(round, _)| *round);
        acts.extend(in_rounds);
        Some(Self {
            chance,
            rounds,
            acts: RefCell::new(acts),
            ending: Cell::new(ending),
        })
    }

    /// The next act of a round.
    #[must_use]
    pub fn next(&self, round: u32) -> Option<Item> {
        let mut acts = self.acts.borrow_mut();
        let due = acts.front().is_some_and(|(of, _)| *of <= round);
        due.then(|| acts.pop_front())
            .flatten()
            .map(|(_, item)| item)
    }

    /// How the event ends, where it does so in that round and the time for it has come.
    #[must_use]
    pub fn end_due(&self, round: u32, waited_ms: i64) -> Option<Ending> {
        let ending = self.ending.get().filter(|_| round == self.rounds)?;
        (ending.fate != Fate::Finished && waited_ms >= ending.after_ms).then_some(ending)
    }

    /// How it ends once that round is finished.
    #[must_use]
    pub fn end_after(&self, round: u32) -> Option<Ending> {
        self.ending.get().filter(|_| round == self.rounds)
    }

    /// It has come to its end.
    pub fn has_ended(&self) {
        self.ending.set(None);
    }
}

fn ending(chance: &Chance) -> Option<Ending> {
    let stop = match chance.below(1_000) {
        0..450 => Stop::EndEarly,
        450..600 => Stop::Abandon,
        600..700 => Stop::Cancel,
        _ => return None,
    };
    let fates = [
        Fate::Finished,
        Fate::Adjudicated,
        Fate::Annulled,
        Fate::Completed,
    ];
    // Nothing more is played where it stops for good.
    let known = if stop == Stop::EndEarly { 4 } else { 3 };
    Some(Ending {
        stop,
        fate: fates[chance.below(known)],
        after_ms: i64::try_from(chance.between(3_000, 25_000)).unwrap_or(5_000),
    })
}
