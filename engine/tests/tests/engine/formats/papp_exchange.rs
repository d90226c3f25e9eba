//! An event of the stream that goes on in PAPP and comes back: what PAPP holds beyond it, and what stands in the way.

mod findings;
mod going_on;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use outflank_formats::papp::exchange::{
    Comparison, EventHere, ExchangeStep, ListedEntrant, compare, write_event,
};
use outflank_formats::papp::folder::{FolderFiles, WrittenFolder, read_folder};
use outflank_tournament::{Command, EntrantId, RuleSet};

use crate::tournament::support::{Numbers, Stream};

/// The number of the first entrant.
const FIRST: u32 = 101;

/// An event of six rounds under a club's rules.
pub fn event(entrants: usize) -> Stream {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(6);
    rules.over_the_board = true;
    Stream::with_entrants(11, rules, entrants)
}

/// A round that is paired here, all its boards with black's 40 discs, and finished.
pub fn play(stream: &mut Stream) {
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let round = stream.state.rounds.last().unwrap();
    let (number, tables) = (round.number, round.open_tables().collect::<Vec<_>>());
    for table in tables {
        enter(stream, (number, table), 40);
    }
    stream.finish();
}

pub fn enter(stream: &mut Stream, (round, table): (u32, u32), black_discs: u32) {
    let variant = stream.state.variant();
    let result = outflank_tournament::ResultRecord::ruled(black_discs, &variant);
    stream
        .give(&Command::RecordResult {
            round,
            table,
            result,
        })
        .unwrap();
}

pub fn listed(stream: &Stream) -> BTreeMap<EntrantId, ListedEntrant> {
    let entrants = (FIRST..).zip(&stream.state.entrants);
    entrants
        .map(|(number, entrant)| {
            let listed = ListedEntrant {
                number,
                is_new: number % 5 == 0,
                surname: format!("SAMPLE{number}"),
                first_names: "Ann".to_owned(),
            };
            (entrant.id.clone(), listed)
        })
        .collect()
}

pub fn number(stream: &Stream, entrant: &EntrantId) -> u32 {
    listed(stream)[entrant].number
}

pub fn written(stream: &Stream) -> WrittenFolder {
    write_event(EventHere {
        state: &stream.state,
        listed: &listed(stream),
    })
    .unwrap()
}

/// What the event comes to beside those files.
pub fn compared(stream: &Stream, files: &WrittenFolder) -> Comparison {
    compared_bytes(stream, files, files.work_file.as_bytes())
}

pub fn compared_bytes(stream: &Stream, files: &WrittenFolder, work_file: &[u8]) -> Comparison {
    let read = read_folder(&FolderFiles {
        players: Some(files.players.as_bytes()),
        new_players: Some(files.new_players.as_bytes()),
        work_file,
        config: Some(files.config.as_bytes()),
    });
    let here = EventHere {
        state: &stream.state,
        listed: &listed(stream),
    };
    compare(here, &read)
}

/// Takes the steps one after another.
pub fn take(stream: &mut Stream, steps: &[ExchangeStep]) {
    let variant = stream.state.variant();
    for step in steps {
        for mut command in step.commands(&variant, true) {
            if let Command::PublishRound { seed, .. } = &mut command {
                *seed = Some(stream.next_seed());
            }
            stream.give(&command).unwrap();
        }
    }
}

#[test]
fn an_event_comes_back_as_it_went() {
    let mut stream = event(9);
    for round in 1..=3 {
        play(&mut stream);
        let files = written(&stream);
        assert_eq!(files.untold, []);
        let compared = compared(&stream, &files);
        let expected = Comparison {
            agreed: (1..=round).collect(),
            ..Comparison::default()
        };
        assert_eq!(compared, expected);
    }
    // With a round that is open, and some of its results.
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    enter(&mut stream, (4, 2), 12);
    let files = written(&stream);
    let open = compared(&stream, &files);
    assert_eq!(open.agreed, [1, 2, 3, 4]);
    assert!(
        open.steps.is_empty() && open.findings.is_empty(),
        "{open:?}"
    );
    // What came in since then stands here alone, and is left.
    enter(&mut stream, (4, 1), 30);
    let later = compared(&stream, &files);
    assert_eq!(later, open);
}

