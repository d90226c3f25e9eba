//! Rulings on boards: of which no game was played, whose points are taken twice, which count in no list.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn mind_sports(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::mind_sports();
}

fn impose(stream: &mut Stream, id: &str, whom: &EntrantId, act: Penalty) -> Result<(), Refusal> {
    let act = Command::ImposePenalty(penalty(id, whom, act));
    stream.give(&act).map(|_| ())
}

fn points(half_points: i64, board: BoardRef) -> Penalty {
    Penalty::Points {
        half_points: HalfPoints(half_points),
        board: Some(board),
    }
}

/// Black did not come; what white is penalised with afterwards makes no game of it.
#[test]
fn a_ruling_makes_no_game_of_a_board_that_nobody_played() {
    let lost = Penalty::LossOfGame {
        round: 1,
        table: 1,
        opponent_discs: None,
    };
    let place = Penalty::Position {
        places: 1,
        board: Some(BoardRef::new(1, 1)),
    };
    let score = Penalty::FinalScore {
        round: 1,
        table: 1,
        opponent_discs: 40,
    };
    let draw = Penalty::Draw { round: 1, table: 1 };
    for kind in [ResultKind::NoShow, ResultKind::Walkover] {
        for (act, black_discs, scored) in [
            (&lost, 64, (2, 0)),
            (&place, 64, (2, 0)),
            (&score, 40, (2, 0)),
            (&draw, 32, (1, 1)),
        ] {
            let mut stream = running(14, |rules| {
                mind_sports(rules);
                rules
                    .penalties
                    .known
                    .extend([PenaltyKind::FinalScore, PenaltyKind::Draw]);
                rules.entry.no_shows_until_withdrawn = Some(2);
            });
            let (black, white) = first_table(&stream);
            if kind == ResultKind::Walkover {
                let entrant = black.clone();
                stream.give(&Command::WithdrawEntrant { entrant }).unwrap();
            }
            let absent = ResultRecord::lost(LostBy::Black, kind, &Variant::default());
            record(&mut stream, 1, 1, absent);
            impose(&mut stream, "r1", &white, act.clone()).unwrap();
            let board = &stream.state.rounds[0].boards[0];
            let result = board.result().unwrap();
            assert_eq!(result.counts(), Counts::NO_GAME, "{act:?}");
            assert_eq!(result.game_result().counts(), Counts::NO_GAME, "{act:?}");
            assert_eq!((result.kind, result.absent), (kind, Absence::Black));
            assert_eq!(result.black_discs, black_discs, "{act:?}");
            assert!(!board.without_game(), "no line of a rating file: {act:?}");
            assert_eq!((scores(&stream, &black), scores(&stream, &white)), scored);
            assert_eq!(stream.state.entrant(&white).unwrap().withdrawn_from, None);
        }
    }
}

/// Where such a ruling falls on appeal the score before it stands again, be it another ruling's.
#[test]
fn a_ruling_on_a_board_that_nobody_played_falls_on_appeal() {
    let mut stream = running(14, |rules| {
        mind_sports(rules);
        rules.penalties.known.push(PenaltyKind::Draw);
    });
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    let (_, white) = first_table(&stream);
    let absent = ResultRecord::lost(LostBy::Black, ResultKind::NoShow, &Variant::default());
    record(&mut stream, 1, 1, absent);
    let (round, table, opponent_discs) = (1, 1, None);
    let lost = Penalty::LossOfGame {
        round,
        table,
        opponent_discs,
    };
    for (ruling, act) in [("r1", Penalty::Draw { round, table }), ("r2", lost)] {
        let stands = stream.state.rounds[0].boards[0].result().cloned();
        impose(&mut stream, ruling, &white, act).unwrap();
        let mut appealed = stream.clone();
        let filing = AppealFiling {
            appeal: "a1".to_owned(),
            against: Appealed::Ruling {
                ruling: ruling.to_owned(),
            },
            entrant: Some(white.clone()),
            reason: "why".to_owned(),
            by: account("white"),
        };
        appealed.give(&Command::FileAppeal(filing)).unwrap();
        let decision = AppealDecision {
            appeal: "a1".to_owned(),
            upheld: true,
            effect: AppealEffect::Annul,
            decision: "written".to_owned(),
            by: account("arbiter"),
        };
        appealed.give(&Command::DecideAppeal(decision)).unwrap();
        let board = &appealed.state.rounds[0].boards[0];
        assert_eq!(board.result().cloned(), stands, "{ruling}");
    }
}

/// MSO 5.1: a game brought two half-points at most, and no number of rulings takes more of it.
#[test]
fn rulings_take_from_a_game_what_it_brought() {
    let mut stream = running(14, mind_sports);
    play(&mut stream);
    publish(&mut stream);
    play(&mut stream);
    let winner = |stream: &Stream, round: usize| {
        let pairing = &stream.state.rounds[round - 1].boards[0].pairing;
        pairing.black.clone()
    };
    let (first, second) = (BoardRef::new(1, 1), BoardRef::new(2, 1));
    let whom = winner(&stream, 1);
    let before = scores(&stream, &whom);
    for id in ["r1", "r2", "r3"] {
        impose(&mut stream, id, &whom, points(2, first)).unwrap();
        assert_eq!(before - scores(&stream, &whom), 2, "{id}");
    }
    // Every game has its own.
    let whom = winner(&stream, 2);
    let before = scores(&stream, &whom);
    impose(&mut stream, "r4", &whom, points(1, second)).unwrap();
    assert_eq!(before - scores(&stream, &whom), 1);
    impose(&mut stream, "r5", &whom, points(2, second)).unwrap();
    assert_eq!(before - scores(&stream, &whom), 2);
}

/// A game of a match counts in no list: there are no points of the list to take from it.
#[test]
fn a_game_of_a_match_has_no_points_of_the_list() {
    let mut rules = RuleSet::egp_2020();
    mind_sports(&mut rules);
    let mut stream = Stream::with_entrants(1, rules, 14);
    let mut numbers = Numbers::new("finals", 3);
    while !stream.state.finals_begun() {
        assert!(stream.step(&mut numbers));
    }
    let round = stream.state.rounds.last().unwrap().number;
    stream.record_all(round, &mut numbers);
    let boards = stream.state.rounds.last().unwrap().boards.clone();
    assert!(
        boards
            .iter()
            .any(|board| !board.pairing.purpose.counts_in_list())
    );
    for board in boards {
        let whom = board.pairing.black.clone();
        let act = points(1, BoardRef::new(round, board.pairing.table));
        let taken = impose(
            &mut stream,
            &format!("r{}", board.pairing.table),
            &whom,
            act,
        );
        if board.pairing.purpose.counts_in_list() {
            taken.unwrap();
        } else {
            assert_eq!(taken.unwrap_err().code(), "game_in_no_list");
        }
    }
}
