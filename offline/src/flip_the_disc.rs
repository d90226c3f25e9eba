//! `outflank flip-the-disc FILE`.

use outflank_formats::flip_the_disc::{self, FlipTheDisc};
use outflank_tournament::{RuleSet, standings};

use super::exit::{Exit, OrMisuse as _, misuse};
use super::output;
use super::told_event::{self, Answer, Finding, Sent};
use crate::arguments;

/// Bye discs of FlipTheDisc.
const BYE_DISCS: u32 = 32;

pub fn run(args: &arguments::FlipTheDisc) -> anyhow::Result<Exit> {
    let rule_set = RuleSet::preset(&args.rule_set).or_misuse()?;
    if args.output.is_some() && args.sender.is_none() {
        let what = "--sender NAME says who sends the rating file; it has no first lines without";
        return Err(misuse(what.to_owned()));
    }
    let bytes = output::read_at_most(&args.file, output::MOST_BYTES)?;
    let parsed = flip_the_disc::read(&bytes);
    let FlipTheDisc { mut event, .. } = parsed.value;
    // The list is reckoned by the rule set: FlipTheDisc's own constant was told as a finding.
    event.constant = None;
    let mut rules = told_event::rules(&event, &rule_set, args.constant);
    rules.bye_discs = BYE_DISCS;
    let list = standings(&event.table(), &rules, &[])?;
    let mut answer = Answer::of(&event, &rules, &list);
    let file = args.file.display().to_string();
    let problems = parsed.problems.into_iter();
    answer.findings = problems
        .map(|problem| Finding {
            file: file.clone(),
            problem,
        })
        .collect();
    answer.findings.iter().for_each(Finding::note);
    let mut unwritten = false;
    if let (Some(folder), Some(sender)) = (&args.output, &args.sender) {
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
