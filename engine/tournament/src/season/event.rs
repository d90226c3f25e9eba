//! What happened to a season.

use serde::{Deserialize, Serialize};

use super::{CountedRanking, SeasonTerms, TableLine, Venue};
use crate::ids::AccountId;

/// What happened to a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// It was announced.
    SeasonAnnounced {
        /// Its id.
        season: String,
        /// Id of its recorded name.
        name: String,
        /// The year it is played in.
        year: u32,
        /// Whose series it is.
        federation: String,
        /// The series that the events of its legs bear.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<String>,
        /// How it is composed and counted.
        terms: SeasonTerms,
        /// Who announced it.
        by: AccountId,
    },
    /// A leg has a host and a date, before the calendar was fixed.
    LegSet {
        /// Which, from 1.
        leg: u32,
        /// Where and when.
        venue: Venue,
        /// Who decided so.
        by: AccountId,
    },
    /// The selection of hosts and dates was closed.
    CalendarFixed {
        /// After its deadline.
        late: bool,
        /// Who closed it.
        by: AccountId,
    },
    /// A leg has another host or date than the calendar had.
    LegChanged {
        /// Which, from 1.
        leg: u32,
        /// Where and when now.
        venue: Venue,
        /// Id of the recorded reason.
        reason: String,
        /// Id of the recorded notice.
        notice: String,
        /// Who changed it.
        by: AccountId,
    },
    /// A leg does not take place.
    LegCalledOff {
        /// Which, from 1.
        leg: u32,
        /// Id of the recorded reason.
        reason: String,
        /// Who called it off.
        by: AccountId,
    },
    /// The federation that hosts a leg selected its director.
    LegDirectorNamed {
        /// Which, from 1.
        leg: u32,
        /// The director.
        account: AccountId,
        /// The federation.
        federation: String,
        /// After the event had begun.
        late: bool,
        /// Who said so.
        by: AccountId,
    },
    /// A leg is played as that event.
    LegEventLinked {
        /// Which, from 1.
        leg: u32,
        /// Id of the tournament.
        tournament: String,
        /// Who said so.
        by: AccountId,
    },
    /// A duty of a leg's director was done.
    LegDutyTicked {
        /// Which, from 1.
        leg: u32,
        /// The duty's code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
        /// After its time.
        late: bool,
        /// Who did it.
        by: AccountId,
    },
    /// It was not done after all.
    LegDutyUnticked {
        /// Which, from 1.
        leg: u32,
        /// The duty's code.
        duty: String,
        /// Id of the recorded note.
        note: Option<String>,
        /// Who said so.
        by: AccountId,
    },
    /// The season is over.
    SeasonClosed {
        /// The final table, best first.
        table: Vec<TableLine>,
        /// The final rankings that it counts.
        rankings: Vec<CountedRanking>,
        /// Who closed it.
        by: AccountId,
    },
}
