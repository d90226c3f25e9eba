//! Seasons: their calendars, their legs' hosts and directors, their tables.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum SeasonRefusal {
        SeasonKnown = "season_known":
            "This season is announced already; announce another under its own id.";
        UnknownSeason = "unknown_season":
            "No such season is announced here.";
        NotTheCommittee { federation: String } = "not_the_committee" under "season.calendar":
            "Only an officer of federation {federation}, whose series this is, decides on its calendar.";
        NotTheHost { host: String } = "not_the_host" under "season.director":
            "Only an officer of the federation of {host}, which hosts this leg, selects its director and its event.";
        NotTheLegDirector = "not_the_leg_director" under "season.director":
            "The duties of a leg are its director's, and are ticked off by nobody else.";
        NoLegDirector { leg: u32 } = "no_leg_director" under "season.director":
            "Leg {leg} has no director yet; the federation that hosts it names one first.";
        SeasonClosed = "season_closed":
            "The season is over and its table final; nothing more can change it.";
        BadTerms { what: String, least: u32, most: u32 } = "season_terms_wrong":
            "Of a season, {what} must be from {least} to {most}.";
        BadSeasonDay { date: String } = "bad_season_day":
            "{date:?} is no day of the calendar; write it YYYY-MM-DD.";
        UnknownLeg { leg: u32, legs: u32 } = "unknown_leg":
            "The legs of this season are numbered from 1 to {legs}; there is no leg {leg}.";
        LegNotSet { leg: u32 } = "leg_not_set":
            "Leg {leg} has no host and no date yet; set them first.";
        LegOutsideSeason { date: String, year: u32 } = "leg_outside_season":
            "The season is played in {year}, and {date} is no day of that year.";
        HostNoMember { host: String, federation: String } = "host_no_member" under "season.calendar":
            "{host} is no member of federation {federation}; only its members host a leg.";
        HostTaken { host: String, leg: u32 } = "host_taken" under "season.calendar":
            "{host} hosts leg {leg} already; every leg of this season is held in another nation.";
        CalendarFixed = "calendar_fixed":
            "The calendar is fixed; a leg of it is changed with a reason and notice of it.";
        CalendarOpen = "calendar_open":
            "The calendar is not fixed yet; until then its legs are simply set anew.";
        LegsMissing { legs: Vec<String> } = "legs_missing" under "season.calendar":
            "The calendar cannot be fixed before every leg has a host and a date; missing: {legs}.";
        LegUnchanged { leg: u32 } = "leg_unchanged":
            "Leg {leg} has that host, date and place already.";
        LegBegun { leg: u32 } = "leg_begun" under "season.calendar":
            "Leg {leg} has begun; its host and date could be changed before its tournament only.";
        LegCalledOff { leg: u32 } = "leg_called_off":
            "Leg {leg} is called off.";
        LegPlayed { leg: u32 } = "leg_played":
            "Leg {leg} is over and its final ranking confirmed; nothing of it can be changed.";
        TooManyChanges { most: usize } = "too_many_leg_changes":
            "A leg is changed {most} times at most.";
        LegDirectorAlready = "leg_director_already":
            "This account is the leg's director already.";
        UnknownLegEvent { tournament_id: String } = "unknown_leg_event":
            "How tournament {tournament_id} stands is not known here; try again.";
        EventLinked { leg: u32 } = "event_linked":
            "This tournament is leg {leg} of the season already.";
        EventCancelled = "event_cancelled":
            "This tournament was cancelled; a leg is played as one that takes place.";
        EventElsewhere { nation: String, event_date: String, host: String, date: String } = "event_elsewhere" under "season.calendar":
            "The tournament is held in {nation} on {event_date} and the leg in {host} on {date}; name another, or change the leg.";
        EventOfAnotherLeg { series: String, leg: u32 } = "event_of_another_leg":
            "The tournament was founded as leg {leg} of the series {series}; name one of this leg, or one of no series.";
        SeriesTaken { series: String } = "series_taken":
            "The series {series:?} is another season's, or of events that somebody else answers for; give this one a series of its own.";
        UnknownLegDuty { duty: String } = "unknown_duty":
            "The rules of this season set no duty {duty:?}.";
        DutyDoneItself { duty: String } = "duty_done_itself":
            "The duty {duty:?} is ticked off by doing it: the director is named, or the rating file released, on this server.";
        LegsOpen { legs: Vec<String> } = "legs_open":
            "The season is over once every leg has a confirmed final ranking or is called off; open: {legs}.";
        RankingsMovedOn = "season_rankings_moved_on":
            "Final rankings of legs changed at this moment; close the season again.";
        Uncountable { problem: String } = "season_uncountable":
            "The season cannot be counted: {problem}.";
    }
}
