//! Every finished game's result stands in the tournament, once.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::identifier::{derived_id, game_id};
use outflank_journal::{Cursor, StreamId};
use outflank_othello::{Color, Event as TableEvent, Finished};
use outflank_tournament::{Colour, Event, ResultRecord};
use serde_json::Value;

use super::{Findings, Games};
use crate::{asked::Asked, wiring::Wiring};

/// The results of a board in the order of their entries, with who caused each.
type Results = Vec<(ResultRecord, String, String)>;

/// A tournament as its stream tells it.
#[derive(Debug, Default)]
pub struct Tournament {
    /// Games by round and table.
    pub games: BTreeMap<(u32, u32), String>,
    /// Who has black and who white, by round and table.
    pub players: BTreeMap<(u32, u32), (String, String)>,
    /// Results by round and table.
    pub results: BTreeMap<(u32, u32), Results>,
    /// Games of rounds that count as if they had never been published.
    pub annulled: BTreeSet<String>,
    /// The last entry.
    pub seq: u64,
}

/// Reads a tournament from its journal.
pub fn tournament(wiring: &Wiring, id: &str, findings: &mut Findings) -> Tournament {
    let mut tournament = Tournament::default();
    let stream = StreamId::new("tournament", id);
    for stored in wiring.pairing_memory.stored(&stream) {
        let entry = stored.entry;
        tournament.seq = entry.seq;
        let body: Value = serde_json::from_slice(&entry.body).unwrap_or_default();
        let events = serde_json::from_value::<Vec<Event>>(body["events"].clone());
        let Ok(events) = events else {
            findings.push(format!(
                "entry {} of tournament {id} cannot be read",
                entry.seq
            ));
            continue;
        };
        for event in events {
            match event {
                Event::RoundPublished {
                    round, pairings, ..
                } => {
                    for pairing in pairings {
                        let game = game_id(id, entry.seq, round, pairing.table, 1);
                        let at = (round, pairing.table);
                        tournament.games.insert(at, game);
                        let players = (pairing.black.0, pairing.white.0);
                        tournament.players.insert(at, players);
                    }
                }
                Event::RoundAnnulled { round, .. } => {
                    tournament.results.retain(|(of, _), _| *of != round);
                    let gone = tournament.games.extract_if(.., |(of, _), _| *of == round);
                    let gone: Vec<String> = gone.map(|(_, game)| game).collect();
                    tournament.annulled.extend(gone);
                }
                Event::ResultRecorded {
                    round,
                    table,
                    result,
                }
                | Event::ResultCorrected {
                    round,
                    table,
                    result,
                    ..
                } => {
                    let results = tournament.results.entry((round, table)).or_default();
                    results.push((result, entry.actor.clone(), entry.command_id.clone()));
                }
                _ => {}
            }
        }
    }
    tournament
}

pub fn check(wiring: &Wiring, id: &str, games: &Games, findings: &mut Findings) {
    let tournament = tournament(wiring, id, findings);
    for stream in wiring.play_memory.streams("game") {
        let is_of_board = tournament.games.values().any(|game| *game == stream.id);
        if !is_of_board && !tournament.annulled.contains(&stream.id) {
            findings.push(format!("game {} is of no board", stream.id));
        }
    }
    let facts = finished_facts(wiring, findings);
    let of_no_board = |(board, _): &(&(u32, u32), _)| !tournament.games.contains_key(*board);
    for (board, results) in tournament.results.iter().filter(of_no_board) {
        findings.push(format!("{results:?} stand at {board:?}, which is no board"));
    }
    for (board, game) in &tournament.games {
        let at = format!("round {}, table {}", board.0, board.1);
        let Some(finished) = games.get(game).and_then(|entries| finished(entries)) else {
            findings.push(format!("{at}: its game {game} has no result"));
            continue;
        };
        let Some(results) = tournament.results.get(board) else {
            findings.push(format!(
                "{at}: the game is over, and the tournament has no result"
            ));
            continue;
        };
        let from_game: Vec<_> = results
            .iter()
            .filter(|(result, ..)| result.game.is_some())
            .collect();
        if from_game.len() > 1 {
            findings.push(format!(
                "{at}: the game's result stands {} times",
                from_game.len()
            ));
        }
        for (result, actor, command_id) in results {
            let wrong = match &result.game {
                Some(_) => from_table(result, command_id, (game, &finished), &facts),
                None => by_hand(wiring, (actor, command_id), *board, result),
            };
            if let Some(wrong) = wrong {
                findings.push(format!("{at}: {wrong}: {result:?}"));
            }
        }
    }
}

