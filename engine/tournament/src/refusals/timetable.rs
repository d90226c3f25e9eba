//! The timetable.

use outflank_othello::refusals;

use crate::stream::SaidPlay;

refusals! {
    pub(crate) enum TimetableRefusal {
        BadOffset = "bad_utc_offset":
            "The event's own time is 720 minutes behind UTC to 840 ahead of it.";
        TimetableTooLong { sessions: usize, plays: usize, breaks: usize } = "timetable_too_long":
            "A timetable has at most {sessions} sessions, {plays} planned starts and {breaks} breaks.";
        PlannedTwice { play: SaidPlay } = "planned_twice":
            "{play} is planned twice, or has no number from 1; plan each round and each game of the finals once.";
        TimetableOutOfOrder { play: SaidPlay } = "timetable_out_of_order":
            "{play} does not come after what stands before it; rounds come in their order and the finals after them, \
             each start later than the one before.";
        PlannedIntoBreak { play: SaidPlay } = "planned_into_break":
            "{play} would start in a break; plan it before or after.";
        DaysOutOfOrder { day: u32 } = "days_out_of_order":
            "Day {day} is out of order; days are numbered from 1 to 60, a later one is a later day of the calendar, \
             and one day's starts lie within two dates.";
        BreaksOutOfOrder = "breaks_out_of_order":
            "Breaks end after they begin, and each begins after the end of the one before.";
        TimetableStands { play: SaidPlay } = "timetable_stands":
            "{play} is announced and stands; move the timetable, with a reason.";
        NoTimetable = "no_timetable":
            "No timetable is set; set one first.";
        TimetableUnchanged = "timetable_unchanged":
            "This is the timetable already.";
        RoundNotPlanned { round: u32 } = "round_not_planned":
            "The format has no round {round}; leave it out.";
        PublishedStartMoved { play: SaidPlay } = "published_start_moved":
            "{play} is published with its start; take the round back before it starts, or leave its start as it is.";
        PlannedInThePast { play: SaidPlay } = "planned_in_the_past":
            "{play} would start in the past; plan a time to come.";
        PlannedTooFar { play: SaidPlay, most_days: i64 } = "planned_too_far":
            "{play} would lie more than {most_days} days ahead; plan a nearer time.";
        StartTooLate { most_days: i64 } = "start_too_late":
            "A round starts at most {most_days} days after its publication.";
        StartBeforeAnnounced { play: SaidPlay, planned_ms: i64 } = "start_before_announced" under "round_notice_ms":
            "{play} is announced for a later time, and starts no earlier; move the timetable first.";
        StartInBreak { starts_at_ms: i64 } = "start_in_break":
            "The round would start in a break; give another start, or say that it starts in the break.";
    }
}
