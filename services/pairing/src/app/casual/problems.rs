//! What is refused of casual play.

use outflank_access::{Kind, Problem};
use outflank_casual::{Refusal, SeekEnd, Terms};
use outflank_proto::sentence::v1::Parameter;

/// Refuses terms out of range.
///
/// # Errors
/// `main_time_out_of_range`, `increment_out_of_range`.
pub(crate) fn check_terms(terms: &Terms) -> Result<(), Problem> {
    terms.check().map_err(|refusal| refused(&refusal))
}

pub(in crate::app) fn refused(refusal: &Refusal) -> Problem {
    let kind = if refusal.is_about_the_request() {
        Kind::Invalid
    } else if *refusal == Refusal::NotYourContest {
        Kind::Forbidden
    } else {
        Kind::Refused
    };
    let (code, parameters) = (refusal.name(), Parameter::each_of(refusal.values()));
    Problem::told(kind, code, refusal.to_string(), parameters)
}

/// What whoever sought is told.
pub(super) fn seek_ended(end: &SeekEnd) -> Problem {
    match end {
        SeekEnd::Unfit(refusal) | SeekEnd::Barred(refusal) | SeekEnd::OutOfContest(refusal) => {
            refused(refusal)
        }
        SeekEnd::Seated => plays_event(),
        SeekEnd::Booked => refused(&Refusal::AlreadyBooked),
        SeekEnd::Lapsed => lapsed(),
    }
}

fn lapsed() -> Problem {
    Problem::new(
        Kind::Refused,
        "seek_lapsed",
        "A seek stands for an hour, and nobody came by then: seek again.",
    )
}

pub(super) fn plays_event() -> Problem {
    Problem::new(
        Kind::Refused,
        "plays_an_event",
        "You sit at a board of an event whose round is published; play it first.",
    )
}

pub(super) fn opponent_plays_event() -> Problem {
    Problem::new(
        Kind::Refused,
        "opponent_plays_event",
        "Your opponent sits at a board of an event now; try again when that game is over.",
    )
}

pub(super) fn contended() -> Problem {
    Problem::new(
        Kind::Conflict,
        "bookings_contended",
        "Others were booked at the same moment again and again; send the same once more.",
    )
}

pub(super) fn unknown_challenge() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_challenge",
        "There is no such challenge: it was taken back, its day is over, or its link is not whole.",
    )
}

pub(super) fn challenge_taken() -> Problem {
    Problem::new(
        Kind::Refused,
        "challenge_taken",
        "This challenge was taken up already; seek a game or challenge somebody yourself.",
    )
}

pub(super) fn too_many_challenges() -> Problem {
    Problem::new(
        Kind::TooMany,
        "too_many_challenges",
        "You have as many open challenges as one may; take one back first.",
    )
}

pub(super) fn unknown_casual_game() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_casual_game",
        "There is no such casual game here; games of events are shown with their events.",
    )
}

pub(super) fn not_your_game() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "not_your_game",
        "You did not play this game; only its players can want another after it.",
    )
}

pub(super) fn not_over() -> Problem {
    Problem::new(
        Kind::Refused,
        "not_over",
        "This game is not over; another one comes after it.",
    )
}

pub(super) fn rematch_too_late() -> Problem {
    Problem::new(
        Kind::Refused,
        "rematch_too_late",
        "This game was over long ago; challenge the opponent by a link instead.",
    )
}

pub(crate) fn unknown_account() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_account",
        "There is no such account here.",
    )
}
