//! `outflank rule-sets [NAME]`.

use outflank_tournament::RuleSet;
use serde::Serialize;

use super::exit::{Exit, OrMisuse as _};
use crate::arguments;

#[derive(Serialize)]
struct RuleSetRow {
    name: &'static str,
    version: u32,
    /// The criteria of the list, first to last.
    ranking: Vec<String>,
}

pub fn run(args: &arguments::RuleSets) -> anyhow::Result<Exit> {
    if let Some(name) = &args.name {
        args.answer.print(&RuleSet::preset(name).or_misuse()?)?;
        return Ok(Exit::Good);
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
    args.answer.print(&lines)?;
    Ok(Exit::Good)
}
