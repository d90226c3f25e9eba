//! What this service refuses in its own words, and the engine's refusals as problems.

use std::collections::BTreeMap;

use outflank_access::{Kind, Problem, beginning, problem};
use outflank_journal::JournalError;
use outflank_proto::sentence::v1::{Parameter, parameter::Value};
use outflank_tournament::Refusal;

use super::naming::named;
use crate::records::{EntrantName, stored};

/// Longest beginning of an id that is said back.
const LONGEST_SAID_CHARS: usize = 64;

/// Refusals of the engine that are about the request and not about the state.
const ABOUT_THE_REQUEST: [&str; 34] = [
    "bad_federation",
    "bad_season_day",
    "season_terms_wrong",
    "acted_upon_nothing",
    "bad_tables",
    "dismissed_without_reason",
    "duties_wrong",
    "power_not_of_role",
    "start_too_late",
    "bad_residence",
    "bad_application",
    "nothing_declared",
    "bad_leg",
    "offices_wrong",
    "unknown_act",
    "nothing_in_question",
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
    "handicap_out_of_range",
    "pairing_levels_wrong",
    "tie_breaks_wrong",
    "penalties_wrong",
    "result_inconsistent",
    "bad_rounds",
    "nobody_absent",
];
/// Refusals of the engine that say that there is no such thing.
const ABSENT: [&str; 14] = [
    "unknown_complaint",
    "unknown_federation",
    "unknown_leg",
    "unknown_season",
    "unknown_duty",
    "unknown_report",
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
const ABOUT_THE_CALLER: [&str; 28] = [
    "no_entrant_here",
    "oneself",
    "own_event",
    "same_officer",
    "not_the_committee",
    "not_the_host",
    "not_the_leg_director",
    "not_a_member",
    "not_your_claim",
    "not_your_table",
    "player_of_board",
    "power_not_given",
    "sent_out",
    "own_game",
    "opponent_of_round",
    "rival_of_stage",
    "consent_needed",
    "not_your_office",
    "may_not_consent",
    "may_not_describe",
    "not_concerned",
    "may_not_note_testimony",
    "may_not_rule",
    "may_not_review",
    "may_not_appoint",
    "may_not_decide_appeal",
    "not_the_chair",
    "not_your_choice",
];

/// Refusals of the engine that pass of themselves.
const PASSING: [&str; 1] = ["moving_in"];

/// The engine's refusal as the caller sees it.
pub(crate) fn refused(refusal: &Refusal) -> Problem {
    let code = refusal.code();
    let kind = if matches!(code, "reports_wait" | "too_many_reports") {
        Kind::TooMany
    } else if ABSENT.contains(&code) {
        Kind::NotFound
    } else if ABOUT_THE_CALLER.contains(&code) {
        Kind::Forbidden
    } else if ABOUT_THE_REQUEST.contains(&code) {
        Kind::Invalid
    } else if PASSING.contains(&code) {
        Kind::Unavailable
    } else {
        Kind::Refused
    };
    let parameters = Parameter::each_of(refusal.parameters());
    Problem::told(kind, code, refusal.detail(), parameters).by_rule(refusal.rule())
}

/// The refusal to confirm an event while entrants' places in the players list are only claimed.
pub(crate) const UNCONFIRMED: &str = "listed_players_unconfirmed";

/// The refusal to do what departs from the text without a second confirmation, which tells what departs.
const DEPARTURE: &str = "departure_unconfirmed";

/// A refusal with the entrants' names in its sentence in place of their ids: the engine knows none. Of its values, those that
/// are sentences or lists for people have names too; an id by itself stays.
pub(crate) fn with_names(mut refused: Problem, names: &BTreeMap<String, EntrantName>) -> Problem {
    refused.detail = named(&refused.detail, names);
    if ![UNCONFIRMED, DEPARTURE].contains(&refused.code.as_str()) {
        return refused;
    }
    for parameter in refused.parameters().to_vec() {
        let value = match parameter.value {
            Some(Value::Texts(mut texts)) => {
                for text in &mut texts.texts {
                    *text = named(text, names);
                }
                Value::Texts(texts)
            }
            Some(Value::Text(text)) => Value::Text(named(&text, names)),
            _ => continue,
        };
        refused = refused.with(&parameter.name, value);
    }
    refused
}

pub(crate) fn founding_closed() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "founding_closed",
        "Events are founded by the administrators of this server; ask one of them.",
    )
}

pub(crate) fn no_office() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "no_office",
        "Accounts are looked for by officials of events and by those who may found one.",
    )
}

pub(crate) fn unknown_saved_rule_set() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_saved_rule_set",
        "No such saved rule set is yours or shared with you.",
    )
}

