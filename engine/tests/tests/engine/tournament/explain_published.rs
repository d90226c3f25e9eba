//! Boards of published rounds explained from the stream.

use crate::tournament::support::*;
use outflank_tournament::*;

fn name(entrant: &EntrantId) -> String {
    format!("Player {}", entrant.as_str())
}

fn entrant(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

/// Boards and byes of the events' publication.
fn boards(events: &[Event]) -> Vec<(EntrantId, Option<EntrantId>)> {
    let published = events.iter().find_map(|event| match event {
        Event::RoundPublished { pairings, byes, .. } => Some((pairings, byes)),
        _ => None,
    });
    let Some((pairings, byes)) = published else {
        panic!("{events:?}");
    };
    let pairs = pairings
        .iter()
        .map(|pair| (pair.black.clone(), Some(pair.white.clone())));
    pairs
        .chain(byes.iter().map(|bye| (bye.clone(), None)))
        .collect()
}

fn explained(
    before: &TournamentState,
    events: &[Event],
    (one, other): &(EntrantId, Option<EntrantId>),
) -> Result<BoardExplained, Refusal> {
    let board = PublishedBoard {
        one,
        other: other.as_ref(),
    };
    explain_published(before, events, board, &name)
}

/// A condition on round 2 and none on the others; round 3 is published again after it was taken back.
#[test]
fn every_board_of_a_published_swiss_round_is_explained() {
    let mut numbers = Numbers::new("explained", 1);
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 25);
    for round in 1..=3 {
        if round == 3 {
            let publication = stream.publication();
            stream.give(&publication).unwrap();
            stream
                .give(&Command::UnpublishRound {
                    round,
                    reason: "wrong results".to_owned(),
                })
                .unwrap();
        }
        let before = stream.state.clone();
        let mut publication = stream.publication();
        if let Command::PublishRound { constraints, .. } = &mut publication
            && round == 2
        {
            constraints.locked.push(FixedPair {
                one: entrant(3),
                two: entrant(20),
                black: None,
            });
        }
        let events = stream.give(&publication).unwrap();
        for board in boards(&events) {
            let found = explained(&before, &events, &board).unwrap();
            assert!(found.chosen, "{found:?}");
            assert!(found.sentence.contains(&name(&board.0)), "{found:?}");
            let set = round == 2 && [entrant(3), entrant(20)].contains(&board.0);
            assert_eq!(found.sentence.contains("set by the director"), set);
            assert_eq!(found.alternative.is_none(), set, "{found:?}");
            let decided = found.bound.map(|level| found.difference[&level]);
            assert!(decided.is_none_or(|more| more > 0), "{found:?}");
            let Some((pairs, bye)) = found.alternative else {
                continue;
            };
            let same = |(black, white): &(EntrantId, EntrantId)| match &board.1 {
                Some(other) => [(&board.0, other), (other, &board.0)].contains(&(black, white)),
                None => false,
            };
            assert!(!pairs.iter().any(same));
            assert!(board.1.is_some() || bye.as_ref() != Some(&board.0));
            assert_eq!(2 * pairs.len() + usize::from(bye.is_some()), 25);
        }
        let other = boards(&events);
        let crossed = (other[0].0.clone(), Some(other[11].0.clone()));
        let found = explained(&before, &events, &crossed).unwrap();
        assert!(!found.chosen);
        stream.record_all(round, &mut numbers);
        stream.finish();
    }
}

#[test]
fn what_no_system_paired_is_not_explained() {
    let code = |stream: &Stream, events: &[Event], board: &(EntrantId, Option<EntrantId>)| {
        explained(&stream.state, events, board).unwrap_err().code()
    };
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 5);
    let before = Stream {
        state: stream.state.clone(),
        ..Stream::new(1)
    };
    let publication = stream.publication();
    let events = stream.give(&publication).unwrap();
    let board = (entrant(0), Some(entrant(1)));
    assert_eq!(code(&before, &events, &board), "not_paired_by_system");
    assert_eq!(code(&stream, &[], &board), "not_published");
    assert_eq!(code(&stream, &events, &board), "not_published");

    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 25);
    let before = Stream {
        state: stream.state.clone(),
        ..Stream::new(1)
    };
    let publication = stream.publication();
    let mut events = stream.give(&publication).unwrap();
    let stranger = (entrant(0), Some(entrant(99)));
    assert_eq!(code(&before, &events, &stranger), "unknown_entrant");
    let himself = (entrant(0), Some(entrant(0)));
    assert_eq!(code(&before, &events, &himself), "same_entrant");
    let mut by_hand = events.clone();
    if let Some(Event::RoundPublished { edit, .. }) = by_hand.last_mut() {
        *edit = Some(PairingEdit {
            constraints: RoundConstraints::default(),
            whole: true,
            unedited_cost: Cost::new(),
            difference: Cost::new(),
        });
    }
    assert_eq!(code(&before, &by_hand, &board), "not_paired_by_system");
    if let Some(Event::RoundPublished { pairings, .. }) = events.last_mut() {
        let pair = &mut pairings[0];
        std::mem::swap(&mut pair.black, &mut pair.white);
    }
    assert_eq!(code(&before, &events, &board), "not_reproduced");
}
