//! The preset `club`: defaults for an online evening; no text binds it.

use super::super::{AbsencePolicy, RuleSet, TimeControl, TimeControls};
use super::{Preset, house_defaults};
use crate::rule_set::reading_texts::HOUSE_READINGS;

const NAME: &str = "club";

const NO_SHOW_LIMIT_MS: i64 = 15 * 60_000;

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "Club evening",
    rule_set,
    readings: HOUSE_READINGS,
};

fn rule_set() -> RuleSet {
    RuleSet {
        time_controls: TimeControls::all(TimeControl::minutes(15)),
        absence_policy: AbsencePolicy::Limit {
            after_ms: NO_SHOW_LIMIT_MS,
        },
        premoves: true,
        ..house_defaults(NAME)
    }
}
