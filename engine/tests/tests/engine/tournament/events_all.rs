//! Whole events under every rule set, played out through commands with random results.

use std::collections::{BTreeMap, BTreeSet};

use crate::tournament::support::*;
use outflank_tournament::*;

/// Plays one event to its confirmation and checks it.
fn play(preset: &RuleSet, entrants: usize, run: u32) {
    let name = format!("{} {entrants} {run}", preset.name);
    let mut numbers = Numbers::new(&name, run);
    let mut stream = Stream::with_entrants(run, preset.clone(), entrants);
    stream.play_out(&mut numbers);
    let state = &stream.state;
    assert_eq!(state.phase(), Phase::Confirmed, "{name}");
    check_rounds(state, &name);
    check_meetings(state, &name);
    check_byes(state, &name);
    check_ranking(state, entrants, &name);
    check_replay(&stream, &name);
    for check in repeat_draws(&stream.events) {
        assert!(check.holds, "{name}: {check:?}");
    }
}

/// Everyone present has one game or one bye in each round of the qualification.
fn check_rounds(state: &TournamentState, name: &str) {
    for round in &state.rounds {
        let mut seen = BTreeSet::new();
        for board in &round.boards {
            for id in [&board.pairing.black, &board.pairing.white] {
                assert!(
                    seen.insert(id),
                    "{name}: {id} twice in round {}",
                    round.number
                );
            }
            if let Some(winner) = &board.pairing.draw_winner {
                let result = board.result().unwrap();
                if result.black_discs == 32 && result.absent == Absence::Nobody {
                    assert_eq!(result.winner, board.pairing.colour_of(winner), "{name}");
                }
            }
        }
        for id in &round.byes {
            assert!(
                seen.insert(id),
                "{name}: {id} twice in round {}",
                round.number
            );
        }
        if round.number <= state.planned_rounds() {
            assert_eq!(
                seen.len(),
                state.entrants.len(),
                "{name}: round {}",
                round.number
            );
        }
    }
}

/// Nobody meets another more often than his stage allows; absences are no meetings.
fn check_meetings(state: &TournamentState, name: &str) {
    let plan = state.plan.as_ref().unwrap();
    let mut meetings: BTreeMap<(u32, &EntrantId, &EntrantId), u32> = BTreeMap::new();
    for round in state
        .rounds
        .iter()
        .filter(|round| round.number <= plan.rounds())
    {
        for board in &round.boards {
            if board.result().unwrap().absent != Absence::Nobody {
                continue;
            }
            let (one, two) = (&board.pairing.black, &board.pairing.white);
            let met = meetings
                .entry((round.stage, one.min(two), one.max(two)))
                .or_default();
            *met += 1;
        }
    }
    for ((stage, one, two), times) in meetings {
        let most = match plan.stages[stage as usize] {
            PlannedStage::RoundRobin { cycles, .. } => cycles,
            PlannedStage::Swiss { modified, .. } => 1 + u32::from(modified),
        };
        assert!(
            times <= most,
            "{name}: {one} met {two} {times} times in stage {stage}"
        );
    }
}

/// One bye a round at most, and one an entrant and cycle in a round robin.
fn check_byes(state: &TournamentState, name: &str) {
    let plan = state.plan.as_ref().unwrap();
    let mut byes: BTreeMap<(u32, &EntrantId), u32> = BTreeMap::new();
    for round in state
        .rounds
        .iter()
        .filter(|round| round.number <= plan.rounds())
    {
        assert_eq!(round.byes.len(), state.entrants.len() % 2, "{name}");
        for id in &round.byes {
            *byes.entry((round.stage, id)).or_default() += 1;
        }
    }
    for ((stage, id), times) in byes {
        let most = match plan.stages[stage as usize] {
            PlannedStage::RoundRobin { cycles, .. } => cycles,
            PlannedStage::Swiss { .. } => 1,
        };
        assert!(
            times <= most,
            "{name}: {id} had {times} byes in stage {stage}"
        );
    }
}

fn check_ranking(state: &TournamentState, entrants: usize, name: &str) {
    let ranking = state.ranking.as_ref().unwrap();
    assert_eq!(ranking.len(), entrants, "{name}");
    for (place, line) in (1_u32..).zip(ranking) {
        assert_eq!(line.place, place, "{name}");
        assert!(line.rank <= place, "{name}");
    }
    let champions = ranking
        .iter()
        .filter(|line| line.titles.contains(&Title::Champion))
        .count();
    assert_eq!(champions, 1, "{name}");
}

/// The events as stored give the same state again.
fn check_replay(stream: &Stream, name: &str) {
    let mut state = TournamentState::default();
    for (header, event) in &stream.events {
        let stored = serde_json::to_string(event).unwrap();
        let read: Event = serde_json::from_str(&stored).unwrap();
        assert_eq!(&read, event, "{name}: {stored}");
        state = evolve(state, header, &read);
    }
    assert_eq!(state, stream.state, "{name}");
}

/// Every preset; who may enter is another matter, so all take entrants as the EGP's does.
fn presets() -> Vec<RuleSet> {
    let open = RuleSet::egp_2020();
    RuleSet::preset_names()
        .into_iter()
        .map(|name| RuleSet {
            entry: open.entry.clone(),
            teams: open.teams.clone(),
            ..RuleSet::preset(name).unwrap()
        })
        .collect()
}

#[test]
fn a_sample_of_events_reaches_its_confirmation() {
    for preset in presets() {
        for entrants in (2..=20).chain([24, 25, 33, 40]) {
            if stage_plan(&preset, u32::try_from(entrants).unwrap()).is_ok() {
                play(&preset, entrants, 1);
            }
        }
    }
}

/// Every size under every preset with at least 20 seeds each; `OUTFLANK_SLOW_SECONDS` ends it early.
#[test]
#[ignore = "minutes: make slow-tests"]
fn every_size_under_every_preset() {
    let seconds = std::env::var("OUTFLANK_SLOW_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(600_u64);
    let begun = std::time::Instant::now();
    let mut events = 0_u32;
    for run in 0..20 {
        for entrants in 2..=64_usize {
            for preset in presets() {
                if begun.elapsed().as_secs() >= seconds {
                    eprintln!(
                        "{events} events; the time is over in run {run} at {entrants} entrants"
                    );
                    return;
                }
                if stage_plan(&preset, u32::try_from(entrants).unwrap()).is_ok() {
                    play(&preset, entrants, 100 + run);
                    events += 1;
                }
            }
        }
        eprintln!(
            "run {run}: {events} events in {} s",
            begun.elapsed().as_secs()
        );
    }
}
