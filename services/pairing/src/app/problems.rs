//! What this service refuses in its own words, and the engine's refusals as problems.

use outflank_access::{Kind, Problem};
use outflank_tournament::{Parameter, Refusal};

/// Refusals of the engine that are about the request and not about the state.
const ABOUT_THE_REQUEST: [&str; 15] = [
    "bad_id",
    "bad_country",
    "bad_facts",
    "bad_date",
    "unknown_rule_set",
    "time_control_out_of_range",
    "rounds_out_of_range",
    "rule_set_out_of_range",
    "formats_incomplete",
    "finals_out_of_range",
    "finals_incomplete",
    "pairing_levels_wrong",
    "tie_breaks_wrong",
    "penalties_wrong",
    "result_inconsistent",
];
/// Refusals of the engine that say that there is no such thing.
const ABSENT: [&str; 8] = [
    "unknown_ruling",
    "unknown_protest",
    "unknown_appeal",
    "tournament_absent",
    "unknown_entrant",
    "unknown_round",
    "unknown_table",
    "unknown_official",
];

/// Refusals of the engine that are about who asks.
const ABOUT_THE_CALLER: [&str; 8] = [
    "not_concerned",
    "may_not_note_testimony",
    "may_not_rule",
    "may_not_review",
    "may_not_appoint",
    "may_not_decide_appeal",
    "not_the_chair",
    "not_your_choice",
];

/// The engine's refusal as the caller sees it.
pub(crate) fn refused(refusal: &Refusal) -> Problem {
    let code = refusal.code();
    let kind = if ABSENT.contains(&code) {
        Kind::NotFound
    } else if ABOUT_THE_CALLER.contains(&code) {
        Kind::Forbidden
    } else if ABOUT_THE_REQUEST.contains(&code) {
        Kind::Invalid
    } else {
        Kind::Refused
    };
    let problem = Problem::new(kind, code, refusal.detail()).by_rule(refusal.rule());
    let parameters = refusal.parameters().into_iter();
    parameters.fold(problem, |problem, (name, value)| match value {
        Parameter::Text(text) => problem.with(name, text),
        Parameter::Number(number) => problem.with(name, number),
        Parameter::List(items) => problem.with(name, items),
    })
}

pub(crate) fn invalid(code: &str, detail: impl Into<String>) -> Problem {
    Problem::new(Kind::Invalid, code, detail)
}

pub(crate) fn unknown_tournament(id: &str) -> Problem {
    let shown: String = id.chars().take(64).collect();
    Problem::new(
        Kind::NotFound,
        "unknown_tournament",
        format!("There is no tournament {shown:?} here."),
    )
}

pub(crate) fn unknown_round(round: u32) -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_round",
        format!("Round {round} is not published."),
    )
}

pub(crate) fn unknown_entrant(id: &str) -> Problem {
    let shown: String = id.chars().take(64).collect();
    Problem::new(
        Kind::NotFound,
        "unknown_entrant",
        format!("There is no entrant {shown:?} in this tournament."),
    )
}

pub(crate) fn unknown_match() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_match",
        "No announced game is of that match: see the announced round.",
    )
}

pub(crate) fn contended() -> Problem {
    Problem::new(
        Kind::Conflict,
        "tournament_contended",
        "Other changes of this tournament came first again and again; send the same command again.",
    )
}

pub(crate) fn coming_in() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "moving_in",
        "This event is coming in from another server just now; try again in a moment.",
    )
}

pub(crate) fn command_id_reused() -> Problem {
    Problem::new(
        Kind::Refused,
        "command_id_reused",
        "This command id was used for another command; every command needs an id of its own.",
    )
}

pub(crate) fn head_director_only() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "head_director_only",
        "Only a head director of this tournament may name its officials.",
    )
}

pub(crate) fn not_your_seat() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "not_your_seat",
        "Only the holder of this seat, or a director for them, may do this.",
    )
}

pub(crate) fn own_game() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "own_game",
        "An official cannot rule on a game of their own; another official of this tournament may.",
    )
}

pub(crate) fn zone_full(country: &str) -> Problem {
    Problem::new(
        Kind::Refused,
        "federation_numbers_used_up",
        format!(
            "Every federation number for new players of {country} is taken; give the player's own."
        ),
    )
}

pub(crate) fn federation_number_taken(number: u32) -> Problem {
    Problem::new(
        Kind::Refused,
        "federation_number_taken",
        format!("Federation number {number} is on the list already; one person enters once."),
    )
}
