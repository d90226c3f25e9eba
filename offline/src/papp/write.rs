//! An event to PAPP's files: of a rating file, or of the record that a server keeps.

use std::path::Path;

use outflank_formats::Problem;
use outflank_formats::elo::{self, ListedPlayer};
use outflank_formats::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use outflank_formats::papp::config::CONFIG_FILE;
use outflank_formats::papp::folder::{
    FolderSettings, NEW_PLAYERS_FILE, PLAYERS_FILE, write_folder,
};
use outflank_formats::papp::work_file::WORK_FILE;
use outflank_tournament::{ResultTable, RuleSet, TableGame, stage_plan, standings};

use crate::arguments;
use crate::event_file::{EventFile, with_event};
use crate::event_record::Record;
use crate::exit::{Exit, OrMisuse as _, misuse};
use crate::output;
use crate::told_event::{self, Answer, Finding};

pub fn run(args: &arguments::Papp, folder: &Path) -> anyhow::Result<Exit> {
    if args.sender.is_some() || args.country.is_some() {
        let what = "--sender and --country are for the rating file of a folder that PAPP left";
        return Err(misuse(what.to_owned()));
    }
    let is_record = args.path.extension().is_some_and(|ending| ending == "json");
    if is_record {
        of_record(args, folder)
    } else {
        of_rating_file(args, folder)
    }
}

fn of_record(args: &arguments::Papp, folder: &Path) -> anyhow::Result<Exit> {
    if !args.withdrawn.is_empty() {
        let what = "--withdrawn is for rating files; a record says who left";
        return Err(misuse(what.to_owned()));
    }
    let bytes = output::read(&args.path)?;
    let record = match Record::read(&bytes) {
        Ok(record) => record,
        Err(sentence) => {
            output::note(&format!("{}: {sentence}", args.path.display()));
            return Ok(Exit::Findings);
        }
    };
    let rules = match &args.rule_set {
        Some(name) => RuleSet::preset(name).or_misuse()?,
        None => record.rules,
    };
    write(args, folder, &record.event, &rules, false)
}

fn of_rating_file(args: &arguments::Papp, folder: &Path) -> anyhow::Result<Exit> {
    let named = arguments::Event {
        file: args.path.clone(),
        rule_set: args
            .rule_set
            .clone()
            .unwrap_or_else(|| "egp-2020".to_owned()),
        withdrawn: args.withdrawn.clone(),
    };
    with_event(&named, |file| {
        let bytes = output::read(&args.path)?;
        let event = told(&elo::read(&bytes).value, file);
        write(args, folder, &event, &file.rules, file.findings)
    })
}

/// The rating file as an event: its own heading and names, with the rounds and byes that the other tools see.
fn told(file: &elo::RatingFile, event: &EventFile) -> ToldEvent {
    let entrants = event.entrants.iter().zip(&event.table.players);
    let entrants: Vec<ToldEntrant> = entrants
        .map(|(entrant, player)| {
            let mut lines = file.players.iter();
            let line: Option<&ListedPlayer> = lines.find(|line| line.id == Some(entrant.id));
            ToldEntrant {
                number: entrant.id,
                is_new: line.is_some_and(|line| line.is_new),
                surname: line.map(|line| line.surname.clone()).unwrap_or_default(),
                first_names: line
                    .map(|line| line.first_names.clone())
                    .unwrap_or_default(),
                country: entrant.country.clone(),
                rating: entrant.rating,
                left: player.withdrew,
            }
        })
        .collect();
    let number = |place: usize| event.entrants.get(place).map_or(0, |entrant| entrant.id);
    let game = |game: &TableGame| ToldGame {
        black: number(game.black),
        white: number(game.white),
        result: game.result,
        moves: Vec::new(),
    };
    let ResultTable { rounds, .. } = &event.table;
    let rounds = rounds.iter().map(|round| ToldRound {
        games: round.games.iter().map(game).collect(),
        byes: round.byes.iter().map(|place| number(*place)).collect(),
        over: true,
    });
    ToldEvent {
        name: file.tournament.clone(),
        country: Some(file.country.clone()).filter(|name| !name.is_empty()),
        first_day: file.first_day,
        rounds: rounds.collect(),
        added: event.added.iter().map(game).collect(),
        entrants,
        ..ToldEvent::default()
    }
}

fn write(
    args: &arguments::Papp,
    folder: &Path,
    event: &ToldEvent,
    rule_set: &RuleSet,
    found: bool,
) -> anyhow::Result<Exit> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let played = count(event.rounds.len());
    let planned = stage_plan(rule_set, count(event.entrants.len())).map(|plan| plan.rounds());
    let rounds = args.rounds.or(planned.ok()).unwrap_or(played).max(played);
    let event = ToldEvent {
        planned_rounds: Some(rounds),
        ..event.clone()
    };
    let rules = told_event::rules(&event, rule_set, args.constant);
    let settings = FolderSettings::of_rules(rule_set, &rules, rounds, event.country.as_deref());
    let written = match write_folder(&event, &settings) {
        Ok(written) => written,
        Err(obstacle) => {
            output::note(&format!("{}: {obstacle}", args.path.display()));
            return Ok(Exit::Findings);
        }
    };
    let list = standings(&event.table(), &rules, &[])?;
    let mut answer = Answer::of(&event, &rules, &list);
    for (name, text) in [
        (PLAYERS_FILE, &written.players),
        (NEW_PLAYERS_FILE, &written.new_players),
        (WORK_FILE, &written.work_file),
        (CONFIG_FILE, &written.config),
    ] {
        answer.written.push(told_event::write(folder, name, text)?);
    }
    for what in written.untold {
        let finding = Finding {
            file: args.path.display().to_string(),
            problem: Problem {
                line: 1,
                code: "untold",
                what: what.to_string(),
            },
        };
        output::note(&format!("{}: {}", finding.file, finding.problem.what));
        answer.findings.push(finding);
    }
    args.answer.print(&answer)?;
    Ok(Exit::of_findings(found || !answer.findings.is_empty()))
}
