//! Which stages an event has: its format, fixed by the number of entrants when round 1 is published.

mod describe;

use serde::{Deserialize, Serialize};

use crate::finals::FinalsFormat;
use crate::refusals::{Refusal, RoundsRefusal};
use crate::rule_set::{Deviation, FormatRow, RuleSet, StageFormat};

pub(crate) use describe::describe_format;
pub use describe::{FormatSentence, PlanRow, plan_table};

/// What stands for the paragraph of a format that no text sets.
pub(crate) const HOUSE: &str = "house";

/// Most entrants that one tournament takes.
pub const MAX_ENTRANTS: u32 = 1024;

/// The fewest entrants of a tournament.
pub const LEAST_ENTRANTS: u32 = 2;

/// Most rounds that a director may set for the qualification.
pub const MAX_QUALIFICATION_ROUNDS: u32 = 64;

/// The stages of one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagePlan {
    /// Number of entrants it was made for.
    pub entrants: u32,
    /// The qualification's stages in order.
    pub stages: Vec<PlannedStage>,
    /// What follows the qualification.
    pub finals: FinalsFormat,
    /// The paragraph that sets the format.
    pub rule: String,
    /// Where the plan departs from it.
    #[serde(rename = "departures")]
    pub deviations: Vec<Deviation>,
}

/// A stage with its rounds counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlannedStage {
    /// Everyone meets everyone once a cycle.
    RoundRobin {
        /// Number of cycles.
        cycles: u32,
        /// Rounds of all cycles together.
        rounds: u32,
    },
    /// A Swiss system.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// Equal points come before new opponents.
        modified: bool,
        /// The points of the stages before run on; a pair that met there reverses its colours.
        #[serde(default)]
        continues: bool,
    },
}

impl PlannedStage {
    /// Rounds of the stage.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        match self {
            Self::RoundRobin { rounds, .. } | Self::Swiss { rounds, .. } => *rounds,
        }
    }
}

impl StagePlan {
    /// Rounds of the qualification.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.stages
            .iter()
            .fold(0, |sum, stage| sum.saturating_add(stage.rounds()))
    }

    /// The plan with no more rounds than those: the last stage that is begun is shortened, and none follows it.
    #[must_use]
    pub fn shortened(mut self, rounds: u32) -> Self {
        let mut left = rounds;
        self.stages.retain_mut(|stage| {
            let (PlannedStage::RoundRobin { rounds, .. } | PlannedStage::Swiss { rounds, .. }) =
                stage;
            *rounds = left.min(*rounds);
            left -= *rounds;
            *rounds > 0
        });
        self
    }

    /// The stage of a round (from 1): its index, the stage, and the round within it (from 1).
    #[must_use]
    pub fn stage_of(&self, round: u32) -> Option<(u32, &PlannedStage, u32)> {
        let mut within = round;
        if within == 0 {
            return None;
        }
        for (index, stage) in (0_u32..).zip(&self.stages) {
            if within <= stage.rounds() {
                return Some((index, stage, within));
            }
            within -= stage.rounds();
        }
        None
    }
}

/// Rounds that one cycle of a round robin takes: N - 1 if N is even, N if odd (EGP II.4.2).
#[must_use]
pub fn full_round_robin(entrants: u32) -> u32 {
    match entrants {
        0 | 1 => 0,
        even if even.is_multiple_of(2) => even - 1,
        odd => odd,
    }
}

/// The stages for that number of entrants under the rule set.
///
/// A number of rounds set by the director makes a Swiss system below a full round robin (EGP II.4.1)
/// and whole cycles of a round robin from there; a Swiss system that is modified stays so. Where a text
/// sets another format, the plan says so.
///
/// # Errors
/// `too_few_entrants`, `too_many_entrants`, `format_unavailable` (no row of the formats), or
/// `rounds_not_whole_cycles`.
pub fn stage_plan(rules: &RuleSet, entrants: u32) -> Result<StagePlan, Refusal> {
    planned(rules, entrants).map_err(|refusal| refusal.quoting(Some(rules)))
}

fn planned(rules: &RuleSet, entrants: u32) -> Result<StagePlan, Refusal> {
    if entrants < LEAST_ENTRANTS {
        return Err(RoundsRefusal::TooFewEntrants { entrants }.into());
    }
    if entrants > MAX_ENTRANTS {
        let most = MAX_ENTRANTS;
        return Err(RoundsRefusal::TooManyEntrants { most, entrants }.into());
    }
    let row = rules
        .format(entrants)
        .ok_or_else(|| RoundsRefusal::FormatUnavailable {
            rule_set: rules.name.clone(),
            entrants,
        })?;
    let own = own_stages(row, entrants);
    let (stages, deviations) = match rules.rounds {
        None => (own, Vec::new()),
        // The text's own number of rounds is the text's own format, of however many stages.
        Some(rounds)
            if own
                .iter()
                .map(|stage| u64::from(stage.rounds()))
                .sum::<u64>()
                == u64::from(rounds) =>
        {
            (own, Vec::new())
        }
        Some(rounds) => {
            let stages = vec![stage_of_rounds(row, entrants, rounds)?];
            let deviations = rounds_deviation(rules, entrants, &own, &stages, rounds);
            (stages, deviations)
        }
    };
    Ok(StagePlan {
        entrants,
        stages,
        finals: row.finals,
        rule: row.rule.clone(),
        deviations,
    })
}

