//! `outflank pair FILE.ELO`.

use outflank_tournament::{
    Cost, PairingModel, PairingRequest, PlannedStage, RuleSet, Seed, StagePlan, pair_round,
    stage_plan,
};

use super::chairs::round_robin;
use super::course::{Course, index};
use super::event_file::{EventFile, with_event};
use super::pairing_report::{Answer, Explanation};
use super::{exit::Exit, output, sentence};
use crate::arguments;

/// Members of the answer that mean players.
const PLAYERS: [&str; 5] = ["black", "white", "bye", "byes", "player"];

/// A round as it was paired; indexes are those of the entrants.
pub struct Pairing {
    pub round: u32,
    pub pairs: Vec<(usize, usize)>,
    pub byes: Vec<usize>,
    pub cost: Cost,
}

/// The next round and how it came about.
struct NextRound {
    pairing: Pairing,
    explanation: Option<Explanation>,
}

pub fn run(args: &arguments::Pair) -> anyhow::Result<Exit> {
    with_event(&args.event, |event| pair(args, event))
}

fn pair(args: &arguments::Pair, event: &EventFile) -> anyhow::Result<Exit> {
    let rules = RuleSet {
        rounds: args.rounds,
        ..event.rules.clone()
    };
    match next_round(event, &rules, args) {
        Ok(next) => {
            let answer = Answer::of(event, &rules, next.pairing, next.explanation);
            args.answer
                .print_naming(&answer, &PLAYERS, &event.names())?;
            Ok(Exit::of_findings(event.findings))
        }
        Err(why) => {
            output::note(&format!("{}: {why}", args.event.file.display()));
            Ok(Exit::Findings)
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

/// The next round, or the sentence why there is none.
fn next_round(
    event: &EventFile,
    rules: &RuleSet,
    args: &arguments::Pair,
) -> Result<NextRound, String> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let plan =
        stage_plan(rules, count(event.entrants.len())).map_err(|refusal| sentence(&refusal))?;
    for deviation in &plan.deviations {
        output::note(&deviation.detail);
    }
    let round = count(event.table.rounds.len()).saturating_add(1);
    let seed = seed(args.seed);
    let Some((stage_index, stage, within)) = plan.stage_of(round) else {
        return beside_the_finals(event, rules, &plan, &seed, args.explain);
    };
    match *stage {
        PlannedStage::Swiss {
            rounds,
            modified,
            continues,
        } => {
            let first = round.saturating_sub(within).saturating_add(1);
            let (since_round, reverse_colours_before) = if continues && stage_index > 0 {
                (first, first)
            } else {
                (1, 0)
            };
            let present = event.present();
            let request = PairingRequest {
                modified,
                since_round,
                reverse_colours_before,
                bye_half_points: rules.scoring.bye_half_points,
                ..PairingRequest::new(&event.table, &present, &rules.pairing, &seed)
            };
            let kind = if modified { "modified Swiss" } else { "Swiss" };
            let format = format!("{kind} system of {rounds} rounds");
            swiss(event, &request, round, &format, args.explain)
        }
        PlannedStage::RoundRobin { cycles, rounds } => {
            let pairing =
                round_robin(event, rules.pairing.round_robin_table, round, within, &seed)?;
            let format = format!("round robin of {rounds} rounds in cycles: {cycles}");
            let explanation = args
                .explain
                .then(|| Explanation::of_round_robin(event, &rules.name, &format, &seed, &pairing));
            Ok(NextRound {
                pairing,
                explanation: explanation.transpose().map_err(|error| error.to_string())?,
            })
        }
    }
}

fn swiss(
    event: &EventFile,
    request: &PairingRequest<'_>,
    round: u32,
    format: &str,
    explain: bool,
) -> Result<NextRound, String> {
    let paired = pair_round(request).map_err(|error| error.to_string())?;
    let pairing = Pairing {
        round,
        pairs: paired.pairs,
        byes: paired.bye.into_iter().collect(),
        cost: paired.cost,
    };
    let explanation = if explain {
        let found = Explanation::of_swiss(event, format, request, &pairing);
        Some(found.map_err(|error| error.to_string())?)
    } else {
        None
    };
    Ok(NextRound {
        pairing,
        explanation,
    })
}

/// A Swiss round beside the semi-finals, or the sentence that nothing is left to pair.
fn beside_the_finals(
    event: &EventFile,
    rules: &RuleSet,
    plan: &StagePlan,
    seed: &Seed,
    explain: bool,
) -> Result<NextRound, String> {
    let over = format!(
        "all {} rounds have been played; nothing is left to pair",
        plan.rounds()
    );
    if plan.finals.is_none() {
        return Err(over);
    }
    let course = Course::of(event, plan).map_err(|error| error.to_string())?;
    let side = course
        .progress
        .due
        .iter()
        .find_map(|session| session.side_swiss.as_ref());
    let Some(side) = side else {
        return Err(match due_matches(event, &course) {
            matches if matches.is_empty() => over,
            matches => format!("{over}; due in the finals: {}", matches.join(", ")),
        });
    };
    let present: Vec<usize> = side
        .players
        .iter()
        .filter_map(|entrant| index(event, entrant))
        .collect();
    let first = plan.rounds().saturating_add(1);
    let request = PairingRequest {
        since_round: first,
        reverse_colours_before: first,
        bye_half_points: rules.scoring.bye_half_points,
        ..PairingRequest::new(&course.table, &present, &rules.pairing, seed)
    };
    for due in due_matches(event, &course) {
        output::note(&format!("with this round: {due}"));
    }
    let round = plan.rounds().saturating_add(side.round);
    swiss(
        event,
        &request,
        round,
        "Swiss rounds beside the semi-finals",
        explain,
    )
}

/// The games of matches due now, in words.
fn due_matches(event: &EventFile, course: &Course) -> Vec<String> {
    let name = |entrant| {
        let player = index(event, entrant).and_then(|player| event.entrants.get(player));
        player.map_or_else(String::new, |player| player.id.to_string())
    };
    let games = course
        .progress
        .due
        .iter()
        .flat_map(|session| &session.games);
    games
        .map(|due| {
            format!(
                "{}, game {}, {} - {}",
                due.match_id.title(),
                due.game,
                name(&due.better),
                name(&due.worse)
            )
        })
        .collect()
}

/// True where a round is paired by PAPP's penalties.
pub fn by_penalties(rules: &RuleSet) -> bool {
    matches!(rules.pairing.model, PairingModel::Papp(_))
}
