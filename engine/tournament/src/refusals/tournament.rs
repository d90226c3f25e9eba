//! The tournament itself: its facts, its officials, its phases, what departs from the text.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum TournamentRefusal {
        RuleSetUnchanged = "rule_set_unchanged":
            "These rules are in force already; change a value or leave them.";
        OfficialAlready = "official_already":
            "This account holds that office already.";
        TooManyOfficials { most: usize } = "too_many_officials":
            "A tournament has at most {most} officials.";
        UnknownOfficial = "unknown_official":
            "This account holds no office in this tournament.";
        LastHeadDirector = "last_head_director" under "officials.head_director":
            "A tournament must have a head director; appoint another one first.";
        BadFacts { what: String, most: usize } = "bad_facts":
            "The tournament's {what} must have 1 to {most} characters and no control characters.";
        BadLeg { most: u32 } = "bad_leg":
            "A series' legs are numbered from 1 to {most}.";
        BadDate = "bad_date":
            "The tournament's date must be a day of the calendar written YYYY-MM-DD.";
        Rehearsal = "rehearsal":
            "This is a rehearsal, and nothing of it counts; do that in the event itself.";
        TournamentAbsent = "tournament_absent":
            "There is no such tournament; create it first.";
        TournamentExists = "tournament_exists":
            "This tournament exists already; create another under its own id.";
        TournamentConfirmed = "tournament_confirmed":
            "The tournament is confirmed and its ranking final; nothing more can change it.";
        MayNotDescribe = "may_not_describe":
            "What the event says of itself is written by its directors and its organiser.";
        DescriptionUnchanged = "description_unchanged":
            "The event says that of itself already; change a text or leave them.";
        TooManyDescriptions { most: usize } = "too_many_descriptions":
            "An event's texts are written {most} times at most.";
        UnknownCommand = "unknown_command":
            "The tournament knows no such command.";
        BadId { what: String, most: usize } = "bad_id":
            "The id of {what} must have 1 to {most} bytes and no control characters.";
        DeviationUnconfirmed { deviations: String } = "departure_unconfirmed":
            "This departs from the text and cannot be undone; confirm it to go on. {deviations}";
    }
}
