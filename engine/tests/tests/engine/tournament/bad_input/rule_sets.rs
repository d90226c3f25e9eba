//! Spoiled rule sets through everything that reads one.

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme_u32, spoiled};
use crate::tournament::bad_input::watch;
use crate::tournament::support::Numbers;

/// A preset, spoiled where it can still be read.
pub fn odd_rule_set(numbers: &mut Numbers) -> RuleSet {
    let names = RuleSet::preset_names();
    let preset = RuleSet::preset(names[numbers.index(names.len())]).unwrap();
    spoiled(&preset, numbers).unwrap_or(preset)
}

fn case(run: u32) {
    let mut numbers = Numbers::new("odd rule sets", run);
    let rules = odd_rule_set(&mut numbers);
    let checked = check_rule_set(&rules);
    if let Err(refusal) = &checked {
        assert!(refusal.detail().ends_with('.'), "{refusal:?}");
    }
    let _ = (deviations(&rules), readings(&rules), plan_table(&rules));
    let _ = (rules.levels(true), rules.levels(false));
    for key in ["", ".", "time_controls.final.x.y", "formats"] {
        let _ = rules.source(key);
    }
    let entrants = [0, 1, 2, 3, 9, 10, 1024, 1025, extreme_u32(&mut numbers)];
    for entrants in entrants {
        let _ = rules.standings_rules(entrants, extreme_u32(&mut numbers));
        let planned = stage_plan(&rules, entrants);
        match planned {
            Ok(plan) => read_plan(&mut numbers, &plan, checked.is_ok()),
            Err(refusal) => assert!(refusal.detail().ends_with('.'), "{refusal:?}"),
        }
    }
}

fn read_plan(numbers: &mut Numbers, plan: &StagePlan, checked: bool) {
    assert!(!plan.describe().is_empty() || !checked);
    let rounds = plan.rounds();
    for round in [0, 1, rounds, rounds.saturating_add(1), extreme_u32(numbers)] {
        let stage = plan.stage_of(round);
        assert_eq!(stage.is_some(), (1..=rounds).contains(&round), "{plan:?}");
    }
}

#[test]
fn odd_rule_sets_are_checked_and_planned() {
    watch::cases("odd rule sets", 1_500, case);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_rule_sets() {
    watch::budget("odd rule sets", case);
}
