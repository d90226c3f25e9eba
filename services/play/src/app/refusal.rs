//! What this service refuses, and how the journal's failures are told.

use outflank_access::{Kind, Problem, beginning, problem};
use outflank_journal::{JournalError, StoreFailure};
use outflank_othello::{
    Refusal,
    transcript::{IllegalReason, Token, TranscriptError},
};
use outflank_proto::sentence::v1::Parameter;

/// Longest beginning of a square's name that is said back.
const LONGEST_SAID_CHARS: usize = 8;

pub(crate) fn by_rules(refusal: &Refusal) -> Problem {
    let (code, parameters) = (refusal.code.as_str(), refusal.parameters());
    let parameters = Parameter::each_of(parameters);
    Problem::told(Kind::Refused, code, refusal.detail(), parameters).by_rule(refusal.rule())
}

pub(crate) fn unknown_game() -> Problem {
    Problem::new(Kind::NotFound, "unknown_game", "There is no such game.")
}

pub(crate) fn malformed_square(text: &str) -> Problem {
    problem!(
        Kind::Invalid,
        "malformed_square",
        "{square:?} is not a square: a square is a letter a to h and a digit 1 to 8, such as f5.",
        square = beginning(text, LONGEST_SAID_CHARS),
    )
}

pub(crate) fn playing_now(game_id: &str) -> Problem {
    problem!(
        Kind::Refused,
        "playing_now",
        "A game of yours is under way, {game_id}: replays, graphs and trial moves are open to you when it is over.",
        game_id,
    )
    .by_rule(Some("WOC I.4.2"))
}

pub(crate) fn board_hidden() -> Problem {
    Problem::new(
        Kind::Refused,
        "board_hidden",
        "A call for the director holds the clocks: until play goes on, nobody but the officials sees the board.",
    )
}

pub(crate) fn unknown_ply(ply: u32, last: u32) -> Problem {
    problem!(
        Kind::NotFound,
        "unknown_ply",
        "Ply {ply} is not there: what you may see of this game ends with ply {last}.",
        ply,
        last,
    )
}

pub(crate) fn malformed_moves(error: &TranscriptError) -> Problem {
    problem!(
        Kind::Invalid,
        "malformed_moves",
        "Moves are written as f5d6c3; at character {column} stands {found:?}.",
        column = u64::try_from(error.column).unwrap_or(u64::MAX),
        found = beginning(&error.found, LONGEST_SAID_CHARS),
    )
}

pub(crate) fn illegal_trial(ply: u32, token: Token, reason: IllegalReason) -> Problem {
    problem!(
        Kind::Refused,
        "illegal_trial",
        "{played} cannot be played as ply {ply}: {why}.",
        played = token.to_string(),
        ply,
        why = reason.to_string(),
    )
}

pub(crate) fn malformed_command_id(most: usize) -> Problem {
    problem!(
        Kind::Invalid,
        "malformed_command_id",
        "A command id has 1 to {most} characters.",
        most,
    )
}

pub(crate) fn too_busy() -> Problem {
    Problem::new(
        Kind::Conflict,
        "conflict",
        "Other changes came first too often. Nothing changed; try again.",
    )
}

pub(crate) fn seat_taken() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "not_your_seat",
        "This seat has passed to another account. Nothing changed.",
    )
}

pub(crate) fn journal(error: &JournalError) -> Problem {
    match error {
        JournalError::OutcomeUnknown => Problem::new(
            Kind::Unavailable,
            "outcome_unknown",
            "Whether this was done is not known: send the same command again with the same id.",
        ),
        JournalError::Closed => Problem::new(
            Kind::Unavailable,
            "shutting_down",
            "The server is going down. Nothing changed; try again.",
        ),
        error => stored(error),
    }
}

/// What a store's failure means to who asked.
pub(crate) fn stored(error: impl StoreFailure) -> Problem {
    let away = error.is_away();
    Problem::stored(error, away)
}

pub(crate) fn command_id_reused() -> Problem {
    Problem::new(
        Kind::Refused,
        "command_id_reused",
        "This command id was used for another command at this table: every command needs one of its own.",
    )
}

/// The refusal of an official's act by who he is or what he has at stake.
pub(crate) fn by_interest(refusal: &outflank_tournament::Refusal) -> Problem {
    let (code, parameters) = (refusal.code(), Parameter::each_of(refusal.parameters()));
    Problem::told(Kind::Forbidden, code, refusal.detail(), parameters).by_rule(refusal.rule())
}
