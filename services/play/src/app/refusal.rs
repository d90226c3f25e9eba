//! What this service refuses, and how the journal's failures are told.

use outflank_access::{Kind, Problem};
use outflank_journal::{JournalError, StoreFailure};
use outflank_othello::{Refusal, refusal::Parameter};

pub(crate) fn by_rules(refusal: &Refusal) -> Problem {
    let problem = Problem::new(Kind::Refused, refusal.code.as_str(), refusal.detail())
        .by_rule(refusal.rule());
    let parameters = refusal.parameters().into_iter();
    parameters.fold(problem, |problem, (name, value)| match value {
        Parameter::Text(text) => problem.with(name, text),
        Parameter::Number(number) => problem.with(name, number),
        Parameter::List(items) => problem.with(name, items),
    })
}

pub(crate) fn unknown_game() -> Problem {
    Problem::new(Kind::NotFound, "unknown_game", "There is no such game.")
}

pub(crate) fn malformed_square(text: &str) -> Problem {
    let shown: String = text.chars().take(8).collect();
    Problem::new(
        Kind::Invalid,
        "malformed_square",
        format!(
            "{shown:?} is not a square: a square is a letter a to h and a digit 1 to 8, such as f5."
        ),
    )
}

pub(crate) fn malformed_command_id() -> Problem {
    Problem::new(
        Kind::Invalid,
        "malformed_command_id",
        "A command id has 1 to 64 characters.",
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
        Kind::Invalid,
        "command_id_reused",
        "This command id was used for another command at this table: every command needs one of its own.",
    )
}

pub(crate) fn own_game(needs_consent: bool) -> Problem {
    let detail = if needs_consent {
        "You are the only director, but this is your own game: you may rule on it once your opponent has called for the director."
    } else {
        "An official cannot rule on a game of their own; another official of this tournament may."
    };
    Problem::new(Kind::Forbidden, "own_game", detail)
}
