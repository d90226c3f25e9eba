//! A season as a stream of its own: its calendar of legs, who hosts and directs them, the events played, and the final table.
//!
//! The table itself is [`season_table`](crate::season_table); here stands who decides on the calendar, until when a host or
//! a date may be changed, and what a leg's director owes (EGP I.2.1 to I.2.5).

mod announcing;
mod calendar;
mod closing;
mod command;
mod decide;
mod duties;
mod event;
mod fold;
mod hosting;
mod legs;
mod table;
mod terms;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::lists::DutyDone;

pub use command::{Act, Actor, Command, Known, LegEvent};
pub use decide::decide;
pub use duties::{DIRECTOR_NAMED, RESULTS_SENT};
pub use event::Event;
pub use table::{
    CountedRanking, LegPlayer, LegRanking, TableLine, TableResult, season_player, table_of,
};
pub use terms::{CalendarDeadline, MOST_LEGS, SeasonTerms};

/// A season, as its stream tells it so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Its id; empty = not announced.
    pub season: String,
    /// Id of its recorded name.
    pub name: String,
    /// The year it is played in.
    pub year: u32,
    /// Whose series it is: a confederation's code, or a nation's.
    pub federation: String,
    /// The series that the events of its legs bear, where it has one.
    pub series: Option<String>,
    /// How it is composed and counted.
    pub terms: SeasonTerms,
    /// Who announced it, and when.
    pub announced: Option<Stamp>,
    /// Its legs so far, by their numbers from 1.
    pub legs: BTreeMap<u32, SeasonLeg>,
    /// When the selection of hosts and dates was closed.
    pub calendar: Option<FixedCalendar>,
    /// Its end.
    pub closed: Option<Closed>,
}

/// Who did something, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The account.
    pub by: AccountId,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// Where and when a leg is held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Venue {
    /// The nation that hosts it, ISO 3166 alpha-3.
    pub host: String,
    /// Its first day, YYYY-MM-DD.
    pub date: String,
    /// Id of the recorded name of the place.
    pub place: String,
}

/// One leg of a season.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeasonLeg {
    /// Where and when it is held.
    pub venue: Venue,
    /// What was changed of that after the calendar was fixed, oldest first.
    pub changes: Vec<VenueChange>,
    /// Who directs it.
    pub director: Option<LegDirector>,
    /// The event that it is played as.
    pub event: Option<LinkedEvent>,
    /// The duties that were ticked off here, by their codes.
    pub duties_done: BTreeMap<String, DutyDone>,
    /// That it does not take place.
    pub called_off: Option<CalledOff>,
}

/// Another venue than the calendar had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VenueChange {
    /// What stood before.
    pub before: Venue,
    /// Id of the recorded reason.
    pub reason: String,
    /// Id of the recorded notice of it.
    pub notice: String,
    /// Who changed it, and when.
    pub stamp: Stamp,
}

/// Who directs a leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegDirector {
    /// Their account.
    pub account: AccountId,
    /// The federation that selected them.
    pub federation: String,
    /// That the event had begun by then.
    pub late: bool,
    /// Who told the confederation so, and when.
    pub stamp: Stamp,
}

/// The event that a leg is played as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedEvent {
    /// Id of the tournament.
    pub tournament: String,
    /// Who said so, and when.
    pub stamp: Stamp,
}

/// That a leg does not take place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalledOff {
    /// Id of the recorded reason.
    pub reason: String,
    /// Who called it off, and when.
    pub stamp: Stamp,
}

/// That the selection of hosts and dates is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedCalendar {
    /// That it was closed after its deadline: a departure from the text (EGP I.2.2).
    pub late: bool,
    /// Who closed it, and when.
    pub stamp: Stamp,
}

/// The end of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The final table, best first.
    pub table: Vec<TableLine>,
    /// The versions of the final rankings that it counts, by leg.
    pub versions: BTreeMap<u32, u32>,
    /// Who closed it, and when.
    pub stamp: Stamp,
}

impl State {
    /// Whether it is announced.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        self.announced.is_some()
    }

    /// The legs that take place, or have taken place.
    pub fn standing_legs(&self) -> impl Iterator<Item = (u32, &SeasonLeg)> {
        let legs = self.legs.iter().map(|(number, leg)| (*number, leg));
        legs.filter(|(_, leg)| leg.called_off.is_none())
    }

    /// The tournaments that are its legs.
    #[must_use]
    pub fn tournaments(&self) -> BTreeSet<String> {
        let linked = self.legs.values().filter_map(|leg| leg.event.as_ref());
        linked.map(|event| event.tournament.clone()).collect()
    }
}