#[test]
fn an_announced_absence_is_told_beside_the_files() {
    let mut stream = event(8);
    play(&mut stream);
    let entrant = stream.state.entrants[2].id.clone();
    let rounds = vec![3];
    stream
        .give(&Command::AnnounceAbsence { entrant, rounds })
        .unwrap();
    let untold: Vec<String> = written(&stream)
        .untold
        .iter()
        .map(ToString::to_string)
        .collect();
    let told = "SAMPLE103, Ann announced to be absent from round 3; in PAPP, - 103 takes the player out before that round is paired";
    assert_eq!(untold, [told]);
}

#[test]
fn another_board_is_none_of_papp_s() {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.variant.size = outflank_tournament::BoardSize::Six;
    rules.scoring.bye_discs = 20;
    let stream = Stream::with_entrants(12, rules, 8);
    let listed = listed(&stream);
    let here = EventHere {
        state: &stream.state,
        listed: &listed,
    };
    let refused = write_event(here).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "PAPP counts 64 squares and the most discs; this event plays otherwise"
    );
    let files = written(&event(8));
    let compared = compared(&stream, &files);
    assert_eq!(compared.findings[0].code(), "other_game");
    assert!(compared.steps.is_empty());
}

#[test]
fn an_entrant_whom_no_list_names_is_told() {
    let stream = event(8);
    let here = EventHere {
        state: &stream.state,
        listed: &BTreeMap::new(),
    };
    let refused = write_event(here).unwrap_err();
    assert!(
        refused.to_string().starts_with("0 is no federation number"),
        "{refused}"
    );
}

#[test]
fn no_damage_of_the_work_file_panics() {
    let mut stream = event(9);
    for _ in 0..3 {
        play(&mut stream);
    }
    let files = written(&stream);
    let mut numbers = Numbers::new("damaged exchanges", 3);
    let mut found = 0;
    for _ in 0..1_000 {
        let bytes = super::corrupted::damaged(files.work_file.as_bytes(), &mut numbers);
        let compared = compared_bytes(&stream, &files, &bytes);
        found += u32::from(!compared.findings.is_empty());
        // Nothing here is ever asked to be another.
        let publishes = |step: &ExchangeStep| matches!(step, ExchangeStep::Publish { .. });
        assert!(
            compared
                .steps
                .iter()
                .all(|step| publishes(step) || step.round() > 3)
        );
    }
    assert!(found > 500, "{found}");
}

/// Who sits out the round that is open stands as not there in our own files: when PAPP ends that round he has not left.
#[test]
fn who_sits_the_open_round_out_stays() {
    let mut stream = event(9);
    play(&mut stream);
    let entrant = stream.state.entrants[2].id.clone();
    let absent = number(&stream, &entrant);
    let rounds = vec![2];
    stream
        .give(&Command::AnnounceAbsence { entrant, rounds })
        .unwrap();
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let mut files = written(&stream);
    assert!(
        files.work_file.contains(&format!("-{absent:06}")),
        "{}",
        files.work_file
    );
    let round = stream.state.rounds.last().unwrap().clone();
    for board in &round.boards {
        let black = number(&stream, &board.pairing.black);
        let white = number(&stream, &board.pairing.white);
        writeln!(files.work_file, "({black:06} 40 {white:06} 24);").unwrap();
    }
    files.work_file.push_str("ronde-suivante;\n");
    let over = compared(&stream, &files);
    assert_eq!(over.findings, []);
    let leaves = |step: &ExchangeStep| matches!(step, ExchangeStep::Withdrawal { .. });
    assert!(!over.steps.iter().any(leaves), "{:?}", over.steps);
    assert_eq!(over.steps.last(), Some(&ExchangeStep::Finish { round: 2 }));
    take(&mut stream, &over.steps);
    assert!(stream.state.rounds.last().unwrap().finished);
}
