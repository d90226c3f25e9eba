//! `outflank standings FILE.ELO`.

use std::collections::BTreeMap;

use outflank_tournament::{Standing, TieBreak};
use serde::Serialize;

use super::event_file::{EventFile, with_event};
use super::{exit::Exit, output};
use crate::arguments;

/// Bye discs of PAPP, and of programs unknown.
const PAPP_BYE_DISCS: u32 = 40;

/// Bye discs of FlipTheDisc.
const FLIP_THE_DISC_BYE_DISCS: u32 = 32;

#[derive(Serialize)]
struct StandingsRow<'a> {
    rank: u32,
    id: u32,
    name: &'a str,
    country: Option<&'a str>,
    points: serde_json::Number,
    bq: serde_json::Number,
    discs: i64,
    /// The values of the other criteria of the rule set; of all of them where reasons are asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    criteria: BTreeMap<String, serde_json::Value>,
    /// What parts the player from the one above.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<String>,
}

/// What a list may be given beside the rule set.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scores {
    /// Constant C of the Brightwell Quotient.
    pub constant: Option<u32>,
    /// Discs of a bye in the disc-count.
    pub bye_discs: Option<u32>,
}

pub fn run(args: &arguments::Standings) -> anyhow::Result<Exit> {
    with_event(&args.event, |event| rank(args, event))
}

/// The list of the event's rounds by its rule set. The constant that depends on the number of rounds
/// takes those of the file.
pub fn list(event: &EventFile, scores: &Scores) -> anyhow::Result<Vec<Standing>> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let (entrants, rounds) = (count(event.entrants.len()), count(event.table.rounds.len()));
    let mut rules = event.rules.standings_rules(entrants, rounds);
    if let Some(discs) = scores.bye_discs {
        rules.bye_discs = discs;
    }
    if let Some(constant) = scores.constant {
        rules.brightwell_constant = constant;
    }
    Ok(outflank_tournament::standings(&event.table, &rules, &[])?)
}

fn rank(args: &arguments::Standings, event: &EventFile) -> anyhow::Result<Exit> {
    let bye_discs = args
        .bye_discs
        .unwrap_or_else(|| creators_bye_discs(event.creator.as_deref()));
    let scores = Scores {
        constant: args.constant,
        bye_discs: Some(bye_discs),
    };
    let list = list(event, &scores)?;
    let name = |player: usize| {
        event
            .entrants
            .get(player)
            .map_or_else(String::new, |entrant| {
                if entrant.name.is_empty() {
                    entrant.id.to_string()
                } else {
                    entrant.name.clone()
                }
            })
    };
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
        lines.push(StandingsRow {
            rank: standing.rank,
            id: entrant.id,
            name: &entrant.name,
            country: entrant.country.as_deref(),
            points: output::halves(standing.half_points.0),
            bq: output::halves(standing.bq_halves),
            discs: standing.discs,
            criteria: criteria(standing, args.explain),
            decided: standing
                .decided
                .filter(|_| args.explain)
                .map(|decision| decision.sentence(name)),
        });
    }
    args.answer.print(&lines)?;
    Ok(Exit::of_findings(event.findings))
}

fn criteria(standing: &Standing, all: bool) -> BTreeMap<String, serde_json::Value> {
    let has_a_field = |criterion: TieBreak| {
        matches!(
            criterion,
            TieBreak::Points | TieBreak::BrightwellQuotient | TieBreak::DiscCount
        )
    };
    standing
        .values
        .iter()
        .filter(|(criterion, _)| all || !has_a_field(*criterion))
        .map(|&(criterion, value)| {
            let text = criterion.text(value);
            let number = text.trim_start_matches('+').parse::<serde_json::Number>();
            let value = number.map_or_else(|_| text.into(), serde_json::Value::Number);
            (criterion.short_name(), value)
        })
        .collect()
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
