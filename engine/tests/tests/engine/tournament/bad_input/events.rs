//! Streams of events spoiled, repeated, lost and out of order: the fold takes them all, and what it makes
//! of them can be read and asked.

use outflank_tournament::*;

use crate::tournament::bad_input::commands::read;
use crate::tournament::bad_input::mutation::{extreme, spoiled};
use crate::tournament::bad_input::sample::command;
use crate::tournament::bad_input::watch;
use crate::tournament::support::*;

/// The events of a whole event under some rule set.
fn played(numbers: &mut Numbers, run: u32) -> Stream {
    let names = RuleSet::preset_names();
    let mut preset = RuleSet::preset(names[numbers.index(names.len())]).unwrap();
    preset.teams.by_nation = false;
    let entrants = (2 + numbers.below(7)..20)
        .find(|&entrants| stage_plan(&preset, entrants).is_ok())
        .unwrap();
    let mut stream = Stream::with_entrants(run, preset, entrants as usize);
    stream.play_out(numbers);
    stream
}

fn odd_stream(numbers: &mut Numbers, events: &[(EntryHeader, Event)]) -> Vec<(EntryHeader, Event)> {
    let mut odd = Vec::with_capacity(events.len());
    for (header, event) in events {
        let mut header = *header;
        let event = match numbers.below(6) {
            0 => spoiled(event, numbers).unwrap_or_else(|| event.clone()),
            _ => event.clone(),
        };
        if numbers.below(30) == 0 {
            header.at_ms = extreme(numbers);
            header.seq = extreme(numbers).unsigned_abs();
        }
        match numbers.below(30) {
            0 => {}
            1 => odd.extend([(header, event.clone()), (header, event)]),
            _ => odd.push((header, event)),
        }
    }
    for _ in 0..numbers.below(3) {
        let (one, other) = (numbers.index(odd.len()), numbers.index(odd.len()));
        odd.swap(one, other);
    }
    odd.truncate(odd.len() - numbers.index(odd.len() / 2));
    odd
}

/// Asks why the round that is published has a board, or has it not.
fn explain(numbers: &mut Numbers, before: &TournamentState, events: &[(EntryHeader, Event)]) {
    let (one, other) = (
        EntrantId(format!("e{:03}", numbers.below(9))),
        EntrantId(format!("e{:03}", numbers.below(9))),
    );
    let board = PublishedBoard {
        one: &one,
        other: (numbers.below(4) > 0).then_some(&other),
    };
    let published: Vec<Event> = events
        .iter()
        .take(1 + numbers.index(4))
        .map(|(_, event)| event.clone())
        .collect();
    let text = || serde_json::to_string(&published).unwrap();
    let explained = watch::calm(text, || {
        explain_published(before, &published, board, &EntrantId::to_string)
    });
    if let Err(refusal) = explained {
        assert!(refusal.detail().ends_with('.'), "{refusal:?}");
    }
}

fn case(run: u32) {
    let mut numbers = Numbers::new("odd events", run);
    let mut stream = played(&mut numbers, run);
    let events = odd_stream(&mut numbers, &stream.events);
    watch::calm(|| format!("repeat {run}"), || repeat_draws(&events));
    let mut state = TournamentState::default();
    for (index, (header, event)) in events.iter().enumerate() {
        if matches!(event, Event::RoundPublished { .. }) && numbers.below(3) == 0 {
            explain(&mut numbers, &state, &events[index..]);
        }
        let text = || serde_json::to_string(event).unwrap();
        state = watch::calm(text, || evolve(state, header, event));
        if numbers.below(40) == 0 {
            watch::calm(text, || read(&state));
        }
    }
    watch::calm(|| format!("read {run}"), || read(&state));
    stream.state = state;
    for _ in 0..25 {
        let command = command(&mut numbers, &stream);
        let command = match numbers.below(3) {
            0 => spoiled(&command, &mut numbers).unwrap_or(command),
            _ => command,
        };
        let text = || serde_json::to_string(&command).unwrap();
        let now_ms = extreme(&mut numbers);
        let decided = watch::calm(text, || decide(&stream.state, &command, now_ms));
        let header = EntryHeader {
            seq: 0,
            at_ms: now_ms,
        };
        for event in decided.into_iter().flatten() {
            stream.state = evolve(std::mem::take(&mut stream.state), &header, &event);
        }
    }
    watch::calm(|| format!("read {run} at the end"), || read(&stream.state));
}

#[test]
fn odd_streams_are_folded() {
    watch::cases("odd events", 120, case);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_streams() {
    watch::budget("odd events", case);
}
