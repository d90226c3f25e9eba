//! What must be true after a simulation, found out from the journal and from what was seen outside, with
//! rules of the tests' own.

mod announcements;
mod answers;
mod clocks;
mod commands;
mod credits;
mod endings;
mod entries;
mod evening;
mod games;
mod offices;
mod record;
mod results;
mod turns;

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::Role;
use outflank_journal::StreamId;
use outflank_othello::Event;
use outflank_proto::pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient};
use outflank_stillness::verify;
use outflank_transport::{Transport, for_person};

pub use self::evening::check_evening;
use self::record::Record;
use crate::{director::DIRECTOR, wiring::Wiring};

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
    chains(wiring, &mut findings);
    let games = games_of(wiring, &mut findings);
    commands::check(wiring, &games, &mut findings);
    let annulled = results::tournament(wiring, tournament_id, &mut Vec::new()).annulled;
    for (id, entries) in &games {
        games::check(id, entries, !annulled.contains(id), &mut findings);
        clocks::check(wiring, id, entries, &mut findings);
    }
    results::check(wiring, tournament_id, &games, &mut findings);
    answers::check(wiring, tournament_id, &games, &mut findings).await;
    let record = Record::of(wiring, tournament_id, &mut findings);
    announcements::check(wiring, tournament_id, &record, &mut findings).await;
    offices::check(wiring, tournament_id, &record, &mut findings).await;
    entries::check(wiring, (tournament_id, &games), &record, &mut findings).await;
    let tournament = results::tournament(wiring, tournament_id, &mut Vec::new());
    let known = (&record, &tournament);
    endings::check(wiring, tournament_id, known, &mut findings).await;
    findings
}

/// One process of pairing, asked by the director without anything between.
struct Desk {
    index: usize,
    pairing: PairingServiceClient<Transport>,
    token: String,
}

impl Desk {
    /// Those that serve.
    fn all(wiring: &Wiring) -> Vec<Self> {
        let serving = wiring.pairing.serving().into_iter();
        let desks = serving.filter_map(|index| {
            let running = wiring.pairing.at(index)?;
            let transport = wiring.in_the_name_of(running.transport, Role::Gateway);
            Some(Self {
                index,
                pairing: PairingServiceClient::new(transport),
                token: wiring.token(DIRECTOR),
            })
        });
        desks.collect()
    }

    fn asking<T>(&self, message: T) -> tonic::Request<T> {
        for_person(message, Some(self.token.as_str()))
    }

    async fn tournament(&self, id: &str) -> Result<pairing::Tournament, tonic::Status> {
        let asked = pairing::GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.pairing.clone().get_tournament(asked).await?;
        Ok(answer.into_inner().tournament.unwrap_or_default())
    }
}

/// The chains of both journals are whole.
fn chains(wiring: &Wiring, findings: &mut Findings) {
    for (name, memory) in [
        ("play", &wiring.play_memory),
        ("pairing", &wiring.pairing_memory),
    ] {
        let report = verify(memory, &memory.all_streams());
        let breaks = report.breaks.iter();
        findings.extend(breaks.map(|broken| format!("the journal of {name}: {broken}")));
    }
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
