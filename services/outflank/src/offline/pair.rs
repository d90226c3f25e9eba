//! `outflank pair FILE.ELO`.

use std::collections::BTreeSet;

use outflank_formats::elo::FirstColour;
use outflank_tournament::{
    Cost, Draw, PlannedStage, Refusal, RoundRobinTable, RuleSet, Seed, SwissRequest,
    chairs_from_first_round, pair_swiss, round_robin_round, stage_plan,
};

use super::event_file::{EventFile, with_event};
use super::pairing_report::{Answer, Explanation};
use super::{Verdict, output};
use crate::cli;

/// A round as it was paired; indexes are those of the entrants.
pub struct Pairing {
    pub round: u32,
    pub pairs: Vec<(usize, usize)>,
    pub byes: Vec<usize>,
    pub cost: Cost,
}

pub fn run(args: &cli::Pair) -> anyhow::Result<Verdict> {
    with_event(&args.event, |event| pair(args, event))
}

fn pair(args: &cli::Pair, event: &EventFile) -> anyhow::Result<Verdict> {
    match next_round(event, args) {
        Ok((pairing, stage, rules)) => {
            let seed = seed(args.seed);
            let explanation = if args.explain {
                Some(Explanation::of(event, &rules, &stage, &seed, &pairing)?)
            } else {
                None
            };
            output::json(&Answer::of(event, &pairing, explanation))?;
            Ok(Verdict::of(event.findings))
        }
        Err(why) => {
            output::note(&format!("{}: {why}", args.event.file.display()));
            Ok(Verdict::Findings)
        }
    }
}

/// The seed of a number given on the command line: its 8 bytes at the end of 32.
fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    for (byte, given) in bytes.iter_mut().skip(24).zip(number.to_be_bytes()) {
        *byte = given;
    }
    Seed(bytes)
}

/// The next round, the stage it belongs to and the rules in force, or the sentence why there is none.
fn next_round(
    event: &EventFile,
    args: &cli::Pair,
) -> Result<(Pairing, PlannedStage, RuleSet), String> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let rules = RuleSet {
        rounds: args.rounds,
        ..event.rules.clone()
    };
    let plan =
        stage_plan(&rules, count(event.entrants.len())).map_err(|refusal| sentence(&refusal))?;
    for departure in &plan.departures {
        output::note(&departure.detail);
    }
    let round = count(event.rounds.len()).saturating_add(1);
    let Some((_, stage, within)) = plan.stage_of(round) else {
        return Err(format!(
            "all {} rounds have been played; nothing is left to pair",
            plan.rounds()
        ));
    };
    let pairing = match stage {
        PlannedStage::Swiss { .. } => swiss(event, &rules, round, &seed(args.seed))?,
        PlannedStage::RoundRobin { .. } => round_robin(event, round, within, &seed(args.seed))?,
    };
    Ok((pairing, stage.clone(), rules))
}

fn sentence(refusal: &Refusal) -> String {
    match &refusal.rule {
        Some(rule) => format!("{} ({rule})", refusal.detail),
        None => refusal.detail.clone(),
    }
}

fn swiss(event: &EventFile, rules: &RuleSet, round: u32, seed: &Seed) -> Result<Pairing, String> {
    let present = event.present();
    let request = SwissRequest::new(&event.table, &present, rules.levels(false), seed);
    let pairing = pair_swiss(&request).map_err(|error| error.to_string())?;
    Ok(Pairing {
        round,
        pairs: pairing.pairs,
        byes: pairing.bye.into_iter().collect(),
        cost: pairing.cost,
    })
}

fn round_robin(event: &EventFile, round: u32, within: u32, seed: &Seed) -> Result<Pairing, String> {
    let chairs = chairs(event, seed)?;
    let players = u32::try_from(chairs.len()).unwrap_or(u32::MAX);
    let at = |chair: u32| chairs.get(chair as usize).copied();
    let mut pairing = Pairing {
        round,
        pairs: Vec::new(),
        byes: Vec::new(),
        cost: Cost::new(),
    };
    let withdrew = |player: usize| {
        event
            .table
            .players
            .get(player)
            .is_none_or(|player| player.withdrew)
    };
    let seats = round_robin_round(RoundRobinTable::Circle, players, within);
    pairing
        .byes
        .extend(seats.bye.and_then(at).filter(|player| !withdrew(*player)));
    for (black, white) in seats.pairs {
        let (Some(black), Some(white)) = (at(black), at(white)) else {
            continue;
        };
        match (withdrew(black), withdrew(white)) {
            (false, false) => pairing.pairs.push((black, white)),
            // The chair of a player who withdrew is a bye.
            (false, true) => pairing.byes.push(black),
            (true, false) => pairing.byes.push(white),
            (true, true) => {}
        }
    }
    Ok(pairing)
}

/// Who sits on which chair: by the order of round 1's lines, or by lot before it; refused if a later
/// round was played on other chairs.
fn chairs(event: &EventFile, seed: &Seed) -> Result<Vec<usize>, String> {
    let Some(first) = event.table.rounds.first() else {
        let mut chairs: Vec<usize> = (0..event.entrants.len()).collect();
        chairs.sort_by_key(|&player| event.entrants.get(player).map(|entrant| entrant.id));
        Draw::new(seed, "chairs 0").shuffle(&mut chairs);
        return Ok(chairs);
    };
    let pairs: Vec<(usize, usize)> = first
        .games
        .iter()
        .map(|game| (game.black, game.white))
        .collect();
    let chairs = chairs_from_first_round(
        RoundRobinTable::Circle,
        &pairs,
        first.byes.first().copied(),
    )
    .filter(|chairs| chairs.len() == event.entrants.len())
    .ok_or(
        "round 1 does not pair every entrant, so the chairs of the round robin cannot be told",
    )?;
    for ((table, lines), number) in event.table.rounds.iter().zip(&event.rounds).zip(1_u32..) {
        let seats = round_robin_round(
            RoundRobinTable::Circle,
            u32::try_from(chairs.len()).unwrap_or(u32::MAX),
            number,
        );
        let at = |chair: u32| chairs.get(chair as usize).copied();
        let expected: BTreeSet<_> = seats
            .pairs
            .iter()
            .map(|&(black, white)| (at(black), at(white)))
            .collect();
        for (game, line) in table.games.iter().zip(lines) {
            let as_played = expected.contains(&(Some(game.black), Some(game.white)));
            let turned = expected.contains(&(Some(game.white), Some(game.black)));
            let unsaid = line.colour == FirstColour::Unknown;
            if !(as_played || turned && unsaid) {
                return Err(format!(
                    "line {}: round {number} was not paired by the round robin whose chairs round 1 gives ({} - {}); \
                     --rounds below a full round robin makes it a Swiss system",
                    line.line, line.first, line.second
                ));
            }
        }
    }
    Ok(chairs)
}
