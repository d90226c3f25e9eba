//! Final rankings, reckoned again from the results of their stream.

use super::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// An event confirmed, and its ranking amended once.
fn amended(preset: &str, entrants: usize) -> Stream {
    let mut rules = RuleSet::preset(preset).unwrap();
    if preset == "club" {
        rules.rounds = Some(3);
    }
    let mut stream = Stream::with_entrants(3, rules, entrants);
    stream.play_out(&mut Numbers::new(preset, 1));
    let board = stream.state.rounds[0].boards[0].clone();
    let discs = board.result().unwrap().black_discs;
    let seed = Some(stream.next_seed());
    let amendment = |discs: u32, seed: Option<Seed>| Command::AmendConfirmed {
        results: vec![ResultAmendment {
            round: 1,
            table: board.pairing.table,
            result: played(discs),
        }],
        seed,
        reason: "recount".to_owned(),
        by: account("director"),
    };
    // One of these leaves the pairings that rest on it and ties that only lots break.
    let amended = [discs.saturating_sub(1), discs + 1]
        .into_iter()
        .find_map(|discs| {
            let tries = [None, seed].map(|seed| amendment(discs.min(64), seed));
            tries.into_iter().find_map(|command| {
                let mut tried = stream.clone();
                tried.give(&command).ok().map(|_| tried)
            })
        });
    amended.unwrap()
}

fn rankings(stream: &Stream) -> Vec<DrawCheck> {
    let checks = repeat_draws(&stream.events).into_iter();
    checks
        .filter(|check| check.subject.starts_with("ranking"))
        .collect()
}

fn ranking_of(event: &mut Event) -> Option<(&mut Vec<RankingLine>, &mut Option<u32>)> {
    match event {
        Event::TournamentConfirmed {
            ranking, engine, ..
        }
        | Event::RankingAmended {
            ranking, engine, ..
        } => Some((ranking, engine)),
        _ => None,
    }
}

#[test]
fn every_version_comes_out_the_same_and_a_forged_one_does_not() {
    for (preset, entrants) in [("club", 6), ("egp-2020", 9), ("mso-swiss", 8)] {
        let stream = amended(preset, entrants);
        let honest = rankings(&stream);
        let subjects: Vec<&str> = honest.iter().map(|check| &*check.subject).collect();
        assert_eq!(subjects, ["ranking 1", "ranking 2"], "{preset}");
        assert!(
            honest.iter().all(|check| check.holds && check.rederivable),
            "{preset}: {honest:?}"
        );
        for version in 0..2 {
            let forge = |forged: &dyn Fn(&mut Vec<RankingLine>, &mut Option<u32>)| {
                let mut stream = stream.clone();
                let told = stream
                    .events
                    .iter_mut()
                    .filter_map(|(_, event)| ranking_of(event));
                let (ranking, engine) = told.into_iter().nth(version).unwrap();
                forged(ranking, engine);
                rankings(&stream).remove(version)
            };
            let swapped = forge(&|ranking, _| ranking.swap(0, 1));
            assert!(
                !swapped.holds && swapped.rederivable,
                "{preset} {swapped:?}"
            );
            let more = forge(&|ranking, _| ranking[1].half_points.0 += 1);
            assert!(!more.holds && more.rederivable, "{preset} {more:?}");
            // What another edition decided is not derived again, and never good; leaving the edition out makes it no other's.
            for (engine, rederivable) in [(None, true), (Some(ENGINE_EDITION + 1), false)] {
                let other = forge(&|ranking, known| {
                    ranking.swap(0, 1);
                    *known = engine;
                });
                assert!(!other.holds, "{preset} {other:?}");
                assert_eq!(other.rederivable, rederivable, "{preset} {other:?}");
            }
        }
    }
}
