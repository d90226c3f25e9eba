//! The rules of casual play: what is played and how long, which seeks fit each other, who is booked for which game,
//! and the live ratings that come of it.
//!
//! Pure: no I/O, no clock, no randomness. [`Bookings`] is a fold of [`Event`]s; [`Bookings::match_seeks`],
//! [`Bookings::book`] and [`Bookings::free`] say what happens next. Who is booked is never booked again before that
//! game is over: whoever appends what they answer, at the seq that they looked at, keeps that by it.
//! [`Moderation`] is a fold of [`ModerationEvent`]s of its own, and each [`Contest`], an arena or a ladder, one of
//! [`ContestEvent`]s.

mod agreeing;
mod bookings;
mod conduct;
mod contest;
mod ended;
mod live_rating;
mod moderation;
mod person;
mod refusal;
mod seek;
mod terms;
mod variant;

pub use agreeing::{CHALLENGE_STANDS_MS, MOST_OPEN_CHALLENGES, REMATCH_WITHIN_MS};
pub use bookings::{
    Booked, Booking, Bookings, Carried, Drawn, ENTRIES_A_STREAM, Event, FactBody, Freed,
    MEETINGS_COUNT_MS, Meetings, OfContest, Origin, Outcome, Player, Released, Wanted,
};
pub use conduct::{
    CONDUCT_SPAN_MS, Conduct, LONG_RUN, MANY_UNBEGUN, PlayedGame, QUICK_PLIES, worth_a_look,
};
pub use contest::{
    ARENA_LENGTHS_MS, ArenaRules, Comings, Contest, ContestCommand, ContestEvent, ContestGame,
    ContestPhase, ContestRules, Entrant, FARTHEST_REACH, Form, Founding, LONGEST_AHEAD_MS,
    LONGEST_REST_MS, LONGEST_STREAK, LadderChallenge, LadderRules, MOST_CONTESTS,
    MOST_CONTESTS_A_DAY, MOST_ENTRANTS, MOST_ENTRIES, MOST_LINES, MOST_POINTS, PLAY_WITHIN_MS,
    Placed, Taking,
};
pub use ended::{Circumstances, SeekEnd};
pub use live_rating::{LiveRating, PERIOD_MS, SETTLED_DEVIATION, rated};
pub use moderation::{
    Act, Answer, Apart, Deed, LONGEST_RESTRICTION_MS, MOST_BLOCKS, MOST_MODERATORS,
    MOST_OPEN_OF_ALL, MOST_OPEN_OF_GUESTS, MOST_OPEN_REPORTS, Moderation, ModerationCommand,
    ModerationEvent, ModerationFact, REPORTED_WITHIN_MS, Report, ReportKind, Restriction,
};
pub use person::{HOUSE, judged_by};
pub use refusal::Refusal;
pub use seek::{
    LONGEST_SEEK_MS, Seek, Seeker, SoughtChallenge, SoughtIn, Standing, UNBOUNDED_AFTER_MS, fit,
};
pub use terms::{LONGEST_INCREMENT_MS, LONGEST_MAIN_MS, QUICK, SHORTEST_MAIN_MS, Terms};
pub use variant::Variant;
