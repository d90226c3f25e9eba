//! `outflank standings FILE.ELO`.

use outflank_tournament::stage_plan;
use serde::Serialize;

use super::event_file::{EventFile, with_event};
use super::{Verdict, output};
use crate::cli;

/// Bye discs of PAPP, and of programs unknown.
const PAPP_BYE_DISCS: u32 = 40;

/// Bye discs of FlipTheDisc.
const FLIP_THE_DISC_BYE_DISCS: u32 = 32;

#[derive(Serialize)]
struct Line<'a> {
    rank: u32,
    id: u32,
    name: &'a str,
    country: Option<&'a str>,
    points: serde_json::Number,
    bq: serde_json::Number,
    discs: i64,
}

pub fn run(args: &cli::Standings) -> anyhow::Result<Verdict> {
    with_event(&args.event, |event| rank(args, event))
}

fn rank(args: &cli::Standings, event: &EventFile) -> anyhow::Result<Verdict> {
    let bye_discs = args
        .bye_discs
        .unwrap_or_else(|| creators_bye_discs(event.creator.as_deref()));
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let entrants = count(event.entrants.len());
    let rounds = stage_plan(&event.rules, entrants)
        .map_or_else(|_| count(event.rounds.len()), |plan| plan.rounds());
    let mut rules = event.rules.standings_rules(entrants, rounds);
    rules.bye_discs = bye_discs;
    if let Some(constant) = args.constant {
        rules.brightwell_constant = constant;
    }
    let list = outflank_tournament::standings(&event.table, &rules, &[])?;
    let mut lines = Vec::with_capacity(list.len());
    for standing in &list {
        let Some(entrant) = event.entrants.get(standing.player) else {
            continue;
        };
        if standing.tied {
            output::note(&format!(
                "player {} is equal to a neighbour on every criterion; lots decide",
                entrant.id
            ));
        }
        lines.push(Line {
            rank: standing.rank,
            id: entrant.id,
            name: &entrant.name,
            country: entrant.country.as_deref(),
            points: output::halves(standing.half_points),
            bq: output::halves(standing.bq_halves),
            discs: standing.discs,
        });
    }
    output::json(&lines)?;
    Ok(Verdict::of(event.findings))
}

fn creators_bye_discs(creator: Option<&str>) -> u32 {
    let named = creator.unwrap_or("");
    let flip_the_disc = named.to_lowercase().contains("flipthedisc");
    let discs = if flip_the_disc {
        FLIP_THE_DISC_BYE_DISCS
    } else {
        PAPP_BYE_DISCS
    };
    let who = match creator {
        Some(name) => format!("the file's creator is {name}"),
        None => "the file names no creator".to_owned(),
    };
    output::note(&format!(
        "a bye counts {discs} discs, as {who}; --bye-discs sets another number"
    ));
    discs
}
