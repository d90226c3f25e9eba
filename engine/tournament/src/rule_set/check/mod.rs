//! Whether a rule set holds together and can be run.

mod bounds;
mod formats;
mod pairing;
mod people;
mod tables;
mod timetable;

use super::RuleSet;
use crate::refusals::Refusal;

use bounds::out_of_range;
use formats::check_formats;
use pairing::{check_pairing, check_ranking, check_scoring};
use people::{check_duties, check_money, check_people};
use tables::{check_conduct, check_times, check_variant};
use timetable::check_timetable;

pub(super) use bounds::{check_text, within};
pub use tables::check_time_control;

const MOST_SOURCES: usize = 512;

/// Checks that a rule set holds together and can be run.
///
/// # Errors
/// `unknown_rule_set`, `formats_incomplete`, `finals_out_of_range`, `finals_incomplete`,
/// `time_control_out_of_range`, `rounds_out_of_range`, `rule_set_out_of_range`, `pairing_levels_wrong`,
/// `wrong_penalties`, `tie_breaks_wrong`, `penalties_wrong`, `offices_wrong` or `duties_wrong`, each for the first fault
/// found.
pub fn check_rule_set(rules: &RuleSet) -> Result<(), Refusal> {
    RuleSet::preset(&rules.based_on)?;
    check_text("the rule set's name", &rules.name)?;
    check_formats(rules)?;
    check_times(rules)?;
    check_timetable(rules)?;
    check_conduct(rules)?;
    check_variant(rules)?;
    check_scoring(rules)?;
    check_pairing(rules)?;
    check_ranking(rules)?;
    check_people(rules)?;
    check_money(rules)?;
    check_duties(rules)?;
    if rules.sources.len() > MOST_SOURCES {
        return Err(out_of_range("the number of sources", &0, &MOST_SOURCES));
    }
    for (key, source) in &rules.sources {
        check_text("a source's field", key)?;
        check_text("a source", source)?;
    }
    Ok(())
}
