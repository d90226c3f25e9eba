//! `outflank plan`: the stages of an event before it is played.

use outflank_tournament::{Deviation, FinalsFormat, PlannedStage, RuleSet, stage_plan};
use serde::Serialize;

use super::{
    exit::{Exit, OrMisuse as _},
    output, sentence,
};
use crate::arguments;

#[derive(Serialize)]
struct Answer {
    rule_set: String,
    entrants: u32,
    /// Rounds of the qualification.
    rounds: u32,
    /// The paragraph that sets the format.
    rule: String,
    stages: Vec<Stage>,
    finals: FinalsFormat,
    deviations: Vec<Deviation>,
}

#[derive(Serialize)]
struct Stage {
    first_round: u32,
    last_round: u32,
    #[serde(flatten)]
    stage: PlannedStage,
}

pub fn run(args: &arguments::Plan) -> anyhow::Result<Exit> {
    let rules = RuleSet {
        rounds: args.rounds,
        ..RuleSet::preset(&args.rule_set).or_misuse()?
    };
    let plan = match stage_plan(&rules, args.entrants) {
        Ok(plan) => plan,
        Err(refusal) => {
            output::note(&sentence(&refusal));
            return Ok(Exit::Findings);
        }
    };
    let rounds = plan.rounds();
    let mut before = 0_u32;
    let stages = plan.stages.into_iter().map(|stage| {
        let first_round = before.saturating_add(1);
        before = before.saturating_add(stage.rounds());
        Stage {
            first_round,
            last_round: before,
            stage,
        }
    });
    args.answer.print(&Answer {
        rule_set: rules.name,
        entrants: plan.entrants,
        rounds,
        rule: plan.rule,
        stages: stages.collect(),
        finals: plan.finals,
        deviations: plan.deviations,
    })?;
    Ok(Exit::Good)
}
