//! The presets: one file each, every value with its source.

mod egp_2020;

use std::collections::BTreeMap;

use super::RuleSet;

type Preset = (&'static str, fn() -> RuleSet);

const PRESETS: &[Preset] = &[(egp_2020::NAME, egp_2020::rule_set)];

pub(super) fn egp_2020() -> RuleSet {
    egp_2020::rule_set()
}

pub(super) fn preset(name: &str) -> Option<RuleSet> {
    let (_, rule_set) = PRESETS.iter().find(|(known, _)| *known == name)?;
    Some(rule_set())
}

pub(super) fn names() -> Vec<&'static str> {
    PRESETS.iter().map(|(name, _)| *name).collect()
}

fn sources(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|&(key, rule)| (key.to_owned(), rule.to_owned()))
        .collect()
}
