//! How a season is composed and counted.

use serde::{Deserialize, Serialize};

use crate::lists::{Duty, SeasonRules};
use crate::refusals::{Refusal, SeasonRefusal, ensure};
use crate::stream::day_of;

/// Most legs of a season.
pub const MOST_LEGS: u32 = 24;
/// Most places that give points.
const MOST_PLACES: usize = 512;
/// Most points of one place.
const MOST_POINTS: u32 = 1_000_000;
/// Most ranks.
const MOST_RANKS: u32 = 100_000;
/// Days of a week.
const WEEK: i64 = 7;
/// The years that a season may be of.
const YEARS: (u32, u32) = (1970, 2999);

pub(super) const DAY_MS: i64 = 86_400_000;

/// How a season is composed and counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonTerms {
    /// Points by place and the results that count.
    pub points: SeasonRules,
    /// How many legs it has.
    pub legs: u32,
    /// No nation hosts two of them.
    pub hosts_differ: bool,
    /// Until when hosts and dates are to be decided.
    pub deadline: CalendarDeadline,
    /// What host and director of a leg owe.
    pub duties: Vec<Duty>,
}

/// Until when the hosts and dates of a season are to be decided.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CalendarDeadline {
    /// No day is set.
    #[default]
    None,
    /// A week before the World Othello Championship of the year before, and 1 December of that year at the latest
    /// (EGP I.2.2).
    BeforeSeason {
        /// First day of that championship, YYYY-MM-DD, where it is known.
        championship: Option<String>,
    },
}

impl SeasonTerms {
    /// The European Grand Prix: four legs in four nations (EGP I.2.2 to I.2.5). `championship` is the first day of the World
    /// Othello Championship of the year before, YYYY-MM-DD.
    #[must_use]
    pub fn european_grand_prix(championship: Option<String>) -> Self {
        Self {
            points: SeasonRules::european_grand_prix(),
            legs: 4,
            hosts_differ: true,
            deadline: CalendarDeadline::BeforeSeason { championship },
            duties: Duty::european_grand_prix(),
        }
    }

    /// The paragraph that a refusal rests on, by the key of what it is about; a series of a federation's own has a text of its
    /// own.
    pub(super) fn paragraph(&self, key: &str) -> Option<&'static str> {
        match (&self.deadline, key) {
            (CalendarDeadline::None, _) => None,
            (CalendarDeadline::BeforeSeason { .. }, "season.calendar") => Some("EGP I.2.2"),
            (CalendarDeadline::BeforeSeason { .. }, "season.director") => Some("EGP I.2.3"),
            (CalendarDeadline::BeforeSeason { .. }, _) => None,
        }
    }

    pub(super) fn check(&self, year: u32) -> Result<(), Refusal> {
        let points = &self.points;
        within("the year", year, YEARS)?;
        within("the number of legs", self.legs, (1, MOST_LEGS))?;
        let places = u32::try_from(points.points.len()).unwrap_or(u32::MAX);
        let most = u32::try_from(MOST_PLACES).unwrap_or(u32::MAX);
        within("the number of places with points", places, (1, most))?;
        for place in &points.points {
            within("the points of a place", *place, (0, MOST_POINTS))?;
        }
        let shared = points.shared_from_rank;
        within("the first shared place", shared, (1, MOST_RANKS))?;
        let (best, tied) = (points.best_results, points.tie_best_results);
        within("the number of results that count", best, (0, self.legs))?;
        within("the number of results in a tie", tied, (0, self.legs))?;
        match &self.deadline {
            CalendarDeadline::BeforeSeason {
                championship: Some(date),
            } => ensure(
                day_of(date).is_some(),
                SeasonRefusal::BadSeasonDay { date: said(date) },
            ),
            _ => Ok(()),
        }
    }

    /// The end of the last day on which the calendar is fixed in time, in ms since 1970, by the days of Universal Time;
    /// `None` where no day is set.
    #[must_use]
    pub fn calendar_due_ms(&self, year: u32) -> Option<i64> {
        let CalendarDeadline::BeforeSeason { championship } = &self.deadline else {
            return None;
        };
        let december = day_of(&format!("{:04}-12-01", year.checked_sub(1)?))?;
        let week_before = championship.as_deref().and_then(day_of);
        let week_before = week_before.map_or(december, |day| day.saturating_sub(WEEK));
        let last = december.min(week_before);
        Some(last.saturating_add(1).saturating_mul(DAY_MS))
    }
}

/// A text from outside, as much of it as is said back.
pub(super) fn said(text: &str) -> String {
    text.chars().take(32).collect()
}

fn within(what: &str, value: u32, (least, most): (u32, u32)) -> Result<(), Refusal> {
    ensure(
        (least..=most).contains(&value),
        SeasonRefusal::BadTerms {
            what: what.to_owned(),
            least,
            most,
        },
    )
}
