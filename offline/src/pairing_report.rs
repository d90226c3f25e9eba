//! What `outflank pair` answers.

use std::collections::BTreeMap;

use outflank_tournament::{
    BoardExplanation, BoardOf, Cost, PairingLevel, PairingRequest, RuleSet, Seed, StandingsRules,
    SwissPairing, explain_round, judge_pairing, standings,
};
use serde::Serialize;

use super::event_file::EventFile;
use super::output;
use super::pair::{Pairing, by_penalties};

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
    /// The sum of PAPP's penalties, where the rule set pairs by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    papp_cost: Option<i64>,
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
    pub fn of(
        event: &EventFile,
        rules: &RuleSet,
        pairing: Pairing,
        explanation: Option<Explanation>,
    ) -> Self {
        let byes: Vec<u32> = pairing
            .byes
            .iter()
            .map(|&player| id(event, player))
            .collect();
        let penalties = pairing.cost.get(&PairingLevel::Penalties).copied();
        Self {
            round: pairing.round,
            pairings: tables(event, &pairing.pairs),
            bye: if let [one] = byes.as_slice() {
                Some(*one)
            } else {
                None
            },
            byes: if byes.len() > 1 { byes } else { Vec::new() },
            papp_cost: penalties.filter(|_| by_penalties(rules)),
            cost: pairing.cost,
            explanation,
        }
    }
}

fn id(event: &EventFile, player: usize) -> u32 {
    event.entrants.get(player).map_or(0, |entrant| entrant.id)
}

fn tables(event: &EventFile, pairs: &[(usize, usize)]) -> Vec<Table> {
    pairs
        .iter()
        .zip(1..)
        .map(|(&(black, white), table)| Table {
            table,
            black: id(event, black),
            white: id(event, white),
        })
        .collect()
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
    #[serde(flatten)]
    reason: Option<Reason>,
}

#[derive(Serialize)]
struct ByeReason {
    player: u32,
    points: serde_json::Number,
    cost: Cost,
    #[serde(flatten)]
    reason: Option<Reason>,
}

/// Why a board is part of the round.
#[derive(Serialize)]
struct Reason {
    /// The level that decided against the best pairing without the board; none where the draw did, or
    /// where there is no other pairing.
    bound: Option<PairingLevel>,
    /// The best pairing of the round without the board.
    alternative: Option<Alternative>,
    sentence: String,
}

#[derive(Serialize)]
struct Alternative {
    pairings: Vec<Table>,
    bye: Option<u32>,
    cost: Cost,
    /// What it costs more, by level.
    difference: Cost,
}

impl Explanation {
    /// A round paired by levels or penalties: what each board costs, and the best pairing without it.
    pub fn of_swiss(
        event: &EventFile,
        format: &str,
        request: &PairingRequest<'_>,
        pairing: &Pairing,
    ) -> anyhow::Result<Self> {
        let reasons = explain_round(request)?;
        let mut explanation = Self::bare(event, &event.rules.name, format, request.seed, pairing)?;
        explanation.levels = levels(request, &pairing.cost);
        let mut left = pairing.cost.clone();
        for (table, &(black, white)) in explanation.tables.iter_mut().zip(&pairing.pairs) {
            let board = PairingRequest {
                present: &[black, white],
                ..*request
            };
            table.cost = judge_pairing(&board, &[(black, white)], None, &BTreeMap::new())?.cost;
            for (level, cost) in &table.cost {
                left.entry(*level).and_modify(|left| *left -= cost);
            }
            table.reason = reasons
                .iter()
                .find(|reason| reason.board == BoardOf::Pair(black, white))
                .map(|reason| Reason::of(event, reason));
        }
        if let (Some(bye), Some(&player)) = (&mut explanation.bye, pairing.byes.first()) {
            // The whole less the tables is what the bye costs.
            bye.cost = left;
            bye.reason = reasons
                .iter()
                .find(|reason| reason.board == BoardOf::Bye(player))
                .map(|reason| Reason::of(event, reason));
        }
        Ok(explanation)
    }

    /// A round of a round robin, which its table gives.
    pub fn of_round_robin(
        event: &EventFile,
        rule_set: &str,
        format: &str,
        seed: &Seed,
        pairing: &Pairing,
    ) -> anyhow::Result<Self> {
        Self::bare(event, rule_set, format, seed, pairing)
    }

    fn bare(
        event: &EventFile,
        rule_set: &str,
        format: &str,
        seed: &Seed,
        pairing: &Pairing,
    ) -> anyhow::Result<Self> {
        let points = half_points(event)?;
        let points_of = |player: usize| output::halves(points.get(player).copied().unwrap_or(0));
        let tables = pairing
            .pairs
            .iter()
            .zip(1..)
            .map(|(&(black, white), table)| TableReason {
                table,
                black: id(event, black),
                black_points: points_of(black),
                white: id(event, white),
                white_points: points_of(white),
                cost: Cost::new(),
                reason: None,
            });
        Ok(Self {
            rule_set: rule_set.to_owned(),
            format: format.to_owned(),
            seed: seed.to_hex(),
            levels: Vec::new(),
            tables: tables.collect(),
            bye: pairing.byes.first().map(|&player| ByeReason {
                player: id(event, player),
                points: points_of(player),
                cost: Cost::new(),
                reason: None,
            }),
        })
    }
}

impl Reason {
    fn of(event: &EventFile, found: &BoardExplanation) -> Self {
        // The table pads the numbers, so that their order is that of the texts.
        let sentence = event
            .table
            .players
            .iter()
            .zip(&event.entrants)
            .fold(found.sentence.clone(), |sentence, (player, entrant)| {
                sentence.replace(&player.id, &entrant.id.to_string())
            });
        Self {
            bound: found.bound,
            alternative: found
                .alternative
                .as_ref()
                .map(|other| Alternative::of(event, other, &found.difference)),
            sentence,
        }
    }
}

impl Alternative {
    fn of(event: &EventFile, other: &SwissPairing, difference: &Cost) -> Self {
        Self {
            pairings: tables(event, &other.pairs),
            bye: other.bye.map(|player| id(event, player)),
            cost: other.cost.clone(),
            difference: difference.clone(),
        }
    }
}

/// The levels that the round was paired by, first to last.
fn levels(request: &PairingRequest<'_>, cost: &Cost) -> Vec<Level> {
    let levels = request.levels();
    let levels = levels.iter().copied();
    levels
        .map(|level| Level {
            level,
            meaning: level.meaning(),
            cost: cost.get(&level).copied().unwrap_or(0),
        })
        .collect()
}

fn half_points(event: &EventFile) -> anyhow::Result<Vec<i64>> {
    let rules = StandingsRules::brightwell(0, 0);
    let mut points = vec![0; event.entrants.len()];
    for standing in standings(&event.table, &rules, &[])? {
        if let Some(slot) = points.get_mut(standing.player) {
            *slot = standing.half_points.0;
        }
    }
    Ok(points)
}