/// The director's rounds depart where a text sets the formats and has another one.
fn rounds_deviation(
    rules: &RuleSet,
    entrants: u32,
    own: &[PlannedStage],
    stages: &[PlannedStage],
    rounds: u32,
) -> Vec<Deviation> {
    let Ok(preset) = RuleSet::preset(&rules.based_on) else {
        return Vec::new();
    };
    let allowed = preset
        .formats
        .iter()
        .chain(rules.allowed_formats(&preset))
        .any(|row| row.holds(entrants) && own_stages(row, entrants) == stages);
    let Some(rule) = preset.source("formats") else {
        return Vec::new();
    };
    if own == stages || allowed {
        return Vec::new();
    }
    let detail = format!(
        "The text sets another format for {entrants} entrants; the director set {rounds} rounds."
    );
    let found = Deviation::new("rounds", Some(rule.to_owned()), detail);
    vec![found.with("entrants", entrants).with("rounds", rounds)]
}

/// What departs from the text where the qualification of that plan is cut to so many rounds, and the paragraph that
/// fixes their number; none where the house fixes it, or where the text knows a format of that many.
pub(crate) fn shortened(
    rules: &RuleSet,
    plan: &StagePlan,
    rounds: u32,
) -> (Option<String>, Vec<Deviation>) {
    let Ok(preset) = RuleSet::preset(&rules.based_on) else {
        return (None, Vec::new());
    };
    let Some(rule) = preset.source("formats").map(str::to_owned) else {
        return (None, Vec::new());
    };
    let total = |row: &FormatRow| -> u32 {
        let own = own_stages(row, plan.entrants);
        own.iter()
            .fold(0, |sum, stage| sum.saturating_add(stage.rounds()))
    };
    let allowed = preset
        .formats
        .iter()
        .chain(rules.allowed_formats(&preset))
        .any(|row| row.holds(plan.entrants) && total(row) == rounds);
    if allowed {
        return (Some(rule), Vec::new());
    }
    let planned = plan.rounds();
    let detail =
        format!("The qualification was planned with {planned} rounds and ends after {rounds}.");
    let found = Deviation::new("rounds", Some(rule.clone()), detail)
        .with("planned", planned)
        .with("rounds", rounds);
    (Some(rule), vec![found])
}

/// The format's own stages.
pub(crate) fn own_stages(row: &FormatRow, entrants: u32) -> Vec<PlannedStage> {
    row.stages
        .iter()
        .map(|stage| match *stage {
            StageFormat::RoundRobin { cycles } => round_robin(cycles, entrants),
            StageFormat::RoundRobinOrSwiss { rounds } => by_rounds(rounds, entrants),
            StageFormat::Swiss {
                rounds,
                modified,
                continues,
            } => PlannedStage::Swiss {
                rounds,
                modified,
                continues,
            },
        })
        .collect()
}

fn round_robin(cycles: u32, entrants: u32) -> PlannedStage {
    PlannedStage::RoundRobin {
        cycles,
        rounds: cycles.saturating_mul(full_round_robin(entrants)),
    }
}

/// A round robin, its last cycle cut short, where N with the bye is at most twice half of the rounds,
/// rounded up; else a Swiss system (PAPP).
fn by_rounds(rounds: u32, entrants: u32) -> PlannedStage {
    let chairs = entrants.saturating_add(entrants % 2);
    let cycle = full_round_robin(entrants);
    if cycle > 0 && chairs <= rounds.div_ceil(2).saturating_mul(2) {
        return PlannedStage::RoundRobin {
            cycles: rounds.div_ceil(cycle),
            rounds,
        };
    }
    PlannedStage::Swiss {
        rounds,
        modified: false,
        continues: false,
    }
}

fn stage_of_rounds(row: &FormatRow, entrants: u32, rounds: u32) -> Result<PlannedStage, Refusal> {
    if let Some(StageFormat::RoundRobinOrSwiss { .. }) = row.stages.first() {
        return Ok(by_rounds(rounds, entrants));
    }
    let cycle = full_round_robin(entrants);
    let modified = row
        .stages
        .iter()
        .any(|stage| matches!(stage, StageFormat::Swiss { modified: true, .. }));
    if rounds < cycle {
        return Ok(PlannedStage::Swiss {
            rounds,
            modified,
            continues: false,
        });
    }
    if rounds.is_multiple_of(cycle) {
        return Ok(round_robin(rounds / cycle, entrants));
    }
    Err(Refusal::from(RoundsRefusal::RoundsNotWholeCycles {
        rounds,
        cycle,
        entrants,
    })
    .under(paragraph(&row.rule)))
}

/// The paragraph of a format; none where the house sets it.
pub(crate) fn paragraph(rule: &str) -> Option<String> {
    (rule != HOUSE).then(|| rule.to_owned())
}
