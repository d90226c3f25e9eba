//! `outflank rule-sets [NAME]`.

use outflank_tournament::RuleSet;
use serde::Serialize;

use super::{Verdict, output};
use crate::arguments;

#[derive(Serialize)]
struct RuleSetRow {
    name: &'static str,
    version: u32,
    /// The criteria of the list, first to last.
    ranking: Vec<String>,
}

pub fn run(args: &arguments::RuleSets) -> anyhow::Result<Verdict> {
    if let Some(name) = &args.name {
        output::json(&RuleSet::preset(name)?)?;
        return Ok(Verdict::Good);
    }
    let mut lines = Vec::new();
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name)?;
        lines.push(RuleSetRow {
            name,
            version: rules.version,
            ranking: rules
                .ranking
                .tie_breaks
                .iter()
                .map(|criterion| criterion.short_name())
                .collect(),
        });
    }
    output::json(&lines)?;
    Ok(Verdict::Good)
}
