//! `outflank papp FILE|DIR`: an event to PAPP's files, and back.

mod write;

use std::path::Path;

use outflank_formats::papp::config::{ByeScore, CONFIG_FILE};
use outflank_formats::papp::folder::{
    FolderFiles, FolderProblem, NEW_PLAYERS_FILE, OLD_PLAYERS_FILE, PLAYERS_FILE, read_folder,
};
use outflank_formats::papp::work_file::WORK_FILE;
use outflank_tournament::{RuleSet, papp_bye, standings};

use super::exit::{Exit, OrMisuse as _, misuse};
use super::output;
use super::told_event::{self, Answer, Finding, Sent};
use crate::arguments;

/// The rule set of an event that PAPP held.
const PAPP: &str = "papp";

pub fn run(args: &arguments::Papp) -> anyhow::Result<Exit> {
    if args.path.is_dir() {
        return read(args);
    }
    let Some(folder) = &args.output else {
        return Err(misuse(format!(
            "--output DIR says where PAPP's files are to stand; without it, give a folder of them to read, which {} is not",
            args.path.display()
        )));
    };
    write::run(args, folder)
}

fn read(args: &arguments::Papp) -> anyhow::Result<Exit> {
    let rule_set = RuleSet::preset(args.rule_set.as_deref().unwrap_or(PAPP)).or_misuse()?;
    if let Some(option) = args.for_writing() {
        return Err(misuse(format!(
            "{option} is for an event that is written to PAPP's files; {} holds such files already",
            args.path.display()
        )));
    }
    let sender = match (&args.output, &args.sender) {
        (Some(_), None) => {
            return Err(misuse(
                "--sender NAME says who sends the rating file; it has no first lines without"
                    .to_owned(),
            ));
        }
        (_, sender) => sender.as_deref().unwrap_or_default(),
    };
    let files = Files::of(&args.path)?;
    let read = read_folder(&FolderFiles {
        players: files.players.as_deref(),
        new_players: files.new_players.as_deref(),
        work_file: &files.work_file,
        config: files.config.as_deref(),
    });
    let event = read.event;
    let mut rules = told_event::rules(&event, &rule_set, args.constant);
    if let Some(ByeScore { bye, of }) = read.config.bye {
        (rules.bye_half_points, rules.bye_discs) = papp_bye(bye, of);
    }
    let list = standings(&event.table(), &rules, &[])?;
    let mut answer = Answer::of(&event, &rules, &list);
    let at = |name: &str| args.path.join(name).display().to_string();
    answer.findings = read
        .problems
        .into_iter()
        .map(|FolderProblem { file, problem }| Finding {
            file: at(if file == PLAYERS_FILE {
                files.players_name
            } else {
                file
            }),
            problem,
        })
        .collect();
    answer.findings.iter().for_each(Finding::note);
    let mut unwritten = false;
    if let Some(folder) = &args.output {
        let sent = Sent {
            sender,
            country: args.country.as_deref(),
        };
        match told_event::write_rating_file(&event, &list, &sent, folder)? {
            Ok(file) => answer.written.push(file),
            Err(sentences) => {
                unwritten = true;
                let sentences = sentences.iter();
                sentences.for_each(|sentence| output::note(&format!("no rating file: {sentence}")));
            }
        }
    }
    args.answer.print(&answer)?;
    Ok(Exit::of_findings(unwritten || !answer.findings.is_empty()))
}

/// The bytes of a folder's files.
struct Files {
    players: Option<Vec<u8>>,
    players_name: &'static str,
    new_players: Option<Vec<u8>>,
    work_file: Vec<u8>,
    config: Option<Vec<u8>>,
}

impl Files {
    fn of(folder: &Path) -> anyhow::Result<Self> {
        let read = |name: &str| {
            let path = folder.join(name);
            let there = path.exists();
            there
                .then(|| output::read_at_most(&path, output::MOST_BYTES))
                .transpose()
        };
        let work_file = read(WORK_FILE)?.ok_or_else(|| {
            misuse(format!(
                "{} has no {WORK_FILE}, which is the event itself",
                folder.display()
            ))
        })?;
        let (players, old) = (read(PLAYERS_FILE)?, read(OLD_PLAYERS_FILE)?);
        if players.is_some() && old.is_some() {
            return Err(misuse(format!(
                "{} has both {PLAYERS_FILE} and {OLD_PLAYERS_FILE}; PAPP takes one of them",
                folder.display()
            )));
        }
        Ok(Self {
            players_name: if old.is_some() {
                OLD_PLAYERS_FILE
            } else {
                PLAYERS_FILE
            },
            players: players.or(old),
            new_players: read(NEW_PLAYERS_FILE)?,
            work_file,
            config: read(CONFIG_FILE)?,
        })
    }
}
