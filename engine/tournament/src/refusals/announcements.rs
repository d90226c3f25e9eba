//! Announcements.

use outflank_othello::refusals;

refusals! {
    pub(crate) enum AnnouncementsRefusal {
        TooManyAnnouncements { most: usize } = "too_many_announcements":
            "An event has {most} announcements at most.";
        UnknownAnnouncement { number: u32 } = "unknown_announcement":
            "There is no announcement {number}; a correction names the number of the one that it corrects.";
        MadeWithItsAct { kind: String } = "announcement_made_with_act":
            "An announcement of the kind {kind:?} is made with the act that it tells of; here only an earlier one is \
             corrected.";
    }
}
