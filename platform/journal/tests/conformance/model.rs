//! Random commands against a model of the journal, one at a time and interleaved.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_journal::{Append, Cursor, Journal, NewEntry};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::backend::{Backend, entry, fact, game};

const RUNS: usize = 24;
const STREAMS: [&str; 3] = ["a", "b", "c"];

/// A command with a random stream, actor, id and idea of the last seq.
#[derive(Debug, Clone)]
struct Try {
    stream: usize,
    actor: u8,
    command: u8,
    /// Difference between the seq expected and the true one.
    off: i8,
    facts: usize,
}

fn tries(length: usize) -> impl Strategy<Value = Vec<Try>> {
    let off = prop_oneof![4 => Just(0_i8), 1 => -2_i8..=2];
    let one = (0..STREAMS.len(), 0..2_u8, 0..12_u8, off, 0..3_usize);
    let one = one.prop_map(|(stream, actor, command, off, facts)| Try {
        stream,
        actor,
        command,
        off,
        facts,
    });
    prop::collection::vec(one, length)
}

fn samples(length: usize) -> Vec<Vec<Try>> {
    let mut runner = TestRunner::deterministic();
    let mut sample = || tries(length).new_tree(&mut runner).unwrap().current();
    (0..RUNS).map(|_| sample()).collect()
}

fn new_entry(attempt: &Try, last_seq: u64, run: usize) -> NewEntry {
    let expected = last_seq.saturating_add_signed(attempt.off.into());
    let id = format!("{run}-{}", STREAMS[attempt.stream]);
    let mut new = entry(&id, expected, &format!("c{}", attempt.command));
    new.actor = format!("p{}", attempt.actor);
    new.facts = vec![fact("moved", &new.command_id); attempt.facts];
    new
}

pub async fn a_single_writer_meets_the_model(backend: &impl Backend) {
    let journal = backend.open().await;
    for (run, tries) in samples(40).into_iter().enumerate() {
        let mut model: BTreeMap<usize, Vec<NewEntry>> = BTreeMap::new();
        for attempt in tries {
            let stands = model.entry(attempt.stream).or_default();
            let last = stands.len() as u64;
            let new = new_entry(&attempt, last, run);
            let same =
                |old: &&NewEntry| (&old.actor, &old.command_id) == (&new.actor, &new.command_id);
            let first = stands.iter().find(same).cloned();
            let answer = journal.append(new.clone()).await.unwrap();
            match (first, answer) {
                (Some(first), Append::Repeated { entry }) => {
                    assert_eq!(entry.seq, first.expected_seq + 1);
                    assert_eq!(entry.body, first.body);
                }
                (None, Append::Appended { seq, .. }) => {
                    assert_eq!((new.expected_seq, seq), (last, last + 1));
                    stands.push(new);
                }
                (None, Append::Conflict { actual_seq }) => {
                    assert_ne!(new.expected_seq, last);
                    assert_eq!(actual_seq, last);
                }
                (first, answer) => panic!("{new:?} after {first:?}: {answer:?}"),
            }
        }
    }
    assert!(journal.verify_all().await.unwrap().is_sound());
}

pub async fn interleaved_writers_leave_a_history_that_fits_their_answers(backend: &impl Backend) {
    let journal = backend.open().await;
    let mut facts = 0;
    for (run, tries) in samples(60).into_iter().enumerate() {
        let answers = interleave(&journal, tries, run).await;
        for stream in STREAMS {
            facts += check(&journal, &answers, &format!("{run}-{stream}")).await;
        }
    }
    let mut head = journal.facts_head();
    let all = head.wait_for(|head| *head >= facts);
    let all = tokio::time::timeout(outflank_testbed::PATIENCE, all).await;
    all.expect("all are numbered").unwrap();
    let feed = journal.facts(&Cursor::beginning(), u32::MAX).await.unwrap();
    assert_eq!(feed.facts.len() as u64, facts);
    assert!(journal.verify_all().await.unwrap().is_sound());
}

/// Four writers share the commands, each with its own, often outdated, idea of the streams.
async fn interleave(
    journal: &Arc<dyn Journal>,
    tries: Vec<Try>,
    run: usize,
) -> Vec<(NewEntry, Append)> {
    let writers: Vec<_> = tries
        .chunks(15)
        .map(|own| {
            let (journal, own) = (journal.clone(), own.to_vec());
            tokio::spawn(async move {
                let mut last = [0_u64; STREAMS.len()];
                let mut answers = Vec::new();
                for attempt in own {
                    let known = &mut last[attempt.stream];
                    let new = new_entry(&attempt, *known, run);
                    let answer = journal.append(new.clone()).await.unwrap();
                    *known = match &answer {
                        Append::Appended { seq, .. } => *seq,
                        Append::Repeated { entry } => entry.seq.max(*known),
                        Append::Conflict { actual_seq } => *actual_seq,
                        Append::Unmet => panic!("it requires nothing"),
                    };
                    answers.push((new, answer));
                }
                answers
            })
        })
        .collect();
    let mut answers = Vec::new();
    for writer in writers {
        answers.extend(writer.await.unwrap());
    }
    answers
}

/// Every place was acknowledged once and holds what was acknowledged; answers how many facts
/// the stream has to have.
async fn check(journal: &Arc<dyn Journal>, answers: &[(NewEntry, Append)], id: &str) -> u64 {
    let stands = journal.read(&game(id), 0, u32::MAX).await.unwrap();
    let mut acknowledged = BTreeMap::new();
    for (new, answer) in answers.iter().filter(|(new, _)| new.stream.id == id) {
        match answer {
            Append::Appended { seq, .. } => {
                assert_eq!(*seq, new.expected_seq + 1);
                assert!(
                    acknowledged.insert(*seq, new).is_none(),
                    "{seq} taken twice"
                );
            }
            Append::Repeated { entry } => {
                assert_eq!(stands.iter().find(|e| e.seq == entry.seq), Some(&**entry));
                assert_eq!(entry.command_id, new.command_id);
                assert_eq!(entry.actor, new.actor);
            }
            Append::Conflict { actual_seq } => {
                assert_ne!(*actual_seq, new.expected_seq);
                assert!(*actual_seq <= stands.len() as u64);
            }
            Append::Unmet => panic!("it requires nothing"),
        }
    }
    assert_eq!(acknowledged.len(), stands.len());
    for entry in &stands {
        let new = acknowledged[&entry.seq];
        assert_eq!(
            (&entry.actor, &entry.command_id, &entry.body),
            (&new.actor, &new.command_id, &new.body)
        );
    }
    acknowledged
        .values()
        .map(|new| new.facts.len() as u64)
        .sum()
}
