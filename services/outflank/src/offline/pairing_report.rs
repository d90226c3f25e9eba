//! What `outflank pair` answers.

use outflank_tournament::{
    Cost, PairingLevel, PlannedStage, RuleSet, Seed, StandingsRules, SwissRequest, pairing_cost,
    standings,
};
use serde::Serialize;

use super::event_file::EventFile;
use super::output;
use super::pair::Pairing;

/// The next round.
#[derive(Serialize)]
pub struct Answer {
    round: u32,
    pairings: Vec<Table>,
    /// The player with the bye; where withdrawals leave a round robin several, they are in `byes`.
    bye: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    byes: Vec<u32>,
    cost: Cost,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

#[derive(Serialize)]
struct Table {
    table: usize,
    black: u32,
    white: u32,
}

impl Answer {
    pub fn of(event: &EventFile, pairing: &Pairing, explanation: Option<Explanation>) -> Self {
        let id = |player: usize| event.entrants.get(player).map_or(0, |entrant| entrant.id);
        let byes: Vec<u32> = pairing.byes.iter().map(|&player| id(player)).collect();
        Self {
            round: pairing.round,
            pairings: pairing
                .pairs
                .iter()
                .zip(1..)
                .map(|(&(black, white), table)| Table {
                    table,
                    black: id(black),
                    white: id(white),
                })
                .collect(),
            bye: if let [one] = byes.as_slice() {
                Some(*one)
            } else {
                None
            },
            byes: if byes.len() > 1 { byes } else { Vec::new() },
            cost: pairing.cost.clone(),
            explanation,
        }
    }
}

/// Why the round is as it is.
#[derive(Serialize)]
pub struct Explanation {
    rule_set: String,
    format: String,
    /// The seed of the draw among equal pairings, as 64 hex digits.
    seed: String,
    /// The levels, each settled before the next counts.
    levels: Vec<Level>,
    tables: Vec<TableReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<ByeReason>,
}

#[derive(Serialize)]
struct Level {
    level: PairingLevel,
    meaning: &'static str,
    cost: i64,
}

#[derive(Serialize)]
struct TableReason {
    table: usize,
    black: u32,
    black_points: serde_json::Number,
    white: u32,
    white_points: serde_json::Number,
    cost: Cost,
}

#[derive(Serialize)]
struct ByeReason {
    player: u32,
    points: serde_json::Number,
    cost: Cost,
}

impl Explanation {
    pub fn of(
        event: &EventFile,
        rules: &RuleSet,
        stage: &PlannedStage,
        seed: &Seed,
        pairing: &Pairing,
    ) -> anyhow::Result<Self> {
        let swiss = matches!(stage, PlannedStage::Swiss { .. });
        let levels = if swiss { rules.levels(false) } else { &[] };
        let points = half_points(event)?;
        let points_of = |player: usize| output::halves(points.get(player).copied().unwrap_or(0));
        let id = |player: usize| event.entrants.get(player).map_or(0, |entrant| entrant.id);
        let mut left = pairing.cost.clone();
        let mut tables = Vec::with_capacity(pairing.pairs.len());
        for (&(black, white), table) in pairing.pairs.iter().zip(1..) {
            let seated = [black, white];
            let request = SwissRequest::new(&event.table, &seated, levels, seed);
            let cost = pairing_cost(&request, &[(black, white)], None)?;
            for (level, cost) in &cost {
                left.entry(*level).and_modify(|left| *left -= cost);
            }
            tables.push(TableReason {
                table,
                black: id(black),
                black_points: points_of(black),
                white: id(white),
                white_points: points_of(white),
                cost,
            });
        }
        Ok(Self {
            rule_set: rules.name.clone(),
            format: match stage {
                PlannedStage::Swiss { rounds, .. } => format!("Swiss system of {rounds} rounds"),
                PlannedStage::RoundRobin { cycles, rounds } => {
                    format!("round robin of {rounds} rounds in cycles: {cycles}")
                }
            },
            seed: seed.to_hex(),
            levels: levels
                .iter()
                .map(|&level| Level {
                    level,
                    meaning: level.meaning(),
                    cost: pairing.cost.get(&level).copied().unwrap_or(0),
                })
                .collect(),
            tables,
            // The whole less the tables is what the bye costs.
            bye: pairing.byes.first().map(|&player| ByeReason {
                player: id(player),
                points: points_of(player),
                cost: left,
            }),
        })
    }
}

fn half_points(event: &EventFile) -> anyhow::Result<Vec<i64>> {
    let rules = StandingsRules::brightwell(0, 0);
    let mut points = vec![0; event.entrants.len()];
    for standing in standings(&event.table, &rules, &[])? {
        if let Some(slot) = points.get_mut(standing.player) {
            *slot = standing.half_points;
        }
    }
    Ok(points)
}
