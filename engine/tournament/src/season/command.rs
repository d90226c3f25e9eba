//! What can be asked of a season, by whom, and what is known beside its own stream.

use std::collections::{BTreeMap, BTreeSet};

use super::{LegRanking, SeasonTerms, Venue};
use crate::ids::AccountId;
use crate::lists::DutyDone;
use crate::stream::{Leg, Phase, TournamentState};

/// What somebody asks of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Who.
    pub by: Actor,
    /// What is known beside the season's own stream.
    pub known: Known,
    /// What.
    pub act: Act,
}

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub account: AccountId,
    /// The codes of the federations whose officer it is.
    pub federations: BTreeSet<String>,
}

/// What is known beside a season's own stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// The nations that are members of the federation whose series it is; its own, where it is a nation's.
    pub members: BTreeSet<String>,
    /// The events that are its legs, and the one that is to be, by the ids of the tournaments.
    pub events: BTreeMap<String, LegEvent>,
    /// Others have the series that is asked for: another season, or events that whoever asks does not answer for.
    pub series_taken: bool,
}

/// How an event stands, as far as a season depends on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LegEvent {
    /// The nation that it is held in.
    pub nation: String,
    /// Its first day, YYYY-MM-DD.
    pub date: String,
    /// The series that it was founded in, and as which leg.
    pub leg: Option<Leg>,
    /// Its first round is published.
    pub begun: bool,
    /// It did not take place.
    pub cancelled: bool,
    /// It is a rehearsal, of which nothing counts.
    pub rehearsal: bool,
    /// The version of its confirmed final ranking.
    pub ranking_version: Option<u32>,
    /// Who released its rating file to the rating committee, and when, in ms since 1970.
    pub released: Option<(AccountId, i64)>,
    /// The duties that were ticked off at the event itself, by their codes.
    pub duties_done: BTreeMap<String, DutyDone>,
}

impl LegEvent {
    /// How an event stands.
    #[must_use]
    pub fn of(state: &TournamentState) -> Self {
        let facts = state.facts.as_ref();
        let office = &state.office;
        Self {
            nation: facts.map(|facts| facts.country.clone()).unwrap_or_default(),
            date: facts.map(|facts| facts.date.clone()).unwrap_or_default(),
            leg: facts.and_then(|facts| facts.leg.clone()),
            begun: matches!(
                state.phase(),
                Phase::Running | Phase::Confirmed | Phase::Abandoned
            ),
            cancelled: state.phase() == Phase::Cancelled,
            rehearsal: state.is_rehearsal(),
            ranking_version: state.ranking.as_ref().map(|_| {
                let last = state.ranking_versions.last();
                last.map_or(1, |known| known.version)
            }),
            released: office
                .release
                .as_ref()
                .map(|release| (release.by.clone(), release.at_ms)),
            duties_done: state.offices.duties_done.clone(),
        }
    }
}

/// What can be asked of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Announce it.
    Announce {
        /// Its id.
        season: String,
        /// Id of its recorded name.
        name: String,
        /// The year it is played in.
        year: u32,
        /// Whose series it is: a confederation's code, or a nation's.
        federation: String,
        /// The series that the events of its legs bear.
        series: Option<String>,
        /// How it is composed and counted.
        terms: SeasonTerms,
    },
    /// Give a leg a host and a date, while the calendar is open.
    SetLeg {
        /// Which, from 1.
        leg: u32,
        /// Where and when.
        venue: Venue,
    },
    /// Close the selection of hosts and dates.
    FixCalendar,
    /// Give a leg another host or date after that, before its tournament begins.
    ChangeLeg {
        /// Which, from 1.
        leg: u32,
        /// Where and when.
        venue: Venue,
        /// Id of the recorded reason.
        reason: String,
        /// Id of the recorded notice.
        notice: String,
    },
    /// Have a leg not take place.
    CallOffLeg {
        /// Which, from 1.
        leg: u32,
        /// Id of the recorded reason.
        reason: String,
    },
    /// Select a leg's director, in the name of the federation that hosts it.
    NameDirector {
        /// Which, from 1.
        leg: u32,
        /// The director.
        account: AccountId,
    },
    /// Say which event a leg is played as.
    LinkEvent {
        /// Which, from 1.
        leg: u32,
        /// Id of the tournament.
        tournament: String,
    },
    /// Tick a duty of the director off.
    TickDuty {
        /// Which leg, from 1.
        leg: u32,
        /// The duty's code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
    },
    /// Take that back.
    UntickDuty {
        /// Which leg, from 1.
        leg: u32,
        /// The duty's code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
    },
    /// End the season and keep its final table.
    Close {
        /// The final rankings of its legs.
        rankings: Vec<LegRanking>,
    },
}