fn finished(entries: &[super::GameEntry]) -> Option<Finished> {
    let mut events = entries.iter().flat_map(|entry| &entry.events);
    events.find_map(|event| match event {
        TableEvent::Finished(finished) => Some(*finished),
        _ => None,
    })
}

/// The id of the fact that tells of a game's end, by game.
fn finished_facts(wiring: &Wiring, findings: &mut Findings) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let page = wiring.play_memory.facts(&Cursor::beginning(), u32::MAX);
    for fact in page.map(|page| page.facts).unwrap_or_default() {
        if fact.kind == "game_finished"
            && let Some(before) = facts.insert(fact.stream.id.clone(), fact.id)
        {
            findings.push(format!(
                "game {} ended twice, first in {before}",
                fact.stream.id
            ));
        }
    }
    facts
}

/// A result from the table is the game's, and came with its fact.
fn from_table(
    result: &ResultRecord,
    command_id: &str,
    (game, finished): (&str, &Finished),
    facts: &BTreeMap<String, String>,
) -> Option<String> {
    let winner = finished.winner.map(|winner| match winner {
        Color::Black => Colour::Black,
        Color::White => Colour::White,
    });
    let (black, white) = (
        u32::from(finished.black_discs),
        u32::from(finished.white_discs),
    );
    let told = (black, white, winner);
    if (result.black_discs, result.white_discs, result.winner) != told {
        return Some(format!("the game ended {finished:?}"));
    }
    if result.game.as_deref() != Some(game) {
        return Some(format!("it is of another game than {game}"));
    }
    let fact = facts.get(game)?;
    let expected = derived_id(&["pairing-from-play", fact]);
    (expected != command_id).then(|| format!("it came with {command_id}, not with fact {fact}"))
}

/// A result by hand is what the director entered, and how he said that it came about.
fn by_hand(
    wiring: &Wiring,
    (actor, command_id): (&str, &str),
    board: (u32, u32),
    result: &ResultRecord,
) -> Option<String> {
    let issued = wiring.world.log.issued();
    let Some(issued) = issued.get(&(actor.to_owned(), command_id.to_owned())) else {
        return Some("nobody entered it".to_owned());
    };
    let scored = |black_discs: u32| (black_discs, 64_u32.saturating_sub(black_discs));
    let (kind, discs) = match &issued.asked {
        Asked::Enter {
            round,
            table,
            result,
        } if (*round, *table) == board => match (result.black_discs, result.lost_by) {
            (Some(black_discs), _) => (result.kind, scored(black_discs)),
            (None, "black") => (result.kind, (0, 64)),
            (None, "white") => (result.kind, (64, 0)),
            (None, "both") if result.kind == "forfeit" => ("double_forfeit", (0, 0)),
            (None, _) => (result.kind, (0, 0)),
        },
        Asked::End { round, boards, .. } if *round == board.0 => {
            let entered = boards.iter().find(|(table, _)| *table == board.1);
            match entered {
                Some((_, black_discs)) => ("adjudicated", scored(*black_discs)),
                None => return Some(format!("{command_id} named no such board")),
            }
        }
        asked => return Some(format!("{command_id} asked for {asked:?}")),
    };
    let kind = if kind.is_empty() { "entered" } else { kind };
    let stands = (result.kind.name(), (result.black_discs, result.white_discs));
    (stands != (kind, discs)).then(|| format!("entered was {kind} with {discs:?}"))
}
