//! Every acknowledged command stands once and in order, and nothing stands that nobody asked for.

use std::collections::BTreeMap;

use outflank_journal::{Entry, StreamId};
use outflank_othello::Event;

use super::{Findings, GameEntry, Games};
use crate::{
    asked::Asked,
    log::{Issued, Outcome},
    wiring::Wiring,
};

/// Which part of the server may act by itself.
const SERVICE: &str = "service:";

pub fn check(wiring: &Wiring, games: &Games, findings: &mut Findings) {
    let issued = wiring.world.log.issued();
    acknowledged(wiring, &issued, findings);
    for (id, entries) in games {
        for entry in entries {
            asked_for(id, entry, &issued, findings);
        }
    }
    for stream in wiring.pairing_memory.all_streams() {
        for stored in wiring.pairing_memory.stored(&stream) {
            let entry = stored.entry;
            let known = issued.contains_key(&(entry.actor.clone(), entry.command_id.clone()));
            if !known && !entry.actor.starts_with(SERVICE) {
                findings.push(format!(
                    "entry {} of {stream}: {} never sent {}",
                    entry.seq, entry.actor, entry.command_id
                ));
            }
        }
    }
    published(wiring, games, findings);
}

type AllIssued = BTreeMap<(String, String), Issued>;

fn entries(wiring: &Wiring, stream: &StreamId) -> Vec<Entry> {
    let memory = match stream.kind.as_str() {
        "game" => &wiring.play_memory,
        _ => &wiring.pairing_memory,
    };
    memory
        .stored(stream)
        .into_iter()
        .map(|stored| stored.entry)
        .collect()
}

fn acknowledged(wiring: &Wiring, all: &AllIssued, findings: &mut Findings) {
    // The last acknowledged seq of each sender in each stream, in the order of sending.
    let mut ordered: Vec<_> = all.iter().collect();
    ordered.sort_by_key(|(_, issued)| issued.place);
    let mut last: BTreeMap<(String, String), u64> = BTreeMap::new();
    for ((account, command_id), issued) in ordered {
        let stream = StreamId::new(issued.stream.0, issued.stream.1.clone());
        let stands = entries(wiring, &stream);
        let own = |entry: &&Entry| entry.actor == *account && entry.command_id == *command_id;
        let places: Vec<u64> = stands.iter().filter(own).map(|entry| entry.seq).collect();
        if places.len() > 1 {
            findings.push(format!("{command_id} stands in {stream} at {places:?}"));
        }
        if let Asked::Beyond { name, code } = issued.asked {
            findings.extend(beyond((name, code), issued, &places));
        }
        let Some(Outcome::Acknowledged { seq }) = issued.outcome else {
            continue;
        };
        let mut at = stands
            .iter()
            .filter(|entry| entry.seq == seq && entry.actor == *account);
        let stands_there = at.any(|entry| match places.first() {
            Some(place) => *place == seq,
            // The same act under another id: its entry is the answer.
            None => issued.stream.0 == "game" && does(&events_of(entry), &issued.asked),
        });
        if !stands_there {
            findings.push(format!(
                "{} ({:?}) was acknowledged as entry {seq} of {stream}, and does not stand there",
                issued.command_id, issued.asked
            ));
        }
        let key = (account.clone(), stream.to_string());
        let before = last.insert(key, seq).unwrap_or(0);
        if seq < before {
            findings.push(format!(
                "{} was sent after entry {before} of {stream} was acknowledged, and is entry {seq}",
                issued.command_id
            ));
        }
    }
}

/// What somebody may not do is refused for that, and changes nothing.
fn beyond((name, code): (&str, &str), issued: &Issued, places: &[u64]) -> Option<String> {
    let told = match &issued.outcome {
        Some(Outcome::Refused { code: told }) if told == code && places.is_empty() => return None,
        None if places.is_empty() => return None,
        told => told,
    };
    Some(format!(
        "{} ({name}) has to be refused with {code}: it was told {told:?} and stands at {places:?}",
        issued.command_id
    ))
}

