//! The course of an event through commands: the director's hand in a round, rounds taken back, nonces,
//! the finals.

use crate::tournament::support::*;
use outflank_tournament::*;

fn id(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

fn publish(
    stream: &Stream,
    manual: Option<ManualPairing>,
    constraints: RoundConstraints,
) -> Command {
    Command::PublishRound {
        into_break: false,
        starts_at_ms: stream.now_ms + 600_000,
        seed: Some(stream.next_seed()),
        accept_deviations: true,
        manual,
        constraints,
        clocks: vec![],
        handicaps: vec![],
    }
}

fn swiss(entrants: usize) -> Stream {
    Stream::with_entrants(7, RuleSet::egp_2020(), entrants)
}

fn by_hand(pairs: &[(usize, usize)]) -> ManualPairing {
    ManualPairing {
        pairs: pairs
            .iter()
            .map(|&(black, white)| ManualPair {
                black: id(black),
                white: id(white),
            })
            .collect(),
        byes: Vec::new(),
    }
}

#[test]
fn a_round_taken_back_is_paired_again_under_its_own_draw() {
    let mut stream = swiss(14);
    let first = publish(&stream, None, RoundConstraints::default());
    stream.give(&first).unwrap();
    let before = stream.state.rounds[0].boards.clone();
    let back = Command::UnpublishRound {
        round: 1,
        reason: "wrong hall".to_owned(),
    };
    stream.give(&back).unwrap();
    assert!(stream.state.rounds.is_empty());
    assert_eq!(stream.state.next_draw(), None);
    let again = publish(&stream, None, RoundConstraints::default());
    stream.give(&again).unwrap();
    assert_eq!(stream.state.rounds[0].boards, before);
    assert_eq!(stream.state.lots.draws_revealed, 1);
    stream.record_all(1, &mut Numbers::new("back", 1));
    assert_eq!(stream.refused(&back).code(), "round_has_results");
    assert!(repeat_draws(&stream.events).iter().all(|check| check.holds));
}

#[test]
fn a_started_round_stands() {
    let mut stream = swiss(14);
    let first = publish(&stream, None, RoundConstraints::default());
    stream.give(&first).unwrap();
    stream.now_ms += 600_000;
    let back = Command::UnpublishRound {
        round: 1,
        reason: "late".to_owned(),
    };
    assert_eq!(stream.refused(&back).code(), "round_started");
}

#[test]
fn the_directors_whole_round_names_what_it_breaks() {
    let mut stream = swiss(14);
    let pairs: Vec<(usize, usize)> = (0..7).map(|table| (2 * table, 2 * table + 1)).collect();
    let first = publish(&stream, Some(by_hand(&pairs)), RoundConstraints::default());
    stream.give(&first).unwrap();
    assert_eq!(stream.state.lots.draws_revealed, 0);
    stream.record_all(1, &mut Numbers::new("hand", 1));
    stream.finish();
    let incomplete = publish(
        &stream,
        Some(by_hand(&pairs[..6])),
        RoundConstraints::default(),
    );
    assert_eq!(stream.refused(&incomplete).code(), "manual_incomplete");
    let twice = publish(
        &stream,
        Some(by_hand(&[(0, 1), (0, 2)])),
        RoundConstraints::default(),
    );
    assert_eq!(stream.refused(&twice).code(), "manual_named_twice");
    let mut repeats = publish(&stream, Some(by_hand(&pairs)), RoundConstraints::default());
    if let Command::PublishRound {
        accept_deviations, ..
    } = &mut repeats
    {
        *accept_deviations = false;
    }
    assert_eq!(stream.refused(&repeats).code(), "departure_unconfirmed");
    let repeats = publish(&stream, Some(by_hand(&pairs)), RoundConstraints::default());
    stream.give(&repeats).unwrap();
    let round = &stream.state.rounds[1];
    let edit = round.edit.as_ref().unwrap();
    assert!(edit.whole && edit.difference[&PairingLevel::Repeats] > 0);
    assert!(
        stream
            .state
            .deviations
            .iter()
            .any(|found| found.value == "pairing.repeats")
    );
    assert!(repeat_draws(&stream.events).iter().all(|check| check.holds));
}

#[test]
fn the_pairing_completes_the_directors_conditions() {
    let mut stream = swiss(14);
    let constraints = RoundConstraints {
        locked: vec![FixedPair {
            one: id(3),
            two: id(9),
            black: Some(id(9)),
        }],
        forbidden: vec![(id(0), id(1))],
        ..RoundConstraints::default()
    };
    let first = publish(&stream, None, constraints);
    stream.give(&first).unwrap();
    let boards = &stream.state.rounds[0].boards;
    assert!(
        boards
            .iter()
            .any(|board| board.pairing.black == id(9) && board.pairing.white == id(3))
    );
    assert!(repeat_draws(&stream.events).iter().all(|check| check.holds));
}

#[test]
fn nonces_are_bound_mixed_in_and_checked() {
    let mut stream = swiss(14);
    let nonce = seed(77);
    let commit = Command::CommitNonce {
        entrant: id(2),
        commitment: nonce.proves(),
    };
    stream.give(&commit).unwrap();
    assert_eq!(stream.refused(&commit).code(), "nonce_already_committed");
    let give = |nonce| Command::GiveNonce {
        entrant: id(2),
        nonce,
    };
    assert_eq!(stream.refused(&give(seed(78))).code(), "wrong_nonce");
    stream.give(&give(nonce)).unwrap();
    assert_eq!(stream.refused(&give(nonce)).code(), "nonce_already_given");
    let silent = seed(79).proves();
    stream
        .give(&Command::CommitNonce {
            entrant: id(5),
            commitment: silent,
        })
        .unwrap();
    let link = stream.next_seed();
    let first = publish(&stream, None, RoundConstraints::default());
    stream.give(&first).unwrap();
    let draw = &stream.state.lots.draws[0];
    assert_eq!(draw.key, draw_key(&link, &[nonce]));
    let bound = |entrant, commitment, nonce| BoundNonce {
        entrant,
        commitment,
        nonce,
    };
    let went_in = [
        bound(id(2), nonce.proves(), Some(nonce)),
        bound(id(5), silent, None),
    ];
    assert_eq!((draw.seed, &draw.nonces[..]), (link, &went_in[..]));
    assert!(stream.state.lots.nonces.is_empty());
    assert!(repeat_draws(&stream.events).iter().all(|check| check.holds));

    let mut forged = stream.events.clone();
    for (_, event) in &mut forged {
        if let Event::DrawRevealed { nonces, .. } = event {
            nonces.clear();
        }
    }
    assert!(repeat_draws(&forged).iter().any(|check| !check.holds));
}

#[test]
fn an_event_that_went_away_takes_nothing_until_it_comes_in_with_the_same_move() {
    let mut stream = swiss(14);
    let away = |to: &str| Command::TransferAway {
        transfer_id: "first".to_owned(),
        to: to.to_owned(),
    };
    let begin = |transfer_id: &str| Command::BeginTransferIn {
        transfer_id: transfer_id.to_owned(),
    };
    let come = Command::TransferIn {
        transfer_id: "first".to_owned(),
        resume_at_ms: None,
        signed_by: "a trusted key".to_owned(),
        own: false,
    };
    let first = publish(&stream, None, RoundConstraints::default());
    stream.give(&first).unwrap();
    assert_eq!(stream.refused(&begin("first")).code(), "not_moved_away");
    for bad in [String::new(), "x".repeat(201), "a\nb".to_owned()] {
        assert_eq!(stream.refused(&away(&bad)).code(), "bad_place");
    }
    let events = stream.give(&away("club.example")).unwrap();
    assert!(matches!(
        events[..],
        [Event::TransferredAway { rounds: 1, .. }]
    ));
    let finish = Command::FinishRound { round: 1 };
    let refused = stream.refused(&finish);
    assert_eq!(refused.code(), "moved_away");
    assert!(refused.detail().contains("club.example"));
    assert_eq!(stream.refused(&away("elsewhere")).code(), "moved_away");
    assert_eq!(stream.refused(&begin("second")).code(), "not_moved_away");
    assert_eq!(stream.refused(&come).code(), "not_moving_in");
    stream.give(&begin("first")).unwrap();
    assert_eq!(stream.refused(&begin("first")).code(), "moving_in");
    // What its tables told last is taken before it goes on.
    stream.record_all(1, &mut Numbers::new("moving", 1));
    let came = Event::TransferredIn {
        transfer_id: "first".to_owned(),
        resume_at_ms: None,
        signed_by: Some("a trusted key".to_owned()),
    };
    assert_eq!(stream.give(&come).unwrap(), [came]);
    assert_eq!(stream.refused(&come).code(), "not_moved_away");
    stream.give(&finish).unwrap();
}
