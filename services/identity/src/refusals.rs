//! What this service refuses, in its own words.

use outflank_access::{Kind, Problem, problem};
use outflank_journal::StoreFailure;

const HOUR_S: u64 = 60 * 60;

pub(crate) fn wrong_credentials() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "wrong_credentials",
        "This login and password do not belong together.",
    )
}

pub(crate) fn wrong_password() -> Problem {
    Problem::new(
        Kind::Refused,
        "wrong_password",
        "This is not the account's password. Nothing changed.",
    )
}

pub(crate) fn no_password() -> Problem {
    invalid(
        "password_required",
        "An API key outlives its maker's session: send the password of the account you are signed in with as `password`.",
    )
}

pub(crate) fn too_many_guesses(retry_after_s: u64) -> Problem {
    problem!(
        Kind::TooMany,
        "too_many_requests",
        "Too many wrong passwords: wait {retry_after_s} s, or sign in where you have signed in before.",
        retry_after_s,
    )
}

pub(crate) fn common_password() -> Problem {
    invalid(
        "common_password",
        "This password is among those that are guessed early: take several words, or a sentence.",
    )
}

pub(crate) fn password_tells_name() -> Problem {
    invalid(
        "common_password",
        "A password does not contain the account's login or name: take several other words, or a sentence.",
    )
}

pub(crate) fn refresh_raced() -> Problem {
    Problem::new(
        Kind::Conflict,
        "refresh_raced",
        "This refresh token was traded a moment ago: use the tokens that came of it, or try again in 2 s.",
    )
}

pub(crate) fn login_taken(login: &str) -> Problem {
    problem!(
        Kind::Refused,
        "login_taken",
        "The login {login} is taken: choose another, or sign in.",
        login,
    )
}

/// What a failure to write a login means to who asked: it is somebody else's, or the store failed.
pub(crate) fn login_not_written(error: sqlx::Error, login: &str) -> Problem {
    match error.as_database_error() {
        Some(violated) if violated.is_unique_violation() => login_taken(login),
        _ => stored(error),
    }
}

pub(crate) fn account_has_login() -> Problem {
    Problem::new(
        Kind::Refused,
        "account_has_login",
        "This account has a login already: sign in with that, and change its password where it is to be another.",
    )
}

pub(crate) fn people_only() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "people_only",
        "Programs and house bots have no login: a program speaks by API keys, which its operator makes.",
    )
}

pub(crate) fn wrong_administrator_code() -> Problem {
    Problem::new(
        Kind::Refused,
        "wrong_administrator_code",
        "This administrator link is not good: it works once, and the newest one printed is the right one.",
    )
}

pub(crate) fn session_ended() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "session_ended",
        "This session has ended: sign in again, or ask the director for a new seat link.",
    )
}

pub(crate) fn session_reused() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "session_revoked",
        "A refresh token was used twice, so the session was ended: sign in again.",
    )
}

pub(crate) fn unknown_code() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_seat_code",
        "This seat code is not known or no longer good: ask the director for a new one.",
    )
}

pub(crate) fn used_code() -> Problem {
    Problem::new(
        Kind::Refused,
        "seat_code_used",
        "This seat code was used before: ask the director for a new one.",
    )
}

pub(crate) fn event_away() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "unavailable",
        "Whether the event gives you this seat cannot be asked just now; try again in a moment.",
    )
}

pub(crate) fn no_scope() -> Problem {
    invalid(
        "invalid_scope",
        "A key is made for one or more of the scopes `read`, `play` and `direct`.",
    )
}

pub(crate) fn too_many_programs(most: i64) -> Problem {
    problem!(
        Kind::Refused,
        "too_many_programs",
        "One person operates {most} programs at most.",
        most,
    )
}

pub(crate) fn renamed_too_often(most: i64, retry_after_s: u64) -> Problem {
    problem!(
        Kind::TooMany,
        "renamed_too_often",
        "An account takes {most} new names within 24 hours at most: try again in {hours} h.",
        most,
        hours = retry_after_s.div_ceil(HOUR_S),
    )
    .with("retry_after_s", retry_after_s)
}

pub(crate) fn too_many_keys(most: i64) -> Problem {
    problem!(
        Kind::Refused,
        "too_many_api_keys",
        "An account has {most} good keys at most: revoke one first.",
        most,
    )
}

pub(crate) fn not_your_program() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_program",
        "This is neither your own account nor a program of yours.",
    )
}

pub(crate) fn unknown_key() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_api_key",
        "Neither you nor a program of yours has a key with this id.",
    )
}

pub(crate) fn refused_key() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "api_key_refused",
        "This API key is unknown, has ended or was revoked: its operator can make another.",
    )
}

pub(crate) fn bad_push_subscription() -> Problem {
    invalid(
        "bad_push_subscription",
        "This is no subscription of a browser's: send its endpoint, an https address, its keys p256dh and auth in base64url, \
         and a language of two letters, in a session of that browser.",
    )
}

pub(crate) fn invalid(code: &str, sentence: &'static str) -> Problem {
    Problem::new(Kind::Invalid, code, sentence)
}

/// What a store's failure means to who asked.
pub(crate) fn stored(error: impl StoreFailure) -> Problem {
    let away = error.is_away();
    Problem::stored(error, away)
}
