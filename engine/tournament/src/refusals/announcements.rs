//! Announcements.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum AnnouncementsRefusal {
        TooManyAnnouncements { most: usize } = "too_many_announcements":
            "Directors announce {most} times in an event at most.";
        TooManyMoves { most: usize } = "too_many_announcements":
            "The timetable of an event is moved {most} times at most.";
        TooManyAmendments { most: usize } = "too_many_announcements":
            "The rules of an event are amended {most} times at most.";
        UnknownAnnouncement { number: u32 } = "unknown_announcement":
            "There is no announcement {number}; a correction names the number of the one that it corrects.";
        MadeWithItsAct { kind: String } = "announcement_made_with_act":
            "An announcement of the kind {kind:?} is made with the act that it tells of; here only an earlier one is \
             corrected.";
    }
}