fn events_of(entry: &Entry) -> Vec<Event> {
    serde_json::from_slice(&entry.body).unwrap_or_default()
}

/// Whether these events carry out what was asked.
fn does(events: &[Event], asked: &Asked) -> bool {
    events.iter().any(|event| match (event, asked) {
        (
            Event::Moved { ply, square, .. },
            Asked::Move {
                ply: asked,
                square: wanted,
            },
        ) => ply == asked && square.to_string() == *wanted,
        (
            Event::Passed {
                ply,
                automatic: false,
                ..
            },
            Asked::Pass { ply: asked },
        ) => ply == asked,
        (Event::Resigned { .. }, Asked::Resign)
        | (Event::TranscriptConfirmed { .. }, Asked::Confirm)
        | (Event::ResultDisputed { .. }, Asked::Dispute)
        | (Event::DirectorCalled { .. }, Asked::Call) => true,
        (Event::Ruled { act, .. }, Asked::Officiate(name)) => act.as_str() == *name,
        _ => false,
    })
}

/// Whether an event is something that only a person does.
const fn is_personal(event: &Event) -> bool {
    matches!(
        event,
        Event::Moved { .. }
            | Event::Passed {
                automatic: false,
                ..
            }
            | Event::Resigned { .. }
            | Event::TranscriptConfirmed { .. }
            | Event::DirectorCalled { .. }
            | Event::Ruled { .. }
    )
}

fn asked_for(id: &str, entry: &GameEntry, all: &AllIssued, findings: &mut Findings) {
    let at = format!(
        "entry {} of game {id} ({} by {})",
        entry.seq, entry.command_id, entry.actor
    );
    if entry.actor.starts_with(SERVICE) {
        // Rulings from the desk come with pairing's facts, and those name its entry.
        let from_desk = entry.command_id.starts_with("tournament/");
        let personal = entry.events.iter().find(|event| is_personal(event));
        if let Some(event) = personal.filter(|_| !from_desk) {
            findings.push(format!(
                "{at}: the server does what a person does: {event:?}"
            ));
        }
        return;
    }
    if entry.command_id.starts_with("arrive-") {
        let arrivals = entry.events.iter();
        let mut others = arrivals.filter(|event| !matches!(event, Event::Arrived { .. }));
        if let Some(event) = others.next() {
            findings.push(format!("{at}: an arrival does {event:?}"));
        }
        return;
    }
    match all.get(&(entry.actor.clone(), entry.command_id.clone())) {
        None => findings.push(format!("{at}: nobody sent that")),
        Some(issued) if issued.stream.1 != id => {
            findings.push(format!("{at}: it was sent to game {}", issued.stream.1));
        }
        Some(issued) => {
            // The command shows that its sender is there: nothing of it comes before that.
            let mut late = entry.events.iter().skip(1);
            if late.any(|event| matches!(event, Event::Arrived { .. })) {
                findings.push(format!("{at}: an arrival stands behind what was asked for"));
            }
            let fell = entry
                .events
                .iter()
                .any(|event| matches!(event, Event::FlagFell { .. }));
            if !does(&entry.events, &issued.asked) && !fell {
                findings.push(format!("{at}: asked for was {:?}", issued.asked));
            }
        }
    }
}

/// What went over the bus stands in the journal.
fn published(wiring: &Wiring, games: &Games, findings: &mut Findings) {
    for news in wiring.world.log.news() {
        let told: Vec<Event> = serde_json::from_slice(&news.events_json).unwrap_or_default();
        let entries = games.get(&news.game).into_iter().flatten();
        let mut same = entries.filter(|entry| entry.seq == news.seq);
        let stands = same.any(|entry| told.iter().all(|event| entry.events.contains(event)));
        if !stands {
            findings.push(format!(
                "entry {} of game {} was published and does not stand so",
                news.seq, news.game
            ));
        }
    }
}