pub(crate) fn unknown_rule_set_version(version: u32, latest: u32) -> Problem {
    problem!(
        Kind::NotFound,
        "unknown_rule_set_version",
        "This saved rule set has no version {version}; its latest is {latest}.",
        version,
        latest,
    )
}

pub(crate) fn not_your_rule_set() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "not_your_rule_set",
        "Only its owner changes a saved rule set; save a copy of your own.",
    )
}

pub(crate) fn rule_set_name_taken(name: &str) -> Problem {
    problem!(
        Kind::Refused,
        "rule_set_name_taken",
        "The name {name:?} is that of a preset or of another rule set of yours, retired ones among them; choose another \
         name, or save a version of that one.",
        name,
    )
}

pub(crate) fn rule_set_retired(name: &str) -> Problem {
    problem!(
        Kind::Refused,
        "rule_set_retired",
        "The rule set {name:?} is retired; offer it again first, or take another.",
        name,
    )
}

pub(crate) fn too_many_rule_sets(most: i64) -> Problem {
    problem!(
        Kind::Refused,
        "too_many_rule_sets",
        "An account saves at most {most} rule sets; save a version of one that is there.",
        most,
    )
}

pub(crate) fn too_many_versions(most: u32) -> Problem {
    problem!(
        Kind::Refused,
        "too_many_versions",
        "A rule set has at most {most} versions; save a copy of its latest as a rule set of its own.",
        most,
    )
}

pub(crate) fn bad_rules_choice() -> Problem {
    invalid(
        "bad_rules_choice",
        "Say which rules by exactly one of a preset, a saved rule set, a tournament and a document; a version goes with a \
         saved rule set.",
    )
}

pub(crate) fn invalid(code: &str, sentence: &'static str) -> Problem {
    Problem::new(Kind::Invalid, code, sentence)
}

/// What it means to whoever asked that the journal did not append.
pub(super) fn not_appended(error: JournalError) -> Problem {
    match error {
        JournalError::OutcomeUnknown => Problem::new(
            Kind::Unavailable,
            "outcome_unknown",
            "The server stopped before it knew whether this was done; send the same command again.",
        ),
        JournalError::Closed => Problem::new(
            Kind::Unavailable,
            "stopping",
            "The server is stopping and did nothing; send the same command again.",
        ),
        error => stored(error),
    }
}

pub(crate) fn unknown_tournament(id: &str) -> Problem {
    problem!(
        Kind::NotFound,
        "unknown_tournament",
        "There is no tournament {tournament_id:?} here.",
        tournament_id = beginning(id, LONGEST_SAID_CHARS),
    )
}

pub(crate) fn unknown_round(round: u32) -> Problem {
    problem!(
        Kind::NotFound,
        "unknown_round",
        "Round {round} is not published.",
        round,
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
        "Other changes of this tournament came first for too long, so this one was not made; send the same command again.",
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
        "Only a head director of this tournament may do this.",
    )
}

pub(crate) fn not_your_seat() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "not_your_seat",
        "Only the holder of this seat, or a director for them, may do this.",
    )
}

pub(crate) fn code_of_opponent() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "opponent_of_round",
        "This seat is held, and the code for it was made by an official who plays its holder in this round; a new code \
         is needed.",
    )
}

pub(crate) fn zone_full(country: &str) -> Problem {
    problem!(
        Kind::Refused,
        "federation_numbers_used_up",
        "Every federation number for new players of {country} is taken; give the player's own.",
        country,
    )
}

pub(crate) fn federation_number_taken(number: u32) -> Problem {
    problem!(
        Kind::Refused,
        "federation_number_taken",
        "Federation number {federation_number} is on the list already; one person enters once.",
        federation_number = number,
    )
}

pub(crate) fn same_person(name: &str, country: &str) -> Problem {
    problem!(
        Kind::Refused,
        "same_person",
        "{name} of {country} is on the list already, and one person enters once; an official can enter another person of \
         that name.",
        name,
        country,
    )
}

pub(crate) fn not_its_organiser(organiser: &str) -> Problem {
    problem!(
        Kind::Forbidden,
        "not_its_organiser",
        "An event is held for {organiser} only by who is head director or organiser of another event of it, or by an \
         administrator.",
        organiser,
    )
}

pub(crate) fn not_its_leg(series: &str) -> Problem {
    problem!(
        Kind::Forbidden,
        "not_its_leg",
        "A leg of the series {series} is held by its director, by officers of its host or of the series' federation, or, \
         where no season has that series, by who is head director or organiser of another of its events.",
        series,
    )
}
