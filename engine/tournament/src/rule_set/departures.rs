//! Where a rule set departs from the text it was copied from.

use serde::{Deserialize, Serialize};

use super::RuleSet;
use crate::finals::check_finals_format;
use crate::plan::MAX_QUALIFICATION_ROUNDS;
use crate::refusal::Refusal;
use crate::standings::BrightwellConstant;

/// A value outside the text: the event does not conform to its rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Departure {
    /// The field of the rule set, or the act.
    pub value: String,
    /// The paragraph departed from; `None` where only our preset's reading is changed.
    pub rule: Option<String>,
    /// One sentence: what the text says and what was set.
    pub detail: String,
}

/// "Games should never be played with less" (EGP IV.1).
const LEAST_EGP_MAIN_MS: i64 = 25 * 60_000;
const LONGEST_MAIN_MS: i64 = 30 * 24 * 3_600_000;
const MOST_BYE_DISCS: u32 = 64;
const MOST_BRIGHTWELL_CONSTANT: u32 = 64;

/// Checks that a rule set holds together and can be run.
///
/// # Errors
/// `unknown_rule_set`, `finals_out_of_range`, `finals_incomplete`, `time_control_out_of_range`, `rounds_out_of_range`, `rule_set_out_of_range`, or
/// `policy_unavailable`.
pub fn check_rule_set(rules: &RuleSet) -> Result<(), Refusal> {
    let preset = RuleSet::preset(&rules.based_on)?;
    for row in &rules.formats {
        check_finals_format(&row.finals)?;
    }
    for (_, control) in rules.time_controls.by_field() {
        if !(1..=LONGEST_MAIN_MS).contains(&control.main_ms()) {
            return Err(Refusal::new(
                "time_control_out_of_range",
                format!(
                    "A main time of {} ms cannot be used; it must be between 1 ms and 30 days.",
                    control.main_ms()
                ),
            ));
        }
    }
    if let Some(rounds) = rules.rounds
        && !(1..=MAX_QUALIFICATION_ROUNDS).contains(&rounds)
    {
        return Err(Refusal::new(
            "rounds_out_of_range",
            format!("{rounds} rounds cannot be played; set 1 to {MAX_QUALIFICATION_ROUNDS}."),
        ));
    }
    if rules.scoring.bye_discs > MOST_BYE_DISCS
        || constant(rules) > MOST_BRIGHTWELL_CONSTANT
        || rules.round_notice_ms < 0
        || rules.round_notice_ms > LONGEST_MAIN_MS
    {
        return Err(Refusal::new(
            "rule_set_out_of_range",
            "Bye discs and the constant C go from 0 to 64, and the notice of a round from 0 to 30 days.",
        ));
    }
    if rules.default_policy != preset.default_policy
        || rules.absence_policy != preset.absence_policy
        || rules.pass_policy != preset.pass_policy
        || rules.pairing != preset.pairing
        || rules.ranking != preset.ranking
        || rules.version != preset.version
    {
        return Err(Refusal::new(
            "policy_unavailable",
            format!(
                "Policies, pairing levels and tie-breaks other than those of {} version {} \
                 cannot be run yet; leave them as the preset has them.",
                preset.name, preset.version
            ),
        ));
    }
    Ok(())
}

/// Every value that departs from the preset's text. The number of rounds is judged by
/// [`stage_plan`](crate::stage_plan), which knows the entrants.
#[must_use]
pub fn departures(rules: &RuleSet) -> Vec<Departure> {
    let Ok(preset) = RuleSet::preset(&rules.based_on) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut note = |value: &str, detail: String| {
        found.push(Departure {
            value: value.to_owned(),
            rule: preset.sources.get(value).cloned(),
            detail,
        });
    };
    if rules.formats != preset.formats {
        let without = rules.formats.iter().any(|row| row.finals.is_none());
        if without {
            note(
                "finals",
                "The text ends with a final and a game for third place; none are played."
                    .to_owned(),
            );
        }
    }
    for (field, control) in rules.time_controls.by_field() {
        let main_ms = control.main_ms();
        if main_ms < LEAST_EGP_MAIN_MS {
            note(
                field,
                format!("The text allows no less than 25 minutes a player; {main_ms} ms are set."),
            );
        }
    }
    if rules.scoring.brightwell_constant != preset.scoring.brightwell_constant {
        note(
            "scoring.brightwell_constant",
            format!(
                "The text sets C = {}; C = {} is set.",
                constant(&preset),
                constant(rules)
            ),
        );
    }
    if rules.season != preset.season {
        note(
            "season",
            "The points of a season differ from the text's.".to_owned(),
        );
    }
    found
}

fn constant(rules: &RuleSet) -> u32 {
    match rules.scoring.brightwell_constant {
        BrightwellConstant::Fixed { constant } => constant,
        other => other.value(11, 64),
    }
}
