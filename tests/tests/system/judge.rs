//! The judge of chaos on trial: it finds nothing in what a sound server leaves, and exactly the breach in what a broken
//! one would have left.

use std::collections::BTreeSet;

use outflank_tests::chaos::{
    controls::{doctored, records},
    judge::{Verdict, Wrong},
    ledger::Act,
};

const SEEDS: u64 = 20;

fn kinds(verdict: Verdict) -> Vec<Wrong> {
    verdict.wrong.into_keys().collect()
}

#[test]
fn every_breach_in_a_game_is_found_and_nothing_else() {
    for seed in 0..SEEDS {
        let (rows, log) = records::game(seed);
        let mut honest = Verdict::default();
        honest.game(&rows, &log);
        assert!(honest.is_clean(), "{:#?}", honest.findings);
        assert_eq!((honest.games, honest.acknowledged), (1, log.script.len()));
        assert!(honest.clocked > 0);
        for case in doctored::all(&rows, &log) {
            let (broken, shows) = (case.broken, case.shows);
            assert_eq!(case.found(), shows, "{broken}, game {seed}");
        }
    }
}

#[test]
fn a_game_that_is_not_there_and_one_that_nobody_knows_are_found() {
    let (_, log) = records::game(1);
    let mut verdict = Verdict::default();
    verdict.missing(&log);
    assert_eq!(kinds(verdict), [Wrong::Lost]);
    // Of a game that was published and never shown nothing was lost.
    let unplayed = log.copy();
    unplayed.without_end();
    for ply in 1..=u32::try_from(log.script.len()).unwrap() {
        unplayed.mark(ply, |mark| {
            *mark = outflank_tests::chaos::ledger::Mark::default()
        });
    }
    let mut verdict = Verdict::default();
    verdict.missing(&unplayed);
    assert_eq!(kinds(verdict), [Wrong::Unfinished]);
    let mut verdict = Verdict::default();
    verdict.stranger("game");
    assert_eq!(kinds(verdict), [Wrong::Stranger]);
}

#[test]
fn every_breach_in_what_directors_did_is_found_and_nothing_else() {
    let (rows, acts) = records::tournament();
    let judge = |rows: &[_], acts: &[Act]| {
        let mut verdict = Verdict::default();
        verdict.stream("open", rows);
        verdict.acts("open", rows, acts);
        kinds(verdict)
    };
    assert_eq!(judge(&rows, &acts), []);

    let mut lost = rows.clone();
    lost.remove(2);
    records::number(&mut lost);
    assert_eq!(judge(&lost, &acts), [Wrong::Lost]);
    assert_eq!(judge(&[], &acts), [Wrong::Lost]);

    let mut doubled = rows.clone();
    let mut again = rows[2].clone();
    again.command_id.push_str("-again");
    doubled.push(again);
    records::number(&mut doubled);
    assert_eq!(judge(&doubled, &acts), [Wrong::Duplicated]);

    let mut swapped = rows.clone();
    swapped.swap(2, 3);
    records::number(&mut swapped);
    assert_eq!(judge(&swapped, &acts), [Wrong::Reordered]);

    let mut altered = rows;
    altered[1].actor.push('x');
    altered[1].reckoned = altered[1].reckon();
    assert_eq!(judge(&altered, &acts), [Wrong::Chain]);
}

#[test]
fn every_kind_of_breach_is_tried() {
    let (rows, log) = records::game(1);
    let cases = doctored::all(&rows, &log);
    let mut shown: BTreeSet<Wrong> = cases.iter().flat_map(|case| case.shows).copied().collect();
    // Of a whole deployment, not of one game.
    shown.insert(Wrong::Stranger);
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), Wrong::ALL);
}
