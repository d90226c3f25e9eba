//! What must be true after a simulation, found out from the journal and from what was seen outside, with
//! rules of the tests' own.

mod answers;
mod clocks;
mod commands;
mod credits;
mod games;
mod results;
mod turns;

use std::{collections::BTreeMap, sync::Arc};

use outflank_journal::StreamId;
use outflank_othello::Event;
use outflank_stillness::verify;

use crate::wiring::Wiring;

/// What was found wrong, one sentence each.
pub type Findings = Vec<String>;

/// An entry of a game.
#[derive(Debug, Clone)]
pub struct GameEntry {
    /// Its place.
    pub seq: u64,
    /// Its time.
    pub at_ms: i64,
    /// Who caused it.
    pub actor: String,
    /// The command.
    pub command_id: String,
    /// What happened.
    pub events: Vec<Event>,
}

/// Every game by its id, entries in order.
pub type Games = BTreeMap<String, Vec<GameEntry>>;

/// Looks at everything; the tournament has come to its end, and nothing goes wrong any more.
pub async fn check(wiring: &Arc<Wiring>, tournament_id: &str) -> Findings {
    let mut findings = wiring.world.log.complaints();
    for (name, memory) in [
        ("play", &wiring.play_memory),
        ("pairing", &wiring.pairing_memory),
    ] {
        let report = verify(memory, &memory.all_streams());
        let breaks = report.breaks.iter();
        findings.extend(breaks.map(|broken| format!("the journal of {name}: {broken}")));
    }
    let games = games_of(wiring, &mut findings);
    commands::check(wiring, &games, &mut findings);
    for (id, entries) in &games {
        games::check(id, entries, &mut findings);
        clocks::check(wiring, id, entries, &mut findings);
    }
    results::check(wiring, tournament_id, &games, &mut findings);
    answers::check(wiring, tournament_id, &games, &mut findings).await;
    findings
}

fn games_of(wiring: &Wiring, findings: &mut Findings) -> Games {
    let streams = wiring.play_memory.streams("game");
    let read = |stream: StreamId| {
        let mut stored = wiring.play_memory.stored(&stream);
        stored.sort_by_key(|stored| stored.entry.seq);
        let entries = stored.into_iter().map(|stored| {
            let entry = stored.entry;
            let events = serde_json::from_slice(&entry.body).unwrap_or_else(|error| {
                findings.push(format!(
                    "entry {} of {stream} cannot be read: {error}",
                    entry.seq
                ));
                Vec::new()
            });
            GameEntry {
                seq: entry.seq,
                at_ms: entry.at_ms,
                actor: entry.actor,
                command_id: entry.command_id,
                events,
            }
        });
        let entries: Vec<GameEntry> = entries.collect();
        (stream.id, entries)
    };
    streams.into_iter().map(read).collect()
}
