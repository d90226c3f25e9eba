//! An event that ends otherwise than planned: what was finished goes on counting, what was annulled counts nowhere, and
//! nothing is published once it has stopped.

use std::collections::BTreeMap;

use outflank_journal::StreamId;
use outflank_tournament::{
    Colour, EarlyEndKind, EntryHeader, Event, ResultKind, RoundFate, TournamentState, evolve,
};
use serde_json::Value;

use super::{Desk, Findings, record::Record, results};
use crate::wiring::Wiring;

pub async fn check(
    wiring: &Wiring,
    id: &str,
    (record, tournament): (&Record, &results::Tournament),
    findings: &mut Findings,
) {
    fates(record, tournament, findings);
    if record.published_after_stop {
        findings.push("a round was published after the event had stopped".to_owned());
    }
    counted(wiring, (id, tournament), findings);
    for desk in Desk::all(wiring) {
        match desk.tournament(id).await {
            Ok(shown) => {
                let rounds: Vec<u32> = shown.rounds.iter().map(|round| round.number).collect();
                let finished = shown.rounds.iter().filter(|round| round.finished);
                let finished: Vec<u32> = finished.map(|round| round.number).collect();
                let annulled = shown.annulled_rounds.iter();
                let annulled: Vec<u32> = annulled.map(|round| round.number).collect();
                let ends = shown.early_ends.iter();
                let ends: Vec<(String, u32, bool)> = ends
                    .map(|end| (end.kind.clone(), end.rounds, !end.reason.is_empty()))
                    .collect();
                let told = (rounds, finished, annulled, ends);
                let expected = expected(record);
                if told != expected {
                    findings.push(format!(
                        "pairing {} shows rounds, finished ones, annulled ones and ends {told:?}, not {expected:?}",
                        desk.index
                    ));
                }
            }
            Err(status) => findings.push(format!("pairing {}: {status}", desk.index)),
        }
    }
}

type Shown = (Vec<u32>, Vec<u32>, Vec<u32>, Vec<(String, u32, bool)>);

fn expected(record: &Record) -> Shown {
    let ends = record.ends.iter();
    let ends = ends.map(|end| (end.kind.name().to_owned(), end.rounds, true));
    (
        record.published.iter().copied().collect(),
        record.finished.iter().copied().collect(),
        record.annulled.clone(),
        ends.collect(),
    )
}

/// Each end is as it was asked for, and has as many rounds as are finished by it.
fn fates(record: &Record, tournament: &results::Tournament, findings: &mut Findings) {
    for end in &record.ends {
        let fate = end.unfinished;
        let annulled = fate.is_some_and(|settled| settled.fate == RoundFate::Annulled);
        let gone = fate.is_some_and(|settled| record.annulled.contains(&settled.round));
        if annulled != gone {
            findings.push(format!("{end:?}, and annulled are {:?}", record.annulled));
        }
        let finished = u32::try_from(record.finished.len()).unwrap_or(u32::MAX);
        let ended = match end.kind {
            EarlyEndKind::EndedEarly | EarlyEndKind::Abandoned => finished,
            EarlyEndKind::Cancelled => 0,
            EarlyEndKind::Shortened => continue,
        };
        if end.rounds != ended {
            findings.push(format!(
                "the event ended with {} rounds, and {ended} are finished",
                end.rounds
            ));
        }
        let cancelled = end.kind == EarlyEndKind::Cancelled;
        if cancelled && !(record.published.is_empty() && tournament.results.is_empty()) {
            findings.push("rounds or results outlast the cancellation".to_owned());
        }
    }
}

/// The list counts every result that stands, and no other: points by rules of the tests' own.
fn counted(
    wiring: &Wiring,
    (id, tournament): (&str, &results::Tournament),
    findings: &mut Findings,
) {
    let state = replayed(wiring, id);
    let mut points: BTreeMap<String, i64> = BTreeMap::new();
    for entrant in &state.entrants {
        points.insert(entrant.id.0.clone(), 0);
    }
    for (board, stood) in &tournament.results {
        let (Some((result, ..)), Some((black, white))) =
            (stood.last(), tournament.players.get(board))
        else {
            continue;
        };
        let nobody = result.kind == ResultKind::DoubleForfeit
            || (result.black_discs, result.white_discs) == (0, 0);
        let (of_black, of_white) = match result.winner {
            Some(Colour::Black) => (2, 0),
            Some(Colour::White) => (0, 2),
            None if nobody => (0, 0),
            None => (1, 1),
        };
        *points.entry(black.clone()).or_default() += of_black;
        *points.entry(white.clone()).or_default() += of_white;
    }
    let standings = match state.standings() {
        Ok(standings) => standings,
        Err(problem) => return findings.push(format!("nothing can be ranked: {problem}")),
    };
    let listed: BTreeMap<String, i64> = standings
        .iter()
        .filter_map(|line| {
            let entrant = state.entrants.get(line.player)?;
            Some((entrant.id.0.clone(), line.half_points.0))
        })
        .collect();
    if listed != points {
        findings.push(format!(
            "the list has the half-points {listed:?}, and the results give {points:?}"
        ));
    }
}

fn replayed(wiring: &Wiring, id: &str) -> TournamentState {
    let mut state = TournamentState::default();
    for stored in wiring
        .pairing_memory
        .stored(&StreamId::new("tournament", id))
    {
        let entry = stored.entry;
        let header = EntryHeader {
            seq: entry.seq,
            at_ms: entry.at_ms,
        };
        let body: Value = serde_json::from_slice(&entry.body).unwrap_or_default();
        let events = serde_json::from_value::<Vec<Event>>(body["events"].clone());
        for event in events.into_iter().flatten() {
            state = evolve(state, &header, &event);
        }
    }
    state
}
